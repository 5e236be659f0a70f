/* SPDX-License-Identifier: MIT
 * The map that a demo contains. */
#ifndef REEL_CLI_OWN_MAP_H
#define REEL_CLI_OWN_MAP_H

#include "run/job.h"

/* Reads the beginning of the input. NULL: it is not a demo, has no map, or one that cannot be read, or it can be read once only. Call reel_free. */
reel_replay *own_map(struct job *job);
/* The same of a replay that is loaded. */
reel_replay *own_map_of(const struct job *job, const reel_replay *replay);

#endif
