/* SPDX-License-Identifier: MIT
 * CSV as in RFC 4180, but with a bare line feed at the end of a line. One table, with one column per value. */
#include "core/valid.h"
#include "export/export.h"
#include "export/value.h"

enum { CSV_STOPS = TEXT_NUL | TEXT_QUOTE };

static bool needs_quotes(const uint8_t *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] == ',' || text[i] == '"' || text[i] == '\n' || text[i] == '\r') return true;
    return size == 0; /* empty text is "", unlike a missing value */
}

/* Returns true if spreadsheets may run the text as a formula, by its first character: = + - @, characters that some of them skip
 * before those (tab, line ends), and the full-width forms U+FF1D, U+FF0B, U+FF0D and U+FF20. */
static bool begins_formula(const uint8_t *text, size_t size)
{
    static const uint8_t wide[] = { 0x9d, 0x8b, 0x8d, 0xa0 };
    if (!size) return false;
    if (strchr("=+-@\t\r\n", text[0]) && text[0]) return true;
    return size >= 3 && text[0] == 0xef && text[1] == 0xbc && memchr(wide, text[2], sizeof wide);
}

static bool is_guarded(const reel_export *e, const uint8_t *text, size_t size)
{
    return e->flags & REEL_EXPORT_CSV_SAFE && begins_formula(text, size);
}

static void csv_text(reel_export *e, const uint8_t *text, size_t size)
{
    reel_output *out = &e->out;
    bool quotes = needs_quotes(text, size);
    if (quotes) reel_put_u8(out, '"');
    if (is_guarded(e, text, size)) reel_put_u8(out, '\'');
    while (size) {
        size_t plain = reel__text_plain(text, size, CSV_STOPS);
        reel_put(out, text, plain);
        text += plain;
        size -= plain;
        if (!size) break;
        char escaped[BAD_BYTE_SIZE] = { '"', '"' };
        if (*text != '"') reel__bad_byte_text(escaped, *text);
        reel_put(out, escaped, *text == '"' ? 2 : BAD_BYTE_SIZE);
        text++;
        size--;
    }
    if (quotes) reel_put_u8(out, '"');
}

/* Base64 can begin with a plus. */
static void csv_base64(reel_export *e, const uint8_t *data, size_t size)
{
    reel_output *out = &e->out;
    char first[4];
    if (size) reel__base64_text(first, data, size < 3 ? size : 3);
    if (size && is_guarded(e, (const uint8_t *)first, 1)) reel_put_u8(out, '\'');
    if (!size) reel_put(out, "\"\"", 2);
    while (size) {
        size_t block = size < BASE64_BLOCK ? size : BASE64_BLOCK;
        char *space = (char *)reel_put_space(out, base64_size(block));
        if (!space) return;
        reel__base64_text(space, data, block);
        data += block;
        size -= block;
    }
}

static void csv_value(reel_export *e, const export_column *column, const uint8_t *slot)
{
    reel_type type = column->field->type;
    const char *label = column->labelled ? reel__scalar_label(column->field, slot) : NULL;
    if (label) {
        csv_text(e, (const uint8_t *)label, strlen(label));
    } else if (type_is_text(type)) {
        reel_bytes value = text_value(slot);
        (type == REEL_STRING ? csv_text : csv_base64)(e, value.data, value.size);
    } else {
        char *at = (char *)reel_put_space(&e->out, SCALAR_SIZE);
        if (at) e->out.at = (uint8_t *)at + reel__scalar_text(at, type, slot);
    }
}

static void csv_field(reel_export *e, const export_column *column, const uint8_t *row, bool alone)
{
    reel_output *out = &e->out;
    const reel_field *field = column->field;
    const uint8_t *slot = row + field->offset;
    char moment[REEL_MOMENT_SIZE];
    size_t size = column->is_moment && column_has_value(column, row) ? reel__moment_value(moment, field, row) : 0;
    bool present = column->is_moment ? size : column_has_value(column, row);
    if (size) {
        reel_put(out, moment, size);
        return;
    }
    if (present && field->type == REEL_F32 && field->count && !column->is_valid) {
        reel__put_floats(out, slot, field->count, false);
        return;
    }
    for (size_t i = 0; i < field->count; i++) {
        if (i) reel_put_u8(out, ',');
        if (present && (!column->is_valid || reel__field_valid_values(field, row, i, 1)))
            csv_value(e, column, slot + i * column->value_size);
    }
    if (!present && alone && field->count == 1) reel_put(out, "\"\"", 2); /* many readers skip an empty line */
}

static void csv_row(reel_export *e, const export_table *table, const uint8_t *row)
{
    reel_output *out = &e->out;
    if (e->origin) csv_text(e, (const uint8_t *)e->origin_value.data, e->origin_value.size);
    for (size_t c = 0; c < table->count; c++) {
        if (c || e->origin) reel_put_u8(out, ',');
        csv_field(e, &table->columns[c], row, table->count == 1 && !e->origin);
    }
    reel_put_u8(out, '\n');
}

static void csv_begin(reel_export *e)
{
    if (e->tables && e->origin) csv_text(e, (const uint8_t *)e->origin, strlen(e->origin));
    for (size_t c = 0; e->tables && c < e->tables[0].count; c++) {
        const reel_field *field = e->tables[0].columns[c].field;
        for (size_t i = 0; i < field->count; i++) {
            if (c || i || e->origin) reel_put_u8(&e->out, ',');
            reel__put_column_name(&e->out, field, i);
        }
    }
    if (e->tables) reel_put_u8(&e->out, '\n');
}

static void csv_chunk(reel_export *e, const reel_chunk *chunk)
{
    size_t count;
    const export_table *table = &e->tables[0];
    const uint8_t *rows = reel_chunk_rows(chunk, table->table, &count);
    for (size_t i = 0; i < count && e->out.status == REEL_OK; i++) {
        const uint8_t *row = rows + i * table->table->row_size;
        if (reel__export_takes(e, table, row)) csv_row(e, table, row);
    }
}

static void csv_end(reel_export *e) { (void)e; }

const reel_exporter reel__export_csv = { "csv", true, false, csv_begin, csv_chunk, csv_end, NULL, NULL };
