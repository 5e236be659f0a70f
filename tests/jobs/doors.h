/* SPDX-License-Identifier: MIT
 * The rows of a file by every way in which a reader can get them. A signature is worth something only if all of them agree. */
#ifndef REEL_TEST_DOORS_H
#define REEL_TEST_DOORS_H

#include "core/packing.h"

#include "signing.h"

#include <math.h>

/* The rows of each table as bytes. */
enum { DOOR_TABLES = 64 };
typedef struct door_rows {
    const reel_format *format;
    reel_memory tables[DOOR_TABLES];
    bool failed; /* the file was not read, or not without damage */
} door_rows;

/* Which rows do not count: those that say where bytes are in the file. */
typedef bool door_skips(const reel_table *table, const void *row);

typedef struct door_view {
    bytes file;
    const char *member;
    door_skips *skips; /* may be NULL */
} door_view;

static inline void door_begin(door_rows *rows)
{
    *rows = (door_rows){ .format = NULL };
    for (size_t t = 0; t < DOOR_TABLES; t++) rows->tables[t].allocator = reel__memory_allocator(NULL);
}

static inline void door_free(door_rows *rows)
{
    for (size_t t = 0; t < DOOR_TABLES; t++) reel_memory_free(&rows->tables[t]);
}

static inline void door_add(door_rows *rows, const reel_chunk *chunk, const door_view *view, const reel_table *only,
                            bool timed_only)
{
    const reel_table *const *tables = rows->format->tables;
    for (size_t t = 0; tables[t]; t++) {
        size_t count;
        const uint8_t *data = reel_chunk_rows(chunk, tables[t], &count);
        if ((only && tables[t] != only) || (timed_only && !reel_table_time(tables[t]))) continue;
        for (size_t i = 0; i < count; i++) {
            const uint8_t *row = data + i * tables[t]->row_size;
            if (!view->skips || !view->skips(tables[t], row))
                assert_true(reel__packing_add(&rows->tables[t], tables[t], row, 1, 0));
        }
    }
}

/* Reads all chunks into `rows`. */
static inline void door_read(door_rows *rows, reel_source source, const door_view *view, reel_options options,
                             const reel_table *only, bool timed_only)
{
    reel_reader *reader;
    const reel_chunk *chunk;
    options.flags |= REEL_STRICT;
    options.member = view->member;
    reel_status status = reel_open(source, &options, &reader, NULL);
    if (status == REEL_OK) {
        rows->format = reel_reader_format(reader);
        while ((status = reel_next(reader, &chunk, NULL)) == REEL_OK) door_add(rows, chunk, view, only, timed_only);
        reel_close(reader);
    }
    rows->failed = rows->failed || status != REEL_END;
}

/* A file on a disk: it can be moved in, and gives a few bytes at a time. */
typedef struct door_file {
    bytes file;
    size_t at;
} door_file;

static inline reel_status door_file_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    door_file *file = context;
    (void)error;
    size_t left = file->file.size - file->at;
    *got = left < capacity ? left : capacity;
    if (*got > 100) *got = 100;
    if (*got) memcpy(buffer, file->file.data + file->at, *got);
    file->at += *got;
    return *got ? REEL_OK : REEL_END;
}

static inline reel_status door_file_seek(void *context, uint64_t offset, reel_error *error)
{
    (void)error;
    ((door_file *)context)->at = (size_t)offset;
    return REEL_OK;
}

static inline reel_source door_source(door_file *file)
{
    return (reel_source){ .context = file, .size = file->file.size, .read = door_file_read, .seek = door_file_seek };
}

static inline reel_source door_memory(const door_view *view) { return reel_source_memory(view->file.data, view->file.size); }

/* ---- the ways ------------------------------------------------------------------------------------------------------- */

static inline void door_load(door_rows *rows, const door_view *view)
{
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT, .member = view->member };
    reel_replay *replay;
    rows->failed = reel_load(door_memory(view), &options, &replay, NULL) < 0;
    if (rows->failed) return;
    rows->format = reel_replay_format(replay);
    rows->failed = reel_replay_damage(replay) != NULL;
    door_add(rows, reel_replay_chunk(replay), view, NULL, false);
    reel_free(replay);
}

