/* SPDX-License-Identifier: MIT
 * .zst by libzstd. Its memory hooks are not part of its stable interface, but they have not changed since 1.0. Without them the window
 * would not come from the caller's allocator. */
#include "codec/pack/unpacker.h"
#include "core/memory.h"

#ifdef REEL_WITH_ZSTD

#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zstd_errors.h>

typedef struct zstd_state {
    reel_allocator allocator;
    ZSTD_DStream *stream;
} zstd_state;

static void *zstd_alloc(void *context, size_t size)
{
    const zstd_state *state = context;
    return state->allocator.alloc(state->allocator.context, size);
}

static void zstd_free(void *context, void *pointer)
{
    const zstd_state *state = context;
    memory_drop(&state->allocator, pointer);
}

static void *zstd_start(const reel_allocator *allocator)
{
    zstd_state *state = allocator->alloc(allocator->context, sizeof *state);
    if (!state) return NULL;
    *state = (zstd_state){ .allocator = *allocator };
    state->stream = ZSTD_createDStream_advanced((ZSTD_customMem){ zstd_alloc, zstd_free, state });
    if (state->stream && !ZSTD_isError(ZSTD_DCtx_setParameter(state->stream, ZSTD_d_windowLogMax, UNPACK_WINDOW_LOG)))
        return state;
    ZSTD_freeDStream(state->stream);
    allocator->free(allocator->context, state);
    return NULL;
}

static reel_status zstd_member(void *context)
{
    zstd_state *state = context;
    return ZSTD_isError(ZSTD_DCtx_reset(state->stream, ZSTD_reset_session_only)) ? REEL_MEMORY : REEL_OK;
}

static reel_status zstd_step(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    zstd_state *state = context;
    ZSTD_inBuffer in = { *at, (size_t)(end - *at), 0 };
    ZSTD_outBuffer made_out = { out, capacity, 0 };
    size_t result = ZSTD_decompressStream(state->stream, &made_out, &in);
    *at += in.pos;
    *made = made_out.pos;
    if (!ZSTD_isError(result)) return result == 0 ? REEL_END : REEL_OK;
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation: return REEL_MEMORY;
    case ZSTD_error_frameParameter_windowTooLarge: return REEL_LIMIT;
    default: return REEL_CORRUPT;
    }
}

static void zstd_stop(void *context)
{
    zstd_state *state = context;
    ZSTD_freeDStream(state->stream);
    state->allocator.free(state->allocator.context, state);
}

const unpack_codec unpack_zstd = { zstd_start, zstd_member, zstd_step, zstd_stop };

#endif
