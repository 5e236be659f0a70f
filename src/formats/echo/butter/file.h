/* SPDX-License-Identifier: MIT
 * Shared by the reader and the writer of .butter files. */
#ifndef ECHO_BUTTER_FILE_H
#define ECHO_BUTTER_FILE_H

#include "codec/pack/block.h"
#include "formats/echo/butter/fit.h"
#include "formats/echo/butter/reference.h"
#include "formats/echo/common/allowance.h"
#include "formats/echo/common/order.h"

enum {
    FILE_MOST_BLOCK = 64 << 20, /* decompressed bytes of a block */
    FILE_MOST_ROWS = 256 << 20  /* bytes of the rows of a block */
};

typedef struct file_reader {
    butter_info info;     /* its strings are not kept */
    butter_entry *roster; /* names live as long as the chunk */
    unsigned players;
    row_allowance rows;
    uint32_t *sizes; /* sizes of the blocks */
    uint32_t blocks, next;
    bool layout_known, ended, in_empty; /* `in_empty`: inside a series of blocks without frames that was reported */
    bool odd_date;                      /* the last block began at a date that the game cannot have had */
    wire_kind kind;
    frame_state *frames;
    block_reader packed;
    reel_error damage; /* first damage */
    uint64_t damaged;  /* number of damaged blocks */
} file_reader;

/* Whether a convention is that of the public encoder and decoder. */
static inline bool file_faithful(const char *convention) { return convention && strcmp(convention, "faithful") == 0; }
/* The codec and level of a compression method; false if it stores blocks uncompressed. */
bool reel__file_codec(uint8_t compression, block_codec *codec, int *level);
/* The kind of frames in a file with this header. */
wire_kind reel__file_kind(const butter_info *info, unsigned players);
/* Largest decompressed size of a block with this many frames. */
uint64_t reel__file_block_limit(uint16_t interval);
/* A checksum of the rows of a block, over the fields that are written. */
uint64_t reel__file_digest(const butter_frame *frames, size_t frame_count, const echo_team *teams, size_t team_count,
                           const butter_player *players, size_t player_count, const echo_bone *bones, size_t bone_count);

/* A text of the header; they are stored one after another in file_writer.texts. */
typedef struct kept_text {
    size_t at, size;
} kept_text;

/* Tables whose rows are staged until their block is complete. The first are those of an order. */
enum { FILE_FRAMES, FILE_TEAMS, FILE_PLAYERS, FILE_BONES, FILE_BLOCKS, FILE_WAITING };
_Static_assert((int)FILE_BONES == (int)ORDER_BONES, "their numbers are the same");

/* Combines the checksum of the rows with everything else that the bytes of the block depend on: layout, compression,
 * map, and the bytes themselves. */
uint64_t reel__file_block_digest(uint64_t rows, const butter_block *block, const butter_info *info);

enum { CHANGED_FRAMES, CHANGED_PLAYERS, CHANGED_TABLES };

/* Whether frames have rows of teams. */
typedef enum appended_teams { TEAMS_UNKNOWN, TEAMS_NONE, TEAMS_ALL, TEAMS_ENDED } appended_teams;

typedef struct file_writer {
    butter_info info;
    kept_text client, names[255];
    butter_entry roster[255];
    unsigned players;
    reel_chunk *rows, *spare; /* staged rows; `spare` receives those that remain when a block was written */
    row_order order;
    appended_teams teams;
    uint64_t incomplete;       /* frames that lack rows of teams, at the end */
    size_t used[FILE_WAITING]; /* number of staged rows that were already written, at the front */
    frame_state *model;
    reference_state *reference; /* state of the public encoder; NULL unless its bytes are wanted */
    wire_kind kind;
    bool layout_set, has_roster;
    bool bones_stand;   /* the previous block was copied: bones may continue from it */
    reel_memory plain;  /* uncompressed bytes of the current block */
    reel_memory packed; /* bytes of all blocks so far */
    uint32_t *sizes;
    size_t blocks, sizes_capacity;
    reel_memory rest, texts;
    reel_memory players_back, bones_back; /* rows of the current frame as a decoder returns them */
    fitted_frame fitted;                  /* the current frame with rounded rows, if they come from another format */
    error_sum errors[ERROR_COUNT];        /* of rows from another format */
    uint64_t changed[CHANGED_TABLES];     /* rows of another format with a number that does not fit */
    const char *changed_field[CHANGED_TABLES];
} file_writer;

reel_status reel__butter_begin(reel_encoder *encoder);
reel_status reel__butter_rows(reel_encoder *encoder, const reel_chunk *batch);
/* Whether a reader takes a text, which ends with a NUL in the file. */
reel_status reel__butter_check_text(const char *section, reel_string text, size_t longest, reel_error *error);
reel_status reel__butter_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__butter_finish(reel_encoder *encoder, const reel_chunk *staged);
void reel__butter_end(reel_encoder *encoder);

/* Makes up to `need` bytes available, in steps, so that a false size does not allocate much. */
reel_status reel__file_fill(reel_decoder *decoder, uint64_t need);
/* Skips blocks before the requested span. REEL_END: the rest is after it. */
reel_status reel__file_find_window(reel_decoder *decoder, file_reader *reader);

int reel__butter_sniff(const uint8_t *head, size_t size);
reel_status reel__butter_open(reel_decoder *decoder);
reel_status reel__butter_next(reel_decoder *decoder);
void reel__butter_close(reel_decoder *decoder);
uint64_t reel__butter_memory_bound(uint64_t size, const reel_limits *limits);

#endif
