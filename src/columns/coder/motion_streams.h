/* SPDX-License-Identifier: MIT
 * Motion of the fast level: every device is a stream of bits of its own. A value is a prefix code and raw bits in that stream, so that one
 * load gives both, and nothing of a device waits for another: a processor works on several devices at once. */
#ifndef COLUMNS_CODER_MOTION_STREAMS_H
#define COLUMNS_CODER_MOTION_STREAMS_H

#include "columns/coder/motion_model.h"

/* Appends tables and streams of the group, and fills the changes, for which there is room. */
void reel__streams_encode(block_writer *block, const motion_group *group, motion_changes *changes, reel_memory *to);
/* Reads what reel__streams_encode wrote; `in` ends with it. */
reel_status reel__streams_decode(block_source *source, reel_cursor *in, const motion_group *group, const motion_changes *changes);

/* How many bits of all floats of the group are 0, from the lowest on, up to MOTION_GRAIN_MOST: halves that were stored as floats have 13.
 * It costs a look at the first row if there are none. */
unsigned reel__streams_grain(const motion_group *group);

/* For tests: a hash of the bits of every double that was predicted. */
uint64_t reel__streams_hash(block_writer *block, const motion_group *group, motion_changes *changes);

#endif
