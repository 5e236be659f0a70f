/* SPDX-License-Identifier: MIT
 * The order of results on one output, when several files are processed at the same time: the first of the files that are not done
 * prints as it goes, and what the others print is held until all files before them are done. */
#ifndef REEL_CLI_TURN_H
#define REEL_CLI_TURN_H

#include "run/job.h"

#include <stdatomic.h>

struct turn {
    atomic_size_t next; /* index of the first file that is not done */
    atomic_size_t held; /* bytes of all jobs that are held */
};

/* Whether all files before that of the job are done. */
bool turn_came(const struct job *job);
/* Holds output of the job. False: no room, and nothing was added. */
bool turn_hold(struct job *job, const void *data, size_t size);
/* Drops what the job holds: it was printed, or is not wanted. */
void turn_printed(struct job *job);
/* Waits until the turn has come, which does not count as time of the job. False: the command was interrupted, or cannot print. */
bool turn_wait(struct job *job);

#endif
