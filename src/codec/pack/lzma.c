/* SPDX-License-Identifier: MIT
 * LZMA-alone by liblzma. */
#include "codec/pack/lzma.h"

#include "codec/pack/items.h"
#include "core/memory.h"

#ifdef REEL_WITH_LZMA

#include <lzma.h>

enum {
    LEAST_DICTIONARY = 4096,
    STATED_DICTIONARY = 1 << 23,
    BESIDE_DICTIONARY = 1 << 20, /* for the tables of liblzma, which its memory limit includes */
    FIRST_GUESS = 4              /* expected ratio: the first size of the output buffer */
};

typedef struct coder {
    lzma_allocator memory;
    lzma_stream stream;
    reel_allocator allocator;
} coder;

static void *coder_alloc(void *context, size_t items, size_t size)
{
    const coder *c = context;
    return reel__items_alloc(&c->allocator, items, size);
}

static void coder_free(void *context, void *pointer)
{
    const coder *c = context;
    reel__memory_drop(&c->allocator, pointer);
}

static coder *coder_new(const reel_allocator *allocator)
{
    coder *c = reel__memory_new(allocator, sizeof *c);
    if (!c) return NULL;
    *c = (coder){ .allocator = *allocator, .stream = LZMA_STREAM_INIT };
    c->memory = (lzma_allocator){ .alloc = coder_alloc, .free = coder_free, .opaque = c };
    c->stream.allocator = &c->memory;
    return c;
}

static void coder_end(coder *c)
{
    if (!c) return;
    reel_allocator allocator = c->allocator;
    lzma_end(&c->stream);
    reel__memory_drop(&allocator, c);
}

/* ---- unpacking -------------------------------------------------------------------------------------------------- */

/* Matches refer to bytes that were unpacked before, so the dictionary never needs to be larger than the output can become. */
static uint32_t dictionary_of(const uint8_t *head, size_t most)
{
    uint32_t stated = reel_load_u32le(head + 1);
    if (stated < LEAST_DICTIONARY) stated = LEAST_DICTIONARY;
    if (most < LEAST_DICTIONARY) most = LEAST_DICTIONARY;
    return stated < most ? stated : (uint32_t)most;
}

reel_status reel__lzma_alone_start(lzma_alone *s, const uint8_t *head, size_t packed, uint64_t limit, reel_budget *budget,
                                   const reel_allocator *allocator, reel_error *error)
{
    *s = (lzma_alone){ .allocator = *allocator, .budget = budget };
    if (packed < LZMA_ALONE_HEAD)
        return reel_fail(error, REEL_TRUNCATED, "unpack.truncated", "compression", packed,
                         "truncated LZMA stream: it ends after %zu bytes, inside its header", packed);
    uint64_t most = reel_unpacked_left(budget);
    if (most > limit) most = limit;
    if (most > SIZE_MAX / 4) most = SIZE_MAX / 4;
    s->limit = (size_t)most;
    s->stated = reel_load_u64le(head + 5);
    size_t dictionary = s->stated < most ? (size_t)s->stated : s->limit;
    memcpy(s->head, head, LZMA_ALONE_HEAD);
    reel_store_u32le(s->head + 1, dictionary_of(head, dictionary));
    coder *c = coder_new(allocator);
    if (!c) return reel__memory_fail(error);
    s->state = c;
    uint64_t cap = (uint64_t)reel_load_u32le(s->head + 1) + BESIDE_DICTIONARY;
    if (lzma_alone_decoder(&c->stream, cap) != LZMA_OK) return reel__memory_fail(error);
    c->stream.next_in = s->head;
    c->stream.avail_in = LZMA_ALONE_HEAD;
    return REEL_OK;
}

