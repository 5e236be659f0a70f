/* SPDX-License-Identifier: MIT
 * What is the same for JSON and msgpack: passing over, copying from one to the other. */
#include "codec/pull.h"

#include "codec/number.h"
#include "codec/pull_form.h"

#include <string.h>

void tree_begin(tree_reader *r, tree_form form, const void *data, size_t size, unsigned most_depth)
{
    static const uint8_t nothing[1] = { 0 };
    r->form = form;
    r->start = r->at = data ? data : nothing;
    r->end = r->start + size;
    r->fault = TREE_FINE;
    r->fault_at = NULL;
    r->depth = 0;
    r->most_depth = most_depth < TREE_MOST_DEPTH ? most_depth : TREE_MOST_DEPTH;
    r->levels[0] = (tree_level){ .left = 1 };
}

void tree_begin_members(tree_reader *r, tree_form form, const void *data, size_t size)
{
    tree_begin(r, form, data, size, TREE_MOST_DEPTH);
    r->levels[0] = (tree_level){ .left = UINT64_MAX, .map = true, .bare = true };
}

bool tree_fail(tree_reader *r, tree_fault fault, const uint8_t *at)
{
    if (r->fault == TREE_FINE) {
        r->fault = fault;
        r->fault_at = at;
    }
    r->at = r->end;
    return false;
}

bool tree_enter(tree_reader *r, const tree_value *value)
{
    if (r->depth >= r->most_depth) return tree_fail(r, TREE_DEEP, value->start);
    bool map = value->kind == TREE_MAP;
    r->levels[++r->depth] = (tree_level){ .left = map ? 2 * value->count : value->count, .map = map };
    return true;
}

bool tree_next(tree_reader *r, tree_value *value)
{
    if (r->fault != TREE_FINE) return false;
    return r->form == TREE_JSON ? tree_next_json(r, value) : tree_next_msgpack(r, value);
}

bool tree_skip(tree_reader *r, const tree_value *value)
{
    if (value->kind != TREE_MAP && value->kind != TREE_ARRAY) return r->fault == TREE_FINE;
    if (r->form == TREE_MSGPACK) return tree_skip_msgpack(r);
    tree_value inner;
    for (unsigned outside = r->depth - 1; r->depth > outside;)
        if (!tree_next(r, &inner)) return false;
    return true;
}

/* ---- copying ---------------------------------------------------------------------------------------------------- */

static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* As a JSON string. */
static void put_base64(tree_writer *w, const uint8_t *data, size_t size)
{
    tree_item(w);
    w->put(w->context, "\"", 1);
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)data[i] << 16;
        if (i + 1 < size) bits |= (uint32_t)data[i + 1] << 8;
        if (i + 2 < size) bits |= data[i + 2];
        char text[4] = { base64_digits[bits >> 18], base64_digits[bits >> 12 & 63], base64_digits[bits >> 6 & 63],
                         base64_digits[bits & 63] };
        if (i + 2 >= size) text[3] = '=';
        if (i + 1 >= size) text[2] = '=';
        w->put(w->context, text, 4);
    }
    w->put(w->context, "\"", 1);
}

/* A key of a map must be a string in JSON: what else it was becomes its text. */
static void put_odd_key(tree_writer *w, const tree_value *value)
{
    char text[NUMBER_SIZE] = "";
    size_t size = 0;
    if (value->kind == TREE_UNSIGNED || value->kind == TREE_BOOL) size = number_u64(text, value->number);
    if (value->kind == TREE_NEGATIVE) size = number_i64(text, (int64_t)value->number);
    if (value->kind == TREE_REAL && value->real - value->real == 0) size = number_f64(text, value->real);
    tree_put_string(w, text, size);
}

static void copy_scalar(tree_writer *w, const tree_value *value, uint64_t *lost)
{
    bool json = w->form == TREE_JSON;
    if (json && w->levels[w->depth].map && !w->levels[w->depth].value && value->kind != TREE_STRING) {
        ++*lost;
        put_odd_key(w, value);
        return;
    }
    switch (value->kind) {
    case TREE_NULL: tree_put_null(w); break;
    case TREE_BOOL: tree_put_bool(w, value->number != 0); break;
    case TREE_UNSIGNED: tree_put_integer(w, false, value->number); break;
    case TREE_NEGATIVE: tree_put_integer(w, true, value->number); break;
    case TREE_REAL:
        *lost += json && !(value->real - value->real == 0);
        tree_put_real(w, value->real);
        break;
    case TREE_BINARY:
        ++*lost;
        put_base64(w, value->data, value->size);
        break;
    default:
        ++*lost;
        tree_put_null(w);
        break;
    }
}

/* msgpack wants the number of items before them; JSON has to be looked through for it. */
static bool count_items(const tree_reader *r, uint64_t *count)
{
    tree_reader ahead;
    tree_value value;
    tree_begin(&ahead, r->form, r->at, (size_t)(r->end - r->at), r->most_depth);
    ahead.levels[++ahead.depth] = r->levels[r->depth]; /* just entered */
    for (*count = 0; tree_next(&ahead, &value) && value.kind != TREE_END; ++*count)
        if (!tree_skip(&ahead, &value)) return false;
    return ahead.fault == TREE_FINE;
}

