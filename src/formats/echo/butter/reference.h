/* SPDX-License-Identifier: MIT
 * Writes frames as the public encoder does, byte for byte: differences from the true values of the previous frame,
 * truncated. Its mistakes are reproduced. */
#ifndef ECHO_BUTTER_REFERENCE_H
#define ECHO_BUTTER_REFERENCE_H

#include "formats/echo/butter/frames.h"

enum { REFERENCE_POSE = 10, REFERENCE_STATS = 14, REFERENCE_PART = 32 };

/* The last state of a player, found by account, because numbers in frames follow names. */
typedef struct reference_player {
    butter_player row;                         /* last row */
    uint8_t poses[WIRE_POSES][REFERENCE_POSE]; /* bytes of that frame's poses, written or not */
    uint32_t seen;                             /* 1 + number of the last frame with this player; 0: none */
} reference_player;

/* The bytes of a part in the previous frame, written or not. */
typedef struct reference_part {
    uint8_t bytes[REFERENCE_PART];
    size_t size; /* 0: none */
} reference_part;

typedef struct reference_state {
    butter_frame before;
    echo_team teams[3];
    reference_player players[WIRE_PLAYERS];
    unsigned player_count;
    uint32_t frame;    /* number of the next frame */
    uint32_t keyframe; /* number of the last keyframe */
    reference_part pause, score, throw_, vr, disc, payload;
    unsigned skeletons; /* in the previous frame */
    echo_bone bones[127][WIRE_BONES];
} reference_state;

/* Writes a frame in layout 3b to `out`, which has room for reel__frame_most bytes, and returns its size. Rows hold true
 * values; rotations are results of reel__wire_look. A player's `player` is the number that the frame stores, 0 if the name is
 * not in the roster. `model` decodes the frame as for reel__frame_encode. */
size_t reel__reference_encode(reference_state *state, frame_state *model, const frame_input *input, bool key, uint8_t *out,
                              frame_rows *decoded);

#endif
