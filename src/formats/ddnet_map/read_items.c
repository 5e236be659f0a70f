/* SPDX-License-Identifier: MIT
 * Rows of the items. */
#include "core/chunk.h"
#include "core/text.h"
#include "formats/ddnet_map/layout.h"

/* Gives a name that was read from ints the life of the chunk. */
static void own_name(reel_decoder *d, reel_string *name, const char *section)
{
    if (!name->size) {
        *name = (reel_string){ NULL, 0 };
        return;
    }
    if (!reel__utf8_is_valid(name->data, name->size))
        reel__ddmap_find(d, REEL_WARNING, "ddnet-map.text", section, ((const map_reader *)d->state)->item_at,
                         "invalid UTF-8 in a name");
    *name = reel_chunk_string(d->chunk, name->data, name->size);
}

static void own_rest(reel_decoder *d, reel_bytes *rest)
{
    *rest = rest->size ? reel_chunk_bytes(d->chunk, rest->data, rest->size) : (reel_bytes){ NULL, 0 };
}

/* A row of an item: added to its table if that is wanted, else in `spare`. NULL: out of memory. */
static void *add_row(reel_decoder *d, const reel_table *table, void *spare)
{
    reel_row_list *list = reel_chunk_table(d->chunk, table);
    if (list) return reel_row_add(list);
    memset(spare, 0, table->row_size);
    return spare;
}

/* Whether an item has to be read for its blocks, though nobody wants its row. */
static bool is_wanted(const reel_decoder *d, const reel_table *table)
{
    return reel_chunk_table(d->chunk, table) || ((const map_reader *)d->state)->verifies;
}

static reel_status read_group(reel_decoder *d, const map_entry *entry)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &ddnet_map_groups);
    ddnet_map_group *row = list ? reel_row_add(list) : NULL;
    if (!row) return reel_build_status(d->chunk);
    item_walk walk;
    reel__ddmap_get_item(&walk, entry, row);
    own_name(d, &row->name, "groups");
    own_rest(d, &row->rest);
    return reel_build_status(d->chunk);
}

static reel_status read_envelope(reel_decoder *d, const map_entry *entry)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &ddnet_map_envelopes);
    ddnet_map_envelope *row = list ? reel_row_add(list) : NULL;
    if (!row) return reel_build_status(d->chunk);
    item_walk walk;
    reel__ddmap_get_item(&walk, entry, row);
    own_name(d, &row->name, "envelopes");
    own_rest(d, &row->rest);
    return reel_build_status(d->chunk);
}

/* Whether the cut of the file reaches an image or a sound, or one before it. */
static bool media_is_cut(const map_reader *r, const map_entry *entry, bool *before)
{
    union {
        ddnet_map_image image;
        ddnet_map_sound sound;
    } row;
    item_walk walk;
    if (!r->truncated) return false;
    memset(&row, 0, sizeof row);
    reel__ddmap_get_item(&walk, entry, &row);
    *before = *before || reel__ddmap_is_cut(r, walk.references[0]) || reel__ddmap_is_cut(r, walk.references[1]);
    return *before;
}

/* Name and data of an image or a sound, by the references of its item. */
static reel_status read_media(reel_decoder *d, const map_entry *entry, const item_walk *walk, reel_string *name, reel_bytes *data,
                              uint8_t *present)
{
    reel_status status = REEL_OK;
    const char *section = entry->type == MAP_ITEM_IMAGE ? "images" : "sounds";
    if (walk->references[0] != -1) {
        status = reel__ddmap_text_block(d, walk->references[0], section, name, present, DDNET_MAP_MEDIA_NAME);
    }
    if (status >= 0 && walk->references[1] != -1) {
        status = reel__ddmap_block_lasting(d, walk->references[1], data);
        if (data->size) *present |= DDNET_MAP_MEDIA_DATA;
    }
    return status;
}

static reel_status read_image(reel_decoder *d, const map_entry *entry)
{
    map_reader *r = d->state;
    ddnet_map_image row, spare;
    if (!is_wanted(d, &ddnet_map_images) || media_is_cut(r, entry, &r->images_cut)) return REEL_OK;
    memset(&row, 0, sizeof row);
    item_walk walk;
    reel__ddmap_get_item(&walk, entry, &row);
    own_rest(d, &row.rest);
    reel_status status = read_media(d, entry, &walk, &row.name, &row.data, &row.present);
    ddnet_map_image *to = status < 0 ? NULL : add_row(d, &ddnet_map_images, &spare); /* none of half a row */
    if (!to) return status < 0 ? status : reel_build_status(d->chunk);
    memcpy(to, &row, sizeof row);
    return status;
}

