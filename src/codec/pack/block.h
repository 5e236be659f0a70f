/* SPDX-License-Identifier: MIT
 * Separately compressed blocks inside a file. They are unpacked step by step into a growing buffer, and packed in one step. */
#ifndef CODEC_PACK_BLOCK_H
#define CODEC_PACK_BLOCK_H

#include <reel/format.h>

typedef enum block_codec { BLOCK_GZIP, BLOCK_ZSTD } block_codec;

/* Whether the library of a codec is built in, and its name for messages. */
bool reel__block_known(block_codec codec);
const char *reel__block_library(block_codec codec);

/* Unpacks one block after another. Set `allocator` and `codec`, and everything else to zero. Free with reel__block_free. */
typedef struct block_reader {
    reel_allocator allocator;
    block_codec codec;
    reel_budget *budget; /* charged for unpacked bytes; may be NULL */
    void *state;
    const uint8_t *at, *end; /* packed bytes that were not consumed yet */
    uint8_t *buffer;         /* `made` unpacked bytes */
    size_t capacity, made;
    size_t most; /* what may be made: one byte more than is wanted or allowed, which shows that there is more */
    bool ended;  /* the codec reported the end of the stream */
} block_reader;

/* Starts a block, of which no more than `most` bytes, and one that shows that there are more, will be unpacked. Memory is taken for that number,
 * or for what the budget has left, whatever the block asks for. Returns REEL_OK, REEL_UNSUPPORTED (the codec is not built in) or REEL_MEMORY. */
reel_status reel__block_start(block_reader *block, const uint8_t *packed, size_t size, uint64_t most);
/* Unpacks until the buffer has at least `want` bytes, or one more than `most`. Returns REEL_OK; REEL_END at the end of the block; REEL_TRUNCATED if the packed bytes
 * end before it; REEL_CORRUPT; REEL_LIMIT for the budget or a window that is too large; REEL_CANCELLED; or REEL_MEMORY. After a failure the
 * buffer has the bytes before the damage. */
reel_status reel__block_unpack(block_reader *block, size_t want);
void reel__block_free(block_reader *block);

/* Packs `size` bytes and appends the result to `to`. Returns REEL_OK, REEL_UNSUPPORTED or REEL_MEMORY. */
reel_status reel__block_pack(block_codec codec, int level, const uint8_t *data, size_t size, const reel_allocator *allocator,
                             reel_memory *to);

/* Packs with zstd, which also finds long repeats up to 2^window_log bytes back, at the speed of a checksum; a window of more than UNPACK_WINDOW_LOG is not
 * read again. Returns REEL_OK, REEL_UNSUPPORTED, REEL_MEMORY, or what `budget` says (NULL: none), a step a byte; nothing is appended then. */
reel_status reel__block_pack_far(int level, int window_log, const uint8_t *data, size_t size, reel_budget *budget,
                                 const reel_allocator *allocator, reel_memory *to);

#endif
