/* SPDX-License-Identifier: MIT
 * zlib streams by libdeflate, which is faster, and by zlib, which gives partial results: libdeflate is tried first, and if it fails, zlib
 * unpacks the stream from its start. */
#include "codec/pack/zlib.h"

#include "codec/pack/items.h"
#include "core/crc32.h"

#ifdef REEL_WITH_ZLIB

#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>
#ifdef REEL_WITH_LIBDEFLATE
#include <libdeflate.h>
#endif

typedef struct zlib_state {
    reel_allocator allocator;
    z_stream stream;
#ifdef REEL_WITH_LIBDEFLATE
    struct libdeflate_decompressor *whole; /* libdeflate 1.14 takes no allocator for it: its 12 KB come from malloc */
#endif
} zlib_state;

static void *zlib_alloc(void *context, unsigned items, unsigned size)
{
    return reel__items_alloc(&((const zlib_state *)context)->allocator, items, size);
}

static void zlib_drop(void *context, void *pointer) { reel__memory_drop(&((const zlib_state *)context)->allocator, pointer); }

static zlib_state *zlib_begin(zlib_unpacker *unpacker)
{
    zlib_state *state = unpacker->state;
    if (state) return inflateReset(&state->stream) == Z_OK ? state : NULL;
    state = reel__memory_new(&unpacker->allocator, sizeof *state);
    if (!state) return NULL;
    state->allocator = unpacker->allocator;
    state->stream = (z_stream){ .zalloc = zlib_alloc, .zfree = zlib_drop, .opaque = state };
    if (inflateInit(&state->stream) == Z_OK) return unpacker->state = state;
    reel__memory_drop(&unpacker->allocator, state);
    return NULL;
}

#ifdef REEL_WITH_LIBDEFLATE

static bool unpack_whole(zlib_state *state, reel_bytes packed, uint8_t *out, size_t capacity, size_t *made)
{
    size_t used;
    if (!state->whole) state->whole = libdeflate_alloc_decompressor();
    return state->whole && libdeflate_zlib_decompress_ex(state->whole, packed.data, packed.size, out, capacity, &used, made) ==
                               LIBDEFLATE_SUCCESS;
}

static void drop_whole(zlib_state *state)
{
    if (state->whole) libdeflate_free_decompressor(state->whole);
}

uint32_t reel__zlib_crc32(const void *data, size_t size) { return libdeflate_crc32(0, data, size); }

#else

static bool unpack_whole(zlib_state *state, reel_bytes packed, uint8_t *out, size_t capacity, size_t *made)
{
    (void)state, (void)packed, (void)out, (void)capacity, (void)made;
    return false;
}

static void drop_whole(zlib_state *state) { (void)state; }

uint32_t reel__zlib_crc32(const void *data, size_t size)
{
    uLong sum = crc32(0, Z_NULL, 0);
    for (const uint8_t *at = data; size;) {
        const unsigned step = size < INT_MAX ? (unsigned)size : INT_MAX;
        sum = crc32(sum, at, step);
        at += step;
        size -= step;
    }
    return (uint32_t)sum;
}

#endif

/* zlib needs room for one byte to find the end of a stream that fills `out`. */
static reel_status find_end(z_stream *stream)
{
    uint8_t more;
    stream->next_out = &more;
    stream->avail_out = 1;
    int result = inflate(stream, Z_NO_FLUSH);
    stream->next_out = NULL;
    if (result == Z_STREAM_END && stream->avail_out) return REEL_END;
    if (result == Z_MEM_ERROR) return REEL_MEMORY;
    if (!stream->avail_out) return REEL_OK;
    return result == Z_OK || result == Z_BUF_ERROR ? REEL_TRUNCATED : REEL_CORRUPT;
}

static reel_status unpack_part(z_stream *stream, reel_bytes packed, uint8_t *out, size_t capacity, size_t *made)
{
    if (packed.size > UINT_MAX || capacity > UINT_MAX) return REEL_LIMIT;
    stream->next_in = packed.data;
    stream->avail_in = (unsigned)packed.size;
    stream->next_out = out;
    stream->avail_out = (unsigned)capacity;
    int result = capacity ? inflate(stream, Z_NO_FLUSH) : Z_OK;
    *made = capacity - stream->avail_out;
    if (result == Z_STREAM_END) return REEL_END;
    if (result == Z_MEM_ERROR) return REEL_MEMORY;
    if (result != Z_OK && result != Z_BUF_ERROR) return REEL_CORRUPT;
    return *made == capacity ? find_end(stream) : REEL_TRUNCATED;
}

reel_status reel__zlib_unpack(zlib_unpacker *unpacker, reel_bytes packed, uint8_t *out, size_t capacity, size_t *made)
{
    *made = 0;
    uint64_t allowed = reel_unpacked_left(unpacker->budget);
    bool limited = capacity > allowed;
    if (limited) capacity = (size_t)allowed;
    zlib_state *state = zlib_begin(unpacker);
    if (!state) return REEL_MEMORY;
    reel_status status = REEL_END;
    if (limited || !unpack_whole(state, packed, out, capacity, made))
        status = unpack_part(&state->stream, packed, out, capacity, made);
    /* One byte more than is allowed makes the budget remember that it ran out. */
    reel_status spent = reel_spend_unpacked(unpacker->budget, *made + (limited && status == REEL_OK));
    return spent < 0 ? spent : status;
}

void reel__zlib_free(zlib_unpacker *unpacker)
{
    zlib_state *state = unpacker->state;
    if (!state) return;
    inflateEnd(&state->stream);
    drop_whole(state);
    reel__memory_drop(&unpacker->allocator, state);
    unpacker->state = NULL;
}

#else

reel_status reel__zlib_unpack(zlib_unpacker *unpacker, reel_bytes packed, uint8_t *out, size_t capacity, size_t *made)
{
    (void)unpacker, (void)packed, (void)out, (void)capacity;
    *made = 0;
    return REEL_UNSUPPORTED;
}

void reel__zlib_free(zlib_unpacker *unpacker) { (void)unpacker; }

uint32_t reel__zlib_crc32(const void *data, size_t size) { return reel__crc32(data, size); }

#endif
