/* SPDX-License-Identifier: MIT
 * Makes the bytes of a teehistorian file from its streams. */
#include "codec/pack/tee_streams.h"
#include "codec/pack/unpacker.h"
#include "core/inline.h"

#ifdef PACK_TEE_STREAMS

enum {
    HEAD_MOST = 3 + 4, /* of a block: how many bytes of the file it has, and how many follow */
    MESSAGE_MOST = 32, /* room for a move or an input */
    PAD = 8            /* bits are read by words */
};

typedef struct tee_unpacker {
    reel_allocator allocator;
    void *zstd;
    uint8_t head[HEAD_MOST];
    size_t head_size, file_size, packed_size; /* bytes of the head so far; sizes in it */
    bool headed, done;
    reel_memory packed; /* what is here of a block that came in pieces */
    reel_memory streams, block;
    size_t given; /* bytes of the block that were returned */
    reel_status failed;
    tee_model model;
} tee_unpacker;

static void *start_streams(const reel_allocator *allocator)
{
    tee_unpacker *u = reel__memory_new(allocator, sizeof *u);
    if (!u) return NULL;
    u->allocator = u->packed.allocator = u->streams.allocator = u->block.allocator = *allocator;
    u->zstd = reel__unpack_zstd.start(allocator);
    if (u->zstd) return u;
    reel__memory_drop(allocator, u);
    return NULL;
}

static void stop_streams(void *context)
{
    tee_unpacker *u = context;
    reel__unpack_zstd.stop(u->zstd);
    reel_memory_free(&u->packed);
    reel_memory_free(&u->streams);
    reel_memory_free(&u->block);
    reel__memory_drop(&u->allocator, u);
}

static reel_status begin_streams(void *context, uint64_t most)
{
    tee_unpacker *u = context;
    (void)most;
    u->head_size = u->given = 0;
    u->headed = u->done = false;
    u->failed = REEL_OK;
    u->packed.size = u->block.size = 0;
    tee_model_begin(&u->model);
    return REEL_OK;
}

/* ---- messages ------------------------------------------------------------------------------------------------------- */

typedef struct stream_reader {
    const uint8_t *at[TEE_STREAMS], *end[TEE_STREAMS];
    uint64_t bit, bits;    /* of TEE_BITS: the next one, and how many there are */
    const uint8_t *to_end; /* of the block */
} stream_reader;

FORCE_INLINE bool take(stream_reader *s, size_t stream, uint8_t *byte)
{
    if (s->at[stream] == s->end[stream]) return false;
    *byte = *s->at[stream]++;
    return true;
}

FORCE_INLINE uint8_t *put_client(uint8_t *to, size_t cid)
{
    *to++ = (uint8_t)((cid & (TEE_ONE_BYTE - 1)) | (size_t)(cid >= TEE_ONE_BYTE) << 7);
    if (cid >= TEE_ONE_BYTE) *to++ = 1;
    return to;
}

/* A number of at most 13 bits and a sign, in one byte or two. Which of them it is cannot be predicted for aims, so both bytes are written without a branch. */
FORCE_INLINE uint8_t *put_number(uint8_t *to, uint32_t bits, uint32_t sign)
{
    const uint32_t two = bits >= TEE_ONE_BYTE;
    to[0] = (uint8_t)((bits & (TEE_ONE_BYTE - 1)) | sign << 6 | two << 7);
    to[1] = (uint8_t)(bits >> 6);
    return to + 1 + two;
}

/* Bytes are written where `to` points, which is NULL after damage. It is passed on rather than kept in memory, which bytes that are written might change. */

/* The next step in x or y, which is `change` more than the last one. */
FORCE_INLINE uint8_t *put_step(uint8_t *to, stream_reader *s, size_t stream, int16_t *last, uint8_t *context)
{
    uint8_t byte;
    if (!to || !take(s, stream + *context, &byte)) return NULL;
    const int32_t change = (int8_t)byte, step = *last + change;
    const uint32_t sign = step < 0, bits = (uint32_t)step ^ (0u - sign);
    if (bits > TEE_LARGEST_STEP) return NULL;
    *last = (int16_t)step;
    *context = tee_step_context(change, step);
    return put_number(to, bits, sign);
}

