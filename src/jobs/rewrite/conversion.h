/* SPDX-License-Identifier: MIT
 * What reel_convert does, in its three parts: convert.c joins a reader to a writer, conversion_pass.c is what happens to the rows between
 * them, conversion_verify.c the proof afterwards. */
#ifndef JOBS_REWRITE_CONVERSION_H
#define JOBS_REWRITE_CONVERSION_H

#include "core/reader.h"
#include "core/tally.h"
#include "jobs/rewrite/compare.h"
#include "jobs/rewrite/digest.h"
#include "jobs/rewrite/new_errors.h"
#include "jobs/rewrite/pseudonymise.h"
#include "jobs/writer.h"
#include "pairs/pair.h"

/* An operation at work; none where `operation` is NULL. */
typedef struct operation_run {
    const reel_operation *operation;
    void *state;
} operation_run;

typedef struct conversion {
    reel_reader *reader;
    reel_writer *writer;
    const reel_format *from, *to;
    const convert_pair *pair; /* NULL: the format stays */
    const reel_convert_options *how;
    reel_bytes index; /* of the options: a pair that cuts starts by it, not the reader */
    reel_reporter reporter;
    operation_run repair, merge, cut, anonymise; /* those with reserved ids that are wanted */
    operation_run *operations;                   /* how->operation_count of them */
    size_t merged;                               /* sources of how->merge that were taken */
    char *level;                                 /* that these are of, if they vote */
    bool is_set;                                 /* how->settings were applied */
    pair_job job;
    reel_tallies tallies;
    pseudonymisation pseudonyms;
    reel_pseudonyms names; /* a copy of how->pseudonyms, as it is in this version */
    digest meant;
    bool digest_failed;    /* out of memory in reel__conversion_stored */
    loss_compare *compare; /* NULL: the format stays, or nothing is verified */
    error_rules *before;   /* errors of the input */
    check_runs *checks;    /* over the input; NULL: the output may have errors of its own */
    reel_error *error;
} conversion;

/* Pseudonyms take the places that anonymisation clears. */
static inline bool conversion_hides(const reel_convert_options *how) { return how->flags & REEL_ANONYMISE || how->pseudonyms; }

/* Whether the replays to be merged are other plays of the level, which the conversion reads. */
static inline bool conversion_votes(const conversion *c) { return c->pair && c->pair->votes; }

/* Whether the output is read back. */
static inline bool conversion_proves(const conversion *c) { return !(c->how->flags & REEL_NO_VERIFY); }

/* Passes all rows of the reader, and of the replays that are joined to it, through the changes to the writer, and completes it. */
reel_status reel__conversion_pass(conversion *c);
/* Passes on the rows that a pair has made so far, which do not wait for the end of its call. `context` is the conversion. */
reel_status reel__conversion_put(void *context);
/* Takes rows as the writer stored them, if it rounds the rows of this conversion. `context` is the conversion. */
void reel__conversion_stored(void *context, const reel_table *table, const void *rows, size_t count);

/* Reads the output back, compares it with what was meant, and checks what a repair or an edit wrote. */
reel_status reel__conversion_verify(conversion *c);

#endif
