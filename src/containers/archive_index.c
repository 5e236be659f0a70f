/* SPDX-License-Identifier: MIT */
#include "containers/archive_index.h"
#include "columns/coder/block.h"
#include "core/rows.h"

#include <math.h>

void part_measure(archive_part *part, const reel_table *table, const void *rows)
{
    const reel_field *time = reel_table_time(table);
    part->spans = time && part->count;
    part->from = INFINITY;
    part->to = -INFINITY;
    for (size_t i = 0; i < part->count && part->spans; i++) {
        const uint8_t *row = (const uint8_t *)rows + i * table->row_size;
        double at = reel_field_number(time, row, 0);
        if (!reel_field_present(time, row) || isnan(at)) part->spans = false;
        if (at < part->from) part->from = at;
        if (at > part->to) part->to = at;
    }
}

bool part_put(reel_memory *block, const archive_schema *schema, const archive_part *part)
{
    bool fits = payload_number(block, part->table) && payload_number(block, part->first) && payload_number(block, part->count) &&
                payload_number(block, (part->spans ? PART_SPAN : 0) | (part->ordered ? PART_ORDERED : 0));
    if (part->spans && schema->tables[part->table].whole_time) {
        int64_t from = (int64_t)part->from;
        fits =
            fits && payload_number(block, zigzag((uint64_t)from)) && payload_number(block, (uint64_t)((int64_t)part->to - from));
    } else if (part->spans)
        fits = fits && payload_u64(block, reel_double_bits(part->from)) && payload_u64(block, reel_double_bits(part->to));
    return fits;
}

void part_get(reel_cursor *in, const archive_schema *schema, archive_part *part)
{
    *part = (archive_part){ .table = reel_get_leb128(in) };
    part->first = reel_get_leb128(in);
    part->count = reel_get_leb128(in);
    uint64_t flags = reel_get_leb128(in);
    part->spans = flags & PART_SPAN;
    part->ordered = flags & PART_ORDERED;
    if (!part->spans) return;
    if (part->table < schema->count && schema->tables[part->table].whole_time) {
        uint64_t from = reel_get_leb128(in), length = reel_get_leb128(in);
        part->from = (double)(int64_t)unzigzag(from);
        part->to = part->from + (double)length;
        return;
    }
    part->from = reel_get_f64le(in);
    part->to = reel_get_f64le(in);
}

bool part_within(const archive_part *part, double from, double to)
{
    return !part->spans || !(part->to < from || part->from >= to);
}

/* ---- bounds of columns ---------------------------------------------------------------------------------------------- */

/* Whether value `a` of a number is less than `b`: NaN is neither less nor greater. Integers of 64 bits are not rounded. */
static bool value_less(reel_type type, const uint8_t *a, const uint8_t *b)
{
    if (type == REEL_F32) {
        float x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        return x < y;
    }
    if (type == REEL_F64) {
        double x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        return x < y;
    }
    int64_t x = integer_value(type, a), y = integer_value(type, b);
    return type == REEL_U64 ? (uint64_t)x < (uint64_t)y : x < y;
}

static bool is_nan(reel_type type, const uint8_t *value)
{
    float single;
    double number = 0;
    if (type == REEL_F64) memcpy(&number, value, sizeof number);
    if (type != REEL_F32) return isnan(number);
    memcpy(&single, value, sizeof single);
    return isnan(single);
}

static bool put_value(reel_memory *block, reel_type type, const uint8_t *value)
{
    if (type == REEL_F64) {
        double number;
        memcpy(&number, value, sizeof number);
        return payload_u64(block, reel_double_bits(number));
    }
    if (type == REEL_F32) {
        uint8_t bytes[4];
        uint32_t bits;
        memcpy(&bits, value, sizeof bits);
        reel_store_u32le(bytes, bits);
        return memory_add(block, bytes, sizeof bytes);
    }
    uint8_t bytes[8];
    reel_store_u64le(bytes, (uint64_t)integer_value(type, value));
    return memory_add(block, bytes, reel_type_size(type));
}

static bool has_bounds(reel_type type) { return !type_is_text(type) && type != REEL_UUID; }

/* The least and the greatest of values `step` bytes apart; NaN only if all are. */
static bool put_value_bounds(reel_memory *block, reel_type type, const uint8_t *value, size_t count, size_t step)
{
    const uint8_t *least = value, *most = value;
    for (size_t i = 1; i < count; i++) {
        const uint8_t *other = value + i * step;
        if (is_nan(type, least) || value_less(type, other, least)) least = other;
        if (is_nan(type, most) || value_less(type, most, other)) most = other;
    }
    return put_value(block, type, least) && put_value(block, type, most);
}

bool part_put_bounds(reel_memory *block, const archive_part *part, const reel_table *table, const void *rows)
{
    const uint8_t bounded = part->count >= BOUNDS_LEAST;
    if (!memory_add(block, &bounded, 1)) return false;
    for (size_t i = 0; i < table->field_count && bounded; i++) {
        const reel_field *field = &table->fields[i];
        size_t size = reel_type_size(field->type);
        for (size_t v = 0; v < field->count && has_bounds(field->type); v++)
            if (!put_value_bounds(block, field->type, (const uint8_t *)rows + field->offset + v * size, (size_t)part->count,
                                  table->row_size))
                return false;
    }
    return true;
}

/* ---- entries -------------------------------------------------------------------------------------------------------- */

bool index_put_entry(reel_memory *index, uint8_t kind, uint64_t offset, size_t parts)
{
    return memory_add(index, &kind, 1) && payload_number(index, offset) && payload_number(index, parts);
}
