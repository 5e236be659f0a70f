/* SPDX-License-Identifier: MIT
 * Motion: the positions and rotations of devices, one pose a row, as a column. */
#ifndef COLUMNS_CODER_MOTION_H
#define COLUMNS_CODER_MOTION_H

#include "columns/coder/block.h"

/* Appends the columns of all poses from field `lead` on that are not written yet. False, with nothing appended, if they would be larger
 * than the values. */
bool reel__motion_encode(block_writer *block, size_t lead, reel_memory *to);
reel_status reel__motion_decode(block_source *source, size_t lead);

/* For tests: a hash of the bits of every double that was predicted. */
uint64_t reel__motion_prediction_hash(const coder_table *table, const void *rows, size_t count, const reel_allocator *allocator);

#endif
