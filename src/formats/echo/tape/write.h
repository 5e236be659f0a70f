/* SPDX-License-Identifier: MIT
 * Writing a .tape: messages from rows, and what holds them. */
#ifndef ECHO_TAPE_WRITE_H
#define ECHO_TAPE_WRITE_H

#include "codec/pack/zstd_push.h"
#include "core/encoder.h"
#include "formats/echo/replay/waiting.h"
#include "formats/echo/tape/tape.h"

/* A sum over a stream that does not depend on the pieces in which it comes. */
typedef struct stream_sum {
    uint64_t sum, size;
    uint8_t block[4096];
    size_t used;
} stream_sum;

/* An event as an index lists it. */
typedef struct listed_event {
    uint32_t frame;
    uint8_t kind;
} listed_event;

/* pack_file.c: the file around the messages. */
typedef struct tape_file {
    uint8_t container;
    bool hold;          /* the packed bytes wait in `packed`: the original ones may be written instead */
    uint64_t offset;    /* of the next message, in the stream */
    uint32_t interval;  /* frames of a block */
    uint32_t in_block;  /* frames of the current one */
    uint64_t packed_at; /* bytes that were packed before `packed` */
    zstd_push push;
    reel_memory block, packed;
    tape_block *blocks;
    size_t block_count, block_capacity;
    tape_keyframe *keys;
    size_t key_count, key_capacity;
    stream_sum sum;
} tape_file;

reel_status reel__tape_file_message(reel_encoder *e, tape_file *f, const void *data, size_t size);
/* Before each frame: begins a block with it if it is a keyframe. */
reel_status reel__tape_file_frame(reel_encoder *e, tape_file *f, uint32_t frame);
/* Before the footer. */
reel_status reel__tape_file_end_frames(reel_encoder *e, tape_file *f);
reel_status reel__tape_file_end(reel_encoder *e, tape_file *f);
/* Before a footer: what reel__tape_file_back returns to, which takes that footer back. Only while the packed bytes wait. */
typedef struct tape_mark {
    uint64_t offset;
    size_t packed, blocks;
    stream_sum sum;
} tape_mark;
tape_mark reel__tape_file_mark(const tape_file *f);
void reel__tape_file_back(tape_file *f, const tape_mark *mark);
void reel__tape_file_free(const reel_encoder *e, tape_file *f);
/* Finds out whether packed bytes are those of the stream that was written. */
reel_status reel__tape_file_holds(reel_encoder *e, tape_file *f, const reel_memory *pieces, bool *holds);

/* put.c: the content of a frame from its rows. `old`: the content that the rows were read from, of which unknown fields and events that rows do not
 * have are kept; NULL: none. Returns false if out of memory. */
typedef struct tape_past {
    int32_t holder; /* slot of who had the disc in the frame before, -1: nobody */
    int32_t round;
    int32_t pause;                   /* number of the word */
    bool begun, present[TAPE_SLOTS]; /* there was a frame before, and these were in it */
    uint8_t team[TAPE_SLOTS];
    echoreplay_frame frame; /* the values of the frame before; texts are not kept */
    echo_stats stats[TAPE_SLOTS];
    bool emote[TAPE_SLOTS];
} tape_past;
bool reel__tape_put_frame(reel_memory *to, const tape_state *state, const tape_past *past, const line_rows *rows,
                          const reel_bytes *body, uint32_t number);

/* put_events.c: the events that make the state of the frame before that of the rows. */
bool reel__tape_put_events(reel_memory *to, const tape_state *state, const tape_past *past, const line_rows *rows,
                           const reel_bytes *old);

/* The number of the round in a frame of which no message is known: see RoundStarted. */
int32_t reel__tape_round_of(const tape_past *past, const echoreplay_frame *frame);
/* Notes a frame that was written. */
void reel__tape_past_take(tape_past *past, const line_rows *rows, const tape_state *state);

/* put_header.c: the header from rows. `frame`: the first one, or NULL. */
bool reel__tape_put_header(reel_memory *to, const tape_info *info, const reel_chunk *notes, const line_rows *first,
                           const reel_bytes *old);
/* Whether a header that was read says what these rows say. */
bool reel__tape_header_agrees(const tape_state *state, const tape_info *info, const reel_chunk *notes, reel_bytes body,
                              const line_rows *first);

/* The same for version 1. */
bool reel__nevrcap_header_agrees(tape_state *state, const tape_info *info, const reel_chunk *notes, reel_bytes body);
/* Whether its roster has the players of the first frame by the same names and accounts, as far as it has them. */
bool reel__tape_roster_agrees(const tape_state *state, const line_rows *first);

#define TAPE_REFERENCE "reference"

typedef struct tape_writer {
    tape_info info;
    reel_memory capture_id;
    bool first; /* version 1 */
    bool has_info, header_done, changed, has_layout;
    reel_chunk *rows, *spare, *back, *whole, *head; /* waiting, the rest of them, read back, completed, metadata */
    row_order order;
    tape_state state, saved;
    tape_rows reader;
    tape_past past;
    uint32_t frames, last_offset;
    listed_event *events;
    size_t event_count, event_capacity;
    bool no_memory;
    reel_memory message, content, old_header, footer, pieces;
    tape_file file;
} tape_writer;

/* write_compare.c: the rows in `back` of the writer, and those of a frame. `whole`: completed, and may be changed; `given`: as they were given. */
reel_status reel__tape_compare_frame(reel_encoder *e, const line_rows *whole, const line_rows *given);
/* Whether they are the same. */
bool reel__tape_is_exact(const tape_writer *w, const line_rows *rows);
/* Refuse rows that say two things: a name without its key, a value without the key that it had. */
reel_status reel__tape_check_names(reel_encoder *e, const line_rows *rows);
reel_status reel__tape_check_removed(reel_encoder *e, const line_rows *rows);

reel_status reel__tape_begin(reel_encoder *encoder);
reel_status reel__nevrcap_begin(reel_encoder *encoder);
reel_status reel__tape_write_rows(reel_encoder *encoder, const reel_chunk *batch);
reel_status reel__tape_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__nevrcap_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__tape_finish(reel_encoder *encoder, const reel_chunk *staged);
void reel__tape_end(reel_encoder *encoder);

#endif
