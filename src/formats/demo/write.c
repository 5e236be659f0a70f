/* SPDX-License-Identifier: MIT
 * Writing a demo. A snapshot is collected row by row, until a row of something else comes: its rows may be in several batches. What is written is
 * the difference to the snapshot before, in the order of the tables, or in that of the file if its rows are the same. */
#include "codec/teeworlds_int.h"
#include "core/chunk.h"
#include "core/encoder.h"
#include "core/output.h"
#include "core/rank.h"
#include "core/rows.h"
#include "formats/demo/state.h"

static reel_status refuse(reel_encoder *e, const char *rule, const reel_table *table, demo_origin origin, const char *why)
{
    return reel_fail(e->error, REEL_ARGUMENT, rule, table->name, reel_put_offset(e->out), "tick %d: %s", origin.tick, why);
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static reel_string store_text(demo_writer *w, reel_string text)
{
    char *to = w->texts + w->text_size;
    if (text.size) memcpy(to, text.data, text.size);
    w->text_size += text.size;
    return (reel_string){ to, text.size };
}

static void store_info(demo_writer *w, const demo_info *info)
{
    w->text_size = 0;
    w->info = *info;
    w->info.net_version = store_text(w, info->net_version);
    w->info.map_name = store_text(w, info->map_name);
    w->info.map_crc = store_text(w, info->map_crc);
    w->info.map_sha256 = store_text(w, info->map_sha256);
    w->info.recorder = store_text(w, info->recorder);
    w->info.timestamp = store_text(w, info->timestamp);
    w->seven = demo_is_seven(info->net_version);
    w->has_info = true;
}

/* Whether kept bytes of a header say what the rows say. */
static bool head_agrees(const demo_writer *w)
{
    demo_header header;
    if (w->head_size < DEMO_HEAD || !reel__demo_header_read(&header, w->head, w->head_size) || header.size != w->head_size ||
        header.markers != w->marker_count)
        return false;
    header.info.map_size = w->info.map_size;
    for (size_t i = 0; i < w->marker_count; i++)
        if (header.ticks[i] != w->markers[i].tick) return false;
    return memcmp(w->head, DEMO_MAGIC, DEMO_MAGIC_BYTES) == 0 && reel__rows_are_equal(&demo_infos, &header.info, &w->info, 1);
}

/* Writes the header and the map, in front of the first chunk. */
static reel_status begin(reel_encoder *e, reel_bytes map)
{
    demo_writer *w = e->state;
    uint8_t bytes[DEMO_HEAD_MOST];
    if (!w->has_info)
        return reel_fail(e->error, REEL_ARGUMENT, "demo.info", "info", 0, "the info row must be appended before all other rows");
    if (w->marker_count && w->info.version < DEMO_MARKERS_VERSION)
        return reel_fail(e->error, REEL_ARGUMENT, "demo.markers", "markers", 0, "version 3 has no markers");
    if (map.size && w->info.version == DEMO_LAST_VERSION && !w->info.map_sha256.size && reel__demo_is_extension(map))
        return reel_fail(e->error, REEL_ARGUMENT, "demo.map", "map", 0,
                         "without a SHA-256 in the header, this map would be read as one");
    w->info.map_size = (uint32_t)map.size;
    size_t size = reel__demo_header_write(&w->info, w->markers, w->marker_count, bytes);
    if (head_agrees(w)) {
        memcpy(w->head + DEMO_MAP_SIZE_AT, bytes + DEMO_MAP_SIZE_AT, 4);
        memcpy(bytes, w->head, w->head_size);
        size = w->head_size;
    }
    reel_put(e->out, bytes, size);
    reel_put(e->out, map.data, map.size);
    w->tick = -1;
    w->last = (demo_origin){ 0, INT32_MIN };
    w->begun = true;
    reel__demo_world_begin(&w->world);
    return e->out->status;
}

static reel_status take_header(reel_encoder *e, const reel_chunk *batch)
{
    demo_writer *w = e->state;
    size_t infos, markers, heads, maps;
    const demo_info *info = reel_chunk_rows(batch, &demo_infos, &infos);
    const demo_marker *marker = reel_chunk_rows(batch, &demo_markers, &markers);
    const demo_head *head = reel_chunk_rows(batch, &demo_heads, &heads);
    const demo_map *map = reel_chunk_rows(batch, &demo_maps, &maps);
    if (w->begun && (infos || markers || maps))
        return reel_fail(e->error, REEL_ARGUMENT, "demo.late",
                         infos     ? "info"
                         : markers ? "markers"
                                   : "map",
                         0, "info, markers and the map come before all other rows");
    if (infos > 1 || (infos && w->has_info))
        return reel_fail(e->error, REEL_ARGUMENT, "demo.info", "info", 0, "a demo has one info");
    if (markers > DEMO_MARKERS - w->marker_count)
        return reel_fail(e->error, REEL_ARGUMENT, "demo.markers", "markers", 0, "a demo has at most %d markers",
                         (int)DEMO_MARKERS);
    if (infos && reel__demo_accepts(&demo_infos, info, 1, e->error) < 0) return REEL_ARGUMENT;
    if (infos) store_info(w, info);
    if (markers) memcpy(w->markers + w->marker_count, marker, markers * sizeof *marker);
    w->marker_count += markers;
    if (heads == 1 && head->bytes.size <= DEMO_HEAD_MOST && head->bytes.size) {
        memcpy(w->head, head->bytes.data, head->bytes.size);
        w->head_size = head->bytes.size;
    }
    if (!maps) return REEL_OK;
    if (maps > 1) return reel_fail(e->error, REEL_ARGUMENT, "demo.map", "map", 0, "a demo has one map");
    if (reel__demo_accepts(&demo_maps, map, 1, e->error) < 0) return REEL_ARGUMENT;
    return begin(e, map->data);
}

/* ---- chunks ----------------------------------------------------------------------------------------------------- */

static reel_status put_chunk(reel_encoder *e, unsigned type, const uint8_t *packed, size_t size, unsigned size_bytes,
                             const reel_table *table, demo_origin origin)
{
    if (size > DEMO_PACKED_MOST) return refuse(e, "demo.size", table, origin, "a chunk has at most 65535 bytes");
    const unsigned least = size < DEMO_SIZE_U8 ? 0 : size < 256 ? 1 : 2;
    if (size_bytes < least || size_bytes > 2) size_bytes = least;
    const unsigned bits = size_bytes == 0 ? (unsigned)size : size_bytes == 1 ? DEMO_SIZE_U8 : DEMO_SIZE_U16;
    reel_put_u8(e->out, (uint8_t)(type << 5 | bits));
    if (size_bytes) reel_put_u8(e->out, (uint8_t)(size & 0xff));
    if (size_bytes == 2) reel_put_u8(e->out, (uint8_t)(size >> 8));
    reel_put(e->out, packed, size);
    return e->out->status;
}

static void put_marker(reel_encoder *e, int32_t tick, bool key, uint8_t style)
{
    demo_writer *w = e->state;
    const bool older = w->info.version < DEMO_TICKS_VERSION;
    const int64_t step = (int64_t)tick - w->tick;
    const bool can_step = w->started && step >= (older ? 1 : 0) && step <= (older ? DEMO_TICK_BITS : DEMO_TICK_INLINE - 1);
    bool absolute = demo_mark_is_absolute(w->info.version, w->started, key, w->tick, tick);
    if (style & DEMO_OTHER_MARKER) absolute = !absolute;
    absolute = absolute || !can_step;
    const unsigned first = DEMO_TICK | (key ? DEMO_KEY : 0);
    if (absolute) {
        reel_put_u8(e->out, (uint8_t)(first | (older ? 0 : style >> DEMO_SPARE_SHIFT)));
        for (unsigned shift = 32; shift; shift -= 8) reel_put_u8(e->out, (uint8_t)((uint32_t)tick >> (shift - 8) & 0xff));
    } else {
        reel_put_u8(e->out, (uint8_t)(first | (older ? 0 : DEMO_TICK_INLINE) | (unsigned)step));
    }
    if (!w->started) w->first_tick = tick;
    w->tick = tick;
    w->started = true;
}

/* ---- the order of items ----------------------------------------------------------------------------------------- */

/* Puts the items of the frame in the order of the file. False: they are other ones, or rows would be read in another order. */
static bool reorder(demo_writer *w)
{
    demo_frame *frame = &w->frame;
    uint32_t seen[DEMO_TABLES] = { 0 }, key = 0;
    size_t at = 0, count = 0;
    for (size_t i = 0; i < frame->count; i++) w->sorted[i] = (uint64_t)frame->ops[i].key << 16 | i;
    reel__rank_numbers(w->sorted, w->spare, frame->count);
    for (size_t i = 0; i < frame->count; i++) w->spare[i] = 0; /* items of a key that were taken, at the first of them */
    while (at < w->key_size) {
        int32_t step;
        const size_t size = varint_read(w->keys + at, w->key_size - at, &step);
        if (!size || count == frame->count) return false;
        at += size;
        key += (uint32_t)step;
        size_t from = 0, to = frame->count;
        while (from < to) {
            const size_t middle = (from + to) / 2;
            if (w->sorted[middle] >> 16 < key)
                from = middle + 1;
            else
                to = middle;
        }
        if (from == frame->count) return false;
        const size_t place = from + (size_t)w->spare[from]++;
        if (place >= frame->count || w->sorted[place] >> 16 != key) return false;
        const demo_op *op = &frame->ops[w->sorted[place] & 0xffff];
        if (op->row > seen[op->table] + 1) return false;
        if (op->row > seen[op->table]) seen[op->table] = op->row;
        w->ops[count++] = *op;
    }
    if (count != frame->count) return false;
    if (count) memcpy(frame->ops, w->ops, count * sizeof *w->ops);
    return true;
}

/* ---- snapshots -------------------------------------------------------------------------------------------------- */

/* Whether a kept chunk says what the frame says. */
static bool packed_agrees(demo_writer *w)
{
    demo_frame *other = &w->other;
    const demo_frame *frame = &w->frame;
    const reel_bytes packed = { w->style.packed, w->style.packed_size };
    if (reel__demo_unpack(&w->unpacked, other->ints, packed) || reel__demo_parse(other, w->unpacked.count, frame->full, w->seven))
        return false;
    if (other->count != frame->count || other->removed_count != frame->removed_count) return false;
    for (size_t i = 0; i < frame->removed_count; i++)
        if (other->removed[i] != frame->removed[i]) return false;
    for (size_t i = 0; i < frame->count; i++) {
        const demo_op *a = &frame->ops[i], *b = &other->ops[i];
        if (a->key != b->key || a->size != b->size) return false;
        const demo_node *node = frame->full ? NULL : reel__demo_world_find(&w->world, a->key);
        if (node && node->size != a->size) return false;
        for (size_t k = 0; k < a->size; k++) {
            const uint32_t old = node ? (uint32_t)w->world.ints[node->at + k] : 0;
            if ((uint32_t)frame->ints[a->at + k] != (uint32_t)other->ints[b->at + k] + old) return false;
        }
    }
    return true;
}

static void use_encoder(demo_writer *w, uint8_t encoder)
{
    if (encoder == DEMO_OLD_ENCODER || encoder == DEMO_NEW_ENCODER) w->old = encoder == DEMO_OLD_ENCODER;
}

static bool lacks_names(const demo_writer *w)
{
    for (size_t i = 0; i < w->frame.count; i++) {
        const unsigned type = demo_key_type(w->frame.ops[i].key);
        if (type >= DEMO_EXTENDED && !reel__demo_world_find(&w->world, demo_key(DEMO_EX, type))) return true;
    }
    return false;
}

static reel_status put_snapshot(reel_encoder *e)
{
    demo_writer *w = e->state;
    const char *why = reel__demo_end_items(&w->frame, &w->world);
    if (why) return refuse(e, "demo.row", &demo_snapshots, w->origin, why);
    if (w->key_size) reorder(w);
    const bool kept = w->style.packed_size && packed_agrees(w);
    const size_t count = reel__demo_compose(&w->frame, &w->world, w->seven, w->ints);
    if (!count) return refuse(e, "demo.size", &demo_snapshots, w->origin, "a snapshot has more than 65536 bytes");
    if (!reel__demo_world_apply(&w->world, &w->frame, false))
        return refuse(e, "demo.items", &demo_snapshots, w->origin,
                      "a difference has an item twice, or with another size than before, or there are too many items");
    for (size_t i = 0; i < w->late_count; i++) reel__demo_world_name(&w->world, w->late[i].type, w->late[i].uuid);
    w->needs_second = !w->has_full && lacks_names(w);
    w->has_full = true;
    use_encoder(w, w->style.encoder);
    const unsigned type = w->frame.full ? DEMO_CHUNK_FULL : DEMO_CHUNK_DELTA;
    if (kept) return put_chunk(e, type, w->style.packed, w->style.packed_size, w->style.size, &demo_snapshots, w->origin);
    const size_t size = reel__demo_pack(w->ints, count, w->bytes, w->made, w->old);
    return put_chunk(e, type, w->made, size, w->style.size, &demo_snapshots, w->origin);
}

/* Writes the snapshot under construction. */
static reel_status flush(reel_encoder *e)
{
    demo_writer *w = e->state;
    if (!w->pending) return REEL_OK;
    w->pending = false;
    const bool no_marker =
        w->style.marker & DEMO_NO_MARKER && w->snapshot.tick == w->tick && w->snapshot.kind != DEMO_NONE && !w->snapshot.keyframe;
    if (!no_marker && w->snapshot.tick < 0)
        return refuse(e, "demo.tick", &demo_snapshots, w->origin, "ticks of snapshots are not negative");
    if (!no_marker) put_marker(e, w->snapshot.tick, w->snapshot.keyframe, w->style.marker);
    return w->snapshot.kind == DEMO_NONE ? e->out->status : put_snapshot(e);
}

/* ---- batches ---------------------------------------------------------------------------------------------------- */

/* The rows of a table that are left. */
typedef struct demo_lane {
    const reel_table *table;
    const uint8_t *row, *end;
} demo_lane;

static demo_lane lane_of(const reel_chunk *batch, const reel_table *table)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(batch, table, &count);
    return (demo_lane){ table, rows, rows ? rows + count * table->row_size : NULL };
}

