/* SPDX-License-Identifier: MIT
 * Archives that hold the messages of a file in place of the rows of its format: they are read as the file, like a .zst. */
#ifndef JOBS_MODELLED_H
#define JOBS_MODELLED_H

#include <reel/format.h>

/* The formats, ending with NULL, as which an archive stores files of this one; NULL: it stores the rows. */
const reel_format *const *reel__modelled_as(const reel_format *format);
/* Whether formats are those of such archives. */
bool reel__modelled_are(const reel_format *const *formats);
/* If bytes begin such an archive, the formats that it is read as; NULL: they do not. */
const reel_format *const *reel__modelled_begins(const uint8_t *head, size_t size);

/* Makes a source of the bytes of the file, `plain`: without its compression. The other arguments and what it returns are those of
 * reel__unpack_open; `options`: limits and progress. */
reel_status reel__modelled_open(reel_source inner, const uint8_t *head, size_t head_size, const reel_options *options, bool plain,
                                reel_budget *budget, const reel_allocator *allocator, reel_source *outer, reel_error *error);

#endif
