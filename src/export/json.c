/* SPDX-License-Identifier: MIT
 * JSON: one document, tables as arrays of objects. docs/export.md defines the structure. */
#include "codec/json_text.h"
#include "core/valid.h"
#include "export/export.h"
#include "export/value.h"

/* ---- values ----------------------------------------------------------------------------------------------------- */

enum { JSON_STOPS = TEXT_CONTROL | TEXT_QUOTE | TEXT_BACKSLASH };

/* Writes what stands for a byte that a JSON string cannot contain. Returns its length. */
static size_t escape(char *out, uint8_t byte)
{
    if (byte < 0x80) return reel__json_escape(out, byte);
    reel__bad_byte_text(out, byte);
    return BAD_BYTE_SIZE;
}

void reel__json_text(reel_output *out, const uint8_t *text, size_t size)
{
    reel_put_u8(out, '"');
    while (size) {
        size_t plain = reel__text_plain(text, size, JSON_STOPS);
        reel_put(out, text, plain);
        text += plain;
        size -= plain;
        if (!size) break;
        char *space = (char *)reel_put_space(out, JSON_ESCAPE_SIZE);
        if (!space) return;
        out->at -= JSON_ESCAPE_SIZE - escape(space, *text);
        text++;
        size--;
    }
    reel_put_u8(out, '"');
}

static void json_base64(reel_output *out, const uint8_t *data, size_t size)
{
    reel_put_u8(out, '"');
    while (size) {
        size_t block = size < BASE64_BLOCK ? size : BASE64_BLOCK;
        char *space = (char *)reel_put_space(out, base64_size(block));
        if (!space) return;
        reel__base64_text(space, data, block);
        data += block;
        size -= block;
    }
    reel_put_u8(out, '"');
}

static void json_scalar(reel_output *out, reel_type type, const uint8_t *slot)
{
    char *space = (char *)reel_put_space(out, SCALAR_SIZE + 2), *at = space;
    if (!space) return;
    bool bare = reel__scalar_is_bare(type, slot);
    if (!bare) *at++ = '"';
    at += reel__scalar_text(at, type, slot);
    if (!bare) *at++ = '"';
    out->at = (uint8_t *)at;
}

static void json_value(reel_output *out, const export_column *column, const uint8_t *slot)
{
    reel_type type = column->field->type;
    const char *label = column->labelled ? reel__scalar_label(column->field, slot) : NULL;
    if (label) {
        reel__json_text(out, (const uint8_t *)label, strlen(label));
    } else if (type == REEL_STRING) {
        reel_bytes text = text_value(slot);
        reel__json_text(out, text.data, text.size);
    } else if (type == REEL_BYTES) {
        reel_bytes bytes = text_value(slot);
        json_base64(out, bytes.data, bytes.size);
    } else {
        json_scalar(out, type, slot);
    }
}

static void json_field(reel_output *out, const export_column *column, const uint8_t *row)
{
    const reel_field *field = column->field;
    const uint8_t *slot = row + field->offset;
    char moment[REEL_MOMENT_SIZE];
    size_t size = column->is_moment && column_has_value(column, row) ? reel__moment_value(moment, field, row) : 0;
    if (size) {
        reel__json_text(out, (const uint8_t *)moment, size);
    } else if (column->is_moment || !column_has_value(column, row)) {
        reel_put(out, "null", 4);
    } else if (field->type == REEL_F32 && field->count && !column->is_valid) {
        if (field->count > 1) reel_put_u8(out, '[');
        reel__put_floats(out, slot, field->count, true);
        if (field->count > 1) reel_put_u8(out, ']');
    } else if (field->count == 1) {
        json_value(out, column, slot);
    } else {
        reel_put_u8(out, '[');
        for (size_t i = 0; i < field->count; i++) {
            if (i) reel_put_u8(out, ',');
            if (column->is_valid && !reel__field_valid_values(field, row, i, 1))
                reel_put(out, "null", 4);
            else
                json_value(out, column, slot + i * column->value_size);
        }
        reel_put_u8(out, ']');
    }
}

void reel__json_columns(reel_output *out, const export_table *table, const uint8_t *row, reel_string line)
{
    for (size_t i = 0; i < table->count; i++) {
        const export_column *column = &table->columns[i];
        if (i) reel_put_u8(out, ',');
        if (line.size) reel_put(out, line.data, line.size);
        reel_put(out, column->key, column->key_size);
        if (line.size) reel_put_u8(out, ' ');
        json_field(out, column, row);
    }
}

/* ---- the document ----------------------------------------------------------------------------------------------- */

