/* SPDX-License-Identifier: MIT
 * What a row cannot be, whatever other rows there are. */
#include "core/encoder.h"
#include "formats/demo/layout.h"

enum { NAME_MOST = 15, CLAN_MOST = 11, SKIN_MOST = 23 };

static bool fits(reel_string text, size_t most) { return text.size <= most && !(text.size && memchr(text.data, 0, text.size)); }

static bool is_numbers(reel_bytes bytes) { return bytes.size % 4 == 0 && bytes.size <= DEMO_BYTES_MOST; }

static const char *client_fault(const demo_client *row)
{
    const reel_string parts[] = { row->skin,       row->skin_body, row->skin_marking, row->skin_decoration,
                                  row->skin_hands, row->skin_feet, row->skin_eyes };
    if (!fits(row->name, NAME_MOST) || !fits(row->clan, CLAN_MOST))
        return "name and clan have at most 15 and 11 bytes, none of them 0";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!fits(parts[i], SKIN_MOST)) return "names of skins have at most 23 bytes, none of them 0";
    return NULL;
}

static const char *type_fault(uint8_t present, int32_t type)
{
    if (present != DEMO_HAS_TYPE && present != DEMO_HAS_UUID) return "present is 1 for a type, or 2 for a UUID";
    return present == DEMO_HAS_TYPE && (type < 0 || type > DEMO_TYPE_MOST) ? "types are 0 to 32767" : NULL;
}

/* Where rows have the numbers that newer servers add. */
static const struct {
    const reel_table *table;
    size_t offset;
} extras[] = {
    { &demo_characters, offsetof(demo_character, extra) },   { &demo_players, offsetof(demo_player, extra) },
    { &demo_projectiles, offsetof(demo_projectile, extra) }, { &demo_lasers, offsetof(demo_laser, extra) },
    { &demo_pickups, offsetof(demo_pickup, extra) },         { &demo_games, offsetof(demo_game, extra) },
};

static const char *extra_fault(const reel_table *table, const void *row)
{
    reel_bytes extra = { NULL, 0 };
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
        if (extras[i].table == table) memcpy(&extra, (const uint8_t *)row + extras[i].offset, sizeof extra);
    return is_numbers(extra) ? NULL : "extra numbers have four bytes each";
}

static const char *item_fault(const reel_table *table, const void *row)
{
    int32_t id;
    memcpy(&id, (const uint8_t *)row + offsetof(demo_flag, id), sizeof id);
    if (id < 0 || id > DEMO_ID_MOST) return table == &demo_types ? "types are 0 to 65535" : "ids are 0 to 65535";
    if (table == &demo_types) return NULL; /* one below DEMO_EXTENDED names no items, and is written as it was */
    if (table == &demo_clients) return client_fault(row);
    if (table == &demo_removals) return type_fault(((const demo_removal *)row)->present, ((const demo_removal *)row)->type);
    if (table == &demo_items) {
        const demo_item *item = row;
        return is_numbers(item->data) ? type_fault(item->present, item->type) : "the numbers of an item have four bytes each";
    }
    return extra_fault(table, row);
}

_Static_assert(offsetof(demo_type, type) == offsetof(demo_flag, id), "rows begin alike");

static const char *row_fault(const reel_table *table, const void *row)
{
    if (table == &demo_infos) return reel__demo_info_fault(row);
    if (table == &demo_maps) {
        const size_t size = ((const demo_map *)row)->data.size;
        return !size || size > INT32_MAX ? "a map has 1 to 2147483647 bytes" : NULL;
    }
    if (table == &demo_markers || table == &demo_heads) return NULL;
    const demo_origin origin = demo_origin_of(row);
    if (origin.tick < -1 || origin.tick > DEMO_LAST_TICK) return "ticks are -1 to 1879048190";
    if (table == &demo_snapshots) {
        const demo_snapshot *snapshot = row;
        if (snapshot->kind > DEMO_DELTA || snapshot->keyframe > 1) return "the kind is 0, 1 or 2, and keyframe 0 or 1";
        return snapshot->keyframe && snapshot->kind == DEMO_NONE ? "a key frame has a snapshot" : NULL;
    }
    if (table == &demo_messages)
        return is_numbers(((const demo_message *)row)->data) ? NULL : "zeros fill a message up to a multiple of four bytes";
    if (table == &demo_others) {
        const demo_other *other = row;
        const size_t most = other->is_marker ? DEMO_MARK_MOST : DEMO_PACKED_MOST;
        return !other->data.size || other->data.size > most ? "a chunk has 1 to 65535 bytes, a marker 5" : NULL;
    }
    return table == &demo_orders || table == &demo_forms ? NULL : item_fault(table, row);
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of;
    const char *fault = row_fault(table, row);
    if (!fault) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "demo.row", table->name, 0, "row %zu of %s: %s", number, table->name, fault);
}

reel_status reel__demo_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}
