/* SPDX-License-Identifier: MIT
 * The span of --after and --before, and the index beside a replay that leads to it. */
#ifndef REEL_CLI_SPAN_H
#define REEL_CLI_SPAN_H

#include "run/job.h"

/* Sets job->span from --after and --before, in the unit of the input's time axis; if the job narrows, also the span and the index of
 * `options`. For reel_choose: called with the format, and again with the header, which has the frame rate of some formats. */
reel_status span_choose(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options);
void job_drop_index(struct job *job);
/* Reads the index of --index, or else the one beside the input if there is one, into job->options. */
reel_status job_find_index(struct job *job);

/* The value of an option for a time, in the unit of the format's time axis. *given: whether it is there. REEL_ARGUMENT: span.unit. */
reel_status span_moment(struct job *job, enum option_id id, const reel_format *format, const reel_chunk *header, bool *given,
                        double *value);

#endif
