/* SPDX-License-Identifier: MIT
 * The levels of --map and REEL_MAPS. */
#ifndef REEL_CLI_LEVELS_H
#define REEL_CLI_LEVELS_H

#include "run/job.h"

/* Opens what --map names, or the folder of the environment variable REEL_MAPS. Returns the exit status; if it is not EXIT_FINE, a message was
 * printed. Call it before run_files, and levels_end after. */
int levels_begin(const struct arguments *arguments);
/* levels_begin for a folder of levels, of which the file `kept` keeps what it was read for; one level is refused. */
int levels_begin_kept(const struct arguments *arguments, const char *kept);
/* Sets *level to that of the replay with this header; NULL: none is known. */
reel_status levels_find(struct job *job, const reel_chunk *header, const reel_replay **level);
/* levels_find without a word about a level that is missing, or that cannot be read: REEL_OK, or REEL_MEMORY. */
reel_status levels_find_quietly(struct job *job, const reel_chunk *header, const reel_replay **level);
/* reel_levels_stamp, which is 0 without levels. */
uint64_t levels_stamp(uint64_t key);
bool levels_are_known(void);
/* Whether a folder of levels has that of the replay with this header. One level that was named may be any. */
bool levels_have(const reel_chunk *header);
void levels_release(const reel_replay *level); /* NULL is fine */
void levels_end(void);

#endif
