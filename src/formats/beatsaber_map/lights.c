/* SPDX-License-Identifier: MIT
 * Reads groups of lights: an object with a beat, whose boxes have events. In version 4, and in effects of version 3, an index takes the place of
 * what they hold, which may come later. */
#include "formats/beatsaber_map/reader.h"

/* Where an index waits for its data. */
enum { BOX_FILTER_INDEX = BOX_FILTER, BOX_DATA_INDEX = BOX_EASING, EVENT_DATA_INDEX = EVENT_COLOR };

static const map_key group_keys[] = { { "b", 1, MAP_REAL, LIST_BEAT, false }, { "g", 1, MAP_WHOLE, BOX_GROUP, false } };
static const map_key kind_key[] = { { "t", 1, MAP_WHOLE, BOX_KIND, false } };
static const map_key box_indices[] = { { "f", 1, MAP_INDEX, BOX_FILTER_INDEX, false },
                                       { "e", 1, MAP_INDEX, BOX_DATA_INDEX, false } };
static const map_key event_indices[] = { { "b", 1, MAP_REAL, EVENT_BEATS_AFTER, false },
                                         { "i", 1, MAP_INDEX, EVENT_DATA_INDEX, false } };

typedef struct light_reading {
    map_reading *m;
    const map_shape *shape;
    reel_row_list *boxes, *events;
    size_t first_box, first_event; /* of the group */
    beatsaber_map_light_box group; /* its beat, number and kind */
    bool bad;                      /* a member is not a number in range */
} light_reading;

/* Reads the value of a key, if it is one of `keys`. */
static void read_value(light_reading *l, const reel_table *table, map_keys keys, const pull_value *key, void *row)
{
    for (unsigned i = 0; i < keys.count; i++) {
        const map_key *own = &keys.keys[i];
        double value;
        if (key->size != own->size || memcmp(key->data, own->name, own->size) != 0) continue;
        if (reel__bsmap_read_number(l->m, (map_kind)own->kind, &value))
            reel__bsmap_set(table, own->field, row, value);
        else
            l->bad = true;
    }
}

/* The next member of an object: its key, and its value in m->value. */
static bool next_member(map_reading *m, pull_value *key)
{
    return reel_build_status(m->d->chunk) == REEL_OK && reel__pull_next(&m->tree, key) && key->kind != PULL_END &&
           reel__pull_next(&m->tree, &m->value);
}

/* The next item of an array that is an object, or a number; others are counted and skipped. */
static bool next_item(map_reading *m, bool numbers)
{
    while (reel_build_status(m->d->chunk) == REEL_OK && reel__pull_next(&m->tree, &m->value) && m->value.kind != PULL_END) {
        const bool number = m->value.kind == PULL_UNSIGNED || m->value.kind == PULL_NEGATIVE || m->value.kind == PULL_REAL;
        if (numbers ? number : m->value.kind == PULL_MAP) return true;
        reel__bsmap_count_odd(m, m->value.kind == PULL_NULL ? MAP_ODD_NULL : MAP_ODD_ITEM, m->value.start);
        if (!reel__pull_skip(&m->tree, &m->value)) return false;
    }
    return false;
}

static void skip_value(map_reading *m) { reel__pull_skip(&m->tree, &m->value); }

static bool is_list(const map_reading *m, const pull_value *key, char name)
{
    return m->value.kind == PULL_ARRAY && key->size == 1 && key->data[0] == (uint8_t)name;
}

/* ---- events ------------------------------------------------------------------------------------------------------- */

/* In colors of version 3 one number says whether the light changes at once, slowly, or not at all. */
static bool set_change(beatsaber_map_light_event *event)
{
    const int32_t change = event->extend;
    event->extend = change == 2;
    event->easing = change == 0 ? -1 : 0;
    return change >= 0 && change <= 2;
}

