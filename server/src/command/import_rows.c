/* SPDX-License-Identifier: MIT */
#include "command/import_rows.h"

#include "base/real.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yyjson.h>

/* ---- CSV (RFC 4180), also with semicolons or tabs ------------------------------------------------------------------------ */

typedef struct csv_state {
    int separator;
} csv_state;

/* A record, or false at the end of the file. */
static bool read_record(row_reader *r, int separator, const char **why)
{
    bool quoted = false, open = false;
    int c = rows_get(r);
    *why = NULL;
    rows_begin(r);
    while (c == '\n' || c == '\r') c = rows_get(r); /* empty lines */
    if (c == EOF) return false;
    r->line = r->at + 1;
    rows_begin_value(r);
    for (;; c = rows_get(r)) {
        if (c == EOF && quoted) *why = "a quoted value does not end";
        if (c == EOF) break;
        if (quoted) {
            if (c == '"' && (c = rows_get(r)) != '"') {
                quoted = false;
                rows_unget(r, c);
            } else
                rows_add(r, c);
        } else if (c == '"' && !open) {
            quoted = true;
        } else if (c == separator) {
            rows_end_value(r);
            rows_begin_value(r);
            open = false;
            continue;
        } else if (c == '\n') {
            break;
        } else if (c != '\r') {
            rows_add(r, c);
        }
        open = true;
    }
    rows_end_value(r);
    return true;
}

static row_result next_csv(row_reader *r, const char **why)
{
    const csv_state *state = r->state;
    if (!read_record(r, state->separator, why)) return ROW_END;
    if (!*why) *why = rows_problem(r);
    return *why ? ROW_BAD : ROW_READ;
}

static void close_csv(row_reader *r) { free(r->state); }

static const row_kind rows_csv = { next_csv, rows_find, close_csv };

/* The first of the three that is in the first line outside of quotes, and leaves the file at its start. */
static int find_separator(FILE *file)
{
    bool quoted = false;
    int c, found = ',';
    while ((c = getc_unlocked(file)) != EOF && c != '\n') {
        if (c == '"') quoted = !quoted;
        if (quoted || (c != ',' && c != ';' && c != '\t')) continue;
        found = c;
        break;
    }
    return found;
}

static bool open_csv(row_reader *r, long start)
{
    const char *why;
    csv_state *state = malloc(sizeof *state);
    if (!state) return false;
    state->separator = find_separator(r->file);
    r->kind = &rows_csv;
    r->state = state;
    if (fseek(r->file, start, SEEK_SET) != 0) return false;
    r->at = 0;
    return read_record(r, state->separator, &why) && rows_name_columns(r);
}

/* ---- lines of JSON: a column is a path of members with points between ------------------------------------------------------ */

typedef struct json_state {
    char *line;
    yyjson_doc *doc;
} json_state;

/* A line without its end, and whether it fits. False at the end of the file. */
static bool read_line(row_reader *r, size_t *size, bool *fits)
{
    json_state *state = r->state;
    int c;
    *size = 0;
    r->line = r->at + 1;
    while ((c = rows_get(r)) != EOF && c != '\n')
        if ((*size)++ < ROW_LINE) state->line[*size - 1] = (char)c;
    *fits = *size <= ROW_LINE;
    return c != EOF || *size;
}

static row_result next_json(row_reader *r, const char **why)
{
    json_state *state = r->state;
    size_t size;
    bool fits;
    yyjson_doc_free(state->doc);
    state->doc = NULL;
    rows_begin(r);
    do {
        if (!read_line(r, &size, &fits)) return ROW_END;
    } while (fits && strspn(state->line, " \t\r") >= size);
    *why = "the line is too long";
    if (!fits) return ROW_BAD;
    state->doc = yyjson_read(state->line, size, 0);
    *why = "the line is not an object of JSON";
    return yyjson_is_obj(yyjson_doc_get_root(state->doc)) ? ROW_READ : ROW_BAD;
}

