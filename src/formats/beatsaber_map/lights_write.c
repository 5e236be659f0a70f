/* SPDX-License-Identifier: MIT
 * Writes groups of lights: all of a file, if a row of one changed. Members that have no rows, as mods add them, are lost then. */
#include "formats/beatsaber_map/writer.h"

typedef struct light_rows {
    const beatsaber_map_light_box *boxes;
    const beatsaber_map_light_event *events;
    size_t box_count, event_count;
    size_t next;    /* the first event that was not passed */
    uint32_t moved; /* effects of version 3 that were put into boxes */
} light_rows;

static light_rows rows_of(const map_update *u)
{
    const map_rows *boxes = &u->rows[reel__bsmap_list_number(&beatsaber_map_light_boxes)],
                   *events = &u->rows[reel__bsmap_list_number(&beatsaber_map_light_events)];
    return (light_rows){ (const beatsaber_map_light_box *)(const void *)boxes->now,
                         (const beatsaber_map_light_event *)(const void *)events->now,
                         boxes->count,
                         events->count,
                         0,
                         0 };
}

bool reel__bsmap_has_groups(const map_update *u, int kind)
{
    const light_rows rows = rows_of(u);
    for (size_t i = 0; i < rows.box_count; i++)
        if (kind == MAP_KINDS || rows.boxes[i].kind == kind) return true;
    return false;
}

static map_datum datum_of(map_keys keys, const reel_table *table, const void *row)
{
    map_datum datum = { { 0 } };
    for (unsigned i = 0; i < keys.count; i++) datum.values[i] = reel__bsmap_get(table, keys.keys[i].field, row);
    return datum;
}

static void put_index(map_update *u, const char *before, int data, map_keys keys, const reel_table *table, const void *row)
{
    const map_datum datum = datum_of(keys, table, row);
    reel__bsmap_put_text(u, before);
    reel__bsmap_put_number(u, MAP_INDEX, reel__bsmap_add_datum(u, (map_data)data, &datum));
}

/* The members of an object, without its brackets. */
static void put_members(map_update *u, map_keys keys, const reel_table *table, const void *row)
{
    for (unsigned i = 0; i < keys.count; i++) {
        reel__bsmap_put_text(u, i ? ",\"" : "\"");
        reel__bsmap_put_text(u, keys.keys[i].name);
        reel__bsmap_put_text(u, "\":");
        reel__bsmap_put_number(u, (map_kind)keys.keys[i].kind, reel__bsmap_get(table, keys.keys[i].field, row));
    }
}

/* ---- events ------------------------------------------------------------------------------------------------------- */

static void put_event3(map_update *u, int kind, const beatsaber_map_light_event *event)
{
    beatsaber_map_light_event stored = *event;
    if (kind == MAP_COLOR) stored.extend = event->extend ? 2 : event->easing == -1 ? 0 : 1;
    reel__bsmap_put_text(u, "{");
    put_members(u, reel__bsmap_event_keys(3, kind), &beatsaber_map_light_events, &stored);
    reel__bsmap_put_text(u, "}");
}

static void put_event4(map_update *u, int kind, const beatsaber_map_light_event *event)
{
    reel__bsmap_put_text(u, "{\"b\":");
    reel__bsmap_put_number(u, MAP_REAL, event->beats_after);
    put_index(u, ",\"i\":", MAP_EVENT_DATA + kind - MAP_COLOR, reel__bsmap_event_keys(4, kind), &beatsaber_map_light_events,
              event);
    reel__bsmap_put_text(u, "}");
}

static void put_events(map_update *u, light_rows *rows, const beatsaber_map_light_box *box)
{
    bool any = false;
    while (rows->next < rows->event_count && rows->events[rows->next].box < box->box) rows->next++;
    for (; rows->next < rows->event_count && rows->events[rows->next].box == box->box; rows->next++, any = true) {
        if (any) reel__bsmap_put_text(u, ",");
        if (u->m->form == 4)
            put_event4(u, box->kind, &rows->events[rows->next]);
        else if (box->kind == MAP_EFFECT)
            reel__bsmap_put_number(u, MAP_INDEX, rows->moved++);
        else
            put_event3(u, box->kind, &rows->events[rows->next]);
    }
}

/* In version 3 the events of effects are in a list of their own. */
void reel__bsmap_put_effects(map_update *u)
{
    const light_rows rows = rows_of(u);
    bool any = false;
    reel__bsmap_put_text(u, "{\"_fl\":[");
    for (size_t i = 0; i < rows.event_count; i++) {
        const uint32_t box = rows.events[i].box;
        if (box >= rows.box_count || rows.boxes[box].kind != MAP_EFFECT) continue;
        if (any) reel__bsmap_put_text(u, ",");
        put_event3(u, MAP_EFFECT, &rows.events[i]);
        any = true;
    }
    reel__bsmap_put_text(u, "],\"_il\":[]}");
}

/* ---- groups ------------------------------------------------------------------------------------------------------- */

static void put_box(map_update *u, light_rows *rows, const beatsaber_map_light_box *box)
{
    const map_keys filter = reel__bsmap_filter_keys(), keys = reel__bsmap_box_keys(u->m->form, box->kind);
    if (u->m->form == 4) {
        put_index(u, "{\"f\":", MAP_FILTER_DATA, filter, &beatsaber_map_light_boxes, box);
        put_index(u, ",\"e\":", MAP_BOX_DATA + box->kind - MAP_COLOR, keys, &beatsaber_map_light_boxes, box);
    } else {
        reel__bsmap_put_text(u, "{\"f\":{");
        put_members(u, filter, &beatsaber_map_light_boxes, box);
        reel__bsmap_put_text(u, "},");
        put_members(u, keys, &beatsaber_map_light_boxes, box);
    }
    reel__bsmap_put_text(u, u->m->form == 3 && box->kind == MAP_COLOR ? ",\"e\":[" : ",\"l\":[");
    put_events(u, rows, box);
    reel__bsmap_put_text(u, "]}");
}

static void begin_group(map_update *u, const beatsaber_map_light_box *box)
{
    reel__bsmap_put_text(u, "{\"b\":");
    reel__bsmap_put_number(u, MAP_REAL, box->beat);
    reel__bsmap_put_text(u, ",\"g\":");
    reel__bsmap_put_number(u, MAP_WHOLE, box->group);
    if (u->m->form == 4) {
        reel__bsmap_put_text(u, ",\"t\":");
        reel__bsmap_put_number(u, MAP_WHOLE, box->kind);
    }
    reel__bsmap_put_text(u, ",\"e\":[");
}

static bool is_same_group(const beatsaber_map_light_box *a, const beatsaber_map_light_box *b)
{
    return reel_double_bits(a->beat) == reel_double_bits(b->beat) && a->group == b->group && a->kind == b->kind;
}

void reel__bsmap_put_groups(map_update *u, int kind)
{
    light_rows rows = rows_of(u);
    const beatsaber_map_light_box *last = NULL;
    reel__bsmap_put_text(u, "[");
    for (size_t i = 0; i < rows.box_count && u->status == REEL_OK; i++) {
        const beatsaber_map_light_box *box = &rows.boxes[i];
        if (box->kind < MAP_COLOR || box->kind >= MAP_KINDS || (kind != MAP_KINDS && box->kind != kind)) continue;
        const bool same = last && is_same_group(last, box);
        if (last) reel__bsmap_put_text(u, same ? "," : "]},");
        if (!same) begin_group(u, box);
        put_box(u, &rows, box);
        last = box;
    }
    reel__bsmap_put_text(u, last ? "]}]" : "]");
}
