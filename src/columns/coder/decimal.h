/* SPDX-License-Identifier: MIT
 * Series by way of another list of numbers: the places of its values in a sorted list, decimals, and another series. Their lists are series
 * too, of kinds that are not by way of another. */
#ifndef COLUMNS_CODER_DECIMAL_H
#define COLUMNS_CODER_DECIMAL_H

#include "columns/coder/series_parts.h"

/* Appends the series. False: not worth it, and what was appended is to be dropped. */
bool reel__listed_encode(block_writer *block, series_type type, const uint64_t *values, size_t count, reel_memory *to);
reel_status reel__listed_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values);

/* Floats that are k / 10^n or k * 10^-n, as k, and the rows of which that is not true. Returns the whole numbers k, which live as long as
 * the writer. NULL: not worth it. */
uint64_t *reel__decimal_encode(block_writer *block, series_context *context, series_type type, const uint64_t *values,
                               size_t count, reel_memory *to);
/* Scaled: SERIES_SCALED, not SERIES_DECIMAL. Sets *wholes, if other columns refer to this one. */
reel_status reel__decimal_decode(block_source *source, block_column *column, series_type type, bool scaled, size_t count,
                                 uint64_t *values, uint64_t **wholes);

/* Floats that are multiples of a power of two, as whole numbers. False: not all are, and what was appended is to be dropped. */
bool reel__grid_encode(block_writer *block, series_type type, const uint64_t *values, size_t count, reel_memory *to);
reel_status reel__grid_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values);

/* Encodes a series as a copy of an earlier one, with a list of the rows in which they differ. Sets *place to the earlier series. Returns
 * false if none is similar enough. */
bool reel__same_encode(block_writer *block, series_context *context, series_type type, const uint64_t *values, size_t count,
                       series_place *place, reel_memory *to);
/* Sets *wholes, if that series has any. */
reel_status reel__same_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values,
                              uint64_t **wholes);

#endif
