/* SPDX-License-Identifier: MIT
 * reel repair: repairs a damaged replay. */
#include "run/rewrite.h"
#include "verbs/verbs.h"

static reel_status repair(struct job *job)
{
    reel_status status = rewrite(job, NULL, (reel_convert_options){ .flags = REEL_REPAIR });
    if (status >= 0 && !reel_findings_count(job->findings) && !has(job->arguments, OPT_QUIET)) {
        text_visible(&job->err, job->shown, strlen(job->shown));
        text_string(&job->err, ": nothing to repair\n");
    }
    return status;
}

int run_repair(const struct arguments *arguments) { return run_rewrite(arguments, repair, true); }
