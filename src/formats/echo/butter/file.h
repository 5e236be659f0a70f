/* SPDX-License-Identifier: MIT
 * What the reader and the writer of .butter files share. */
#ifndef ECHO_BUTTER_FILE_H
#define ECHO_BUTTER_FILE_H

#include "codec/pack/block.h"
#include "formats/echo/butter/fit.h"
#include "formats/echo/butter/reference.h"
#include "formats/echo/common/allowance.h"

enum {
    FILE_MOST_BLOCK = 64 << 20, /* unpacked bytes of a block */
    FILE_MOST_ROWS = 256 << 20  /* bytes of its rows */
};

typedef struct file_reader {
    butter_info info;     /* its strings are not kept */
    butter_entry *roster; /* info's players; their names live as long as the chunk */
    unsigned players;
    row_allowance rows;
    uint32_t *sizes; /* of the blocks */
    uint32_t blocks, next;
    bool layout_known, ended, in_empty; /* the last: blocks without frames, which were reported */
    bool odd_date;                      /* the last block begins at a date that the game cannot have had */
    wire_kind kind;
    frame_state *frames;
    block_reader packed;
    reel_error damage; /* the first one */
    uint64_t damaged;  /* blocks that are not whole */
} file_reader;

/* Whether a convention is that of the public reader and writer. */
static inline bool file_faithful(const char *convention) { return convention && strcmp(convention, "faithful") == 0; }
/* How a file of this header packs its blocks. */
bool file_codec(uint8_t compression, block_codec *codec, int *level);
/* Frames of a header's map. */
wire_kind file_kind(const butter_info *info, unsigned players);
/* Bytes that a block of this many frames can have, unpacked. */
uint64_t file_block_limit(uint16_t interval);
/* A sum over the rows of a block that says whether they are the same, by the fields that are written. */
uint64_t file_digest(const butter_frame *frames, size_t frame_count, const echo_team *teams, size_t team_count,
                     const butter_player *players, size_t player_count, const echo_bone *bones, size_t bone_count);

/* A text among those of the header, which are kept one after another. */
typedef struct kept_text {
    size_t at, size;
} kept_text;

/* Tables whose rows wait for their block. */
enum { FILE_FRAMES, FILE_TEAMS, FILE_PLAYERS, FILE_BONES, FILE_BLOCKS, FILE_WAITING };

/* The same with all that its bytes depend on: their layout and packing, what the header says of the place, and the bytes themselves. */
uint64_t file_block_digest(uint64_t rows, const butter_block *block, const butter_info *info);

typedef struct file_writer {
    butter_info info;
    kept_text client, names[255];
    butter_entry roster[255];
    unsigned players;
    reel_chunk *rows, *spare;  /* rows that wait for the rest of their block; `spare` takes over what is left */
    size_t used[FILE_WAITING]; /* of them at the front, which are written already */
    frame_state *model;
    reference_state *reference; /* of the public encoder, where it is to be written as that does; else NULL */
    wire_kind kind;
    bool layout_set, has_roster;
    bool bones_stand;   /* the block before was written as it was read: bones may build upon it */
    reel_memory plain;  /* of the block in work */
    reel_memory packed; /* all blocks */
    uint32_t *sizes;
    size_t blocks, sizes_capacity;
    reel_memory rest, texts;
    reel_memory players_back, bones_back; /* rows of a frame as a decoder has them after it was written */
    fitted_frame fitted;                  /* the frame in work, if rows are converted from another format */
    error_sum errors[ERROR_COUNT];        /* of those rows */
} file_writer;

reel_status butter_begin(reel_encoder *encoder);
reel_status butter_rows(reel_encoder *encoder, const reel_chunk *batch);
reel_status butter_finish(reel_encoder *encoder, const reel_chunk *staged);
void butter_end(reel_encoder *encoder);

/* Brings `need` bytes into the window, a little at a time where the input may not have them. */
reel_status file_fill(reel_decoder *decoder, uint64_t need);
/* Passes over blocks that lie before the span of time that is wanted; REEL_END: it has been given. */
reel_status file_find_window(reel_decoder *decoder, file_reader *reader);

int butter_sniff(const uint8_t *head, size_t size);
reel_status butter_open(reel_decoder *decoder);
reel_status butter_next(reel_decoder *decoder);
void butter_close(reel_decoder *decoder);
uint64_t butter_memory_bound(uint64_t size, const reel_limits *limits);

#endif
