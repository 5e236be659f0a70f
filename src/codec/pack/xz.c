/* SPDX-License-Identifier: MIT
 * .xz, and LZMA2 without its container, by liblzma. */
#include "codec/pack/items.h"
#include "codec/pack/lzma.h"
#include "codec/pack/unpacker.h"
#include "core/memory.h"

#ifdef REEL_WITH_LZMA

#include <lzma.h>

typedef struct xz_state {
    reel_allocator allocator;
    lzma_allocator memory;
    lzma_stream stream;
    uint64_t most; /* of LZMA2: bytes that will be unpacked; 0: its first byte was read */
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

/* ---- LZMA2 ------------------------------------------------------------------------------------------------------ */

/* The first byte is that of .xz: dictionaries of 2 and 3 times 2^11, 2^12, ... bytes. */
enum { LEAST_LOG = 11, LEAST_DICTIONARY = 4096, DICTIONARIES = 2 * (UNPACK_WINDOW_LOG - LEAST_LOG - 1) + 1 };

static uint32_t dictionary_of(uint32_t number) { return (2 | (number & 1)) << (number / 2 + LEAST_LOG); }

static reel_status lzma2_member(void *context, uint64_t most)
{
    xz_state *state = context;
    state->most = most ? most : 1;
    return REEL_OK;
}

/* A match is of bytes that were unpacked before, so a dictionary of all that will be unpacked is enough, whatever is asked for. */
static reel_status lzma2_begin(xz_state *state, uint8_t number)
{
    if (number >= DICTIONARIES) return number > LZMA2_NUMBER_MOST ? REEL_CORRUPT : REEL_LIMIT;
    lzma_options_lzma options = { .dict_size = dictionary_of(number) };
    if (state->most < options.dict_size)
        options.dict_size = state->most < LEAST_DICTIONARY ? LEAST_DICTIONARY : (uint32_t)state->most;
    lzma_filter filters[] = { { LZMA_FILTER_LZMA2, &options }, { LZMA_VLI_UNKNOWN, NULL } };
    state->most = 0;
    return lzma_raw_decoder(&state->stream, filters) == LZMA_OK ? REEL_OK : REEL_MEMORY;
}

static reel_status lzma2_step(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    xz_state *state = context;
    *made = 0;
    if (state->most) {
        if (*at == end) return REEL_OK;
        reel_status status = lzma2_begin(state, *(*at)++);
        if (status != REEL_OK) return status;
    }
    return xz_step(context, at, end, out, capacity, made);
}

const unpack_codec reel__unpack_lzma2 = { xz_start, lzma2_member, lzma2_step, xz_stop };

/* The best match finder needs ten times the dictionary, so it is no larger than the data needs. */
static uint8_t number_for(size_t size, uint8_t most)
{
    uint8_t number = 0;
    while (dictionary_of(number) < size && number < most) number++;
    return number;
}

static reel_status lzma2_begin_packing(xz_state *state, uint8_t number, lzma_options_lzma *options)
{
    if (lzma_lzma_preset(options, 9 | LZMA_PRESET_EXTREME)) return REEL_UNSUPPORTED;
    options->dict_size = dictionary_of(number);
    lzma_filter filters[] = { { LZMA_FILTER_LZMA2, options }, { LZMA_VLI_UNKNOWN, NULL } };
    lzma_ret result = lzma_raw_encoder(&state->stream, filters);
    return result == LZMA_OK ? REEL_OK : result == LZMA_OPTIONS_ERROR ? REEL_UNSUPPORTED : REEL_MEMORY;
}

/* In pieces, so that it can be cancelled: a megabyte takes a second. */
static reel_status lzma2_run(lzma_stream *stream, size_t size, reel_budget *budget)
{
    enum { PIECE = 1 << 16 };
    lzma_ret result = LZMA_OK;
    for (size_t left = size; result == LZMA_OK;) {
        stream->avail_in = left < PIECE ? left : PIECE;
        left -= stream->avail_in;
        const reel_status status = reel_spend(budget, stream->avail_in);
        if (status < 0) return status;
        result = lzma_code(stream, left ? LZMA_RUN : LZMA_FINISH);
        if (result == LZMA_OK && (stream->avail_in || !left)) return REEL_LIMIT; /* no room */
    }
    return result == LZMA_STREAM_END ? REEL_OK : result == LZMA_BUF_ERROR ? REEL_LIMIT : REEL_MEMORY;
}

reel_status reel__lzma2_pack(const uint8_t *data, size_t size, uint8_t number_most, size_t most, reel_budget *budget,
                             const reel_allocator *allocator, reel_memory *to)
{
    lzma_options_lzma options;
    uint8_t number = number_for(size, number_most);
    xz_state *state = xz_start(allocator);
    if (!state || !reel__memory_room(to, most) || most < 1) {
        if (state) xz_stop(state);
        return most < 1 ? REEL_LIMIT : REEL_MEMORY;
    }
    reel_status status = lzma2_begin_packing(state, number, &options);
    if (status == REEL_OK) {
        to->data[to->size] = number;
        state->stream.next_in = data;
        state->stream.next_out = to->data + to->size + 1;
        state->stream.avail_out = most - 1;
        status = lzma2_run(&state->stream, size, budget);
        if (status == REEL_OK) to->size += most - state->stream.avail_out;
    }
    xz_stop(state);
    return status;
}

#else

reel_status reel__lzma2_pack(const uint8_t *data, size_t size, uint8_t number_most, size_t most, reel_budget *budget,
                             const reel_allocator *allocator, reel_memory *to)
{
    (void)data, (void)size, (void)number_most, (void)most, (void)budget, (void)allocator, (void)to;
    return REEL_UNSUPPORTED;
}

#endif