static reel_status read_sound(reel_decoder *d, const map_entry *entry)
{
    map_reader *r = d->state;
    ddnet_map_sound row, spare;
    if (!is_wanted(d, &ddnet_map_sounds) || media_is_cut(r, entry, &r->sounds_cut)) return REEL_OK;
    memset(&row, 0, sizeof row);
    item_walk walk;
    reel__ddmap_get_item(&walk, entry, &row);
    own_rest(d, &row.rest);
    reel_status status = read_media(d, entry, &walk, &row.name, &row.data, &row.present);
    ddnet_map_sound *to = status < 0 ? NULL : add_row(d, &ddnet_map_sounds, &spare); /* none of half a row */
    if (!to) return status < 0 ? status : reel_build_status(d->chunk);
    memcpy(to, &row, sizeof row);
    return status;
}

/* ---- layers ----------------------------------------------------------------------------------------------------- */

/* The table of what a layer holds. */
static const reel_table *content_table(uint8_t kind)
{
    if (kind == DDNET_MAP_QUADS) return &ddnet_map_quads;
    return kind == DDNET_MAP_SOUNDS ? &ddnet_map_sound_sources : &ddnet_map_tiles;
}

static reel_status read_layer(reel_decoder *d, const map_entry *entry, uint32_t number)
{
    map_reader *r = d->state;
    ddnet_map_layer spare, *row = add_row(d, &ddnet_map_layers, &spare);
    if (!row) return reel_build_status(d->chunk);
    item_walk walk;
    reel__ddmap_get_item(&walk, entry, row);
    own_name(d, &row->name, "layers");
    own_rest(d, &row->rest);
    row->kind = r->layers[number].kind;
    row->group = r->layers[number].group;
    bool counted = row != &spare || is_wanted(d, content_table(row->kind));
    if (row->kind == DDNET_MAP_UNKNOWN || !counted) return reel_build_status(d->chunk);
    int32_t block = walk.references[reel__ddmap_layer_reference(row->kind)];
    if (row->kind == DDNET_MAP_QUADS || row->kind == DDNET_MAP_SOUNDS) return reel__ddmap_read_records(d, number, row, block);
    return reel__ddmap_read_tiles(d, number, row, block);
}

/* ---- other items ------------------------------------------------------------------------------------------------ */

/* Whether points have tangents, which the version of any envelope says. */
static bool has_tangents(const map_reader *r)
{
    item_walk walk;
    for (uint32_t i = 0; i < r->item_end; i++) {
        const map_entry entry = reel__ddmap_entry(r, i);
        if (entry.type != MAP_ITEM_ENVELOPE) continue;
        ddnet_map_envelope envelope = { 0 };
        reel__ddmap_get_item(&walk, &entry, &envelope);
        if (envelope.version >= MAP_BEZIER) return true;
    }
    return false;
}

static reel_status read_points(reel_decoder *d, const map_entry *entry)
{
    const map_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &ddnet_map_envelope_points);
    if (!list) return REEL_OK;
    bool bezier = has_tangents(r);
    size_t bytes = bezier ? MAP_BEZIER_POINT_BYTES : MAP_POINT_BYTES, count = entry->data.size / bytes;
    if (entry->data.size % bytes)
        reel__ddmap_find(d, REEL_WARNING, "ddnet-map.points", "envelope_points", r->item_at,
                         "the last envelope point is not whole");
    ddnet_map_envelope_point *rows = count ? reel_row_grow(list, count, true) : NULL;
    if (rows) memset(rows, 0, count * sizeof *rows);
    for (size_t i = 0; rows && i < count; i++) reel__ddmap_get_point(&rows[i], entry->data.data + i * bytes, bezier);
    return reel_build_status(d->chunk);
}

static reel_status read_setting_rows(reel_decoder *d)
{
    const map_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &ddnet_map_settings);
    uint64_t odd = 0;
    for (size_t at = 0; list && at < r->settings_size;) {
        const uint8_t *text = r->settings + at, *end = memchr(text, 0, r->settings_size - at);
        size_t size = end ? (size_t)(end - text) : r->settings_size - at;
        if (!end && r->truncated) break;
        const reel_string own = reel_chunk_string(d->chunk, text, size);
        ddnet_map_setting *row = reel_build_status(d->chunk) == REEL_OK ? reel_row_add(list) : NULL; /* none of half a row */
        if (!row) break;
        row->text = own;
        odd += !reel__utf8_is_valid(text, size);
        at += size + 1;
    }
    if (odd) reel__ddmap_find(d, REEL_WARNING, "ddnet-map.text", "settings", REEL_NO_OFFSET, "invalid UTF-8 in a setting");
    return reel_build_status(d->chunk);
}

/* ---- items without a table -------------------------------------------------------------------------------------- */

