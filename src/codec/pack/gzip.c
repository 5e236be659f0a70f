/* SPDX-License-Identifier: MIT
 * .gz over zlib. */
#include "codec/pack/unpacker.h"

#ifdef REEL_WITH_ZLIB

#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>

typedef struct gzip_state {
    reel_allocator allocator;
    z_stream stream;
} gzip_state;

static void *gzip_alloc(void *context, unsigned items, unsigned size)
{
    const gzip_state *state = context;
    if (size && items > SIZE_MAX / size) return NULL;
    return state->allocator.alloc(state->allocator.context, (size_t)items * size);
}

static void gzip_free(void *context, void *pointer)
{
    const gzip_state *state = context;
    if (pointer) state->allocator.free(state->allocator.context, pointer);
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

static reel_status gzip_member(void *context)
{
    gzip_state *state = context;
    return inflateReset(&state->stream) == Z_OK ? REEL_OK : REEL_MEMORY;
}

static unsigned at_most(size_t size) { return size > UINT_MAX ? UINT_MAX : (unsigned)size; }

static reel_status gzip_step(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    gzip_state *state = context;
    z_stream *stream = &state->stream;
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
    state->allocator.free(state->allocator.context, state);
}

const unpack_codec unpack_gzip = { gzip_start, gzip_member, gzip_step, gzip_stop };

#endif
