/* SPDX-License-Identifier: MIT
 * Reads BSON 1.1. Every document states its length, which bounds what is in it: a length is compared with the bytes that are left in the
 * innermost document before anything else. Offsets of faults are those of the element, which begins with its type, or of the byte where a
 * document should end. A document that the end of the input cuts is read up to there: then a value that reaches beyond is PULL_CUT,
 * which is PULL_BROKEN in all others. */
#include "codec/pull.h"
#include "codec/pull_form.h"

#include <reel/format.h>

enum { LEAST_CODE_WITH_SCOPE = 14, POINTER_ID = 12, CUT = -1, BROKEN = -2 };

/* Bytes of the values of a type whose size is fixed; -1: not fixed, or no type. */
static int fixed_size(uint8_t type)
{
    switch (type) {
    case 0x06:
    case BSON_NULL:
    case 0x7f:
    case 0xff: return 0;
    case BSON_BOOL: return 1;
    case BSON_INT32: return 4;
    case BSON_DOUBLE:
    case BSON_DATE:
    case 0x11:
    case BSON_INT64: return 8;
    case 0x07: return 12;
    case 0x13: return 16;
    default: return -1;
    }
}

/* Size of a string with its length, or CUT or BROKEN. */
static ptrdiff_t string_size(const uint8_t *at, size_t left)
{
    if (left < 4) return CUT;
    uint32_t size = reel_load_u32le(at);
    if (size < 1 || size > INT32_MAX) return BROKEN;
    if (size > left - 4) return CUT;
    return at[4 + size - 1] == 0 ? (ptrdiff_t)(4 + size) : BROKEN;
}

static ptrdiff_t texts_size(const uint8_t *at, size_t left)
{
    const uint8_t *first = left ? memchr(at, 0, left) : NULL;
    size_t size = first ? (size_t)(first - at) + 1 : 0;
    const uint8_t *second = first && left > size ? memchr(first + 1, 0, left - size) : NULL;
    return second ? second + 1 - at : CUT;
}

static ptrdiff_t code_size(const uint8_t *at, size_t left)
{
    if (left < 4) return CUT;
    uint32_t size = reel_load_u32le(at);
    if (size < LEAST_CODE_WITH_SCOPE || size > INT32_MAX) return BROKEN;
    if (size > left) return CUT;
    ptrdiff_t code = string_size(at + 4, size - 4);
    if (code < 0 || size - 4 - (size_t)code < BSON_LEAST_DOCUMENT) return BROKEN;
    return reel_load_u32le(at + 4 + code) == size - 4 - (size_t)code ? (ptrdiff_t)size : BROKEN;
}

/* Size of a value that is not a document, or CUT (it reaches beyond the bytes that are left) or BROKEN. */
static ptrdiff_t value_size(uint8_t type, const uint8_t *at, size_t left)
{
    int fixed = fixed_size(type);
    if (fixed >= 0) return (size_t)fixed <= left ? fixed : CUT;
    ptrdiff_t size;
    switch (type) {
    case BSON_STRING:
    case 0x0d:
    case 0x0e: return string_size(at, left);
    case 0x0c: size = string_size(at, left); return size < 0 ? size : left - (size_t)size < POINTER_ID ? CUT : size + POINTER_ID;
    case 0x0b: return texts_size(at, left);
    case 0x0f: return code_size(at, left);
    case BSON_BINARY:
        if (left >= 4 && reel_load_u32le(at) > INT32_MAX) return BROKEN;
        return left < 5 || reel_load_u32le(at) > left - 5 ? CUT : (ptrdiff_t)reel_load_u32le(at) + 5;
    default: return BROKEN;
    }
}

static bool fail_element(pull_reader *r, const pull_level *level, bool cut)
{
    return reel__pull_fail(r, cut && level->missing ? PULL_CUT : PULL_BROKEN, level->element);
}

static bool enter(pull_reader *r, const pull_level *outside, pull_value *value)
{
    size_t left = (size_t)(outside->end - r->at);
    if (left < 4) return fail_element(r, outside, true);
    uint32_t size = reel_load_u32le(r->at);
    size_t missing = size > left ? size - left : 0;
    if (size < BSON_LEAST_DOCUMENT || size > INT32_MAX || missing > outside->missing) return fail_element(r, outside, false);
    if (r->depth >= r->most_depth) return reel__pull_fail(r, PULL_DEEP, outside->element);
    bool map = outside->type == BSON_DOCUMENT;
    const uint8_t *end = missing ? outside->end : r->at + size;
    value->kind = map ? PULL_MAP : PULL_ARRAY;
    r->at += 4;
    r->levels[++r->depth] = (pull_level){ .map = map, .end = end, .missing = missing };
    return true;
}

