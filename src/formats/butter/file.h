/* SPDX-License-Identifier: MIT
 * What the reader and the writer of .butter files share. */
#ifndef BUTTER_FILE_H
#define BUTTER_FILE_H

#include "codec/inflate.h"
#include "formats/butter/frames.h"

typedef struct file_reader {
    butter_info info;        /* its strings are not kept */
    butter_entry *roster;    /* info's players; names in `names` */
    char *names;
    size_t names_size;
    unsigned players;
    uint32_t *sizes;         /* of the blocks */
    uint32_t blocks, next;
    bool layout_known, ended;
    wire_kind kind;
    frame_state *frames;
    block_reader packed;
    reel_error damage;       /* the first one */
    uint64_t damaged;        /* blocks that are not whole */
} file_reader;

/* How a file of this header packs its blocks. */
bool file_codec(uint8_t compression, block_codec *codec, int *level);
/* Frames of a header's map. */
wire_kind file_kind(const butter_info *info, unsigned players);
/* Bytes that a block of this many frames can have, unpacked. */
uint64_t file_block_limit(uint16_t interval);
/* A sum over rows that says whether they are the same: places in the file and what the roster says are left out. */
uint64_t file_digest(const butter_frame *frames, size_t frame_count, const echo_team *teams, size_t team_count,
                     const butter_player *players, size_t player_count, const echo_bone *bones, size_t bone_count);

int butter_sniff(const uint8_t *head, size_t size);
reel_status butter_open(reel_decoder *decoder);
reel_status butter_next(reel_decoder *decoder);
void butter_close(reel_decoder *decoder);
uint64_t butter_memory_bound(uint64_t size, const reel_limits *limits);

#endif
