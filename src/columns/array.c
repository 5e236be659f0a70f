/* SPDX-License-Identifier: MIT */
#include "columns/array.h"

/* ---- types -------------------------------------------------------------------------------------------------------- */

static const struct {
    char code;
    array_type type;
} types[] = {
    { 'b', { .kind = ARRAY_BOOL } },
    { 'c', { .kind = ARRAY_INTEGER, .size = 1, .is_signed = true } },
    { 'C', { .kind = ARRAY_INTEGER, .size = 1 } },
    { 's', { .kind = ARRAY_INTEGER, .size = 2, .is_signed = true } },
    { 'S', { .kind = ARRAY_INTEGER, .size = 2 } },
    { 'i', { .kind = ARRAY_INTEGER, .size = 4, .is_signed = true } },
    { 'I', { .kind = ARRAY_INTEGER, .size = 4 } },
    { 'l', { .kind = ARRAY_INTEGER, .size = 8, .is_signed = true } },
    { 'L', { .kind = ARRAY_INTEGER, .size = 8 } },
    { 'f', { .kind = ARRAY_FLOAT, .size = 4 } },
    { 'g', { .kind = ARRAY_FLOAT, .size = 8 } },
    { 'u', { .kind = ARRAY_TEXT, .size = 4, .is_utf8 = true } },
    { 'U', { .kind = ARRAY_TEXT, .size = 8, .is_utf8 = true } },
    { 'z', { .kind = ARRAY_TEXT, .size = 4 } },
    { 'Z', { .kind = ARRAY_TEXT, .size = 8 } },
};

/* The number that ends a format such as "w:16": from 1 to what an int32 holds. */
static bool read_size(const char *text, uint32_t *size)
{
    *size = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint32_t digit = (uint32_t)(*text - '0');
        if (*size > (INT32_MAX - digit) / 10) return false;
        *size = *size * 10 + digit;
    }
    return !*text && *size;
}

bool reel__array_type_of(const struct ArrowSchema *schema, array_type *type)
{
    const char *format = schema->format;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (format[0] == types[i].code && !format[1]) {
            *type = types[i].type;
            return true;
        }
    *type = (array_type){ .kind = ARRAY_INTEGER, .size = 8, .is_signed = true, .is_moment = true };
    if (!strcmp(format, "tsu:UTC")) return true;
    *type = (array_type){ .kind = ARRAY_FIXED };
    if (!strncmp(format, "w:", 2)) return read_size(format + 2, &type->size);
    type->kind = ARRAY_LIST;
    if (!strncmp(format, "+w:", 3)) return read_size(format + 3, &type->size);
    type->kind = ARRAY_STRUCT;
    return !strcmp(format, "+s");
}

bool reel__array_is_dictionary(const struct ArrowSchema *schema)
{
    array_type type, labels;
    if (!schema->dictionary || !reel__array_type_of(schema, &type) || !reel__array_type_of(schema->dictionary, &labels))
        return false;
    return type.kind == ARRAY_INTEGER && !type.is_moment && labels.kind == ARRAY_TEXT && !schema->dictionary->dictionary;
}

/* ---- metadata ----------------------------------------------------------------------------------------------------- */

static int32_t take_i32(const char **at)
{
    int32_t value;
    memcpy(&value, *at, sizeof value);
    *at += sizeof value;
    return value;
}

array_pairs reel__array_pairs_of(const char *metadata)
{
    array_pairs pairs = { .at = metadata };
    if (metadata) pairs.left = take_i32(&pairs.at);
    return pairs;
}

static reel_string take_text(const char **at)
{
    size_t size = (size_t)take_i32(at);
    reel_string text = { *at, size };
    *at += size;
    return text;
}

bool reel__array_pairs_next(array_pairs *pairs, reel_string *key, reel_string *value)
{
    if (pairs->left <= 0) return false;
    pairs->left--;
    *key = take_text(&pairs->at);
    *value = take_text(&pairs->at);
    return true;
}

