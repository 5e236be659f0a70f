/* SPDX-License-Identifier: MIT
 * Files that nobody means well with, made by the class: each generator makes variants of one class of attack for every format, at any
 * scale. verbs.c does with them whatever the command can do; test_hostile_cost.c measures
 * what that costs. */
#ifndef REEL_HOSTILE_H
#define REEL_HOSTILE_H

#include "machinery.h"

/* One hostile file. `data` is malloc'ed. */
typedef struct hostile_file {
    char name[160]; /* generator, what it started from, scale */
    uint8_t *data;
    size_t size;
} hostile_file;

/* Calls `each` for every file of every generator. `scale` multiplies rows and repetitions: 1, 4, 16. */
typedef void hostile_each(void *context, const hostile_file *file);

typedef struct hostile_generator {
    const char *name;
    const char *doc;
    bool scales; /* the files of one name grow with the scale */
    void (*run)(unsigned scale, hostile_each *each, void *context);
} hostile_generator;

extern const hostile_generator hostile_generators[]; /* ending with a NULL name */

void run_archives(unsigned scale, hostile_each *each, void *context); /* a generator: archives.c */
void run_games(unsigned scale, hostile_each *each, void *context);    /* a generator: games.c */
/* A verb: games.c. */
reel_status run_play(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context);

/* One thing that can be done with a file. Returns what came of it; `memory` counts what it allocates. A verb that reads the file several
 * times, once for each convention, insight, target or operation, adds the further ones to hostile_runs, which is 1 when it starts. */
typedef struct hostile_verb {
    const char *name;
    reel_status (*run)(const hostile_file *file, const reel_allocator *memory, reel_report *report, void *context);
} hostile_verb;

extern const hostile_verb hostile_verbs[]; /* ending with a NULL name */
extern unsigned hostile_runs;

/* Basic blocks of the library and 16-byte pieces moved by the C library since the start; 0 where the library does not count. */
uint64_t steps_so_far(void);
/* Adds what the library does not count: output that goes nowhere. */
void steps_add(uint64_t steps);

#endif
