/* SPDX-License-Identifier: MIT
 * A run of one insight. */
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
    reel_reporter reporter; /* of the caller */
    reel_reading found;     /* the insight's own findings */
    reel_reading reading;   /* all of them, and how the reading went */
    reel_reading last;      /* how reading stood at the last chunk */
} insight_run;

/* Starts a run. If this fails, reel__insight_end need not be called. The run must stay at its address. Otherwise call reel__insight_chunk for each chunk,
 * then reel__insight_finish, and always reel__insight_end. `reading` is how the reading ended, NULL: as it stood at the last chunk. The cost is charged to `budget`, which must outlive the run. `error` may be NULL. */
reel_status reel__insight_begin(insight_run *run, const reel_insight *insight, const reel_format *format,
                                const reel_insight_options *options, reel_budget *budget, reel_error *error);
reel_status reel__insight_chunk(insight_run *run, const reel_chunk *chunk, reel_error *error);
reel_status reel__insight_finish(insight_run *run, const reel_reading *reading, reel_error *error);
reel_chunk *reel__insight_end(insight_run *run); /* the result, owned by the caller; NULL if no run was started */

/* The checks of REEL_SURVEY_EVIDENCE, ending with NULL (registry.c). They are not among reel_insights. */
const reel_insight *const *reel__insight_on_request(void);

/* The checks of a replay with a level, likewise. */
const reel_insight *const *reel__insight_with_level(void);

#endif
