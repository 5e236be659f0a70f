/* SPDX-License-Identifier: MIT
 * Exports of many files in one output that is not text: one export takes the rows of all files, and a leading column says which file
 * each is from. */
#ifndef REEL_CLI_JOINED_H
#define REEL_CLI_JOINED_H

#include "run/job.h"

#include <reel/export.h>

/* Whether an exporter writes bytes, one table a file. */
bool kind_is_binary(const char *kind);
/* Whether an exporter writes one table a file. */
bool kind_is_one_table(const char *kind);
/* An exit status after a message: the options do not go with a binary output, or it would go to a terminal. */
int refuse_binary(const struct arguments *arguments, const char *kind);
/* Whether the results of all jobs go to one output that is not text. The task is then done in turn, with joined_finish at its end. */
bool is_joined(const struct job *job, const char *kind);

/* The export that takes the rows of this job; the first job opens it. `how` has one table, which must be that of the jobs before. */
reel_status joined_export(struct job *job, const char *kind, const reel_format *format, const reel_export_options *how,
                          reel_export **export_);
/* Completes the output. Returns an exit status. */
int joined_finish(const struct arguments *arguments);

#endif