/* The line break and indentation at this depth; empty in a compact document. */
static reel_string line_at(const reel_export *e, unsigned depth)
{
    static const char break_and_indent[] = "\n            ";
    if (!(e->flags & REEL_EXPORT_PRETTY)) return (reel_string){ NULL, 0 };
    return (reel_string){ break_and_indent, 1 + 2 * (size_t)depth };
}

static void put_text(reel_output *out, reel_string text)
{
    if (text.size) reel_put(out, text.data, text.size);
}

/* Writes a comma if needed, the line break, and "name": . */
static void put_name(reel_export *e, unsigned depth, const char *name)
{
    if (e->set_off) reel_put_u8(&e->out, ',');
    e->set_off = true;
    put_text(&e->out, line_at(e, depth));
    reel__json_text(&e->out, (const uint8_t *)name, strlen(name));
    reel_put(&e->out, ": ", e->flags & REEL_EXPORT_PRETTY ? 2 : 1);
}

static void put_row(reel_export *e, const export_table *table, const uint8_t *row, unsigned depth)
{
    reel_put_u8(&e->out, '{');
    reel__json_columns(&e->out, table, row, line_at(e, depth + 1));
    put_text(&e->out, line_at(e, depth));
    reel_put_u8(&e->out, '}');
}

static void put_array(reel_export *e, const export_table *table, const uint8_t *rows, size_t count, unsigned depth)
{
    bool some = false;
    reel_put_u8(&e->out, '[');
    for (size_t i = 0; i < count && e->out.status == REEL_OK; i++) {
        const uint8_t *row = rows + i * table->table->row_size;
        if (!reel__export_takes(e, table, row)) continue;
        if (some) reel_put_u8(&e->out, ',');
        put_text(&e->out, line_at(e, depth + 1));
        put_row(e, table, row, depth + 1);
        some = true;
    }
    if (some) put_text(&e->out, line_at(e, depth));
    reel_put_u8(&e->out, ']');
}

/* The header: the first table with that flag. Others, such as a roster, are lists, however many rows they have. */
static bool is_header(const reel_table *table, const reel_chunk *chunk)
{
    const reel_table *const *each = reel_chunk_tables(chunk);
    while (*each && !((*each)->flags & REEL_TABLE_HEADER)) each++;
    return *each == table;
}

static void put_table(reel_export *e, const export_table *table, const reel_chunk *chunk, unsigned depth)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, table->table, &count);
    bool header = is_header(table->table, chunk);
    if (e->streams && count == 0) return;
    put_name(e, depth, table->table->name);
    if (header && count == 0)
        reel_put(&e->out, "null", 4);
    else if (header && count == 1)
        put_row(e, table, rows, depth);
    else
        put_array(e, table, rows, count, depth);
}

static void json_begin(reel_export *e)
{
    reel_put_u8(&e->out, '{');
    if (e->format_id) {
        put_name(e, 1, "format");
        reel__json_text(&e->out, (const uint8_t *)e->format_id, strlen(e->format_id));
    }
    if (!e->streams) return;
    put_name(e, 1, "chunks");
    reel_put_u8(&e->out, '[');
    e->set_off = false;
}

static void json_chunk(reel_export *e, const reel_chunk *chunk)
{
    unsigned depth = e->streams ? 3 : 1;
    if (!e->streams && e->chunks) {
        e->status =
            reel_fail(&e->error, REEL_ARGUMENT, "json.one-chunk", "", 0, "second chunk of a replay opened as not streaming");
        return;
    }
    if (e->streams) {
        if (e->set_off) reel_put_u8(&e->out, ',');
        put_text(&e->out, line_at(e, 2));
        reel_put_u8(&e->out, '{');
        e->set_off = false;
    }
    if (e->origin) {
        put_name(e, depth, e->origin);
        reel__json_text(&e->out, (const uint8_t *)e->origin_value.data, e->origin_value.size);
    }
    for (size_t t = 0; t < e->count; t++) put_table(e, &e->tables[t], chunk, depth);
    if (!e->streams) return;
    if (e->set_off) put_text(&e->out, line_at(e, 2));
    reel_put_u8(&e->out, '}');
    e->set_off = true;
}

static void json_end(reel_export *e)
{
    if (e->streams) {
        if (e->set_off) put_text(&e->out, line_at(e, 1));
        reel_put_u8(&e->out, ']');
        e->set_off = true;
    }
    if (e->set_off) put_text(&e->out, line_at(e, 0));
    reel_put(&e->out, "}\n", 2);
}

const reel_exporter reel__export_json = { "json", false, false, json_begin, json_chunk, json_end, NULL, NULL };
