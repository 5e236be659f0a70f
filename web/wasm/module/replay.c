/* SPDX-License-Identifier: MIT
 * A whole replay: reading, statistics, checks. */
#include "module.h"

#include <reel/insight.h>
#include <stdlib.h>

EXPORT(replay_close) void replay_close(web_replay *replay)
{
    if (!replay) return;
    reel_free(replay->replay);
    reel_free(replay->level);
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
    reel_options options = { REEL_SIZED(reel_options), .limits = replay->reading.options.limits,
                             .format = replay->reading.options.format, .report = reel_findings_report,
                             .report_context = findings };
    return options;
}

int put_findings(reel_findings *findings, int status)
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

/* Runs an insight by its number in the schema, for the tables that are named: without names, for those that are not on request, or, of an
 * insight that has no others, for all. The result is a handle with rows; close it like a replay. */
EXPORT(replay_stats)
web_replay *replay_stats(const web_replay *replay, size_t index, const char *convention, const char *tables)
{
    const reel_insight *insight = insight_of(replay->rows.format, index);
    const reel_table **picked = NULL;
    if (!insight || pick_tables(insight->tables, tables, &picked) < 0) return NULL;
    web_replay *stats = calloc(1, sizeof *stats);
    if (!stats) {
        free(picked);
        fail_memory();
        return NULL;
    }
    const bool only_on_request = (*insight->tables)->flags & REEL_TABLE_ON_REQUEST;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options),
                                           .tables = picked            ? picked
                                                     : only_on_request ? insight->tables
                                                                       : NULL,
                                           .convention = convention && *convention ? convention : NULL,
                                           .limits = replay->reading.options.limits, .level = replay->level };
    const reel_status status =
        reel_insight_run_chunk(insight, replay->rows.format, replay->rows.chunk, &options, &stats->replay, &last_error);
    free(picked);
    if (status < 0) {
        free(stats);
        return NULL;
    }
    stats->rows = (row_set){ .tables = insight->tables, .chunk = reel_replay_chunk(stats->replay), .clean = true };
    return stats;
}
