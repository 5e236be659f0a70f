/* SPDX-License-Identifier: MIT */
#include "containers/archive_index.h"
#include "columns/coder/block.h"
#include "core/rows.h"

#include <math.h>

/* reel_field_number without a call for the types that time axes usually have. */
static inline double time_of(const reel_field *time, const uint8_t *row)
{
    float single;
    int32_t whole;
    switch (time->type) {
    case REEL_F32: memcpy(&single, row + time->offset, sizeof single); return (double)single;
    case REEL_I32: memcpy(&whole, row + time->offset, sizeof whole); return (double)whole;
    default: return reel_field_number(time, row, 0);
    }
}

void reel__part_measure(archive_part *part, const reel_table *table, const void *rows)
{
    const reel_field *time = reel_table_time(table);
    part->spans = time && part->count;
    part->from = INFINITY;
    part->to = -INFINITY;
    const uint8_t *row = rows;
    if (part->spans && time->type == REEL_I32 && !time->present_mask) {
        int32_t least = INT32_MAX, most = INT32_MIN, at;
        for (size_t i = 0; i < part->count; i++, row += table->row_size) {
            memcpy(&at, row + time->offset, sizeof at);
            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        part->from = (double)least;
        part->to = (double)most;
        return;
    }
    for (size_t i = 0; i < part->count && part->spans; i++, row += table->row_size) {
        double at = time_of(time, row);
        if ((time->present_mask && !reel_field_present(time, row)) || isnan(at)) part->spans = false;
        if (at < part->from) part->from = at;
        if (at > part->to) part->to = at;
    }
}

bool reel__part_put(reel_memory *block, const archive_schema *schema, const archive_part *part)
{
    bool fits = reel__payload_number(block, part->table) && reel__payload_number(block, part->first) &&
                reel__payload_number(block, part->count) &&
                reel__payload_number(block, (part->spans ? PART_SPAN : 0) | (part->ordered ? PART_ORDERED : 0));
    if (part->spans && schema->tables[part->table].whole_time) {
        int64_t from = (int64_t)part->from;
        fits = fits && reel__payload_number(block, zigzag((uint64_t)from)) &&
               reel__payload_number(block, (uint64_t)((int64_t)part->to - from));
    } else if (part->spans)
        fits = fits && reel__payload_u64(block, reel_double_bits(part->from)) &&
               reel__payload_u64(block, reel_double_bits(part->to));
    return fits;
}

void reel__part_get(reel_cursor *in, const archive_schema *schema, archive_part *part)
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

bool reel__part_within(const archive_part *part, double from, double to)
{
    return !part->spans || !(part->to < from || part->from >= to);
}

/* ---- bounds of columns ---------------------------------------------------------------------------------------------- */

static bool put_value(reel_memory *block, reel_type type, const uint8_t *value)
{
    if (type == REEL_F64) {
        double number;
        memcpy(&number, value, sizeof number);
        return reel__payload_u64(block, reel_double_bits(number));
    }
    if (type == REEL_F32) {
        uint8_t bytes[4];
        uint32_t bits;
        memcpy(&bits, value, sizeof bits);
        reel_store_u32le(bytes, bits);
        return memory_add(block, bytes, sizeof bytes);
    }
    uint8_t bytes[8];
    reel_store_u64le(bytes, (uint64_t)reel__integer_value(type, value));
    return memory_add(block, bytes, reel_type_size(type));
}

static bool has_bounds(reel_type type) { return !type_is_text(type) && type != REEL_UUID; }

/* Sets `least` and `most` to the addresses of the least and the greatest of `count` values that are `step` bytes apart; NaN only if all are. */
#define FIND_BOUNDS(type, is_nan_)                                                                                               \
    do {                                                                                                                         \
        type low, high, other;                                                                                                   \
        memcpy(&low, value, sizeof low);                                                                                         \
        high = low;                                                                                                              \
        const uint8_t *at = value;                                                                                               \
        for (size_t left = count - 1; left > 0; left--) {                                                                        \
            at += step;                                                                                                          \
            memcpy(&other, at, sizeof other);                                                                                    \
            if (other < low || is_nan_(low)) low = other, least = at;                                                            \
            if (high < other || is_nan_(high)) high = other, most = at;                                                          \
        }                                                                                                                        \
    } while (0)
#define NEVER_NAN(value) false

static bool put_value_bounds(reel_memory *block, reel_type type, const uint8_t *value, size_t count, size_t step)
{
    const uint8_t *least = value, *most = value;
    switch (type) {
    case REEL_I8: FIND_BOUNDS(int8_t, NEVER_NAN); break;
    case REEL_U16: FIND_BOUNDS(uint16_t, NEVER_NAN); break;
    case REEL_I16: FIND_BOUNDS(int16_t, NEVER_NAN); break;
    case REEL_U32: FIND_BOUNDS(uint32_t, NEVER_NAN); break;
    case REEL_I32: FIND_BOUNDS(int32_t, NEVER_NAN); break;
    case REEL_U64: FIND_BOUNDS(uint64_t, NEVER_NAN); break;
    case REEL_I64: FIND_BOUNDS(int64_t, NEVER_NAN); break;
    case REEL_F32: FIND_BOUNDS(float, isnan); break;
    case REEL_F64: FIND_BOUNDS(double, isnan); break;
    default: FIND_BOUNDS(uint8_t, NEVER_NAN); break; /* REEL_BOOL, REEL_U8 */
    }
    return put_value(block, type, least) && put_value(block, type, most);
}

bool reel__part_put_bounds(reel_memory *block, const archive_part *part, const reel_table *table, const void *rows)
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

bool reel__index_put_entry(reel_memory *index, uint8_t kind, uint64_t offset, size_t parts)
{
    return memory_add(index, &kind, 1) && reel__payload_number(index, offset) && reel__payload_number(index, parts);
}
