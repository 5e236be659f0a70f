/* SPDX-License-Identifier: MIT
 * Output files: names, folders, and sinks that are discarded on an interruption. */
#ifndef REEL_CLI_OUTPUT_H
#define REEL_CLI_OUTPUT_H

#include "run/job.h"

/* What -o is for the inputs of the command. */
struct plan {
    bool into_folder;
    bool collected; /* results of all files go to standard output, or to one file that replaces it */
};
/* False: -o cannot be used for them; a message was printed. */
bool output_plan(const struct arguments *arguments, const struct task *task, const struct inputs *inputs, struct plan *plan);

/* Protects the inputs, and files named by options, from being overwritten by an output, whatever path is used for them.
 * output_plan calls it. Call outputs_forget at the end. */
void outputs_protect(const struct arguments *arguments, const struct input *inputs, size_t count);
void outputs_forget(void);

/* Renames the complete outputs of a job, or discards them if `status` is a failure. Returns the final status. */
reel_status outputs_settle(struct job *job, reel_status status);

/* Whether results go to standard output: -o is "-" or missing. */
bool output_is_stdout(const struct arguments *arguments);

/* The path of the output of a job. In a folder it is the name of the input without .gz, .xz or .zst, followed by `ending`
 * (".json", or ""). The caller frees it. */
char *output_path(const struct job *job, const char *ending);

/* Fails, and marks the job as skipped, if the output exists and --skip-existing is given. output_sink calls it; call it before
 * work that precedes output_sink. */
reel_status output_check_existing(struct job *job, const char *path);

/* An output that is opened when its input is accepted (see job_chooses), or at its first byte. */
struct deferred {
    struct job *job;
    char *path; /* "-" is standard output; NULL: set by job->choose */
    reel_sink inner;
    bool is_open;
};
/* A sink for such an output, which becomes job->deferred. Takes ownership of the path. Call deferred_end when the sink was used. */
reel_sink output_deferred(struct job *job, struct deferred *deferred, char *path);
/* Opens the output now. Fails like output_sink. */
reel_status deferred_open(struct deferred *deferred);
void deferred_end(struct deferred *deferred);

/* Opens a sink for a path and creates missing folders; "-" is standard output. Files are renamed when the job succeeds, all of
 * a job together. */
reel_status output_sink(struct job *job, const char *path, reel_sink *sink);

#endif
