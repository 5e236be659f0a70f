/* SPDX-License-Identifier: MIT
 * Reading a ghost: a header, then chunks of items. An item is the difference to the one before it in its chunk; in version 4, to the last one
 * of its type before the type changed. */
#include "codec/teeworlds_huffman.h"
#include "codec/teeworlds_int.h"
#include "core/chunk.h"
#include "core/kept.h"
#include "core/text.h"
#include "formats/ghost/layout.h"

/* ---- the header ------------------------------------------------------------------------------------------------- */

static reel_string get_hex(reel_decoder *d, const uint8_t *bytes, size_t size)
{
    char text[2 * GHOST_SHA256];
    hex_text(text, bytes, size);
    return reel_chunk_string(d->chunk, text, 2 * size);
}

static reel_string get_text(reel_decoder *d, const uint8_t *bytes, size_t room, uint64_t at)
{
    const uint8_t *end = memchr(bytes, 0, room);
    size_t size = end ? (size_t)(end - bytes) : room;
    if (!end || !reel__utf8_is_valid(bytes, size))
        reel_find(&d->reporter, (reel_finding){ .rule = "ghost.text", .severity = REEL_WARNING, .section = "info", .offset = at },
                  "a text of the header is not UTF-8, or has no end");
    return reel_chunk_string(d->chunk, bytes, size);
}

static size_t head_bytes(int32_t version) { return GHOST_HEAD + (version == GHOST_LAST_VERSION ? GHOST_SHA256 : 0); }

static reel_status read_head(reel_decoder *d)
{
    ghost_reader *r = d->state;
    const uint8_t *head = d->in.at;
    enum { OWNER_AT = 9, MAP_AT = 25, CRC_AT = 89, TICKS_AT = 93, TIME_AT = 97 };
    r->stated = reel_load_u32be(head + TICKS_AT);
    reel_row_list *list = reel_chunk_table(d->chunk, &ghost_infos);
    ghost_info *row = list ? reel_row_add(list) : NULL;
    if (!row) return reel_build_status(d->chunk);
    row->version = r->version;
    row->owner = get_text(d, head + OWNER_AT, GHOST_OWNER, OWNER_AT);
    row->map_name = get_text(d, head + MAP_AT, GHOST_MAP, MAP_AT);
    row->map_crc = get_hex(d, head + CRC_AT, 4);
    if (r->version == GHOST_LAST_VERSION) row->map_sha256 = get_hex(d, head + GHOST_HEAD, GHOST_SHA256);
    row->ticks = r->stated;
    row->race_time = reel_load_u32be(head + TIME_AT);
    return reel_build_status(d->chunk);
}

reel_status reel__ghost_open(reel_decoder *d)
{
    ghost_reader *r = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0) return status;
    size_t size = reel_left(&d->in);
    r->version = size > GHOST_MAGIC_BYTES ? d->in.at[GHOST_MAGIC_BYTES] : GHOST_LAST_VERSION;
    if (r->version < GHOST_FIRST_VERSION || r->version > GHOST_LAST_VERSION)
        return reel_fail(d->error, REEL_UNSUPPORTED, "ghost.version", "info", GHOST_MAGIC_BYTES,
                         "unsupported version %d; versions 4 to 6 are supported", r->version);
    if (size < head_bytes(r->version)) {
        if (status == REEL_AGAIN) return REEL_AGAIN;
        return reel_fail(d->error, REEL_TRUNCATED, "ghost.truncated", "info", size, "the file ends inside its header");
    }
    r->last_type = -1;
    return status == REEL_AGAIN ? REEL_AGAIN : read_head(d);
}

/* ---- items ------------------------------------------------------------------------------------------------------ */

static reel_status add_start(reel_decoder *d, const int32_t *ints)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &ghost_starts);
    ghost_start *row = list ? reel_row_add(list) : NULL;
    if (row) row->tick = ints[0];
    return reel_build_status(d->chunk);
}

/* Text in ints: four bytes in each, the first in the highest bits, each 128 too large; the last byte is 0. */
static reel_status add_skin(reel_decoder *d, const int32_t *ints)
{
    char text[4 * GHOST_SKIN_INTS];
    reel_row_list *list = reel_chunk_table(d->chunk, &ghost_skins);
    ghost_skin *row = list ? reel_row_add(list) : NULL;
    if (!row) return reel_build_status(d->chunk);
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)(((uint32_t)ints[i / 4] >> (24 - 8 * (i % 4)) & 0xff) ^ 0x80);
    text[sizeof text - 1] = 0;
    row->skin = reel_chunk_string(d->chunk, text, strlen(text));
    row->use_custom_color = ints[GHOST_SKIN_INTS];
    row->color_body = ints[GHOST_SKIN_INTS + 1];
    row->color_feet = ints[GHOST_SKIN_INTS + 2];
    return reel_build_status(d->chunk);
}

static reel_status add_character(reel_decoder *d, const int32_t *ints, bool ticked)
{
    ghost_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &ghost_characters);
    ghost_character *row = list ? reel_row_add(list) : NULL;
    r->characters++;
    if (!row) return reel_build_status(d->chunk);
    memcpy(&row->x, ints, reel__ghost_ints[GHOST_CHARACTER_OLD] * sizeof *ints);
    if (ticked) {
        row->tick = ints[GHOST_ITEM_INTS - 1];
        row->present = GHOST_HAS_TICK;
    }
    return REEL_OK;
}

static reel_status add_item(reel_decoder *d, unsigned type, const int32_t *ints)
{
    switch (type) {
    case GHOST_SKIN: return add_skin(d, ints);
    case GHOST_START: return add_start(d, ints);
    default: return add_character(d, ints, type == GHOST_CHARACTER);
    }
}

