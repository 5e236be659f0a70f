/* SPDX-License-Identifier: MIT
 * reel check: checks a replay for damage and inconsistencies. */
#include "base/color.h"
#include "base/json.h"
#include "run/batch.h"
#include "run/levels.h"
#include "run/output.h"
#include "run/report.h"
#include "verbs/verbs.h"

#include <reel/insight.h>

static void add_total(struct text *text, const char *one, const char *many, uint64_t count, bool *any)
{
    if (!count) return;
    text_string(text, *any ? ", " : " ");
    text_counted(text, count, one, many);
    *any = true;
}

static void result_text(struct job *job)
{
    bool any = false;
    bool colors = output_is_stdout(job->arguments) && has_colors(1);
    report_findings(&job->out, job->shown, job->findings, REEL_NOTE, colors, false);
    job->escaped = true;
    text_visible(&job->out, job->shown, strlen(job->shown));
    text_string(&job->out, ":");
    add_total(&job->out, "error", "errors", reel_findings_total(job->findings, REEL_ERROR), &any);
    add_total(&job->out, "warning", "warnings", reel_findings_total(job->findings, REEL_WARNING), &any);
    add_total(&job->out, "note", "notes", reel_findings_total(job->findings, REEL_NOTE), &any);
    text_string(&job->out, any ? "\n" : " ok\n");
}

static void result_json(struct job *job, reel_status status, reel_status damage)
{
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, NULL);
    json_result(&job->out, job, verdict_of(job, status, damage), status);
    json_close(&job->out, '}');
    text_string(&job->out, "\n");
}

/* The level is known when the header is. */
static reel_status choose_level(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options)
{
    reel_insight_options *how = job->choosing;
    (void)format, (void)options;
    return header ? levels_find(job, header, &how->level) : REEL_OK;
}

/* Damage is a finding like others; the survey tells it apart, for the verdict. */
static reel_status run_checks(struct job *job, reel_status *damage)
{
    reel_source source;
    reel_options how = job->options;
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK };
    reel_insight_options insights = { REEL_SIZED(reel_insight_options) };
    survey.insight_options = &insights;
    job->choose = choose_level;
    job->choosing = &insights;
    if (has(job->arguments, OPT_EVIDENCE)) survey.flags |= REEL_SURVEY_EVIDENCE;
    struct settings expected = settings_of(job->arguments, OPT_EXPECT);
    how.flags = 0; /* --strict still reports every finding */
    how.expected = expected.data;
    how.expected_count = expected.count;
    reel_status status = job_source(job, &source);
    if (status == REEL_OK) status = reel_survey_run(source, &how, &survey, &job->error);
    job->choose = NULL, job->choosing = NULL;
    levels_release(insights.level);
    free_settings(&expected);
    *damage = survey.damage.status;
    return status;
}

static reel_status check(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    reel_status damage = REEL_OK;
    bool json = has(arguments, OPT_JSON);
    reel_status status = run_checks(job, &damage);
    if (has(arguments, OPT_SARIF)) {
        sarif_findings(&job->out, job_name(job), job->findings);
        if (status < 0) sarif_failure(&job->out, job_name(job), &job->error);
    } else if (json) {
        result_json(job, status, damage);
    } else if (status >= 0 && !has(arguments, OPT_QUIET)) {
        result_text(job);
    }
    return status;
}

int run_check(const struct arguments *arguments)
{
    static const char before[] =
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":"
        "{\"name\":\"reel\",\"version\":\"" REEL_VERSION "\"}},\"results\":[\n";
    struct task task = { .work = check,
                         .findings = FINDINGS_NONE,
                         .warnings_fail = has(arguments, OPT_STRICT),
                         .collection = COLLECT_ALWAYS,
                         .accounts = true };
    if (has(arguments, OPT_HASH) && !has(arguments, OPT_JSON)) return usage_error(arguments->verb, "--hash requires --json");
    if (has(arguments, OPT_SARIF)) {
        if (has(arguments, OPT_JSON)) return usage_error(arguments->verb, "--json and --sarif cannot be combined");
        task.before = before;
        task.between = ",\n";
        task.after = "\n]}]}\n";
    }
    int status = levels_begin(arguments);
    if (status == EXIT_FINE) status = run_files(arguments, &task);
    levels_end();
    return status;
}
