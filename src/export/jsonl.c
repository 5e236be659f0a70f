/* SPDX-License-Identifier: MIT
 * JSON lines: one object per row, with its table and row number. */
#include "export/export.h"
#include "export/value.h"

static void put_number(reel_output *out, uint64_t row)
{
    reel_put(out, "\"row\":", 6);
    char *at = (char *)reel_put_space(out, NUMBER_SIZE + 1);
    if (!at) return;
    at += reel__number_u64(at, row);
    *at++ = ',';
    out->at = (uint8_t *)at;
}

static void put_origin(reel_export *e)
{
    reel__json_text(&e->out, (const uint8_t *)e->origin, strlen(e->origin));
    reel_put_u8(&e->out, ':');
    reel__json_text(&e->out, (const uint8_t *)e->origin_value.data, e->origin_value.size);
    reel_put_u8(&e->out, ',');
}

static void jsonl_rows(reel_export *e, const export_table *table, const reel_chunk *chunk)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, table->table, &count);
    uint64_t first = reel_chunk_first(chunk, table->table);
    const char *name = table->table->name;
    size_t name_size = strlen(name);
    bool numbered = !reel_table_field(table->table, "row"); /* a field of that name replaces it, so that no name occurs twice */
    for (size_t i = 0; i < count && e->out.status == REEL_OK; i++) {
        const uint8_t *row = rows + i * table->table->row_size;
        if (!reel__export_takes(e, table, row)) continue;
        reel_put(&e->out, "{\"table\":\"", 10);
        reel_put(&e->out, name, name_size);
        reel_put(&e->out, "\",", 2);
        if (e->origin) put_origin(e);
        if (numbered) put_number(&e->out, first + i);
        reel__json_columns(&e->out, table, row, (reel_string){ NULL, 0 });
        reel_put(&e->out, "}\n", 2);
    }
}

static void jsonl_chunk(reel_export *e, const reel_chunk *chunk)
{
    for (size_t t = 0; t < e->count; t++) jsonl_rows(e, &e->tables[t], chunk);
}

static void jsonl_nothing(reel_export *e) { (void)e; }

const reel_exporter reel__export_jsonl = { "jsonl", false, false, jsonl_nothing, jsonl_chunk, jsonl_nothing, NULL, NULL };
