/* SPDX-License-Identifier: MIT
 * Packs a zstd frame with a checksum, piece by piece. */
#ifndef CODEC_PACK_ZSTD_PUSH_H
#define CODEC_PACK_ZSTD_PUSH_H

#include <reel/format.h>

/* Set `allocator`, and everything else to zero. */
typedef struct zstd_push {
    reel_allocator allocator;
    void *context;
    bool open; /* a frame has begun */
} zstd_push;

/* Begins a frame. `size`: of its content, which its header then states; REEL_UNKNOWN_SIZE: not known. Returns REEL_OK, REEL_UNSUPPORTED (not
 * built in) or REEL_MEMORY, as the next one does. */
reel_status reel__zstd_push_begin(zstd_push *push, int level, uint64_t size);
/* Adds bytes, and appends what is packed so far to `to`. `last`: the frame ends with them. */
reel_status reel__zstd_push_add(zstd_push *push, const void *data, size_t size, bool last, reel_memory *to);
void reel__zstd_push_free(zstd_push *push);

#endif
