/* SPDX-License-Identifier: MIT
 * The least and the greatest value of a column chunk, by the order that Parquet defines for its type. */
#ifndef COLUMNS_PARQUET_STATISTICS_H
#define COLUMNS_PARQUET_STATISTICS_H

#include "core/memory.h"

enum { STATISTICS_TEXT = 64 /* longer texts are cut */ };

/* How values are compared. */
typedef enum statistics_order {
    ORDER_NONE,
    ORDER_BOOL, /* bytes that are 0 or 1 */
    ORDER_I32,
    ORDER_U32,
    ORDER_I64,
    ORDER_U64,
    ORDER_F32,
    ORDER_F64,
    ORDER_BYTES, /* unsigned, byte by byte */
    ORDER_UTF8
} statistics_order;

typedef struct statistics_text {
    uint8_t bytes[STATISTICS_TEXT];
    uint8_t size;
    bool is_cut;
} statistics_text;

typedef struct statistics {
    statistics_order order;
    bool has_any;
    int64_t least, greatest; /* numbers; floats as keys, see statistics.c */
    statistics_text least_text, greatest_text;
} statistics;

/* Adds numbers of 1, 4 or 8 bytes, as the order has them. NaN is in no order and is left out. */
void reel__statistics_numbers(statistics *statistics, const void *values, size_t count);
void reel__statistics_add_text(statistics *statistics, const void *text, size_t size);

/* A bound, as Parquet stores it: little-endian. False: no bound. `is_exact`: a value of the column is equal to it. */
bool reel__statistics_bound(const statistics *statistics, bool greatest, uint8_t bytes[STATISTICS_TEXT], size_t *size,
                            bool *is_exact);

#endif
