/* SPDX-License-Identifier: MIT
 * Blocks, unpacked when an item needs them, and no more of them than it needs. */
#include "core/chunk.h"
#include "core/text.h"
#include "formats/ddnet_map/layout.h"

static reel_status fail_block(reel_decoder *d, reel_status status, const map_block *block, int32_t number)
{
    if (status == REEL_LIMIT || status == REEL_CANCELLED) return reel_fail_budget(d->budget, d->error, "blocks", block->at);
    if (status == REEL_MEMORY) return reel__memory_fail(d->error);
    if (status == REEL_UNSUPPORTED)
        return reel_fail(d->error, status, "unpack.not-built", "blocks", block->at, "this build cannot unpack zlib streams");
    return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.block", "blocks", block->at, "the bytes of block %d are damaged", number);
}

static reel_status fail_size(reel_decoder *d, const map_block *block, int32_t number)
{
    return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.block-size", "blocks", block->at,
                     "block %d does not unpack to the %llu {byte|bytes} that the file states", number,
                     (unsigned long long)block->stated);
}

/* REEL_END: the block is as it should be. REEL_OK: it is not, which is reported. What the cut of a file leaves of a block is used; the cut itself
 * is reported elsewhere. */
static reel_status judge(reel_decoder *d, const map_block *block, int32_t number, reel_status status, uint64_t wanted,
                         size_t made)
{
    if (status == REEL_TRUNCATED && block->bytes.size < block->whole) return REEL_OK;
    if (status == REEL_TRUNCATED) status = REEL_CORRUPT;
    if (status < 0) return reel__ddmap_damage(d, fail_block(d, status, block, number));
    bool ended = status == REEL_END;
    if (made < wanted || ended != (made == block->stated)) return reel__ddmap_damage(d, fail_size(d, block, number));
    return REEL_END;
}

/* Unpacks the first `size` bytes of a block, which has that many by its size. */
static reel_status unpack(reel_decoder *d, const map_block *block, int32_t number, uint8_t *to, size_t size, size_t *made)
{
    map_reader *r = d->state;
    r->unpacker.allocator = d->allocator;
    r->unpacker.budget = d->budget;
    reel_status status = reel__zlib_unpack(&r->unpacker, block->bytes, to, size, made);
    return judge(d, block, number, status, size, *made);
}

/* Finds a block that is not empty. REEL_END: there is nothing to unpack. */
static reel_status find(reel_decoder *d, int32_t number, map_block *block)
{
    const map_reader *r = d->state;
    if (!reel__ddmap_find_block(r, number, block)) {
        reel_status status = reel_fail(d->error, REEL_CORRUPT, "ddnet-map.block-number", "items", r->item_at,
                                       "an item names block %d, but the file has %u sound blocks", number, r->block_count);
        status = reel__ddmap_damage(d, status);
        return status < 0 ? status : REEL_END;
    }
    if (!block->bytes.size) return REEL_END;
    if (r->version == MAP_PACKED && block->stated > zlib_most(block->whole)) {
        reel_status status = reel__ddmap_damage(d, fail_size(d, block, number));
        return status < 0 ? status : REEL_END;
    }
    if (block->stated) return REEL_OK;
    reel__ddmap_find(d, REEL_NOTE, "ddnet-map.empty-block", "blocks", block->at,
                     "a block states that it is empty, so it is not read");
    return REEL_END;
}

static bool has_scratch(reel_decoder *d, size_t room)
{
    map_reader *r = d->state;
    if (room <= r->scratch_size) return true;
    reel__memory_drop(&d->allocator, r->scratch);
    r->scratch_size = 0;
    r->scratch = d->allocator.alloc(d->allocator.context, room);
    if (r->scratch) r->scratch_size = room;
    return r->scratch != NULL;
}

/* The last `size` bytes of the memory of a list, behind its rows; NULL: there are none. The bytes are charged as unpacked ones, and rows that take
 * their place are not charged again. */
static uint8_t *room_behind(reel_row_list *list, uint64_t size)
{
    enum { ROWS_AHEAD = 64 };
    const reel_allocator *allocator = &list->chunk->allocator;
    const size_t row = list->table->row_size;
    if (size > SIZE_MAX / 2 || list->count > SIZE_MAX / 4 / row) return NULL;
    const size_t needed = list->count + (size_t)size / row + 1 + ROWS_AHEAD;
    if (needed > list->chunk->row_limit) return NULL;
    if (needed > list->capacity) {
        uint8_t *data = allocator->resize(allocator->context, list->data, list->capacity * row, needed * row);
        if (!data) return NULL;
        list->data = data;
        list->capacity = needed;
    }
    return list->data + (list->capacity * row - (size_t)size);
}

