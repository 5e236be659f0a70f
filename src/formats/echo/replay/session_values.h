/* SPDX-License-Identifier: MIT
 * Shared parts of the reader of the game's JSON. */
#ifndef ECHO_REPLAY_SESSION_VALUES_H
#define ECHO_REPLAY_SESSION_VALUES_H

#include "formats/echo/replay/session.h"

/* Reads a text into the chunk. If it is the same as the one in this slot in the previous frame, that one is returned. */
reel_string reel__session_read_text(session_rows *r, unsigned slot);

/* Unknown members are collected as JSON in r->extra. Objects are nested, so each object remembers where its own members
 * begin (session_extra_begin). session_extra_add appends the member at the cursor; reel__session_extra_take moves the members
 * since `begin` into a string of the chunk. */
static inline size_t session_extra_begin(const session_rows *r) { return r->extra.size; }
void reel__session_extra_add(session_rows *r, size_t begin, reel_string key);
reel_string reel__session_extra_take(session_rows *r, size_t begin);

/* Read numbers. Values out of range are clamped and noted. */
size_t reel__session_floats(session_rows *r, float *to, size_t count); /* returns how many there are */
int32_t reel__session_i32(session_rows *r);

/* The code of a word; `other` for a word without a code, which is noted. */
uint8_t reel__session_label(session_rows *r, reel_string word, const reel_label *labels, uint8_t other);

/* Whether an object is at the cursor. Skips any other value, and notes it unless it is null. */
bool reel__session_begin_object(session_rows *r);

#define SESSION_NO_EXTRA SIZE_MAX
/* Reads the object at the cursor into `row`. Members that its list does not have are added to r->extra behind `extra`, or are only
 * counted if that is SESSION_NO_EXTRA. Returns whether it has a member that identifies it. */
bool reel__session_read_object(session_rows *r, const session_object *object, void *row, size_t extra);

#endif
