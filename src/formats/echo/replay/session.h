/* SPDX-License-Identifier: MIT
 * One answer of the game's interface, as JSON: to rows and back. */
#ifndef ECHO_REPLAY_SESSION_H
#define ECHO_REPLAY_SESSION_H

#include "core/rows.h"
#include "formats/echo/common/wire.h"
#include "formats/echo/replay/session_cursor.h"

#include <reel/echoreplay.h>

enum { SESSION_NAMES = 16, SESSION_TEXTS = SESSION_NAMES + 3 * 16 }; /* texts of the match, then names by team and slot */

/* What of the rows of each table is summed. */
typedef struct session_plans {
    row_plan frames, teams, players, bones;
} session_plans;

/* Rows that are being filled, and what is kept from frame to frame. */
typedef struct session_rows {
    reel_chunk *chunk;
    reel_row_list *frames, *teams, *players, *bones; /* NULL: not wanted */
    echoreplay_frame frame;                          /* the one in work */
    reel_string texts[SESSION_TEXTS];                /* of the frame before, in this chunk */
    uint64_t plain_texts;                            /* those of them that have no escapes in the file */
    session_cursor in;
    session_plans plans;
    reel_memory extra; /* members that are none of ours, of the objects in work */
    uint64_t unknown_words, unknown_keys, bad_values;
    bool no_memory;
} session_rows;

typedef enum session_result { SESSION_FRAME, SESSION_BROKEN, SESSION_OTHER, SESSION_NO_MEMORY } session_result;

/* Reads one object into rows of all tables; `rows->frame` has its number and time. `bones`: the second object, or of size 0. */
session_result session_read(session_rows *rows, reel_string text, reel_string bones);

/* A sum over the rows of one frame that says whether they are the same, by the fields that are written. `plans` start zeroed. */
uint64_t session_digest(session_plans *plans, const echoreplay_frame *frame, const echoreplay_team *teams, size_t team_count,
                        const echoreplay_player *players, size_t player_count, const echo_bone *bones, size_t bone_count);

/* The same with the line that it was; of a line that is no frame `rows` is 0. */
uint64_t session_line_digest(uint64_t rows, reel_string line);

/* Writes the object of a frame, which session_worded gave, in the game's own form, and the second one where there are bones. False: no memory. */
bool session_write(reel_memory *to, const echoreplay_frame *frame, const echoreplay_team *teams, size_t team_count,
                   const echoreplay_player *players, size_t player_count, const echo_bone *bones, size_t bone_count);

/* The frame with the words that are written for codes where it has no text of its own. */
echoreplay_frame session_worded(const echoreplay_frame *frame);

/* Adds a text of JSON, with its quotes. False: no memory. */
bool session_quote(reel_memory *to, reel_string text);

/* A float as it is read back after it was written. */
float session_round_trip(float value);

/* The code of a word in a list of labels, or -1. */
int session_code(const reel_label *labels, reel_string word);
/* The word of a code, or `other` if the list does not have the code. */
const char *session_word(const reel_label *labels, int64_t code, const char *other);

#endif
