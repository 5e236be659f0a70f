/* SPDX-License-Identifier: MIT */
#include "codec/pack/stored.h"
#include "codec/pack/block.h"
#include "codec/pack/lzma.h"
#include "codec/pack/tee_streams.h"
#include "codec/pack/unpacker.h"
#include "codec/sha256.h"

/* ---- reading -------------------------------------------------------------------------------------------------------- */

bool reel__stored_begins(const uint8_t *bytes, size_t size)
{
    static const uint8_t magic[STORED_MAGIC_SIZE] = STORED_MAGIC(0);
    return size >= STORED_MAGIC_SIZE && memcmp(bytes, magic, 6) == 0 && bytes[6] <= STORED_STREAMS && bytes[7] == magic[7];
}

bool reel__stored_parse(const uint8_t *bytes, size_t size, stored_head *head)
{
    reel_cursor in = { .at = bytes, .end = bytes + size, .end_offset = size };
    const uint8_t *magic = reel_take(&in, STORED_MAGIC_SIZE);
    if (!magic || !reel__stored_begins(magic, STORED_MAGIC_SIZE)) return false;
    head->method = (stored_method)magic[6];
    head->body = reel_get_leb128(&in);
    const uint8_t *check = reel_take(&in, STORED_CHECK);
    if (in.failed) return false;
    memcpy(head->check, check, STORED_CHECK);
    head->size = (size_t)(in.at - bytes);
    return true;
}

typedef struct stored_state {
    reel_allocator allocator;
    const unpack_codec *inner; /* NULL: the bytes are as they are */
    void *inner_state;
    uint8_t head[STORED_HEAD_MOST];
    size_t have; /* bytes of the head so far */
    bool headed;
    uint8_t check[STORED_CHECK];
    uint64_t left; /* bytes of the body */
    sha256 sum;
} stored_state;

static void *start_with(const reel_allocator *allocator, const unpack_codec *inner)
{
    stored_state *state = reel__memory_new(allocator, sizeof *state);
    if (!state) return NULL;
    state->allocator = *allocator;
    state->inner = inner;
    state->inner_state = inner ? inner->start(allocator) : NULL;
    if (!inner || state->inner_state) return state;
    reel__memory_drop(allocator, state);
    return NULL;
}

static void *start_plain(const reel_allocator *allocator) { return start_with(allocator, NULL); }

static reel_status stored_member(void *context, uint64_t most)
{
    stored_state *state = context;
    state->have = 0;
    state->headed = false;
    reel__sha256_begin(&state->sum);
    return state->inner ? state->inner->member(state->inner_state, most) : REEL_OK;
}

/* Takes bytes of the head until it is whole. REEL_OK: it is, or there are too few. */
static reel_status take_head(stored_state *state, const uint8_t **at, const uint8_t *end)
{
    while (*at < end && !state->headed) {
        if (state->have == STORED_HEAD_MOST) return REEL_CORRUPT;
        state->head[state->have++] = *(*at)++;
        stored_head head;
        state->headed = reel__stored_parse(state->head, state->have, &head);
        if (!state->headed) continue;
        state->left = head.body;
        memcpy(state->check, head.check, STORED_CHECK);
#ifdef REEL_WITH_LZMA
        if (state->inner == &reel__unpack_lzma2) {
            uint64_t most = head.body < UINT64_MAX / LZMA2_RATIO ? head.body * LZMA2_RATIO : UINT64_MAX;
            return state->inner->member(state->inner_state, most);
        }
#endif
    }
    return REEL_OK;
}

static reel_status copy_body(stored_state *state, const uint8_t **at, size_t size, uint8_t *out, size_t capacity, size_t *made)
{
    *made = size < capacity ? size : capacity;
    if (*made) memcpy(out, *at, *made);
    *at += *made;
    state->left -= *made;
    return state->left ? REEL_OK : REEL_END;
}

static reel_status unpack_body(stored_state *state, const uint8_t **at, size_t size, uint8_t *out, size_t capacity, size_t *made)
{
    const uint8_t *before = *at;
    reel_status status = state->inner->step(state->inner_state, at, before + size, out, capacity, made);
    state->left -= (uint64_t)(*at - before);
    if (status == REEL_END && state->left) return REEL_CORRUPT;
    return status == REEL_OK && !state->left && *made < capacity ? REEL_CORRUPT : status;
}

static reel_status stored_step(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity, size_t *made)
{
    stored_state *state = context;
    *made = 0;
    reel_status status = take_head(state, at, end);
    if (status != REEL_OK || !state->headed) return status;
    size_t size = (uint64_t)(end - *at) < state->left ? (size_t)(end - *at) : (size_t)state->left;
    if (state->inner)
        status = unpack_body(state, at, size, out, capacity, made);
    else
        status = copy_body(state, at, size, out, capacity, made);
    if (*made) reel__sha256_add(&state->sum, out, *made);
    if (status != REEL_END) return status;
    uint8_t hash[SHA256_SIZE];
    reel__sha256_end(&state->sum, hash);
    return memcmp(hash, state->check, STORED_CHECK) == 0 ? REEL_END : REEL_CORRUPT;
}

