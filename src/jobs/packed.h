/* SPDX-License-Identifier: MIT
 * Formats whose files are zstd themselves: REEL_FORMAT_PACKED. Their readers get the packed bytes. */
#ifndef JOBS_PACKED_H
#define JOBS_PACKED_H

#include <reel/format.h>

/* So many bytes have the first block of a zstd frame, which has to be there as a whole to be unpacked. */
enum { PACKED_HEAD = (128 << 10) + 64 };

/* Whether bytes begin a zstd frame. */
bool reel__packed_begins(const uint8_t *head, size_t size);
/* The one of the formats that reads a file with this head, and the bits that were verified; NULL: none, so that its zstd is unpacked first. */
const reel_format *reel__packed_format(const reel_options *options, const uint8_t *head, size_t size, int *bits);
/* Whether anything can be unpacked of what is there. */
bool reel__packed_has_block(const reel_allocator *allocator, const uint8_t *head, size_t size);

#endif
