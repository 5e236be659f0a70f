/* SPDX-License-Identifier: MIT
 * Repair, and cutting out a span of ticks. */
#include "core/chunk.h"
#include "formats/demo/state.h"

/* ---- repair ----------------------------------------------------------------------------------------------------- */

/* Names types in the snapshot that has them first, as servers since 18.3 do. */
static void name_types(const reel_change *change, const char *rule)
{
    const reel_row_list *list = reel_change_rows(change->chunk, &demo_types);
    size_t late = 0;
    for (size_t i = 0; i < list->count; i++) {
        demo_type *row = (demo_type *)(void *)list->data + i;
        late += row->is_late != 0;
        row->is_late = 0;
    }
    reel_tally(change, rule, REEL_NOTE, &demo_types, "is_late", late, "named in the first snapshot that has them");
}

/* A player begins at a key frame. */
static void mark_first(const reel_change *change)
{
    bool *seen = change->state;
    const reel_row_list *list = reel_change_rows(change->chunk, &demo_snapshots);
    for (size_t i = 0; i < list->count && !*seen; i++) {
        demo_snapshot *row = (demo_snapshot *)(void *)list->data + i;
        *seen = row->kind != DEMO_NONE;
        if (!*seen || row->keyframe || row->tick < 0) continue;
        row->keyframe = 1;
        reel_tally(change, "repair.demo.key", REEL_NOTE, &demo_snapshots, "keyframe", 1,
                   "the first snapshot is marked as a place to begin");
    }
}

static reel_status repair(reel_change *change)
{
    reel_row_list *forms = reel_change_rows(change->chunk, &demo_forms);
    size_t kept = 0;
    for (size_t i = 0; i < forms->count; i++) {
        demo_form *row = (demo_form *)(void *)forms->data + i;
        if (!row->packed.size && !row->size && !(row->marker & (uint8_t)~DEMO_NO_MARKER)) {
            ((demo_form *)(void *)forms->data)[kept++] = *row;
        }
    }
    reel_tally(change, "repair.demo.forms", REEL_NOTE, &demo_forms, NULL, forms->count - kept, "written in the usual way");
    forms->count = kept;
    name_types(change, "repair.demo.types");
    mark_first(change);
    return REEL_OK;
}

const reel_operation reel__demo_repair = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair the remains of a damaged file",
    .state_size = sizeof(bool),
    .apply = repair,
};

/* ---- cut -------------------------------------------------------------------------------------------------------- */

/* Tables of what a snapshot says, types in front of what needs them. */
static const reel_table *const item_tables[] = { &demo_types,   &demo_removals,    &demo_characters, &demo_players,
                                                 &demo_clients, &demo_projectiles, &demo_lasers,     &demo_pickups,
                                                 &demo_flags,   &demo_games,       &demo_items };
enum { ITEM_TABLES = sizeof(item_tables) / sizeof(item_tables[0]), REMOVALS = 1 };

/* The rows of a table that were there before the cut; kept ones are added behind them. */
typedef struct cut_lane {
    reel_row_list *list;
    size_t next, count;
} cut_lane;

static bool in_span(const reel_change *change, int32_t tick) { return tick >= change->from && tick < change->to; }

static const uint8_t *row_at(const cut_lane *lane) { return lane->list->data + lane->next * lane->list->table->row_size; }

/* Copies a row behind those that were there. */
static void keep_row(cut_lane *lane, size_t number)
{
    const size_t size = lane->list->table->row_size;
    uint8_t *row = reel_row_grow(lane->list, 1, false);
    if (row) memcpy(row, lane->list->data + number * size, size);
}