/* Enters the outermost document. */
static bool enter_first(pull_reader *r, pull_value *value)
{
    pull_level *level = &r->levels[0];
    size_t left = (size_t)(r->end - r->at);
    if (left < BSON_LEAST_DOCUMENT) return reel__pull_fail(r, PULL_CUT, r->at);
    level->end = r->end;
    level->element = r->at;
    uint32_t size = reel_load_u32le(r->at);
    level->missing = size > left ? size - left : 0;
    value->element = value->start = r->at;
    value->type = level->type;
    return enter(r, level, value);
}

static void store_value(pull_value *value, const uint8_t *at, size_t size)
{
    value->data = at;
    value->size = size;
    switch (value->type) {
    case BSON_DOUBLE:
        value->kind = PULL_REAL;
        value->real = reel_double_of(reel_load_u64le(at));
        break;
    case BSON_STRING:
        value->kind = PULL_STRING;
        value->data = at + 4;
        value->size = size - 5;
        break;
    case BSON_BINARY:
        value->kind = PULL_BINARY;
        value->data = at + 5;
        value->size = size - 5;
        value->number = at[4];
        break;
    case BSON_BOOL:
        value->kind = PULL_BOOL;
        value->number = at[0];
        break;
    case BSON_NULL: value->kind = PULL_NULL; break;
    case BSON_INT32:
    case BSON_INT64:
        value->number = value->type == BSON_INT64 ? reel_load_u64le(at) : (uint64_t)(int64_t)(int32_t)reel_load_u32le(at);
        value->kind = (int64_t)value->number < 0 ? PULL_NEGATIVE : PULL_UNSIGNED;
        break;
    default: value->kind = PULL_EXTENSION; break;
    }
}

/* Reads the value of an element; its type and key were read. */
static bool read_value(pull_reader *r, pull_level *level, pull_value *value)
{
    level->value = false;
    value->type = level->type;
    value->element = level->element;
    value->start = r->at;
    if (level->type == BSON_DOCUMENT || level->type == BSON_ARRAY) return enter(r, level, value);
    ptrdiff_t size = value_size(level->type, r->at, (size_t)(level->end - r->at));
    if (size < 0) return fail_element(r, level, size == CUT);
    store_value(value, r->at, (size_t)size);
    r->at += size;
    return true;
}

/* Ends a document at the byte 0. One that is cut cannot end: at most, only the stated length of the outermost is wrong. */
static bool leave(pull_reader *r, const pull_level *level, pull_value *value)
{
    bool last = r->at + 1 == level->end;
    if (last && level->missing && r->depth == 1) return reel__pull_fail(r, PULL_CUT, r->end);
    if (!last || level->missing) return reel__pull_fail(r, PULL_BROKEN, r->at);
    value->element = value->start = r->at++;
    value->kind = PULL_END;
    r->depth--;
    return true;
}

bool reel__pull_next_bson(pull_reader *r, pull_value *value)
{
    pull_level *level = &r->levels[r->depth];
    *value = (pull_value){ .kind = PULL_END, .start = r->at };
    if (r->depth == 0) {
        if (!level->left) return true;
        level->left = 0;
        return level->bare ? read_value(r, level, value) : enter_first(r, value);
    }
    if (level->value) return read_value(r, level, value);
    level->element = r->at;
    if (r->at == level->end) return fail_element(r, level, true);
    level->type = *r->at;
    if (level->type == 0) return leave(r, level, value);
    const uint8_t *key = r->at + 1, *end = memchr(key, 0, (size_t)(level->end - key));
    if (!end) return fail_element(r, level, true);
    r->at = end + 1;
    if (!level->map) return read_value(r, level, value);
    level->value = true;
    *value = (pull_value){ .kind = PULL_STRING,
                           .start = key,
                           .data = key,
                           .size = (size_t)(end - key),
                           .type = level->type,
                           .element = level->element };
    return true;
}
