/* SPDX-License-Identifier: MIT */
#include "formats/xror/bson_out.h"

#include "codec/number.h"

static void put_u32(bson_out *out, uint32_t value)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, value);
    bson_raw(out, bytes, sizeof bytes);
}

static void put_u64(bson_out *out, uint64_t value)
{
    uint8_t bytes[8];
    reel_store_u64le(bytes, value);
    bson_raw(out, bytes, sizeof bytes);
}

static void enter(bson_out *out, bool array)
{
    out->starts[out->depth] = out->block.size;
    out->arrays[out->depth] = array;
    out->counts[out->depth++] = 0;
    put_u32(out, 0);
}

void reel__bson_begin(bson_out *out) { enter(out, false); }

void reel__bson_element(bson_out *out, uint8_t type, const void *key, size_t size)
{
    char number[NUMBER_SIZE];
    bson_raw(out, &type, 1);
    if (out->arrays[out->depth - 1]) {
        size = reel__number_u64(number, out->counts[out->depth - 1]++);
        key = number;
    }
    bson_raw(out, key, size);
    bson_raw(out, "", 1);
}

static void named(bson_out *out, uint8_t type, const char *key) { reel__bson_element(out, type, key, key ? strlen(key) : 0); }

void reel__bson_open(bson_out *out, uint8_t type, const char *key)
{
    named(out, type, key);
    enter(out, type == BSON_ARRAY);
}

void reel__bson_close(bson_out *out)
{
    bson_raw(out, "", 1);
    size_t start = out->starts[--out->depth];
    if (!out->failed) reel_store_u32le(out->block.data + start, (uint32_t)(out->block.size - start));
}

void reel__bson_copy(bson_out *out, const uint8_t *start, const uint8_t *end)
{
    bson_raw(out, start, (size_t)(end - start));
    out->counts[out->depth - 1]++;
}

void reel__bson_string(bson_out *out, const char *key, reel_string text)
{
    named(out, BSON_STRING, key);
    put_u32(out, (uint32_t)text.size + 1);
    bson_raw(out, text.data, text.size);
    bson_raw(out, "", 1);
}

void reel__bson_double(bson_out *out, const char *key, double value)
{
    named(out, BSON_DOUBLE, key);
    put_u64(out, reel_double_bits(value));
}

void reel__bson_bool(bson_out *out, const char *key, uint8_t value)
{
    named(out, BSON_BOOL, key);
    bson_raw(out, &value, 1);
}

void reel__bson_date(bson_out *out, const char *key, int64_t value)
{
    named(out, BSON_DATE, key);
    put_u64(out, (uint64_t)value);
}

void reel__bson_integer(bson_out *out, const char *key, int64_t value)
{
    bool narrow = value >= INT32_MIN && value <= INT32_MAX;
    named(out, narrow ? BSON_INT32 : BSON_INT64, key);
    if (narrow)
        put_u32(out, (uint32_t)(int32_t)value);
    else
        put_u64(out, (uint64_t)value);
}

void reel__bson_binary(bson_out *out, const char *key, reel_bytes data)
{
    named(out, BSON_BINARY, key);
    put_u32(out, (uint32_t)data.size);
    bson_raw(out, "", 1);
    bson_raw(out, data.data, data.size);
}
