/* SPDX-License-Identifier: MIT */
#include "columns/parquet/thrift_read.h"

static void fail(thrift_in *in)
{
    in->failed = true;
    in->at = in->end;
}

static uint8_t take_byte(thrift_in *in)
{
    if (in->at < in->end) return *in->at++;
    fail(in);
    return 0;
}

uint64_t reel__thrift_take_varint(thrift_in *in)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t byte = take_byte(in);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return in->failed ? 0 : value;
    }
    fail(in);
    return 0;
}

int64_t reel__thrift_take_number(thrift_in *in)
{
    const uint64_t value = reel__thrift_take_varint(in);
    return (int64_t)(value >> 1 ^ (0 - (value & 1)));
}

reel_bytes reel__thrift_take_binary(thrift_in *in)
{
    const uint64_t size = reel__thrift_take_varint(in);
    if (size > (size_t)(in->end - in->at)) {
        fail(in);
        return (reel_bytes){ NULL, 0 };
    }
    const reel_bytes bytes = { in->at, (size_t)size };
    in->at += size;
    return bytes;
}

bool reel__thrift_take_field(thrift_in *in, thrift_field *field)
{
    const uint8_t head = take_byte(in);
    const int step = head >> 4;
    if (!head || in->failed) return false;
    field->type = head & 15;
    field->id = step ? field->id + step : (int)(int16_t)reel__thrift_take_number(in);
    return !in->failed;
}

size_t reel__thrift_take_list(thrift_in *in, int *type)
{
    const uint8_t head = take_byte(in);
    const uint64_t count = head >> 4 == 15 ? reel__thrift_take_varint(in) : head >> 4;
    *type = head & 15;
    if (count <= (size_t)(in->end - in->at)) return (size_t)count;
    fail(in);
    return 0;
}

/* What is still to be skipped at each depth: items of a list, or a struct. */
typedef struct skipping {
    size_t items; /* of a list; 0: a struct */
    int type;     /* of the items */
} skipping;

/* Skips a value that has no others in it; false: it has, and `inner` is what. */
static bool skip_simple(thrift_in *in, int type, bool is_item, skipping *inner)
{
    switch (type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE:
        if (is_item) take_byte(in);
        return true;
    case THRIFT_I8: take_byte(in); return true;
    case THRIFT_I16:
    case THRIFT_I32:
    case THRIFT_I64: reel__thrift_take_varint(in); return true;
    case THRIFT_BINARY: reel__thrift_take_binary(in); return true;
    case THRIFT_LIST: inner->items = reel__thrift_take_list(in, &inner->type); return !inner->items;
    case THRIFT_STRUCT: *inner = (skipping){ 0, 0 }; return false;
    default: fail(in); return true;
    }
}

void reel__thrift_skip(thrift_in *in, int type)
{
    enum { DEPTH = 16 };
    skipping open[DEPTH];
    int depth = skip_simple(in, type, false, &open[0]) ? 0 : 1;
    while (depth && !in->failed) {
        skipping *top = &open[depth - 1];
        thrift_field field = { 0, 0 };
        const bool is_item = top->items > 0;
        if (!is_item && !reel__thrift_take_field(in, &field)) {
            depth--;
            continue;
        }
        if (depth == DEPTH) {
            fail(in);
            return;
        }
        const int inner = is_item ? top->type : field.type;
        if (is_item && !--top->items) depth--; /* its last item: the list has ended once that is skipped */
        if (!skip_simple(in, inner, is_item, &open[depth])) depth++;
    }
}
