/* SPDX-License-Identifier: MIT
 * The encodings of Parquet's pages, backwards: of pages as encode.h makes them. Each function returns false for bytes that are damaged. */
#ifndef COLUMNS_PARQUET_DECODE_H
#define COLUMNS_PARQUET_DECODE_H

#include "columns/parquet/thrift_read.h"

/* `count` bits as runs, behind their size: a byte each, 0 or 1. */
bool reel__decode_bits(thrift_in *in, uint8_t *values, size_t count);
/* Indexes into a dictionary of `labels` texts, behind the bits that each takes. */
bool reel__decode_indexes(thrift_in *in, uint32_t *indexes, size_t count, uint32_t labels);
/* DELTA_BINARY_PACKED of numbers of 4 or 8 bytes, in the order of this machine. */
bool reel__decode_delta(thrift_in *in, void *values, size_t width, size_t count);
/* BYTE_STREAM_SPLIT of numbers of 4 or 8 bytes. */
bool reel__decode_split(thrift_in *in, void *values, size_t width, size_t count);

#endif
