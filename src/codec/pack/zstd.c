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
    uint64_t most; /* bytes that will be unpacked of this member; UINT64_MAX: unknown, or its header was read */
} zstd_state;

static void *zstd_alloc(void *context, size_t size)
{
    const zstd_state *state = context;
    return state->allocator.alloc(state->allocator.context, size);
}

static void zstd_free(void *context, void *pointer)
{
    const zstd_state *state = context;
    reel__memory_drop(&state->allocator, pointer);
}

static void *zstd_start(const reel_allocator *allocator)
{
    zstd_state *state = allocator->alloc(allocator->context, sizeof *state);
    if (!state) return NULL;
    *state = (zstd_state){ .allocator = *allocator, .most = UINT64_MAX };
    state->stream = ZSTD_createDStream_advanced((ZSTD_customMem){ zstd_alloc, zstd_free, state });
    if (state->stream && !ZSTD_isError(ZSTD_DCtx_setParameter(state->stream, ZSTD_d_windowLogMax, UNPACK_WINDOW_LOG)))
        return state;
    ZSTD_freeDStream(state->stream);
    allocator->free(allocator->context, state);
    return NULL;
}

static reel_status zstd_member(void *context, uint64_t most)
{
    zstd_state *state = context;
    state->most = most;
    return ZSTD_isError(ZSTD_DCtx_reset(state->stream, ZSTD_reset_session_only)) ? REEL_MEMORY : REEL_OK;
}

/* The smallest window of at least `most` bytes, as a header has it. */
static uint8_t window_for(uint64_t most)
{
    enum { LEAST_LOG = 10, STEPS = 8 };
    for (unsigned log = LEAST_LOG;; log++)
        for (unsigned step = 0; step < STEPS; step++)
            if ((UINT64_C(1) << log) + (UINT64_C(1) << log) / STEPS * step >= most)
                return (uint8_t)((log - LEAST_LOG) * STEPS + step);
}

/* The largest header that is made here. */
enum { HEADER_MOST = 4 + 1 + 1 + 8 };

/* Writes the header of a frame anew, with another window. It has no dictionary. Returns its size. */
static size_t put_header(uint8_t *to, const ZSTD_frameHeader *header, uint8_t window)
{
    enum { CHECKSUM = 1 << 2, SIZE_OF_EIGHT = 3 << 6 };
    bool sized = header->frameContentSize != ZSTD_CONTENTSIZE_UNKNOWN;
    reel_store_u32le(to, ZSTD_MAGICNUMBER);
    to[4] = (uint8_t)((header->checksumFlag ? CHECKSUM : 0) | (sized ? SIZE_OF_EIGHT : 0));
    to[5] = window;
    if (sized) reel_store_u64le(to + 6, header->frameContentSize);
    return sized ? HEADER_MOST : 6;
}

/* The decompressor allocates the window that a header asks for, which is up to 128 MiB whatever follows. What is repeated lies in what was
 * unpacked before, so that a window of what will be unpacked, and of the block in which that ends, gives the same bytes. Reads the header of
 * a frame as one with such a window, and moves *at behind it; or leaves it to the decompressor. */
static size_t read_header(zstd_state *state, const uint8_t **at, const uint8_t *end)
{
    uint64_t most = state->most;
    ZSTD_frameHeader header;
    state->most = UINT64_MAX;
    if (most >= UNPACK_WINDOW || ZSTD_getFrameHeader(&header, *at, (size_t)(end - *at)) != 0) return 0;
    most += ZSTD_BLOCKSIZE_MAX;
    if (header.frameType != ZSTD_frame || header.dictID || header.windowSize > UNPACK_WINDOW || header.windowSize <= most)
        return 0;
    if (header.frameContentSize <= most) return 0; /* the window takes no more than that */
    uint8_t bytes[HEADER_MOST];
    ZSTD_inBuffer in = { bytes, put_header(bytes, &header, window_for(most)), 0 };
    *at += header.headerSize;
    return ZSTD_decompressStream(state->stream, &(ZSTD_outBuffer){ bytes, 0, 0 }, &in);
}

static reel_status zstd_step(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    zstd_state *state = context;
    size_t result = state->most == UINT64_MAX ? 0 : read_header(state, at, end);
    ZSTD_inBuffer in = { *at, (size_t)(end - *at), 0 };
    ZSTD_outBuffer made_out = { out, capacity, 0 };
    if (!ZSTD_isError(result)) result = ZSTD_decompressStream(state->stream, &made_out, &in);
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

const unpack_codec reel__unpack_zstd = { zstd_start, zstd_member, zstd_step, zstd_stop };

#endif
