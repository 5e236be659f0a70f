/* SPDX-License-Identifier: MIT
 * What must hold for any bytes at all, sound or not: used by the tests that cut files and by those that flip their bits. */
#ifndef REEL_DAMAGE_H
#define REEL_DAMAGE_H

#include "machinery.h"

/* Where the effort is full, files up to this size, which unpack to no more than twice of it in rows, are damaged at every place. That takes
 * time with the square of the size, so larger ones are damaged at a sample of places, but for the smallest sound one of each format. */
enum { DAMAGE_SMALL = 4096, DAMAGE_LARGEST = 100000 };

/* How a file is damaged. */
typedef struct damage_plan {
    size_t step; /* from one of `places` in it to the next */
    bool small;  /* everything is tried at every place; else at one in 16 */
} damage_plan;
damage_plan damage_plan_of(const specimen *file, size_t places);

/* Reads the bytes and sees that the outcome is told and that strict and lenient readers agree; with `thorough` also that memory
 * stays within its bound, that a check answers, that what was read whole is written back, and that a repair gives a sound file.
 * The replay (NULL where nothing could be read) is the caller's. */
reel_replay *damage_read(const char *what, const uint8_t *data, size_t size, bool thorough);

/* The same for a container, which may have lost rows that every file of its format has: nothing is written. */
reel_replay *damage_read_container(const char *what, const uint8_t *data, size_t size);

#endif
