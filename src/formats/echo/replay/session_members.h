/* SPDX-License-Identifier: MIT
 * The members of the game's JSON objects: one list of each object, which the reader and the writer both walk. */
#ifndef ECHO_REPLAY_SESSION_MEMBERS_H
#define ECHO_REPLAY_SESSION_MEMBERS_H

#include <reel/echoreplay.h>
#include <reel/format.h>

struct session_rows;
struct session_member;
struct json_out;
struct form_walk;

enum { SESSION_KEY = 32 };

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Slots of texts that rarely change between frames. The first three are the names of the teams. */
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

typedef enum member_type {
    MEMBER_F32,
    MEMBER_VEC3,
    MEMBER_BOOL,
    MEMBER_FLAG, /* written as 1 or 0 */
    MEMBER_U8,
    MEMBER_U16,
    MEMBER_I32,
    MEMBER_I64,
    MEMBER_U64,
    MEMBER_TEXT,
    MEMBER_WORD,   /* a code of `labels`; a word without a code becomes `other` */
    MEMBER_OBJECT, /* `object`, in the same row from `offset` on */
    MEMBER_POSE, /* `object` over a session_pose: a position at `offset` and echo_axes at `axes`; or with `bit`, the position alone */
    MEMBER_SPECIAL /* `read` and `write`; `object`: of its value, or of the elements of its list */
} member_type;

/* When a member is written, if `known_bit` is set or 0. */
typedef enum member_rule {
    WRITE_ALWAYS,
    WRITE_IF_PRESENT,   /* the byte at `present` has `bit` set */
    WRITE_IF_NOT_EMPTY, /* text */
    WRITE_NEVER         /* another key of a value */
} member_rule;

/* Exceptions. A reader takes the value at the cursor. A writer writes the key as well. */
typedef void member_read(struct session_rows *r, void *row, const struct session_member *m);
typedef void member_write(struct json_out *j, const void *row, const struct session_member *m);
/* Walks a list or an object: see form.h. */
typedef void member_form(struct form_walk *w, const void *row, const struct session_member *m);

/* One member. The key is stored with its closing quotation mark and colon, which are compared as well. */
typedef struct session_member {
    char key[SESSION_KEY];
    uint8_t size; /* of the key alone */
    uint8_t type, rule;
    uint8_t bit;              /* set in the byte at `present` when the member was read; 0: none */
    uint8_t known_bit;        /* set in the byte at `known` when the member had a value; 0: none. MEMBER_POSE: of its position */
    uint16_t offset, present; /* in the row */
    uint16_t known;
    uint16_t axes; /* MEMBER_POSE */
    uint8_t slot;  /* MEMBER_TEXT: its slot among the texts that are compared with the previous frame */
    uint8_t other;
    bool identifies; /* an object without any such member is not a frame, or not a player */
    const reel_label *labels;
    const struct session_object *object;
    member_read *read;   /* MEMBER_SPECIAL, and optional for MEMBER_TEXT and MEMBER_OBJECT */
    member_write *write; /* instead of what `type` says; NULL: none */
    member_form *form;   /* MEMBER_SPECIAL that is not one value for a form; NULL: it is */
} session_member;

/* Whether a row has a value for a member, by its keys. */
static inline bool member_has_value(const void *row, const session_member *m)
{
    enum { POSE_KEYS = 15 };
    const uint8_t *bytes = REEL_CAST_(const uint8_t *, row);
    if (m->type == MEMBER_TEXT && m->rule == WRITE_IF_NOT_EMPTY) return true;
    const unsigned bits = m->type == MEMBER_POSE ? (unsigned)m->known_bit * POSE_KEYS : m->known_bit;
    return !bits || (bytes[m->known] & bits) != 0;
}

typedef struct session_object {
    const session_member *members; /* in the order of the game, which is the fastest one to read */
    size_t count;
    const uint8_t *order; /* in which they are written; NULL: the same */
    size_t order_count;
} session_object;

/* Statistics of a team or a player. */
typedef struct session_stats {
    echo_stats counts;
    float possession_time;
    uint8_t keys, more_keys; /* as in echoreplay_player */
} session_stats;

typedef struct session_pose {
    reel_vec3 position;
    echo_axes axes;
    uint8_t keys; /* ECHO_KEY_POSITION to ECHO_KEY_UP */
} session_pose;

enum { SKELETON_POSITIONS = 3 * 23, SKELETON_ROTATIONS = 4 * 23 };
typedef struct session_skeleton {
    float positions[SKELETON_POSITIONS], rotations[SKELETON_ROTATIONS];
    uint8_t keys; /* lists that had all their numbers: 1 positions, 2 rotations */
} session_skeleton;

/* Rows of the objects: echoreplay_frame (match), echoreplay_team, echoreplay_player, session_stats, session_skeleton, none. */
extern const session_object reel__session_match, reel__session_bone_lists;
/* What a line is: an object and perhaps a second one. Readers and writers of members get the lists that they walk from their callers,
 * so that only session_roots.c needs to know these. */
typedef struct session_roots {
    const session_object *match, *bones;
} session_roots;
enum { MATCH_AFTER_EXTRA = 2 }; /* members of a match that are written after those that reel does not know */

/* reel__session_read.c */
member_read reel__read_goal, reel__read_pause_state, reel__read_status, reel__read_pause, reel__read_score, reel__read_payload,
    reel__read_shoulder, reel__read_possession;
/* session_players.c */
member_read reel__read_teams, reel__read_players, reel__read_team_name, reel__read_player_name, reel__read_holding,
    reel__read_team_stats, reel__read_player_stats;
member_read reel__read_skeleton_numbers, reel__read_skeletons, reel__read_nothing;
/* reel__session_write.c */
member_write reel__write_teams, reel__write_players, reel__write_holding, reel__write_team_stats, reel__write_player_stats,
    reel__write_skeleton_numbers, reel__write_skeletons;
member_write reel__write_shoulder, reel__write_points, reel__write_status, reel__write_emote, reel__write_possession,
    reel__write_zero;
/* form.c */
member_form reel__form_teams, reel__form_players, reel__form_payload, reel__form_team_stats, reel__form_player_stats,
    reel__form_skeletons, reel__form_skeleton_numbers;

#endif