static void stored_stop(void *context)
{
    stored_state *state = context;
    if (state->inner) state->inner->stop(state->inner_state);
    reel__memory_drop(&state->allocator, state);
}

const unpack_codec reel__unpack_stored = { start_plain, stored_member, stored_step, stored_stop };

#ifdef REEL_WITH_ZSTD
static void *start_packed(const reel_allocator *allocator) { return start_with(allocator, &reel__unpack_zstd); }

const unpack_codec reel__unpack_stored_zstd = { start_packed, stored_member, stored_step, stored_stop };
#endif

#ifdef PACK_TEE_STREAMS
static void *start_tee(const reel_allocator *allocator) { return start_with(allocator, &reel__unpack_tee_streams); }

const unpack_codec reel__unpack_stored_streams = { start_tee, stored_member, stored_step, stored_stop };
#endif

#ifdef REEL_WITH_LZMA
static void *start_lzma(const reel_allocator *allocator) { return start_with(allocator, &reel__unpack_lzma2); }

const unpack_codec reel__unpack_stored_lzma = { start_lzma, stored_member, stored_step, stored_stop };
#endif

/* ---- writing -------------------------------------------------------------------------------------------------------- */

/* A reader's limits.ratio, half of it: nothing is compressed further. The first bytes are free there. */
enum { MOST_RATIO = 500, FREE_SIZE = 65536, BEST_SIZE = 1 << 20, BEST_STREAMS_SIZE = 1 << 24, BEST_LEVEL = 19, QUICK_LEVEL = 9 };

/* zstd is sometimes a few bytes smaller than LZMA up to about this size. */
enum { BOTH_SIZE = 16384 };

static bool is_within_limits(size_t file, size_t packed)
{
    return file <= FREE_SIZE || packed >= (file - FREE_SIZE) / MOST_RATIO;
}

static reel_status put_file(reel_memory *to, reel_bytes file, reel_bytes body, stored_method method)
{
    const uint8_t magic[STORED_MAGIC_SIZE] = STORED_MAGIC((uint8_t)method);
    uint8_t hash[SHA256_SIZE], head[10];
    size_t size = 0;
    sha256 sum;
    reel__sha256_begin(&sum);
    reel__sha256_add(&sum, file.data, file.size);
    reel__sha256_end(&sum, hash);
    uint64_t left = body.size;
    for (; left >= 0x80; left >>= 7) head[size++] = (uint8_t)(left | 0x80);
    head[size++] = (uint8_t)left;
    bool fits = memory_add(to, magic, sizeof magic) && memory_add(to, head, size) && memory_add(to, hash, STORED_CHECK) &&
                memory_add(to, body.data, body.size);
    return fits ? REEL_OK : REEL_MEMORY;
}

/* The usual dictionary of LZMA here. */
enum { NEAR_LOG = 24, FAR_SHARE = 256, PROBE_LEVEL = 1 };

/* Whether a file repeats what is farther back than that dictionary: two quick runs of zstd, with a window as long as that and with the longest,
 * differ. Only such a file gets the dictionary of xz -9e, which takes four times the memory, and zstd with the longest window beside it. */
static bool repeats_far(reel_bytes file, reel_budget *budget, const reel_allocator *allocator)
{
    static const int logs[] = { NEAR_LOG, UNPACK_WINDOW_LOG };
    size_t sizes[2] = { 0 };
    if (file.size >> NEAR_LOG == 0) return false;
    for (int i = 0; i < 2; i++) {
        reel_memory packed = { .allocator = *allocator };
        const reel_status status = reel__block_pack_far(PROBE_LEVEL, logs[i], file.data, file.size, budget, allocator, &packed);
        sizes[i] = packed.size;
        reel_memory_free(&packed);
        if (status != REEL_OK) return false;
    }
    return sizes[1] < sizes[0] - sizes[0] / FAR_SHARE;
}

/* Without the memory for the large dictionary, the usual one is better than none. */
static reel_status pack_lzma(reel_bytes file, size_t most, bool far, reel_budget *budget, reel_memory *to)
{
    reel_status status = REEL_MEMORY;
    if (far) status = reel__lzma2_pack(file.data, file.size, LZMA2_NUMBER_FAR, most, budget, &to->allocator, to);
    if (status != REEL_MEMORY) return status;
    return reel__lzma2_pack(file.data, file.size, LZMA2_NUMBER_USUAL, most, budget, &to->allocator, to);
}

