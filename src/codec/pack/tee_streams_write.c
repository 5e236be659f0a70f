/* SPDX-License-Identifier: MIT
 * Takes the messages of a teehistorian file apart into streams. What is not a move or an input in its shortest form, with numbers of at most two bytes and a client
 * id that fits an event, is a text, so that any bytes can be packed. */
#include "codec/pack/block.h"
#include "codec/pack/tee_streams.h"
#include "codec/teeworlds_int.h"

#ifdef PACK_TEE_STREAMS

static const uint8_t magic[] = { 0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff, 0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1 };

bool reel__tee_streams_fit(reel_bytes file) { return file.size > sizeof magic && memcmp(file.data, magic, sizeof magic) == 0; }

typedef struct tee_packer {
    const reel_allocator *allocator;
    reel_memory *to;
    int level;
    const uint8_t *at, *end; /* bytes that are not packed yet */
    const uint8_t *text_end; /* of the text that these begin with; before `at`: none */
    tee_model model;
    reel_memory streams[TEE_STREAMS];
    size_t block; /* bytes of the file in this block */
    unsigned run;
    uint64_t bits; /* fewer than eight, of TEE_BITS */
    unsigned bit_count;
    bool out_of_memory;
} tee_packer;

static void put_byte(tee_packer *p, size_t stream, uint8_t byte)
{
    if (!memory_add(&p->streams[stream], &byte, 1)) p->out_of_memory = true;
}

static bool add_leb128(reel_memory *to, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) bytes[size++] = (uint8_t)(value | 0x80);
    bytes[size++] = (uint8_t)value;
    return memory_add(to, bytes, size);
}

static void put_bits(tee_packer *p, uint32_t value, unsigned count)
{
    p->bits |= (uint64_t)value << p->bit_count;
    for (p->bit_count += count; p->bit_count >= 8; p->bit_count -= 8, p->bits >>= 8) put_byte(p, TEE_BITS, (uint8_t)p->bits);
}

/* ---- blocks --------------------------------------------------------------------------------------------------------- */

/* Appends a stream: its size, what it takes packed, or 0 if that is not less, and the bytes. */
static reel_status add_stream(const tee_packer *p, const reel_memory *stream, reel_memory *to)
{
    reel_memory packed = { .allocator = *p->allocator };
    reel_status status = reel__block_pack(BLOCK_ZSTD, p->level, stream->data, stream->size, p->allocator, &packed);
    const bool smaller = status == REEL_OK && packed.size < stream->size;
    const reel_memory *best = smaller ? &packed : stream;
    if (status == REEL_OK &&
        !(add_leb128(to, stream->size) && add_leb128(to, smaller ? packed.size : 0) && memory_add(to, best->data, best->size)))
        status = REEL_MEMORY;
    reel_memory_free(&packed);
    return status;
}

static reel_status end_block(tee_packer *p)
{
    reel_memory all = { .allocator = *p->allocator };
    size_t sum = 0;
    put_byte(p, TEE_RUNS, (uint8_t)p->run);
    if (p->bit_count) put_byte(p, TEE_BITS, (uint8_t)p->bits);
    reel_status status = p->out_of_memory ? REEL_MEMORY : REEL_OK;
    for (size_t i = 0; i < TEE_STREAMS && status == REEL_OK; i++) {
        sum += p->streams[i].size;
        status = add_stream(p, &p->streams[i], &all);
        p->streams[i].size = 0;
    }
    if (status == REEL_OK && sum > 2 * p->block + TEE_STREAMS_EXTRA) status = REEL_UNSUPPORTED;
    if (status == REEL_OK &&
        !(add_leb128(p->to, p->block) && add_leb128(p->to, all.size) && memory_add(p->to, all.data, all.size)))
        status = REEL_MEMORY;
    reel_memory_free(&all);
    p->block = p->bit_count = p->run = 0;
    p->bits = 0;
    return status;
}

/* ---- messages ------------------------------------------------------------------------------------------------------- */

