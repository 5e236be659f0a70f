/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/new_errors.h"

#include "core/memory.h"
#include "insight/run.h"

struct check_runs {
    reel_allocator allocator;
    size_t count;
    insight_run runs[];
};

static bool has_rule(const error_rules *rules, const char *rule)
{
    for (size_t i = 0; i < rules->count; i++)
        if (strcmp(rules->rules[i], rule) == 0) return true;
    return rules->full;
}

/* Reports for an error_rules: notes an error; and passes the finding on, too. */
static void note_rule(void *context, const reel_finding *finding)
{
    error_rules *rules = context;
    if (finding->severity < REEL_ERROR) return;
    rules->errors++;
    if (!rules->any_new && !(rules->known && has_rule(rules->known, finding->rule))) {
        rules->any_new = true;
        reel_fail(&rules->first, REEL_LOSS, finding->rule, finding->section, finding->offset, "%s", finding->message);
    }
    if (has_rule(rules, finding->rule)) return;
    if (rules->count < sizeof rules->rules / sizeof *rules->rules)
        rules->rules[rules->count++] = finding->rule;
    else
        rules->full = true;
}

void reel__error_rules_pass(void *context, const reel_finding *finding)
{
    const error_rules *rules = context;
    note_rule(context, finding);
    if (rules->next.report) rules->next.report(rules->next.context, finding);
}

reel_status reel__error_rules_check(error_rules *rules, reel_source written, const reel_reader *reader, const reel_format *format,
                                    reel_error *error)
{
    const reel_options *given = &reader->options;
    reel_options options = { REEL_SIZED(reel_options),
                             .allocator = &reader->allocator,
                             .limits = given->limits,
                             .formats = given->formats,
                             .format = format,
                             .convention = given->convention,
                             .report = note_rule,
                             .report_context = rules,
                             .on_progress = given->on_progress,
                             .progress_context = given->progress_context };
    /* What was written may be larger than what is accepted from strangers; its cost is in proportion to the rows. */
    options.limits.input_bytes = options.limits.unpacked_bytes = options.limits.work = UINT64_MAX;
    return reel_check(written, &options, error);
}

static bool is_check(const reel_insight *insight, const reel_format *format)
{
    return !insight->tables && reel_insight_takes(insight, format);
}

reel_status reel__check_runs_begin(check_runs **made, reel_reader *reader, error_rules *rules, reel_error *error)
{
    const reel_insight *const *all = reel_insights(), *own = reader->format->check;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .allocator = &reader->allocator, .report = note_rule,
                                           .report_context = rules, .limits = reader->options.limits };
    size_t count = 1;
    while (all[count - 1]) count++;
    check_runs *runs = *made = reel__memory_new(&reader->allocator, sizeof *runs + count * sizeof *runs->runs);
    if (!runs) return reel__memory_fail(error);
    runs->allocator = reader->allocator;
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status == REEL_OK; i++) {
        const reel_insight *insight = i ? all[i - 1] : own;
        if (!insight || !is_check(insight, reader->format)) continue;
        status = reel__insight_begin(&runs->runs[runs->count], insight, reader->format, &options, &reader->budget, error);
        if (status == REEL_OK) runs->count++;
    }
    if (status == REEL_OK) return status;
    reel__check_runs_free(runs);
    *made = NULL;
    return status;
}

reel_status reel__check_runs_add(check_runs *runs, const reel_chunk *chunk, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < runs->count && status >= 0; i++) status = reel__insight_chunk(&runs->runs[i], chunk, error);
    return status;
}

reel_status reel__check_runs_finish(check_runs *runs, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < runs->count && status >= 0; i++) status = reel__insight_finish(&runs->runs[i], NULL, error);
    return status;
}

void reel__check_runs_free(check_runs *runs)
{
    if (!runs) return;
    reel_allocator allocator = runs->allocator;
    for (size_t i = 0; i < runs->count; i++) reel__chunk_free(reel__insight_end(&runs->runs[i]));
    reel__memory_drop(&allocator, runs);
}

reel_status reel__check_runs_alone(reel_reader *reader, error_rules *rules, const reel_chunk *chunk, reel_error *error)
{
    check_runs *runs;
    reel_status status = reel__check_runs_begin(&runs, reader, rules, error);
    if (status < 0) return status;
    status = reel__check_runs_add(runs, chunk, error);
    if (status >= 0) status = reel__check_runs_finish(runs, error);
    reel__check_runs_free(runs);
    return status;
}
