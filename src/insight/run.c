/* SPDX-License-Identifier: MIT
 * Runs insights and checks over chunks. */
#include <reel/insight.h>

#include "core/clean.h"
#include "core/memory.h"
#include "core/options.h"
#include "core/reader.h"
#include "core/replay.h"
#include "core/rows.h"
#include "insight/run.h"

static const char *convention_of(const reel_insight *insight, const char *wanted)
{
    if (!insight->conventions) return wanted ? NULL : "";
    if (!wanted) return insight->conventions[0];
    for (const char *const *known = insight->conventions; *known; known++)
        if (strcmp(*known, wanted) == 0) return *known;
    return NULL;
}

static void report_counted(void *context, const reel_finding *finding)
{
    insight_run *run = context;
    reel__reading_count(&run->found, finding);
    reel__reading_count(&run->reading, finding);
    if (run->reporter.report) run->reporter.report(run->reporter.context, finding);
}

/* What the reader found until now, and the insight itself. */
static void take_reading(insight_run *run, const reel_reading *reading)
{
    run->reading = reading ? *reading : run->last;
    run->reading.notes += run->found.notes;
    run->reading.warnings += run->found.warnings;
    run->reading.errors += run->found.errors;
}

/* ---- levels ------------------------------------------------------------------------------------------------------- */

static bool uses_level(const reel_insight *insight, const reel_replay *level)
{
    const reel_format *const *known = level ? insight->levels : NULL;
    while (known && *known && *known != reel_replay_format(level)) known++;
    return known && *known;
}

/* The tables that are made from the level are wanted if nobody chooses others. */
static void want_level_tables(reel_chunk *result)
{
    for (size_t i = 0; i < result->count; i++)
        if (result->lists[i].table->flags & REEL_TABLE_LEVEL) result->lists[i].wanted = true;
}

reel_status reel__insight_begin(insight_run *run, const reel_insight *insight, const reel_format *format,
                                const reel_insight_options *options, reel_budget *budget, reel_error *error)
{
    static const reel_table *const none[] = { NULL };
    *run = (insight_run){ .insight = insight, .budget = budget };
    run->allocator = reel__memory_allocator(options->allocator);
    run->error = (reel_error){ .rule = "", .section = "" };
    const char *convention = convention_of(insight, options->convention);
    if (!convention)
        return reel_fail(error, REEL_ARGUMENT, "insight.convention", "", 0, "insight %s has no convention named %s", insight->id,
                         options->convention);
    if (!reel_insight_takes(insight, format))
        return reel_fail(error, REEL_ARGUMENT, "insight.format", "", 0, "insight %s does not support the format %s", insight->id,
                         format->name);
    if (options->level &&
        (!reel_replay_format(options->level) || !(reel_replay_format(options->level)->flags & REEL_FORMAT_LEVEL)))
        return reel_fail(error, REEL_ARGUMENT, "level.none", "", 0, "the file that was given as a level is not one");
    const bool level = uses_level(insight, options->level);
    reel_limits limits = reel__budget_limits(&options->limits);
    run->result = reel__chunk_new(insight->tables ? insight->tables : none, options->tables, limits.rows, &run->allocator);
    void *state = reel__memory_new(&run->allocator, insight->state_size);
    if (!run->result || !state) {
        reel__chunk_free(run->result);
        reel__memory_drop(&run->allocator, state);
        *run = (insight_run){ 0 };
        return reel__memory_fail(error);
    }
    run->analysis = (reel_analysis){ .state = state,
                                     .format = format,
                                     .result = run->result,
                                     .reporter = { report_counted, run },
                                     .reading = &run->reading,
                                     .allocator = run->allocator,
                                     .convention = convention,
                                     .budget = budget,
                                     .level = level ? options->level : NULL };
    if (level && !options->tables) want_level_tables(run->result);
    run->reporter = (reel_reporter){ options->report, options->report_context };
    run->result->budget = budget;
    run->result->clean = true;
    return REEL_OK;
}

static reel_status run_outcome(insight_run *run, reel_status status, reel_error *error)
{
    if (run->result->status != REEL_OK) status = reel__chunk_failure(run->result, 0, &run->error);
    if (status >= 0 && reel_spend(run->budget, 0) != REEL_OK) status = reel_fail_budget(run->budget, &run->error, "", 0);
    if (status < 0 && error) *error = run->error;
    return status;
}

