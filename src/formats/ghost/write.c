/* SPDX-License-Identifier: MIT
 * Writing a ghost: as it was, if the rows are those that were read; otherwise the start, the skin, and the characters in chunks of 50. */
#include "codec/teeworlds_huffman.h"
#include "codec/teeworlds_int.h"
#include "core/chunk.h"
#include "core/encoder.h"
#include "core/kept.h"
#include "core/rows.h"
#include "core/text.h"
#include "formats/ghost/layout.h"

/* ---- rows that can be written ----------------------------------------------------------------------------------- */

static bool fits(reel_string text, size_t most) { return text.size <= most && !(text.size && memchr(text.data, 0, text.size)); }

static bool is_hex(reel_string text, size_t size)
{
    if (text.size != size) return false;
    for (size_t i = 0; i < size; i++)
        if (hex_digit(text.data[i]) < 0 || (text.data[i] >= 'A' && text.data[i] <= 'F')) return false;
    return true;
}

static const char *info_fault(const ghost_info *info)
{
    if (info->version < GHOST_FIRST_VERSION || info->version > GHOST_LAST_VERSION) return "versions 4 to 6 can be written";
    if (!fits(info->owner, GHOST_OWNER)) return "the owner has at most 16 bytes, none of them 0";
    if (!fits(info->map_name, GHOST_MAP)) return "the name of the map has at most 64 bytes, none of them 0";
    if (!is_hex(info->map_crc, 8)) return "the CRC-32 of the map has 8 lower-case hex digits";
    if (!is_hex(info->map_sha256, info->version == GHOST_LAST_VERSION ? 2 * GHOST_SHA256 : 0))
        return "the SHA-256 of the map has 64 lower-case hex digits in version 6, and is empty before";
    return NULL;
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const char *fault = NULL;
    (void)of;
    if (table == &ghost_infos) fault = info_fault(row);
    if (table == &ghost_skins && !fits(((const ghost_skin *)row)->skin, GHOST_SKIN_MOST))
        fault = "the name of a skin has at most 23 bytes, none of them 0";
    if (table == &ghost_characters) {
        const ghost_character *character = row;
        if (character->present > GHOST_HAS_TICK || (!character->present && character->tick))
            fault = "a tick needs the bit 1 of present, which has no other bits";
    }
    if (!fault) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "ghost.row", table->name, 0, "row %zu of %s: %s", number, table->name, fault);
}

reel_status reel__ghost_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static void put_text(reel_output *out, reel_string text, size_t room)
{
    static const uint8_t zeros[GHOST_MAP] = { 0 };
    reel_put(out, text.data, text.size);
    reel_put(out, zeros, room - text.size);
}

static void put_hex(reel_output *out, reel_string text)
{
    for (size_t i = 0; i + 1 < text.size; i += 2)
        reel_put_u8(out, (uint8_t)(hex_digit(text.data[i]) << 4 | hex_digit(text.data[i + 1])));
}

static void put_u32be(reel_output *out, uint32_t value)
{
    for (unsigned shift = 32; shift; shift -= 8) reel_put_u8(out, (uint8_t)(value >> (shift - 8) & 0xff));
}

static void put_head(reel_output *out, const ghost_info *info)
{
    reel_put(out, GHOST_MAGIC, GHOST_MAGIC_BYTES);
    reel_put_u8(out, (uint8_t)info->version);
    put_text(out, info->owner, GHOST_OWNER);
    put_text(out, info->map_name, GHOST_MAP);
    put_hex(out, info->map_crc);
    put_u32be(out, info->ticks);
    put_u32be(out, info->race_time);
    put_hex(out, info->map_sha256);
}

/* A chunk under construction. */
typedef struct ghost_writer {
    reel_output *out;
    int32_t version;
    unsigned type, items;
    int last_type; /* of the last item; -1: none */
    int32_t last[GHOST_ITEM_INTS];
    size_t size;
    uint8_t bytes[GHOST_CHUNK_ITEMS * GHOST_ITEM_INTS * VARINT_MOST];
} ghost_writer;

static void flush_chunk(ghost_writer *w)
{
    uint8_t packed[(sizeof w->bytes + 1) * 15 / 8 + 2];
    if (!w->items) return;
    size_t size = reel__tw_huffman_pack(w->bytes, w->size, packed);
    const uint8_t head[GHOST_CHUNK_HEAD] = { (uint8_t)w->type, (uint8_t)w->items, (uint8_t)(size >> 8), (uint8_t)(size & 0xff) };
    reel_put(w->out, head, sizeof head);
    reel_put(w->out, packed, size);
    w->items = 0;
    w->size = 0;
}

