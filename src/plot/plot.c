/* SPDX-License-Identifier: MIT
 * Draws a plot into a sink. */
#include "report.h"

#include "core/chunk.h"
#include "core/memory.h"
#include "core/options.h"
#include "core/output.h"

enum { MOST_UNITS = 4096 }; /* of width and height: the number of bytes of a line grows with them */

bool reel__plot_draws(const reel_plot *plot, const reel_format *format)
{
    const reel_format *const *fits = plot->formats;
    while (*fits && *fits != format) fits++;
    return *fits != NULL;
}

reel_status reel__plot_options_check(const reel_plot_options *options, reel_error *error)
{
    if (options->theme > REEL_PLOT_DARK)
        return reel_fail(error, REEL_ARGUMENT, "plot.theme", "", 0, "unknown theme %u", options->theme);
    if (options->width > MOST_UNITS || options->height > MOST_UNITS)
        return reel_fail(error, REEL_ARGUMENT, "plot.size", "", 0, "width and height must not exceed %d", MOST_UNITS);
    return REEL_OK;
}

reel_status reel__plot_check(const reel_plot *plot, const reel_replay *replay, const reel_plot_options *options,
                             reel_error *error)
{
    reel_status known = reel__limited_are_known(options->struct_size, &options->limits, error);
    if (known != REEL_OK) return known;
    if (!plot || !replay) return reel_fail(error, REEL_ARGUMENT, "plot.argument", "", 0, "missing plot or replay");
    if (!reel__plot_draws(plot, reel_replay_format(replay)))
        return reel_fail(error, REEL_ARGUMENT, "plot.format", "", 0, "plot %s does not support this format", plot->id);
    if (options->who && !plot->takes_who)
        return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "plot %s cannot be limited to one player", plot->id);
    return reel__plot_options_check(options, error);
}

reel_canvas reel__canvas_of(const reel_plot *plot, const reel_plot_options *options)
{
    return (reel_canvas){ .allocator = reel__memory_allocator(options->allocator),
                          .plot = plot,
                          .theme = options->theme,
                          .asked_width = options->width,
                          .asked_height = options->height,
                          .asked_title = options->title,
                          .who = options->who,
                          .insight = { REEL_SIZED(reel_insight_options), .allocator = options->allocator,
                                       .limits = options->limits, .on_progress = options->on_progress,
                                       .progress_context = options->progress_context, .level = options->level } };
}

/* Whether each of the tables is in the known result; `tables` as in reel_insight_options. */
static bool are_known(const reel_replay *known, const reel_table *const *tables)
{
    for (; tables && *tables; tables++) {
        const reel_row_list *list = reel__chunk_list(reel_replay_chunk(known), *tables);
        if (!list || !list->wanted) return false;
    }
    return true;
}

reel_status reel__canvas_insight(const reel_canvas *canvas, const reel_insight *insight, const reel_replay *replay,
                                 const reel_table *const *tables, const reel_replay **result, reel_error *error)
{
    reel_insight_options options = canvas->insight;
    plot_known *known = canvas->known;
    options.tables = tables;
    *result = NULL;
    for (size_t i = 0; known && i < known->count; i++)
        if (known->results[i].insight == insight && are_known(known->results[i].result, tables))
            *result = known->results[i].result;
    if (*result) return REEL_OK;
    reel_replay *own;
    const reel_status status =
        reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &options, &own, error);
    *result = own;
    if (own && known && known->count < MOST_KNOWN) {
        known->results[known->count].insight = insight;
        known->results[known->count++].result = own;
    }
    return status;
}

static void free_result(const reel_replay *result) { reel_free((reel_replay *)(uintptr_t)result); }

void reel__canvas_drop(const reel_canvas *canvas, const reel_replay *result)
{
    for (size_t i = 0; canvas->known && i < canvas->known->count; i++)
        if (canvas->known->results[i].result == result) return;
    free_result(result);
}

void reel__canvas_forget(plot_known *known)
{
    while (known->count) free_result(known->results[--known->count].result);
}

reel_status reel__plot_draw_at(const reel_plot *plot, const reel_replay *replay, double time, reel_sink sink,
                               const reel_plot_options *options, reel_error *error)
{
    reel_plot_options own;
    reel_error ignored;
    if (!error) error = &ignored;
    reel__memory_options(&own, sizeof own, options);
    reel_canvas canvas = reel__canvas_of(plot, &own);
    canvas.time = time;
    reel_output out;
    bool opened = false;
    reel_status status = reel__plot_check(plot, replay, &own, error);
    if (status != REEL_OK) goto cleanup;
    opened = reel__output_open(&out, &sink, &canvas.allocator, error);
    if (!opened) {
        status = reel__memory_fail(error);
        goto cleanup;
    }
    canvas.out = &out;
    status = plot->draw(&canvas, replay, error);
    if (status == REEL_OK && !canvas.begun) status = REEL_END;
    if (status == REEL_OK) {
        reel__canvas_end(&canvas);
        status = reel__output_flush(&out);
    }
cleanup:
    if (opened) reel__output_close(&out, &canvas.allocator);
    if (status == REEL_OK) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}

reel_status reel_plot_draw(const reel_plot *plot, const reel_replay *replay, reel_sink sink, const reel_plot_options *options,
                           reel_error *error)
{
    return reel__plot_draw_at(plot, replay, 0, sink, options, error);
}
