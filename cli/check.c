/* SPDX-License-Identifier: MIT
 * reel check: checks a replay for damage and inconsistencies. */
#include "json.h"
#include "report.h"
#include "verbs.h"

static void add_total(struct text *text, const char *name, uint64_t count, bool *any)
{
    if (!count) return;
    text_string(text, *any ? ", " : " ");
    text_count(text, count);
    text_print(text, " %s%s", name, count == 1 ? "" : "s");
    *any = true;
}

static void result_text(struct job *job)
{
    bool any = false;
    report_findings(&job->out, job->shown, job->findings, REEL_NOTE);
    text_visible(&job->out, job->shown, strlen(job->shown));
    text_string(&job->out, ":");
    add_total(&job->out, "error", reel_findings_total(job->findings, REEL_ERROR), &any);
    add_total(&job->out, "warning", reel_findings_total(job->findings, REEL_WARNING), &any);
    add_total(&job->out, "note", reel_findings_total(job->findings, REEL_NOTE), &any);
    text_string(&job->out, any ? "\n" : " ok\n");
}

static void result_json(struct job *job, reel_status status)
{
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, NULL);
    json_findings(&job->out, job->findings);
    if (status < 0) json_failure(&job->out, &job->error);
    json_close(&job->out, '}');
    text_string(&job->out, "\n");
}

static reel_status check(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    reel_source source;
    reel_options how = job->options;
    how.flags &= ~(uint32_t)REEL_STRICT; /* a strict check still reports every finding */
    struct settings expected = settings_of(arguments, OPT_EXPECT);
    how.expected = expected.data;
    how.expected_count = expected.count;
    reel_status status = job_source(job, &source);
    if (status == REEL_OK) status = reel_check(source, &how, &job->error);
    free_settings(&expected);
    if (has(arguments, OPT_SARIF)) {
        sarif_findings(&job->out, job->input->path, job->findings);
        if (status < 0) sarif_failure(&job->out, job->input->path, &job->error);
    } else if (has(arguments, OPT_JSON)) {
        result_json(job, status);
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
    struct task task = { .work = check, .findings = FINDINGS_NONE, .warnings_fail = has(arguments, OPT_STRICT) };
    if (has(arguments, OPT_SARIF)) {
        if (has(arguments, OPT_JSON)) return usage_error(arguments->verb, "--json and --sarif cannot be combined");
        task.before = before;
        task.between = ",\n";
        task.after = "\n]}]}\n";
    }
    return run_files(arguments, &task);
}
