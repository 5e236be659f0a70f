/* SPDX-License-Identifier: MIT
 * One insight at work. */
#ifndef JOBS_INSIGHT_RUN_H
#define JOBS_INSIGHT_RUN_H

#include <reel/insight.h>

#include "core/chunk.h"

typedef struct insight_run {
    const reel_insight *insight;
    reel_allocator allocator;
    reel_analysis analysis;
    reel_chunk *result;
    reel_budget *budget;
    reel_error error;
} insight_run;

/* Begins; where it fails nothing is left to end. Then chunk after chunk, finish, and always end, which gives the result. What it costs
 * is charged to `budget`, which outlives the run. */
reel_status insight_begin(insight_run *run, const reel_insight *insight, const reel_format *format,
                          const reel_insight_options *options, reel_budget *budget, reel_error *error);
reel_status insight_chunk(insight_run *run, const reel_chunk *chunk, reel_error *error);
reel_status insight_finish(insight_run *run, reel_error *error);
reel_chunk *insight_end(insight_run *run); /* owned by the caller; NULL where none was begun */

#endif