/* The row of a layout table for a chunk, or NULL. */
static const void *find_beside(demo_lane *lane, demo_origin origin)
{
    while (lane->row < lane->end && demo_compare(demo_origin_of(lane->row), origin) < 0) lane->row += lane->table->row_size;
    return lane->row < lane->end && demo_compare(demo_origin_of(lane->row), origin) == 0 ? lane->row : NULL;
}

/* Tables in the order in which rows of one chunk are taken. */
static const reel_table *const body[] = { &demo_snapshots, &demo_types,       &demo_removals, &demo_characters, &demo_players,
                                          &demo_clients,   &demo_projectiles, &demo_lasers,   &demo_pickups,    &demo_flags,
                                          &demo_games,     &demo_items,       &demo_messages, &demo_others };
enum { BODY = sizeof(body) / sizeof(body[0]), REMOVALS = 2 };

typedef struct demo_batch {
    demo_lane lanes[BODY], forms, orders;
} demo_batch;

static void take_style(demo_batch *batch, demo_origin origin, demo_style *style)
{
    const demo_form *form = find_beside(&batch->forms, origin);
    style->marker = style->size = style->encoder = 0;
    style->packed_size = 0;
    if (!form) return;
    style->marker = form->marker;
    style->size = form->size;
    style->encoder = form->encoder;
    if (form->packed.size > DEMO_PACKED_MOST || !form->packed.size) return;
    style->packed_size = form->packed.size;
    memcpy(style->packed, form->packed.data, form->packed.size);
}

