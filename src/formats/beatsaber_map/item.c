/* SPDX-License-Identifier: MIT
 * Reads the objects of a list. */
#include "codec/number.h"
#include "formats/beatsaber_map/reader.h"

#include <float.h>

enum { QUOTED_NUMBER = 32 };

static size_t offset_of(const map_reading *m, const uint8_t *at) { return (size_t)(at - m->tree.start); }

/* A number in quotes, or a word that stands for one. */
static bool as_number(map_reading *m, double *number)
{
    const pull_value *v = &m->value;
    char text[QUOTED_NUMBER];
    switch (v->kind) {
    case PULL_UNSIGNED: *number = (double)v->number; return true;
    case PULL_NEGATIVE: *number = (double)(int64_t)v->number; return true;
    case PULL_REAL: *number = v->real; return true;
    case PULL_NULL: *number = 0; break;
    case PULL_BOOL: *number = v->number != 0; break;
    case PULL_STRING: {
        if (!v->size || v->size >= sizeof text) return false;
        memcpy(text, v->data, v->size);
        text[v->size] = 0;
        const char *end = reel__number_read_f64(text, number);
        if (!end || *end) return false;
        break;
    }
    default: return false;
    }
    reel__bsmap_count_odd(m, MAP_ODD_TYPE, v->start);
    return true;
}

bool reel__bsmap_read_number(map_reading *m, map_kind kind, double *number)
{
    const pull_value value = m->value;
    const bool is_number = value.kind == PULL_UNSIGNED || value.kind == PULL_NEGATIVE || value.kind == PULL_REAL;
    if (is_number && map_text_is_word(&m->text, offset_of(m, value.start))) {
        reel__bsmap_count_odd(m, MAP_ODD_WORD, value.start);
        *number = reel__bsmap_text_word(&m->text, offset_of(m, value.start));
        return kind == MAP_REAL;
    }
    if (!as_number(m, number)) return false;
    if (kind == MAP_REAL) return true;
    const bool fits = *number >= INT32_MIN && *number <= INT32_MAX;
    if (!fits || (double)(int32_t)*number != *number) {
        *number = -1;
        return kind == MAP_INDEX;
    }
    if (value.kind == PULL_REAL && *number != 0) reel__bsmap_count_odd(m, MAP_ODD_WHOLE, value.start);
    return true;
}

static bool is_key(const pull_value *key, const char *name, size_t size)
{
    return key->size == size && memcmp(key->data, name, size) == 0;
}

/* The members of custom data are a mod's; one of them makes an object count for nothing. */
static bool read_custom(map_reading *m, map_item *item)
{
    pull_value key;
    while (reel__pull_next(&m->tree, &key) && key.kind != PULL_END) {
        if (!reel__pull_next(&m->tree, &m->value)) return false;
        if (is_key(&key, "_fake", 5)) item->fake = m->value.kind == PULL_BOOL && m->value.number;
        if (!reel__pull_skip(&m->tree, &m->value)) return false;
    }
    return m->tree.fault == PULL_OK;
}

static unsigned find_key(const map_shape *shape, const pull_value *key)
{
    for (unsigned i = 0; i < shape->key_count; i++)
        if (is_key(key, shape->keys[i].name, shape->keys[i].size)) return i;
    return shape->key_count;
}

static void learn_text(map_form *form, const uint8_t *from, size_t size)
{
    struct map_part *part = &form->parts[form->count];
    uint8_t word[8] = { 0 }, mask[8] = { 0 };
    const size_t most = size < sizeof word ? size : sizeof word;
    memcpy(word, from, most);
    memset(mask, 0xff, most);
    *part =
        (struct map_part){ .text = from, .word = reel_load_u64le(word), .mask = reel_load_u64le(mask), .size = (uint16_t)size };
    if (size > sizeof word) part->last = reel_load_u64le(from + size - sizeof word);
}

/* Adds the text before a number, from `*from` on, to the spelling. */
static void learn_number(map_form *form, unsigned key, const pull_value *value, const uint8_t **from, const uint8_t *end)
{
    const size_t size = (size_t)(value->start - *from);
    const bool plain = value->kind == PULL_UNSIGNED || value->kind == PULL_NEGATIVE || value->kind == PULL_REAL;
    if (!form->shape) return;
    if (!plain || form->count == MAP_MOST_KEYS || size > UINT16_MAX) {
        form->shape = NULL;
        return;
    }
    learn_text(form, *from, size);
    form->parts[form->count++].key = (uint8_t)key;
    *from = end;
}

static void learn_end(map_form *form, const uint8_t *from, const uint8_t *end)
{
    if (!form->shape || !form->count || end - from > UINT16_MAX) {
        form->shape = NULL;
        return;
    }
    learn_text(form, from, (size_t)(end - from));
}

static bool has_needed(const map_shape *shape, const map_item *item)
{
    for (unsigned i = 0; i < shape->key_count; i++)
        if (shape->keys[i].needed && !(item->seen >> i & 1)) return false;
    return true;
}

/* Objects of version 3 have their place in them, those of version 4 an index. */
static void judge_member(map_reading *m, const map_shape *shape, const pull_value *key)
{
    if (m->judged || !shape->table) return;
    if (shape->form == 4 && is_key(key, "x", 1)) m->other = 3;
    if (shape->form == 3 && is_key(key, "i", 1)) m->other = 4;
}

