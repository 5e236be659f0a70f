/* SPDX-License-Identifier: MIT
 * The row of a table that is read, which all kinds of tables fill. */
#include "command/import_rows.h"

#include <string.h>
#include <strings.h>

int rows_get(row_reader *r)
{
    const int c = getc_unlocked(r->file);
    r->at += c == '\n';
    return c;
}

void rows_unget(row_reader *r, int c)
{
    if (c == EOF) return;
    ungetc(c, r->file);
    r->at -= c == '\n';
}

void rows_begin(row_reader *r)
{
    r->used = r->value_count = 0;
    r->full = r->zero = false;
}

bool rows_begin_value(row_reader *r)
{
    if (r->value_count == ROW_COLUMNS) return r->full = true, false;
    r->absent[r->value_count] = r->binary[r->value_count] = r->zero = false;
    r->offsets[r->value_count++] = r->used;
    return true;
}

void rows_add(row_reader *r, int c)
{
    if (r->used + 1 < ROW_BYTES)
        r->bytes[r->used++] = (char)c;
    else
        r->full = true;
    r->zero = r->zero || c == 0;
}

/* A value with a NUL: such as an id of 16 bytes, which nobody reads as text. */
static void end_binary(row_reader *r)
{
    const size_t at = r->offsets[r->value_count - 1], size = r->used - at;
    r->binary[r->value_count - 1] = true;
    if (at + 2 * size + 1 >= ROW_BYTES) {
        r->full = true;
        return;
    }
    for (size_t i = size; i-- > 0;) {
        static const char digits[] = "0123456789abcdef";
        const uint8_t byte = (uint8_t)r->bytes[at + i];
        r->bytes[at + 2 * i] = digits[byte >> 4];
        r->bytes[at + 2 * i + 1] = digits[byte & 15];
    }
    r->used = at + 2 * size;
}

void rows_end_value(row_reader *r)
{
    if (r->zero && r->value_count) end_binary(r);
    if (r->used < ROW_BYTES) r->bytes[r->used++] = '\0';
    r->bytes[ROW_BYTES - 1] = '\0';
}

const char *rows_problem(const row_reader *r)
{
    if (r->full) return "the row is too long, or has too many columns";
    return r->count && r->value_count != r->count ? "the row has another number of columns" : NULL;
}

bool rows_name_columns(row_reader *r)
{
    r->count = r->value_count;
    for (size_t i = 0; i < r->count; i++) snprintf(r->names[i], ROW_NAME, "%s", r->bytes + r->offsets[i]);
    return r->count > 0 && !r->full;
}

bool rows_is_binary(const row_reader *r, const char *column)
{
    for (size_t i = 0; i < r->count && i < r->value_count; i++)
        if (strcasecmp(r->names[i], column) == 0) return r->binary[i];
    return false;
}

const char *rows_find(row_reader *r, const char *column)
{
    for (size_t i = 0; i < r->count && i < r->value_count; i++)
        if (strcasecmp(r->names[i], column) == 0) {
            const char *value = r->bytes + r->offsets[i];
            return r->absent[i] || !*value ? NULL : value;
        }
    return NULL;
}
