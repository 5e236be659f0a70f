/* SPDX-License-Identifier: MIT
 * Conversions of ScoreSaber's formats, and the losses that they report. */
#ifndef CONVERT_SCORESABER_H
#define CONVERT_SCORESABER_H

#include "support.h"

#include <reel/beatsaber.h>
#include <reel/bsor.h>
#include <reel/format.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

typedef struct losses {
    char text[32768];
    size_t size;
} losses;

static inline void note_loss(void *context, const reel_finding *finding)
{
    losses *all = context;
    if (strcmp(finding->rule, "convert.loss") != 0) return;
    int size = snprintf(all->text + all->size, sizeof all->text - all->size, "%.*s %llu\n",
                        (int)(strstr(finding->message, " is lost") - finding->message), finding->message,
                        (unsigned long long)finding->count);
    if (size > 0) all->size += (size_t)size;
}

static losses lost;

static inline bool lost_field(const char *line) { return strstr(lost.text, line) != NULL; }

static inline reel_memory convert_path(const char *path, const reel_format *to)
{
    reel_memory memory = { 0 };
    reel_error error;
    reel_source source;
    lost = (losses){ 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = note_loss, .report_context = &lost };
    if (reel_source_file(path, 0, &source, &error) < 0) fail_msg("%s: %s", path, error.message);
    if (reel_convert(source, &options, to, reel_sink_memory(&memory, NULL), NULL, &error) < 0)
        fail_msg("%s: %s", path, error.message);
    return memory;
}

static inline reel_replay *load_memory(reel_memory *memory)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(memory->data, memory->size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(memory);
    return replay;
}

static inline reel_replay *load_path(const char *path)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(path, NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

static inline reel_memory written(const reel_format *format, const reel_table *table, const void *row)
{
    reel_memory file;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, table, row, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return file;
}

/* The row of offsets of `to` after a conversion; NULL: none. */
static const void *converted(reel_memory *file, const reel_format *to, const reel_table *table, reel_replay **replay)
{
    reel_memory made = { 0 };
    reel_error error;
    size_t count;
    lost = (losses){ 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = note_loss, .report_context = &lost };
    if (reel_convert(reel_source_memory(file->data, file->size), &options, to, reel_sink_memory(&made, NULL), NULL, &error) < 0)
        fail_msg("%s", error.message);
    reel_memory_free(file);
    *file = made;
    if (reel_load(reel_source_memory(made.data, made.size), NULL, replay, &error) < 0) fail_msg("%s", error.message);
    const void *rows = reel_rows(*replay, table, &count);
    return count ? rows : NULL;
}

/* A row of one table, converted. */
static inline reel_replay *convert_rows(const reel_format *from, const reel_format *to, const reel_table *const *tables,
                                        const void *const *rows, const size_t *counts)
{
    reel_memory memory, other;
    reel_error error;
    reel_writer *writer;
    lost = (losses){ 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = note_loss, .report_context = &lost };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), from, NULL, &writer, &error), REEL_OK);
    for (size_t i = 0; tables[i]; i++) assert_int_equal(reel_append(writer, tables[i], rows[i], counts[i]), REEL_OK);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    if (reel_convert(reel_source_memory(memory.data, memory.size), &options, to, reel_sink_memory(&other, NULL), NULL, &error) <
        0)
        fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return load_memory(&other);
}

#endif
