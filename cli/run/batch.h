/* SPDX-License-Identifier: MIT
 * Runs a command over many files: works in parallel, prints results in order, prints a summary. */
#ifndef REEL_CLI_BATCH_H
#define REEL_CLI_BATCH_H

#include "run/job.h"

/* Runs the task over the inputs of the arguments; returns the exit status. */
int run_files(const struct arguments *arguments, const struct task *task);
/* The same over inputs that were found before. */
int run_inputs(const struct arguments *arguments, const struct task *task, const struct inputs *inputs);

#endif
