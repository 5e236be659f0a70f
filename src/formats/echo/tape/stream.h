/* SPDX-License-Identifier: MIT
 * The messages of a capture, one after another, from a file that is compressed or not. */
#ifndef ECHO_TAPE_STREAM_H
#define ECHO_TAPE_STREAM_H

#include "core/memory.h"

#include <reel/format.h>

enum { TAPE_PIECE = 65536, TAPE_ZSTD_BLOCK = 128 << 10, TAPE_LONGEST_MESSAGE = 256 << 20 };
#define TAPE_ZSTD_MAGIC 0xfd2fb528u
#define TAPE_SKIPPABLE_MAGIC 0x184d2a50u
#define TAPE_SKIPPABLE_MASK 0xfffffff0u
#define TAPE_SEEK_MAGIC 0x184d2a5eu
#define TAPE_SEEK_END 0x8f92eab1u
enum { TAPE_SEEK_ENTRY = 8, TAPE_SEEK_TAIL = 9, TAPE_SKIPPABLE_HEADER = 8 };

/* The most content of a zstd frame that is unpacked in one call. */
enum { TAPE_WHOLE = 4 << 20 };

/* What is compressed as a whole: a zstd frame. */
typedef struct tape_block {
    uint32_t packed, unpacked;
} tape_block;

/* Where the stream is in the file. */
typedef enum stream_state { STREAM_BETWEEN, STREAM_BLOCKS, STREAM_CHECKSUM, STREAM_SKIPPING, STREAM_TABLE } stream_state;

typedef struct tape_stream {
    bool packed, keep; /* compressed; `kept` is wanted */
    void *codec;
    stream_state state;
    bool checksum; /* the current zstd frame has one */
    uint8_t *buffer;
    size_t capacity, at, have; /* unread bytes are from `at` to `have` */
    uint64_t offset;           /* of buffer[at] in the unpacked stream */
    uint64_t block_at;         /* offset in the file of the zstd frame that ended or is being read */
    uint64_t block_offset;     /* in the unpacked stream, of its first byte */
    uint64_t unpacked;         /* bytes in all */
    uint64_t skip_at, skip_left;
    tape_block *blocks; /* that were read */
    size_t block_count, block_capacity;
    reel_memory table; /* a seek table */
    bool has_table;
    uint64_t table_at;
    reel_memory kept;   /* packed bytes that are not in rows yet */
    reel_error failure; /* of a peek, for the next call */
} tape_stream;

/* One message. */
typedef struct tape_message {
    reel_bytes whole;  /* with its size in front */
    reel_bytes body;   /* without */
    uint64_t offset;   /* of `whole` in the unpacked stream */
    uint64_t block_at; /* offset in the file of the zstd frame that it begins in */
    bool begins_block; /* its first byte is the first one of a zstd frame */
} tape_message;

/* Starts reading at the start of the file. */
reel_status reel__tape_stream_begin(reel_decoder *d, tape_stream *s);
void reel__tape_stream_free(const reel_decoder *d, tape_stream *s);
/* The next message, which is valid until the next call. REEL_END: there is none. */
reel_status reel__tape_stream_next(reel_decoder *d, tape_stream *s, tape_message *message);

/* Makes at least one step behind the unread bytes. REEL_END: the file has no more. */
reel_status reel__tape_stream_more(reel_decoder *d, tape_stream *s);
/* Makes the first byte of the next message available. REEL_AGAIN: not yet. A failure is returned by the next call instead. */
reel_status reel__tape_stream_peek(reel_decoder *d, tape_stream *s);
/* After a peek: whether the next message begins a zstd frame. */
static inline bool tape_stream_at_block(const tape_stream *s) { return s->block_count && s->offset == s->block_offset; }

/* The size of a zstd frame's header, which begins at `at`, and what it says; 0: `size` bytes are too few. */
typedef struct tape_zstd_header {
    uint64_t window, content; /* content: 0 if it does not say */
    uint32_t dictionary;
    bool checksum, broken;
} tape_zstd_header;

#endif
