/* SPDX-License-Identifier: MIT */
#include "wanted.h"

#include "vector.h"

#include <reel/export.h>

#include <stdlib.h>
#include <string.h>

enum { MOST_HINTS = 512 };

static const char refused_rule[] = "duckdb.not-wanted";

/* ---- parameters ----------------------------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool read_names(duckdb_bind_info info, wanted_replays *only)
{
    duckdb_value value = parameter_value(info, "file");
    if (!value) return true;
    bool fine = value_texts(info, "file", value, &only->names, &only->name_count);
    duckdb_destroy_value(&value);
    if (fine) qsort(only->names, only->name_count, sizeof *only->names, compare_names);
    return fine;
}

static bool unknown_word(duckdb_bind_info info, const char *what, const char *word, const char *const *known)
{
    char hint[HINT_SIZE];
    return bind_fail(info, "unknown %s \"%.60s\"%s", what, word, suggest(word, known, hint));
}

static bool read_formats(duckdb_bind_info info, wanted_replays *only)
{
    char *id = NULL, *game = NULL;
    const char *ids[MOST_HINTS], *games[MOST_HINTS];
    size_t count = 0, used = 0;
    bool fine = parameter_text(info, "format", &id) && parameter_text(info, "game", &game), same_id = false, same_game = false;
    while (reel_formats()[count]) count++;
    if (fine && (id || game)) {
        only->formats = calloc(count + 1, sizeof *only->formats);
        fine = only->formats || bind_fail(info, "out of memory");
    }
    for (size_t i = 0; fine && only->formats && i < count; i++) {
        const reel_format *format = reel_formats()[i];
        bool is_id = !id || strcmp(id, reel_format_id(format)) == 0, is_game = !game || reel_format_has_game(format, game);
        same_id |= is_id;
        same_game |= is_game;
        if (is_id && is_game) only->formats[used++] = format;
        if (i < MOST_HINTS) ids[i] = reel_format_id(format), games[i] = format->game;
    }
    ids[count < MOST_HINTS ? count : MOST_HINTS - 1] = games[count < MOST_HINTS ? count : MOST_HINTS - 1] = NULL;
    if (fine && id && !same_id) fine = unknown_word(info, "format", id, ids);
    if (fine && game && !same_game) fine = unknown_word(info, "game", game, games);
    if (fine && only->formats && !used) fine = bind_fail(info, "%s is not a format of %s", id, game);
    free(id);
    only->game = game;
    return fine;
}

/* Whether a header of the wanted formats has the field. */
static bool check_field(duckdb_bind_info info, const wanted_replays *only, const char *name)
{
    const char *known[MOST_HINTS];
    size_t count = 0;
    reel_field field;
    for (const reel_format *const *format = only->formats ? only->formats : reel_formats(); *format; format++)
        for (const reel_table *const *table = reel_format_tables(*format); *table; table++) {
            if (!((*table)->flags & REEL_TABLE_HEADER)) continue;
            if (reel_table_select(*table, name, &field, NULL)) return true;
            for (uint16_t i = 0; i < (*table)->field_count && count < MOST_HINTS - 1; i++)
                known[count++] = (*table)->fields[i].name;
        }
    known[count] = NULL;
    return unknown_word(info, "header field", name, known);
}

static bool read_field(duckdb_bind_info info, wanted_replays *only, char *name, duckdb_value value)
{
    wanted_field *field = &only->fields[only->field_count++];
    size_t size = strlen(name) + 1;
    field->name = malloc(size);
    if (!field->name) return bind_fail(info, "out of memory");
    memcpy(field->name, name, size);
    return check_field(info, only, name) && value_texts(info, name, value, &field->values, &field->count);
}

static bool read_header(duckdb_bind_info info, wanted_replays *only)
{
    duckdb_value value = parameter_value(info, "header");
    if (!value) return true;
    duckdb_logical_type type = duckdb_get_value_type(value); /* the value owns it */
    bool fine = duckdb_get_type_id(type) == DUCKDB_TYPE_STRUCT ||
                bind_fail(info, "header must be a struct of fields, like {'player_name': 'Zoe'}");
    idx_t count = fine ? duckdb_struct_type_child_count(type) : 0;
    if (fine) only->fields = calloc(count + 1, sizeof *only->fields);
    if (fine && !only->fields) fine = bind_fail(info, "out of memory");
    for (idx_t i = 0; fine && i < count; i++) {
        char *name = duckdb_struct_type_child_name(type, i);
        duckdb_value child = duckdb_get_struct_child(value, i);
        fine = read_field(info, only, name, child);
        duckdb_destroy_value(&child);
        duckdb_free(name);
    }
    duckdb_destroy_value(&value);
    return fine;
}

