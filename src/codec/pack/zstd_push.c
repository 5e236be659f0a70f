/* SPDX-License-Identifier: MIT
 * zstd frames by libzstd, as a stream. */
#include "codec/pack/zstd_push.h"

#include "core/memory.h"

#ifdef REEL_WITH_ZSTD

#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

static void *push_alloc(void *context, size_t size)
{
    const reel_allocator *allocator = context;
    return allocator->alloc(allocator->context, size);
}

static void push_free(void *context, void *pointer) { reel__memory_drop(context, pointer); }

reel_status reel__zstd_push_begin(zstd_push *push, int level, uint64_t size)
{
    if (!push->context) push->context = ZSTD_createCCtx_advanced((ZSTD_customMem){ push_alloc, push_free, &push->allocator });
    if (!push->context) return REEL_MEMORY;
    size_t result = ZSTD_CCtx_reset(push->context, ZSTD_reset_session_and_parameters);
    if (!ZSTD_isError(result)) result = ZSTD_CCtx_setParameter(push->context, ZSTD_c_compressionLevel, level);
    if (!ZSTD_isError(result)) result = ZSTD_CCtx_setParameter(push->context, ZSTD_c_checksumFlag, 1);
    if (!ZSTD_isError(result) && size != REEL_UNKNOWN_SIZE) result = ZSTD_CCtx_setPledgedSrcSize(push->context, size);
    push->open = !ZSTD_isError(result);
    return push->open ? REEL_OK : REEL_MEMORY;
}

reel_status reel__zstd_push_add(zstd_push *push, const void *data, size_t size, bool last, reel_memory *to)
{
    ZSTD_inBuffer in = { data, size, 0 };
    size_t left = 1;
    while (in.pos < in.size || (last && left)) {
        if (!reel__memory_room(to, ZSTD_CStreamOutSize())) return REEL_MEMORY;
        ZSTD_outBuffer out = { to->data + to->size, to->capacity - to->size, 0 };
        left = ZSTD_compressStream2(push->context, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) return REEL_MEMORY;
        to->size += out.pos;
    }
    if (last) push->open = false;
    return REEL_OK;
}

void reel__zstd_push_free(zstd_push *push) { ZSTD_freeCCtx(push->context); }

#else

reel_status reel__zstd_push_begin(zstd_push *push, int level, uint64_t size)
{
    (void)push, (void)level, (void)size;
    return REEL_UNSUPPORTED;
}

reel_status reel__zstd_push_add(zstd_push *push, const void *data, size_t size, bool last, reel_memory *to)
{
    (void)push, (void)data, (void)size, (void)last, (void)to;
    return REEL_UNSUPPORTED;
}

void reel__zstd_push_free(zstd_push *push) { (void)push; }

#endif