const uint8_t *reel__ddmap_block_out(reel_decoder *d, reel_bytes bytes, size_t from)
{
    const map_reader *r = d->state;
    if (!has_scratch(d, bytes.size)) return NULL;
    if (from < bytes.size) memcpy(r->scratch + from, bytes.data + from, bytes.size - from);
    return r->scratch;
}

reel_status reel__ddmap_block(reel_decoder *d, int32_t number, uint64_t most, reel_bytes *bytes)
{
    bool behind;
    return reel__ddmap_block_behind(d, number, most, NULL, bytes, &behind);
}

reel_status reel__ddmap_block_behind(reel_decoder *d, int32_t number, uint64_t most, reel_row_list *list, reel_bytes *bytes,
                                     bool *behind)
{
    map_reader *r = d->state;
    map_block block;
    *bytes = (reel_bytes){ NULL, 0 };
    *behind = false;
    reel_status status = find(d, number, &block);
    if (status != REEL_OK) return status < 0 ? status : REEL_OK;
    uint64_t wanted = most < block.stated ? most : block.stated;
    if (r->version == MAP_STORED) {
        *bytes = block.bytes;
        if (wanted < bytes->size) bytes->size = (size_t)wanted;
        return REEL_OK;
    }
    size_t made = 0;
    /* The budget bounds what is taken for a block. */
    uint64_t left = reel_unpacked_left(d->budget);
    size_t room = (size_t)(wanted < left ? wanted : left);
    /* About a row for each packed byte: more of them would soon reach the bytes that are not read yet. */
    uint8_t *to = list && wanted <= left && block.bytes.size <= wanted / list->table->row_size ? room_behind(list, wanted) : NULL;
    *behind = to != NULL;
    if (!to && !has_scratch(d, room)) return reel__memory_fail(d->error);
    if (!to) to = r->scratch;
    status = unpack(d, &block, number, to, (size_t)wanted, &made);
    *bytes = (reel_bytes){ made ? to : NULL, made };
    return status < 0 ? status : REEL_OK;
}

reel_status reel__ddmap_block_lasting(reel_decoder *d, int32_t number, reel_bytes *bytes)
{
    const map_reader *r = d->state;
    map_block block;
    *bytes = (reel_bytes){ NULL, 0 };
    reel_status status = find(d, number, &block);
    if (status != REEL_OK) return status < 0 ? status : REEL_OK;
    if (block.bytes.size < block.whole) return REEL_OK; /* cut */
    if (block.stated > d->limits.string_bytes)
        return reel_fail(d->error, REEL_LIMIT, "ddnet-map.block-limit", "blocks", block.at,
                         "block %d has %llu bytes; at most %llu are allowed", number, (unsigned long long)block.stated,
                         (unsigned long long)d->limits.string_bytes);
    if (r->version == MAP_STORED) {
        *bytes = reel_chunk_bytes(d->chunk, block.bytes.data, block.bytes.size);
        return reel_build_status(d->chunk);
    }
    if (block.stated > reel_unpacked_left(d->budget)) {
        status = reel_spend_unpacked(d->budget, block.stated);
        return fail_block(d, status < 0 ? status : REEL_LIMIT, &block, number);
    }
    size_t size = (size_t)block.stated, made = 0;
    uint8_t *room = reel_chunk_alloc(d->chunk, size);
    if (!room) return reel_build_status(d->chunk);
    status = unpack(d, &block, number, room, size, &made);
    if (status == REEL_END) *bytes = (reel_bytes){ room, size };
    return status < 0 ? status : REEL_OK;
}

reel_status reel__ddmap_text_block(reel_decoder *d, int32_t number, const char *section, reel_string *text, uint8_t *present,
                                   uint8_t bit)
{
    const map_reader *r = d->state;
    reel_bytes bytes;
    *text = (reel_string){ NULL, 0 };
    reel_status status = reel__ddmap_block(d, number, UINT64_MAX, &bytes);
    if (status < 0 || !bytes.size) return status;
    const uint8_t *end = memchr(bytes.data, 0, bytes.size);
    size_t size = end ? (size_t)(end - bytes.data) : bytes.size;
    if (!end) reel__ddmap_find(d, REEL_WARNING, "ddnet-map.text-end", section, r->item_at, "a text does not end with a 0");
    if (!reel__utf8_is_valid(bytes.data, size))
        reel__ddmap_find(d, REEL_WARNING, "ddnet-map.text", section, r->item_at, "invalid UTF-8 in a text");
    *text = reel_chunk_string(d->chunk, bytes.data, size);
    if (size) *present |= bit;
    return reel_build_status(d->chunk);
}
