/* SPDX-License-Identifier: MIT
 * The msgpack side of pull.h, on top of libmpack, which is included here as static code and nowhere else. */
#include "codec/pull_form.h"

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
    if (!left) return pull_fail(r, PULL_CUT, start);
    mpack_tokbuf_init(&buffer);
    int status = mpack_read(&buffer, &at, &left, token);
    if (status != MPACK_OK) return pull_fail(r, status == MPACK_EOF ? PULL_CUT : PULL_BROKEN, start);
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
    if ((size_t)(r->end - r->at) < size) return pull_fail(r, PULL_CUT, value->start);
    r->at += size;
    return true;
}

static bool take_items(pull_reader *r, pull_value *value, pull_kind kind, uint64_t count)
{
    value->kind = kind;
    value->count = count;
    return pull_enter(r, value);
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

bool pull_next_msgpack(pull_reader *r, pull_value *value)
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
        if (level->bare && level->value) return pull_fail(r, PULL_CUT, r->at);
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
    default: return pull_fail(r, PULL_BROKEN, value->start);
    }
}

/* Size of a value whose first byte determines it, or 0. */
static inline size_t short_size(uint8_t head)
{
    if (head < 0x80 || head >= 0xe0) return 1;
    if (head >= 0xa0 && head < 0xc0) return 1 + (head & 0x1fu);
    switch (head) {
    case 0xc0:
    case 0xc2:
    case 0xc3: return 1;
    case 0xcc:
    case 0xd0: return 2;
    case 0xcd:
    case 0xd1: return 3;
    case 0xca:
    case 0xce:
    case 0xd2: return 5;
    case 0xcb:
    case 0xcf:
    case 0xd3: return 9;
    default: return 0;
    }
}

/* Skips values of one level until one whose size is not determined by its first byte. */
static void skip_short(pull_reader *r, pull_level *level)
{
    const uint8_t *at = r->at;
    uint64_t left = level->left;
    while (left && at < r->end) {
        size_t size = short_size(*at);
        if (!size || (size_t)(r->end - at) < size) break;
        at += size;
        left--;
    }
    level->left = left;
    r->at = at;
}

/* Skips to the end of the level. Only sizes are decoded, not values. */
bool pull_skip_msgpack(pull_reader *r)
{
    const unsigned outside = r->depth - 1;
    pull_value value;
    mpack_token_t token = { .length = 0 };
    while (r->depth > outside) {
        pull_level *level = &r->levels[r->depth];
        skip_short(r, level);
        if (level->left == 0) {
            r->depth--;
            continue;
        }
        level->left--;
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

void push_head_msgpack(push_writer *w, pull_kind kind, uint64_t number)
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

void push_real_msgpack(push_writer *w, double value)
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
