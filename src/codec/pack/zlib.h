/* SPDX-License-Identifier: MIT
 * zlib streams (RFC 1950) whose unpacked size is known before they are unpacked, and the CRC-32 of zlib. */
#ifndef CODEC_PACK_ZLIB_H
#define CODEC_PACK_ZLIB_H

#include <reel/format.h>

/* A stream of `size` bytes unpacks to at most this many: deflate gives 258 bytes for two bits. */
static inline uint64_t zlib_most(uint64_t size) { return size * 1032; }

/* Unpacks one stream after another. Set `allocator` and `budget`, and everything else to zero. Free with reel__zlib_free. */
typedef struct zlib_unpacker {
    reel_allocator allocator;
    reel_budget *budget; /* charged for unpacked bytes; may be NULL */
    void *state;
} zlib_unpacker;

/* Unpacks the first `capacity` bytes of a stream into `out` and sets *made to their number. Returns REEL_END if the stream ended there, and
 * its checksum is right; REEL_OK if `out` is full before that; REEL_TRUNCATED if the packed bytes end before the stream; REEL_CORRUPT; REEL_LIMIT
 * for the budget; REEL_UNSUPPORTED (zlib is not built in); REEL_CANCELLED; or REEL_MEMORY. After a failure `out` has the *made bytes
 * before it. */
reel_status reel__zlib_unpack(zlib_unpacker *unpacker, reel_bytes packed, uint8_t *out, size_t capacity, size_t *made);
void reel__zlib_free(zlib_unpacker *unpacker);

/* The CRC-32 of zlib, PNG and zip. */
uint32_t reel__zlib_crc32(const void *data, size_t size);

#endif