static bool make_room(lzma_alone *s, size_t packed, size_t want)
{
    size_t capacity = s->capacity * 2;
    size_t guess = packed * FIRST_GUESS;
    if (!s->capacity) capacity = s->stated < guess ? (size_t)s->stated + 1 : guess; /* one more byte of room detects the end */
    if (want > capacity) capacity = want;
    if (capacity < LEAST_DICTIONARY) capacity = LEAST_DICTIONARY;
    if (capacity > s->limit) capacity = s->limit;
    uint8_t *data = s->allocator.resize(s->allocator.context, s->data, s->capacity, capacity);
    if (!data) return false;
    s->data = data;
    s->capacity = capacity;
    return true;
}

static reel_status failed(lzma_alone *s, lzma_ret result)
{
    reel_error *error = &s->error;
    switch (result) {
    case LZMA_MEM_ERROR: return reel__memory_fail(error);
    case LZMA_OK:
    case LZMA_BUF_ERROR:
        return reel_fail(error, REEL_TRUNCATED, "unpack.truncated", "compression", s->used,
                         "truncated LZMA stream: it ends after %zu bytes", s->used);
    case LZMA_MEMLIMIT_ERROR:
        return reel_fail(error, REEL_LIMIT, "unpack.memory", "compression", 0, "the LZMA stream needs too large a dictionary");
    default:
        return reel_fail(error, REEL_CORRUPT, "unpack.corrupt", "compression", s->used, "invalid LZMA stream near its byte %zu",
                         s->used);
    }
}

static reel_status over_limit(lzma_alone *s)
{
    return reel_fail(&s->error, REEL_LIMIT, "unpack.limit", "compression", s->used,
                     "the LZMA stream decompresses to more than the limit of %zu bytes", s->limit);
}

/* One step of the decoder. Its input is the changed header, then the bytes after the header in the file. */
static lzma_ret step(lzma_alone *s, const uint8_t *packed, size_t packed_size, size_t end)
{
    coder *c = s->state;
    lzma_stream *stream = &c->stream;
    bool in_head = stream->avail_in && s->used < LZMA_ALONE_HEAD;
    if (!in_head) {
        stream->next_in = packed + s->used;
        stream->avail_in = packed_size - s->used;
    }
    stream->next_out = s->data + s->size;
    stream->avail_out = end - s->size;
    lzma_ret result = lzma_code(stream, LZMA_RUN);
    s->used = (in_head ? LZMA_ALONE_HEAD : packed_size) - stream->avail_in;
    s->size = end - stream->avail_out;
    return result;
}

reel_status reel__lzma_alone_more(lzma_alone *s, const uint8_t *packed, size_t packed_size, size_t want, reel_error *error)
{
    while (s->size < want && !s->ended && s->failed == REEL_OK) {
        if (s->size == s->capacity && !make_room(s, packed_size, want < SIZE_MAX / 2 ? want : 0)) {
            s->failed = reel__memory_fail(&s->error);
            break;
        }
        size_t end = want < s->capacity ? want : s->capacity, before = s->size, used = s->used;
        lzma_ret result = step(s, packed, packed_size, end);
        if (reel_spend_unpacked(s->budget, s->size - before) < 0) {
            s->failed = reel_fail_budget(s->budget, &s->error, "compression", s->used);
            break;
        }
        if (result == LZMA_STREAM_END)
            s->ended = true;
        else if (s->size == s->limit && (result == LZMA_OK || result == LZMA_BUF_ERROR) && s->size == before)
            s->failed = over_limit(s);
        else if (result != LZMA_OK || (s->size == before && s->used == used && s->size < s->capacity))
            s->failed = failed(s, result);
    }
    if (s->ended || s->failed < 0) { /* free the dictionary before the caller allocates rows for the bytes */
        coder_end(s->state);
        s->state = NULL;
    }
    if (s->failed < 0 && error) *error = s->error;
    return s->failed;
}

void reel__lzma_alone_stop(lzma_alone *s)
{
    coder_end(s->state);
    reel__memory_drop(&s->allocator, s->data);
    s->state = s->data = NULL;
}

/* ---- packing ---------------------------------------------------------------------------------------------------- */