FORCE_INLINE uint8_t *put_move(uint8_t *to, stream_reader *s, tee_client *client, size_t cid)
{
    to = put_step(put_client(to, cid), s, TEE_X, &client->dx, &client->x);
    return put_step(to, s, TEE_Y, &client->dy, &client->y);
}

FORCE_INLINE uint8_t *put_aim(uint8_t *to, stream_reader *s, size_t stream, unsigned *length)
{
    uint8_t symbol;
    if (!take(s, stream, &symbol)) return NULL;
    const unsigned size = *length = symbol >> 2, low = tee_aim_low_bits(size);
    if (size > TEE_AIM_BITS || s->bits - s->bit < low) return NULL;
    const uint64_t word = reel_load_u64le(s->at[TEE_BITS] + (s->bit >> 3)) >> (s->bit & 7);
    const uint32_t high = size > 1 ? 2u | (symbol >> 1 & 1) : size;
    s->bit += low;
    return put_number(to, high << low | ((uint32_t)word & ((1u << low) - 1)), symbol & 1);
}

/* A byte for each bit of `keys`: the next value, or 0. Which bits are set cannot be predicted. The caller has seen that there are enough values. */
FORCE_INLINE const uint8_t *put_values(uint8_t *to, const uint8_t *values, uint32_t keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t set = keys >> i & 1;
        to[i] = (uint8_t)(*values & (0u - set));
        values += set;
    }
    return values;
}

static size_t count_bits(uint32_t byte)
{
    byte -= byte >> 1 & 0x55;
    byte = (byte & 0x33) + (byte >> 2 & 0x33);
    return (byte + (byte >> 4)) & 0x0f;
}

FORCE_INLINE uint8_t *put_input(uint8_t *to, stream_reader *s, tee_client *client, size_t cid)
{
    uint8_t keys;
    unsigned length;
    const uint8_t *values = s->at[TEE_VALUES];
    if (!take(s, TEE_KEYS + client->keys, &keys) || (size_t)(s->end[TEE_VALUES] - values) < count_bits(keys)) return NULL;
    client->keys = keys != 0;
    *to++ = TEE_INPUT_BYTE;
    to = put_client(to, cid);
    values = put_values(to, values, keys, 1);
    to = put_aim(to + 1, s, TEE_AIM_X + (size_t)client->aim, &length);
    if (!to) return NULL;
    client->aim = length > 0;
    to = put_aim(to, s, TEE_AIM_Y + (size_t)client->aim, &length);
    if (!to) return NULL;
    s->at[TEE_VALUES] = put_values(to, values, keys >> 1u, TEE_INPUT_VALUES);
    return to + TEE_INPUT_VALUES;
}

static uint8_t *put_text(uint8_t *to, stream_reader *s)
{
    reel_cursor in = { .at = s->at[TEE_LENGTHS], .end = s->end[TEE_LENGTHS] };
    const uint64_t size = reel_get_leb128(&in);
    const uint8_t *text = s->at[TEE_TEXTS];
    if (in.failed || size > (size_t)(s->to_end - to) || size > (size_t)(s->end[TEE_TEXTS] - text)) return NULL;
    if (size) memcpy(to, text, (size_t)size);
    s->at[TEE_LENGTHS] = in.at;
    s->at[TEE_TEXTS] = text + size;
    return to + size;
}

FORCE_INLINE uint8_t *put_event(uint8_t *to, stream_reader *s, tee_model *model, uint8_t event)
{
    model->previous = event;
    if (event < TEE_CLIENTS) return put_move(to, s, &model->clients[event], event);
    if (event == TEE_TEXT) return put_text(to, s);
    return put_input(to, s, &model->clients[event - TEE_INPUT], event - TEE_INPUT);
}

/* How many events are the usual ones now. */
FORCE_INLINE bool take_run(stream_reader *s, size_t *run)
{
    uint8_t byte = 0;
    for (*run = 0; take(s, TEE_RUNS, &byte); *run += UINT8_MAX)
        if (byte < UINT8_MAX) {
            *run += byte;
            return true;
        }
    return false;
}

