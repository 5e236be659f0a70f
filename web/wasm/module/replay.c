/* SPDX-License-Identifier: MIT
 * A whole replay: reading, statistics, checks, pictures, exports. */
#include "module.h"

#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>
#include <stdlib.h>

EXPORT(replay_close) void replay_close(web_replay *replay)
{
    if (!replay) return;
    reel_free(replay->replay);
    reading_free(&replay->reading);
    free(replay->file);
    free(replay);
}

/* Reads a file, whose block it takes over even if it fails, with the options that were set. */
EXPORT(replay_open) web_replay *replay_open(uint8_t *file, size_t size)
{
    reading how;
    web_replay *replay = NULL;
    if (reading_take(&how)) {
        replay = calloc(1, sizeof *replay);
        if (!replay) {
            reading_free(&how);
            fail_memory();
        }
    }
    if (!replay) {
        free(file);
        return NULL;
    }
    *replay = (web_replay){ .reading = how, .file = file, .size = size };
    if (reel_load(reel_source_memory(file, size), &replay->reading.options, &replay->replay, &last_error) < 0) {
        replay_close(replay);
        return NULL;
    }
    replay->rows.format = reel_replay_format(replay->replay);
    replay->rows.tables = replay->rows.format->tables;
    replay->rows.chunk = reel_replay_chunk(replay->replay);
    replay->rows.clean = how.options.flags & REEL_CLEAN;
    return replay;
}

EXPORT(replay_format) const char *replay_format(const row_set *set) { return set->format->id; }

/* Whether reading ended early; the reason is then the last error. */
EXPORT(replay_damage) bool replay_damage(const web_replay *replay)
{
    const reel_error *damage = reel_replay_damage(replay->replay);
    if (damage) last_error = *damage;
    return damage != NULL;
}

/* The result is what reading reported. */
EXPORT(replay_findings) int replay_findings(const web_replay *replay)
{
    return reel_findings_json(replay->reading.findings, result_sink(), &last_error);
}

reel_options options_of(const web_replay *replay, reel_findings *findings)
{
    reel_options options = { .struct_size = sizeof options,
                             .limits = replay->reading.options.limits,
                             .format = replay->reading.options.format,
                             .report = reel_findings_report,
                             .report_context = findings };
    return options;
}

/* Frees the findings after writing them to the result. */
static int put_findings(reel_findings *findings, int status)
{
    if (status >= 0) status = reel_findings_json(findings, result_sink(), &last_error);
    reel_findings_free(findings);
    return status;
}

/* The result is what a check reports. */
EXPORT(replay_check) int replay_check(const web_replay *replay)
{
    reel_findings *findings = reel_findings_new(NULL);
    if (!findings) return fail_memory();
    reel_options options = options_of(replay, findings);
    return put_findings(findings, reel_check(reel_source_memory(replay->file, replay->size), &options, &last_error));
}

/* ---- statistics ------------------------------------------------------------------------------------------------- */

/* Insight `index` of those in the schema of the format, or NULL. */
static const reel_insight *insight_of(const reel_format *format, size_t index)
{
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if ((*insight)->tables && reel_insight_takes(*insight, format) && index-- == 0) return *insight;
    return NULL;
}

/* Runs an insight by its number in the schema. The result is a handle with rows; close it like a replay. */
EXPORT(replay_stats) web_replay *replay_stats(const web_replay *replay, size_t index, const char *convention)
{
    const reel_insight *insight = insight_of(replay->rows.format, index);
    web_replay *stats = calloc(1, sizeof *stats);
    if (!insight || !stats) {
        free(stats);
        fail_memory();
        return NULL;
    }
    const reel_insight_options options = { .struct_size = sizeof options,
                                           .convention = convention && *convention ? convention : NULL,
                                           .limits = replay->reading.options.limits };
    if (reel_insight_run_chunk(insight, replay->rows.format, replay->rows.chunk, &options, &stats->replay, &last_error) < 0) {
        free(stats);
        return NULL;
    }
    stats->rows = (row_set){ .tables = insight->tables, .chunk = reel_replay_chunk(stats->replay), .clean = true };
    return stats;
}

/* ---- pictures --------------------------------------------------------------------------------------------------- */

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
    const reel_plot_options options = { .struct_size = sizeof options,
                                        .theme = theme,
                                        .width = width,
                                        .height = height,
                                        .who = *who ? who : NULL,
                                        .title = *title ? title : NULL,
                                        .limits = replay->reading.options.limits };
    if (index < 0) return reel_plot_report(replay->replay, result_sink(), &options, &last_error);
    return reel_plot_draw(plot_of(replay->rows.format, (size_t)index), replay->replay, result_sink(), &options, &last_error);
}

/* ---- exports ---------------------------------------------------------------------------------------------------- */

/* The result is an export of the tables whose names are given, or of all, and of the fields, or of all. */
EXPORT(rows_export)
int rows_export(const row_set *set, const char *exporter, unsigned flags, const char *tables, const char *fields)
{
    const reel_exporter *kind = reel_exporter_by_id(exporter);
    if (!kind) return reel_fail(&last_error, REEL_ARGUMENT, "web.exporter", "", 0, "no export to '%s'", exporter);
    const char **names = list_of(tables), **chosen = list_of(fields);
    const reel_table **picked = NULL;
    size_t count = 0;
    reel_status status = (*tables && !names) || (*fields && !chosen) ? fail_memory() : REEL_OK;
    while (names && names[count]) count++;
    if (status == REEL_OK && names && !(picked = calloc(count + 1, sizeof *picked))) status = fail_memory();
    for (size_t i = 0; status == REEL_OK && i < count; i++) {
        for (const reel_table *const *table = set->tables; *table; table++)
            if (strcmp((*table)->name, names[i]) == 0) picked[i] = *table;
        if (!picked[i]) status = reel_fail(&last_error, REEL_ARGUMENT, "web.table", "", 0, "no table '%s'", names[i]);
    }
    reel_export_options options = { .struct_size = sizeof options,
                                    .flags = flags | REEL_EXPORT_WHOLE | (set->clean ? REEL_EXPORT_CLEAN : 0u),
                                    .tables = picked ? picked : set->tables,
                                    .fields = chosen };
    reel_export *export_;
    if (!picked) options.tables = NULL;
    if (status == REEL_OK) status = reel_export_open(kind, result_sink(), set->format, &options, &export_, &last_error);
    if (status == REEL_OK) {
        reel_export_chunk(export_, set->chunk);
        status = reel_export_finish(export_, &last_error);
    }
    free(names);
    free(chosen);
    free(picked);
    return status;
}
