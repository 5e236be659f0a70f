/* SPDX-License-Identifier: MIT
 * What the parts of the reader of the game's JSON share. */
#ifndef ECHO_REPLAY_SESSION_VALUES_H
#define ECHO_REPLAY_SESSION_VALUES_H

#include "formats/echo/replay/session.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

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

/* Reads a text into the chunk. If it is the same as the one in this slot in the previous frame, that one is returned. */
reel_string session_read_text(session_rows *r, unsigned slot);

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

/* The code of a word; `other` for a word without a code, which is counted. */
uint8_t session_label(session_rows *r, reel_string word, const reel_label *labels, uint8_t other);

#define SESSION_NO_EXTRA SIZE_MAX
/* Reads the object at the cursor into `row`. Members that its list does not have are added to r->extra behind `extra`, or are only
 * counted if that is SESSION_NO_EXTRA. Returns whether it has a member that identifies it. */
bool session_read_object(session_rows *r, const session_object *object, void *row, size_t extra);

#endif