/* The next event: of `rank` among the followers of the one before, of which it becomes the first. No branch depends on the rank. */
FORCE_INLINE bool take_event(stream_reader *s, tee_model *model, size_t rank, uint8_t *event)
{
    uint8_t *followers = model->followers[model->previous];
    const uint8_t *fresh = s->at[TEE_EVENTS];
    if (rank > TEE_FOLLOWERS || fresh + (rank == TEE_FOLLOWERS) > s->end[TEE_EVENTS]) return false;
    const uint8_t known[TEE_FOLLOWERS + 1] = { followers[0], followers[1], followers[2], *fresh };
    s->at[TEE_EVENTS] = fresh + (rank == TEE_FOLLOWERS);
    *event = known[rank];
    followers[0] = *event;
    followers[1] = known[rank < 1];
    followers[2] = known[2 - (rank > 1)];
    return true;
}

/* Writes messages until there are `size` bytes, and returns how many there are before damage. */
static size_t put_messages(uint8_t *block, size_t size, stream_reader *s, tee_model *model)
{
    uint8_t *to = block, *const end = block + size, event, rank;
    s->to_end = end;
    for (size_t run; take_run(s, &run);) {
        for (; run > 0 && to < end; run--) {
            uint8_t *next = put_event(to, s, model, model->followers[model->previous][0]);
            if (!next) return (size_t)(to - block);
            to = next;
        }
        if (to >= end || !take(s, TEE_RANKS, &rank) || !take_event(s, model, rank, &event)) break;
        uint8_t *next = put_event(to, s, model, event);
        if (!next) break;
        to = next;
    }
    return to < end ? (size_t)(to - block) : to == end ? size : 0;
}

/* ---- blocks --------------------------------------------------------------------------------------------------------- */

/* Whether all of every stream was used. */
static bool is_at_end(const stream_reader *s)
{
    bool ended = s->bits - s->bit < 8;
    for (size_t i = 0; i < TEE_STREAMS; i++) ended = ended && (i == TEE_BITS || s->at[i] == s->end[i]);
    return ended;
}

typedef struct packed_stream {
    const uint8_t *bytes;
    size_t size, packed; /* packed: 0 if it is not */
} packed_stream;

/* Unpacks a zstd frame of a known size behind the streams before it. */
static reel_status unpack_stream(tee_unpacker *u, const uint8_t *packed, size_t packed_size, size_t size)
{
    const uint8_t *at = packed, *end = packed + packed_size;
    size_t left = size;
    reel_status status = reel__unpack_zstd.member(u->zstd, size + 1);
    while (status == REEL_OK) {
        size_t made = 0;
        const uint8_t *before = at;
        status = reel__unpack_zstd.step(u->zstd, &at, end, u->streams.data + u->streams.size, left, &made);
        u->streams.size += made;
        left -= made;
        if (status == REEL_OK && !made && at == before) return REEL_CORRUPT;
    }
    if (status != REEL_END) return status;
    return left == 0 && at == end ? REEL_OK : REEL_CORRUPT;
}

/* Finds the streams of a block where they are packed, and adds up their sizes. */
static bool find_streams(const tee_unpacker *u, const uint8_t *packed, packed_stream *streams, size_t *sum)
{
    reel_cursor in = { .at = packed, .end = packed + u->packed_size };
    const size_t most = 2 * u->file_size + TEE_STREAMS_EXTRA;
    *sum = 0;
    for (size_t i = 0; i < TEE_STREAMS; i++) {
        const uint64_t size = reel_get_leb128(&in), stated = reel_get_leb128(&in);
        if (in.failed || size > most - *sum || stated > u->packed_size) return false;
        streams[i] = (packed_stream){ .size = (size_t)size, .packed = (size_t)stated };
        streams[i].bytes = reel_take(&in, (size_t)(stated ? stated : size));
        if (in.failed) return false;
        *sum += (size_t)size;
    }
    return in.at == in.end;
}

