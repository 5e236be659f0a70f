/* SPDX-License-Identifier: MIT
 * Frames of .butter: measuring, decoding, encoding. */
#ifndef ECHO_BUTTER_FRAMES_H
#define ECHO_BUTTER_FRAMES_H

#include "formats/echo/common/wire.h"

/* Bytes of the name of a player or of who set the rules, and of the recorder's: a reader takes no longer ones. */
enum { LONGEST_NAME = 1023, LONGEST_CLIENT = 65535 };

/* ---- measuring -------------------------------------------------------------------------------------------------- */

typedef enum scan_end {
    SCAN_WHOLE = 0, /* the last frame ends at the end of the block */
    SCAN_SHORT,     /* the block ends inside a frame */
    SCAN_MAGIC,     /* no frame starts here */
    SCAN_FIRST,     /* the first frame is not a keyframe */
    SCAN_RULE       /* a value that no encoder of this layout writes; only if `strict` */
} scan_end;

/* What a block contains, counted without decoding it. */
typedef struct frame_scan {
    size_t frames, players, bones;
    size_t size; /* bytes of the complete frames */
    scan_end end;
} frame_scan;

/* Measures the frames of a block. With `strict` it also stops at a value out of range, which tells layouts apart. */
frame_scan reel__frames_scan(const wire_kind *kind, const uint8_t *data, size_t size, bool strict);

/* The layout of a file of version 3, detected from its first block. Sets *sure to false if it is a guess. `whole`: the
 * block is complete. */
uint8_t reel__frames_layout(const wire_kind *kind, const uint8_t *data, size_t size, bool whole, bool *sure);

/* ---- decoding --------------------------------------------------------------------------------------------------- */

typedef struct player_state {
    butter_player row;          /* last decoded row */
    double at[12], velocity[3]; /* sums of the differences */
    double loss, possession_time;
    float last[12]; /* last differences */
    uint32_t seen;  /* 1 + number of the last frame with this player; 0: none */
} player_state;

/* The bones of a player, in the arrangement that bones.c explains. */
typedef struct skeleton_state {
    double position[3 * WIRE_BONES]; /* x, y, z of each bone */
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

/* Sets the state from which differences start: position 0, no rotation. */
void reel__skeleton_reset(skeleton_state *skeleton);

/* How often something happened that is worth a finding. */
typedef struct frame_counts {
    uint64_t repeated, team_sums, wrapped, unknown_players, odd_rotations, not_finite, bad_clock, carried_bones, wide_masks;
} frame_counts;

typedef struct frame_state {
    wire_kind kind;
    bool ideal;
    uint32_t frame; /* number of the next frame */
    int64_t first_time, time;
    double clock;
    butter_frame now;
    double vr[3], disc[3], disc_velocity[3];
    float last_vr[3], last_disc[6];
    echo_team teams[3];
    double team_possession[3];
    uint32_t keyframe;     /* number of the last keyframe */
    unsigned bone_players; /* skeletons in the previous frame */
    frame_counts counts;
    player_state players[WIRE_PLAYERS]; /* up to `kind.players` */
    skeleton_state bones[127];          /* up to `bone_players` */
    player_state spare[WIRE_PLAYERS];   /* only in an encoder: players with several rows in a frame, as they were before it */
} frame_state;

/* A state for a decoder, which knows up to `players` of the roster; NULL: no memory. */
frame_state *reel__frames_new(const reel_allocator *allocator, unsigned players);

/* Where rows of a block go. NULL: not wanted. */
typedef struct frame_rows {
    butter_frame *frames;
    echo_team *teams;
    butter_player *players;
    echo_bone *bones;
} frame_rows;

/* Decodes frames that reel__frames_scan has measured. The lists must have room for the rows that it counted; the pointers are
 * advanced. */
void reel__frames_decode(frame_state *state, const uint8_t *data, size_t frames, frame_rows *rows);

/* Decodes the skeletons at the end of a frame. */
void reel__frames_decode_bones(frame_state *state, const uint8_t **at, echo_bone **out);

/* Decodes one player of a frame, without making a row. */
void reel__frames_decode_player(frame_state *state, const uint8_t *data, unsigned team);

/* ---- encoding --------------------------------------------------------------------------------------------------- */

/* A frame to be encoded. */
typedef struct frame_input {
    const butter_frame *frame;
    const echo_team *teams; /* three rows */
    const butter_player *players;
    size_t player_count; /* ordered by team and slot */
    const echo_bone *bones;
    size_t skeletons; /* WIRE_BONES rows each */
} frame_input;

/* Largest encoded size of a frame. */
size_t reel__frame_most(const frame_input *input);
/* Whether a frame must be a keyframe: its time does not fit in a difference, or a count decreased, which the reference
 * decoder adds up incorrectly. */
bool reel__frame_needs_key(const frame_state *model, const frame_input *input);
/* Writes a frame to `out`, which has room for reel__frame_most bytes, and returns its size. `model` is the state of a decoder:
 * differences are taken from it, and afterwards it decodes the frame and stores the rows in `decoded`. Parts are only
 * omitted if they do not change, so that decoders of both conventions return the same. */
size_t reel__frame_encode(frame_state *model, const frame_input *input, bool key, uint8_t *out, frame_rows *decoded);

#endif
