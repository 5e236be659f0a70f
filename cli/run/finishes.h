/* SPDX-License-Identifier: MIT
 * The finishes of a recording, and the names of who finished. */
#ifndef REEL_CLI_FINISHES_H
#define REEL_CLI_FINISHES_H

#include "run/job.h"

#include <reel/ddnet.h>

struct finishes {
    const char *option; /* that asks, for messages */
    bool skips_others;  /* files of a folder that are not recordings are skipped */
    /* The map, for recordings that state no finishes, which is found when the header is read; *level is NULL: not known */
    const reel_replay **level;
    /* Called with the header; NULL: nothing to do */
    reel_status (*header)(struct job *job, const reel_chunk *header, void *context);
    void *context;
    /* What was read: by the insight `game`, and by `lines` if there are no finishes. NULL: this build has none */
    const reel_insight *game, *lines;
    reel_replay *people, *crossed;
};

/* Reads the input of the job once, or twice if it states no finishes. Call finishes_free afterwards, also after a failure. */
reel_status finishes_read(struct job *job, struct finishes *s);
/* Returns the rows of an insight's table, or NULL and a count of 0 without a result. */
const void *finishes_rows(const reel_replay *result, const reel_insight *insight, const char *name, size_t *count);
void finishes_free(struct finishes *s);

#endif
