/* SPDX-License-Identifier: MIT
 * What the parts of the conversion from .echoreplay to .butter share. */
#ifndef PAIRS_ECHO_ECHO_BUTTER_H
#define PAIRS_ECHO_ECHO_BUTTER_H

#include "formats/echo/butter/file.h"
#include "formats/echo/butter/reference.h"
#include "pairs/echo/butter.h"

#include <reel/echoreplay.h>

enum { ECHO_INTERVAL = 300, RULE_TEXTS = 8, RULE_SIZE = 256 };

enum {
    E_CLOCK,
    E_POINTS,
    E_VR,
    E_DISC,
    E_DISC_SPEED,
    E_TURN,
    E_SCORE,
    E_THROW,
    E_PAYLOAD,
    E_TEAM_TIME,
    E_TIME,
    E_LOSS,
    E_SPEED,
    E_HEAD,
    E_BODY,
    E_LEFT,
    E_RIGHT,
    E_BONE,
    E_BONE_TURN,
    ERRORS
};

typedef struct error_sum {
    double most, sum;
    uint64_t count;
} error_sum;

/* Rows of the block in work: as a decoder reads them. */
typedef struct row_block {
    butter_frame *frames;
    echo_team *teams;
    butter_player *players;
    echo_bone *bones;
    size_t frame_count, player_count, bone_count, player_room, bone_room;
} row_block;

typedef struct recording {
    butter_info info;
    bool begun;
    int64_t userids[256];
    uint16_t numbers[256], levels[256];
    uint64_t names[256]; /* sums, to see a rename */
    unsigned players;    /* in the roster */
    frame_state *model;
    reference_state *reference; /* of the public encoder where its bytes are wanted; else NULL */
    row_block block;
    reel_memory plain;
    reel_memory in_players, in_bones; /* of the frame in work */
    char rules[RULE_TEXTS][RULE_SIZE];
    size_t rule_sizes[RULE_TEXTS], rule_count;
    error_sum errors[ERRORS];
    int32_t rounds[3];
} recording;

/* The rows of one frame in the input. */
typedef struct frame_slice {
    const echoreplay_frame *frame;
    const echoreplay_team *teams;
    const echoreplay_player *players;
    const echo_bone *bones;
    size_t team_count, player_count, bone_count;
} frame_slice;

/* echo_header.c: the header out of the first frame, and the roster as players come. */
void echo_begin(pair_job *job, recording *r, const echoreplay_frame *f);
/* The number that a frame gives a player. Our own goes by account, so that a rename or a namesake is no other player; the public
 * encoder's goes by name, so that they are. */
uint8_t echo_number(pair_job *job, recording *r, const echo_player *p);
uint8_t echo_scorer(const recording *r, const frame_slice *s, reel_string name);

/* echo_meant.c: what a frame should say. */
butter_frame echo_meant_frame(const recording *r, const frame_slice *s);
echo_team echo_meant_team(const recording *r, const echo_team *team);
butter_player echo_meant_player(pair_job *job, recording *r, const echoreplay_player *p);
echo_bone echo_meant_bone(const recording *r, const echo_bone *b, size_t skeletons);
float echo_turn_error(reel_quaternion q, const echo_axes *axes);

/* echo_errors.c: what is lost, and how far off the rest is. */
void echo_lose_frame(pair_job *job, const recording *r, const echoreplay_frame *f);
void echo_lose_player(pair_job *job, const recording *r, const echoreplay_player *p);
/* Compares a frame with the last rows of r->block. */
void echo_compare(recording *r, const frame_slice *s, size_t skeletons);
void echo_report_errors(pair_job *job, const recording *r);

#endif