static void put_event(tee_packer *p, uint8_t event)
{
    uint8_t *followers = p->model.followers[p->model.previous];
    size_t rank = 0;
    p->model.previous = event;
    while (rank < TEE_FOLLOWERS && followers[rank] != event) rank++;
    if (rank == 0) {
        if (++p->run == UINT8_MAX) put_byte(p, TEE_RUNS, UINT8_MAX), p->run = 0;
        return;
    }
    put_byte(p, TEE_RUNS, (uint8_t)p->run), p->run = 0;
    put_byte(p, TEE_RANKS, (uint8_t)rank);
    if (rank == TEE_FOLLOWERS) put_byte(p, TEE_EVENTS, event);
    tee_follow(followers, rank, event);
}

/* Reads a number of at most `most` bytes in its shortest form. */
static bool read_short(const uint8_t **at, const uint8_t *end, size_t most, int32_t *value)
{
    const size_t size = varint_read(*at, (size_t)(end - *at), value);
    if (!size || size > most || varint_form(size, (*at)[size - 1])) return false;
    *at += size;
    return true;
}

static bool is_small_change(int32_t change) { return change >= INT8_MIN && change <= INT8_MAX; }

static void put_step(tee_packer *p, size_t stream, int32_t step, int16_t *last, uint8_t *context)
{
    const int32_t change = step - *last;
    put_byte(p, stream + *context, (uint8_t)change);
    *context = tee_step_context(change, step);
    *last = (int16_t)step;
}

static const uint8_t *put_move(tee_packer *p)
{
    const uint8_t *at = p->at;
    int32_t cid, dx, dy;
    if (!read_short(&at, p->end, 2, &cid) || cid < 0 || cid >= TEE_CLIENTS || !read_short(&at, p->end, 2, &dx) ||
        !read_short(&at, p->end, 2, &dy))
        return NULL;
    tee_client *client = &p->model.clients[cid];
    if (!is_small_change(dx - client->dx) || !is_small_change(dy - client->dy)) return NULL;
    put_event(p, (uint8_t)cid);
    put_step(p, TEE_X, dx, &client->dx, &client->x);
    put_step(p, TEE_Y, dy, &client->dy, &client->y);
    return at;
}

static unsigned put_aim(tee_packer *p, size_t stream, int32_t change)
{
    const uint32_t sign = change < 0, size = (uint32_t)change ^ (0u - sign);
    unsigned length = 0;
    while (size >> length) length++;
    const unsigned low = tee_aim_low_bits(length);
    const uint32_t second = length > 1 ? size >> (length - 2) & 1 : 0;
    put_byte(p, stream, (uint8_t)(length << 2 | second << 1 | sign));
    put_bits(p, size & ((1u << low) - 1), low);
    return length;
}

static const uint8_t *put_input(tee_packer *p)
{
    const uint8_t *at = p->at + 1;
    int32_t cid, aim[2], number;
    uint8_t values[1 + TEE_INPUT_VALUES];
    size_t count = 0;
    unsigned keys = 0;
    if (!read_short(&at, p->end, 2, &cid) || cid < 0 || cid >= TEE_TEXT - TEE_INPUT) return NULL;
    for (size_t i = 0; i < 1 + TEE_INPUT_VALUES; i++) {
        if (at == p->end) return NULL;
        const uint8_t byte = *at;
        if (!read_short(&at, p->end, 1, &number)) return NULL;
        if (byte) values[count++] = byte, keys |= 1u << i;
        if (i == 0 && (!read_short(&at, p->end, 2, &aim[0]) || !read_short(&at, p->end, 2, &aim[1]))) return NULL;
    }
    tee_client *client = &p->model.clients[cid];
    put_event(p, (uint8_t)(TEE_INPUT + cid));
    put_byte(p, TEE_KEYS + client->keys, (uint8_t)keys);
    client->keys = keys != 0;
    for (size_t i = 0; i < count; i++) put_byte(p, TEE_VALUES, values[i]);
    client->aim = put_aim(p, TEE_AIM_X + (size_t)client->aim, aim[0]) > 0;
    put_aim(p, TEE_AIM_Y + (size_t)client->aim, aim[1]);
    return at;
}

static const uint8_t *end_of_texts(const uint8_t *at, const uint8_t *end, int32_t count)
{
    for (; count > 0; count--) {
        const uint8_t *nul = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
        if (!nul) return end;
        at = nul + 1;
    }
    return at;
}

