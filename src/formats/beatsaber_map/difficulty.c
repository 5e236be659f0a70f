/* SPDX-License-Identifier: MIT
 * Reads the file of a difficulty, of any version. */
#include "core/chunk.h"
#include "core/memory.h"
#include "formats/beatsaber_map/reader.h"

enum { FORM_NONE = 0, FORM_LAST = 4, MOST_SMALL = 256 /* rows for which no room is made before */ };

static bool is_key(const pull_value *key, const char *name)
{
    return key->size == strlen(name) && memcmp(key->data, name, key->size) == 0;
}

static bool is_version(const pull_value *key) { return is_key(key, "version") || is_key(key, "_version"); }

/* Lights are only read if they are wanted, groups of lights if one of their tables is; the other tables depend on each other. False: no row could be added. */
static bool add_row(map_reading *m, const map_shape *shape, const map_item *item)
{
    const reel_table *table = reel__bsmap_target(shape, item);
    if (!table) {
        reel__bsmap_count_odd(m, MAP_ODD_NOTE_TYPE, m->tree.at);
        return true;
    }
    const bool own = table == shape->table;
    if (table == &beatsaber_map_lights && shape->form == 2 && item->values[1] == 10)
        reel__bsmap_count_odd(m, MAP_ODD_OLD_TEMPO, m->tree.at);
    reel_row_list *list = m->lists[own ? m->number : reel__bsmap_list_number(table)];
    uint8_t *row = list ? reel_row_add(list) : NULL;
    if (!row) return !list;
    reel__bsmap_row_make(shape, &m->cells, table, item, row);
    if (own)
        memcpy(row + m->cells.difficulty, &m->difficulty, sizeof m->difficulty);
    else
        *reel__bsmap_difficulty(table, row) = m->difficulty;
    return true;
}

/* Data that cannot be read keep their place: others are found by their number. */
static bool add_datum(map_reading *m, const map_shape *shape, const map_item *item)
{
    map_data_list *list = &m->data[shape->data];
    if (list->count == list->capacity) {
        void *items = reel__memory_items(&m->d->allocator, list->items, &list->capacity, list->count + 1, sizeof *list->items);
        if (!items) return reel__chunk_refuse(m->d->chunk, REEL_MEMORY) != NULL;
        list->items = items;
    }
    memcpy(list->items[list->count++].values, item->values, sizeof list->items->values);
    return true;
}

static bool take_item(map_reading *m, const map_shape *shape, const map_item *item)
{
    return shape->table ? add_row(m, shape, item) : add_datum(m, shape, item);
}

/* Room for the rows of a list whose objects are as long as the first one, if it has none yet: otherwise the list grows by doubling, and its memory
 * is moved and, at the end, half empty. It is no more than twice the text, as an object takes a byte for each two of its row or more. */
static void make_room(map_reading *m, const map_shape *shape, size_t object)
{
    reel_row_list *list = shape->table ? m->lists[m->number] : NULL;
    const size_t left = (size_t)(m->tree.end - m->tree.at) / (object + 1);
    if (!list || list->count > 1 || left < MOST_SMALL || left <= list->capacity || left > m->d->chunk->row_limit) return;
    const reel_allocator *allocator = &m->d->chunk->allocator;
    const size_t size = shape->table->row_size;
    if (object * 2 < size) return;
    uint8_t *data = allocator->resize(allocator->context, list->data, list->capacity * size, left * size);
    if (!data) return;
    list->data = data;
    list->capacity = left;
}

static void read_items(map_reading *m, const map_shape *shape)
{
    const map_item none = { .seen = 0 };
    map_item item = none;
    if (shape->table) {
        m->number = reel__bsmap_list_number(shape->table);
        reel__bsmap_cells(shape, &m->cells);
    }
    m->known.shape = NULL;
    for (;;) {
        while (reel__bsmap_read_known(m, shape, &item))
            if (!take_item(m, shape, &item)) return;
        bool whole = false;
        const uint8_t *start = m->tree.at;
        if (!reel__pull_next(&m->tree, &m->value) || m->value.kind == PULL_END) return;
        if (m->value.kind == PULL_MAP) {
            if (!reel__bsmap_read_item(m, shape, &item, &whole)) return;
        } else {
            reel__bsmap_count_odd(m, m->value.kind == PULL_NULL ? MAP_ODD_NULL : MAP_ODD_ITEM, m->value.start);
            if (!reel__pull_skip(&m->tree, &m->value)) return;
        }
        if ((whole || !shape->table) && !take_item(m, shape, whole ? &item : &none)) return;
        if (whole && m->known.shape) make_room(m, shape, (size_t)(m->tree.at - start));
    }
}

