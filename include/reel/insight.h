/* SPDX-License-Identifier: MIT
 *
 * Insights: statistics and events computed from a replay. An insight reads the rows of a replay and returns tables of rows of its
 * own. These are described by field tables like all other rows, so anything that exports or shows a replay can handle them too.
 *
 * The objects declared here are constant and may be used from any thread. A run uses its reader and its result only; runs on
 * different readers may proceed at the same time in different threads.
 */
#ifndef REEL_INSIGHT_H
#define REEL_INSIGHT_H

#include <reel/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the built-in insights and checks as a list that ends with NULL. Static storage; never NULL. */
REEL_API const reel_insight *const *reel_insights(void);
/* Returns the insight with the id `id`, or NULL if it is unknown. `id` must not be NULL. Also finds insights that reel_insights()
 * does not list. */
REEL_API const reel_insight *reel_insight_by_id(const char *id);
/* Returns true if `insight` supports `format`. Neither may be NULL. */
REEL_API bool reel_insight_takes(const reel_insight *insight, const reel_format *format);

/* Options of a run. */
typedef struct reel_insight_options {
    size_t struct_size;
    const reel_allocator *allocator; /* NULL: malloc. Must outlive the result */
    const reel_table *const *tables; /* tables to compute, ending with NULL; NULL: all that are not flagged ON_REQUEST, and with a
                                      * level those flagged LEVEL. An insight of which all are ON_REQUEST computes nothing without
                                      * this list: pass its `tables` to get them all */
    const char *convention;          /* one of the insight's conventions; NULL: the first. Others fail with REEL_ARGUMENT */
    reel_report *report;             /* called for each finding; NULL: none */
    void *report_context;
    reel_limits limits; /* `rows` limits each table of the result. With a reader, the reader's work limit covers the run;
                                    * without one, the default of `work` is based on the size of the replay's rows */
    reel_on_progress *on_progress; /* called during the run; NULL: none, or that of the reader */
    void *progress_context;
    /* What was played, loaded from a file of its own: a format with REEL_FORMAT_LEVEL. Insights that use no level of that format ignore it.
     * NULL: not given. Must outlive the run; several runs may share it */
    const reel_replay *level;
} reel_insight_options;

/* Runs an insight over the remaining chunks of a reader.
 *
 * insight  the insight to run; it must support the reader's format
 * reader   an open reader; the run reads it to the end. The caller still has to close it
 * options  NULL: defaults
 * result   receives the rows; NULL on failure. Access them with reel_rows and the insight's tables. The caller frees the result
 *          with reel_free. It borrows nothing from the reader
 * error    receives the error; may be NULL
 *
 * Returns REEL_OK, REEL_ARGUMENT (insight.format, insight.convention; level.none: `level` is no level; level.other: the replay is of
 * another level), REEL_MEMORY, REEL_LIMIT, or the failure of the reader. */
REEL_API reel_status reel_insight_run(const reel_insight *insight, reel_reader *reader, const reel_insight_options *options,
                                      reel_replay **result, reel_error *error);
/* Like reel_insight_run, for a chunk that holds a whole replay of `format` (see reel_replay_chunk). The chunk is borrowed for the
 * call only. */
REEL_API reel_status reel_insight_run_chunk(const reel_insight *insight, const reel_format *format, const reel_chunk *chunk,
                                            const reel_insight_options *options, reel_replay **result, reel_error *error);

/* Flags of a survey. */
enum {
    REEL_SURVEY_CHECK = 1 << 0,  /* report problems as reel_check does, including options->expected */
    REEL_SURVEY_HASH = 1 << 1,   /* hash the content as reel_content_hash does. The hash covers the tables that are read */
    REEL_SURVEY_MARK = 1 << 2,   /* verify the embedded mark, as reel_verify does without keys, and report its problems */
    REEL_SURVEY_MOTION = 1 << 3, /* take the motion, as reel_motion_read does */
    /* with REEL_SURVEY_CHECK: also report whether the motion supports the events, and give `rows` the table evidence of the
     * check. For Beat Saber, and for DDNet with a level */
    REEL_SURVEY_EVIDENCE = 1 << 4
};

struct reel_mark;
struct reel_motion;

/* What one pass over a replay computes. */
typedef struct reel_survey {
    size_t struct_size;
    uint32_t flags;                      /* REEL_SURVEY_... */
    const reel_insight *const *insights; /* insights to run, ending with NULL; those that do not support the format
                                                  * are skipped. NULL: none */
    /* For each of them; limits and callbacks are those of the reader. Its level is for checks, too. They are read when the replay is open,
     * so that reel_options.choose can fill in the level. NULL: defaults */
    const reel_insight_options *insight_options;
    /* Called for every chunk of the replay with insight NULL, then for the result of each insight. The chunk is borrowed for the
     * call. A failure ends the pass. NULL: not called */
    reel_status (*rows)(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                        reel_error *error);
    void *context;

    const reel_format *format;    /* result: the format; NULL if the source could not be opened */
    reel_error damage;            /* result: the damage that ended reading early; status REEL_OK if there was none */
    bool has_hash;                /* result: the replay has rows to hash */
    uint8_t hash[REEL_HASH_SIZE]; /* result: zeros without has_hash */
    struct reel_mark *mark;       /* result: free it with reel_mark_free (sign.h). NULL: the replay has no mark, or is damaged */
    struct reel_motion *motion;   /* result: free it with reel_motion_free (match.h). NULL: the format has no motion */
} reel_survey;

/* Reads a replay once for several results: its rows, findings, statistics, hash, mark and motion. Takes ownership of the source. Fills the results in
 * `survey`, as far as it came if it fails. Damage is not a failure without REEL_STRICT. Fails like reel_open, reel_check and
 * reel_insight_run, or as `rows` did. */
REEL_API reel_status reel_survey_run(reel_source source, const reel_options *options, reel_survey *survey, reel_error *error);

/* ---- rows near others in time --------------------------------------------------------------------------------------- */

/* A span of rows in order of time: places [first, first + count) of `order`. */
typedef struct reel_near {
    uint64_t first, count;
} reel_near;
/* Finds, for each row of one table, the rows of another one of the same replay that are near it in time: the frames around a note, the ticks around a
 * finish. A row is near if its time is from `before` before to `after` after, both included. The times are those of the tables' time axes
 * (reel_table_time), in one unit; a row whose time is not a finite number is near none.
 *
 * times, count          of the rows of the one table, in any order
 * others, other_count   of the rows of the other table, in any order
 * before, after         in the unit of the times; numbers of at least 0
 * allocator             of memory during the call, 8 bytes a row of the other table if its times are not in order; NULL: malloc
 * order                 receives the numbers of the other rows in order of time, `other_count` of them: of equal times in order of
 *                       rows, and last those without a time. If it is 0, 1, 2, ... the table was in order
 * near                  receives the span of each of the `count` rows
 * pairs                 receives the sum of their counts, UINT64_MAX if it is larger; may be NULL. It can be the product of both numbers of
 *                       rows: make the pairs in pieces
 *
 * The time is linear for rows in order, and n log n otherwise. Returns REEL_OK, REEL_ARGUMENT (around.within) or REEL_MEMORY. Thread-safe. */
REEL_API reel_status reel_around(const double *times, size_t count, const double *others, size_t other_count, double before,
                                 double after, const reel_allocator *allocator, uint64_t *order, reel_near *near, uint64_t *pairs,
                                 reel_error *error);

#ifdef __cplusplus
}
#endif

#endif