/* Moves *at behind a number, the last one of those that are read. False: it is cut. */
static bool pass_number(const uint8_t **at, const uint8_t *end, int32_t *number)
{
    const size_t size = varint_read(*at, (size_t)(end - *at), number);
    *at += size;
    return size > 0;
}

/* Where a message ends, or `end` if that is not known. */
static const uint8_t *end_of_message(const uint8_t *at, const uint8_t *end)
{
    enum { KINDS = 12, PACKET = 7, DROP = 9, COMMAND = 10, EXTENSION = 11, UUID = 16 };
    static const uint8_t numbers[KINDS] = { 0, 0, 1, 3, 1, 11, 11, 1, 1, 1, 2, 0 };
    int32_t id, number = 0;
    if (!pass_number(&at, end, &id) || id <= -KINDS) return end;
    for (unsigned left = id < 0 ? numbers[-id] : 2; left > 0; left--)
        if (!pass_number(&at, end, &number)) return end;
    if (id == -EXTENSION && (size_t)(end - at) > UUID) at += UUID;
    if (id == -EXTENSION || id == -PACKET) {
        if (!pass_number(&at, end, &number) || number < 0 || (size_t)number > (size_t)(end - at)) return end;
        return at + number;
    }
    if (id == -DROP || id == -COMMAND) at = end_of_texts(at, end, 1);
    if (id == -COMMAND) at = pass_number(&at, end, &number) ? end_of_texts(at, end, number) : end;
    return at;
}

/* A text that a block cannot hold goes on in the next one. */
static void put_text(tee_packer *p)
{
    const size_t size = (size_t)(p->text_end - p->at), room = TEE_BLOCK - p->block, some = size < room ? size : room;
    put_event(p, TEE_TEXT);
    if (!add_leb128(&p->streams[TEE_LENGTHS], some) || !memory_add(&p->streams[TEE_TEXTS], p->at, some)) p->out_of_memory = true;
    p->block += some;
    p->at += some;
}

static void put_message(tee_packer *p)
{
    const uint8_t *end = NULL;
    if (p->at >= p->text_end) {
        if (*p->at == TEE_INPUT_BYTE)
            end = put_input(p);
        else if (!(*p->at & TEE_NEGATIVE))
            end = put_move(p);
        if (!end) p->text_end = end_of_message(p->at, p->end);
    }
    if (!end) {
        put_text(p);
        return;
    }
    p->block += (size_t)(end - p->at);
    p->at = end;
}

enum { MESSAGE_MOST = 16 }; /* bytes of a move or an input */

reel_status reel__tee_streams_pack(reel_bytes file, int level, reel_budget *budget, const reel_allocator *allocator,
                                   reel_memory *to)
{
    const uint8_t *data = file.data;
    const uint8_t *nul = reel__tee_streams_fit(file) ? memchr(data + sizeof magic, 0, file.size - sizeof magic) : NULL;
    const size_t before = to->size;
    if (!nul) return REEL_UNSUPPORTED;
    tee_packer *p = reel__memory_new(allocator, sizeof *p);
    if (!p) return REEL_MEMORY;
    p->allocator = allocator;
    p->to = to;
    p->level = level;
    p->at = data, p->end = data + file.size, p->text_end = nul + 1;
    for (size_t i = 0; i < TEE_STREAMS; i++) p->streams[i].allocator = *allocator;
    tee_model_begin(&p->model);
    reel_status status = REEL_OK;
    while (p->at < p->end && status == REEL_OK) {
        put_message(p);
        if (p->block <= TEE_BLOCK - MESSAGE_MOST && p->at < p->end) continue;
        status = reel_spend(budget, p->block);
        if (status == REEL_OK) status = end_block(p);
    }
    if (status == REEL_OK && !add_leb128(to, 0)) status = REEL_MEMORY;
    for (size_t i = 0; i < TEE_STREAMS; i++) reel_memory_free(&p->streams[i]);
    reel__memory_drop(allocator, p);
    if (status != REEL_OK) to->size = before;
    return status;
}

#endif
