/* SPDX-License-Identifier: MIT
 * The span of --after and --before, and the index beside a replay that leads to it. */
#ifndef REEL_CLI_SPAN_H
#define REEL_CLI_SPAN_H

#include "run/job.h"

/* Sets job->span from --after and --before, in the unit of the input's time axis. */
reel_status job_find_span(struct job *job);
/* The same for an input that is open: `header` is that of its reader. */
reel_status job_convert_span(struct job *job, const reel_format *format, const reel_chunk *header);
/* Sets the span of job->options as well, and loads the index if there is one. With --follow on a pipe it does nothing: call
 * job_convert_span when the reader is open. */
reel_status job_set_span(struct job *job);
void job_drop_index(struct job *job);

#endif
