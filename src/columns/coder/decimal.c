/* SPDX-License-Identifier: MIT */
#include "columns/coder/decimal.h"

#include "columns/coder/lanes.h"

/* ---- sorted lists of values ------------------------------------------------------------------------------------- */

enum { LIST_SHARE = 4, LIST_MOST = 4096, SLOT_PROBES = 24 };

typedef struct value_list {
    uint64_t *values;
    size_t count;
    uint32_t *slots; /* number + 1 of the value in a slot */
    uint32_t mask;
} value_list;

static uint32_t value_slot(const value_list *list, uint64_t value)
{
    uint32_t at = (uint32_t)((value * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & list->mask;
    for (unsigned probe = 0; probe < SLOT_PROBES; probe++, at = (at + 1) & list->mask)
        if (!list->slots[at] || list->values[list->slots[at] - 1] == value) return at;
    return UINT32_MAX;
}

/* Lists distinct values; false if there are more than `most`. */
static bool list_values(block_writer *block, const uint64_t *values, size_t count, size_t most, value_list *list)
{
    list->mask = 63;
    while (list->mask < 4 * most) list->mask = 2 * list->mask + 1;
    list->values = block_room(block, most + 1, sizeof *list->values);
    list->slots = block_room(block, (size_t)list->mask + 1, sizeof *list->slots);
    list->count = 0;
    if (!list->values || !list->slots) return false;
    memset(list->slots, 0, ((size_t)list->mask + 1) * sizeof *list->slots);
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = value_slot(list, values[i]);
        if (slot == UINT32_MAX) return false;
        if (list->slots[slot]) continue;
        if (list->count == most) return false;
        list->values[list->count++] = values[i];
        list->slots[slot] = (uint32_t)list->count;
    }
    return true;
}

/* Shell's sort: no recursion, and lists are short. */
static void sort_values(uint64_t *values, size_t count)
{
    static const size_t gaps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < count; i++) {
            uint64_t value = values[i];
            size_t at = i;
            for (; at >= gaps[g] && values[at - gaps[g]] > value; at -= gaps[g]) values[at] = values[at - gaps[g]];
            values[at] = value;
        }
}

static const series_type number_type = { .bits = 32 };

bool listed_encode(block_writer *block, series_type type, const uint64_t *values, size_t count, reel_memory *to)
{
    size_t most = count / LIST_SHARE < LIST_MOST ? count / LIST_SHARE : LIST_MOST;
    value_list list;
    if (type.bits == 8 || most < 2 || !list_values(block, values, count, most, &list)) return false;
    sort_values(list.values, list.count);
    memset(list.slots, 0, ((size_t)list.mask + 1) * sizeof *list.slots);
    size_t listed = list.count;
    for (size_t i = 0; i < listed; i++) {
        uint32_t slot = value_slot(&list, list.values[i]);
        if (slot == UINT32_MAX) return false;
        list.slots[slot] = (uint32_t)i + 1;
    }
    uint64_t *numbers = block_room(block, count, sizeof *numbers);
    if (!numbers) return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = value_slot(&list, values[i]);
        if (slot == UINT32_MAX || !list.slots[slot]) return false;
        numbers[i] = list.slots[slot] - 1;
    }
    uint8_t method = PACKING_NOTHING << PACKING_SHIFT | SERIES_DICTIONARY;
    block_add(block, to, &method, 1);
    block_add_leb128(block, to, listed);
    series_encode_simple(block, NULL, type, list.values, listed, to);
    series_encode_simple(block, NULL, number_type, numbers, count, to);
    return block->status == REEL_OK;
}

reel_status listed_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values)
{
    uint64_t listed = reel_get_leb128(&column->in);
    if (column->in.failed || !listed || listed > count)
        return source_corrupt(source, &column->in, "a list of more values than rows");
    uint64_t *list = source_room(source, (size_t)listed, sizeof *list);
    if (!list) return source_memory(source, &column->in);
    reel_status status = series_decode_simple(source, column, type, (size_t)listed, list);
    if (status == REEL_OK) status = series_decode_simple(source, column, number_type, count, values);
    for (size_t i = 0; i < count && status == REEL_OK; i++) {
        if (values[i] >= listed) return source_corrupt(source, &column->in, "the number of a value that is not listed");
        values[i] = list[values[i]];
    }
    return status;
}

/* ---- decimals --------------------------------------------------------------------------------------------------- */

