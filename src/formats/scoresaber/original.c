/* SPDX-License-Identifier: MIT
 * The original file. Compression and JSON have many encodings of the same rows, so the bytes are stored beside the rows, and written
 * again if the rows are unchanged. */
#include "core/kept.h"
#include "core/rows.h"
#include "formats/scoresaber/layout.h"

void reel__original_store(reel_decoder *d, const reel_table *const *tables, const uint8_t *bytes, size_t size, uint64_t loose)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &scoresaber_originals);
    scoresaber_original *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->bytes = reel_chunk_bytes(d->chunk, bytes, size);
    row->loose = loose;
    if (reel__kept_is_whole(d->chunk, tables)) row->rows = reel__kept_sum(d->chunk, tables, &scoresaber_gaps, row->bytes);
}

static const scoresaber_original *original_row(const reel_chunk *rows)
{
    size_t count;
    const scoresaber_original *row = reel_chunk_rows(rows, &scoresaber_originals, &count);
    return count == 1 ? row : NULL;
}

reel_bytes reel__original_bytes(const reel_chunk *rows)
{
    const scoresaber_original *row = original_row(rows);
    return row ? row->bytes : (reel_bytes){ NULL, 0 };
}

reel_bytes reel__original_of(const reel_chunk *rows, const reel_table *const *tables)
{
    const scoresaber_original *row = original_row(rows);
    if (!row || !row->rows || row->rows != reel__kept_sum(rows, tables, &scoresaber_gaps, row->bytes))
        return (reel_bytes){ NULL, 0 };
    return row->bytes;
}

bool reel__has_content(const reel_chunk *rows, const reel_table *const *tables)
{
    size_t count = 0;
    for (; *tables && !count; tables++)
        if (*tables != &scoresaber_gaps) reel_chunk_rows(rows, *tables, &count);
    return count > 0;
}

reel_status reel__check_absent(const reel_table *table, const void *row, size_t number, const char *rule, reel_error *error)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (!field->present_mask || reel_field_present(field, row) || reel__field_is_zero(field, row)) continue;
        return reel_fail(error, REEL_ARGUMENT, rule, table->name, 0, "row %zu of %s has a value of %s but marks it as missing",
                         number, table->name, field->name);
    }
    return REEL_OK;
}

void reel__report_dropped_bytes(const reel_change *m, const char *rule, uint64_t bytes)
{
    if (bytes)
        reel_find(&m->reporter, (reel_finding){ .rule = rule, .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .count = bytes },
                  "dropped %llu unused {byte|bytes}", (unsigned long long)bytes);
}

void reel__original_repair(reel_change *m, const char *rule)
{
    reel_row_list *list = reel_change_rows(m->chunk, &scoresaber_originals);
    if (list->count != 1) return;
    uint64_t loose = ((const scoresaber_original *)(const void *)list->data)->loose;
    if (loose) list->count = 0;
    reel__report_dropped_bytes(m, rule, loose);
}
