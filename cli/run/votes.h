/* SPDX-License-Identifier: MIT
 * Several plays of one level that become one file: reel convert --to beatsaber-map. */
#ifndef REEL_CLI_VOTES_H
#define REEL_CLI_VOTES_H

#include "run/job.h"

/* The plays of one difficulty beside the one that is converted. */
struct voters {
    const char *const *paths;
    size_t count;
};

/* Runs `run` once for each difficulty of the inputs, with arguments that name its first play and an output in the folder of -o; `voters` are the
 * others then. With one input, runs it once as it is. Refuses plays of different levels. Returns an exit status. */
int votes_run(const struct arguments *arguments, int (*run)(const struct arguments *arguments), struct voters *voters);
/* Opens the plays that are voters; reel_convert owns the sources, and the caller the array. */
reel_status votes_open(struct job *job, const struct voters *voters, reel_source **sources, size_t *count);

#endif
