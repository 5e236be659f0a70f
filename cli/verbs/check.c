/* SPDX-License-Identifier: MIT
 * reel check: checks a replay for damage and inconsistencies. */
#include "base/color.h"
#include "base/json.h"
#include "run/batch.h"
#include "run/output.h"
#include "run/report.h"
#include "verbs/verbs.h"

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
    report_findings(&job->out, job->shown, job->findings, REEL_NOTE, colors);
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

static reel_status check_once(struct job *job, uint32_t flags)
{
    reel_source source;
    reel_options how = job->options;
    how.flags = flags;
    struct settings expected = settings_of(job->arguments, OPT_EXPECT);
    how.expected = expected.data;
    how.expected_count = expected.count;
    reel_status status = job_source(job, &source);
    if (status == REEL_OK) status = reel_check(source, &how, &job->error);
    free_settings(&expected);
    return status;
}

/* Damage is a finding like others, unless the reader is strict. So that the verdict can tell it apart, a file is read strictly
 * first. If that fails, it is read again for all findings. Standard input can be read only once: its damage is not told apart. */
static reel_status check_for_verdict(struct job *job, reel_status *damage)
{
    *damage = REEL_OK;
    if (!job_can_reopen(job)) return check_once(job, 0);
    reel_status status = check_once(job, REEL_STRICT);
    bool damaged = status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
    if (!damaged) return status;
    *damage = status;
    job_forget(job);
    return check_once(job, 0);
}

static reel_status check(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    reel_status damage = REEL_OK;
    bool json = has(arguments, OPT_JSON);
    reel_status status = json ? check_for_verdict(job, &damage) : check_once(job, 0); /* --strict still reports every finding */
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
    return run_files(arguments, &task);
}
