/* SPDX-License-Identifier: MIT
 * One series of numbers: the method that fits it best, and its values back. */
#ifndef COLUMNS_CODER_SERIES_H
#define COLUMNS_CODER_SERIES_H

#include "columns/coder/series_parts.h"

/* Appends `count` values. Sets their symbols in `tokens`, if it is not NULL, and returns whether they have any. */
bool reel__series_encode(block_writer *block, series_context *context, series_type type, const uint64_t *values, size_t count,
                         uint8_t *tokens, reel_memory *to);
/* Fills `count` values, and their symbols if `tokens` is not NULL (zeros for a packing without). Sets *wholes, if it is not NULL and other
 * columns need them: the whole numbers of decimals. */
reel_status reel__series_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values,
                                uint8_t *tokens, uint64_t **wholes);

#endif