enum { CHUNK_RESET = 1, CHUNK_NEXT = 2, CHUNK_HEAD = 3, CHUNK_MOST = 1 << 16 }; /* of LZMA2, not compressed */

static bool add_chunks(reel_memory *to, const uint8_t *data, size_t size)
{
    bool fits = true;
    for (size_t at = 0; at < size && fits; at += CHUNK_MOST) {
        const size_t some = size - at < CHUNK_MOST ? size - at : CHUNK_MOST;
        const uint8_t head[CHUNK_HEAD] = { at ? CHUNK_NEXT : CHUNK_RESET, (uint8_t)((some - 1) >> 8), (uint8_t)(some - 1) };
        fits = memory_add(to, head, sizeof head) && memory_add(to, data + at, some);
    }
    return fits;
}

/* What readers would refuse as too small begins with as many bytes that are not compressed as make it large enough. The rest is packed by itself. */
static reel_status pack_lzma_within_limits(reel_bytes file, size_t most, bool far, reel_budget *budget, reel_memory *packed)
{
    reel_status status = pack_lzma(file, most, far, budget, packed);
    if (status != REEL_OK || is_within_limits(file.size, packed->size)) return status;
    const uint8_t *data = file.data;
    const size_t plain = (file.size - FREE_SIZE) / MOST_RATIO, left = file.size - plain;
    reel_memory rest = { .allocator = packed->allocator };
    packed->size = 1; /* the dictionary of the whole file */
    status = add_chunks(packed, data, plain) ? REEL_OK : REEL_MEMORY;
    if (status == REEL_OK) status = pack_lzma((reel_bytes){ data + plain, left }, left, far, budget, &rest);
    if (status == REEL_OK && !memory_add(packed, rest.data + 1, rest.size - 1)) status = REEL_MEMORY;
    reel_memory_free(&rest);
    return status;
}

#ifdef PACK_TEE_STREAMS
static bool has_streams(reel_bytes file) { return reel__tee_streams_fit(file); }

/* REEL_OK: unpacking gives the file. REEL_UNSUPPORTED: it does not. */
static reel_status gives_back(reel_bytes file, const reel_memory *packed)
{
    enum { PIECE = 1 << 14 };
    const unpack_codec *codec = &reel__unpack_tee_streams;
    const uint8_t *at = packed->data, *end = at + packed->size, *expected = file.data;
    size_t left = file.size, made;
    void *state = codec->start(&packed->allocator);
    uint8_t *piece = packed->allocator.alloc(packed->allocator.context, PIECE);
    reel_status status = state && piece ? codec->member(state, UINT64_MAX) : REEL_MEMORY;
    while (status == REEL_OK) {
        status = codec->step(state, &at, end, piece, PIECE, &made);
        if (made > left || (made && memcmp(piece, expected, made) != 0) || (status == REEL_OK && !made))
            status = REEL_UNSUPPORTED;
        expected += made;
        left -= made < left ? made : left;
    }
    if (state) codec->stop(state);
    reel__memory_drop(&packed->allocator, piece);
    if (status == REEL_MEMORY) return status;
    return status == REEL_END && !left ? REEL_OK : REEL_UNSUPPORTED;
}

static reel_status pack_streams(reel_bytes file, reel_budget *budget, reel_memory *packed)
{
    const int level = file.size <= BEST_STREAMS_SIZE ? BEST_LEVEL : QUICK_LEVEL;
    reel_status status = reel__tee_streams_pack(file, level, budget, &packed->allocator, packed);
    return status == REEL_OK ? gives_back(file, packed) : status;
}
#else
static bool has_streams(reel_bytes file) { return (void)file, false; }

static reel_status pack_streams(reel_bytes file, reel_budget *budget, reel_memory *packed)
{
    (void)file, (void)budget, (void)packed;
    return REEL_UNSUPPORTED;
}
#endif

/* Packs the file by one method, and keeps the result if it is smaller than `best`. */
static reel_status try_method(reel_bytes file, stored_method method, bool far, size_t than, reel_budget *budget,
                              reel_memory *best, stored_method *chosen)
{
    reel_memory packed = { .allocator = best->allocator };
    size_t most = *chosen == STORED_PLAIN ? (than < file.size ? than : file.size) : best->size;
    reel_status status = REEL_UNSUPPORTED;
    if (method == STORED_LZMA2 && most)
        status = pack_lzma_within_limits(file, most, far, budget, &packed);
    else if (method == STORED_STREAMS)
        status = pack_streams(file, budget, &packed);
    else if (method == STORED_PACKED && far)
        status = reel__block_pack_far(BEST_LEVEL, UNPACK_WINDOW_LOG, file.data, file.size, budget, &best->allocator, &packed);
    else if (method == STORED_PACKED)
        status = reel__block_pack(BLOCK_ZSTD, file.size <= BEST_SIZE ? BEST_LEVEL : QUICK_LEVEL, file.data, file.size,
                                  &best->allocator, &packed);
    if (status == REEL_OK && packed.size < most && is_within_limits(file.size, packed.size)) {
        reel_memory_free(best);
        *best = packed;
        *chosen = method;
        return REEL_OK;
    }
    reel_memory_free(&packed);
    return status == REEL_MEMORY || status == REEL_CANCELLED ? status : REEL_OK;
}

