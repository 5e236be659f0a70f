/* SPDX-License-Identifier: MIT
 * The msgpack side of pull.h, on top of libmpack, which is included here as static code and nowhere else. */
#include "codec/pull.h"
#include "codec/pull_form.h"

#include <reel/format.h>

#include <string.h>

#define MPACK_API static

#include "codec/vendored_begin.h"

#include "mpack/core.c" /* NOLINT(bugprone-suspicious-include): static, so that no symbol leaves */

#include "codec/vendored_end.h"

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Reads the head of the next value: everything except the bytes of strings and the items of maps and arrays. */
static bool next_token(pull_reader *r, mpack_token_t *token)
{
    const uint8_t *start = r->at;
    const char *at = (const char *)start;
    size_t left = (size_t)(r->end - start);
    mpack_tokbuf_t buffer;
    if (!left) return reel__pull_fail(r, PULL_CUT, start);
    mpack_tokbuf_init(&buffer);
    int status = mpack_read(&buffer, &at, &left, token);
    if (status != MPACK_OK) return reel__pull_fail(r, status == MPACK_EOF ? PULL_CUT : PULL_BROKEN, start);
    r->at = (const uint8_t *)at;
    return true;
}

static uint64_t number_of(const mpack_token_t *token) { return (uint64_t)token->data.value.hi << 32 | token->data.value.lo; }

/* libmpack does not sign-extend integers of fewer than 8 bytes. */
static uint64_t negative_of(const mpack_token_t *token)
{
    uint64_t number = number_of(token);
    return token->length < 8 ? number | UINT64_MAX << 8 * token->length : number;
}

static double real_of(const mpack_token_t *token)
{
    if (token->length == 4) {
        float single;
        memcpy(&single, &token->data.value.lo, sizeof single);
        return (double)single;
    }
    uint64_t bits = number_of(token);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool take_bytes(pull_reader *r, pull_value *value, pull_kind kind, size_t size)
{
    value->kind = kind;
    value->data = r->at;
    value->size = size;
    if ((size_t)(r->end - r->at) < size) return reel__pull_fail(r, PULL_CUT, value->start);
    r->at += size;
    return true;
}

static bool take_items(pull_reader *r, pull_value *value, pull_kind kind, uint64_t count)
{
    value->kind = kind;
    value->count = count;
    return reel__pull_enter(r, value);
}

static uint64_t load_be(const uint8_t *at, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++) number = number << 8 | at[i];
    return number;
}

/* Fast path for the most common forms: small integers, short strings, booleans and floats. Returns false, without consuming anything, for
 * other forms and at the end of the input. */
static inline bool take_short(pull_reader *r, pull_value *value)
{
    const uint8_t *at = r->at;
    size_t left = (size_t)(r->end - at), size;
    if (left < 6) return false;
    uint8_t head = *at;
    if (head < 0x80) {
        value->kind = PULL_UNSIGNED;
        value->number = head;
        r->at = at + 1;
        return true;
    }
    if (head >= 0xa0 && head < 0xc0) {
        size = head & 0x1fu;
        if (left - 1 < size) return false;
        value->kind = PULL_STRING;
        value->data = at + 1;
        value->size = size;
        r->at = at + 1 + size;
        return true;
    }
    if (head == 0xc2 || head == 0xc3) {
        value->kind = PULL_BOOL;
        value->number = head & 1u;
        r->at = at + 1;
        return true;
    }
    if (head >= 0xcc && head <= 0xce) {
        size = (size_t)1 << (head - 0xcc);
        value->kind = PULL_UNSIGNED;
        value->number = load_be(at + 1, size);
        r->at = at + 1 + size;
        return true;
    }
    if (head != 0xca) return false;
    uint32_t bits = (uint32_t)load_be(at + 1, 4);
    float single;
    memcpy(&single, &bits, sizeof single);
    value->kind = PULL_REAL;
    value->real = (double)single;
    r->at = at + 5;
    return true;
}