/* All items of the game, as a whole snapshot, with a name for each type. */
static void fill_frame(demo_cutter *w)
{
    demo_frame *frame = &w->frame;
    frame->full = true;
    frame->count = frame->removed_count = frame->used = 0;
    for (size_t i = 0; i < w->world.extended_count; i++) {
        const demo_extended *extended = &w->world.extended[i];
        if (!extended->type || reel__demo_world_find(&w->world, demo_key(DEMO_EX, extended->type))) continue;
        if (w->world.bytes + 8 + 4 * (2 + DEMO_EX_INTS) > DEMO_BYTES_MOST) break;
        frame->ops[frame->count++] =
            (demo_op){ .key = demo_key(DEMO_EX, extended->type), .at = (uint32_t)frame->used, .size = DEMO_EX_INTS };
        for (size_t k = 0; k < DEMO_EX_INTS; k++) frame->ints[frame->used++] = (int32_t)reel_load_u32be(extended->uuid + 4 * k);
        w->world.bytes += 8 + 4 * DEMO_EX_INTS;
    }
    for (size_t i = 0; i < w->world.count && frame->count < DEMO_ITEMS_MOST; i++) {
        const demo_node *node = &w->world.nodes[w->world.order[i]];
        frame->ops[frame->count++] = (demo_op){ .key = node->key, .at = (uint32_t)frame->used, .size = node->size };
        if (node->size) memcpy(frame->ints + frame->used, w->world.ints + node->at, node->size * sizeof *frame->ints);
        frame->used += node->size;
    }
}

static reel_status fail_cut(const reel_change *change, demo_origin origin, const char *why)
{
    return reel_fail(change->error, REEL_ARGUMENT, "demo.row", "snapshots", 0, "tick %d: %s", origin.tick, why);
}

/* Applies the rows of a snapshot to the game; keeps them if they are to stay as they are. */
static reel_status follow(const reel_change *change, cut_lane *lanes, demo_origin origin, uint8_t kind, bool keep)
{
    demo_cutter *w = change->state;
    demo_frame *frame = &w->frame;
    frame->full = kind == DEMO_FULL;
    frame->count = frame->removed_count = frame->used = 0;
    memset(&w->slots, 0, sizeof w->slots);
    if (frame->full) reel__demo_world_begin(&w->world);
    const cut_lane *removals = &lanes[REMOVALS];
    if (removals->next < removals->count)
        reel__demo_forget_types(&w->world, row_at(removals), removals->list->data + removals->count * sizeof(demo_removal),
                                origin);
    demo_extended late[DEMO_EXTENDED_MOST];
    size_t late_count = 0;
    for (size_t t = 0; t < ITEM_TABLES; t++) {
        cut_lane *lane = &lanes[t];
        for (uint32_t number = 1; lane->next < lane->count; lane->next++, number++) {
            const int order = demo_compare(demo_origin_of(row_at(lane)), origin);
            if (order > 0) break;
            if (order < 0 || kind == DEMO_NONE) return fail_cut(change, origin, "a row has no snapshot");
            const demo_type *type = item_tables[t] == &demo_types ? (const void *)row_at(lane) : NULL;
            if (type && type->is_late && late_count < DEMO_EXTENDED_MOST) {
                late[late_count].type = (uint16_t)type->type;
                memcpy(late[late_count++].uuid, type->uuid.bytes, DEMO_UUID);
            }
            const char *why = reel__demo_add_items(frame, &w->slots, &w->world, w->seven, item_tables[t], row_at(lane), number);
            if (why) return fail_cut(change, origin, why);
            if (keep) keep_row(lane, lane->next);
        }
    }
    if (kind == DEMO_NONE) return REEL_OK;
    const char *fault = reel__demo_end_items(frame, &w->world);
    if (fault) return fail_cut(change, origin, fault);
    if (!reel__demo_world_apply(&w->world, frame, false))
        return fail_cut(change, origin, "the snapshot does not fit the one before it");
    for (size_t i = 0; i < late_count; i++) reel__demo_world_name(&w->world, late[i].type, late[i].uuid);
    w->has_full |= kind == DEMO_FULL;
    return REEL_OK;
}

/* The first snapshot of the span is a whole one. */
static void begin_span(const reel_change *change, demo_snapshot *row)
{
    demo_cutter *w = change->state;
    row->keyframe = 1;
    row->kind = DEMO_FULL;
    fill_frame(w);
    row->changes = (uint32_t)w->frame.count;
    reel__demo_add_rows(change->chunk, &w->world, &w->frame, w->seven, demo_origin_of(row));
}

