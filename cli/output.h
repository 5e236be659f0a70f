/* SPDX-License-Identifier: MIT
 * Where outputs go: names, folders, and sinks that an interruption takes back. */
#ifndef REEL_CLI_OUTPUT_H
#define REEL_CLI_OUTPUT_H

#include "files.h"

/* Whether -o is a folder for these inputs. False: the command line cannot be carried out, a message was printed. */
bool output_plan(const struct arguments *arguments, const struct task *task, const struct input *inputs, size_t count,
                 bool *into_folder);

/* From now on no output replaces one of the inputs, or a file that an option names, under whatever name. output_plan does it; call
 * outputs_forget in the end. */
void outputs_protect(const struct arguments *arguments, const struct input *inputs, size_t count);
void outputs_forget(void);

/* Gives the complete outputs of a job their names, or takes them back where it failed; returns its status. */
reel_status outputs_settle(struct job *job, reel_status status);

/* Whether the results go to standard output: -o is "-" or was not given. */
bool output_is_stdout(const struct arguments *arguments);

/* The path of a job's output. In a folder it is the input's name and `ending` (".json"; "" keeps the name), without the ending of a
 * compressed file. Free it. */
char *output_path(const struct job *job, const char *ending);

/* A sink for that path, its folders made; "-" is standard output. A file gets its name when the job ends well, all of a job at once. */
reel_status output_sink(struct job *job, const char *path, reel_sink *sink);

#endif