static inline void door_chunks(door_rows *rows, const door_view *view)
{
    door_read(rows, door_memory(view), view, (reel_options){ REEL_SIZED(reel_options) }, NULL, false);
}

static inline void door_disk(door_rows *rows, const door_view *view)
{
    door_file file = { view->file, 0 };
    door_read(rows, door_source(&file), view, (reel_options){ REEL_SIZED(reel_options) }, NULL, false);
}

static inline void door_pipe(door_rows *rows, const door_view *view)
{
    test_source pipe = { .data = view->file.data, .size = view->file.size, .step = 7 };
    door_read(rows, test_source_of(&pipe), view, (reel_options){ REEL_SIZED(reel_options) }, NULL, false);
}

/* Each table for itself, from memory and from a disk, chosen by pointer and by name. */
static inline void door_tables(door_rows *rows, const door_view *view)
{
    const reel_format *format;
    rows->failed = reel_identify(door_memory(view), &(reel_options){ REEL_SIZED(reel_options), .member = view->member }, &format,
                                 NULL, NULL) < 0;
    for (size_t t = 0; !rows->failed && format->tables[t]; t++) {
        const reel_table *wanted[] = { format->tables[t], NULL };
        const char *names[] = { format->tables[t]->name, NULL };
        door_file file = { view->file, 0 };
        reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
        if (format->tables[t]->flags & REEL_TABLE_ON_REQUEST) continue;
        if (t % 2) options = (reel_options){ REEL_SIZED(reel_options), .select = names };
        door_read(rows, t % 3 ? door_memory(view) : door_source(&file), view, options, format->tables[t], false);
    }
}

/* Spans that follow each other. Rows without a time are in each; rows of a table with times are in one. */
static inline void door_spans(door_rows *rows, const door_view *view)
{
    static const double bounds[] = { 0.5, 1, 2, 3.5, 4 };
    enum { BOUNDS = sizeof bounds / sizeof *bounds };
    for (size_t i = 0; i <= BOUNDS && !rows->failed; i++) {
        door_file file = { view->file, 0 };
        reel_options options = { REEL_SIZED(reel_options), .has_from = i > 0, .has_to = i < BOUNDS };
        if (i > 0) options.from = bounds[i - 1];
        if (i < BOUNDS) options.to = bounds[i];
        door_read(rows, i % 2 ? door_memory(view) : door_source(&file), view, options, NULL, i > 0);
    }
}

typedef struct door {
    const char *name;
    void (*read)(door_rows *rows, const door_view *view);
    bool chooses; /* can choose a member of an archive */
} door;

static const door doors[] = {
    { "load", door_load, true },  { "chunks", door_chunks, true }, { "disk", door_disk, true },
    { "pipe", door_pipe, false }, { "tables", door_tables, true }, { "spans", door_spans, true },
};

enum { DOORS = sizeof doors / sizeof *doors };

/* Asserts that every door gives the rows that `signed_rows` has. */
static inline void assert_doors(const door_view *view, const door_rows *signed_rows, const char *what)
{
    for (size_t d = 0; d < DOORS; d++) {
        door_rows rows;
        if (view->member && !doors[d].chooses) continue;
        door_begin(&rows);
        doors[d].read(&rows, view);
        if (rows.failed) fail_msg("%s verifies, but cannot be read by %s", what, doors[d].name);
        if (rows.format != signed_rows->format) fail_msg("%s verifies, but is of another format by %s", what, doors[d].name);
        for (size_t t = 0; t < DOOR_TABLES; t++)
            if (rows.tables[t].size != signed_rows->tables[t].size ||
                (rows.tables[t].size && memcmp(rows.tables[t].data, signed_rows->tables[t].data, rows.tables[t].size) != 0))
                fail_msg("%s verifies, but table %zu by %s is not what was signed", what, t, doors[d].name);
        door_free(&rows);
    }
}

#endif
