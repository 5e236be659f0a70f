/* SPDX-License-Identifier: MIT
 * Replays of games that followed each other. */
#ifndef REEL_CLI_CHAIN_H
#define REEL_CLI_CHAIN_H

#include "files.h"

/* One game of a chain. */
struct game {
    const struct input *input;
    char *id, *previous; /* as text; previous NULL: it names none */
};

struct chain {
    struct game *games;
    size_t count, capacity;
};

/* Reads the headers of the inputs and puts the games in the order in which they followed each other; those that follow none of the
 * others stay in the order of the inputs. Says which games are missing, come twice, follow the same game or each other in a circle, or
 * cannot be read; *status is raised to what that means for the exit. The time is that of sorting. Free it. */
void chain_find(struct chain *chain, const struct arguments *arguments, const struct inputs *inputs, int *status);
void chain_free(struct chain *chain);

#endif
