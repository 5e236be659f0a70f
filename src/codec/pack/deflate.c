/* SPDX-License-Identifier: MIT */
#include "codec/pack/deflate.h"
#include "codec/pack/items.h"

#ifdef REEL_VENDORED_ZLIB /* the zlib of the build is the one of third_party */
#define ZLIB_CONST
#include <zlib.h>
#else
#include "codec/zlib_static.h"
#endif
#include "core/memory.h"

enum { RAW_WINDOW = -15, ZLIB_WINDOW = 15, MEMORY_LEVEL = 8, OUT_STEP = 16384, IN_STEP = 1 << 30 };

struct deflater {
    z_stream stream;
    const reel_allocator *allocator;
};

static void *give(void *context, unsigned items, unsigned size)
{
    const reel_allocator *allocator = ((const deflater *)context)->allocator;
    return reel__items_alloc(allocator, items, size);
}

static void take_back(void *context, void *pointer) { reel__memory_drop(((const deflater *)context)->allocator, pointer); }

static deflater *new_deflater(int level, int window, const reel_allocator *allocator)
{
    deflater *d = reel__memory_new(allocator, sizeof *d);
    if (!d) return NULL;
    d->allocator = allocator;
    d->stream = (z_stream){ .zalloc = give, .zfree = take_back, .opaque = d };
    if (deflateInit2(&d->stream, level, Z_DEFLATED, window, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK) return d;
    reel__memory_drop(allocator, d);
    return NULL;
}

deflater *reel__deflater_new(int level, const reel_allocator *allocator) { return new_deflater(level, RAW_WINDOW, allocator); }

deflater *reel__deflater_new_zlib(int level, const reel_allocator *allocator)
{
    return new_deflater(level, ZLIB_WINDOW, allocator);
}

static bool deflate_step(z_stream *stream, int flush, reel_memory *out)
{
    for (;;) {
        if (!reel__memory_room(out, OUT_STEP)) return false;
        stream->next_out = out->data + out->size;
        stream->avail_out = OUT_STEP;
        int result = deflate(stream, flush);
        out->size += OUT_STEP - stream->avail_out;
        if (result == Z_STREAM_END || (flush == Z_NO_FLUSH && !stream->avail_in && stream->avail_out)) return true;
        if (result != Z_OK && result != Z_BUF_ERROR) return false;
    }
}

bool reel__deflater_add(deflater *d, const void *data, size_t size, bool last, reel_memory *out)
{
    static const uint8_t none[1] = { 0 };
    const uint8_t *at = size ? data : none;
    do {
        size_t step = size < IN_STEP ? size : IN_STEP;
        d->stream.next_in = at;
        d->stream.avail_in = (unsigned)step;
        at += step;
        size -= step;
        if (!deflate_step(&d->stream, last && !size ? Z_FINISH : Z_NO_FLUSH, out)) return false;
    } while (size);
    return true;
}

void reel__deflater_free(deflater *d)
{
    if (!d) return;
    deflateEnd(&d->stream);
    reel__memory_drop(d->allocator, d);
}

/* ---- finding a level -------------------------------------------------------------------------------------------- */

/* zlib puts out a block after at most 16,383 matches of 258 bytes, so a level that is right is never far behind the stream. */
enum { MOST_BEHIND = 1 << 20 };

bool reel__deflate_match_begin(deflate_match *m)
{
    m->stream.allocator = m->allocator;
    for (int level = 1; level <= DEFLATE_LEVELS; level++) {
        m->made[level].allocator = m->allocator;
        m->levels[level] = reel__deflater_new(level, &m->allocator);
        if (!m->levels[level]) return false;
        m->count++;
    }
    m->level = DEFLATE_USUAL_LEVEL;
    return true;
}

static void drop_level(deflate_match *m, int level)
{
    if (!m->levels[level]) return;
    reel__deflater_free(m->levels[level]);
    reel__memory_drop(&m->allocator, m->made[level].data);
    m->levels[level] = NULL;
    m->made[level] = (reel_memory){ .allocator = m->allocator };
    if (--m->count == 0) m->level = level;
}

/* Compares what a level put out with the stream, as far as both go. */
static bool is_equal_so_far(deflate_match *m, int level)
{
    reel_memory *made = &m->made[level];
    size_t from = (size_t)(m->equal[level] - m->start), left = m->stream.size - from, same = 0;
    size_t size = made->size < left ? made->size : left;
    while (same < size && made->data[same] == m->stream.data[from + same]) same++;
    m->equal[level] += same;
    if (same < size) return false;
    if (same) memmove(made->data, made->data + same, made->size - same);
    made->size -= same;
    return true;
}

/* Forgets the bytes of the stream that all levels have been compared with. */
static void drop_compared(deflate_match *m)
{
    uint64_t least = m->count ? UINT64_MAX : m->equal[m->level];
    for (int level = 1; level <= DEFLATE_LEVELS; level++)
        if (m->levels[level] && m->equal[level] < least) least = m->equal[level];
    size_t done = (size_t)(least - m->start);
    if (!done || (done < OUT_STEP && m->count)) return;
    memmove(m->stream.data, m->stream.data + done, m->stream.size - done);
    m->stream.size -= done;
    m->start += done;
}

bool reel__deflate_match_add(deflate_match *m, const uint8_t *packed, size_t packed_size, const uint8_t *text, size_t size,
                             bool last)
{
    if (packed_size && !memory_add(&m->stream, packed, packed_size)) return false;
    for (int i = 1; i <= DEFLATE_LEVELS; i++) {
        /* The usual level comes last, so that it is the one named if all differ at once. */
        int level = i == DEFLATE_LEVELS ? DEFLATE_USUAL_LEVEL : i < DEFLATE_USUAL_LEVEL ? i : i + 1;
        if (!m->levels[level]) continue;
        if (!reel__deflater_add(m->levels[level], text, size, last, &m->made[level])) return false;
        bool fits = is_equal_so_far(m, level) && m->start + m->stream.size - m->equal[level] <= MOST_BEHIND;
        bool whole = !m->made[level].size && m->equal[level] == m->start + m->stream.size;
        if (!fits || (last && !whole)) drop_level(m, level);
    }
    drop_compared(m);
    return true;
}

void reel__deflate_match_settle(deflate_match *m)
{
    int kept = m->levels[DEFLATE_USUAL_LEVEL] ? DEFLATE_USUAL_LEVEL : 0;
    for (int level = DEFLATE_LEVELS; level >= 1; level--)
        if (m->levels[level] && (!kept || m->equal[level] > m->equal[kept])) kept = level;
    for (int level = 1; level <= DEFLATE_LEVELS && kept; level++)
        if (level != kept) drop_level(m, level);
    if (kept) m->level = kept;
}

reel_bytes reel__deflate_match_rest(const deflate_match *m)
{
    size_t from = (size_t)(m->equal[m->level] - m->start);
    return (reel_bytes){ m->stream.data + from, m->stream.size - from };
}

void reel__deflate_match_free(deflate_match *m)
{
    for (int level = 1; level <= DEFLATE_LEVELS; level++) drop_level(m, level);
    reel__memory_drop(&m->allocator, m->stream.data);
    m->stream = (reel_memory){ 0 };
}
