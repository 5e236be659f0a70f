/* SPDX-License-Identifier: MIT
 * Compressed blocks by zlib and libzstd. */
#include "codec/pack/block.h"

#include "codec/pack/items.h"
#include "codec/pack/unpacker.h"
#include "core/memory.h"

#ifdef REEL_WITH_ZLIB
#define GZIP &reel__unpack_gzip
#else
#define GZIP NULL
#endif
#ifdef REEL_WITH_ZSTD
#define ZSTD &reel__unpack_zstd
#else
#define ZSTD NULL
#endif

static const struct {
    const unpack_codec *codec;
    const char *library;
} codecs[] = {
    [BLOCK_GZIP] = { GZIP, "zlib" },
    [BLOCK_ZSTD] = { ZSTD, "libzstd" },
};

bool reel__block_known(block_codec codec) { return codecs[codec].codec != NULL; }

const char *reel__block_library(block_codec codec) { return codecs[codec].library; }

reel_status reel__block_start(block_reader *block, const uint8_t *packed, size_t size, uint64_t most)
{
    const unpack_codec *codec = codecs[block->codec].codec;
    uint64_t left = reel_unpacked_left(block->budget);
    if (left < most) most = left;
    block->most = most < SIZE_MAX ? (size_t)most + 1 : SIZE_MAX;
    block->at = packed;
    block->end = packed + size;
    block->made = 0;
    block->ended = false;
    if (!codec) return REEL_UNSUPPORTED;
    if (!block->state) block->state = codec->start(&block->allocator);
    return block->state ? codec->member(block->state, block->most < SIZE_MAX ? block->most : UINT64_MAX) : REEL_MEMORY;
}

enum { FIRST_BYTES = 65536, PEEK_BYTES = 4096, WHOLE_MOST = 4 << 20 };

/* The unpacked size that the block states, if it is plausible; 0 if it is unknown, or if only the start of the block is wanted. */
static size_t whole_size(const block_reader *block, size_t want)
{
#ifdef REEL_WITH_ZLIB
    if (block->codec != BLOCK_GZIP || block->made || want < PEEK_BYTES) return 0;
    size_t hint = reel__unpack_gzip_hint(block->at, block->end);
    return hint <= WHOLE_MOST && hint < block->most ? hint : 0;
#else
    (void)block, (void)want;
    return 0;
#endif
}

static reel_status make_room(block_reader *block, size_t want)
{
    size_t hint = whole_size(block, want);
    bool fits = hint <= block->capacity;
    if (block->made < block->capacity && fits) return REEL_OK;
    size_t capacity = block->made ? 2 * block->capacity : FIRST_BYTES;
    if (hint > capacity && !fits) capacity = hint;
    uint8_t *buffer = block->allocator.resize(block->allocator.context, block->buffer, block->capacity, capacity);
    if (!buffer) return REEL_MEMORY;
    block->buffer = buffer;
    block->capacity = capacity;
    return REEL_OK;
}

reel_status reel__block_unpack(block_reader *block, size_t want)
{
    const unpack_codec *codec = codecs[block->codec].codec;
    if (want > block->most) want = block->most;
    while (!block->ended && block->made < want) {
        reel_status status = make_room(block, want);
        if (status < 0) return status;
        const uint8_t *before = block->at;
        size_t made = 0, room = (block->capacity < block->most ? block->capacity : block->most) - block->made;
        status = codec->step(block->state, &block->at, block->end, block->buffer + block->made, room, &made);
        block->made += made;
        reel_status allowed = reel_spend_unpacked(block->budget, made);
        if (status < 0 || allowed < 0) return status < 0 ? status : allowed;
        block->ended = status == REEL_END;
        if (status == REEL_OK && !made && block->at == before && block->at == block->end) return REEL_TRUNCATED;
    }
    return block->ended ? REEL_END : REEL_OK;
}

void reel__block_free(block_reader *block)
{
    if (block->state) codecs[block->codec].codec->stop(block->state);
    if (block->buffer) block->allocator.free(block->allocator.context, block->buffer);
    block->state = NULL;
    block->buffer = NULL;
    block->capacity = 0;
}

/* ---- packing ---------------------------------------------------------------------------------------------------- */

#ifdef REEL_WITH_ZLIB

#include <limits.h>
#include <zlib.h>

static void *deflate_alloc(void *context, unsigned items, unsigned size) { return reel__items_alloc(context, items, size); }

static void deflate_free(void *context, void *pointer) { reel__memory_drop(context, pointer); }

enum { WINDOW = 15, GZIP_HEADER = 16, MEMORY_LEVEL = 8 };