static void read_list(map_reading *m, const map_shape *shape, uint64_t bit)
{
    m->section = shape->table ? shape->table->name : "data";
    const bool again = m->met & bit, list = m->value.kind == PULL_ARRAY;
    if (again || !list) {
        if (again || m->value.kind != PULL_NULL)
            reel__bsmap_count_odd(m, again ? MAP_ODD_REPEATED : MAP_ODD_LIST, m->value.start);
        reel__pull_skip(&m->tree, &m->value);
    } else {
        m->met |= bit;
        if (shape->kind && m->lists[reel__bsmap_list_number(shape->table)])
            reel__bsmap_read_groups(m, shape);
        else if (shape->kind)
            reel__pull_skip(&m->tree, &m->value);
        else
            read_items(m, shape);
    }
    if (m->tree.fault == PULL_OK) m->section = "json"; /* else it says where the damage is */
}

/* ---- the version -------------------------------------------------------------------------------------------------- */

unsigned reel__bsmap_form_of(reel_string version)
{
    if (!version.size || version.data[0] < '1' || version.data[0] > '9') return FORM_NONE;
    const unsigned form = (unsigned)(version.data[0] - '0');
    return form == 1 ? 2 : form;
}

/* The version whose list has that name, or 0. A list of data is in version 4 only. */
static unsigned form_by_list(const pull_value *key)
{
    const map_shape *shape = reel__bsmap_find_list(FORM_LAST, key->data, key->size);
    if (shape && !shape->table) return FORM_LAST;
    if (reel__bsmap_find_list(3, key->data, key->size)) return 3;
    return reel__bsmap_find_list(2, key->data, key->size) ? 2 : FORM_NONE;
}

/* Finds the first version, which is usually the first member. */
static void find_version(map_reading *m)
{
    pull_value key;
    unsigned judged = 0;
    reel__pull_begin(&m->tree, PULL_JSON, m->text.text, m->text.size, m->d->limits.nesting);
    if (!reel__pull_next(&m->tree, &m->value) || m->value.kind != PULL_MAP) return;
    while (reel__pull_next(&m->tree, &key) && key.kind != PULL_END) {
        if (!reel__pull_next(&m->tree, &m->value)) break;
        if (is_version(&key) && m->value.kind == PULL_STRING) {
            m->version = (reel_string){ (const char *)m->value.data, m->value.size };
            m->form = reel__bsmap_form_of(m->version);
            if (m->form) return;
        }
        const unsigned own = form_by_list(&key);
        if (own > judged) judged = own;
        if (!reel__pull_skip(&m->tree, &m->value)) break;
    }
    m->form = judged ? judged : 2;
    reel__bsmap_count_odd(m, MAP_ODD_NO_VERSION, m->tree.start);
}

/* ---- the outermost object ----------------------------------------------------------------------------------------- */

/* Lists decide if the stated version has none of them. */
static void judge_version(map_reading *m, const pull_value *key)
{
    const unsigned form = form_by_list(key);
    const bool data = form == FORM_LAST && m->form < FORM_LAST;
    if (form && m->value.kind == PULL_ARRAY && (data || (!m->own && form != m->form))) m->other = form;
}

/* Effects of version 3 are data in an object: a list of numbers with a point; one of whole numbers, which no game reads, is beside it. */
static void read_effects(map_reading *m, const map_shape *shape, uint64_t bit)
{
    pull_value key;
    if (m->value.kind != PULL_MAP) {
        if (m->value.kind != PULL_NULL) reel__bsmap_count_odd(m, MAP_ODD_LIST, m->value.start);
        reel__pull_skip(&m->tree, &m->value);
        return;
    }
    while (reel_build_status(m->d->chunk) == REEL_OK && reel__pull_next(&m->tree, &key) && key.kind != PULL_END &&
           reel__pull_next(&m->tree, &m->value)) {
        if (is_key(&key, "_fl"))
            read_list(m, shape, bit);
        else
            reel__pull_skip(&m->tree, &m->value);
    }
}

