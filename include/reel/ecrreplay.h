/* SPDX-License-Identifier: MIT
 *
 * Rows of .ecrreplay, the Combat recordings of the ECRanked bot from 2021: where the players are, a few times a second. They begin with the rows
 * that all formats of Echo VR share, which are in <reel/butter.h>; what the file does not hold is 0 there.
 */
#ifndef REEL_ECRREPLAY_H
#define REEL_ECRREPLAY_H

#include <reel/echoreplay.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_ecrreplay;

/* What precedes the frames. */
typedef struct ecrreplay_info {
    reel_string session_id, map_name;
    reel_string start_time; /* "2021-08-14 20-51-44", on the clock of who recorded */
    int32_t framerate;      /* as stated: frames per second; version 1.1 takes twice as many */
    uint8_t reserved[4];    /* 0 */
} ecrreplay_info;

/* One player of the file. */
typedef struct ecrreplay_entry {
    uint64_t userid;
    reel_string name;
    int32_t number, level;
    uint8_t player_id;   /* that rows of players name, from 0 in order of appearance */
    uint8_t reserved[7]; /* 0 */
} ecrreplay_entry;

/* Bits of ecrreplay_player.keys. */
enum { ECRREPLAY_HAS_PING = 1 };

typedef struct ecrreplay_player {
    echo_player common;
    echo_axes head_axes, body_axes, left_hand_axes, right_hand_axes; /* the recorder stores those of the head for the body */
    uint8_t keys;                                                    /* ECRREPLAY_HAS_PING: common.ping has a value */
    uint8_t reserved[7];                                             /* 0 */
} ecrreplay_player;

/* What follows the frames. */
typedef struct ecrreplay_ending {
    double version;      /* of the recorder, 1.1; without a value in older files */
    uint32_t rate;       /* frames per second that times are computed with */
    uint8_t has_version; /* 1: `version` has a value */
    uint8_t reserved[3]; /* 0 */
} ecrreplay_ending;

/* The file as it was, for exact rewriting. */
typedef struct ecrreplay_original {
    uint64_t rows; /* checksum of the rows and the bytes; 0: not all rows were read */
    reel_bytes bytes;
    uint32_t unknown;    /* members that no row has */
    uint8_t reserved[4]; /* 0 */
} ecrreplay_original;

REEL_API extern const reel_table ecrreplay_infos, ecrreplay_roster, ecrreplay_frames, ecrreplay_teams, ecrreplay_players,
    ecrreplay_endings, ecrreplay_originals;

#ifdef __cplusplus
}
#endif

#endif