/* Whether there is LZMA. */
#ifdef REEL_WITH_LZMA
enum { SMALL_IS_LZMA = true };
#else
enum { SMALL_IS_LZMA = false };
#endif

reel_status reel__stored_pack(reel_bytes file, stored_effort effort, size_t than, reel_budget *budget, reel_memory *to)
{
    reel_memory best = { .allocator = to->allocator };
    stored_method method = STORED_PLAIN;
    reel_status status = REEL_OK;
    const bool far = effort == STORED_SMALL && repeats_far(file, budget, &to->allocator);
    if (effort != STORED_AS_IS) status = try_method(file, STORED_STREAMS, far, than, budget, &best, &method);
    if (status == REEL_OK && (effort == STORED_FAST || (effort == STORED_SMALL && (file.size <= BOTH_SIZE || far))))
        status = try_method(file, STORED_PACKED, far, than, budget, &best, &method);
    if (effort == STORED_SMALL && status == REEL_OK) status = try_method(file, STORED_LZMA2, far, than, budget, &best, &method);
    if (effort == STORED_SMALL && status == REEL_OK && method == STORED_PLAIN && !SMALL_IS_LZMA)
        status = try_method(file, STORED_PACKED, false, than, budget, &best, &method);
    if (status == REEL_OK)
        status = put_file(to, file, method == STORED_PLAIN ? file : (reel_bytes){ best.data, best.size }, method);
    reel_memory_free(&best);
    return status;
}

/* ---- estimates ------------------------------------------------------------------------------------------------------ */

enum {
    SAMPLES = 2,
    SAMPLE_LEAST = 2048,
    SAMPLE_SOUND = 8192,
    SAMPLE_MOST = 16384,
    SAMPLE_SHARE = 16,
    QUICKEST_LEVEL = 3,
    LONG_LOG = 19
};

/* Sums of what two methods make of the samples. False: they cannot be compared. */
static bool pack_samples(reel_bytes file, size_t size, const reel_allocator *allocator, size_t *quick, size_t *small)
{
    reel_memory packed = { .allocator = *allocator };
    bool made = true;
    *quick = *small = 0;
    for (size_t i = 1; i <= SAMPLES && made; i++) {
        const uint8_t *at = (const uint8_t *)file.data + file.size / (SAMPLES + 1) * i;
        packed.size = 0;
        made = reel__block_pack(BLOCK_ZSTD, QUICKEST_LEVEL, at, size, allocator, &packed) == REEL_OK;
        *quick += packed.size;
        packed.size = 0;
        made = made && reel__lzma2_pack(at, size, LZMA2_NUMBER_USUAL, 2 * size, NULL, allocator, &packed) == REEL_OK;
        *small += packed.size;
    }
    reel_memory_free(&packed);
    return made;
}

/* What zstd makes of the file quickly, without or with repeats from anywhere, which LZMA would find: whichever is smaller. */
static reel_status pack_quickly(reel_bytes file, const reel_allocator *allocator, size_t *size)
{
    reel_memory packed = { .allocator = *allocator };
    int log = LONG_LOG;
    reel_status status = reel__block_pack(BLOCK_ZSTD, QUICKEST_LEVEL, file.data, file.size, allocator, &packed);
    *size = packed.size;
    if (status == REEL_OK && file.size >> LONG_LOG) {
        while (log < UNPACK_WINDOW_LOG && file.size >> log) log++;
        packed.size = 0;
        status = reel__block_pack_far(QUICKEST_LEVEL, log, file.data, file.size, NULL, allocator, &packed);
        if (packed.size < *size) *size = packed.size;
    }
    reel_memory_free(&packed);
    return status;
}

bool reel__stored_may_be_smaller(reel_bytes file, size_t than, const reel_allocator *allocator)
{
    size_t sample = file.size / SAMPLE_SHARE, whole, quick, small;
    if (has_streams(file)) return true;
    reel_status status = pack_quickly(file, allocator, &whole);
    if (status != REEL_OK) return true;
    if (than < whole / 3) return false;
    if (sample < SAMPLE_LEAST || !pack_samples(file, sample < SAMPLE_MOST ? sample : SAMPLE_MOST, allocator, &quick, &small))
        return true;
    double expected = (double)whole * (double)small / (double)quick;
    return (double)than > expected * (sample < SAMPLE_SOUND ? 0.6 : 0.7);
}
