/* SPDX-License-Identifier: MIT
 *
 * Rows of .echoreplay: what a recorder got from the game's own interface, line for line. They begin with the rows that all
 * formats of Echo VR share, which are in <reel/butter.h>.
 */
#ifndef REEL_ECHOREPLAY_H
#define REEL_ECHOREPLAY_H

#include <reel/butter.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ECHOREPLAY_TEXT = 0, ECHOREPLAY_ZIP = 1 };

/* Container of the text. */
typedef struct echoreplay_info {
    uint8_t container; /* ECHOREPLAY_TEXT or ECHOREPLAY_ZIP */
    reel_string entry; /* name of the zip entry */
} echoreplay_info;

/* Bits of echoreplay_frame.api: keys in the object. */
enum {
    ECHO_API_CLOCK = 1,
    ECHO_API_STATUS = 2,
    ECHO_API_POSSESSION = 4,
    ECHO_API_BOUNCES = 8,
    ECHO_API_ROUNDS = 16,
    ECHO_API_ERROR = 32,
    ECHO_API_MULTIPLIER = 64,
    ECHO_API_SHOULDERS = 128
};

/* Which members the objects of a line have: bits of the bytes whose names end with `keys`. A member that is missing or null has no bit and no
 * value. Rows made by hand may leave these bytes and `from_line` zero: a writer then writes every member of the parts that `has` and `api` name. */
enum { /* echoreplay_frame.keys */
       ECHO_KEY_BLUE_RESTART = 1,
       ECHO_KEY_ORANGE_RESTART = 2,
       ECHO_KEY_PRIVATE = 4,
       ECHO_KEY_TOURNAMENT = 8,
       ECHO_KEY_BLUE_POINTS = 16,
       ECHO_KEY_ORANGE_POINTS = 32,
       ECHO_KEY_RULES_AT = 64,
       ECHO_KEY_RULES_BY = 128
};
enum { /* echoreplay_frame.round_keys */
       ECHO_KEY_BLUE_ROUNDS = 1,
       ECHO_KEY_ORANGE_ROUNDS = 2,
       ECHO_KEY_ROUNDS = 4,
       ECHO_KEY_CONTESTED = 8,
       ECHO_KEY_CHECKPOINT = 16,
       ECHO_KEY_DISTANCE = 32,
       ECHO_KEY_DEFENDERS = 64,
       ECHO_KEY_SPEED = 128
};
enum { /* disc_keys and vr_keys; of pose_keys and hand_keys, the second part is shifted by ECHO_KEY_SECOND */
       ECHO_KEY_POSITION = 1,
       ECHO_KEY_FORWARD = 2,
       ECHO_KEY_LEFT = 4,
       ECHO_KEY_UP = 8,
       ECHO_KEY_VELOCITY = 16,
       ECHO_KEY_SECOND = 4
};
enum { /* pause_keys */
       ECHO_KEY_PAUSED_STATE = 1,
       ECHO_KEY_PAUSED_TEAM = 2,
       ECHO_KEY_UNPAUSED_TEAM = 4,
       ECHO_KEY_PAUSED_TIMER = 8,
       ECHO_KEY_UNPAUSED_TIMER = 16
};
enum { /* score_keys */
       ECHO_KEY_SCORE_TEAM = 1,
       ECHO_KEY_SCORE_POINTS = 2,
       ECHO_KEY_GOAL_TYPE = 4,
       ECHO_KEY_DISC_SPEED = 8,
       ECHO_KEY_SCORE_DISTANCE = 16
};
enum { ECHO_KEY_TEAM_POSSESSION = 1, ECHO_KEY_TEAM_NAME = 2 }; /* echoreplay_team.keys */
enum {                                                         /* echoreplay_player.keys */
       ECHO_KEY_PLAYER_ID = 1,
       ECHO_KEY_USERID = 2,
       ECHO_KEY_NUMBER = 4,
       ECHO_KEY_LEVEL = 8,
       ECHO_KEY_PING = 16,
       ECHO_KEY_LOSS = 32,
       ECHO_KEY_PLAYER_VELOCITY = 64,
       ECHO_KEY_NAME = 128
};
enum { /* echoreplay_player.state_keys */
       ECHO_KEY_STUNNED = 1,
       ECHO_KEY_INVULNERABLE = 2,
       ECHO_KEY_POSSESSION = 4,
       ECHO_KEY_BLOCKING = 8,
       ECHO_KEY_WEAPON = 16,
       ECHO_KEY_ORDNANCE = 32,
       ECHO_KEY_TAC_MOD = 64,
       ECHO_KEY_ARM = 128
};
/* echoreplay_player.flat_keys: poses as the game's API had them until mid-2020. ECHO_KEY_POSITION to ECHO_KEY_UP, and hands that are
 * positions alone. */