/* Unpacks the streams of a block to one block of memory. */
static reel_status unpack_streams(tee_unpacker *u, const uint8_t *packed, stream_reader *s)
{
    packed_stream streams[TEE_STREAMS];
    size_t sum;
    if (!find_streams(u, packed, streams, &sum)) return REEL_CORRUPT;
    u->streams.size = 0;
    reel_status status = reel__memory_room(&u->streams, sum + PAD) ? REEL_OK : REEL_MEMORY;
    for (size_t i = 0; i < TEE_STREAMS && status == REEL_OK; i++) {
        s->at[i] = u->streams.data + u->streams.size;
        if (streams[i].packed)
            status = unpack_stream(u, streams[i].bytes, streams[i].packed, streams[i].size);
        else
            memory_add(&u->streams, streams[i].bytes, streams[i].size);
        s->end[i] = u->streams.data + u->streams.size;
    }
    if (status != REEL_OK) return status;
    memset(u->streams.data + sum, 0, PAD);
    s->bit = 0;
    s->bits = 8 * (uint64_t)(s->end[TEE_BITS] - s->at[TEE_BITS]);
    return REEL_OK;
}

/* What comes before damage in a block is returned. */
static reel_status unpack_block(tee_unpacker *u, const uint8_t *packed)
{
    stream_reader s;
    u->given = u->block.size = 0;
    reel_status status = unpack_streams(u, packed, &s);
    if (status != REEL_OK) return status;
    if (!reel__memory_room(&u->block, u->file_size + MESSAGE_MOST)) return REEL_MEMORY;
    u->block.size = put_messages(u->block.data, u->file_size, &s, &u->model);
    const bool sound = u->block.size == u->file_size && is_at_end(&s);
    return sound ? REEL_OK : REEL_CORRUPT;
}

/* Takes the sizes of a block, of which the first is 0 behind the last block. */
static reel_status take_sizes(tee_unpacker *u, const uint8_t **at, const uint8_t *end)
{
    while (*at < end && !u->headed && !u->done) {
        if (u->head_size == HEAD_MOST) return REEL_CORRUPT;
        u->head[u->head_size++] = *(*at)++;
        reel_cursor in = { .at = u->head, .end = u->head + u->head_size };
        const uint64_t file = reel_get_leb128(&in);
        u->done = !in.failed && !file;
        const uint64_t packed = reel_get_leb128(&in);
        if (in.failed || u->done) continue;
        if (file > TEE_BLOCK || packed > 2 * file + TEE_BLOCK_EXTRA) return REEL_CORRUPT;
        u->file_size = (size_t)file, u->packed_size = (size_t)packed;
        u->headed = true;
    }
    return REEL_OK;
}

/* Unpacks the next block if it is whole. */
static reel_status next_block(tee_unpacker *u, const uint8_t **at, const uint8_t *end)
{
    reel_status status = take_sizes(u, at, end);
    if (status != REEL_OK || !u->headed) return status;
    const uint8_t *packed = *at;
    size_t missing = u->packed_size - u->packed.size, some = (size_t)(end - *at) < missing ? (size_t)(end - *at) : missing;
    *at += some;
    if (some < u->packed_size) {
        if (!memory_add(&u->packed, packed, some)) return REEL_MEMORY;
        if (some < missing) return REEL_OK;
        packed = u->packed.data;
    }
    status = unpack_block(u, packed);
    u->packed.size = u->head_size = 0;
    u->headed = false;
    return status;
}

static reel_status step_streams(void *context, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity,
                                size_t *made)
{
    tee_unpacker *u = context;
    for (*made = 0; *made < capacity;) {
        const size_t left = u->block.size - u->given, some = left < capacity - *made ? left : capacity - *made;
        if (some) memcpy(out + *made, u->block.data + u->given, some);
        u->given += some;
        *made += some;
        if (some) continue;
        if (u->failed != REEL_OK) return u->failed;
        if (u->done) return REEL_END;
        if (*at == end) return REEL_OK;
        u->failed = next_block(u, at, end);
    }
    return REEL_OK;
}

const unpack_codec reel__unpack_tee_streams = { start_streams, begin_streams, step_streams, stop_streams };

#endif