static const char *value_of_json(row_reader *r, const char *column)
{
    const json_state *state = r->state;
    yyjson_val *value = yyjson_doc_get_root(state->doc);
    char number[REAL_TEXT];
    for (const char *at = column; value && *at;) {
        const size_t size = strcspn(at, ".");
        value = yyjson_obj_getn(value, at, size);
        at += size + (at[size] == '.');
    }
    if (yyjson_is_str(value)) {
        const char *text = yyjson_get_str(value);
        return *text && strlen(text) == yyjson_get_len(value) ? text : NULL;
    }
    if (yyjson_is_bool(value)) return yyjson_get_bool(value) ? "true" : "false";
    if (!yyjson_is_num(value)) return NULL;
    if (yyjson_is_uint(value))
        snprintf(number, sizeof number, "%llu", (unsigned long long)yyjson_get_uint(value));
    else if (yyjson_is_sint(value))
        snprintf(number, sizeof number, "%lld", (long long)yyjson_get_sint(value));
    else
        real_text(yyjson_get_real(value), number);
    const size_t at = r->used;
    for (const char *digit = number; *digit; digit++) rows_add(r, *digit);
    rows_end_value(r);
    return r->full ? NULL : r->bytes + at;
}

static void close_json(row_reader *r)
{
    json_state *state = r->state;
    if (!state) return;
    yyjson_doc_free(state->doc);
    free(state->line);
    free(state);
}

static const row_kind rows_json = { next_json, value_of_json, close_json };

static bool open_json(row_reader *r)
{
    json_state *state = calloc(1, sizeof *state);
    r->kind = &rows_json;
    r->state = state;
    if (state) state->line = malloc(ROW_LINE);
    return state && state->line;
}

/* ---- which it is --------------------------------------------------------------------------------------------------------- */

/* Words that dumps begin with. */
static bool begins_sql(const char *text)
{
    static const char *const words[] = { "--",   "/*",    "CREATE ", "INSERT ", "REPLACE ", "DROP ",
                                         "SET ", "BEGIN", "PRAGMA ", "START ",  "LOCK ",    "USE " };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncasecmp(text, words[i], strlen(words[i])) == 0) return true;
    return false;
}

static bool open_kind(row_reader *r, const char *path, const char tables[][ROW_NAME], size_t table_count)
{
    static const char database[] = "SQLite format 3";
    char first[64] = "";
    const size_t size = fread(first, 1, sizeof first - 1, r->file);
    const bool mark = size >= 3 && memcmp(first, "\xef\xbb\xbf", 3) == 0;
    const char *text = first + (mark ? 3 : 0);
    text += strspn(text, " \t\r\n");
    if (memcmp(first, database, sizeof database) == 0) return rows_open_database(r, path, tables, table_count);
    if (fseek(r->file, mark ? 3 : 0, SEEK_SET) != 0) return false;
    if (*text == '{') return open_json(r);
    return begins_sql(text) ? rows_open_sql(r, tables, table_count) : open_csv(r, mark ? 3 : 0);
}

row_reader *rows_open(const char *path, const char tables[][ROW_NAME], size_t table_count)
{
    row_reader *r = calloc(1, sizeof *r);
    if (!r) return fputs("reel-server: out of memory\n", stderr), NULL;
    r->file = fopen(path, "re");
    if (!r->file) return fprintf(stderr, "reel-server: %s: %s\n", path, strerror(errno)), free(r), NULL;
    if (open_kind(r, path, tables, table_count)) return r;
    fprintf(stderr,
            "reel-server: %s: neither CSV with the names of its columns, lines of JSON, a dump of SQL nor an SQLite file with "
            "such a table\n",
            path);
    rows_close(r);
    return NULL;
}

void rows_close(row_reader *r)
{
    if (!r) return;
    if (r->kind) r->kind->close(r);
    if (r->file) fclose(r->file);
    free(r);
}