/* The last of repeated members counts. */
static bool read_member(map_reading *m, const map_shape *shape, const pull_value *key, map_item *item, unsigned *bad)
{
    const unsigned i = find_key(shape, key);
    if (i == shape->key_count) {
        judge_member(m, shape, key);
        const bool custom = is_key(key, "_customData", 11) && m->value.kind == PULL_MAP;
        m->known.shape = NULL;
        return custom ? read_custom(m, item) : reel__pull_skip(&m->tree, &m->value);
    }
    *bad &= ~(1u << i);
    if (!reel__bsmap_read_number(m, (map_kind)shape->keys[i].kind, &item->values[i])) *bad |= 1u << i;
    item->seen |= 1u << i;
    return reel__pull_skip(&m->tree, &m->value);
}

bool reel__bsmap_read_item(map_reading *m, const map_shape *shape, map_item *item, bool *whole)
{
    const uint8_t *start = m->value.start, *from = start;
    pull_value key;
    unsigned bad = 0;
    memset(item, 0, sizeof *item);
    m->known = (map_form){ .shape = shape };
    for (;;) {
        if (!reel__pull_next(&m->tree, &key)) return false;
        if (key.kind == PULL_END) break;
        if (!reel__pull_next(&m->tree, &m->value)) return false;
        const pull_value value = m->value;
        if (!read_member(m, shape, &key, item, &bad)) return false;
        learn_number(&m->known, find_key(shape, &key), &value, &from, m->tree.at);
    }
    learn_end(&m->known, from, m->tree.at);
    if (m->text.words || bad) m->known.shape = NULL;
    *whole = !bad && has_needed(shape, item);
    if (bad)
        reel__bsmap_count_odd(m, MAP_ODD_ITEM, start);
    else if (!*whole)
        reel__bsmap_count_odd(m, MAP_ODD_NOT_NOTE, start);
    if (!*whole) m->known.shape = NULL;
    return true;
}

/* ---- fast path ---------------------------------------------------------------------------------------------------- */

static bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* Powers of ten up to 10^8. Whole numbers below 2^53 and these powers are exact, so the division rounds once, as reading the text does; where
 * the machine computes with more digits it would round twice. */
static const double tens[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8 };
enum { MOST_DIGITS = 9, MOST_DECIMALS = FLT_EVAL_METHOD == 0 ? 6 : 0 };

/* The rest of a number whose point is at `at`. NULL: it is longer. */
static const uint8_t *read_decimals(const uint8_t *at, int64_t number, bool negative, double *value)
{
    const uint8_t *first = ++at;
    for (; at - first < MOST_DECIMALS && is_digit(*at); at++) number = number * 10 + (*at - '0');
    if (at == first || is_digit(*at) || *at == 'e' || *at == 'E') return NULL;
    *value = (double)number / tens[at - first];
    if (negative) *value = -*value;
    return at;
}

/* Reads a number as reel__pull_next does, if it is short. A number that begins before numbers_end ends before the text does. */
static const uint8_t *read_short(const map_reading *m, const uint8_t *at, map_kind kind, double *value)
{
    if (at >= m->numbers_end) return NULL;
    if (is_digit(*at) && (at[1] == ',' || at[1] == '}')) { /* as lines, layers, colors and directions are */
        *value = *at - '0';
        return at + 1;
    }
    const uint8_t *start = at;
    const bool negative = *at == '-';
    at += negative;
    const uint8_t *first = at;
    int32_t number = 0;
    for (; at - first < MOST_DIGITS && is_digit(*at); at++) number = number * 10 + (*at - '0');
    if (at == first || (*first == '0' && at - first > 1) || is_digit(*at)) return NULL;
    if (*at == '.' && kind == MAP_REAL) {
        const uint8_t *end = read_decimals(at, number, negative, value);
        if (end) return end;
    }
    if (*at == '.' || *at == 'e' || *at == 'E')
        return kind == MAP_REAL ? (const uint8_t *)reel__number_read_f64((const char *)start, value) : NULL;
    *value = negative ? -(double)number : (double)number;
    return at;
}

/* Whether the text is there, eight bytes at once: near the end of the file it may be there without. */
static inline bool is_part(const struct map_part *part, const uint8_t *at, size_t left)
{
    enum { WORD = sizeof(uint64_t) };
    const size_t size = part->size;
    if (left < WORD || left < size || (reel_load_u64le(at) ^ part->word) & part->mask) return false;
    if (size <= WORD) return true;
    if (reel_load_u64le(at + size - WORD) != part->last) return false;
    return size <= 2 * WORD || memcmp(at + WORD, part->text + WORD, size - 2 * WORD) == 0;
}

bool reel__bsmap_read_known(map_reading *m, const map_shape *shape, map_item *item)
{
    const map_form *form = &m->known;
    pull_level *level = &m->tree.levels[m->tree.depth];
    const uint8_t *at = m->tree.at, *end = m->tree.end;
    if (form->shape != shape) return false;
    while (at < end && is_space(*at)) at++;
    if (level->any) {
        if (at == end || *at++ != ',') return false;
        while (at < end && is_space(*at)) at++;
    }
    const unsigned count = form->count;
    for (unsigned i = 0; i < count; i++) {
        const struct map_part *part = &form->parts[i];
        if (!is_part(part, at, (size_t)(end - at))) return false;
        at = read_short(m, at + part->size, (map_kind)shape->keys[part->key].kind, &item->values[part->key]);
        if (!at) return false;
    }
    if (!is_part(&form->parts[count], at, (size_t)(end - at))) return false;
    level->any = true;
    m->tree.at = at + form->parts[count].size;
    return true;
}
