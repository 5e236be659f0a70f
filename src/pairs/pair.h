/* SPDX-License-Identifier: MIT
 * From one format to another: what a conversion that changes meaning is made of. One line in registry.c makes it known. */
#ifndef PAIRS_PAIR_H
#define PAIRS_PAIR_H

#include <reel/format.h>

/* What the functions of a conversion get. */
typedef struct pair_job {
    void *state;     /* state_size bytes, zeroed before the first chunk */
    reel_chunk *out; /* rows of the target's tables, written after each call */
    reel_reporter reporter;
    reel_allocator allocator;
    const char *convention; /* the option of writing, or NULL */
    uint32_t flags;         /* of reel_convert_options */
    reel_error *error;      /* never NULL */
    reel_budget *budget;
    struct reel_tallies *tallies;
    bool compared; /* what was written is compared with the source: errors of numbers need not be reported */
    const reel_convert_options *how;
    reel_status (*put)(void *context); /* see reel__pair_put; NULL: rows are written after each call only */
    void *put_context;
    uint32_t source; /* number of the replay that the chunk is of: 0, but for a conversion that votes */
    int32_t taken;   /* the client, of a pair that takes one of several; the way back gives its rows that number */
    bool restored;   /* set by the conversion: all rows so far are those of a file that the source carries, and none is lost */
} pair_job;

typedef struct convert_pair {
    const reel_format *from; /* NULL: several */
    const reel_format *to;
    size_t state_size;
    reel_status (*chunk)(pair_job *job, const reel_chunk *in); /* for every chunk in order */
    reel_status (*finish)(pair_job *job);                      /* after the last one; may be NULL */
    void (*close)(pair_job *job);                              /* always, last; may be NULL */
    bool to_origin; /* what recorders write is the target, and the source may keep all of it */
    bool cuts;      /* it keeps the span itself, of job->how: it needs what comes before */
    /* For a pair that cuts and a source with an index, which may start in the middle: the time before the span at which it starts, the tables
     * of which it needs all rows up to there, ending with NULL, and what takes the rest of the reader's state, before the first chunk */
    double warm_up;
    const reel_table *const *earlier;
    void (*enter)(pair_job *job, const reel_decoder *at);
    bool votes; /* it makes one file of several replays of one level, which may differ in format: how->merge are the others */
    bool target_rounds; /* the target stores fewer digits: its writer rounds, see reel_encoder.stored */
    bool scrambles;     /* it takes how->scramble_key */
    const reel_table
        *completes; /* of the target: its writer completes the rows at the end, and reports them to `stored`; NULL: none */
} convert_pair;

/* The conversion from one format to another, or NULL. */
const convert_pair *reel__pair_between(const reel_format *from, const reel_format *to);

/* Counts rows whose value of a field the target cannot hold. What came together is reported at the end, one finding of rule
 * "convert.loss" for each table and field: "notes.speed_ok is lost: WHY". `why` is static text. */
void reel__pair_lose(pair_job *job, const reel_table *table, const char *field, uint64_t rows, const char *why);

/* Writes the rows in job->out now, and empties it. For a conversion that makes many rows of few. */
reel_status reel__pair_put(pair_job *job);

#endif
