/* SPDX-License-Identifier: MIT
 * The end of a job: its outputs get their names, and what it has to say is put into words. */
#include "run/end.h"
#include "base/color.h"
#include "base/system.h"
#include "run/output.h"
#include "run/report.h"
#include "run/span.h"

#include <stdio.h>
#include <stdlib.h>

void job_end(struct job *job, const struct task *task, reel_status status)
{
    bool verbose = has(job->arguments, OPT_VERBOSE) || has(job->arguments, OPT_CLEAN); /* notes say what was changed */
    job_close(job);
    status = job_limits(job, status);
    status = outputs_settle(job, status);
    job_drop_index(job);
    counted_refused();                                                        /* what was refused until here is in the status */
    if (status < 0 && job->error.status == REEL_MEMORY) text_free(&job->out); /* frees memory for the error message */
    if (task->findings != FINDINGS_NONE && !has(job->arguments, OPT_QUIET))
        report_findings(&job->err, job->shown, job->findings,
                        task->findings == FINDINGS_ALL || verbose ? REEL_NOTE : REEL_WARNING, has_colors(2), !verbose);
    uint64_t bad = reel_findings_total(job->findings, REEL_ERROR);
    if (task->warnings_fail) bad += reel_findings_total(job->findings, REEL_WARNING);
    if (bad && !task->forgives && job->status < EXIT_FINDINGS) job->status = EXIT_FINDINGS;
    if (status < 0 && has(job->arguments, OPT_JSON) && !job->out.size) report_failure_json(job, task->accounts);
    reel_findings_free(job->findings);
    job->findings = NULL;
    if (status < 0) job->status = status == REEL_ARGUMENT ? EXIT_USAGE : EXIT_UNREADABLE;
    if (status < 0 && !print_has_failed() && !was_interrupted()) report_failure(&job->err, job->shown, &job->error);
    job->lost = counted_refused().any;
}

void job_print_messages(const struct job *job)
{
    fwrite(job->err.data, 1, job->err.size, stderr);
    if (job->lost) fputs("reel: out of memory: a message was lost\n", stderr);
}