bool reel__pull_next_msgpack(pull_reader *r, pull_value *value)
{
    pull_level *level = &r->levels[r->depth];
    mpack_token_t token;
    value->start = r->at;
    value->escaped = false;
    value->count = 0;
    if (level->left && !level->bare && take_short(r, value)) {
        level->left--;
        return true;
    }
    if (level->left == 0 || (level->bare && r->at == r->end)) {
        if (level->bare && level->value) return reel__pull_fail(r, PULL_CUT, r->at);
        value->kind = PULL_END;
        if (r->depth) r->depth--;
        return true;
    }
    if (!next_token(r, &token)) return false;
    level->left--;
    level->value = level->map && !level->value;
    switch (token.type) {
    case MPACK_TOKEN_NIL: value->kind = PULL_NULL; return true;
    case MPACK_TOKEN_BOOLEAN:
        value->kind = PULL_BOOL;
        value->number = token.data.value.lo;
        return true;
    case MPACK_TOKEN_UINT:
        value->kind = PULL_UNSIGNED;
        value->number = number_of(&token);
        return true;
    case MPACK_TOKEN_SINT:
        value->kind = PULL_NEGATIVE;
        value->number = negative_of(&token);
        return true;
    case MPACK_TOKEN_FLOAT:
        value->kind = PULL_REAL;
        value->real = real_of(&token);
        return true;
    case MPACK_TOKEN_STR: return take_bytes(r, value, PULL_STRING, token.length);
    case MPACK_TOKEN_BIN: return take_bytes(r, value, PULL_BINARY, token.length);
    case MPACK_TOKEN_EXT: return take_bytes(r, value, PULL_EXTENSION, token.length);
    case MPACK_TOKEN_ARRAY: return take_items(r, value, PULL_ARRAY, token.length);
    case MPACK_TOKEN_MAP: return take_items(r, value, PULL_MAP, token.length);
    case MPACK_TOKEN_CHUNK:
    default: return reel__pull_fail(r, PULL_BROKEN, value->start);
    }
}

#define SIXTEEN(n) n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n

/* The sizes of values whose first byte determines them; 0: of the others, and of maps and arrays. */
static const uint8_t short_sizes[256] = {
    SIXTEEN(1), SIXTEEN(1), SIXTEEN(1), SIXTEEN(1), SIXTEEN(1), SIXTEEN(1), SIXTEEN(1), SIXTEEN(1), /* small integers */
    SIXTEEN(0), SIXTEEN(0),                                                                         /* maps, arrays */
    1,          2,          3,          4,          5,          6,          7,          8,
    9,          10,         11,         12,         13,         14,         15,         16, /* strings */
    17,         18,         19,         20,         21,         22,         23,         24,
    25,         26,         27,         28,         29,         30,         31,         32, /* */
    1,          0,          1,          1,          0,          0,          0,          0,
    0,          0,          5,          9,          2,          3,          5,          9, /* nil, booleans, numbers */
    2,          3,          5,          9,          0,          0,          0,          0,
    0,          0,          0,          0,          0,          0,          0,          0, /* negative integers */
    SIXTEEN(1), SIXTEEN(1),                                                                /* small negative ones */
};

/* Where the first bytes of the values of an item are, and what they are: they determine its size and all that is in it. */
enum { SHAPE_WORDS = 8, SHAPE_BYTES = 8 * SHAPE_WORDS, SHORT_ITEMS = 0x0f, MAP = 0x80, ARRAY = 0x90 };
typedef struct item_shape {
    size_t size;
    uint64_t mask[SHAPE_WORDS], heads[SHAPE_WORDS];
} item_shape;

static bool is_short_head(uint8_t byte) { return (byte & ~SHORT_ITEMS) == MAP || (byte & ~SHORT_ITEMS) == ARRAY; }

/* Of an item of short values. False: it is too long. */
static bool learn_shape(item_shape *shape, const uint8_t *item, size_t size)
{
    if (size > SHAPE_BYTES) return false;
    *shape = (item_shape){ .size = size };
    for (size_t at = 0; at < size; at += is_short_head(item[at]) ? 1 : short_sizes[item[at]]) {
        shape->mask[at / 8] |= UINT64_C(0xff) << at % 8 * 8;
        shape->heads[at / 8] |= (uint64_t)item[at] << at % 8 * 8;
    }
    return true;
}

/* Skips items of the shape, of which there are *left. */
static const uint8_t *skip_shaped(const item_shape *shape, const uint8_t *at, const uint8_t *end, uint64_t *left)
{
    const size_t words = (shape->size + 7) / 8;
    for (; *left && end - at >= SHAPE_BYTES; --*left, at += shape->size) {
        uint64_t differ = 0;
        for (size_t i = 0; i < words; i++) differ |= (reel_load_u64le(at + 8 * i) & shape->mask[i]) ^ shape->heads[i];
        if (differ) break;
    }
    return at;
}

/* Skips values of the levels above `outside` until one whose first byte determines neither its size nor its number of items. Items of an
 * array are often alike but for their numbers: those that are as the one before are compared by words. */
