/* SPDX-License-Identifier: MIT
 * The first ranks among recordings, --first-ranks: on each map the fastest runs of a player and of a team. */
#ifndef REEL_CLI_RANKS_H
#define REEL_CLI_RANKS_H

#include "run/finish.h"

/* A run that is the fastest of its recording, of a player or of a team. Those with the same time are all there. */
struct rank {
    bool of_team; /* the fastest of a team */
    struct run run;
    char *name; /* of the player, or of the player of the team with the lowest client id */
};

/* What a recording has. */
struct ranked {
    bool is_known; /* it was read */
    char *map;     /* name of its map */
    char *map_key; /* of its level: reel_level_key */
    struct rank *ranks;
    size_t count;
};

/* Reads the recordings that the arguments name, and sets *found to the inputs of the first ranks: an input for each run, with the name that its
 * output has in a folder. The folder keeps what was found in a hidden file, so that a recording is read once, whatever interrupts. Returns the
 * exit status. ranks_end frees all of it. */
int ranks_find(const struct arguments *arguments, struct inputs *found);
/* The run of one of these inputs. */
const struct run *ranks_run(const struct input *input);
void ranks_end(struct inputs *found);

/* ranks_kept.c: the hidden file. ranks_kept_find fills in what is known of a file that has not changed since; ranks_kept_add adds a file.
 * False: see errno. */
void ranks_kept_open(const char *folder);
void ranks_kept_find(const struct input *input, struct ranked *ranked);
bool ranks_kept_add(const struct input *input, const struct ranked *ranked);
void ranks_kept_close(void);

/* ranked.c: `name` is copied. */
void ranked_add(struct ranked *ranked, const struct rank *rank, const char *name, size_t size);
void ranked_free(struct ranked *ranked);

#endif