reel_status reel__insight_chunk(insight_run *run, const reel_chunk *chunk, reel_error *error)
{
    run->analysis.error = &run->error;
    run->last = chunk->reading;
    reel_spend(run->budget, reel__chunk_bytes(chunk));
    return run_outcome(run, run->insight->chunk ? run->insight->chunk(&run->analysis, chunk) : REEL_OK, error);
}

/* A statistic that is infinite could not be measured. Another convention than the first repeats what other programs compute. */
static void finish_values(const insight_run *run)
{
    bool is_usual = !run->insight->conventions || run->analysis.convention == run->insight->conventions[0];
    for (const reel_table *const *table = run->insight->tables; is_usual && table && *table; table++) {
        reel_row_list *list = reel__chunk_list(run->result, *table);
        for (size_t f = 0; f < (*table)->field_count; f++)
            if (field_is_float(&(*table)->fields[f]))
                for (size_t i = 0; i < list->count; i++)
                    reel__clean_infinities(&(*table)->fields[f], list->data + i * (*table)->row_size);
    }
}

reel_status reel__insight_finish(insight_run *run, const reel_reading *reading, reel_error *error)
{
    run->analysis.error = &run->error;
    take_reading(run, reading);
    reel_status status = run_outcome(run, run->insight->finish ? run->insight->finish(&run->analysis) : REEL_OK, error);
    finish_values(run);
    return status;
}

reel_chunk *reel__insight_end(insight_run *run)
{
    if (!run->analysis.state) return NULL;
    run->analysis.error = &run->error;
    if (run->insight->close) run->insight->close(&run->analysis);
    reel__memory_drop(&run->allocator, run->analysis.state);
    reel_chunk *result = run->result;
    *run = (insight_run){ 0 };
    return result;
}

/* Ends the run. On success stores its rows in *result; on failure frees them. */
static reel_status run_result(insight_run *run, reel_status status, reel_replay **result, reel_error *error)
{
    reel_allocator allocator = run->allocator;
    reel_chunk *rows = reel__insight_end(run);
    if (status < 0) {
        reel__chunk_free(rows);
        return status;
    }
    *result = reel__replay_new(NULL, rows, &allocator);
    return *result ? REEL_OK : reel__memory_fail(error);
}

reel_status reel_insight_run(const reel_insight *insight, reel_reader *reader, const reel_insight_options *given,
                             reel_replay **result, reel_error *error)
{
    reel_insight_options options;
    reel__memory_options(&options, sizeof options, given);
    *result = NULL;
    insight_run run;
    reel_status status = reel__limited_are_known(options.struct_size, &options.limits, error);
    if (status < 0) return status;
    reader_report own;
    const reel_reporter to = reel__reader_report_to(&own, reader, (reel_reporter){ options.report, options.report_context });
    options.report = to.report;
    options.report_context = to.context;
    status = reel__insight_begin(&run, insight, reel_reader_format(reader), &options, &reader->budget, error);
    if (status < 0) return status;
    const reel_chunk *chunk;
    while (status == REEL_OK && (status = reel_next(reader, &chunk, error)) == REEL_OK)
        status = reel__insight_chunk(&run, chunk, error);
    if (status >= 0) status = reel__insight_finish(&run, &reader->chunk->reading, error);
    return run_result(&run, status, result, error);
}

reel_status reel_insight_run_chunk(const reel_insight *insight, const reel_format *format, const reel_chunk *chunk,
                                   const reel_insight_options *given, reel_replay **result, reel_error *error)
{
    reel_insight_options options;
    reel__memory_options(&options, sizeof options, given);
    *result = NULL;
    insight_run run;
    reel_status status = reel__limited_are_known(options.struct_size, &options.limits, error);
    if (status < 0) return status;
    reel_limits limits = reel__budget_limits(&options.limits);
    reel_budget budget = reel__budget_of(&limits, options.on_progress, options.progress_context);
    reel__budget_read(&budget, reel__chunk_bytes(chunk));
    status = reel__insight_begin(&run, insight, format, &options, &budget, error);
    if (status < 0) return status;
    status = reel__insight_chunk(&run, chunk, error);
    if (status >= 0) status = reel__insight_finish(&run, NULL, error);
    return run_result(&run, status, result, error);
}
