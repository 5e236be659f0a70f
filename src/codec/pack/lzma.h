/* SPDX-License-Identifier: MIT
 * The old container of LZMA, known as .lzma or LZMA-alone: one byte of properties, the dictionary's size, the size of what was
 * packed (or all ones), the stream. It has no checksum. */
#ifndef CODEC_PACK_LZMA_H
#define CODEC_PACK_LZMA_H

#include <reel/format.h>

enum { LZMA_ALONE_HEAD = 13 };

#define LZMA_ALONE_UNKNOWN UINT64_MAX

/* A stream that is unpacked as far as it is asked for. Start with zeros. */
typedef struct lzma_alone {
    uint8_t *data; /* what was unpacked so far; moves as it grows */
    size_t size;
    uint64_t stated; /* the size that the head states, or LZMA_ALONE_UNKNOWN */
    size_t used;     /* packed bytes that were consumed */
    bool ended;      /* the stream is complete */
    /* the codec's own */
    size_t capacity, limit;
    uint8_t head[LZMA_ALONE_HEAD];
    void *state;
    reel_allocator allocator;
    reel_budget *budget;
    reel_status failed;
    reel_error error;
} lzma_alone;

/* Gets ready to unpack the `packed` bytes, to no more than `limit` bytes and no more than `budget` allows, which may be NULL. */
reel_status lzma_alone_start(lzma_alone *stream, const uint8_t *head, size_t packed, uint64_t limit, reel_budget *budget,
                             const reel_allocator *allocator, reel_error *error);

/* Unpacks until at least `want` bytes are in `data` or the stream ends; `packed` are all its bytes, the same at each call.
 * Failures come after all bytes before them, and stay: REEL_TRUNCATED, "unpack.truncated"; REEL_CORRUPT, "unpack.corrupt";
 * REEL_LIMIT, "unpack.limit"; REEL_MEMORY; REEL_UNSUPPORTED, "unpack.not-built". Their offset counts in `packed`. */
reel_status lzma_alone_more(lzma_alone *stream, const uint8_t *packed, size_t packed_size, size_t want, reel_error *error);

void lzma_alone_stop(lzma_alone *stream); /* frees everything; zeros are fine */

/* Packs `size` bytes and writes them with their head: lc 3, lp 0, pb 2, a dictionary stated as 8 MiB. With `marked` the size is
 * stated as unknown and an end mark is written, otherwise the size is stated and there is none. */
reel_status lzma_alone_pack(reel_output *out, const uint8_t *data, size_t size, bool marked, const reel_allocator *allocator,
                            reel_error *error);

#endif
