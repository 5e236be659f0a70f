/* SPDX-License-Identifier: MIT
 * Pictures and exports: not in the modules of one game. */
#include "module.h"

#include <reel/export.h>
#include <reel/plot.h>
#include <stdlib.h>

static const reel_plot *plot_of(const reel_format *format, size_t index)
{
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        for (const reel_format *const *taken = (*plot)->formats; *taken; taken++)
            if (*taken == format && index-- == 0) return *plot;
    return NULL;
}

EXPORT(plot_count) size_t plot_count(const row_set *set)
{
    size_t count = 0;
    while (plot_of(set->format, count)) count++;
    return count;
}

/* Text `which` of a plot: its id, its name, its description. */
EXPORT(plot_text) const char *plot_text(const row_set *set, size_t index, unsigned which)
{
    const reel_plot *plot = plot_of(set->format, index);
    return which == 0 ? plot->id : which == 1 ? plot->name : plot->doc;
}

/* The result is a picture, or, with an index that no plot has, the report: a page with all pictures and statistics. Empty texts are
 * defaults. Returns REEL_END if there is nothing to draw. */
EXPORT(plot_draw)
int plot_draw(const web_replay *replay, int index, unsigned theme, unsigned width, unsigned height, const char *who,
              const char *title)
{
    const reel_plot_options options = { REEL_SIZED(reel_plot_options),
                                        .theme = theme,
                                        .width = width,
                                        .height = height,
                                        .who = *who ? who : NULL,
                                        .title = *title ? title : NULL,
                                        .limits = replay->reading.options.limits };
    if (index < 0) return reel_plot_report(replay->replay, result_sink(), &options, &last_error);
    return reel_plot_draw(plot_of(replay->rows.format, (size_t)index), replay->replay, result_sink(), &options, &last_error);
}

/* The result is an export of the tables whose names are given, or of all, and of the fields, or of all. */
EXPORT(rows_export)
int rows_export(const row_set *set, const char *exporter, unsigned flags, const char *tables, const char *fields)
{
    const reel_exporter *kind = reel_exporter_by_id(exporter);
    if (!kind) return reel_fail(&last_error, REEL_ARGUMENT, "web.exporter", "", 0, "no export to '%s'", exporter);
    const char **chosen = list_of(fields);
    const reel_table **picked = NULL;
    reel_status status = *fields && !chosen ? fail_memory() : pick_tables(set->tables, tables, &picked);
    reel_export_options options = { REEL_SIZED(reel_export_options),
                                    .flags = flags | REEL_EXPORT_WHOLE | (set->clean ? REEL_EXPORT_CLEAN : 0u),
                                    .tables = picked ? picked : set->tables, .fields = chosen };
    reel_export *export_;
    if (!picked) options.tables = NULL;
    if (status == REEL_OK) status = reel_export_open(kind, result_sink(), set->format, &options, &export_, &last_error);
    if (status == REEL_OK) {
        reel_export_chunk(export_, set->chunk);
        status = reel_export_finish(export_, &last_error);
    }
    free(chosen);
    free(picked);
    return status;
}
