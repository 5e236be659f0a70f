/* SPDX-License-Identifier: MIT
 * Reads Thrift's compact protocol. Sticky: after damage every value is 0, every struct ends and every list is empty. */
#ifndef COLUMNS_PARQUET_THRIFT_READ_H
#define COLUMNS_PARQUET_THRIFT_READ_H

#include "columns/parquet/thrift.h"

typedef struct thrift_in {
    const uint8_t *at, *end;
    bool failed;
} thrift_in;

typedef struct thrift_field {
    int id, type; /* id of the field that was read last; 0 before the first */
} thrift_field;

uint64_t reel__thrift_take_varint(thrift_in *in);
int64_t reel__thrift_take_number(thrift_in *in);
reel_bytes reel__thrift_take_binary(thrift_in *in);
/* The next field of a struct, whose value is at `in` then. False: the struct has ended. */
bool reel__thrift_take_field(thrift_in *in, thrift_field *field);
/* The number of items of a list, each of which takes a byte at least. */
size_t reel__thrift_take_list(thrift_in *in, int *type);
/* Skips the value of a field. */
void reel__thrift_skip(thrift_in *in, int type);

#endif
