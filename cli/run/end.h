/* SPDX-License-Identifier: MIT
 * The end of a job: its outputs get their names, and what it has to say is put into words. */
#ifndef REEL_CLI_END_H
#define REEL_CLI_END_H

#include "run/job.h"

void job_end(struct job *job, const struct task *task, reel_status status);
/* Prints `err` after job_end. */
void job_print_messages(const struct job *job);

#endif
