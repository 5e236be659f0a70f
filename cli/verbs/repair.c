/* SPDX-License-Identifier: MIT
 * reel repair: repairs a damaged replay. */
#include "run/rewrite.h"
#include "verbs/verbs.h"

#include <string.h>

static reel_status repair(struct job *job)
{
    reel_status status = rewrite(job, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR });
    if (status >= 0 && !reel_findings_count(job->findings) && !has(job->arguments, OPT_QUIET)) {
        text_visible(&job->err, job->shown, strlen(job->shown));
        text_string(&job->err, ": nothing to repair\n");
    }
    /* only errors that remain count as failures */
    for (size_t i = 0; i < reel_findings_count(job->findings); i++)
        if (!strcmp(reel_findings_at(job->findings, i)->rule, "repair.errors-left")) job->status = EXIT_FINDINGS;
    return status;
}

int run_repair(const struct arguments *arguments) { return run_rewrite(arguments, repair, true); }
