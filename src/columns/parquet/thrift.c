/* SPDX-License-Identifier: MIT */
#include "columns/parquet/thrift.h"

bool reel__varint_add(reel_memory *to, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; value > 0x7f; value >>= 7) bytes[size++] = (uint8_t)(value | 0x80);
    bytes[size++] = (uint8_t)value;
    return memory_add(to, bytes, size);
}

bool reel__zigzag_add(reel_memory *to, int64_t value)
{
    uint64_t sign = value < 0 ? UINT64_MAX : 0;
    return reel__varint_add(to, ((uint64_t)value << 1) ^ sign);
}

static void add(thrift *t, bool fits)
{
    if (!fits) t->failed = true;
}

static void add_byte(thrift *t, unsigned byte)
{
    uint8_t value = (uint8_t)byte;
    add(t, memory_add(t->to, &value, 1));
}

enum { MOST_STEP = 15, MOST_SHORT_LIST = 14 };

/* The ids of a struct's fields rise, by less than 16. */
static void add_field(thrift *t, int id, int type)
{
    int step = id - t->last[t->depth];
    t->last[t->depth] = id;
    add_byte(t, (unsigned)(step & MOST_STEP) << 4 | (unsigned)type);
}

void reel__thrift_i8(thrift *t, int id, int8_t value)
{
    add_field(t, id, THRIFT_I8);
    add_byte(t, (uint8_t)value);
}

void reel__thrift_bool(thrift *t, int id, bool value) { add_field(t, id, value ? THRIFT_TRUE : THRIFT_FALSE); }

void reel__thrift_i16(thrift *t, int id, int16_t value)
{
    add_field(t, id, THRIFT_I16);
    add(t, reel__zigzag_add(t->to, value));
}

void reel__thrift_i32(thrift *t, int id, int32_t value)
{
    add_field(t, id, THRIFT_I32);
    add(t, reel__zigzag_add(t->to, value));
}

void reel__thrift_i64(thrift *t, int id, int64_t value)
{
    add_field(t, id, THRIFT_I64);
    add(t, reel__zigzag_add(t->to, value));
}

void reel__thrift_item_i32(thrift *t, int32_t value) { add(t, reel__zigzag_add(t->to, value)); }

void reel__thrift_item_binary(thrift *t, const void *data, size_t size)
{
    add(t, reel__varint_add(t->to, size));
    add(t, memory_add(t->to, data, size));
}

void reel__thrift_binary(thrift *t, int id, const void *data, size_t size)
{
    add_field(t, id, THRIFT_BINARY);
    reel__thrift_item_binary(t, data, size);
}

void reel__thrift_text(thrift *t, int id, const char *text) { reel__thrift_binary(t, id, text, strlen(text)); }

void reel__thrift_struct(thrift *t, int id)
{
    if (id) add_field(t, id, THRIFT_STRUCT);
    t->last[++t->depth] = 0;
}

void reel__thrift_end(thrift *t)
{
    add_byte(t, 0);
    t->depth--;
}

void reel__thrift_list(thrift *t, int id, int type, size_t count)
{
    add_field(t, id, THRIFT_LIST);
    if (count <= MOST_SHORT_LIST) {
        add_byte(t, (unsigned)count << 4 | (unsigned)type);
    } else {
        add_byte(t, 0xf0 | (unsigned)type);
        add(t, reel__varint_add(t->to, count));
    }
}
