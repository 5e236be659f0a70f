/* SPDX-License-Identifier: MIT
 * The encodings of Parquet's pages. Each adds to `to` and returns false if out of memory. */
#ifndef COLUMNS_PARQUET_ENCODE_H
#define COLUMNS_PARQUET_ENCODE_H

#include "core/memory.h"

enum {
    ENCODING_PLAIN = 0,
    ENCODING_RLE = 3,
    ENCODING_DELTA = 5,        /* DELTA_BINARY_PACKED */
    ENCODING_DELTA_LENGTH = 6, /* DELTA_LENGTH_BYTE_ARRAY */
    ENCODING_DICTIONARY = 8,   /* RLE_DICTIONARY */
    ENCODING_SPLIT = 9         /* BYTE_STREAM_SPLIT */
};

/* Bits as runs (RLE), behind their size in four bytes: definition levels and booleans. `bits` has zeros behind the last one;
 * NULL: all are 1. */
bool reel__encode_bits(reel_memory *to, const uint8_t *bits, size_t count);
/* Indexes into a dictionary of `labels` texts, behind the bits that each takes. */
bool reel__encode_indexes(reel_memory *to, const uint32_t *indexes, size_t count, uint32_t labels);
/* DELTA_BINARY_PACKED. Differences wrap, so the sign of the values does not matter. */
bool reel__encode_delta32(reel_memory *to, const uint32_t *values, size_t count);
bool reel__encode_delta64(reel_memory *to, const uint64_t *values, size_t count);
/* BYTE_STREAM_SPLIT: the lowest bytes of all values, then the next. */
bool reel__encode_split32(reel_memory *to, const uint32_t *values, size_t count);
bool reel__encode_split64(reel_memory *to, const uint64_t *values, size_t count);

#endif