/* Keeps rows that are no items: those of the span, without those of the snapshots at its beginning. */
static void keep_others(const reel_change *change, const reel_table *table, const demo_origin *begins, size_t begin_count)
{
    reel_row_list *list = reel_change_rows(change->chunk, table);
    const size_t before = list->count, size = table->row_size;
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < before; i++) {
        const uint8_t *row = list->data + i * size;
        const demo_origin origin = demo_origin_of(row);
        while (next < begin_count && demo_compare(begins[next], origin) < 0) next++;
        const bool replaced = table->flags & REEL_TABLE_LAYOUT && next < begin_count && demo_compare(begins[next], origin) == 0;
        if (!in_span(change, origin.tick) || (replaced && table != &demo_others)) continue;
        if (kept != i) memmove(list->data + kept * size, row, size);
        kept++;
    }
    list->count = kept;
    if (!(table->flags & REEL_TABLE_LAYOUT))
        reel_tally(change, "edit.cut", REEL_NOTE, table, NULL, before - kept, "outside the time range, dropped");
}

static void cut_header(const reel_change *change)
{
    demo_cutter *w = change->state;
    const reel_row_list *infos = reel_change_rows(change->chunk, &demo_infos),
                        *snapshots = reel_change_rows(change->chunk, &demo_snapshots);
    reel_row_list *markers = reel_change_rows(change->chunk, &demo_markers);
    demo_info *info = infos->count ? (demo_info *)(void *)infos->data : NULL;
    demo_marker *marker = (demo_marker *)(void *)markers->data;
    size_t kept = 0;
    for (size_t i = 0; i < markers->count; i++)
        if (in_span(change, marker[i].tick)) marker[kept++] = marker[i];
    reel_tally(change, "edit.cut", REEL_NOTE, &demo_markers, NULL, markers->count - kept, "outside the time range, dropped");
    markers->count = kept;
    if (!info) return;
    w->seven = demo_is_seven(info->net_version);
    if (!info->length || !snapshots->count) return;
    const int32_t first = ((const demo_snapshot *)(const void *)snapshots->data)->tick;
    const double end = first + (double)DEMO_TICKS_PER_SECOND * info->length, from = change->from > first ? change->from : first,
                 to = change->to < end ? change->to : end;
    info->length = to > from ? (uint32_t)((to - from) / DEMO_TICKS_PER_SECOND) : 0;
}

/* Moves the rows that were added to the place of those that were there. */
static void replace_rows(const reel_change *change, cut_lane *lane)
{
    reel_row_list *list = lane->list;
    const size_t size = list->table->row_size, added = list->count - lane->count;
    if (added) memmove(list->data, list->data + lane->count * size, added * size);
    list->count = added;
    if (!(list->table->flags & REEL_TABLE_LAYOUT) && lane->count > added)
        reel_tally(change, "edit.cut", REEL_NOTE, list->table, NULL, lane->count - added, "outside the time range, dropped");
}

/* Whether a row of a table comes behind an origin. */
static bool comes_behind(const reel_row_list *list, demo_origin origin)
{
    return list->count && demo_compare(demo_origin_of(list->data + (list->count - 1) * list->table->row_size), origin) > 0;
}

/* The marker of a tick, in the form that needs no tick in front of it. */
static void add_marker(reel_chunk *chunk, reel_row_list *others, const demo_snapshot *tick)
{
    uint8_t *bytes = reel_chunk_alloc(chunk, DEMO_MARK_MOST);
    demo_other *row = bytes ? (demo_other *)(void *)reel_row_grow(others, 1, true) : NULL;
    if (!row) return;
    bytes[0] = DEMO_TICK;
    for (unsigned i = 1; i < DEMO_MARK_MOST; i++) bytes[i] = (uint8_t)((uint32_t)tick->tick >> (32 - 8 * i) & 0xff);
    *row = (demo_other){ .seq = tick->seq, .tick = tick->tick, .is_marker = 1, .data = { bytes, DEMO_MARK_MOST } };
}

/* A tick without a snapshot at the end of a file may have lost it, so readers keep its bytes and give no row. At the end of a chunk it becomes
 * such bytes, which the writer leaves out if something follows: then it is the first row of the next chunk. `last` is the last snapshot of the
 * chunk, in the span or not. */
