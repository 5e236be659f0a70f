/* SPDX-License-Identifier: MIT
 * What the parts of the reader of the game's JSON share. */
#ifndef ECHO_REPLAY_SESSION_VALUES_H
#define ECHO_REPLAY_SESSION_VALUES_H

#include "formats/echo/replay/session.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static inline bool session_is(reel_string word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.data, text, word.size) == 0;
}

/* Texts that are mostly those of the frame before; the first three are the names of the teams. */
enum {
    TEXT_SESSION = 3,
    TEXT_IP,
    TEXT_CLIENT,
    TEXT_MATCH,
    TEXT_MAP,
    TEXT_STATUS,
    TEXT_CLOCK,
    TEXT_GOAL,
    TEXT_PAUSE,
    TEXT_PERSON,
    TEXT_ASSIST,
    TEXT_ERROR,
    TEXT_RULES
};

/* A text of the chunk; where it is that of the frame before, the same one. */
reel_string session_keep(session_rows *r, unsigned slot, reel_string text);
/* The same for the value at the cursor. */
reel_string session_take_text(session_rows *r, unsigned slot);

/* Members that are none of ours wait in r->extra, those of an object behind those of the object that it is in: begin remembers where, add takes
 * one from the cursor, take gives what was added since as a text of the chunk. */
static inline size_t session_extra_begin(const session_rows *r) { return r->extra.size; }
void session_extra_add(session_rows *r, size_t begin, reel_string key);
reel_string session_extra_take(session_rows *r, size_t begin);

/* Numbers at the cursor; what does not fit is counted and the nearest is taken. */
size_t session_floats(session_rows *r, float *to, size_t count); /* how many there are */
void session_vec(session_rows *r, reel_vec3 *to);
uint16_t session_u16(session_rows *r);
uint8_t session_u8(session_rows *r);
int32_t session_i32(session_rows *r);

/* The ways to spell a pose. */
typedef enum session_pose_kind { POSE_HAND, POSE_BODY, POSE_DISC, POSE_VR } session_pose_kind;
void session_pose(session_rows *r, session_pose_kind kind, reel_vec3 *place, echo_axes *axes);
void session_stats(session_rows *r, bool team, echo_stats *stats, float *time);

/* session_players.c */
void session_teams(session_rows *r);
void session_bones(session_rows *r);

#endif