static reel_status begin_snapshot(reel_encoder *e, demo_batch *batch, const demo_snapshot *row)
{
    demo_writer *w = e->state;
    const reel_status status = flush(e);
    if (status < 0) return status;
    w->origin = demo_origin_of(row);
    if (row->kind == DEMO_DELTA && !w->has_full)
        return refuse(e, "demo.no-snapshot", &demo_snapshots, w->origin, "the first snapshot of a file is a full one");
    w->pending = true;
    w->snapshot = *row;
    take_style(batch, w->origin, &w->style);
    const demo_order *order = find_beside(&batch->orders, w->origin);
    w->key_size = order && order->item_keys.size <= KEYS_MOST ? order->item_keys.size : 0;
    if (w->key_size) memcpy(w->keys, order->item_keys.data, w->key_size);
    w->late_count = 0;
    w->frame.full = row->kind == DEMO_FULL;
    w->frame.count = w->frame.removed_count = w->frame.used = 0;
    memset(w->counts, 0, sizeof w->counts);
    memset(&w->slots, 0, sizeof w->slots);
    if (w->frame.full) reel__demo_world_begin(&w->world);
    const demo_lane *removals = &batch->lanes[REMOVALS];
    reel__demo_forget_types(&w->world, removals->row, removals->end, w->origin);
    return REEL_OK;
}

