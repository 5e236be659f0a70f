/* SPDX-License-Identifier: MIT
 *
 * Rows of .tape and .nevrcap, the captures of Echo VR that its community records today. Frames, teams, players and bones have the rows of
 * .echoreplay, <reel/echoreplay.h>: a capture has the same values, and says each of them once, when it changes. What it does not say is missing,
 * see the members whose names end with `keys`. docs/formats/tape.md tells where each value comes from.
 */
#ifndef REEL_TAPE_H
#define REEL_TAPE_H

#include <reel/echoreplay.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version 2, and version 1. */
REEL_API extern const reel_format reel_format_tape, reel_format_nevrcap;

enum {
    TAPE_PLAIN = 0,  /* not compressed */
    TAPE_STREAM = 1, /* one zstd frame */
    TAPE_BLOCKS = 2  /* a zstd frame for each keyframe and those that follow it, and a seek table */
};
enum { TAPE_SPARSE_UNSTATED = 0, TAPE_SPARSE = 1, TAPE_DENSE = 2 };

/* What the header says of the capture itself. */
typedef struct tape_info {
    int64_t created;       /* s since 1970, UTC */
    int32_t created_nanos; /* and ns */
    uint32_t format_version, format_minor, format_patch;
    uint8_t container;      /* TAPE_PLAIN, ... */
    uint8_t frame_encoding; /* TAPE_SPARSE_UNSTATED, ... */
    uint8_t unused[6];
    reel_string capture_id;
} tape_info;

/* One entry of the header's metadata. */
typedef struct tape_note {
    reel_string key, value;
} tape_note;

/* What an envelope holds: a header, a frame, a footer, or something that is not known. */
enum { TAPE_HEADER = 0, TAPE_FRAME = 1, TAPE_FOOTER = 2, TAPE_OTHER = 3 };

/* What a footer and the seek table behind it say wrongly: a repair makes both anew. */
enum { TAPE_CONTRADICTS_MESSAGES = 1, TAPE_CONTRADICTS_FRAMES = 2 };

/* One original message with its size in front, for exact rewriting. */
typedef struct tape_envelope {
    uint64_t offset;     /* in the stream that is unpacked */
    uint32_t frame;      /* number of its frame, or of the next frame */
    uint8_t kind;        /* TAPE_HEADER, ... */
    uint8_t contradicts; /* of a footer, TAPE_CONTRADICTS_MESSAGES, ... */
    uint8_t unused[2];
    reel_bytes bytes;
} tape_envelope;

/* Original bytes of a compressed capture. */
typedef struct tape_piece {
    reel_bytes bytes;
} tape_piece;

REEL_API extern const reel_table tape_infos, tape_notes, tape_envelopes, tape_pieces;

#ifdef __cplusplus
}
#endif

#endif