/* liblzma before 5.4 cannot omit the end marker. Readers accept one even if the header has the size. */
#ifdef LZMA_FILTER_LZMA1EXT
#define FILTER LZMA_FILTER_LZMA1EXT
#else
#define FILTER LZMA_FILTER_LZMA1
#endif

static reel_status begin_packing(coder *c, size_t size, bool marked, lzma_options_lzma *options, reel_error *error)
{
    if (lzma_lzma_preset(options, LZMA_PRESET_DEFAULT))
        return reel_fail(error, REEL_UNSUPPORTED, "unpack.not-built", "compression", 0, "liblzma has no default preset");
    /* The match finder needs memory in proportion to the dictionary. The header may state a larger dictionary than was used. */
    options->dict_size = LEAST_DICTIONARY;
    while (options->dict_size < size && options->dict_size < STATED_DICTIONARY) options->dict_size *= 2;
#ifdef LZMA_FILTER_LZMA1EXT
    options->ext_flags = marked ? LZMA_LZMA1EXT_ALLOW_EOPM : 0;
    lzma_set_ext_size(*options, size);
#else
    (void)marked;
#endif
    lzma_filter filters[] = { { FILTER, options }, { LZMA_VLI_UNKNOWN, NULL } };
    return lzma_raw_encoder(&c->stream, filters) == LZMA_OK ? REEL_OK : reel__memory_fail(error);
}

static void put_head(reel_output *out, size_t size, bool marked)
{
    uint8_t head[LZMA_ALONE_HEAD] = { 0x5d };
    reel_store_u32le(head + 1, STATED_DICTIONARY);
    reel_store_u64le(head + 5, marked ? LZMA_ALONE_UNKNOWN : size);
    reel_put(out, head, sizeof head);
}

reel_status reel__lzma_alone_pack(reel_output *out, const uint8_t *data, size_t size, bool marked,
                                  const reel_allocator *allocator, reel_error *error)
{
    lzma_options_lzma options;
    coder *c = coder_new(allocator);
    if (!c) return reel__memory_fail(error);
    reel_status status = begin_packing(c, size, marked, &options, error);
    if (status == REEL_OK) put_head(out, size, marked);
    c->stream.next_in = data;
    c->stream.avail_in = size;
    lzma_ret result = LZMA_OK;
    while (status == REEL_OK && result == LZMA_OK && out->status == REEL_OK) {
        uint8_t block[4096];
        c->stream.next_out = block;
        c->stream.avail_out = sizeof block;
        result = lzma_code(&c->stream, LZMA_FINISH);
        reel_put(out, block, sizeof block - c->stream.avail_out);
        if (result != LZMA_OK && result != LZMA_STREAM_END) status = reel__memory_fail(error);
    }
    coder_end(c);
    return status < 0 ? status : out->status;
}

#else

static reel_status not_built(reel_error *error)
{
    return reel_fail(error, REEL_UNSUPPORTED, "unpack.not-built", "compression", 0,
                     "LZMA streams are not supported: this build has no liblzma");
}

reel_status reel__lzma_alone_start(lzma_alone *s, const uint8_t *head, size_t packed, uint64_t limit, reel_budget *budget,
                                   const reel_allocator *allocator, reel_error *error)
{
    (void)head, (void)packed, (void)limit, (void)budget;
    *s = (lzma_alone){ .allocator = *allocator };
    return not_built(error);
}

reel_status reel__lzma_alone_more(lzma_alone *s, const uint8_t *packed, size_t packed_size, size_t want, reel_error *error)
{
    (void)s, (void)packed, (void)packed_size, (void)want;
    return not_built(error);
}

void reel__lzma_alone_stop(lzma_alone *s) { (void)s; }

reel_status reel__lzma_alone_pack(reel_output *out, const uint8_t *data, size_t size, bool marked,
                                  const reel_allocator *allocator, reel_error *error)
{
    (void)out, (void)data, (void)size, (void)marked, (void)allocator;
    return not_built(error);
}

#endif
