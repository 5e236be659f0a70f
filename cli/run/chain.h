/* SPDX-License-Identifier: MIT
 * Chains: games that were played one after another in one server run. */
#ifndef REEL_CLI_CHAIN_H
#define REEL_CLI_CHAIN_H

#include "run/job.h"

/* One game of a chain. */
struct game {
    const struct input *input;
    char *id, *previous; /* as text; previous is NULL if the header names none */
};

struct chain {
    struct game *games;
    size_t count, capacity;
};

/* Reads the headers of the inputs and sorts the games into the order in which they were played; games without a predecessor
 * keep the order of the inputs. Reports games that are missing or duplicated, that have the same predecessor, that form a
 * loop, or that cannot be read, and raises *status accordingly. Takes O(n log n) time. Free with chain_free. */
void chain_find(struct chain *chain, const struct arguments *arguments, const struct inputs *inputs, int *status);
void chain_free(struct chain *chain);

#endif
