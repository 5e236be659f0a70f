/* SPDX-License-Identifier: MIT */
#include "columns/packer.h"

#ifdef REEL_WITH_ZSTD

#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

static void *packer_alloc(void *context, size_t size)
{
    const packer *p = context;
    return p->allocator.alloc(p->allocator.context, size);
}

static void packer_drop(void *context, void *pointer)
{
    const packer *p = context;
    reel__memory_drop(&p->allocator, pointer);
}

/* What the default level is made of. A page of floats is four or eight planes of bytes (BYTE_STREAM_SPLIT): the low ones are noise, the
 * high ones have short matches. So matches of four bytes are worth finding and a larger search is not. On 17 MB of BSOR frames:
 *
 *                                                                        size in bytes      ms
 *     level 1                                                               11,857,336      36
 *     level 3                                                               11,660,440      70
 *     dfast, matches from 4 bytes, tables of 16 Ki entries each             11,548,188      33
 *     dfast, matches from 4 bytes, tables of 8 Ki entries each              11,581,173      30
 *     greedy, matches from 4 bytes                                          11,504,872      90
 *
 * Tables of 2 Ki entries make 0.6 % more than those of 8 Ki, and the whole export takes 14 % less time. */
static const struct {
    ZSTD_cParameter parameter;
    int value;
} tuned[] = {
    { ZSTD_c_compressionLevel, 1 }, { ZSTD_c_strategy, ZSTD_dfast }, { ZSTD_c_minMatch, 4 },
    { ZSTD_c_hashLog, 11 },         { ZSTD_c_chainLog, 11 },         { ZSTD_c_searchLog, 1 },
};

reel_status reel__packer_begin(packer *p, int level, const reel_allocator *allocator, reel_error *error)
{
    p->allocator = *allocator;
    p->state = NULL;
    if (level == PACKER_NONE) return REEL_OK;
    ZSTD_CCtx *state = ZSTD_createCCtx_advanced((ZSTD_customMem){ packer_alloc, packer_drop, p });
    p->state = state;
    if (!state) return reel__memory_fail(error);
    for (size_t i = 0; level == PACKER_DEFAULT && i < sizeof tuned / sizeof *tuned; i++)
        ZSTD_CCtx_setParameter(state, tuned[i].parameter, tuned[i].value);
    if (level != PACKER_DEFAULT) ZSTD_CCtx_setParameter(state, ZSTD_c_compressionLevel, level);
    return REEL_OK;
}

reel_status reel__packer_add(packer *p, const void *data, size_t size, reel_memory *to)
{
    size_t most = ZSTD_compressBound(size);
    if (ZSTD_isError(most) || (to->capacity - to->size < most && !reel__memory_room(to, most))) return REEL_MEMORY;
    size_t made = ZSTD_compress2(p->state, to->data + to->size, most, data, size);
    if (ZSTD_isError(made)) return REEL_MEMORY;
    to->size += made;
    return REEL_OK;
}

/* A block of zstd has one Huffman table, and ends where a flush is. */
reel_status reel__packer_add_planes(packer *p, const void *data, size_t size, size_t plane, unsigned count, reel_memory *to)
{
    enum { PLANE_LEAST = 1024, BLOCK_END = 16 }; /* in smaller planes, tables and heads of blocks cost more than they save */
    if (plane < PLANE_LEAST) return reel__packer_add(p, data, size, to);
    size_t most = ZSTD_compressBound(size), left = 0;
    if (!ZSTD_isError(most)) most += (size_t)count * BLOCK_END;
    if (ZSTD_isError(most) || (to->capacity - to->size < most && !reel__memory_room(to, most))) return REEL_MEMORY;
    ZSTD_outBuffer out = { to->data + to->size, most, 0 };
    ZSTD_inBuffer in = { data, size - count * plane, 0 };
    if (ZSTD_isError(ZSTD_CCtx_reset(p->state, ZSTD_reset_session_only))) return REEL_MEMORY;
    if (ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(p->state, size))) return REEL_MEMORY;
    for (unsigned i = 0; i < count && !left; i++) {
        in.size += plane;
        left = ZSTD_compressStream2(p->state, &out, &in, i + 1 < count ? ZSTD_e_flush : ZSTD_e_end);
    }
    if (left) return REEL_MEMORY;
    to->size += out.pos;
    return REEL_OK;
}

void reel__packer_end(packer *p)
{
    ZSTD_freeCCtx(p->state);
    p->state = NULL;
}

#else

reel_status reel__packer_begin(packer *p, int level, const reel_allocator *allocator, reel_error *error)
{
    p->allocator = *allocator;
    p->state = NULL;
    if (level <= PACKER_DEFAULT) return REEL_OK;
    return reel_fail(error, REEL_UNSUPPORTED, "columns.no-zstd", "", 0,
                     "this build of the library has no zstd; write without compression");
}

reel_status reel__packer_add(packer *p, const void *data, size_t size, reel_memory *to)
{
    (void)p;
    return memory_add(to, data, size) ? REEL_OK : REEL_MEMORY;
}

reel_status reel__packer_add_planes(packer *p, const void *data, size_t size, size_t plane, unsigned count, reel_memory *to)
{
    (void)plane, (void)count;
    return reel__packer_add(p, data, size, to);
}

void reel__packer_end(packer *p) { (void)p; }

#endif
