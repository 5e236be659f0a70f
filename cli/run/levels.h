/* SPDX-License-Identifier: MIT
 * The levels of --map and REEL_MAPS. */
#ifndef REEL_CLI_LEVELS_H
#define REEL_CLI_LEVELS_H

#include "run/job.h"

/* Opens what --map names, or the folder of the environment variable REEL_MAPS. Returns the exit status; if it is not EXIT_FINE, a message was
 * printed. Call it before run_files, and levels_end after. */
int levels_begin(const struct arguments *arguments);
/* Sets *level to that of the replay with this header; NULL: none is known. */
reel_status levels_find(struct job *job, const reel_chunk *header, const reel_replay **level);
void levels_release(const reel_replay *level); /* NULL is fine */
void levels_end(void);

#endif