static void read_event(light_reading *l, beatsaber_map_light_event *event)
{
    const bool four = l->shape->form == 4;
    const map_keys indices = { event_indices, sizeof event_indices / sizeof *event_indices };
    const map_keys keys = four ? indices : reel__bsmap_event_keys(3, l->shape->kind);
    const uint8_t *start = l->m->value.start;
    pull_value key;
    while (next_member(l->m, &key)) {
        read_value(l, &beatsaber_map_light_events, keys, &key, event);
        skip_value(l->m);
    }
    if (!four && l->shape->kind == MAP_COLOR && !set_change(event)) l->bad = true;
    if (l->bad) reel__bsmap_count_odd(l->m, MAP_ODD_ITEM, start);
}

static void read_events(light_reading *l, uint32_t box)
{
    const bool numbers = l->shape->form == 3 && l->shape->kind == MAP_EFFECT;
    const bool bad = l->bad;
    while (next_item(l->m, numbers)) {
        beatsaber_map_light_event event = { .difficulty = l->m->difficulty, .box = box };
        double index = 0;
        l->bad = false;
        if (!numbers)
            read_event(l, &event);
        else if (reel__bsmap_read_number(l->m, MAP_INDEX, &index))
            event.color = (int32_t)index;
        beatsaber_map_light_event *row = l->bad ? NULL : reel_row_add(l->events);
        if (row) memcpy(row, &event, sizeof event);
    }
    l->bad = bad;
}

/* ---- boxes -------------------------------------------------------------------------------------------------------- */

static void read_filter(light_reading *l, beatsaber_map_light_box *box)
{
    pull_value key;
    while (next_member(l->m, &key)) {
        read_value(l, &beatsaber_map_light_boxes, reel__bsmap_filter_keys(), &key, box);
        skip_value(l->m);
    }
}

static void read_box(light_reading *l)
{
    const bool four = l->shape->form == 4;
    const map_keys indices = { box_indices, sizeof box_indices / sizeof *box_indices };
    const map_keys keys = four ? indices : reel__bsmap_box_keys(3, l->shape->kind);
    const char list = !four && l->shape->kind == MAP_COLOR ? 'e' : 'l';
    const size_t number = l->boxes->count, first_event = l->events->count;
    beatsaber_map_light_box box = { .difficulty = l->m->difficulty };
    const uint8_t *start = l->m->value.start;
    pull_value key;
    box.box = (uint32_t)(number - l->m->first[reel__bsmap_list_number(&beatsaber_map_light_boxes)]);
    if (!reel_row_add(l->boxes)) return;
    l->bad = false;
    while (next_member(l->m, &key)) {
        if (is_list(l->m, &key, list)) {
            read_events(l, box.box);
        } else if (!four && l->m->value.kind == PULL_MAP && key.size == 1 && key.data[0] == 'f') {
            read_filter(l, &box);
        } else {
            read_value(l, &beatsaber_map_light_boxes, keys, &key, &box);
            skip_value(l->m);
        }
    }
    memcpy(l->boxes->data + number * sizeof box, &box, sizeof box);
    if (!l->bad) return;
    reel__bsmap_count_odd(l->m, MAP_ODD_ITEM, start);
    l->boxes->count = number;
    l->events->count = first_event;
}

/* ---- groups ------------------------------------------------------------------------------------------------------- */

/* A group that was cut off has no rows: its beat may come last. */
static void end_group(light_reading *l)
{
    const bool whole = !l->bad && l->m->tree.fault == PULL_OK && reel_build_status(l->m->d->chunk) == REEL_OK;
    if (!whole) {
        l->boxes->count = l->first_box;
        l->events->count = l->first_event;
        return;
    }
    beatsaber_map_light_box *boxes = (beatsaber_map_light_box *)(void *)l->boxes->data;
    for (size_t i = l->first_box; i < l->boxes->count; i++) {
        boxes[i].beat = l->group.beat;
        boxes[i].group = l->group.group;
        boxes[i].kind = l->group.kind;
    }
}

