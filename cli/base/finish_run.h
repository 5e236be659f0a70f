/* SPDX-License-Identifier: MIT
 * The run of a finish that is named, NAME or NAME,TIME: the one of that time, else the player's best. */
#ifndef REEL_CLI_FINISH_RUN_H
#define REEL_CLI_FINISH_RUN_H

#include <reel/ddnet.h>

#include <stdbool.h>

struct run {
    int32_t cid;
    int32_t start, finish; /* ticks */
};

/* What was read of a recording: of the insight "ddnet", and of "ddnet-runs" if the recording states no finishes. */
struct finish_rows {
    const ddnet_finish *finishes;
    const ddnet_name *names;
    const ddnet_run *runs;
    size_t finish_count, name_count, run_count;
};

struct finish_choice {
    const char *name; /* in the text that is wanted, with `name_size` bytes */
    size_t name_size;
    int32_t time;      /* ticks; -1: the best */
    bool named, found; /* somebody has the name, and such a finish: `run` */
    struct run run;
};

void finish_choose(const struct finish_rows *rows, const char *wanted, struct finish_choice *choice);
/* Calls `each` with the runs of the name that was chosen. */
void finish_each(const struct finish_rows *rows, const struct finish_choice *choice, void (*each)(void *context, struct run run),
                 void *context);
int32_t finish_time(struct run run);

#endif