static reel_status pack_gzip(int level, const uint8_t *data, size_t size, const reel_allocator *allocator, reel_memory *to)
{
    reel_allocator own = *allocator;
    z_stream stream = { .zalloc = deflate_alloc, .zfree = deflate_free, .opaque = &own };
    if (size > UINT_MAX / 2) return REEL_LIMIT;
    if (deflateInit2(&stream, level, Z_DEFLATED, WINDOW + GZIP_HEADER, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return REEL_MEMORY;
    uLong most = deflateBound(&stream, (uLong)size);
    reel_status status = reel__memory_room(to, most) ? REEL_OK : REEL_MEMORY;
    if (status == REEL_OK) {
        stream.next_in = (z_const Bytef *)data; /* zlib does not write there, though the type is not const */
        stream.avail_in = (unsigned)size;
        stream.next_out = to->data + to->size;
        stream.avail_out = (unsigned)most;
        if (deflate(&stream, Z_FINISH) != Z_STREAM_END) status = REEL_MEMORY;
        to->size += (size_t)(stream.next_out - (to->data + to->size));
    }
    deflateEnd(&stream);
    return status;
}

#else

static reel_status pack_gzip(int level, const uint8_t *data, size_t size, const reel_allocator *allocator, reel_memory *to)
{
    (void)level, (void)data, (void)size, (void)allocator, (void)to;
    return REEL_UNSUPPORTED;
}

#endif

#ifdef REEL_WITH_ZSTD

#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

static void *pack_alloc(void *context, size_t size)
{
    const reel_allocator *allocator = context;
    return allocator->alloc(allocator->context, size);
}

static void pack_free(void *context, void *pointer) { reel__memory_drop(context, pointer); }

static reel_status pack_zstd(int level, const uint8_t *data, size_t size, const reel_allocator *allocator, reel_memory *to)
{
    reel_allocator own = *allocator;
    size_t most = ZSTD_compressBound(size);
    if (!reel__memory_room(to, most)) return REEL_MEMORY;
    ZSTD_CCtx *context = ZSTD_createCCtx_advanced((ZSTD_customMem){ pack_alloc, pack_free, &own });
    if (!context) return REEL_MEMORY;
    size_t made = ZSTD_compressCCtx(context, to->data + to->size, most, data, size, level);
    ZSTD_freeCCtx(context);
    if (ZSTD_isError(made)) return REEL_MEMORY;
    to->size += made;
    return REEL_OK;
}

#else

static reel_status pack_zstd(int level, const uint8_t *data, size_t size, const reel_allocator *allocator, reel_memory *to)
{
    (void)level, (void)data, (void)size, (void)allocator, (void)to;
    return REEL_UNSUPPORTED;
}

#endif

#ifdef REEL_WITH_ZSTD

/* A table of up to 8 MB, with one of 16 positions if that is enough for the file: the usual one of 128 does not see repeats of 80 bytes, such
 * as the frames of a play that goes on in a loop. It does not depend on the window, so that windows can be compared. */
enum { FAR_HASH_LOG = 20, FAR_RATE_LOG = 4, FAR_LOG_LEAST = 16, FAR_MATCH = 32 };

/* Input is read where it is, so that it is not copied to a window; a library that cannot do that copies it. */
static bool prepare_far(ZSTD_CCtx *context, int level, int window_log, size_t size)
{
    int log = FAR_LOG_LEAST;
    while (log < UNPACK_WINDOW_LOG && size >> log) log++;
    const int rate_log = log - FAR_HASH_LOG > FAR_RATE_LOG ? log - FAR_HASH_LOG : FAR_RATE_LOG;
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_stableInBuffer, 1);
    return !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_ldmHashLog, log - rate_log)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_ldmHashRateLog, rate_log)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_ldmMinMatch, FAR_MATCH)) &&
           !ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(context, size));
}

reel_status reel__block_pack_far(int level, int window_log, const uint8_t *data, size_t size, reel_budget *budget,
                                 const reel_allocator *allocator, reel_memory *to)
{
    enum { PIECE = 1 << 16 }; /* of output, so that it can be cancelled */
    reel_allocator own = *allocator;
    ZSTD_CCtx *context = ZSTD_createCCtx_advanced((ZSTD_customMem){ pack_alloc, pack_free, &own });
    if (!context) return REEL_MEMORY;
    const size_t before = to->size;
    ZSTD_inBuffer in = { data, size, 0 };
    reel_status status = prepare_far(context, level, window_log, size) ? REEL_OK : REEL_UNSUPPORTED;
    for (size_t left = 1; left && status == REEL_OK;) {
        const size_t read = in.pos;
        if (!reel__memory_room(to, PIECE)) {
            status = REEL_MEMORY;
            break;
        }
        ZSTD_outBuffer out = { to->data + to->size, PIECE, 0 };
        left = ZSTD_compressStream2(context, &out, &in, ZSTD_e_end);
        to->size += out.pos;
        status = ZSTD_isError(left) ? REEL_MEMORY : reel_spend(budget, in.pos - read);
    }
    ZSTD_freeCCtx(context);
    if (status != REEL_OK) to->size = before;
    return status;
}

#else

reel_status reel__block_pack_far(int level, int window_log, const uint8_t *data, size_t size, reel_budget *budget,
                                 const reel_allocator *allocator, reel_memory *to)
{
    (void)level, (void)window_log, (void)data, (void)size, (void)budget, (void)allocator, (void)to;
    return REEL_UNSUPPORTED;
}

#endif

reel_status reel__block_pack(block_codec codec, int level, const uint8_t *data, size_t size, const reel_allocator *allocator,
                             reel_memory *to)
{
    return codec == BLOCK_GZIP ? pack_gzip(level, data, size, allocator, to) : pack_zstd(level, data, size, allocator, to);
}
