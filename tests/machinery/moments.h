/* SPDX-License-Identifier: MIT
 * The rows of a replay in the order in which a recorder appends them. */
#ifndef REEL_TEST_MOMENTS_H
#define REEL_TEST_MOMENTS_H

#include <reel/reel.h>

typedef struct moment {
    const reel_table *table;
    const uint8_t *row; /* of the replay */
    double time;        /* -INFINITY: before the play */
    size_t number;      /* among all rows, so that the order is total */
} moment;

/* The rows in the order of a game: the header first, rows with a time by it, the others evenly over the recording. The caller frees them;
 * NULL: there are none. */
moment *moments_of(const reel_replay *replay, size_t *total);

/* How many of `left` moments, from `first` on, are one append: rows of a table at one time. */
size_t moments_together(const moment *first, size_t left);

#endif