static reel_status add_item(reel_encoder *e, const reel_table *table, const void *row)
{
    demo_writer *w = e->state;
    const demo_origin origin = demo_origin_of(row);
    if (!w->pending || demo_compare(origin, w->origin) != 0 || w->snapshot.kind == DEMO_NONE)
        return refuse(e, "demo.no-snapshot", table, origin, "there is no snapshot of this seq and tick that could have the row");
    const demo_type *type = table == &demo_types ? row : NULL;
    if (type && type->is_late) {
        if (w->late_count == DEMO_EXTENDED_MOST) return REEL_OK;
        demo_extended *late = &w->late[w->late_count++];
        late->type = (uint16_t)type->type;
        memcpy(late->uuid, type->uuid.bytes, DEMO_UUID);
    }
    size_t index = 0;
    while (reel__demo_tables[index] != table) index++;
    const char *why = reel__demo_add_items(&w->frame, &w->slots, &w->world, w->seven, table, row, ++w->counts[index]);
    return why ? refuse(e, "demo.row", table, origin, why) : REEL_OK;
}

static reel_status put_message(reel_encoder *e, demo_batch *batch, const demo_message *row)
{
    demo_writer *w = e->state;
    const demo_origin origin = demo_origin_of(row);
    const size_t count = row->data.size / 4;
    if (row->tick != w->tick) return refuse(e, "demo.no-snapshot", &demo_messages, origin, "there is no snapshot of this tick");
    for (size_t i = 0; i < count; i++) w->ints[i] = (int32_t)reel_load_u32le(row->data.data + 4 * i);
    take_style(batch, origin, &w->style);
    use_encoder(w, w->style.encoder);
    const reel_bytes packed = { w->style.packed, w->style.packed_size };
    if (packed.size && !reel__demo_unpack(&w->unpacked, w->other.ints, packed) && w->unpacked.count == count &&
        (!count || memcmp(w->other.ints, w->ints, count * sizeof *w->ints) == 0))
        return put_chunk(e, DEMO_CHUNK_MESSAGE, packed.data, packed.size, w->style.size, &demo_messages, origin);
    const size_t size = reel__demo_pack(w->ints, count, w->bytes, w->made, w->old);
    return put_chunk(e, DEMO_CHUNK_MESSAGE, w->made, size, w->style.size, &demo_messages, origin);
}

