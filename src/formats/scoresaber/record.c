/* SPDX-License-Identifier: MIT
 * Records of .dat whose fields are in the file in the order of their table. Fields of type U8 are presence bits: they are not in the file.
 * An optional value is preceded by a byte that is not 0 if the value follows; consecutive fields with the same bit share that byte. */
#include "core/rows.h"
#include "formats/scoresaber/layout.h"

void reel__dat_get_field(reel_cursor *in, const reel_field *field, void *row)
{
    uint8_t *to = (uint8_t *)row + field->offset;
    if (type_is_text(field->type)) {
        size_t size = reel_get_u32le(in);
        const uint8_t *data = reel_take(in, size);
        reel_bytes text = { data, data ? size : 0 };
        memcpy(to, &text, sizeof text);
    } else if (field->type == REEL_BOOL) {
        *to = reel_get_u8(in);
    } else if (field->type == REEL_I64) {
        int64_t value = reel_get_i64le(in);
        memcpy(to, &value, sizeof value);
    } else {
        for (size_t i = 0; i < field->count; i++) {
            uint32_t word = reel_get_u32le(in);
            memcpy(to + i * sizeof word, &word, sizeof word);
        }
    }
}

void reel__dat_put_field(dat_payload *to, const reel_field *field, const void *row)
{
    const uint8_t *from = (const uint8_t *)row + field->offset;
    if (type_is_text(field->type)) {
        reel_bytes text = text_value(from);
        reel__dat_put_string(to, (reel_string){ (const char *)text.data, text.size });
    } else if (field->type == REEL_BOOL) {
        reel__dat_put_u8(to, *from);
    } else if (field->type == REEL_I64) {
        uint64_t value;
        uint8_t bytes[8];
        memcpy(&value, from, sizeof value);
        reel_store_u64le(bytes, value);
        reel__dat_put(to, bytes, sizeof bytes);
    } else {
        reel__dat_put_words(to, from, 4 * (size_t)field->count);
    }
}

/* Whether a presence byte precedes field `f` of a table. */
static bool has_presence_byte(const reel_table *table, size_t f)
{
    const reel_field *field = &table->fields[f], *previous = f ? field - 1 : NULL;
    if (!field->present_mask) return false;
    return !previous || previous->present_mask != field->present_mask || previous->present_offset != field->present_offset;
}

void reel__dat_get_record(reel_cursor *in, const reel_table *table, void *row)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->type == REEL_U8) continue;
        if (has_presence_byte(table, f) && reel_get_u8(in)) ((uint8_t *)row)[field->present_offset] |= field->present_mask;
        if (reel_field_present(field, row)) reel__dat_get_field(in, field, row);
    }
}

void reel__dat_put_record(dat_payload *to, const reel_table *table, const void *row)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->type == REEL_U8) continue;
        if (has_presence_byte(table, f)) reel__dat_put_u8(to, reel_field_present(field, row));
        if (reel_field_present(field, row)) reel__dat_put_field(to, field, row);
    }
}
