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
    uint8_t private_match, tournament_match, unused;
    reel_string session_id, session_ip, client_name, match_type, map_name, status_text, clock_display, goal_text, paused_text,
        person_scored, assist_scored, err_description;
    reel_string extra; /* all other members, as JSON without the braces */
} echoreplay_frame;

typedef struct echoreplay_team {
    echo_team common;
    reel_string name;
} echoreplay_team;

typedef struct echoreplay_player {
    echo_player common;
    echo_axes head, body, left_hand, right_hand;
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