static void skip_short(pull_reader *r, unsigned outside)
{
    enum { LONGEST = 32, MOST_MISSES = 8 };
    const uint8_t *at = r->at, *const end = r->end, *item = NULL;
    const uint8_t *const fence = end - at >= LONGEST ? end - LONGEST : at; /* before it, all bytes of a short value are there */
    unsigned depth = r->depth, item_depth = 0, misses = 0;
    uint64_t left = r->levels[depth].left;
    item_shape shape;
    for (;;) {
        size_t size;
        for (; left && at < fence; left--, at += size)
            if (!(size = short_sizes[*at])) break;
        for (; left && at < end; left--, at += size)
            if (!(size = short_sizes[*at]) || (size_t)(end - at) < size) break;
        if (left == 0) {
            if (--depth == outside) break;
            left = r->levels[depth].left;
            if (!item || depth != item_depth) continue;
            const uint8_t *next = at;
            if (learn_shape(&shape, item, (size_t)(at - item))) next = skip_shaped(&shape, at, end, &left);
            misses = next > at ? 0 : misses + 1;
            at = next;
            item = NULL;
            continue;
        }
        if (at == end || !is_short_head(*at) || depth >= r->most_depth) break;
        if (!r->levels[depth].map && left > 1 && misses < MOST_MISSES) {
            item = at;
            item_depth = depth;
        }
        const bool map = (*at & ~SHORT_ITEMS) == MAP;
        r->levels[depth++].left = left - 1;
        r->levels[depth] = (pull_level){ .map = map };
        left = (uint64_t)(*at++ & SHORT_ITEMS) << map;
    }
    if (depth > outside) r->levels[depth].left = left;
    r->depth = depth;
    r->at = at;
}

/* Skips to the end of the level. Only sizes are decoded, not values. */
bool reel__pull_skip_msgpack(pull_reader *r)
{
    const unsigned outside = r->depth - 1;
    pull_value value;
    mpack_token_t token = { .length = 0 };
    for (skip_short(r, outside); r->depth > outside; skip_short(r, outside)) {
        r->levels[r->depth].left--;
        value.start = r->at;
        if (!next_token(r, &token)) return false;
        if (token.type == MPACK_TOKEN_MAP || token.type == MPACK_TOKEN_ARRAY) {
            if (!take_items(r, &value, token.type == MPACK_TOKEN_MAP ? PULL_MAP : PULL_ARRAY, token.length)) return false;
        } else if (token.type > MPACK_TOKEN_MAP) {
            if (!take_bytes(r, &value, PULL_BINARY, token.length)) return false;
        }
    }
    return true;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void put_token(push_writer *w, const mpack_token_t *token)
{
    char bytes[MPACK_MAX_TOKEN_LEN], *at = bytes;
    size_t left = sizeof bytes;
    mpack_tokbuf_t buffer;
    mpack_tokbuf_init(&buffer);
    if (mpack_write(&buffer, &at, &left, token) == MPACK_OK) w->put(w->context, bytes, sizeof bytes - left);
}

void reel__push_head_msgpack(push_writer *w, pull_kind kind, uint64_t number)
{
    static const mpack_token_type_t types[] = {
        [PULL_NULL] = MPACK_TOKEN_NIL,      [PULL_BOOL] = MPACK_TOKEN_BOOLEAN, [PULL_UNSIGNED] = MPACK_TOKEN_UINT,
        [PULL_NEGATIVE] = MPACK_TOKEN_SINT, [PULL_STRING] = MPACK_TOKEN_STR,   [PULL_ARRAY] = MPACK_TOKEN_ARRAY,
        [PULL_MAP] = MPACK_TOKEN_MAP,
    };
    mpack_token_t token = { .type = types[kind], .length = (mpack_uint32_t)number };
    if (kind == PULL_NEGATIVE && (int64_t)number < INT32_MIN) { /* libmpack only checks the low half */
        uint8_t bytes[9] = { 0xd3 };
        for (unsigned i = 0; i < 8; i++) bytes[8 - i] = (uint8_t)(number >> 8 * i);
        w->put(w->context, bytes, sizeof bytes);
        return;
    }
    if (kind != PULL_STRING && kind != PULL_ARRAY && kind != PULL_MAP) {
        token.data.value.lo = (mpack_uint32_t)number;
        token.data.value.hi = (mpack_uint32_t)(number >> 32);
    }
    put_token(w, &token);
}

void reel__push_real_msgpack(push_writer *w, double value)
{
    mpack_token_t token = { .type = MPACK_TOKEN_FLOAT, .length = 8 };
    /* a NaN keeps its 8 bytes so that no bit is lost; values outside the range of float do not fit 4 bytes */
    bool fits = value - value == 0 ? value <= 3.4028234663852886e38 && value >= -3.4028234663852886e38 : value == value;
    float single = fits ? (float)value : 0;
    if (fits && (double)single == value) {
        token.length = 4;
        memcpy(&token.data.value.lo, &single, sizeof single);
    } else {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        token.data.value.lo = (mpack_uint32_t)bits;
        token.data.value.hi = (mpack_uint32_t)(bits >> 32);
    }
    put_token(w, &token);
}
