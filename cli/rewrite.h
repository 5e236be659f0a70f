/* SPDX-License-Identifier: MIT
 * What repair, convert and edit have in common: a replay goes in, a replay comes out. */
#ifndef REEL_CLI_REWRITE_H
#define REEL_CLI_REWRITE_H

#include "files.h"

/* Runs a verb whose outputs are replays: `work` calls rewrite. */
int run_rewrite(const struct arguments *arguments, reel_status (*work)(struct job *job), bool forgives);

/* Writes the job's output as `to` (NULL: the input's format); what `how` says goes beside the options that these verbs share. Owns the
 * sources of how.merge. */
reel_status rewrite(struct job *job, const reel_format *to, reel_convert_options how);

void close_sources(reel_source *sources, size_t count);

#endif