static reel_status put_other(reel_encoder *e, demo_batch *batch, const demo_other *row)
{
    demo_writer *w = e->state;
    if (row->is_marker) { /* written at the end, if nothing follows */
        w->tail_size = row->data.size;
        if (row->data.size) memcpy(w->tail, row->data.data, row->data.size);
        return REEL_OK;
    }
    const demo_origin origin = demo_origin_of(row);
    take_style(batch, origin, &w->style);
    return put_chunk(e, DEMO_CHUNK_OTHER, row->data.data, row->data.size, w->style.size, &demo_others, origin);
}

static reel_status put_row(reel_encoder *e, demo_batch *batch, const reel_table *table, const void *row)
{
    demo_writer *w = e->state;
    const demo_origin origin = demo_origin_of(row);
    if (demo_compare(origin, w->last) < 0)
        return refuse(e, "demo.order", table, origin, "out of order: a row of a later seq or tick was already written");
    reel_status status = reel__demo_accepts(table, row, 1, e->error);
    if (status < 0) return status;
    w->last = origin;
    w->tail_size = 0;
    if (table == &demo_snapshots) return begin_snapshot(e, batch, row);
    if (table != &demo_messages && table != &demo_others) return add_item(e, table, row);
    status = flush(e);
    if (status < 0) return status;
    return table == &demo_messages ? put_message(e, batch, row) : put_other(e, batch, row);
}