/* ---- chunks ----------------------------------------------------------------------------------------------------- */

typedef struct ghost_chunk {
    uint64_t at;
    unsigned type, items;
    reel_bytes packed;
} ghost_chunk;

static reel_status fail_chunk(reel_decoder *d, const ghost_chunk *chunk, const char *why)
{
    return reel_fail(d->error, REEL_CORRUPT, "ghost.chunk", "characters", chunk->at, "%s", why);
}

/* Unpacks the numbers of a chunk, at most as many as its items have. */
static reel_status unpack_chunk(reel_decoder *d, const ghost_chunk *chunk, int32_t *ints, size_t wanted)
{
    uint8_t bytes[GHOST_CHUNK_MOST];
    size_t size, at = 0, count = 0;
    if (reel_spend(d->budget, 8 * (uint64_t)chunk->packed.size) < 0)
        return reel_fail_budget(d->budget, d->error, "characters", chunk->at);
    if (reel__tw_huffman_unpack(chunk->packed, bytes, sizeof bytes, &size) != REEL_OK)
        return fail_chunk(d, chunk, "a chunk does not unpack to the 6400 bytes that it may have");
    while (count < wanted && at < size) {
        size_t step = varint_read(bytes + at, size - at, &ints[count]);
        if (!step) return fail_chunk(d, chunk, "a number of a chunk is not whole");
        at += step;
        count++;
    }
    if (count < wanted) return fail_chunk(d, chunk, "a chunk has fewer numbers than its items");
    if (at < size)
        reel_find(
            &d->reporter,
            (reel_finding){ .rule = "ghost.chunk-slack", .severity = REEL_WARNING, .section = "characters", .offset = chunk->at },
            "numbers behind the last item of a chunk");
    return REEL_OK;
}

static reel_status read_chunk(reel_decoder *d, const ghost_chunk *chunk)
{
    ghost_reader *r = d->state;
    int32_t ints[GHOST_CHUNK_ITEMS * GHOST_ITEM_INTS];
    size_t each = reel__ghost_ints[chunk->type];
    reel_status status = unpack_chunk(d, chunk, ints, chunk->items * each);
    bool goes_on = r->version == GHOST_FIRST_VERSION && r->last_type == (int)chunk->type;
    for (size_t i = 0; i < chunk->items && status >= 0; i++) {
        for (size_t k = 0; k < each; k++)
            r->last[k] = (int32_t)((uint32_t)(i || goes_on ? r->last[k] : 0) + (uint32_t)ints[i * each + k]);
        status = add_item(d, chunk->type, r->last);
    }
    r->last_type = (int)chunk->type;
    return status;
}

/* Reads the next chunk. REEL_END: there is none. */
static reel_status next_chunk(reel_decoder *d)
{
    ghost_chunk chunk = { .at = reel_offset(&d->in) };
    if (!reel_left(&d->in)) return REEL_END;
    const uint8_t *head = reel_take(&d->in, GHOST_CHUNK_HEAD);
    size_t size = head ? (size_t)head[2] << 8 | head[3] : 0;
    if (head && (head[0] >= GHOST_TYPES || head[1] > GHOST_CHUNK_ITEMS || !head[1] || !size || size > GHOST_CHUNK_MOST))
        return fail_chunk(d, &chunk, "the head of a chunk has an unknown type, or an impossible count or size");
    const uint8_t *packed = head ? reel_take(&d->in, size) : NULL;
    if (!packed)
        return reel_fail(d->error, REEL_TRUNCATED, "ghost.truncated", "characters", chunk.at, "the file ends inside a chunk");
    chunk.type = head[0];
    chunk.items = head[1];
    chunk.packed = (reel_bytes){ packed, size };
    return read_chunk(d, &chunk);
}

static void store_original(reel_decoder *d, const uint8_t *file, size_t size)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &ghost_originals);
    ghost_original *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->bytes = reel_chunk_bytes(d->chunk, file, size);
    if (reel__kept_is_whole(d->chunk, reel__ghost_tables))
        row->rows = reel__kept_sum(d->chunk, reel__ghost_tables, NULL, row->bytes);
}

reel_status reel__ghost_next(reel_decoder *d)
{
    ghost_reader *r = d->state;
    if (r->done) return REEL_END;
    r->done = true;
    const uint8_t *file = d->in.at;
    size_t size = reel_left(&d->in);
    reel_take(&d->in, head_bytes(r->version));
    reel_status status = REEL_OK;
    while (status == REEL_OK) status = next_chunk(d);
    if (status < 0) return status;
    if (r->characters < r->stated)
        return reel_fail(d->error, REEL_TRUNCATED, "ghost.ticks", "characters", size,
                         "the header states %lu characters, the file ends after %llu", (unsigned long)r->stated,
                         (unsigned long long)r->characters);
    if (r->characters > r->stated)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "ghost.ticks", .severity = REEL_WARNING, .section = "info", .offset = 93 },
                  "the header states fewer characters than the file has");
    store_original(d, file, size);
    return reel_build_status(d->chunk);
}

uint64_t reel__ghost_memory_bound(uint64_t size, const reel_limits *limits)
{
    (void)limits;
    /* A chunk of 5 bytes cannot have 50 items, but a bit is the least that a number takes: 12 numbers become a row, twice while the list grows. To
     * that come the input, whose buffer grows by doubling, the original, and the texts. */
    return 2 * (size * 8 / reel__ghost_ints[GHOST_CHARACTER_OLD]) * (sizeof(ghost_character) + 1) +
           size * 8 * sizeof(ghost_start) * 2 + 4 * size + (UINT64_C(1) << 16);
}
