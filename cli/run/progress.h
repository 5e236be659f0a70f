/* SPDX-License-Identifier: MIT
 * The progress of a run, on one line of a terminal. */
#ifndef REEL_CLI_PROGRESS_H
#define REEL_CLI_PROGRESS_H

#include "run/job.h"

#include <stdatomic.h>

/* All zero: shows nothing. */
struct progress {
    const struct inputs *inputs;
    uint64_t *sizes; /* of the inputs, in bytes */
    uint64_t total, began;
    bool drawn;                 /* the line is on the terminal */
    atomic_uint_fast64_t done;  /* bytes read */
    atomic_uint_fast64_t shown; /* when, by clock_ms */
};

void progress_open(struct progress *progress, const struct inputs *inputs);
void progress_close(struct progress *progress);
/* A file was read as far as byte `read`; *counted is how far that file counts already. Returns whether to show it now. May be called
 * by several threads. */
bool progress_is_due(struct progress *progress, uint64_t *counted, uint64_t read);
/* File `index` is done, of which `counted` bytes count already. */
void progress_end(struct progress *progress, size_t index, uint64_t counted);
/* Draws or removes the line. `next` is the first file that is not printed. Only one thread at a time. */
void progress_show(struct progress *progress, size_t next);
/* Draws the line for a run without `inputs`: `number` of `count` items is next, and its name is `path`. */
void progress_draw(struct progress *progress, size_t number, size_t count, const char *path);
void progress_clear(struct progress *progress);

#endif
