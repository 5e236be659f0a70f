/* SPDX-License-Identifier: MIT
 *
 * Insights: what replays mean in their game. An insight takes a replay and gives tables of rows, described by fields like
 * every other table, so that whatever can export or show a replay can do so with what was found out about it.
 */
#ifndef REEL_INSIGHT_H
#define REEL_INSIGHT_H

#include <reel/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The insights (and checks) that were built in: a list that ends with NULL. Static. */
REEL_API const reel_insight *const *reel_insights(void);
/* The insight with this id, or NULL. */
REEL_API const reel_insight *reel_insight_by_id(const char *id);
/* Whether an insight understands a format. */
REEL_API bool reel_insight_takes(const reel_insight *insight, const reel_format *format);

typedef struct reel_insight_options {
    size_t struct_size;
    const reel_allocator *allocator;
    const reel_table *const *tables; /* tables wanted, ending with NULL; NULL: all but those ON_REQUEST */
    const char *convention;          /* one of the insight's conventions; NULL: its first. Another is REEL_ARGUMENT */
    reel_report *report;
    void *report_context;
    reel_limits limits;             /* rows: of one table of the result. With a reader its own work limit covers both; without one
                                     * the default of `work` counts the bytes of the replay's rows as the file */
    reel_on_progress *on_progress;  /* NULL: none, or the reader's */
    void *progress_context;
} reel_insight_options;

/* Runs an insight over all that `reader` still has to give. *result holds the rows: ask it with reel_rows and the
 * insight's tables, free it with reel_free. */
REEL_API reel_status reel_insight_run(const reel_insight *insight, reel_reader *reader, const reel_insight_options *options,
                                      reel_replay **result, reel_error *error);
/* The same for a chunk that holds a whole replay of `format` (reel_replay_chunk). */
REEL_API reel_status reel_insight_run_chunk(const reel_insight *insight, const reel_format *format, const reel_chunk *chunk,
                                            const reel_insight_options *options, reel_replay **result, reel_error *error);

#ifdef __cplusplus
}
#endif

#endif
