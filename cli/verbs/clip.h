/* SPDX-License-Identifier: MIT
 * Clips: scenes one after the other, as an animated PNG. */
#ifndef REEL_CLI_CLIP_H
#define REEL_CLI_CLIP_H

#include "run/job.h"

#include <reel/plot.h>

/* Checks the options of reel plot --clip. Returns EXIT_FINE, or prints what is wrong. */
int clip_check(const struct arguments *arguments);
/* Draws the clip into a sink, which is committed, or discarded if it fails. REEL_END: there is nothing at this time. */
reel_status clip_draw(struct job *job, const reel_replay *replay, const reel_plot_options *options, reel_sink sink);

#endif