bool tree_copy(tree_reader *r, const tree_value *first, tree_writer *w, uint64_t *lost)
{
    tree_value value = *first;
    const unsigned outside = r->depth - (value.kind == TREE_MAP || value.kind == TREE_ARRAY);
    for (;;) {
        uint64_t count = value.count;
        bool counted = r->form == TREE_MSGPACK || w->form == TREE_JSON;
        if (value.kind == TREE_END) {
            tree_put_end(w);
        } else if (value.kind == TREE_MAP || value.kind == TREE_ARRAY) {
            if (!counted && !count_items(r, &count)) return tree_fail(r, TREE_BROKEN, value.start);
            if (value.kind == TREE_MAP)
                tree_put_map(w, counted ? count : count / 2);
            else
                tree_put_array(w, count);
        } else if (value.kind == TREE_STRING) {
            tree_put_text(w, &value);
        } else {
            copy_scalar(w, &value, lost);
        }
        if (r->depth <= outside) return true;
        if (!tree_next(r, &value)) return false;
    }
}

void tree_write(tree_writer *w, tree_form form, void (*put)(void *context, const void *data, size_t size), void *context)
{
    w->form = form;
    w->spaced = false;
    w->put = put;
    w->context = context;
    w->depth = 0;
    w->levels[0] = (tree_place){ 0 };
}

/* Before a value or a key: JSON's punctuation. */
void tree_item(tree_writer *w)
{
    tree_place *place = &w->levels[w->depth];
    if (w->form == TREE_JSON && place->value)
        w->put(w->context, ": ", w->spaced ? 2 : 1);
    else if (w->form == TREE_JSON && place->any)
        w->put(w->context, ", ", w->spaced ? 2 : 1);
    place->any = true;
    if (place->map) place->value = !place->value;
}

void tree_put_members(tree_writer *w, const void *data, size_t size)
{
    if (!size) return;
    tree_place *place = &w->levels[w->depth];
    if (w->form == TREE_JSON && place->any) w->put(w->context, ", ", w->spaced ? 2 : 1);
    place->any = true;
    w->put(w->context, data, size);
}

void tree_put_raw(tree_writer *w, const void *data, size_t size)
{
    tree_item(w);
    w->put(w->context, data, size);
}

static void go_in(tree_writer *w, bool map)
{
    if (w->depth < TREE_MOST_DEPTH) w->depth++;
    w->levels[w->depth] = (tree_place){ .map = map };
}

void tree_put_map(tree_writer *w, uint64_t pairs)
{
    tree_item(w);
    if (w->form == TREE_JSON)
        w->put(w->context, "{", 1);
    else
        tree_head_msgpack(w, TREE_MAP, pairs);
    go_in(w, true);
}

void tree_put_array(tree_writer *w, uint64_t items)
{
    tree_item(w);
    if (w->form == TREE_JSON)
        w->put(w->context, "[", 1);
    else
        tree_head_msgpack(w, TREE_ARRAY, items);
    go_in(w, false);
}

void tree_put_end(tree_writer *w)
{
    bool map = w->levels[w->depth].map;
    if (w->depth) w->depth--;
    if (w->form == TREE_JSON) w->put(w->context, map ? "}" : "]", 1);
}

void tree_put_string(tree_writer *w, const void *data, size_t size)
{
    tree_item(w);
    if (w->form == TREE_JSON) {
        tree_quote_json(w, data, size);
        return;
    }
    tree_head_msgpack(w, TREE_STRING, size);
    if (size) w->put(w->context, data, size);
}

void tree_put_bool(tree_writer *w, bool value)
{
    tree_item(w);
    if (w->form == TREE_JSON)
        w->put(w->context, value ? "true" : "false", value ? 4 : 5);
    else
        tree_head_msgpack(w, TREE_BOOL, value);
}

void tree_put_null(tree_writer *w)
{
    tree_item(w);
    if (w->form == TREE_JSON)
        w->put(w->context, "null", 4);
    else
        tree_head_msgpack(w, TREE_NULL, 0);
}

void tree_put_integer(tree_writer *w, bool negative, uint64_t number)
{
    tree_item(w);
    if (w->form == TREE_MSGPACK) {
        tree_head_msgpack(w, negative ? TREE_NEGATIVE : TREE_UNSIGNED, number);
        return;
    }
    char text[NUMBER_SIZE];
    w->put(w->context, text, negative ? number_i64(text, (int64_t)number) : number_u64(text, number));
}

void tree_put_real(tree_writer *w, double value)
{
    if (w->form == TREE_JSON && !(value - value == 0)) {
        tree_put_null(w);
        return;
    }
    tree_item(w);
    if (w->form == TREE_MSGPACK) {
        tree_real_msgpack(w, value);
        return;
    }
    char text[NUMBER_SIZE];
    w->put(w->context, text, number_f64(text, value));
}
