/* SPDX-License-Identifier: MIT
 * What an edit writes has no error that its input does not have: the checks run over the rows on their way in, and over the output. */
#ifndef JOBS_REWRITE_NEW_ERRORS_H
#define JOBS_REWRITE_NEW_ERRORS_H

#include "core/reader.h"

/* The rules of the errors of a replay, each once. */
typedef struct error_rules {
    reel_reporter next; /* gets what reel__error_rules_pass gets */
    const char *rules[48];
    size_t count;
    uint64_t errors;                 /* of all rules */
    bool full;                       /* there were more rules */
    const struct error_rules *known; /* not counted as new; NULL: none */
    bool any_new;
    reel_error first; /* the first error of a rule that is not known */
} error_rules;

void reel__error_rules_pass(void *rules, const reel_finding *finding);

/* Checks what was written for the rows of `reader`. The errors go to `rules`. */
reel_status reel__error_rules_check(error_rules *rules, reel_source written, const reel_reader *reader, const reel_format *format,
                                    reel_error *error);

/* The checks of a format and of its game, at work on the rows of one replay. */
typedef struct check_runs check_runs;
/* The findings go to `rules`. On failure nothing is left to free. */
reel_status reel__check_runs_begin(check_runs **runs, reel_reader *reader, error_rules *rules, reel_error *error);
reel_status reel__check_runs_add(check_runs *runs, const reel_chunk *chunk, reel_error *error);
reel_status reel__check_runs_finish(check_runs *runs, reel_error *error);
void reel__check_runs_free(check_runs *runs); /* NULL is fine */
/* All of these for another replay of the reader's format, whose rows are one chunk. */
reel_status reel__check_runs_alone(reel_reader *reader, error_rules *rules, const reel_chunk *chunk, reel_error *error);

#endif
