/* SPDX-License-Identifier: MIT
 * Writes JSON and msgpack. */
#include "codec/pull.h"

#include "codec/json_text.h"
#include "codec/number.h"
#include "codec/pull_form.h"

#include <string.h>

void reel__push_begin(push_writer *w, pull_form form, void (*put)(void *context, const void *data, size_t size), void *context)
{
    w->form = form;
    w->spaced = false;
    w->put = put;
    w->context = context;
    w->depth = 0;
    w->levels[0] = (push_level){ 0 };
}

void reel__push_item(push_writer *w)
{
    push_level *place = &w->levels[w->depth];
    if (w->form == PULL_JSON && place->value)
        w->put(w->context, ": ", w->spaced ? 2 : 1);
    else if (w->form == PULL_JSON && place->any)
        w->put(w->context, ", ", w->spaced ? 2 : 1);
    place->any = true;
    if (place->map) place->value = !place->value;
}

void reel__push_members(push_writer *w, const void *data, size_t size)
{
    if (!size) return;
    push_level *place = &w->levels[w->depth];
    if (w->form == PULL_JSON && place->any) w->put(w->context, ", ", w->spaced ? 2 : 1);
    place->any = true;
    w->put(w->context, data, size);
}

void reel__push_raw(push_writer *w, const void *data, size_t size)
{
    reel__push_item(w);
    w->put(w->context, data, size);
}

static void go_in(push_writer *w, bool map)
{
    if (w->depth < PULL_MOST_DEPTH) w->depth++;
    w->levels[w->depth] = (push_level){ .map = map };
}

void reel__push_map(push_writer *w, uint64_t pairs)
{
    reel__push_item(w);
    if (w->form == PULL_JSON)
        w->put(w->context, "{", 1);
    else
        reel__push_head_msgpack(w, PULL_MAP, pairs);
    go_in(w, true);
}

void reel__push_array(push_writer *w, uint64_t items)
{
    reel__push_item(w);
    if (w->form == PULL_JSON)
        w->put(w->context, "[", 1);
    else
        reel__push_head_msgpack(w, PULL_ARRAY, items);
    go_in(w, false);
}

void reel__push_end(push_writer *w)
{
    bool map = w->levels[w->depth].map;
    if (w->depth) w->depth--;
    if (w->form == PULL_JSON) w->put(w->context, map ? "}" : "]", 1);
}

void reel__push_string(push_writer *w, const void *data, size_t size)
{
    reel__push_item(w);
    if (w->form == PULL_JSON) {
        reel__json_quote(w->put, w->context, data, size);
        return;
    }
    reel__push_head_msgpack(w, PULL_STRING, size);
    if (size) w->put(w->context, data, size);
}

void reel__push_bool(push_writer *w, bool value)
{
    reel__push_item(w);
    if (w->form == PULL_JSON)
        w->put(w->context, value ? "true" : "false", value ? 4 : 5);
    else
        reel__push_head_msgpack(w, PULL_BOOL, value);
}

void reel__push_null(push_writer *w)
{
    reel__push_item(w);
    if (w->form == PULL_JSON)
        w->put(w->context, "null", 4);
    else
        reel__push_head_msgpack(w, PULL_NULL, 0);
}

void reel__push_integer(push_writer *w, bool negative, uint64_t number)
{
    reel__push_item(w);
    if (w->form == PULL_MSGPACK) {
        reel__push_head_msgpack(w, negative ? PULL_NEGATIVE : PULL_UNSIGNED, number);
        return;
    }
    char text[NUMBER_SIZE];
    w->put(w->context, text, negative ? reel__number_i64(text, (int64_t)number) : reel__number_u64(text, number));
}

void reel__push_real(push_writer *w, double value)
{
    if (w->form == PULL_JSON && !(value - value == 0)) {
        reel__push_null(w);
        return;
    }
    reel__push_item(w);
    if (w->form == PULL_MSGPACK) {
        reel__push_real_msgpack(w, value);
        return;
    }
    char text[NUMBER_SIZE];
    w->put(w->context, text, reel__number_f64(text, value));
}
