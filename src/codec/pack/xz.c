/* SPDX-License-Identifier: MIT
 * .xz by liblzma. */
#include "codec/pack/items.h"
#include "codec/pack/unpacker.h"

#ifdef REEL_WITH_LZMA

#include <lzma.h>

typedef struct xz_state {
    reel_allocator allocator;
    lzma_allocator memory;
    lzma_stream stream;
} xz_state;

static void *xz_alloc(void *context, size_t items, size_t size)
{
    const xz_state *state = context;
    return reel__items_alloc(&state->allocator, items, size);
}

static void xz_free(void *context, void *pointer)
{
    const xz_state *state = context;
    reel__memory_drop(&state->allocator, pointer);
}

static void *xz_start(const reel_allocator *allocator)
{
    xz_state *state = allocator->alloc(allocator->context, sizeof *state);
    if (!state) return NULL;
    *state = (xz_state){ .allocator = *allocator, .stream = LZMA_STREAM_INIT };
    state->memory = (lzma_allocator){ .alloc = xz_alloc, .free = xz_free, .opaque = state };
    state->stream.allocator = &state->memory;
    return state;
}

/* The memory limit of liblzma includes its tables. */
enum { BESIDE_WINDOW = 1 << 20 };

static reel_status xz_member(void *context, uint64_t most)
{
    (void)most; /* no block has this codec */
    xz_state *state = context;
    return lzma_stream_decoder(&state->stream, UNPACK_WINDOW + BESIDE_WINDOW, 0) == LZMA_OK ? REEL_OK : REEL_MEMORY;
}

static reel_status xz_step(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    xz_state *state = context;
    lzma_stream *stream = &state->stream;
    stream->next_in = *at;
    stream->avail_in = (size_t)(end - *at);
    stream->next_out = out;
    stream->avail_out = capacity;
    lzma_ret result = lzma_code(stream, LZMA_RUN);
    *at = stream->next_in;
    *made = capacity - stream->avail_out;
    switch (result) {
    case LZMA_OK:
    case LZMA_BUF_ERROR: return REEL_OK;
    case LZMA_STREAM_END: return REEL_END;
    case LZMA_MEM_ERROR: return REEL_MEMORY;
    case LZMA_MEMLIMIT_ERROR: return REEL_LIMIT;
    default: return REEL_CORRUPT;
    }
}

static void xz_stop(void *context)
{
    xz_state *state = context;
    lzma_end(&state->stream);
    state->allocator.free(state->allocator.context, state);
}

const unpack_codec reel__unpack_xz = { xz_start, xz_member, xz_step, xz_stop };

#endif
