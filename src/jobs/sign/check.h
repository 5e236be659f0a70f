/* SPDX-License-Identifier: MIT
 * The check of embedded marks, which reel_check runs: it needs no key, since a mark has the public one. */
#ifndef JOBS_SIGN_CHECK_H
#define JOBS_SIGN_CHECK_H

#include "core/reader.h"

#include <reel/sign.h>

/* Whether a mark is what its key signed, for formats that can hold one. NULL for others, and without libsodium. */
const reel_insight *reel__mark_check(const reel_format *format);
/* The same for a chunk, whose mark it sets: *mark, which reel_mark_free frees; NULL if there is none. Reports as the check does. */
reel_status reel__mark_of_chunk(reel_reader *reader, const reel_chunk *chunk, reel_mark **mark, reel_error *error);

/* The same for the mark of an archive, which covers its records and not its rows. */
typedef struct mark_watch mark_watch;
/* For a reader that has just been opened. Sets *watch, which reel__mark_watch_free frees in any case; NULL: there is nothing to watch. */
reel_status reel__mark_watch_begin(mark_watch **watch, reel_reader *reader, reel_error *error);
/* After the last chunk, before the reader is closed: reports what is wrong with the mark. Sets *mark, which reel_mark_free frees; NULL:
 * there is none. `mark` may be NULL. */
reel_status reel__mark_watch_end(mark_watch *watch, reel_mark **mark, reel_error *error);
void reel__mark_watch_free(mark_watch *watch); /* `watch` may be NULL */

#endif