/* Notes which item of the index has which type as its id. A file without an index takes no memory for it. */
static reel_status find_uuids(reel_decoder *d)
{
    map_reader *r = d->state;
    for (uint32_t i = 0; i < r->item_end; i++) {
        const map_entry entry = reel__ddmap_entry(r, i);
        if (entry.type != MAP_ITEM_UUIDS || entry.id < MAP_ITEM_BY_UUID || entry.data.size < sizeof(reel_uuid)) continue;
        if (!r->uuids) r->uuids = reel__memory_new(&d->allocator, MAP_UUID_TYPES * sizeof *r->uuids);
        if (!r->uuids) return reel__memory_fail(d->error);
        r->uuids[entry.id - MAP_ITEM_BY_UUID] = i + 1;
    }
    return REEL_OK;
}

/* The four ints of a UUID are big endian each, in a file whose ints are little endian. */
static reel_uuid uuid_of(const map_reader *r, uint16_t type)
{
    reel_uuid uuid = { { 0 } };
    if (type < MAP_ITEM_BY_UUID || !r->uuids || !r->uuids[type - MAP_ITEM_BY_UUID]) return uuid;
    const map_entry entry = reel__ddmap_entry(r, r->uuids[type - MAP_ITEM_BY_UUID] - 1);
    for (size_t b = 0; b < sizeof uuid.bytes; b++) uuid.bytes[b] = entry.data.data[b ^ 3];
    return uuid;
}

static reel_status read_item(reel_decoder *d, const map_entry *entry)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &ddnet_map_items);
    ddnet_map_item *row = list ? reel_row_add(list) : NULL;
    if (!row) return reel_build_status(d->chunk);
    row->type = entry->type;
    row->id = entry->id;
    row->data = entry->data;
    own_rest(d, &row->data);
    row->uuid = uuid_of(d->state, entry->type);
    return reel_build_status(d->chunk);
}

/* Numbers of the items that a map has once. Their first one has become rows. */
typedef struct once_seen {
    bool version, info, points;
} once_seen;

static bool is_opaque(once_seen *seen, const map_entry *entry)
{
    bool *once = NULL;
    switch (entry->type) {
    case MAP_ITEM_VERSION:
        if (entry->data.size < 4) return true;
        once = &seen->version;
        break;
    case MAP_ITEM_INFO: once = &seen->info; break;
    case MAP_ITEM_POINTS: once = &seen->points; break;
    default: return entry->type >= MAP_ITEM_KNOWN;
    }
    bool again = *once;
    *once = true;
    return again;
}

/* Those of the known types first, since the writer puts these first. */
static reel_status read_opaque_items(reel_decoder *d)
{
    const map_reader *r = d->state;
    if (!reel_chunk_table(d->chunk, &ddnet_map_items)) return REEL_OK;
    reel_status status = find_uuids(d);
    once_seen seen = { false, false, false };
    static const uint16_t known[] = { MAP_ITEM_VERSION, MAP_ITEM_INFO, MAP_ITEM_POINTS };
    for (size_t k = 0; k < sizeof known / sizeof *known && status >= 0; k++)
        for (uint32_t i = 0; i < r->item_end && status >= 0; i++) {
            const map_entry entry = reel__ddmap_entry(r, i);
            if (entry.type == known[k] && is_opaque(&seen, &entry)) status = read_item(d, &entry);
        }
    for (uint32_t i = 0; i < r->item_end && status >= 0; i++) {
        const map_entry entry = reel__ddmap_entry(r, i);
        if (entry.type >= MAP_ITEM_KNOWN) status = read_item(d, &entry);
    }
    return status;
}

reel_status reel__ddmap_read_items(reel_decoder *d)
{
    map_reader *r = d->state;
    uint32_t layer = 0;
    bool points = false;
    reel_status status = reel_spend(d->budget, 8 * (uint64_t)r->item_end);
    if (status < 0) return reel_fail_budget(d->budget, d->error, "items", r->items);
    for (uint32_t i = 0; i < r->item_end && status >= 0; i++) {
        const map_entry entry = reel__ddmap_entry(r, i);
        r->item_at = reel__ddmap_entry_offset(r, i);
        switch (entry.type) {
        case MAP_ITEM_IMAGE: status = read_image(d, &entry); break;
        case MAP_ITEM_ENVELOPE: status = read_envelope(d, &entry); break;
        case MAP_ITEM_GROUP: status = read_group(d, &entry); break;
        case MAP_ITEM_LAYER: status = read_layer(d, &entry, layer++); break;
        case MAP_ITEM_SOUND: status = read_sound(d, &entry); break;
        case MAP_ITEM_POINTS:
            if (!points) status = read_points(d, &entry);
            points = true;
            break;
        default: break;
        }
    }
    if (status >= 0) status = read_opaque_items(d);
    return status >= 0 ? read_setting_rows(d) : status;
}
