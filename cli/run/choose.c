/* SPDX-License-Identifier: MIT
 * What is decided about an input while it is being opened. */
#include "run/choose.h"
#include "run/hash.h"
#include "run/output.h"
#include "run/span.h"

/* Whether --format, which lists formats, includes this one. */
static bool is_wanted(const struct job *job, const reel_format *format)
{
    char **wanted = names_of(job->arguments, OPT_FORMAT);
    bool found = !wanted || names_have(wanted, format->id);
    names_free(wanted);
    return found;
}

static reel_status accept(struct job *job, const reel_format *format)
{
    job->format = format;
    if (is_wanted(job, format)) return job->only_replays && has(job->arguments, OPT_HASH) ? job_hash(job) : REEL_OK;
    job->skipped = true;
    return fail_job(job, REEL_UNSUPPORTED, "file.format", "the format is %s", format->id);
}

static reel_status choose(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                          reel_error *error)
{
    struct job *job = context;
    reel_status status = header ? REEL_OK : accept(job, format);
    if (status >= 0) status = span_choose(job, format, header, options);
    if (status >= 0 && job->choose) status = job->choose(job, format, header, options);
    if (status >= 0 && header && job->deferred) status = deferred_open(job->deferred);
    if (status < 0) *error = job->error;
    return status;
}

void job_chooses(struct job *job)
{
    job->options.choose = choose;
    job->options.choose_context = job;
}