static void hold_last_tick(const reel_change *change, demo_origin last)
{
    demo_cutter *w = change->state;
    reel_row_list *list = reel_change_rows(change->chunk, &demo_snapshots),
                  *others = reel_change_rows(change->chunk, &demo_others);
    const reel_row_list *messages = reel_change_rows(change->chunk, &demo_messages);
    if (w->has_held && (list->count || messages->count || others->count)) {
        if (!reel_row_grow(list, 1, false)) return;
        memmove(list->data + sizeof w->held, list->data, (list->count - 1) * sizeof w->held);
        memcpy(list->data, &w->held, sizeof w->held);
        w->has_held = false;
    }
    const demo_snapshot *row = list->count ? (const demo_snapshot *)(const void *)list->data + list->count - 1 : NULL;
    if (row && row->kind == DEMO_NONE && !comes_behind(messages, demo_origin_of(row)) &&
        !comes_behind(others, demo_origin_of(row))) {
        w->held = *row;
        w->has_held = true;
        list->count--;
        add_marker(change->chunk, others, &w->held);
    }
    if (w->has_held && demo_compare(last, demo_origin_of(&w->held)) > 0) {
        reel_tally(change, "edit.cut", REEL_NOTE, &demo_snapshots, NULL, 1, "the last tick has no snapshot, so it has no row");
        w->has_held = false;
    }
}

static reel_status cut(reel_change *change)
{
    demo_cutter *w = change->state;
    static const reel_table *const others[] = { &demo_messages, &demo_forms, &demo_orders, &demo_others };
    cut_lane lanes[ITEM_TABLES];
    if (!w->known) reel__demo_world_begin(&w->world);
    w->known = true;
    cut_header(change);
    reel_row_list *snapshots = reel_change_rows(change->chunk, &demo_snapshots);
    demo_snapshot *rows = (demo_snapshot *)(void *)snapshots->data;
    demo_origin *begins = snapshots->count ? reel_chunk_alloc(change->chunk, snapshots->count * sizeof *begins) : NULL;
    if (snapshots->count && !begins) return reel__chunk_failure(change->chunk, 0, change->error);
    for (size_t t = 0; t < ITEM_TABLES; t++) {
        reel_row_list *list = reel_change_rows(change->chunk, item_tables[t]);
        lanes[t] = (cut_lane){ list, 0, list->count };
    }
    reel_row_list *orders = reel_change_rows(change->chunk, &demo_orders);
    const size_t order_count = orders->count;
    size_t kept = 0, whole = 0, begin_count = 0;
    reel_status status = REEL_OK;
    demo_origin last = { 0, INT32_MIN };
    for (size_t i = 0; i < snapshots->count && status >= 0; i++) {
        const bool inside = in_span(change, rows[i].tick), begin = inside && !w->inside && w->has_full;
        const demo_origin origin = demo_origin_of(&rows[i]);
        last = origin;
        status = follow(change, lanes, origin, rows[i].kind, inside && !begin);
        if (status < 0) break;
        w->inside = inside;
        if (!inside) continue;
        rows[kept] = rows[i];
        whole += rows[i].kind != DEMO_NONE;
        if (begin) {
            begin_span(change, &rows[kept]);
            begins[begin_count++] = origin;
        }
        kept++;
    }
    if (status < 0) return status;
    reel_tally(change, "edit.cut", REEL_NOTE, &demo_snapshots, NULL, snapshots->count - kept, "outside the time range, dropped");
    snapshots->count = kept;
    orders->count = order_count; /* items that begin a span are in the order of their keys, which need not be that of the file */
    for (size_t t = 0; t < ITEM_TABLES; t++) replace_rows(change, &lanes[t]);
    if (whole == 1) name_types(change, "edit.cut"); /* there may be no second one to name them */
    for (size_t t = 0; t < sizeof others / sizeof *others; t++) keep_others(change, others[t], begins, begin_count);
    hold_last_tick(change, last);
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}

const reel_operation reel__demo_cut = {
    .id = REEL_OPERATION_CUT,
    .doc = "keep a span of ticks, from a whole snapshot on",
    .state_size = sizeof(demo_cutter),
    .apply = cut,
};