static void read_member(map_reading *m, const pull_value *key)
{
    const map_shape *shape = reel__bsmap_own_list(m, key);
    if (shape) {
        const uint64_t bit = UINT64_C(1) << reel__bsmap_shape_number(shape);
        m->own = true;
        if (shape->form == 3 && !shape->table)
            read_effects(m, shape, bit);
        else
            read_list(m, shape, bit);
        return;
    }
    if (m->form == FORM_LAST && is_key(key, "bpmEvents") && m->value.kind == PULL_ARRAY)
        reel__bsmap_count_odd(m, MAP_ODD_UNUSED_TEMPO, m->value.start);
    else if (!m->judged)
        judge_version(m, key);
    if (is_version(key) && m->value.kind == PULL_STRING && (const char *)m->value.data != m->version.data)
        reel__bsmap_count_odd(m, MAP_ODD_VERSIONS, m->value.start);
    if (is_key(key, "_beatsPerMinute") && !reel__bsmap_read_number(m, MAP_REAL, &m->bpm)) m->bpm = 0;
    reel__pull_skip(&m->tree, &m->value);
}

static void read_outermost(map_reading *m)
{
    pull_value key;
    reel__pull_begin(&m->tree, PULL_JSON, m->text.text, m->text.size, m->d->limits.nesting);
    if (!reel__pull_next(&m->tree, &m->value) || m->value.kind != PULL_MAP) return;
    while (!m->other && reel_build_status(m->d->chunk) == REEL_OK && reel__pull_next(&m->tree, &key)) {
        if (key.kind == PULL_END) {
            m->done = true;
            return;
        }
        if (reel__pull_next(&m->tree, &m->value)) read_member(m, &key);
    }
}

static void forget(map_reading *m)
{
    for (size_t i = 0; i < MAP_LISTS; i++) reel__chunk_list(m->d->chunk, reel__bsmap_lists[i])->count = m->first[i];
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) m->data[i].count = 0;
    memset(m->odd, 0, sizeof m->odd);
    m->met = 0;
    m->bpm = 0;
    m->done = m->own = false;
    m->other = 0;
}

/* The end of the last byte that is in no number. */
static const uint8_t *end_of_numbers(const uint8_t *start, const uint8_t *end)
{
    while (end > start && ((end[-1] >= '0' && end[-1] <= '9') || memchr("+-.eE", end[-1], 5))) end--;
    return end;
}

/* Reads once, or again if the stated version turns out to be another one. */
static void read_once(map_reading *m)
{
    forget(m);
    m->numbers_end = end_of_numbers(m->text.text, m->text.text + m->text.size);
    m->section = "json";
    m->version = (reel_string){ "", 0 };
    m->form = FORM_NONE;
    find_version(m);
    const uint64_t none = m->odd[MAP_ODD_NO_VERSION].count;
    if (m->form > FORM_LAST) return;
    m->judged = false;
    read_outermost(m);
    if (!m->other) return;
    m->form = m->other;
    m->judged = true;
    forget(m);
    m->odd[MAP_ODD_NO_VERSION].count = none;
    read_outermost(m);
    m->other = 0;
    if (!none) reel__bsmap_count_odd(m, MAP_ODD_OTHER_VERSION, m->tree.start);
}

/* ---- data of version 4 -------------------------------------------------------------------------------------------- */

/* Returns false if the data that the row refers to were cut off. */
static bool resolve_row(map_reading *m, const reel_table *table, void *row)
{
    for (size_t i = 0; i < reel__bsmap_link_count; i++) {
        const map_link *link = &reel__bsmap_links[i];
        if (link->table != table) continue;
        const map_data_list *data = &m->data[link->data];
        const map_datum none = { { 0 } }, *datum = &none;
        const double index = reel__bsmap_get(table, link->field, row);
        if (index >= 0 && index < (double)data->count)
            datum = &data->items[(size_t)index];
        else if (!m->done)
            return false;
        else
            reel__bsmap_count_odd(m, MAP_ODD_INDEX, NULL);
        for (unsigned k = 0; k < MAP_LINK_KEYS; k++)
            if (link->fields[k] != MAP_NO_FIELD) reel__bsmap_set(table, link->fields[k], row, datum->values[k]);
    }
    return true;
}

