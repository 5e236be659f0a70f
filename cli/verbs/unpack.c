/* SPDX-License-Identifier: MIT
 * reel unpack: archives back to the files that were packed. */
#include "run/batch.h"
#include "run/output.h"
#include "verbs/verbs.h"

#include <reel/archive.h>
#include <stdlib.h>

/* In a folder, the file has the name of its archive without .reel, or the one that it has in an archive of many. */
static char *path_for(const struct job *job)
{
    static const char ending[] = ".reel";
    char *path = output_path(job, "");
    size_t size = strlen(path), end = sizeof ending - 1;
    if (job->into_folder && size > end && !strcmp(path + size - end, ending)) path[size - end] = '\0';
    return path;
}

static reel_status unpack(struct job *job)
{
    reel_source source;
    struct deferred deferred;
    reel_status status = job_source(job, &source);
    if (status < 0) return status;
    reel_sink sink = output_deferred(job, &deferred, path_for(job));
    status = reel_unpack(source, &job->options, sink, &job->error);
    deferred_end(&deferred);
    return status;
}

int run_unpack(const struct arguments *arguments)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    if (!output) return usage_error(arguments->verb, "-o PATH is required (- is standard output)");
    struct task task = { .work = unpack, .forgives = true, .writes = true, .accounts = true, .one_to_stdout = true };
    task.in_turn = !strcmp(output, "-");
    return run_files(arguments, &task);
}
