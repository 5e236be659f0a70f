/* SPDX-License-Identifier: MIT
 * The interface between unpack.c and its decompressors. */
#ifndef CODEC_PACK_UNPACKER_H
#define CODEC_PACK_UNPACKER_H

#include <reel/format.h>

#define UNPACK_WINDOW_LOG 27
#define UNPACK_WINDOW (UINT64_C(1) << UNPACK_WINDOW_LOG) /* the largest window that a stream may require */

/* A decompressor. `start` allocates its state and `stop` frees it. */
typedef struct unpack_codec {
    void *(*start)(const reel_allocator *allocator); /* NULL: out of memory */
    /* Prepares for the next member, of which no more than `most` bytes will be unpacked. Less than UINT64_MAX: all that is packed is at hand in
     * the first step, and the window takes no more memory than such a member needs. Returns REEL_OK or REEL_MEMORY. */
    reel_status (*member)(void *state, uint64_t most);
    /* Decompresses from *at into `out` until it reaches `end` or `out` is full. Advances *at and sets *made to the number of bytes in `out`.
     * Returns REEL_OK; REEL_END after the last byte of a member; REEL_CORRUPT; REEL_LIMIT (the window); or REEL_MEMORY. */
    reel_status (*step)(void *state, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made);
    void (*stop)(void *state);
} unpack_codec;

/* The unpacked size in the trailer of the gzip member from `at` to `end`, if libdeflate is built in and can unpack the member in one step;
 * otherwise 0. It is only a hint: the member may be damaged, or end before `end`. */
size_t reel__unpack_gzip_hint(const uint8_t *at, const uint8_t *end);

extern const unpack_codec reel__unpack_gzip, reel__unpack_xz, reel__unpack_zstd, reel__unpack_stored, reel__unpack_stored_zstd,
    reel__unpack_lzma2, reel__unpack_stored_lzma, reel__unpack_tee_streams, reel__unpack_stored_streams;

#endif