bool wanted_parameters(duckdb_bind_info info, wanted_replays *only)
{
    return read_names(info, only) && read_formats(info, only) && read_header(info, only);
}

void wanted_free(wanted_replays *only)
{
    texts_free(only->names, only->name_count);
    for (size_t i = 0; i < only->field_count; i++) {
        free(only->fields[i].name);
        texts_free(only->fields[i].values, only->fields[i].count);
    }
    free(only->fields);
    free(only->formats);
    free(only->game);
    *only = (wanted_replays){ 0 };
}

/* ---- decisions ------------------------------------------------------------------------------------------------------ */

/* Number of the first name that is not before `size` bytes of a text. */
static size_t first_name(const wanted_replays *only, const char *text, size_t size)
{
    size_t low = 0, high = only->name_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strncmp(only->names[middle], text, size) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* With `members`, a name may also be that of a replay in an archive of this path. */
static bool has_name(const wanted_replays *only, const char *path, bool members)
{
    char *valid = text_valid(path); /* as results have it */
    const char *name = valid ? valid : path;
    size_t size = strlen(name), at = first_name(only, name, size);
    bool found = false;
    for (; !found && at < only->name_count && strncmp(only->names[at], name, size) == 0; at++) {
        found = !only->names[at][size] || (members && only->names[at][size] == '#');
        if ((unsigned char)only->names[at][size] > '#') break;
    }
    free(valid);
    return found;
}

bool wanted_path(const wanted_replays *only, const char *path) { return !only->names || has_name(only, path, true); }

bool wanted_name(const wanted_replays *only, const char *name) { return !only->names || has_name(only, name, false); }

static bool wanted_format(const wanted_replays *only, const reel_format *format)
{
    if (!only->formats) return true;
    for (const reel_format *const *each = only->formats; *each; each++)
        if (*each == format) return true;
    return false;
}

static bool has_value(const wanted_field *wanted, const reel_field *field, const void *row)
{
    size_t size = reel_field_text(field, row, true, NULL, 0);
    char *text = NULL;
    bool found = false;
    for (size_t i = 0; !found && i < wanted->count; i++) {
        if (strlen(wanted->values[i]) != size) continue;
        if (!text) text = malloc(size + 1);
        if (!text) return false;
        reel_field_text(field, row, true, text, size + 1);
        found = strcmp(text, wanted->values[i]) == 0;
    }
    free(text);
    return found && reel_field_present(field, row);
}

/* Whether a row of the header has one of the values. */
static bool header_has(const wanted_field *wanted, const reel_format *format, const reel_chunk *header)
{
    for (const reel_table *const *table = reel_format_tables(format); *table; table++) {
        reel_field field;
        if (!((*table)->flags & REEL_TABLE_HEADER) || !reel_table_select(*table, wanted->name, &field, NULL)) continue;
        size_t count;
        const uint8_t *rows = reel_chunk_rows(header, *table, &count);
        for (size_t row = 0; row < count; row++)
            if (has_value(wanted, &field, rows + row * (*table)->row_size)) return true;
    }
    return false;
}

/* Whether a replay is of the game: its header says so, if its format holds several. */
static bool wanted_game(const wanted_replays *only, const reel_format *format, const reel_chunk *header)
{
    char game[128];
    if (!only->game || !header) return true;
    const size_t size = reel_replay_game(format, header, game, sizeof game);
    const reel_format named = { .game = game };
    return size && size < sizeof game && reel_format_has_game(&named, only->game);
}

bool wanted_needs_header(const wanted_replays *only) { return only->field_count || only->game; }

reel_status wanted_choose(const wanted_replays *only, const reel_format *format, const reel_chunk *header, reel_error *error)
{
    bool fine = wanted_format(only, format) && wanted_game(only, format, header);
    for (size_t i = 0; fine && header && i < only->field_count; i++) fine = header_has(&only->fields[i], format, header);
    if (fine) return REEL_OK;
    *error = (reel_error){ .status = REEL_ARGUMENT, .rule = refused_rule, .section = "" };
    return REEL_ARGUMENT;
}

bool wanted_refused(const reel_error *error) { return error->status < 0 && strcmp(error->rule, refused_rule) == 0; }
