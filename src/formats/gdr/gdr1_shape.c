/* SPDX-License-Identifier: MIT */
#include "formats/gdr/gdr1_shape.h"

#include <string.h>

void gdr1_shape_learn(gdr1_shape *shape, const gdr1_places *places, const uint8_t *from, const uint8_t *to)
{
    size_t used = 0;
    shape->known = false;
    for (unsigned i = 0; i <= GDR1_INPUT_KEYS; i++) {
        const uint8_t *end = i < GDR1_INPUT_KEYS ? places->at[i].from : to;
        size_t size = (size_t)(end - from);
        if (size > GDR1_SHAPE_BYTES - used) return;
        memcpy(shape->text + used, from, size);
        shape->before[i] = (uint8_t)size;
        used += size;
        if (i == GDR1_INPUT_KEYS) break;
        shape->keys[i] = places->at[i].key;
        from = places->at[i].to;
    }
    shape->known = true;
}

/* ---- values: each returns the byte after the value, or NULL if it is not plain ------------------------------------- */

static const uint8_t *json_integer(const uint8_t *at, const uint8_t *end, uint64_t *number)
{
    enum { MOST_DIGITS = 18 };
    const uint8_t *first = at;
    uint64_t value = 0;
    while (at < end && *at >= '0' && *at <= '9' && at - first <= MOST_DIGITS) value = value * 10 + (uint64_t)(*at++ - '0');
    *number = value;
    return at == first || at - first > MOST_DIGITS || (*first == '0' && at - first > 1) ? NULL : at;
}

static const uint8_t *json_bool(const uint8_t *at, const uint8_t *end, uint64_t *number)
{
    if (end - at < 5) return NULL; /* at least a bracket follows */
    *number = *at == 't';
    if (*number) return memcmp(at, "true", 4) == 0 ? at + 4 : NULL;
    return memcmp(at, "false", 5) == 0 ? at + 5 : NULL;
}

static const uint8_t *msgpack_integer(const uint8_t *at, const uint8_t *end, uint64_t *number)
{
    if (at == end) return NULL;
    uint8_t head = *at++;
    *number = head;
    if (head < 0x80) return at;
    if (head < 0xcc || head > 0xce) return NULL; /* nor the form of 8 bytes */
    size_t size = (size_t)1 << (head - 0xcc);
    if ((size_t)(end - at) < size) return NULL;
    *number = 0;
    for (const uint8_t *last = at + size; at < last;) *number = *number << 8 | *at++;
    return at;
}

static const uint8_t *msgpack_bool(const uint8_t *at, const uint8_t *end, uint64_t *number)
{
    if (at == end || (*at & 0xfe) != 0xc2) return NULL;
    *number = *at & 1;
    return at + 1;
}

static const uint8_t *plain_value(pull_form form, reel_type type, const uint8_t *at, const uint8_t *end, uint64_t *number)
{
    if (type == REEL_BOOL) return form == PULL_JSON ? json_bool(at, end, number) : msgpack_bool(at, end, number);
    return form == PULL_JSON ? json_integer(at, end, number) : msgpack_integer(at, end, number);
}

bool gdr1_shape_read(const gdr1_shape *shape, pull_reader *tree, gdr_input *row)
{
    const uint8_t *at = tree->at, *end = tree->end, *text = shape->text;
    gdr_input fresh = { 0 };
    if (!shape->known) return false;
    for (unsigned i = 0; i <= GDR1_INPUT_KEYS; i++) {
        size_t size = shape->before[i];
        if ((size_t)(end - at) < size || memcmp(at, text, size) != 0) return false;
        at += size;
        text += size;
        if (i == GDR1_INPUT_KEYS) break;
        uint64_t number;
        const gdr1_input_member *member = &gdr1_input_members[shape->keys[i]];
        if (!(at = plain_value(tree->form, member->type, at, end, &number))) return false;
        if (member->type == REEL_I64) {
            fresh.frame = (int64_t)number;
        } else {
            if (number > (member->type == REEL_BOOL ? 1 : GDR_RIGHT)) return false;
            ((uint8_t *)&fresh)[member->offset] = (uint8_t)number;
        }
    }
    if (!pull_pass_item(tree, at)) return false;
    *row = fresh;
    return true;
}
