/* SPDX-License-Identifier: MIT
 * What must hold for any bytes at all, sound or not: used by the tests that cut files and by those that flip their bits. */
#ifndef REEL_DAMAGE_H
#define REEL_DAMAGE_H

#include "machinery.h"

/* Files above this size are left out. */
enum { DAMAGE_LARGEST = 100000 };

/* How a file is damaged. Where the effort is full, light ones are damaged at every place, and so is the smallest heavy one of each format that is
 * sound; other heavy ones at a sample of places, which are fewer the heavier it is. A file weighs what it has, or its rows, or the steps of
 * reading it, where they are more. */
typedef struct damage_plan {
    size_t step;   /* from one of `places` in it to the next */
    bool thorough; /* everything is tried at every place; else at one in 16 */
} damage_plan;
damage_plan damage_plan_of(const specimen *file, size_t places);

/* Reads the bytes and sees that the outcome is told and that strict and lenient readers agree; with `thorough` also that memory
 * stays within its bound, that a check answers, that what was read whole is written back, and that a repair gives a sound file.
 * The replay (NULL where nothing could be read) is the caller's. */
reel_replay *damage_read(const char *what, const uint8_t *data, size_t size, bool thorough);

/* The same for a container, which may have lost rows that every file of its format has: nothing is written. */
reel_replay *damage_read_container(const char *what, const uint8_t *data, size_t size);

#endif
