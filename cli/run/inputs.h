/* SPDX-License-Identifier: MIT
 * The inputs of a command: the files of the command line, those in its folders, and those of lists. */
#ifndef REEL_CLI_INPUTS_H
#define REEL_CLI_INPUTS_H

#include "args/args.h"

struct input {
    char *path;
    char *relative;   /* path in an output folder: the part below the folder on the command line */
    const char *name; /* in results, if it is not `path`: of standard input (--name, not owned), or of a replay in an archive */
    char *member;     /* selects a replay of an archive, as reel_options.member; NULL: the file */
    size_t number;    /* among the inputs, from 1 */
    bool walked;      /* found in a folder, so it may not be a replay */
    reel_source held; /* the file, open at its beginning, if `is_held`: a job takes it */
    bool is_held;
};

/* The files that the command line names, in order. inputs_find returns false if a folder or list could not be read. With `whole`, an
 * archive of several replays is one input. */
struct inputs {
    struct input *data;
    size_t count, capacity;
};
bool inputs_find(struct inputs *inputs, const struct arguments *arguments, bool whole);
/* Whether the command line may name any number of files, whatever their number is now: results then say which file they are of. */
bool inputs_are_many(const struct inputs *inputs, const struct arguments *arguments);
void inputs_free(struct inputs *inputs);
void inputs_add(struct inputs *inputs, struct input input);
void input_free(struct input *input);
/* Finds the replays that PATH#NAME names, and unless `whole`, replaces archives of several replays by their replays. inputs_find calls
 * it. */
void inputs_expand(struct inputs *inputs, bool whole);

#endif
