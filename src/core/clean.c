/* SPDX-License-Identifier: MIT
 * REEL_CLEAN: removes what is invalid in every format, then runs the format's own `clean`, before anybody sees the rows. */
#include "core/clean.h"
#include "core/chunk.h"
#include "core/reader.h"
#include "core/valid.h"

#include <math.h>

/* ---- what every format has --------------------------------------------------------------------------------------------- */

/* Whether the value of a field can be removed without that of another one. */
static bool is_alone(const reel_table *table, const reel_field *field)
{
    if (!field->present_mask || field->present_mask & (field->present_mask - 1)) return false;
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *other = &table->fields[i];
        if (other != field && other->present_offset == field->present_offset && other->present_mask & field->present_mask)
            return false;
    }
    return true;
}

static void make_nan(const reel_field *field, uint8_t *row, size_t index)
{
    const float narrow = reel_float_of(0x7fc00000u);
    const double wide = reel_double_of(UINT64_C(0x7ff8) << 48);
    const size_t size = reel_type_size(field->type);
    memcpy(row + field->offset + index * size, field->type == REEL_F32 ? (const void *)&narrow : &wide, size);
}

void reel__clean_infinities(const reel_field *field, void *row)
{
    for (size_t i = 0; i < field->count; i++)
        if (!isfinite(reel_field_number(field, row, i))) make_nan(field, row, i);
}

void reel__clean_remove(const reel_table *table, const reel_field *field, void *row)
{
    bool has_mark = is_alone(table, field);
    uint8_t *bytes = row;
    for (size_t i = 0; i < field->count && field_is_float(field) && !has_mark; i++) make_nan(field, bytes, i);
    if (has_mark || field->type == REEL_STRING) memset(bytes + field->offset, 0, reel_type_size(field->type) * field->count);
    if (has_mark) bytes[field->present_offset] &= (uint8_t)~field->present_mask;
}

/* A text that is empty is missing already. */
static bool is_invalid(const reel_field *field, const uint8_t *row)
{
    bool is_empty = field->type == REEL_STRING && !text_value(row + field->offset).size;
    return reel_field_present(field, row) && !is_empty && reel__field_valid_values(field, row, 0, field->count) < field->count;
}

static void clean_field(reel_change *change, const reel_table *table, const reel_field *field, reel_row_list *list)
{
    bool is_moment = reel_field_is_moment(field);
    if (!field_can_be_invalid(field)) return;
    uint64_t removed = 0;
    uint8_t *row = list->data;
    for (size_t i = 0; i < list->count; i++, row += table->row_size) {
        if (!is_invalid(field, row)) continue;
        reel__clean_remove(table, field, row);
        removed++;
    }
    reel_tally(change, is_moment ? "clean.date" : "clean.not-finite", REEL_NOTE, table, field->name, removed,
               is_moment ? "not a date, or the beginning of 1970: removed" : "NaN or infinite: removed");
}

/* How far the square of the length of a rotation may be from 1: what rounding leaves is below 1e-5, and 3 bytes a rotation below 0.02. */
#define LENGTH_TOLERANCE 0.02

/* The rotation of a pose is a unit quaternion. One that is not of length 1, as of a device that was not tracked, is no rotation. */
static void clean_rotations(reel_change *change, const reel_table *table, const reel_field *field, reel_row_list *list)
{
    uint64_t removed = 0;
    uint8_t *row = list->data;
    if (field->count != 4 || field->type != REEL_F32) return;
    for (size_t i = 0; i < list->count; i++, row += table->row_size) {
        float q[4];
        memcpy(q, row + field->offset, sizeof q);
        const double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
        const double length = x * x + y * y + z * z + w * w;
        if (fabs(length - 1) <= LENGTH_TOLERANCE || isnan(length) || !reel_field_present(field, row)) continue;
        reel__clean_remove(table, field, row);
        removed++;
    }
    reel_tally(change, "clean.rotation", REEL_NOTE, table, field->name, removed, "not of length 1: removed");
}

static void clean_values(reel_change *change)
{
    for (const reel_table *const *table = reel_chunk_tables(change->chunk); *table; table++) {
        reel_row_list *list = reel__chunk_list(change->chunk, *table);
        if ((*table)->flags & REEL_TABLE_LAYOUT || !list->count) continue;
        for (size_t i = 0; i < (*table)->field_count; i++) clean_field(change, *table, &(*table)->fields[i], list);
        for (size_t i = 1; i < (*table)->field_count; i++)
            if ((*table)->fields[i - 1].flags & REEL_FIELD_POSE) clean_rotations(change, *table, &(*table)->fields[i], list);
    }
}

/* ---- the reader -------------------------------------------------------------------------------------------------------- */

reel_status reel__clean_begin(reel_reader *reader, reel_error *error)
{
    const reel_operation *clean = reader->format->clean;
    if (!(reader->options.flags & REEL_CLEAN)) return REEL_OK;
    reader->clean_state = reel__memory_new(&reader->allocator, (clean ? clean->state_size : 0) + 1); /* never of size 0 */
    if (!reader->clean_state || !reel__tallies_begin(&reader->cleaned, &reader->allocator)) return reel__memory_fail(error);
    return REEL_OK;
}

reel_status reel__clean_rows(reel_reader *reader)
{
    const reel_operation *clean = reader->format->clean;
    if (!reader->clean_state) return REEL_OK;
    reel_change change = {
        .state = reader->clean_state,
        .chunk = reader->chunk,
        .reporter = reader->decoder.reporter,
        .error = &reader->error,
        .allocator = reader->allocator,
        .budget = &reader->budget,
        .tallies = &reader->cleaned,
    };
    clean_values(&change);
    return clean ? clean->apply(&change) : REEL_OK;
}

void reel__clean_report(reel_reader *reader, reel_reporter to)
{
    if (!reader->clean_state) return;
    reel__tallies_report(&reader->cleaned, &to);
    reader->cleaned.count = 0;
}

void reel__clean_free(reel_reader *reader)
{
    reel__memory_drop(&reader->allocator, reader->clean_state);
    if (reader->cleaned.items) reel__tallies_free(&reader->cleaned);
}
