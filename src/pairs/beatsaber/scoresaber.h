/* SPDX-License-Identifier: MIT
 * Declarations shared by the conversions from and to the ScoreSaber formats. */
#ifndef PAIRS_BEATSABER_SCORESABER_H
#define PAIRS_BEATSABER_SCORESABER_H

#include "pairs/pair.h"

#include <reel/beatsaber.h>
#include <reel/bsor.h>
#include <reel/scoresaber.h>

extern const convert_pair reel__pair_scoresaber_bsor, reel__pair_scoresaber_json, reel__pair_scoresaber_json_bsor,
    reel__pair_scoresaber_json_scoresaber, reel__pair_bsor_scoresaber, reel__pair_bsor_scoresaber_json;

/* Convert the rows of one chunk. */
reel_status reel__convert_scoresaber_json(pair_job *job, const reel_chunk *in);
reel_status reel__convert_scoresaber_bsor(pair_job *job, const reel_chunk *in);
reel_status reel__convert_scoresaber_json_bsor(pair_job *job, const reel_chunk *in);

/* Reports every present, nonzero value of a table as lost, except for the fields in `kept`, which ends with NULL. If nothing is kept, a row
 * without such a value is reported with its first field. */
void reel__lose_others(pair_job *job, const reel_chunk *in, const reel_table *table, const char *const *kept, const char *why);

/* Adds `count` zeroed rows to a table of the target. NULL if the table is not requested or out of memory: check reel__made_status at the end. */
void *reel__make_rows(pair_job *job, const reel_table *table, size_t count);
reel_status reel__made_status(pair_job *job);

/* Reports a finding about `count` rows of a table, unless it is 0. */
void reel__report_converted(pair_job *job, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
                            const char *message);

/* Copies a text to the output for BSOR, whose readers do not find the end of every text. What they cannot read is replaced or cut off, and
 * reported as a loss of `field` of `table`. */
reel_string reel__make_bsor_text(pair_job *job, const reel_table *table, const char *field, reel_string text);
bool reel__text_starts(reel_string text, const char *start);
/* Whether a text begins with the hash of a map: 40 hex digits, and what follows is not one. */
bool reel__starts_with_hash(reel_string text);
/* The part of a level id after "custom_level_" if it begins with a hash, or all of it. Points into the id. */
reel_string reel__level_hash(reel_string level_id);
bool reel__text_is(reel_string text, const char *other);

/* ---- modifiers (scoresaber_modifiers.c) ------------------------------------------------------------------------- */

/* The modifiers of BSOR for those of ScoreSaber, which lists NF if it was on, and SC for small cubes and for a fail on saber clash. `empty`:
 * energy ran out. `from`: the table that has them. */
reel_string reel__modifiers_of_scoresaber(pair_job *job, const reel_table *from, reel_string modifiers, bool empty);
/* The other direction. */
reel_string reel__modifiers_of_bsor(pair_job *job, reel_string modifiers);

/* Easy 1, Normal 3, Hard 5, Expert 7, ExpertPlus 9. */
const char *reel__difficulty_name(int64_t number); /* NULL: none */
int32_t reel__difficulty_number(reel_string name); /* 0: none */

/* ---- the decoded JSON (scoresaber_json_bsor.c) -------------------------------------------------------------------- */

typedef struct note_position {
    int line, layer, direction, color; /* color 3: a bomb */
} note_position;

/* Reads the text of a note. Returns false for more digits than it should have, which are ambiguous. */
bool reel__parse_json_note(reel_string text, note_position *to);
/* Reports the numbers of a table that a float cannot represent. `why` begins with the name of the target. */
void reel__lose_digits(pair_job *job, const reel_chunk *in, const reel_table *table, const char *why);
/* The JSON has the points of a cut, from 1 to 115. Chooses a cut that gives them: as much as possible before it, then after it, then at the
 * center. */
void reel__choose_cut(int32_t points, float *before_rating, float *after_rating, float *distance);
/* The JSON has notes in the order of their times in the map, which it lacks. Chooses a time for the next note: that of the event, or just
 * after that of the note before, which keeps their order. `last`: that of the note before. */
float reel__choose_note_time(float event_time, float last);

/* The events of a JSON: the rows of `table` beatsaber_events, of which *chunk becomes the owner (reel__chunk_free). */
typedef struct json_events {
    reel_chunk *chunk;
    const beatsaber_event *rows;
    size_t count;
    int64_t score;
    bool empty; /* energy ran out */
} json_events;

bool reel__find_json_events(pair_job *job, const reel_chunk *in, json_events *events); /* false: out of memory */

/* ---- the lists of .dat (scoresaber_curves.c) ---------------------------------------------------------------------- */

/* Adds the state of the game after an event of the statistics: a row of each list. `state` is the multiplier before it. */
void reel__add_curves(pair_job *job, const beatsaber_event *event, beatsaber_multiplier *state, float time);

/* A number that sorts by time, and by index among equal times. The bits of a positive float sort like the float; inverting those of a negative
 * one, and setting the sign bit of a positive one, makes all of them sort as unsigned integers. */
uint64_t reel__time_key(float time, size_t index);

#endif