/* Rows end before the first one whose data were cut off: those after it that have theirs would take its place. */
static void resolve_rows(map_reading *m)
{
    for (size_t t = 0; t < MAP_LISTS; t++) {
        const reel_table *table = reel__bsmap_lists[t];
        reel_row_list *list = reel__chunk_list(m->d->chunk, table);
        size_t resolved = m->first[t];
        m->section = table->name;
        while (resolved < list->count && resolve_row(m, table, list->data + resolved * table->row_size)) resolved++;
        list->count = resolved;
    }
    m->section = "json";
}

/* ---- the end ------------------------------------------------------------------------------------------------------ */

static reel_status fail_reading(map_reading *m)
{
    const uint64_t offset = m->base + (uint64_t)(m->tree.fault_at - m->tree.start);
    switch (m->tree.fault) {
    case PULL_CUT:
        return reel_fail(m->d->error, REEL_TRUNCATED, "beatsaber-map.truncated", m->section, offset,
                         "the file ends inside its %s%s", m->section, m->where);
    case PULL_DEEP:
        return reel_fail(m->d->error, REEL_LIMIT, "beatsaber-map.depth", m->section, offset,
                         "values are nested more than %u levels deep%s", m->tree.most_depth, m->where);
    default: return reel_fail(m->d->error, REEL_CORRUPT, "beatsaber-map.syntax", m->section, offset, "invalid JSON%s", m->where);
    }
}

static reel_status judge_reading(map_reading *m)
{
    if (reel_build_status(m->d->chunk) != REEL_OK) return reel_build_status(m->d->chunk);
    if (m->form > FORM_LAST)
        return reel_fail(m->d->error, REEL_UNSUPPORTED, "beatsaber-map.version", "json", m->base,
                         "version %c of difficulties is not supported%s", (int)('0' + m->form), m->where);
    if (m->tree.fault != PULL_OK) return fail_reading(m);
    if (!m->done)
        return reel_fail(m->d->error, REEL_UNSUPPORTED, "beatsaber-map.object", "json", m->base,
                         "the outermost value is not an object%s", m->where);
    return REEL_OK;
}

static reel_status end_reading(map_reading *m, reel_status status, beatsaber_map_difficulty *row)
{
    if (m->form == FORM_LAST) resolve_rows(m);
    reel__bsmap_resolve_lights(m);
    reel_status given = reel__bsmap_give_times(m);
    if (given == REEL_OK) given = reel__bsmap_give_scoring(m, row);
    if (given == REEL_MEMORY) return reel__memory_fail(m->d->error);
    if (status == REEL_OK) row->present |= BEATSABER_MAP_HAS_COUNTS;
    row->version = reel_chunk_string(m->d->chunk, m->version.data, m->version.size);
    if (m->bpm > 0) {
        row->bpm = m->bpm;
        row->present |= BEATSABER_MAP_HAS_BPM;
    }
    return status;
}

reel_status reel__bsmap_read_difficulty(map_reading *m, beatsaber_map_difficulty *row)
{
    reel_chunk *chunk = m->d->chunk;
    const bool groups =
        reel_chunk_table(chunk, &beatsaber_map_light_boxes) || reel_chunk_table(chunk, &beatsaber_map_light_events);
    for (size_t i = 0; i < MAP_LISTS; i++) {
        const reel_table *table = reel__bsmap_lists[i];
        const bool wanted = table == &beatsaber_map_light_boxes || table == &beatsaber_map_light_events ? groups : true;
        m->first[i] = reel__chunk_list(chunk, table)->count;
        m->lists[i] = table == &beatsaber_map_lights ? reel_chunk_table(chunk, table)
                      : wanted                       ? reel__chunk_list(chunk, table)
                                                     : NULL;
    }
    m->text.text = m->text.raw;
    read_once(m);
    if (m->tree.fault == PULL_BROKEN && reel_build_status(chunk) == REEL_OK) {
        const reel_status replaced = reel__bsmap_text_replace(&m->text, &m->d->allocator);
        if (replaced == REEL_MEMORY) return reel__memory_fail(m->d->error);
        read_once(m);
    }
    reel_status status = judge_reading(m);
    if (status != REEL_MEMORY && reel_build_status(chunk) == REEL_OK) status = end_reading(m, status, row);
    reel__bsmap_report_odds(m);
    return status;
}
