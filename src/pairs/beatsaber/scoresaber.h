/* SPDX-License-Identifier: MIT
 * Declarations shared by the conversions from and to the ScoreSaber formats. */
#ifndef PAIRS_BEATSABER_SCORESABER_H
#define PAIRS_BEATSABER_SCORESABER_H

#include "pairs/pair.h"

#include <reel/bsor.h>
#include <reel/scoresaber.h>

extern const convert_pair pair_scoresaber_bsor, pair_scoresaber_json, pair_scoresaber_json_bsor, pair_bsor_scoresaber,
    pair_bsor_scoresaber_json;

/* The rows of what is converted go from one chunk to another. */
reel_status convert_scoresaber_json(pair_job *job, const reel_chunk *in);
reel_status convert_bsor_scoresaber(pair_job *job, const reel_chunk *in);

/* Counts as lost every value of a table, if present and not all zero, except the fields named in `kept` (ends with NULL). */
void lose_others(pair_job *job, const reel_chunk *in, const reel_table *table, const char *const *kept, const char *why);

/* Allocates `count` zeroed rows of a table of the target; NULL: not wanted, or out of memory (see made_status). */
void *make_rows(pair_job *job, const reel_table *table, size_t count);
reel_status made_status(pair_job *job);

/* Reports a finding about `count` rows of a table; nothing if it is 0. */
void report_converted(pair_job *job, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
                      const char *message);

/* Copies a text to the output for BSOR, whose readers do not find the end of every text. What they cannot read is replaced or cut off, and
 * reported as a loss of `field` of `table`. */
reel_string make_bsor_text(pair_job *job, const reel_table *table, const char *field, reel_string text);
bool text_starts(reel_string text, const char *start);
/* The hash in the id of a level: what follows "custom_level_", or all of it. Lives as long as the id. */
reel_string level_hash(reel_string level_id);
bool text_is(reel_string text, const char *other);

/* Easy 1, Normal 3, Hard 5, Expert 7, ExpertPlus 9. */
const char *difficulty_name(int64_t number); /* NULL: none */
int32_t difficulty_number(reel_string name); /* 0: none */

/* Sorts numbers, ascending; `spare` has the same capacity. */
void sort_numbers(uint64_t *items, uint64_t *spare, size_t count);
/* A number that sorts as the time does, and among equal times by the index. */
uint64_t time_key(float time, size_t index);

#endif
