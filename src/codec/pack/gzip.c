/* SPDX-License-Identifier: MIT
 * .gz by zlib, and by libdeflate for members that are entirely in memory.
 *
 * libdeflate is more than twice as fast, but it cannot pause and has no partial results. So it is tried once at the start of a member, if
 * all packed bytes are available and the output has the size in the trailer. If it fails, zlib unpacks the member from its start: partial
 * results and errors always come from zlib. */
#include "codec/pack/items.h"
#include "codec/pack/unpacker.h"

#ifdef REEL_WITH_ZLIB

#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>
#ifdef REEL_WITH_LIBDEFLATE
#include <libdeflate.h>
#endif

typedef struct gzip_state {
    reel_allocator allocator;
    z_stream stream;
    bool begun; /* unpacking of the member has been attempted */
#ifdef REEL_WITH_LIBDEFLATE
    struct libdeflate_decompressor *whole; /* allocated when first needed */
#endif
} gzip_state;

static void *gzip_alloc(void *context, unsigned items, unsigned size)
{
    const gzip_state *state = context;
    return reel__items_alloc(&state->allocator, items, size);
}

static void gzip_free(void *context, void *pointer)
{
    const gzip_state *state = context;
    reel__memory_drop(&state->allocator, pointer);
}

enum { LARGEST_WINDOW = 15, GZIP_ONLY = 16 };

static void *gzip_start(const reel_allocator *allocator)
{
    gzip_state *state = allocator->alloc(allocator->context, sizeof *state);
    if (!state) return NULL;
    *state = (gzip_state){ .allocator = *allocator };
    state->stream.zalloc = gzip_alloc;
    state->stream.zfree = gzip_free;
    state->stream.opaque = state;
    if (inflateInit2(&state->stream, LARGEST_WINDOW + GZIP_ONLY) == Z_OK) return state;
    allocator->free(allocator->context, state);
    return NULL;
}

static reel_status gzip_member(void *context, uint64_t most)
{
    (void)most; /* a window of 32 KiB */
    gzip_state *state = context;
    state->begun = false;
    return inflateReset(&state->stream) == Z_OK ? REEL_OK : REEL_MEMORY;
}

static unsigned at_most(size_t size) { return size > UINT_MAX ? UINT_MAX : (unsigned)size; }

#ifdef REEL_WITH_LIBDEFLATE

enum { PLAIN_HEADER = 10, TRAILER = 8, MOST_RATIO = 1032 }; /* RFC 1951: 258 bytes from two bits */

size_t reel__unpack_gzip_hint(const uint8_t *at, const uint8_t *end)
{
    static const uint8_t plain[] = { 0x1f, 0x8b, 8,
                                     0 }; /* no name, no extra bytes, no header checksum, which libdeflate would ignore */
    size_t size = (size_t)(end - at);
    if (size < PLAIN_HEADER + TRAILER || memcmp(at, plain, sizeof plain) != 0) return 0;
    uint32_t stated = reel_load_u32le(end - 4);
    return stated / MOST_RATIO <= size ? stated : 0;
}

/* libdeflate 1.14 takes no allocator for a decompressor: its 12 KB come from malloc. */
static bool unpack_whole(gzip_state *state, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    size_t hint = reel__unpack_gzip_hint(*at, end), used = 0, got = 0;
    if (!hint || hint > capacity) return false;
    if (!state->whole) state->whole = libdeflate_alloc_decompressor();
    if (!state->whole) return false;
    if (libdeflate_gzip_decompress_ex(state->whole, *at, (size_t)(end - *at), out, capacity, &used, &got) != LIBDEFLATE_SUCCESS)
        return false;
    *at += used;
    *made = got;
    return true;
}

static void drop_whole(gzip_state *state)
{
    if (state->whole) libdeflate_free_decompressor(state->whole);
}

#else

size_t reel__unpack_gzip_hint(const uint8_t *at, const uint8_t *end)
{
    (void)at, (void)end;
    return 0;
}

static bool unpack_whole(gzip_state *state, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    (void)state, (void)at, (void)end, (void)out, (void)capacity, (void)made;
    return false;
}

static void drop_whole(gzip_state *state) { (void)state; }

#endif

static reel_status gzip_step(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    gzip_state *state = context;
    z_stream *stream = &state->stream;
    bool begun = state->begun;
    state->begun = true;
    if (!begun && unpack_whole(state, at, end, out, capacity, made)) return REEL_END;
    stream->next_in = *at;
    stream->avail_in = at_most((size_t)(end - *at));
    stream->next_out = out;
    stream->avail_out = at_most(capacity);
    int result = inflate(stream, Z_NO_FLUSH);
    *at = stream->next_in;
    *made = (size_t)(stream->next_out - out);
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: return REEL_OK;
    case Z_STREAM_END: return REEL_END;
    case Z_MEM_ERROR: return REEL_MEMORY;
    default: return REEL_CORRUPT;
    }
}

static void gzip_stop(void *context)
{
    gzip_state *state = context;
    inflateEnd(&state->stream);
    drop_whole(state);
    state->allocator.free(state->allocator.context, state);
}

const unpack_codec reel__unpack_gzip = { gzip_start, gzip_member, gzip_step, gzip_stop };

#endif
