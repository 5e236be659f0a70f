/* SPDX-License-Identifier: MIT */
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>

#include "verbs.h"

/* ---- output ----------------------------------------------------------------------------------------------------- */

static reel_status swallow(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)data, (void)size, (void)error;
    return REEL_OK;
}

static reel_status commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void discard(void *context) { (void)context; }

static const reel_sink nowhere = { .write = swallow, .commit = commit, .discard = discard };

/* ---- verbs ------------------------------------------------------------------------------------------------------ */

static reel_source source_of(const task *t) { return reel_source_memory(t->file.data, t->file.size); }

static bool run_identify(const task *t)
{
    const reel_format *format;
    return reel_identify(source_of(t), &t->options, &format, NULL, NULL) >= 0;
}

static bool run_header(const task *t)
{
    reel_reader *reader;
    if (reel_open(source_of(t), &t->options, &reader, NULL) < 0) return false;
    reel_close(reader);
    return true;
}

static bool run_load(const task *t)
{
    reel_replay *replay;
    if (reel_load(source_of(t), &t->options, &replay, NULL) < 0) return false;
    reel_free(replay);
    return true;
}

static bool run_write(const task *t)
{
    const reel_write_options how = { REEL_SIZED(reel_write_options), .allocator = t->allocator };
    return reel_format_writes(t->format) && reel_write(reel_replay_chunk(t->replay), t->format, nowhere, &how, NULL) >= 0;
}

/* As a game records: row by row. */
static bool run_append(const task *t)
{
    const reel_write_options how = { REEL_SIZED(reel_write_options), .allocator = t->allocator };
    reel_writer *writer;
    if (!reel_format_writes(t->format) || reel_create(nowhere, t->format, &how, &writer, NULL) < 0) return false;
    for (const reel_table *const *table = reel_format_tables(t->format); *table; table++) {
        size_t count;
        const char *rows = reel_rows(t->replay, *table, &count);
        for (size_t i = 0; i < count; i++) reel_append(writer, *table, rows + i * (*table)->row_size, 1);
    }
    return reel_finish(writer, NULL) >= 0;
}

static bool run_check(const task *t) { return reel_check(source_of(t), &t->options, NULL) >= 0; }

static bool run_statistics(const task *t)
{
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .allocator = t->allocator };
    bool any = false;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        reel_replay *result;
        if (!(*insight)->tables || !reel_insight_takes(*insight, t->format)) continue;
        if (reel_insight_run_chunk(*insight, t->format, reel_replay_chunk(t->replay), &how, &result, NULL) < 0) continue;
        reel_free(result);
        any = true;
    }
    return any;
}

static bool run_convert(const task *t)
{
    return t->other && reel_convert(source_of(t), &t->options, t->other, nowhere, NULL, NULL) >= 0;
}

static bool run_export(const task *t)
{
    const reel_export_options how = { REEL_SIZED(reel_export_options), .allocator = t->allocator };
    reel_export *out;
    if (reel_export_open(reel_exporter_by_id("json"), nowhere, t->format, &how, &out, NULL) < 0) return false;
    reel_export_chunk(out, reel_replay_chunk(t->replay));
    return reel_export_finish(out, NULL) >= 0;
}

/* Every picture that shows something. */
static bool run_plot(const task *t)
{
    const reel_plot_options how = { REEL_SIZED(reel_plot_options), .allocator = t->allocator };
    bool any = false;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        any |=
            reel_plot_by_id(t->format, (*plot)->id) == *plot && reel_plot_draw(*plot, t->replay, nowhere, &how, NULL) == REEL_OK;
    return any;
}

/* As after a crash of the recorder: the last third is missing. */
static bool run_repair(const task *t)
{
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    return reel_format_writes(t->format) && reel_convert(reel_source_memory(t->file.data, t->file.size - t->file.size / 3),
                                                         &t->options, NULL, nowhere, &how, NULL) >= 0;
}

const verb verbs[COUNTED_VERBS] = {
    { "identify", run_identify }, { "header", run_header }, { "load", run_load },        { "write", run_write },
    { "append", run_append },     { "check", run_check },   { "stats", run_statistics }, { "export", run_export },
    { "convert", run_convert },   { "plot", run_plot },     { "repair", run_repair },
};

const reel_format *other_format(task t)
{
    for (const reel_format *const *to = reel_formats(); *to; to++) {
        t.other = *to;
        if (*to != t.format && reel_format_writes(*to) && run_convert(&t)) return *to;
    }
    t.other = t.format;
    return reel_format_writes(t.format) && run_convert(&t) ? t.format : NULL;
}
