/* SPDX-License-Identifier: MIT
 * What the parts of the reader of the game's JSON share. */
#ifndef ECHO_REPLAY_SESSION_VALUES_H
#define ECHO_REPLAY_SESSION_VALUES_H

#include "formats/echo/replay/session.h"

/* A key and what it means to who looks for it. */
typedef struct session_name {
    const char *name;
    uint8_t size, what;
} session_name;
#define KEY(name, what)                                                                                                          \
    {                                                                                                                            \
        name, sizeof(name) - 1, what                                                                                             \
    }
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The key's meaning, looked for from *hint on; -1 for another. */
static inline int session_key(const session_name *keys, size_t count, reel_string key, size_t *hint)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = *hint + i < count ? *hint + i : *hint + i - count;
        if (keys[at].size != key.size || memcmp(keys[at].name, key.data, key.size) != 0) continue;
        *hint = at + 1 < count ? at + 1 : 0;
        return keys[at].what;
    }
    return -1;
}

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

/* Members that are none of ours wait in r->extra, those of an object behind those of the object that it is in: begin remembers where, add adds
 * one, take gives what was added since as a text of the chunk. */
static inline size_t session_extra_begin(const session_rows *r) { return r->extra.size; }
void session_extra_add(session_rows *r, size_t begin, reel_string key, const json_value *value);
reel_string session_extra_take(session_rows *r, size_t begin);

/* Numbers; what does not fit is counted and the nearest is taken. */
void session_floats(session_rows *r, const json_value *list, float *to, size_t count);
void session_vec(session_rows *r, const json_value *list, reel_vec3 *to);
uint16_t session_u16(session_rows *r, const json_value *value);
uint8_t session_u8(session_rows *r, const json_value *value);
int32_t session_i32(session_rows *r, const json_value *value);

/* The ways to spell a pose. */
typedef enum session_pose_kind { POSE_HAND, POSE_BODY, POSE_DISC, POSE_VR } session_pose_kind;
void session_pose(session_rows *r, const json_value *object, session_pose_kind kind, reel_vec3 *place, echo_axes *axes);
void session_stats(session_rows *r, const json_value *object, echo_stats *stats, float *time);

/* session_players.c */
void session_teams(session_rows *r, const json_value *list);
void session_bones(session_rows *r, const json_value *object);

#endif