enum { DIGITS_MOST = 9, SAMPLE = 64, EXCEPTION_SHARE = 8 };

static const double powers[DIGITS_MOST + 1] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9 };
static const series_type whole_type = { .bits = 64, .is_signed = true };

/* The bits of k / 10^n. Both are exact doubles, so the quotient is the nearest one, on every machine. */
static uint64_t decimal_bits(int64_t k, unsigned digits, unsigned bits)
{
    double value = (double)k / powers[digits];
    return bits == 32 ? reel_float_bits((float)value) : reel_double_bits(value);
}

/* The k of a value. False: there is none. */
static bool decimal_whole(uint64_t value, unsigned digits, unsigned bits, int64_t *k)
{
    double number = bits == 32 ? (double)reel_float_of((uint32_t)value) : reel_double_of(value);
    if (!(number > -1e6 && number < 1e6)) return false;
    double scaled = number * powers[digits];
    *k = (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    return decimal_bits(*k, digits, bits) == value;
}

/* The fewest digits with which most of a sample are decimals; DIGITS_MOST + 1: none. A float of 32 bits has seven digits: more say nothing. */
static unsigned choose_digits(series_type type, const uint64_t *values, size_t count)
{
    unsigned most = type.bits == 32 ? 5 : DIGITS_MOST;
    size_t step = count / SAMPLE + 1, sampled = (count + step - 1) / step;
    for (unsigned digits = 0; digits <= most; digits++) {
        size_t fit = 0;
        int64_t k;
        for (size_t i = 0; i < count; i += step) fit += decimal_whole(values[i], digits, type.bits, &k);
        if (fit * EXCEPTION_SHARE >= sampled * (EXCEPTION_SHARE - 1)) return digits;
    }
    return DIGITS_MOST + 1;
}

bool decimal_encode(block_writer *block, series_context *context, series_type type, const uint64_t *values, size_t count,
                    reel_memory *to)
{
    unsigned digits = choose_digits(type, values, count);
    uint64_t *wholes = block_room(block, count, sizeof *wholes);
    reel_memory exceptions = block_part(block);
    if (digits > DIGITS_MOST || !wholes) return false;
    uint64_t found = 0;
    size_t last = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t k = 0;
        if (decimal_whole(values[i], digits, type.bits, &k)) {
            wholes[i] = (uint64_t)k;
            continue;
        }
        uint8_t bytes[8];
        wholes[i] = i ? wholes[i - 1] : 0;
        reel_store_u64le(bytes, values[i]);
        block_add_leb128(block, &exceptions, i - last);
        block_add(block, &exceptions, bytes, type.bits / 8);
        last = i;
        found++;
    }
    uint8_t head[2] = { PACKING_NOTHING << PACKING_SHIFT | SERIES_DECIMAL, (uint8_t)digits };
    block_add(block, to, head, sizeof head);
    block_add_leb128(block, to, found);
    block_add(block, to, exceptions.data, exceptions.size);
    reel_memory_free(&exceptions);
    series_encode_simple(block, context, whole_type, wholes, count, to);
    return block->status == REEL_OK && found * EXCEPTION_SHARE <= count;
}

reel_status decimal_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values)
{
    reel_cursor *in = &column->in;
    uint8_t digits = reel_get_u8(in);
    uint64_t exceptions = reel_get_leb128(in);
    size_t size = type.bits / 8;
    if (in->failed || digits > DIGITS_MOST || exceptions > count || !reel_count_fits(in, exceptions, 1 + size))
        return source_corrupt(source, in, "decimals with more exceptions than values");
    reel_cursor list = *in;
    for (uint64_t i = 0; i < exceptions; i++) {
        reel_get_leb128(in);
        reel_take(in, size);
    }
    reel_status status = series_decode_simple(source, column, whole_type, count, values);
    if (status != REEL_OK) return status;
    for (size_t i = 0; i < count; i++) values[i] = decimal_bits((int64_t)values[i], digits, type.bits);
    uint64_t at = 0;
    for (uint64_t i = 0; i < exceptions; i++) {
        uint8_t bytes[8] = { 0 };
        uint64_t step = reel_get_leb128(&list);
        const uint8_t *value = reel_take(&list, size);
        if (!value || step >= count - at) return source_corrupt(source, in, "an exception that is not in its rows");
        memcpy(bytes, value, size);
        values[at += step] = reel_load_u64le(bytes);
    }
    return REEL_OK;
}
