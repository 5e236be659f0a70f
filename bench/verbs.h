/* SPDX-License-Identifier: MIT
 * What is done with a replay, each verb as one function over a file in memory. Output goes nowhere. */
#ifndef BENCH_VERBS_H
#define BENCH_VERBS_H

#include "measure.h"

typedef struct task {
    bytes file;
    const reel_replay *replay;
    const reel_format *format, *other; /* `other`: what it can be converted to */
    reel_options options;
    const reel_allocator *allocator;
} task;

typedef struct verb {
    const char *name;
    bool (*run)(const task *t); /* false: the format does not have it */
} verb;

enum { COUNTED_VERBS = 11 };
extern const verb verbs[COUNTED_VERBS];

/* The first other format that a conversion reaches, or else its own, which is written anew; NULL: neither. */
const reel_format *other_format(task t);

#endif
