/* SPDX-License-Identifier: MIT
 * Declarations shared by the conversions from and to the ScoreSaber formats. */
#ifndef PAIRS_BEATSABER_SCORESABER_H
#define PAIRS_BEATSABER_SCORESABER_H

#include "pairs/pair.h"

#include <reel/bsor.h>
#include <reel/scoresaber.h>

extern const convert_pair pair_scoresaber_bsor, pair_scoresaber_json, pair_scoresaber_json_bsor, pair_bsor_scoresaber,
    pair_bsor_scoresaber_json;

/* Convert the rows of one chunk. */
reel_status convert_scoresaber_json(pair_job *job, const reel_chunk *in);
reel_status convert_scoresaber_bsor(pair_job *job, const reel_chunk *in);
reel_status convert_scoresaber_json_bsor(pair_job *job, const reel_chunk *in);

/* Reports every present, nonzero value of a table as lost, except for the fields in `kept`, which ends with NULL. */
void lose_others(pair_job *job, const reel_chunk *in, const reel_table *table, const char *const *kept, const char *why);

/* Adds `count` zeroed rows to a table of the target. NULL if the table is not requested or out of memory: check made_status at the end. */
void *make_rows(pair_job *job, const reel_table *table, size_t count);
reel_status made_status(pair_job *job);

/* Reports a finding about `count` rows of a table, unless it is 0. */
void report_converted(pair_job *job, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
                      const char *message);

/* Copies a text to the output for BSOR, whose readers do not find the end of every text. What they cannot read is replaced or cut off, and
 * reported as a loss of `field` of `table`. */
reel_string make_bsor_text(pair_job *job, const reel_table *table, const char *field, reel_string text);
bool text_starts(reel_string text, const char *start);
/* The part of a level id after "custom_level_", or all of it. Points into the id. */
reel_string level_hash(reel_string level_id);
bool text_is(reel_string text, const char *other);

/* Easy 1, Normal 3, Hard 5, Expert 7, ExpertPlus 9. */
const char *difficulty_name(int64_t number); /* NULL: none */
int32_t difficulty_number(reel_string name); /* 0: none */

/* A number that sorts by time, and by index among equal times. The bits of a positive float sort like the float; inverting those of a negative
 * one, and setting the sign bit of a positive one, makes all of them sort as unsigned integers. */
uint64_t time_key(float time, size_t index);

#endif
