/* SPDX-License-Identifier: MIT
 * Frames of .butter: how long they are, and what they say. */
#ifndef ECHO_BUTTER_FRAMES_H
#define ECHO_BUTTER_FRAMES_H

#include "formats/echo/common/wire.h"

/* ---- measuring -------------------------------------------------------------------------------------------------- */

typedef enum scan_end {
    SCAN_WHOLE = 0, /* the frames end where the block ends */
    SCAN_SHORT,     /* the block ends within a frame */
    SCAN_MAGIC,     /* no frame begins here */
    SCAN_FIRST,     /* the first frame is no keyframe */
    SCAN_RULE       /* a value that no encoder of this layout writes (only where `strict`) */
} scan_end;

/* What a block holds, counted without decoding it. */
typedef struct frame_scan {
    size_t frames, players, bones;
    size_t size; /* bytes of the whole frames */
    scan_end end;
} frame_scan;

/* Measures the frames of a block. With `strict` a value out of its range ends it too, for telling layouts apart. */
frame_scan frames_scan(const wire_kind *kind, const uint8_t *data, size_t size, bool strict);

/* The layout of a file whose version byte is 3, told by its first block. *sure is false where it is a guess. `whole`: nothing of the
 * block is missing. */
uint8_t frames_layout(const wire_kind *kind, const uint8_t *data, size_t size, bool whole, bool *sure);

/* ---- decoding --------------------------------------------------------------------------------------------------- */

typedef struct player_state {
    butter_player row;          /* as it was given last */
    double at[12], velocity[3]; /* sums of the differences */
    double loss, possession_time;
    float last[12]; /* the differences that came last */
    uint32_t seen;  /* 1 + number of the frame it was in last; 0: never */
} player_state;

/* The bones of a player, laid out for bones.c. */
typedef struct skeleton_state {
    double position[3 * WIRE_BONES]; /* x, y, z of one bone after another */
    double rotation[4][WIRE_BONES];  /* all x, then all y, z, w */
} skeleton_state;

typedef struct bone_state {
    double position[3], rotation[4];
} bone_state;

static inline bone_state skeleton_bone(const skeleton_state *s, unsigned bone)
{
    return (bone_state){ { s->position[3 * bone], s->position[3 * bone + 1], s->position[3 * bone + 2] },
                         { s->rotation[0][bone], s->rotation[1][bone], s->rotation[2][bone], s->rotation[3][bone] } };
}

/* A skeleton as differences begin from it: all places 0, nothing turned. */
void skeleton_reset(skeleton_state *skeleton);

/* How often a file needed something said about it. */
typedef struct frame_counts {
    uint64_t repeated, team_sums, wrapped, unknown_players, odd_rotations, not_finite, bad_clock, carried_bones, wide_masks;
} frame_counts;

typedef struct frame_state {
    wire_kind kind;
    bool ideal;
    uint32_t frame; /* number of the next one */
    int64_t first_time, time;
    double clock;
    butter_frame now;
    double vr[3], disc[3], disc_velocity[3];
    float last_vr[3], last_disc[6];
    echo_team teams[3];
    double team_possession[3];
    player_state players[WIRE_PLAYERS];
    player_state spare[WIRE_PLAYERS]; /* of players whom the frame that is being encoded names twice, as they were before it */
    uint32_t keyframe;                /* number of the last keyframe */
    unsigned bone_players;            /* of the frame before */
    skeleton_state bones[127];
    frame_counts counts;
} frame_state;

/* The rows of a block. A list may be NULL: not wanted. */
typedef struct frame_rows {
    butter_frame *frames;
    echo_team *teams;
    butter_player *players;
    echo_bone *bones;
} frame_rows;

/* Decodes frames that frames_scan has measured into rows, which must have room for what it counted and are moved on. */
void frames_decode(frame_state *state, const uint8_t *data, size_t frames, frame_rows *rows);

/* The same for the skeletons at the end of a frame. */
void frames_decode_bones(frame_state *state, const uint8_t **at, echo_bone **out);

/* The same for one player of a frame, without a row. */
void frames_decode_player(frame_state *state, const uint8_t *data, unsigned team);

/* ---- encoding --------------------------------------------------------------------------------------------------- */

/* One frame to be written. */
typedef struct frame_input {
    const butter_frame *frame;
    const echo_team *teams; /* three */
    const butter_player *players;
    size_t player_count; /* in the order of teams and slots */
    const echo_bone *bones;
    size_t skeletons; /* of WIRE_BONES rows each */
} frame_input;

/* Bytes that a frame takes at most. */
size_t frame_most(const frame_input *input);
/* Whether a frame must be a keyframe: its time cannot be a step, or a count went back, which the reference adds up wrongly. */
bool frame_needs_key(const frame_state *model, const frame_input *input);
/* Writes a frame to `out`, which has frame_most bytes, and returns its size. Differences are taken to what a decoder has, which is
 * `model`: what a decoder does with the bytes is then done to it, and its rows go to `decoded`. Omitted parts do not move, so that readers
 * of both conventions agree. */
size_t frame_encode(frame_state *model, const frame_input *input, bool key, uint8_t *out, frame_rows *decoded);

#endif
