/* SPDX-License-Identifier: MIT
 * Common code of repair, convert and edit, which read a replay and write a replay. */
#include "run/rewrite.h"
#include "base/json.h"
#include "run/batch.h"
#include "run/output.h"
#include "run/report.h"

#include <stdio.h>
#include <stdlib.h>

/* In a folder the output keeps the name of the input. A new format appends its extension, so that output names stay unique. */
static char *path_for(const struct job *job, const reel_format *from, const reel_format *to)
{
    if (!to || to == from || !to->extensions || !to->extensions[0] || !job->into_folder) return output_path(job, "");
    char *ending = joined(".", to->extensions[0], "");
    char *path = output_path(job, ending);
    free(ending);
    return path;
}

static reel_status choose(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options)
{
    struct rewriting *rewriting = job->choosing;
    if (!header) {
        free(job->deferred->path);
        job->deferred->path = path_for(job, format, rewriting->to);
        return output_check_existing(job, job->deferred->path);
    }
    rewriting->how.has_from = job->span.has_from;
    rewriting->how.has_to = job->span.has_to;
    rewriting->how.from = job->span.from;
    rewriting->how.to = job->span.to;
    return rewriting->prepare ? rewriting->prepare(job, header, options, &rewriting->how) : REEL_OK;
}

static void result_json(struct job *job, const char *path)
{
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, NULL);
    if (path)
        json_path(&job->out, "output", path);
    else
        json_null(&job->out, "output");
    json_findings(&job->out, job->findings);
    json_close(&job->out, '}');
    text_string(&job->out, "\n");
}

void close_sources(reel_source *sources, size_t count)
{
    for (; count--; sources++)
        if (sources->close) sources->close(sources->context);
}

static reel_status run_job(struct job *job, struct rewriting *r)
{
    job->choose = choose;
    job->choosing = r;
    reel_source source;
    struct deferred deferred;
    reel_status status = job_source(job, &source);
    if (status < 0) {
        close_sources(r->how.merge, r->how.merge_count);
        return status;
    }
    reel_sink sink = output_deferred(job, &deferred, output_path(job, ""));
    status = reel_convert(source, &job->options, r->to, sink, &r->how, &job->error);
    bool writes = !has(job->arguments, OPT_ONLY_BROKEN) || reel_findings_count(job->findings);
    if (status >= 0 && !writes) outputs_settle(job, REEL_CANCELLED);
    if (status >= 0 && has(job->arguments, OPT_JSON)) result_json(job, writes ? deferred.path : NULL);
    if (status >= 0 && writes && has(job->arguments, OPT_VERBOSE)) report_written(job, deferred.path);
    deferred_end(&deferred);
    return status;
}

reel_status rewrite_prepared(struct job *job, struct rewriting *rewriting)
{
    if (has(job->arguments, OPT_NO_VERIFY)) rewriting->how.flags |= REEL_NO_VERIFY;
    rewriting->how.convention = has(job->arguments, OPT_AS_REFERENCE) ? "reference" : value_of(job->arguments, OPT_WRITING);
    return run_job(job, rewriting);
}

reel_status rewrite(struct job *job, const reel_format *to, reel_convert_options how)
{
    struct rewriting rewriting = { .to = to, .how = how };
    return rewrite_prepared(job, &rewriting);
}

int run_rewrite(const struct arguments *arguments, reel_status (*work)(struct job *job), bool forgives)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    if (!output) return usage_error(arguments->verb, "-o PATH is required (- is standard output)");
    if (!strcmp(output, "-") && has(arguments, OPT_JSON))
        return usage_error(arguments->verb, "--json and -o - cannot be combined: both use standard output");
    if (has(arguments, OPT_HASH) && !has(arguments, OPT_JSON)) return usage_error(arguments->verb, "--hash requires --json");
    if (!strcmp(output, "-") && has(arguments, OPT_ONLY_BROKEN))
        return usage_error(arguments->verb, "--only-broken and -o - cannot be combined");
    struct task task = {
        .work = work, .findings = FINDINGS_ALL, .forgives = forgives, .writes = true, .rewrites = true, .one_to_stdout = true
    };
    task.in_turn = !strcmp(output, "-");
    return run_files(arguments, &task);
}
