/* SPDX-License-Identifier: MIT
 * Rows of made files against the values that their generators say they have: lines of a file, a table, a row, a field and a value. */
#ifndef ECHO_TRUTH_H
#define ECHO_TRUTH_H

#include "machinery.h"

#include <math.h>

static reel_replay *load_file(const char *name)
{
    char path[512];
    size_t size;
    reel_options options = machinery_options(NULL);
    snprintf(path, sizeof path, "tests/formats/echo/%s", name);
    uint8_t *data = read_file(project_path(path), &size);
    reel_replay *replay = load_bytes(data, size, &options);
    free(data);
    return replay;
}

static const reel_table *table_called(const reel_replay *replay, const char *name)
{
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay)); *table; table++)
        if (strcmp((*table)->name, name) == 0) return *table;
    fail_msg("no table %s", name);
    return NULL;
}

/* Directions go through a rotation of floats; all else is exact. */
static bool agrees(const reel_field *field, const uint8_t *row, const char *wanted)
{
    if (strcmp(wanted, "(missing)") == 0) return !reel_field_present(field, row);
    if (field->type == REEL_STRING) {
        reel_string text;
        memcpy(&text, row + field->offset, sizeof text);
        return text.size == strlen(wanted) && (!text.size || memcmp(text.data, wanted, text.size) == 0);
    }
    if (!reel_field_present(field, row)) return false;
    if (field->type == REEL_U64 || field->type == REEL_I64) {
        int64_t value;
        memcpy(&value, row + field->offset, sizeof value);
        return value == (int64_t)strtoull(wanted, NULL, 10);
    }
    char *at = (char *)(uintptr_t)wanted;
    for (size_t i = 0; i < field->count; i++)
        if (fabs(reel_field_number(field, row, i) - strtod(at, &at)) > 5e-7) return false;
    return true;
}

typedef struct truth {
    char file[64];
    reel_replay *replay;
    size_t compared, files;
} truth;

static void compare_line(truth *t, char *line)
{
    char *cells[5] = { line };
    for (size_t i = 1; i < 5; i++) {
        cells[i] = strchr(cells[i - 1], '\t');
        if (!cells[i]) fail_msg("%s has too few cells", line);
        *cells[i]++ = 0;
    }
    if (strcmp(t->file, cells[0]) != 0) {
        char name[96];
        reel_free(t->replay);
        snprintf(t->file, sizeof t->file, "%s", cells[0]);
        snprintf(name, sizeof name, "golden/%s", cells[0]);
        t->replay = load_file(name);
        t->files++;
    }
    size_t count;
    const reel_table *table = table_called(t->replay, cells[1]);
    const uint8_t *rows = reel_rows(t->replay, table, &count);
    const size_t row = strtoul(cells[2], NULL, 10);
    const reel_field *field = reel_table_field(table, cells[3]);
    if (!field || row >= count) fail_msg("%s has no %s.%s of row %zu", cells[0], cells[1], cells[3], row);
    if (!agrees(field, rows + row * table->row_size, cells[4]))
        fail_msg("%s: %s.%s of row %zu is not %s", cells[0], cells[1], cells[3], row, cells[4]);
    t->compared++;
}

/* Compares with the lines of a file. */
static truth compare_truth(const char *name)
{
    size_t size;
    truth t = { .replay = NULL };
    uint8_t *bytes = read_file(project_path(name), &size);
    char *text = malloc(size + 1), *next = text;
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = 0;
    free(bytes);
    for (bool first = true; next && *next; first = false) {
        char *line = next;
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        if (!first) compare_line(&t, line);
    }
    printf("%zu values of %zu files\n", t.compared, t.files);
    reel_free(t.replay);
    free(text);
    t.replay = NULL;
    return t;
}

#endif
