/* SPDX-License-Identifier: MIT
 * What a conversion between two formats loses, found by comparing: the rows that were written are converted back, and compared with those
 * that were given, field by field. Memory is that of the rows between two steps. Without a conversion in the other direction, the
 * statistics of both sides are compared: what all formats of a game share, by meaning. */
#ifndef JOBS_REWRITE_COMPARE_H
#define JOBS_REWRITE_COMPARE_H

#include "core/tally.h"
#include "pairs/pair.h"

typedef struct loss_compare loss_compare;

/* Prepares the comparison for a pair. False: no memory. */
bool reel__compare_begin(loss_compare **compare, const convert_pair *pair, const reel_format *from,
                         const reel_allocator *allocator, reel_budget *budget);
/* Adds rows that the conversion was given. */
void reel__compare_given(loss_compare *compare, const reel_chunk *chunk);
/* What the conversion took of several, pair_job.taken: for the way back. */
void reel__compare_taken(loss_compare *compare, int32_t taken);
/* Adds rows that it made. If the writer rounds them, only those of the header count here, and the others are added as they were stored. */
void reel__compare_made(loss_compare *compare, const reel_chunk *chunk);
void reel__compare_stored(loss_compare *compare, const reel_table *table, const void *rows, size_t count);
/* Compares what is complete; `last`: everything is. */
void reel__compare_step(loss_compare *compare, bool last);
/* Reports each field that differs, but for those that `tallies` says are lost. */
void reel__compare_report(const loss_compare *compare, const reel_tallies *tallies, const reel_reporter *reporter);
/* The failure of the comparison itself: out of memory, cancelled, or a limit. */
reel_status reel__compare_status(const loss_compare *compare);
/* Whether every row is compared, and not only statistics: what a pair or a writer rounds is seen. */
bool reel__compare_sees_rows(const loss_compare *compare);
void reel__compare_free(loss_compare *compare);

#endif
