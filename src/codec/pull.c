/* SPDX-License-Identifier: MIT
 * The parts of pull.h that JSON, msgpack and BSON share: skipping, and copying from one to the other. */
#include "codec/pull.h"

#include "codec/base64.h"
#include "codec/number.h"
#include "codec/pull_form.h"

#include <string.h>

void reel__pull_begin(pull_reader *r, pull_form form, const void *data, size_t size, unsigned most_depth)
{
    static const uint8_t nothing[1] = { 0 };
    r->form = form;
    r->start = r->at = data ? data : nothing;
    r->end = r->start + size;
    r->fault = PULL_OK;
    r->fault_at = NULL;
    r->depth = 0;
    r->most_depth = most_depth < PULL_MOST_DEPTH ? most_depth : PULL_MOST_DEPTH;
    r->levels[0] = (pull_level){ .left = 1, .type = BSON_DOCUMENT };
}

void reel__pull_begin_bson(pull_reader *r, uint8_t type, const void *data, size_t size, unsigned most_depth)
{
    reel__pull_begin(r, PULL_BSON, data, size, most_depth);
    r->levels[0] = (pull_level){ .left = 1, .type = type, .bare = true, .end = r->end, .element = r->start };
}

void reel__pull_begin_members(pull_reader *r, pull_form form, const void *data, size_t size)
{
    reel__pull_begin(r, form, data, size, PULL_MOST_DEPTH);
    r->levels[0] = (pull_level){ .left = UINT64_MAX, .map = true, .bare = true };
}

bool reel__pull_next(pull_reader *r, pull_value *value)
{
    if (r->fault != PULL_OK) return false;
    if (r->form == PULL_BSON) return reel__pull_next_bson(r, value);
    return r->form == PULL_JSON ? reel__pull_next_json(r, value) : reel__pull_next_msgpack(r, value);
}

uint64_t reel__pull_items_left(const pull_reader *r)
{
    const pull_level *level = &r->levels[r->depth];
    if (r->form == PULL_MSGPACK) return level->left;
    return level->any ? UINT64_MAX : 0;
}

void reel__pull_pass_items(pull_reader *r, const uint8_t *end, uint64_t count)
{
    if (r->form == PULL_MSGPACK) r->levels[r->depth].left -= count;
    r->at = end;
}

bool reel__pull_skip(pull_reader *r, const pull_value *value)
{
    if (value->kind != PULL_MAP && value->kind != PULL_ARRAY) return r->fault == PULL_OK;
    if (r->form == PULL_MSGPACK) return reel__pull_skip_msgpack(r);
    pull_value inner;
    for (unsigned outside = r->depth - 1; r->depth > outside;)
        if (!reel__pull_next(r, &inner)) return false;
    return true;
}

bool reel__pull_as_number(const pull_value *value, pull_value *number)
{
    enum { MOST = 40 }; /* digits */
    *number = *value;
    if (value->kind == PULL_UNSIGNED || value->kind == PULL_NEGATIVE || value->kind == PULL_REAL) return true;
    if (value->kind != PULL_STRING || value->escaped || !value->size || value->size > MOST) return false;
    if (value->data[0] != '-' && (value->data[0] < '0' || value->data[0] > '9')) return false;
    pull_reader inner;
    pull_value digits;
    reel__pull_begin(&inner, PULL_JSON, value->data, value->size, 0);
    if (!reel__pull_next(&inner, &digits) || inner.at != inner.end) return false;
    number->kind = digits.kind;
    number->number = digits.number;
    number->real = digits.real;
    return true;
}

/* ---- copying ---------------------------------------------------------------------------------------------------- */

/* Writes binary as a JSON string in base64. */
static void put_base64(push_writer *w, const uint8_t *data, size_t size)
{
    reel__push_item(w);
    w->put(w->context, "\"", 1);
    for (size_t i = 0; i < size; i += 48) {
        char text[64];
        size_t block = size - i < 48 ? size - i : 48;
        reel__base64_text(text, data + i, block);
        w->put(w->context, text, base64_size(block));
    }
    w->put(w->context, "\"", 1);
}

/* A key must be a string in JSON: any other key becomes its text. */
static void put_odd_key(push_writer *w, const pull_value *value)
{
    char text[NUMBER_SIZE] = "";
    size_t size = 0;
    if (value->kind == PULL_UNSIGNED || value->kind == PULL_BOOL) size = reel__number_u64(text, value->number);
    if (value->kind == PULL_NEGATIVE) size = reel__number_i64(text, (int64_t)value->number);
    if (value->kind == PULL_REAL && value->real - value->real == 0) size = reel__number_f64(text, value->real);
    reel__push_string(w, text, size);
}

static void copy_scalar(push_writer *w, const pull_value *value, uint64_t *lost)
{
    bool json = w->form == PULL_JSON;
    if (json && w->levels[w->depth].map && !w->levels[w->depth].value && value->kind != PULL_STRING) {
        ++*lost;
        put_odd_key(w, value);
        return;
    }
    switch (value->kind) {
    case PULL_NULL: reel__push_null(w); break;
    case PULL_BOOL: reel__push_bool(w, value->number != 0); break;
    case PULL_UNSIGNED: reel__push_integer(w, false, value->number); break;
    case PULL_NEGATIVE: reel__push_integer(w, true, value->number); break;
    case PULL_REAL:
        *lost += json && !(value->real - value->real == 0);
        reel__push_real(w, value->real);
        break;
    case PULL_BINARY:
        ++*lost;
        put_base64(w, value->data, value->size);
        break;
    default:
        ++*lost;
        reel__push_null(w);
        break;
    }
}

/* msgpack states the number of items before them. In JSON they are counted with a copy of the reader. */
static bool count_items(const pull_reader *r, uint64_t *count)
{
    pull_reader ahead;
    pull_value value;
    reel__pull_begin(&ahead, r->form, r->at, (size_t)(r->end - r->at), r->most_depth);
    ahead.levels[++ahead.depth] = r->levels[r->depth]; /* just entered */
    for (*count = 0; reel__pull_next(&ahead, &value) && value.kind != PULL_END; ++*count)
        if (!reel__pull_skip(&ahead, &value)) return false;
    return ahead.fault == PULL_OK;
}

bool reel__pull_copy(pull_reader *r, const pull_value *first, push_writer *w, uint64_t *lost)
{
    pull_value value = *first;
    const unsigned outside = r->depth - (value.kind == PULL_MAP || value.kind == PULL_ARRAY);
    for (;;) {
        uint64_t count = value.count;
        bool counted = r->form == PULL_MSGPACK || w->form == PULL_JSON;
        if (value.kind == PULL_END) {
            reel__push_end(w);
        } else if (value.kind == PULL_MAP || value.kind == PULL_ARRAY) {
            if (!counted && !count_items(r, &count)) return reel__pull_fail(r, PULL_BROKEN, value.start);
            if (value.kind == PULL_MAP)
                reel__push_map(w, counted ? count : count / 2);
            else
                reel__push_array(w, count);
        } else if (value.kind == PULL_STRING) {
            reel__push_text(w, &value);
        } else {
            copy_scalar(w, &value, lost);
        }
        if (r->depth <= outside) return true;
        if (!reel__pull_next(r, &value)) return false;
    }
}
