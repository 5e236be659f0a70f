/* SPDX-License-Identifier: MIT
 * What is decided about an input while it is being opened, so that it is opened once. */
#ifndef REEL_CLI_CHOOSE_H
#define REEL_CLI_CHOOSE_H

#include "run/job.h"

/* Makes the options of the job ask: whether --format includes the input, for the span, and job->choose; then the deferred output is opened.
 * An input that is not wanted fails, with job->skipped. */
void job_chooses(struct job *job);

#endif