enum { ECHO_KEY_FLAT_LEFT = 16, ECHO_KEY_FLAT_RIGHT = 32 };

/* A rotation as the game writes it: three vectors. */
typedef struct echo_axes {
    reel_vec3 forward, left, up;
} echo_axes;

typedef struct echoreplay_frame {
    echo_frame common;
    echo_axes vr, disc;
    float shoulders[4]; /* left, right, second left, second right: 0 to 1 */
    float payload_multiplier;
    int32_t possession[2]; /* team and player, -1 none */
    int32_t bounce_count, blue_round_score, orange_round_score, total_round_count, err_code;
    uint8_t api; /* ECHO_API_CLOCK, ... */
    uint8_t private_match, tournament_match;
    uint8_t keys, round_keys, disc_keys, vr_keys, pause_keys, score_keys; /* ECHO_KEY_... */
    uint8_t throw_keys, throw_more_keys; /* a bit for each member of echo_throw in order: eight and five */
    uint8_t from_line;                   /* 1: the row is from a line, so that it has only the members of its keys */
    uint8_t unused[6];
    reel_string session_id, session_ip, client_name, match_type, map_name, status_text, clock_display, goal_text, paused_text,
        person_scored, assist_scored, err_description;
    reel_string extra; /* all other members, as JSON without the braces */
} echoreplay_frame;

typedef struct echoreplay_team {
    echo_team common;
    uint8_t keys;                        /* ECHO_KEY_TEAM_POSSESSION, ... */
    uint8_t stats_keys, stats_more_keys; /* a bit for each member of echo_stats in order, eight and three; then possession_time */
    uint8_t from_line;                   /* as in echoreplay_frame */
    uint8_t unused[4];
    reel_string name;
} echoreplay_team;

typedef struct echoreplay_player {
    echo_player common;
    echo_axes head, body, left_hand, right_hand;
    reel_vec3 position; /* of the API until mid-2020, which has neither head nor body */
    echo_axes axes;
    uint8_t keys, state_keys, flat_keys; /* ECHO_KEY_... */
    uint8_t pose_keys, hand_keys;        /* head and body; left and right */
    uint8_t stats_keys, stats_more_keys; /* as in echoreplay_team */
    uint8_t from_line;                   /* as in echoreplay_frame */
    reel_string extra;
} echoreplay_player;

/* Kinds of lines. */
enum {
    ECHOREPLAY_FRAME = 0,
    ECHOREPLAY_EMPTY,
    ECHOREPLAY_NO_TAB,
    ECHOREPLAY_NO_TIME,
    ECHOREPLAY_BROKEN,
    ECHOREPLAY_NO_SESSION,
    ECHOREPLAY_LONG
};

/* One original line, for exact rewriting. With REEL_COMPACT_LAYOUT, a frame has the number of a form instead of its text: docs/formats/echoreplay.md. */
typedef struct echoreplay_line {
    uint64_t offset;  /* in the text; 0 with a form */
    uint64_t digest;  /* checksum of its rows; 0 with a form */
    uint32_t frame;   /* number of its frame, or of the next frame */
    uint8_t kind;     /* ECHOREPLAY_FRAME, ... */
    uint8_t form;     /* 1 to 32: number of a form; 0: none */
    reel_string text; /* with its line ending; or the form, if that is another one from here on */
} echoreplay_line;

/* Original bytes of the zip archive. */
typedef struct echoreplay_piece {
    reel_bytes bytes;
} echoreplay_piece;

/* Bytes of the zip archive that are not in pieces, because zlib makes them of the text. Only with REEL_COMPACT_LAYOUT. The first row may have
 * nothing but the level; the last one counts. */
typedef struct echoreplay_deflated {
    uint64_t offset;    /* in the zip */
    uint64_t size;      /* bytes, the first ones of the compressed text */
    uint64_t text_size; /* of the whole text */
    uint32_t checksum;  /* CRC-32 of the whole text */
    uint8_t level;      /* of zlib, 1 to 9; 0: none */
} echoreplay_deflated;

REEL_API extern const reel_table echoreplay_infos, echoreplay_frames, echoreplay_teams, echoreplay_players, echoreplay_bones,
    echoreplay_lines, echoreplay_pieces, echoreplay_deflates;

#ifdef __cplusplus
}
#endif

#endif
