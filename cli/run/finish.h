/* SPDX-License-Identifier: MIT
 * The run that --finish names. */
#ifndef REEL_CLI_FINISH_H
#define REEL_CLI_FINISH_H

#include "base/finish_run.h"
#include "run/job.h"

/* Reads the input once and finds the run of --finish NAME[,TIME]. `level`: the map, for recordings that state no finishes; NULL: not known. It
 * is found by `find_level` when the header is read. Fails with REEL_ARGUMENT for a name that nobody has, a player without a finish, or a
 * time that none of them has. */
reel_status finish_find(struct job *job, const reel_replay **level, struct run *run);

#endif
