/* SPDX-License-Identifier: MIT
 * Draws a plot into a sink. */
#include "canvas.h"

#include "core/memory.h"
#include "core/output.h"

enum { MOST_UNITS = 4096 }; /* of width and height: the number of bytes of a line grows with them */

static reel_status plot_check(const reel_plot *plot, const reel_replay *replay, const reel_plot_options *options,
                              reel_error *error)
{
    if (!plot || !replay) return reel_fail(error, REEL_ARGUMENT, "plot.argument", "", 0, "missing plot or replay");
    const reel_format *format = reel_replay_format(replay);
    const reel_format *const *fits = plot->formats;
    while (*fits && *fits != format) fits++;
    if (!*fits) return reel_fail(error, REEL_ARGUMENT, "plot.format", "", 0, "plot %s does not support this format", plot->id);
    if (options->theme > REEL_PLOT_DARK)
        return reel_fail(error, REEL_ARGUMENT, "plot.theme", "", 0, "unknown theme %u", options->theme);
    if (options->who && !plot->takes_who)
        return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "plot %s cannot be limited to one player", plot->id);
    if (options->width > MOST_UNITS || options->height > MOST_UNITS)
        return reel_fail(error, REEL_ARGUMENT, "plot.size", "", 0, "width and height must not exceed %d", MOST_UNITS);
    return REEL_OK;
}

reel_status canvas_insight(const reel_canvas *canvas, const reel_insight *insight, const reel_replay *replay,
                           const reel_table *const *tables, reel_replay **result, reel_error *error)
{
    reel_insight_options options = canvas->insight;
    options.tables = tables;
    return reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &options, result, error);
}

reel_status reel_plot_draw(const reel_plot *plot, const reel_replay *replay, reel_sink sink, const reel_plot_options *options,
                           reel_error *error)
{
    reel_plot_options own;
    reel_error ignored;
    if (!error) error = &ignored;
    memory_options(&own, sizeof own, options, options ? options->struct_size : 0);
    reel_canvas canvas = { .allocator = memory_allocator(own.allocator),
                           .plot = plot,
                           .theme = own.theme,
                           .asked_width = own.width,
                           .asked_height = own.height,
                           .asked_title = own.title,
                           .who = own.who };
    canvas.insight = (reel_insight_options){
        .allocator = own.allocator, .limits = own.limits, .on_progress = own.on_progress, .progress_context = own.progress_context
    };
    reel_output out;
    bool opened = false;
    reel_status status = plot_check(plot, replay, &own, error);
    if (status != REEL_OK) goto cleanup;
    opened = output_open(&out, &sink, &canvas.allocator, error);
    if (!opened) {
        status = reel_fail(error, REEL_MEMORY, "", "", 0, "out of memory");
        goto cleanup;
    }
    canvas.out = &out;
    status = plot->draw(&canvas, replay, error);
    if (status == REEL_OK && !canvas.begun) status = REEL_END;
    if (status == REEL_OK) {
        canvas_end(&canvas);
        status = output_flush(&out);
    }
cleanup:
    if (opened) output_close(&out, &canvas.allocator);
    if (status == REEL_OK) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}
