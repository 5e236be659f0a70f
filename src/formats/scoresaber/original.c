/* SPDX-License-Identifier: MIT
 * The file beside its rows: compression and JSON leave many ways to say the same, so the bytes are kept, and given back as long
 * as the rows are those that were read. */
#include "formats/scoresaber/layout.h"

static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

static uint64_t mix_bytes(uint64_t sum, const uint8_t *data, size_t size)
{
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word, data += sizeof word) {
        memcpy(&word, data, sizeof word);
        sum = mix(sum, word);
    }
    word = size;
    for (size_t i = 0; i < size; i++) word = word << 8 | data[i];
    return mix(sum, word);
}

static bool is_text(const reel_field *field) { return field->type == REEL_STRING || field->type == REEL_BYTES; }

/* Whether every byte of a row belongs to a value, so that rows can be summed as they lie. */
static bool is_plain(const reel_table *table)
{
    size_t size = 0;
    for (size_t f = 0; f < table->field_count; f++) {
        if (is_text(&table->fields[f])) return false;
        size += reel_type_size(table->fields[f].type) * table->fields[f].count;
    }
    return size == table->row_size;
}

static uint64_t mix_row(uint64_t sum, const reel_table *table, const uint8_t *row)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        bool present = reel_field_present(field, row);
        sum = mix(sum, present);
        if (!present) continue;
        size_t size = reel_type_size(field->type);
        for (size_t i = 0; i < field->count; i++) {
            const uint8_t *place = row + field->offset + i * size;
            reel_bytes value = { place, size };
            if (is_text(field)) memcpy(&value, place, sizeof value);
            sum = mix_bytes(mix(sum, value.size), value.data, value.size);
        }
    }
    return sum;
}

/* Of the rows and the bytes that they were read from. Never 0. */
static uint64_t sum_of(const reel_chunk *rows, const reel_table *const *tables, reel_bytes bytes)
{
    uint64_t sum = mix_bytes(1, bytes.data, bytes.size);
    for (; *tables; tables++) {
        if ((*tables)->flags & REEL_TABLE_LAYOUT && *tables != &scoresaber_gaps) continue;
        size_t count;
        const uint8_t *data = reel_chunk_rows(rows, *tables, &count);
        sum = mix(sum, count);
        if (is_plain(*tables)) {
            sum = mix_bytes(sum, data, count * (*tables)->row_size);
            continue;
        }
        for (size_t i = 0; i < count; i++) sum = mix_row(sum, *tables, data + i * (*tables)->row_size);
    }
    return sum ? sum : 1;
}

void original_keep(reel_decoder *d, const reel_table *const *tables, const uint8_t *bytes, size_t size, uint64_t loose)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &scoresaber_originals);
    scoresaber_original *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->bytes = reel_chunk_bytes(d->chunk, bytes, size);
    row->loose = loose;
    bool all = true;
    for (const reel_table *const *table = tables; *table; table++) all &= reel_chunk_table(d->chunk, *table) != NULL;
    if (all) row->rows = sum_of(d->chunk, tables, row->bytes);
}

static const scoresaber_original *original_row(const reel_chunk *rows)
{
    size_t count;
    const scoresaber_original *row = reel_chunk_rows(rows, &scoresaber_originals, &count);
    return count == 1 ? row : NULL;
}

reel_bytes original_bytes(const reel_chunk *rows)
{
    const scoresaber_original *row = original_row(rows);
    return row ? row->bytes : (reel_bytes){ NULL, 0 };
}

reel_bytes original_of(const reel_chunk *rows, const reel_table *const *tables)
{
    const scoresaber_original *row = original_row(rows);
    if (!row || !row->rows || row->rows != sum_of(rows, tables, row->bytes)) return (reel_bytes){ NULL, 0 };
    return row->bytes;
}

bool has_content(const reel_chunk *rows, const reel_table *const *tables)
{
    size_t count = 0;
    for (; *tables && !count; tables++)
        if (*tables != &scoresaber_gaps) reel_chunk_rows(rows, *tables, &count);
    return count > 0;
}

static bool is_zero(const reel_field *field, const uint8_t *row)
{
    const uint8_t *place = row + field->offset;
    reel_bytes text;
    if (is_text(field)) {
        memcpy(&text, place, sizeof text);
        return text.size == 0;
    }
    for (size_t i = 0; i < reel_type_size(field->type) * field->count; i++)
        if (place[i]) return false;
    return true;
}

reel_status check_absent(const reel_chunk *rows, const reel_table *const *tables, const char *rule, reel_error *error)
{
    for (; *tables; tables++) {
        size_t count;
        const uint8_t *data = reel_chunk_rows(rows, *tables, &count);
        for (size_t f = 0; count && f < (*tables)->field_count; f++) {
            const reel_field *field = &(*tables)->fields[f];
            if (!field->present_mask) continue;
            for (size_t i = 0; i < count; i++) {
                const uint8_t *row = data + i * (*tables)->row_size;
                if (reel_field_present(field, row) || is_zero(field, row)) continue;
                return reel_fail(error, REEL_ARGUMENT, rule, (*tables)->name, 0,
                                 "row %zu of %s has a value of %s, and says that it has none", i, (*tables)->name, field->name);
            }
        }
    }
    return REEL_OK;
}

void original_mend(reel_change *m, const char *rule)
{
    reel_row_list *list = reel_change_rows(m->chunk, &scoresaber_originals);
    if (!list || list->count != 1) return;
    uint64_t loose = ((const scoresaber_original *)(const void *)list->data)->loose;
    if (!loose) return;
    list->count = 0;
    reel_find(&m->reporter,
              (reel_finding){ .rule = rule, .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW, .count = loose },
              "%llu bytes that belong to nothing are dropped", (unsigned long long)loose);
}
