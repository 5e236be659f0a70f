/* SPDX-License-Identifier: MIT
 * Frames as the public encoder writes them, byte for byte: differences to the true frame before, cut towards zero. What it does wrongly
 * is done wrongly here. */
#ifndef ECHO_BUTTER_REFERENCE_H
#define ECHO_BUTTER_REFERENCE_H

#include "formats/echo/butter/frames.h"

enum { REFERENCE_POSE = 10, REFERENCE_STATS = 14, REFERENCE_PART = 32 };

/* What is remembered of a player: by account, for frames name players otherwise. */
typedef struct reference_player {
    butter_player row;                         /* as it was given last */
    uint8_t poses[WIRE_POSES][REFERENCE_POSE]; /* the bytes of that frame, written or not */
    uint32_t seen;                             /* 1 + number of the frame it was in last; 0: never */
} reference_player;

/* The bytes that a part had in the frame before, written or not. */
typedef struct reference_part {
    uint8_t bytes[REFERENCE_PART];
    size_t size; /* 0: there was none */
} reference_part;

typedef struct reference_state {
    butter_frame before;
    echo_team teams[3];
    reference_player players[WIRE_PLAYERS];
    unsigned player_count;
    uint32_t frame;    /* number of the next one */
    uint32_t keyframe; /* number of the last keyframe */
    reference_part pause, score, throw_, vr, disc, payload;
    unsigned skeletons; /* of the frame before */
    echo_bone bones[127][WIRE_BONES];
} reference_state;

/* Writes a frame in layout 3b to `out`, which has frame_most bytes, and returns its size. Rows hold what was true; a rotation is what
 * wire_look made of its directions. A player's `player` is what the frame calls him, 0 where the roster has not that name. `model` reads
 * the bytes as frame_encode does. */
size_t reference_encode(reference_state *state, frame_state *model, const frame_input *input, bool key, uint8_t *out,
                        frame_rows *decoded);

#endif
