/* SPDX-License-Identifier: MIT
 * reel index: writes an index for fast access to a long replay by time. */
#include "run/batch.h"
#include "run/output.h"
#include "verbs/verbs.h"

#include <stdlib.h>

static reel_status make_index(struct job *job)
{
    reel_source source;
    struct deferred deferred;
    bool beside = !value_of(job->arguments, OPT_OUTPUT);
    reel_status status = job_source(job, &source);
    if (status < 0) return status;
    reel_sink sink =
        output_deferred(job, &deferred, beside ? joined(job->input->path, INDEX_ENDING, "") : output_path(job, INDEX_ENDING));
    status = reel_index(source, &job->options, count_of(job->arguments, OPT_EVERY, 0), sink, &job->error);
    deferred_end(&deferred);
    return status;
}

int run_index(const struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->input_count; i++)
        if (!strcmp(arguments->inputs[i], "-") && !value_of(arguments, OPT_OUTPUT))
            return usage_error(arguments->verb, "-o PATH is required to index standard input");
    struct task task = { .work = make_index, .writes = true };
    return run_files(arguments, &task);
}
