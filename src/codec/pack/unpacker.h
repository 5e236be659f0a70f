/* SPDX-License-Identifier: MIT
 * What unpack.c and the decompressors behind it share. */
#ifndef CODEC_PACK_UNPACKER_H
#define CODEC_PACK_UNPACKER_H

#include <reel/format.h>

#define UNPACK_WINDOW_LOG 27
#define UNPACK_WINDOW (UINT64_C(1) << UNPACK_WINDOW_LOG) /* bytes of history that a stream may ask for */

/* One decompressor. Its state is allocated by `start` and freed by `stop`. */
typedef struct unpack_codec {
    void *(*start)(const reel_allocator *allocator); /* NULL: no memory */
    /* Gets ready for the next member: REEL_OK or REEL_MEMORY. */
    reel_status (*member)(void *state);
    /* Decompresses from *at up to `end`, moving *at, into `out`, setting *made, as far as either allows. REEL_OK; REEL_END
     * after the last byte of a member; REEL_CORRUPT, REEL_LIMIT (the window) or REEL_MEMORY. */
    reel_status (*step)(void *state, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made);
    void (*stop)(void *state);
} unpack_codec;

/* The size that the trailer of a gzip member states, if its packed bytes are those from `at` to `end` and can be unpacked at once (by
 * libdeflate, if it is built in) into as much room; 0 if not. It is only a hint: the member may be damaged, or end earlier. */
size_t unpack_gzip_hint(const uint8_t *at, const uint8_t *end);

extern const unpack_codec unpack_gzip, unpack_xz, unpack_zstd;

#endif
