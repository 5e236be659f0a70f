/* SPDX-License-Identifier: MIT
 * Blocks inside a file that are compressed each on its own: unpacked step by step into one growing buffer, packed at once. */
#ifndef CODEC_PACK_BLOCK_H
#define CODEC_PACK_BLOCK_H

#include <reel/format.h>

typedef enum block_codec { BLOCK_GZIP, BLOCK_ZSTD } block_codec;

/* Whether the library behind a codec is built in; its name for a message. */
bool block_known(block_codec codec);
const char *block_library(block_codec codec);

/* An unpacker of one block after another. Zeroed but for `allocator` and `codec` it is ready; block_free frees what it holds. */
typedef struct block_reader {
    reel_allocator allocator;
    block_codec codec;
    reel_budget *budget; /* charged with what is unpacked; may be NULL */
    void *state;
    const uint8_t *at, *end; /* packed bytes not used yet */
    uint8_t *buffer;         /* what was unpacked: `made` bytes */
    size_t capacity, made;
    bool ended; /* the codec's own end was met */
} block_reader;

/* Begins a block: REEL_OK, REEL_UNSUPPORTED (the codec is not built in) or REEL_MEMORY. */
reel_status block_start(block_reader *block, const uint8_t *packed, size_t size);
/* Unpacks until at least `want` bytes are there, or the block's end: REEL_OK, REEL_END (its end), REEL_TRUNCATED (the packed bytes end first),
 * REEL_CORRUPT, REEL_LIMIT (a window too large, or the budget), REEL_CANCELLED (the budget) or REEL_MEMORY. What was made before a failure is in the buffer. */
reel_status block_unpack(block_reader *block, size_t want);
void block_free(block_reader *block);

/* Packs `size` bytes and adds the result to `to`: REEL_OK, REEL_UNSUPPORTED or REEL_MEMORY. */
reel_status block_pack(block_codec codec, int level, const uint8_t *data, size_t size, const reel_allocator *allocator,
                       reel_memory *to);

#endif
