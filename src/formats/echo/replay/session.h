/* SPDX-License-Identifier: MIT
 * One response of the game's API: JSON to rows, and rows to JSON. */
#ifndef ECHO_REPLAY_SESSION_H
#define ECHO_REPLAY_SESSION_H

#include "core/rows.h"
#include "formats/echo/common/wire.h"
#include "formats/echo/replay/session_cursor.h"

#include <reel/echoreplay.h>

enum { SESSION_NAMES = 16, SESSION_TEXTS = SESSION_NAMES + 3 * 16 }; /* texts of the match, then names by team and slot */

/* The rows of one frame. */
typedef struct line_rows {
    const echoreplay_frame *frame;
    const echoreplay_team *teams;
    const echoreplay_player *players;
    const echo_bone *bones;
    size_t team_count, player_count, bone_count;
} line_rows;

/* What is summed of the rows of each table. */
typedef struct session_plans {
    row_plan frames, teams, players, bones;
} session_plans;

/* What is odd about values, by the member that has them. */
typedef enum session_oddity { ODD_KEY, ODD_WORD, ODD_VALUE, ODD_TYPE, ODDITIES } session_oddity;
enum { ODD_CAUSES = 12, ODD_PENDING = 64, ODD_TEXT = 40 };

/* A cause: values of one member, or one word or key that is not known. */
typedef struct odd_cause {
    const session_member *owner,
        *member;         /* owner: whose object has the member, NULL for the match; member: NULL for an unknown key */
    char text[ODD_TEXT]; /* the word or the key, cut */
    uint8_t size;
    uint8_t oddity;
    uint64_t count, offset; /* offset: of the first line with it */
} odd_cause;

/* The causes so far. Those of a line are pending until it is known to be a frame. */
typedef struct odd_causes {
    odd_cause items[ODDITIES][ODD_CAUSES], pending[ODD_PENDING];
    uint8_t counts[ODDITIES];
    unsigned pending_count;
    uint64_t others[ODDITIES]; /* values with further causes */
    uint64_t pending_others[ODDITIES];
} odd_causes;

/* The rows under construction, and what is kept between frames. */
typedef struct session_rows {
    reel_chunk *chunk;
    reel_row_list *frames, *teams, *players, *bones; /* NULL: not wanted */
    echoreplay_frame frame;                          /* current frame */
    reel_string texts[SESSION_TEXTS];                /* of the previous frame in this chunk */
    uint64_t plain_texts;                            /* bit per text: it has no escapes in the file */
    session_cursor in;
    session_plans plans;
    reel_memory extra;                    /* unknown members of the current objects */
    const session_member *owner, *member; /* the current member, and the one whose object it is in; NULL: the match */
    uint64_t line_offset;                 /* of the current line */
    odd_causes odd;
    bool no_memory;
} session_rows;

typedef enum session_result { SESSION_FRAME, SESSION_BROKEN, SESSION_OTHER, SESSION_NO_MEMORY } session_result;

/* Reads one object into rows of all tables. `rows->frame` has its number and time. `bones` is the second object of the
 * line, or empty. */
session_result reel__session_read(session_rows *rows, reel_string text, reel_string bones);

/* The same, by the lists of members in `roots`. */
session_result reel__session_read_as(const session_roots *roots, session_rows *rows, reel_string text, reel_string bones);

/* Rows whose keys are complete: if they are not those of a line, they follow from the parts that the row has. */
echoreplay_frame reel__session_complete_frame(const echoreplay_frame *frame);
echoreplay_team reel__session_complete_team(const echoreplay_team *team);
echoreplay_player reel__session_complete_player(const echoreplay_player *player);
echo_bone reel__session_complete_bone(const echo_bone *bone);

/* A field that a row has lost since it was read, but not its value, and the table of the row: NULL if there is none. `read` has the rows that were
 * read. */
const reel_field *reel__session_half_removed(const line_rows *rows, reel_chunk *read, const reel_table **table);

/* session_odd.c: notes an oddity of the current member, or of `text`. */
void reel__session_note(session_rows *rows, session_oddity oddity, reel_string text);
/* Forgets unknown keys that were noted since there were `from` pending causes. */
void reel__session_forget_keys(session_rows *rows, unsigned from);
/* The line was a frame: its oddities count. */
void reel__session_commit(session_rows *rows);
/* Reports all causes. */
void reel__session_report(const session_rows *rows, const reel_reporter *reporter, const char *section);

/* A checksum of the rows of one frame, over the fields that are written. `plans` starts zeroed. */
uint64_t reel__session_digest(session_plans *plans, const echoreplay_frame *frame, const echoreplay_team *teams,
                              size_t team_count, const echoreplay_player *players, size_t player_count, const echo_bone *bones,
                              size_t bone_count);

/* Adds the text of the line. `rows` is 0 for a line that is not a frame. */
uint64_t reel__session_line_digest(uint64_t rows, reel_string line);

/* Writes the object of a frame, which reel__session_worded returned, in the game's own form, and a second object if there are
 * bones. Returns false if out of memory. */
bool reel__session_write(reel_memory *to, const echoreplay_frame *frame, const echoreplay_team *teams, size_t team_count,
                         const echoreplay_player *players, size_t player_count, const echo_bone *bones, size_t bone_count);

/* The same, by the lists of members in `roots`. */
bool reel__session_write_as(const session_roots *roots, reel_memory *to, const line_rows *rows);

/* Append a value as reel__session_write writes it, without its key; nothing if it is not written. Negative zeros keep their sign. Return false if
 * out of memory. */
bool reel__session_put_value(reel_memory *to, const void *row, const session_member *m);
bool reel__session_put_floats(reel_memory *to, const float *values, size_t count);
bool reel__session_put_float(reel_memory *to, float value);

/* Parts of rows, as their objects are read and written. */
static inline session_pose session_pose_of(const uint8_t *row, const session_member *m)
{
    session_pose pose;
    memcpy(&pose.position, row + m->offset, sizeof pose.position);
    memcpy(&pose.axes, row + m->axes, sizeof pose.axes);
    pose.keys = (uint8_t)(row[m->known] / m->known_bit & 15);
    return pose;
}
static inline session_stats session_player_stats(const echoreplay_player *p)
{
    return (session_stats){ p->common.stats, p->common.possession_time, p->stats_keys, p->stats_more_keys };
}
static inline session_stats session_team_stats(const echoreplay_team *t)
{
    return (session_stats){ t->common.stats, t->common.possession_time, t->stats_keys, t->stats_more_keys };
}

/* The numbers of the bones of one player. */
void reel__session_skeleton_of(session_skeleton *skeleton, const echo_bone *bones);

/* The frame with texts filled in: where a row has only a code, the word that is written for it. */
echoreplay_frame reel__session_worded(const echoreplay_frame *frame);

/* Appends a JSON string, including its quotes. Returns false if out of memory. */
bool reel__session_quote(reel_memory *to, reel_string text);

/* The value that is read back after `value` was written. */
float reel__session_round_trip(float value);
/* The number that the text of a finite value is, with more digits than a float has. */
double reel__session_parsed(float value);

/* The code of a word in a list of labels, or -1. */
int reel__session_code(const reel_label *labels, reel_string word);
/* The word of a code, or `other` if the list does not have the code. */
const char *reel__session_word(const reel_label *labels, int64_t code, const char *other);

#endif