reel_string reel__array_metadata(const struct ArrowSchema *schema, const char *key)
{
    array_pairs pairs = reel__array_pairs_of(schema->metadata);
    reel_string name, value;
    while (reel__array_pairs_next(&pairs, &name, &value))
        if (name.size == strlen(key) && !memcmp(name.data, key, name.size)) return value;
    return (reel_string){ NULL, 0 };
}

/* ---- values ------------------------------------------------------------------------------------------------------- */

bool reel__array_fits(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
    static const int64_t buffers[] = {
        [ARRAY_BOOL] = 2,  [ARRAY_INTEGER] = 2, [ARRAY_FLOAT] = 2, [ARRAY_TEXT] = 3,
        [ARRAY_FIXED] = 2, [ARRAY_STRUCT] = 1,  [ARRAY_LIST] = 1,
    };
    array_type type;
    if (!array || !reel__array_type_of(schema, &type) || array->length < 0 || array->offset < 0) return false;
    if (array->n_buffers != buffers[type.kind] || array->n_children != schema->n_children) return false;
    if (type.kind == ARRAY_LIST && array->n_children != 1) return false;
    if (!array->length) return true;
    if (!schema->dictionary != !array->dictionary) return false;
    if (array->null_count > 0 && !array->buffers[0]) return false;
    return array->n_buffers < 2 || array->buffers[1];
}

static uint64_t offset_at(const array_type *type, const void *offsets, uint64_t i)
{
    if (type->size == 4) return (uint64_t)((const int32_t *)offsets)[i];
    return (uint64_t)((const int64_t *)offsets)[i];
}

reel_bytes reel__array_text(const array_type *type, const struct ArrowArray *array, uint64_t i)
{
    i += (uint64_t)array->offset;
    uint64_t start = offset_at(type, array->buffers[1], i), end = offset_at(type, array->buffers[1], i + 1);
    const uint8_t *bytes = array->buffers[2];
    return (reel_bytes){ bytes ? bytes + start : NULL, (size_t)(end - start) };
}

int64_t reel__array_integer(const array_type *type, const void *values, uint64_t i)
{
    switch (type->size) {
    case 1: return type->is_signed ? ((const int8_t *)values)[i] : ((const uint8_t *)values)[i];
    case 2: return type->is_signed ? ((const int16_t *)values)[i] : ((const uint16_t *)values)[i];
    case 4: return type->is_signed ? ((const int32_t *)values)[i] : (int64_t)((const uint32_t *)values)[i];
    default: return ((const int64_t *)values)[i];
    }
}

void reel__array_set_integer(const array_type *type, void *values, uint64_t i, uint64_t value)
{
    switch (type->size) {
    case 1: ((uint8_t *)values)[i] = (uint8_t)value; break;
    case 2: ((uint16_t *)values)[i] = (uint16_t)value; break;
    case 4: ((uint32_t *)values)[i] = (uint32_t)value; break;
    default: ((uint64_t *)values)[i] = value; break;
    }
}

/* ---- bitmaps ------------------------------------------------------------------------------------------------------ */

/* Bits [from, from + count) as a number, at most 8. */
static unsigned some_bits(const uint8_t *bits, uint64_t from, unsigned count)
{
    unsigned shift = from % 8, word = bits[from / 8];
    if (shift + count > 8) word |= (unsigned)bits[from / 8 + 1] << 8;
    return word >> shift & (0xffu >> (8 - count));
}

void reel__bits_copy(uint8_t *to, uint64_t at, const uint8_t *bits, uint64_t from, uint64_t count)
{
    while (count) {
        unsigned room = 8 - at % 8, step = count < room ? (unsigned)count : room;
        unsigned some = bits ? some_bits(bits, from, step) : 0xffu >> (8 - step);
        to[at / 8] |= (uint8_t)(some << at % 8);
        at += step;
        from += step;
        count -= step;
    }
}

uint64_t reel__bits_count(const uint8_t *bits, uint64_t from, uint64_t count)
{
    uint64_t ones = 0;
    while (count) {
        unsigned step = count < 8 ? (unsigned)count : 8;
        for (unsigned some = some_bits(bits, from, step); some; some &= some - 1) ones++;
        from += step;
        count -= step;
    }
    return ones;
}