/* The lane with the first row, or NULL. */
static demo_lane *first_lane(demo_batch *batch)
{
    demo_lane *first = NULL;
    for (size_t i = 0; i < BODY; i++) {
        demo_lane *lane = &batch->lanes[i];
        if (lane->row == lane->end) continue;
        if (!first || demo_compare(demo_origin_of(lane->row), demo_origin_of(first->row)) < 0) first = lane;
    }
    return first;
}

reel_status reel__demo_rows(reel_encoder *e, const reel_chunk *rows)
{
    demo_writer *w = e->state;
    demo_batch batch = { .forms = lane_of(rows, &demo_forms), .orders = lane_of(rows, &demo_orders) };
    reel_status status = take_header(e, rows);
    for (size_t i = 0; i < BODY; i++) batch.lanes[i] = lane_of(rows, body[i]);
    for (demo_lane *lane = first_lane(&batch); lane && status >= 0; lane = first_lane(&batch)) {
        const demo_origin origin = demo_origin_of(lane->row);
        if (!w->begun) status = begin(e, (reel_bytes){ NULL, 0 });
        const bool is_snapshot = lane->table == &demo_snapshots;
        do {
            if (status >= 0) status = put_row(e, &batch, lane->table, lane->row);
            lane->row += lane->table->row_size;
        } while (status >= 0 && !is_snapshot && lane->row < lane->end && demo_compare(demo_origin_of(lane->row), origin) == 0);
    }
    return status < 0 ? status : e->out->status;
}

/* A header that could have lost its SHA-256 is followed by a tick marker, which makes no row. */
static void end_lone_header(demo_writer *w)
{
    static const uint8_t marker[DEMO_MARK_MOST] = { DEMO_TICK };
    memcpy(w->tail, marker, sizeof marker);
    w->tail_size = sizeof marker;
}

/* Of a conversion, which does not know the end when it begins: states the length, as a recorder does when it stops, where the output can be
 * changed. One that the caller has set stays. */
static void complete_info(reel_encoder *e)
{
    demo_writer *w = e->state;
    if (w->started && !w->info.length && e->out->sink->patch) {
        uint8_t bytes[4];
        w->info.length = (uint32_t)((w->tick - w->first_tick) / DEMO_TICKS_PER_SECOND);
        for (unsigned i = 0; i < 4; i++) bytes[i] = (uint8_t)(w->info.length >> (24 - 8 * i) & 0xff);
        reel__output_patch(e->out, DEMO_LENGTH_AT, bytes, sizeof bytes);
    }
    if (w->has_info) e->stored(e->stored_context, &demo_infos, &w->info, 1);
}

reel_status reel__demo_finish(reel_encoder *e, const reel_chunk *staged)
{
    demo_writer *w = e->state;
    (void)staged;
    reel_status status = w->begun ? REEL_OK : begin(e, (reel_bytes){ NULL, 0 });
    if (status >= 0) status = flush(e);
    if (status < 0) return status;
    if (w->needs_second)
        return refuse(e, "demo.types", &demo_snapshots, w->origin,
                      "the only snapshot has types without a name, for which readers look in a second one");
    if (!w->tail_size && demo_may_lack_hash(&w->info) && reel_put_offset(e->out) == DEMO_HEAD + DEMO_MARKER_BYTES)
        end_lone_header(w);
    reel_put(e->out, w->tail, w->tail_size);
    if (e->stored) complete_info(e);
    return e->out->status;
}
