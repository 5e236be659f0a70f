/* SPDX-License-Identifier: MIT
 * The answer that an upload got, as the catalogue keeps it. The verdict is what the catalogue says now: a moderator may have changed it. */
#ifndef SERVER_JSON_KEPT_ANSWER_H
#define SERVER_JSON_KEPT_ANSWER_H

#include "store/replay_entry.h"
#include "json/finding_json.h"

/* Adds a kept answer as an object, without a newline. `reports`: with what workers wrote; else only what the server says. Fails with the rules
 * json.malformed and json.memory; nothing was added then. */
reel_status kept_answer_write(text *to, const char *kept, verdict now, bool reports, reel_error *error);

/* Why an upload is held. */
typedef struct hold_reason {
    const char *rule, *message;
} hold_reason;
extern const record hold_reason_record;

typedef struct kept_mark {
    bool sound, trusted;
    const char *key;
} kept_mark;

/* How far the motion supports the score: the first row of the table evidence. Numbers are as they were spelled; NULL: none. */
typedef struct kept_evidence {
    const char *support, *supported, *not_supported, *good_cuts;
    const char *motion_score, *motion_score_most; /* the interval of the score that the motion shows */
    const char *ticks, *agreed, *finishes, *finishes_shown, *finishes_against; /* of a recording whose ticks are compared */
    record_list findings;
} kept_evidence;

/* Where the motion of another replay was found in this one: a hand, and the seconds of both replays. */
typedef struct kept_part {
    const char *hand, *source_hand, *from, *to, *source_from, *source_to;
    bool mirrored;
} kept_part;

/* A replay of like motion, by what a worker found when the upload came. `copied`: seconds of this replay. */
typedef struct kept_similar {
    const char *id, *meaning, *copied;
    bool mirrored;
    record_list parts;
} kept_similar;
extern const record kept_similar_record;

/* A table of statistics. A value is a text or a number. */
typedef struct kept_value {
    const char *name, *text, *number;
} kept_value;
typedef struct kept_row {
    record_list values;
} kept_row;
typedef struct kept_table {
    const char *name;
    record_list rows;
} kept_table;

/* What people are shown of an answer. Texts are of the document. */
typedef struct kept_answer {
    yyjson_doc *document;
    const char *stated_score; /* NULL: the replay states none that was compared */
    const char *map;          /* hash of the map that it was judged with; NULL: none */
    record_list reasons, findings, statistics, similar;
    bool has_evidence, has_mark;
    kept_evidence evidence;
    kept_mark mark;
} kept_answer;
extern const record kept_answer_record;

/* `reports` as above. Fails with the rules json.malformed, json.finding and json.memory; nothing is to be freed then. */
reel_status kept_answer_read(const char *kept, bool reports, kept_answer *answer, reel_error *error);
void kept_answer_free(kept_answer *answer);

#endif