static void put_item(ghost_writer *w, unsigned type, const int32_t *ints)
{
    if (w->items == GHOST_CHUNK_ITEMS || (w->items && w->type != type)) flush_chunk(w);
    bool goes_on = w->items || (w->version == GHOST_FIRST_VERSION && w->last_type == (int)type);
    w->type = type;
    for (size_t i = 0; i < reel__ghost_ints[type]; i++) {
        int32_t change = (int32_t)((uint32_t)ints[i] - (uint32_t)(goes_on ? w->last[i] : 0));
        w->size += varint_write(w->bytes + w->size, change);
        w->last[i] = ints[i];
    }
    w->last_type = (int)type;
    w->items++;
}

static void put_skin(ghost_writer *w, const ghost_skin *skin)
{
    uint8_t text[4 * GHOST_SKIN_INTS] = { 0 };
    int32_t ints[GHOST_ITEM_INTS];
    if (skin->skin.size) memcpy(text, skin->skin.data, skin->skin.size);
    for (size_t i = 0; i < sizeof text; i++) text[i] ^= 0x80;
    text[sizeof text - 1] = 0;
    for (size_t i = 0; i < GHOST_SKIN_INTS; i++) ints[i] = (int32_t)reel_load_u32be(text + 4 * i);
    ints[GHOST_SKIN_INTS] = skin->use_custom_color;
    ints[GHOST_SKIN_INTS + 1] = skin->color_body;
    ints[GHOST_SKIN_INTS + 2] = skin->color_feet;
    put_item(w, GHOST_SKIN, ints);
}

static void put_items(ghost_writer *w, const reel_chunk *staged)
{
    size_t count;
    const ghost_start *starts = reel_chunk_rows(staged, &ghost_starts, &count);
    for (size_t i = 0; i < count; i++) put_item(w, GHOST_START, &starts[i].tick);
    const ghost_skin *skins = reel_chunk_rows(staged, &ghost_skins, &count);
    for (size_t i = 0; i < count; i++) put_skin(w, &skins[i]);
    const ghost_character *characters = reel_chunk_rows(staged, &ghost_characters, &count);
    for (size_t i = 0; i < count; i++) {
        int32_t ints[GHOST_ITEM_INTS];
        memcpy(ints, &characters[i].x, reel__ghost_ints[GHOST_CHARACTER_OLD] * sizeof *ints);
        ints[GHOST_ITEM_INTS - 1] = characters[i].tick;
        put_item(w, characters[i].present ? GHOST_CHARACTER : GHOST_CHARACTER_OLD, ints);
    }
    flush_chunk(w);
}

reel_status reel__ghost_finish(reel_encoder *e, const reel_chunk *staged)
{
    size_t infos, originals, count;
    const ghost_info *info = reel_chunk_rows(staged, &ghost_infos, &infos);
    const ghost_original *original = reel_chunk_rows(staged, &ghost_originals, &originals);
    if (originals == 1 && original->rows && original->rows == reel__kept_sum(staged, reel__ghost_tables, NULL, original->bytes)) {
        reel_put(e->out, original->bytes.data, original->bytes.size);
        return e->out->status;
    }
    if (infos != 1) return reel_fail(e->error, REEL_ARGUMENT, "ghost.info", "info", 0, "a ghost has one info, not %zu", infos);
    reel_chunk_rows(staged, &ghost_characters, &count);
    if (info->ticks > count)
        return reel_fail(e->error, REEL_ARGUMENT, "ghost.ticks", "info", 0,
                         "ticks is %lu, but there are %zu characters: the file would be taken for cut",
                         (unsigned long)info->ticks, count);
    reel_status status = reel__encoder_check_chunk(check_row, NULL, staged, e->error);
    if (status < 0) return status;
    ghost_writer writer = { .out = e->out, .version = info->version, .last_type = -1 };
    put_head(e->out, info);
    put_items(&writer, staged);
    return e->out->status;
}

/* The header must not state more characters than there are. */
static bool state_count(reel_change *change)
{
    reel_row_list *infos = reel_change_rows(change->chunk, &ghost_infos);
    size_t count;
    reel_chunk_rows(change->chunk, &ghost_characters, &count);
    ghost_info *info = infos->count ? (ghost_info *)(void *)infos->data : NULL;
    if (!info || info->ticks <= count) return false;
    info->ticks = (uint32_t)count;
    return true;
}

reel_status reel__ghost_repair(reel_change *change)
{
    if (state_count(change))
        reel_tally(change, "repair.ghost.ticks", REEL_NOTE, &ghost_infos, "ticks", 1,
                   "set to the number of characters that are left");
    return REEL_OK;
}

reel_status reel__ghost_cut(reel_change *change)
{
    size_t before, after;
    reel_chunk_rows(change->chunk, &ghost_characters, &before);
    reel__chunk_narrow(change->chunk, change->from, change->to);
    reel_chunk_rows(change->chunk, &ghost_characters, &after);
    reel_tally(change, "edit.cut", REEL_NOTE, &ghost_characters, NULL, before - after, "outside the time range, dropped");
    state_count(change);
    return REEL_OK;
}