static void read_group(light_reading *l)
{
    const bool four = l->shape->form == 4;
    const map_keys keys = { group_keys, sizeof group_keys / sizeof *group_keys }, kinds = { kind_key, 1 };
    const uint8_t *start = l->m->value.start;
    bool bad = false;
    pull_value key;
    l->group = (beatsaber_map_light_box){ .kind = four ? 0 : l->shape->kind };
    l->first_box = l->boxes->count;
    l->first_event = l->events->count;
    while (next_member(l->m, &key)) {
        if (is_list(l->m, &key, 'e')) {
            while (next_item(l->m, false)) read_box(l);
            continue;
        }
        l->bad = false;
        read_value(l, &beatsaber_map_light_boxes, keys, &key, &l->group);
        if (four) read_value(l, &beatsaber_map_light_boxes, kinds, &key, &l->group);
        bad |= l->bad;
        skip_value(l->m);
    }
    l->bad = bad || l->group.kind < MAP_COLOR || l->group.kind >= MAP_KINDS;
    if (l->bad) reel__bsmap_count_odd(l->m, MAP_ODD_ITEM, start);
    end_group(l);
}

void reel__bsmap_read_groups(map_reading *m, const map_shape *shape)
{
    light_reading l = { .m = m,
                        .shape = shape,
                        .boxes = m->lists[reel__bsmap_list_number(&beatsaber_map_light_boxes)],
                        .events = m->lists[reel__bsmap_list_number(&beatsaber_map_light_events)] };
    m->known.shape = NULL;
    while (next_item(m, false)) read_group(&l);
}

/* ---- indices ------------------------------------------------------------------------------------------------------ */

/* Fills a row from the data of an index. Returns false if they were cut off. */
static bool resolve(map_reading *m, int32_t index, int list, map_keys keys, const reel_table *table, void *row)
{
    const map_data_list *data = &m->data[list];
    const bool is_there = index >= 0 && (size_t)index < data->count;
    if (!is_there && !m->done) return false;
    if (!is_there) reel__bsmap_count_odd(m, MAP_ODD_INDEX, NULL);
    for (unsigned i = 0; i < keys.count; i++)
        reel__bsmap_set(table, keys.keys[i].field, row, is_there ? data->items[index].values[i] : 0);
    return true;
}

static bool resolve_box(map_reading *m, beatsaber_map_light_box *box)
{
    const int32_t filter = box->filter, own = box->easing;
    box->easing = 0;
    return resolve(m, filter, MAP_FILTER_DATA, reel__bsmap_filter_keys(), &beatsaber_map_light_boxes, box) &&
           resolve(m, own, MAP_BOX_DATA + box->kind - MAP_COLOR, reel__bsmap_box_keys(4, box->kind), &beatsaber_map_light_boxes,
                   box);
}

static bool resolve_event(map_reading *m, const beatsaber_map_light_box *box, beatsaber_map_light_event *event)
{
    event->kind = box->kind;
    event->group = box->group;
    if (m->form == 4 || box->kind == MAP_EFFECT) {
        const int32_t index = event->color;
        event->color = 0;
        if (!resolve(m, index, MAP_EVENT_DATA + box->kind - MAP_COLOR, reel__bsmap_event_keys(m->form, box->kind),
                     &beatsaber_map_light_events, event))
            return false;
    }
    event->beat = box->beat + event->beats_after;
    return true;
}

/* Rows end before the first one whose data were cut off, as those of other lists do. */
void reel__bsmap_resolve_lights(map_reading *m)
{
    reel_row_list *boxes = m->lists[reel__bsmap_list_number(&beatsaber_map_light_boxes)],
                  *events = m->lists[reel__bsmap_list_number(&beatsaber_map_light_events)];
    if (!boxes || !boxes->count) return;
    const size_t first = m->first[reel__bsmap_list_number(&beatsaber_map_light_boxes)];
    beatsaber_map_light_box *box = (beatsaber_map_light_box *)(void *)boxes->data + first;
    beatsaber_map_light_event *event = (beatsaber_map_light_event *)(void *)events->data;
    size_t count = boxes->count - first, resolved = 0;
    m->section = beatsaber_map_light_boxes.name;
    while (m->form == 4 && resolved < count && resolve_box(m, &box[resolved])) resolved++;
    if (m->form == 4) boxes->count = first + resolved;
    count = boxes->count - first;
    m->section = beatsaber_map_light_events.name;
    size_t next = m->first[reel__bsmap_list_number(&beatsaber_map_light_events)];
    while (next < events->count && event[next].box < count && resolve_event(m, &box[event[next].box], &event[next])) next++;
    events->count = next;
    m->section = "json";
}
