/* SPDX-License-Identifier: MIT
 * Common code of repair, convert and edit, which read a replay and write a replay. */
#ifndef REEL_CLI_REWRITE_H
#define REEL_CLI_REWRITE_H

#include "run/job.h"

/* Runs a command whose outputs are replays; `work` calls rewrite. `forgives`: findings do not change the exit status. */
int run_rewrite(const struct arguments *arguments, reel_status (*work)(struct job *job), bool forgives);

/* Writes the output of the job in format `to` (NULL: the format of the input), with `how` and the options that these commands
 * share. Takes ownership of the sources in how.merge. */
reel_status rewrite(struct job *job, const reel_format *to, reel_convert_options how);

/* The same with what only the header of the input decides: `prepare`, which may be NULL, changes `how` when the input is open. */
struct rewriting {
    const reel_format *to; /* NULL: the format of the input */
    reel_convert_options how;
    reel_status (*prepare)(struct job *job, const reel_chunk *header, reel_options *options, reel_convert_options *how);
};
reel_status rewrite_prepared(struct job *job, struct rewriting *rewriting);

void close_sources(reel_source *sources, size_t count);

#endif
