/* SPDX-License-Identifier: MIT
 * Thrift's compact protocol, as the headers and the footer of Parquet are written. */
#ifndef COLUMNS_PARQUET_THRIFT_H
#define COLUMNS_PARQUET_THRIFT_H

#include "core/memory.h"

enum { THRIFT_DEPTH = 8 };
enum {
    THRIFT_TRUE = 1,
    THRIFT_FALSE = 2,
    THRIFT_I8 = 3,
    THRIFT_I16 = 4,
    THRIFT_I32 = 5,
    THRIFT_I64 = 6,
    THRIFT_BINARY = 8,
    THRIFT_LIST = 9,
    THRIFT_STRUCT = 12
};

typedef struct thrift {
    reel_memory *to;
    int last[THRIFT_DEPTH]; /* id of the last field of each open struct */
    int depth;
    bool failed; /* no memory */
} thrift;

void reel__thrift_i8(thrift *t, int id, int8_t value);
void reel__thrift_bool(thrift *t, int id, bool value);
void reel__thrift_i16(thrift *t, int id, int16_t value);
void reel__thrift_i32(thrift *t, int id, int32_t value);
void reel__thrift_i64(thrift *t, int id, int64_t value);
void reel__thrift_binary(thrift *t, int id, const void *data, size_t size);
void reel__thrift_text(thrift *t, int id, const char *text);
/* A struct as a field; an id of 0: as an item of a list. */
void reel__thrift_struct(thrift *t, int id);
void reel__thrift_end(thrift *t);
/* `count` items of a type follow. */
void reel__thrift_list(thrift *t, int id, int type, size_t count);
void reel__thrift_item_i32(thrift *t, int32_t value);
void reel__thrift_item_binary(thrift *t, const void *data, size_t size);

/* Unsigned and zigzag numbers of 7 bits a byte, which Parquet's own encodings use too; false: no memory. */
bool reel__varint_add(reel_memory *to, uint64_t value);
bool reel__zigzag_add(reel_memory *to, int64_t value);

#endif
