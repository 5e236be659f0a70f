/* SPDX-License-Identifier: MIT
 * The messages of a capture as rows of whole numbers and floats, for an archive: a reader makes them of a .tape, and a writer makes the same .tape of
 * them, byte for byte. docs/formats/tape.md specifies the rows.
 *
 * A frame whose message is the one that its values give has rows; any other message is kept as it is. What compressed the messages is not kept: it
 * is made again, and who packs compares the bytes. */
#ifndef ECHO_TAPE_MODEL_H
#define ECHO_TAPE_MODEL_H

#include "core/models.h"
#include "formats/echo/tape/tape.h"
#include "formats/echo/tape/write.h"

extern const reel_format reel__tape_model;

/* How a rotation is stored. */
enum {
    ROTATION_NONE = 0,
    ROTATION_BY_X = 1, /* by sums of thousandths, with x as the part that the others are divided by */
    ROTATION_BY_Y = 2,
    ROTATION_BY_Z = 3,
    ROTATION_BY_W = 4,
    ROTATION_FLOATS = 5
};

/* Recorders make a rotation of nine directions with three decimals: the square of one part, and the products of the others with it, are sums of
 * these. The sums give the floats but for what the floats of the directions were rounded by. */
typedef struct model_rotation {
    int32_t products[3]; /* of the other parts with the largest one, in 1/4000 */
    int32_t square;      /* of that part, in 1/4000, less what a rotation of length 1 would have */
    int32_t errors[4];   /* of x, y, z, w, in floats that are next to each other */
    reel_quaternion floats;
    uint8_t form; /* ROTATION_NONE, ... */
} model_rotation;

/* A pose of which `has` is TAPE_POSE_POSITION, ... */
typedef struct model_pose {
    reel_vec3 position;
    model_rotation rotation;
    uint8_t has;
} model_pose;

/* How a message is made. */
enum {
    MESSAGE_BYTES = 0,    /* it is `bytes`, with its size */
    MESSAGE_GROUPED = 1,  /* a frame: single values, players, skeletons, events */
    MESSAGE_ASCENDING = 2 /* a frame: all fields by their numbers */
};

typedef struct model_message {
    tape_frame frame;
    tape_arena arena; /* without its rotations */
    model_pose disc, vr;
    uint32_t players, skeletons, events; /* rows that belong to it */
    uint8_t form;                        /* MESSAGE_BYTES, ... */
    uint8_t begins;                      /* 1: a zstd frame begins with it */
    reel_bytes bytes;                    /* of a frame: what follows its values */
} model_message;

typedef struct model_player {
    model_pose head, body, left, right;
    reel_vec3 velocity;
    int32_t slot;
    uint32_t flags, ping;
    float packet_loss, possession_time;
    uint8_t has;
} model_player;

typedef struct model_skeleton {
    int32_t slot;
    uint16_t positions, rotations; /* bones of each list */
    uint8_t has;                   /* as in tape_skeleton */
} model_skeleton;

typedef struct model_bone {
    uint8_t key; /* number of the bone in its frame */
    reel_vec3 position;
    reel_quaternion rotation;
} model_bone;

typedef struct model_event {
    reel_bytes bytes;
} model_event;

typedef struct model_info {
    uint8_t container; /* as in tape_info */
} model_info;

extern const reel_table reel__tape_model_infos, reel__tape_model_messages, reel__tape_model_players, reel__tape_model_skeletons,
    reel__tape_model_bones, reel__tape_model_events;

/* model_rotation.c: a rotation as it is stored, and back. */
model_rotation reel__tape_model_rotation(reel_quaternion q);
reel_quaternion reel__tape_model_quaternion(const model_rotation *rotation);

/* model_message.c: the rows of one frame. */
typedef struct model_rows {
    const model_player *players;
    const model_skeleton *skeletons;
    const model_bone *bones;
    const model_event *events;
    size_t player_count, skeleton_count, bone_count, event_count;
} model_rows;

/* Appends the message that a row and the rows after it make, which are then taken off `rows`. REEL_CORRUPT: there are fewer. */
reel_status reel__tape_model_put(reel_memory *to, const model_message *message, model_rows *rows);
/* Adds the rows of a message to the lists. False: out of memory, or of rows. */
typedef struct model_lists {
    reel_chunk *chunk;
    reel_row_list *messages, *players, *skeletons, *bones, *events;
    reel_memory made; /* what is compared with the message */
} model_lists;
bool reel__tape_model_add(model_lists *lists, const tape_message *message);

/* model_read.c */
typedef struct model_reader {
    tape_stream stream;
    model_lists lists;
    reel_memory head; /* the first message with its size, until it is in a row */
} model_reader;
/* Reads the first message and adds the row of the file. */
reel_status reel__tape_model_start(reel_decoder *decoder, tape_stream *stream, reel_memory *head);
reel_status reel__tape_model_open(reel_decoder *decoder);
reel_status reel__tape_model_next(reel_decoder *decoder);
void reel__tape_model_close(reel_decoder *decoder);

/* model_write.c */
typedef struct model_writer {
    tape_file file;
    reel_memory message;
} model_writer;
reel_status reel__tape_model_begin(reel_encoder *encoder);
reel_status reel__tape_model_rows(reel_encoder *encoder, const reel_chunk *batch);
reel_status reel__tape_model_finish(reel_encoder *encoder, const reel_chunk *staged);
void reel__tape_model_end(reel_encoder *encoder);
/* For both versions: takes the compression from the row of the file; writes the message that was made; fails for rows that make none. */
void reel__tape_model_container(const reel_encoder *encoder, const reel_chunk *batch);
reel_status reel__tape_model_message(reel_encoder *encoder, bool begins);
reel_status reel__tape_model_fail(const reel_encoder *encoder, const char *what);

#endif
