/* SPDX-License-Identifier: MIT
 * Output files: names, folders, and sinks that are discarded on an interruption. */
#ifndef REEL_CLI_OUTPUT_H
#define REEL_CLI_OUTPUT_H

#include "files.h"

/* Decides whether -o is a folder for these inputs. False: it cannot be used for them; a message was printed. */
bool output_plan(const struct arguments *arguments, const struct task *task, const struct input *inputs, size_t count,
                 bool *into_folder);

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

/* Opens a sink for a path and creates missing folders; "-" is standard output. Files are renamed when the job succeeds, all of
 * a job together. */
reel_status output_sink(struct job *job, const char *path, reel_sink *sink);

#endif
