/* SPDX-License-Identifier: MIT
 * Changed rows in the text of a file: objects that did not change, and everything that has no rows, keep their text. */
#include "core/memory.h"
#include "core/rows.h"
#include "formats/beatsaber_map/writer.h"

static size_t offset_of(const map_update *u, const uint8_t *at) { return (size_t)(at - u->m->text.text); }
static const uint8_t *raw_at(const map_update *u, const uint8_t *at) { return u->m->text.raw + (at - u->m->text.text); }

static map_rows *rows_of(map_update *u, const reel_table *table)
{
    size_t i = 0;
    while (reel__bsmap_lists[i] != table) i++;
    return &u->rows[i];
}

static bool are_same(const map_rows *r)
{
    return r->count == r->old_count && reel__rows_are_equal(r->table, r->old, r->now, r->count);
}

static const uint8_t *old_row(const map_rows *r) { return r->old + r->old_next * r->table->row_size; }
static const uint8_t *new_row(const map_rows *r) { return r->now + r->next * r->table->row_size; }

static bool is_next(const map_rows *r) { return r->next < r->count && reel__rows_are_equal(r->table, old_row(r), new_row(r), 1); }

static void add_patch(map_update *u, size_t start, size_t end, size_t from)
{
    u->patches[u->patch_count++] = (map_patch){ start, end, from, u->made.size - from };
}

/* Adds the made text as a member of the outermost object. */
static void add_last(map_update *u, size_t from)
{
    add_patch(u, u->added ? u->last : reel__bsmap_behind(u, u->last), u->last, from);
    u->added = true;
}

/* ---- a list ------------------------------------------------------------------------------------------------------- */

typedef struct list_update {
    map_update *u;
    const map_shape *shape;
    const uint8_t *gap, *gap_end;   /* between two objects, with the comma */
    const uint8_t *lead, *lead_end; /* before the first */
    bool any;
} list_update;

static void put_separator(list_update *l)
{
    if (l->any && l->gap)
        reel__bsmap_put_bytes(l->u, l->gap, l->gap_end);
    else if (l->any)
        reel__bsmap_put_text(l->u, ",");
    if ((!l->any || !l->gap) && l->lead) reel__bsmap_put_bytes(l->u, l->lead, l->lead_end);
    l->any = true;
}

static void put_new(list_update *l, map_rows *r)
{
    put_separator(l);
    reel__bsmap_put_item(l->u, l->shape, r->table, new_row(r));
    r->next++;
}

static void put_old(list_update *l, const uint8_t *start, const uint8_t *end)
{
    put_separator(l);
    reel__bsmap_put_bytes(l->u, raw_at(l->u, start), raw_at(l->u, end));
}

/* Rows are the same ones, each perhaps changed; or some of them; or these and more. */
static void update_object(list_update *l, map_rows *r, const uint8_t *start, const uint8_t *end)
{
    while (r->count > r->old_count && r->count - r->next > r->old_count - r->old_next && !is_next(r)) put_new(l, r);
    if (is_next(r)) {
        put_old(l, start, end);
        r->next++;
    } else if (r->count >= r->old_count) {
        put_separator(l);
        reel__bsmap_put_changed(l->u, l->shape, r->table, old_row(r), new_row(r), start, end);
        r->next++;
    }
    r->old_next++;
}

/* The table of an object's row; NULL: it has none. */
static const reel_table *table_of(map_update *u, const map_shape *shape, const pull_value *object, const uint8_t *end)
{
    map_reading *w = u->walk;
    map_item item;
    bool whole;
    if (object->kind != PULL_MAP) return NULL;
    reel__pull_begin(&w->tree, PULL_JSON, object->start, (size_t)(end - object->start), PULL_MOST_DEPTH);
    w->text = u->m->text;
    const size_t at = offset_of(u, object->start);
    w->text.raw += at;
    w->text.text += at;
    w->text.size -= at;
    if (!reel__pull_next(&w->tree, &w->value) || !reel__bsmap_read_item(w, shape, &item, &whole) || !whole) return NULL;
    return reel__bsmap_target(shape, &item);
}

static void put_rest(list_update *l)
{
    for (size_t i = 0; i < MAP_LISTS; i++) {
        map_rows *r = &l->u->rows[i];
        if (reel__bsmap_list_of(l->shape->form, r->table) != l->shape) continue;
        while (r->next < r->count && l->u->status == REEL_OK) put_new(l, r);
    }
}

static void update_array(list_update *l, const uint8_t *start, const uint8_t *end)
{
    map_update *u = l->u;
    pull_reader *list = reel__memory_new(&u->made.allocator, sizeof *list);
    pull_value value;
    if (!list) {
        u->status = reel__memory_fail(u->error);
        return;
    }
    reel__pull_begin(list, PULL_JSON, start, (size_t)(end - start), PULL_MOST_DEPTH);
    reel__pull_next(list, &value);
    const uint8_t *from = list->at;
    reel__bsmap_put_text(u, "[");
    while (u->status == REEL_OK && reel__pull_next(list, &value) && value.kind != PULL_END && reel__pull_skip(list, &value)) {
        if (l->lead) {
            l->gap = from;
            l->gap_end = value.start;
        } else {
            l->lead = from;
            l->lead_end = value.start;
        }
        const uint8_t *stop = list->at;
        const reel_table *table = table_of(u, l->shape, &value, stop);
        map_rows *r = table ? rows_of(u, table) : NULL;
        if (r && r->old_next < r->old_count)
            update_object(l, r, value.start, stop);
        else
            put_old(l, value.start, stop);
        from = stop;
    }
    put_rest(l);
    reel__bsmap_put_bytes(u, from, end);
    reel__memory_drop(&u->made.allocator, list);
}

static void add_member(map_update *u, const char *key)
{
    reel__bsmap_put_text(u, u->members ? ",\"" : "\"");
    reel__bsmap_put_text(u, key);
    reel__bsmap_put_text(u, "\":");
    u->members = true;
}

static void update_list(map_update *u, const map_shape *shape)
{
    list_update l = { .u = u, .shape = shape };
    const size_t number = reel__bsmap_shape_number(shape), start = u->lists[number].start, end = u->lists[number].end;
    const size_t from = u->made.size;
    if (u->lists[number].array) {
        update_array(&l, u->m->text.text + start, u->m->text.text + end);
    } else {
        if (!end) add_member(u, shape->list);
        reel__bsmap_put_text(u, "[");
        put_rest(&l);
        reel__bsmap_put_text(u, "]");
    }
    if (end)
        add_patch(u, start, end, from);
    else
        add_last(u, from);
}

static void update_data(map_update *u, map_data data)
{
    const map_shape *shape = reel__bsmap_data_list(data);
    const size_t number = reel__bsmap_shape_number(shape), start = u->lists[number].start, end = u->lists[number].end;
    const size_t from = u->made.size;
    const bool array = u->lists[number].array;
    if (!u->data_count[data]) return;
    if (!array && !end) add_member(u, shape->list);
    if (!array) reel__bsmap_put_text(u, "[");
    reel__bsmap_put_bytes(u, u->data[data].data, u->data[data].data + u->data[data].size);
    if (!array) reel__bsmap_put_text(u, "]");
    if (end)
        add_patch(u, array ? reel__bsmap_behind(u, end - 1) : start, array ? end - 1 : end, from);
    else
        add_last(u, from);
}

/* Lists of groups that are not there stay away if they have no rows. */
static void update_groups(map_update *u, const map_shape *shape, int kind)
{
    const size_t number = reel__bsmap_shape_number(shape), start = u->lists[number].start, end = u->lists[number].end;
    const size_t from = u->made.size;
    if (!end && !reel__bsmap_has_groups(u, kind)) return;
    if (!end) add_member(u, shape->list);
    if (shape->table)
        reel__bsmap_put_groups(u, kind);
    else
        reel__bsmap_put_effects(u);
    if (end)
        add_patch(u, start, end, from);
    else
        add_last(u, from);
}

static void update_all_groups(map_update *u)
{
    static const char effects[] = "_fxEventsCollection";
    const unsigned form = u->m->form;
    u->groups = true;
    for (int kind = form == 4 ? MAP_KINDS : MAP_COLOR; kind <= (form == 4 ? MAP_KINDS : MAP_EFFECT) && u->status == REEL_OK;
         kind++)
        update_groups(u, reel__bsmap_groups_of(form, kind), kind);
    if (form == 3) update_groups(u, reel__bsmap_find_list(3, (const uint8_t *)effects, sizeof effects - 1), MAP_EFFECT);
}

/* ---- the outermost object ----------------------------------------------------------------------------------------- */

static bool is_called(const pull_value *key, const char *name)
{
    return key->size == strlen(name) && memcmp(key->data, name, key->size) == 0;
}

/* The version is a word of digits and points, as in every file, so that it needs no escapes. */
static void update_version(map_update *u, size_t start, size_t end)
{
    const size_t from = u->made.size;
    const reel_string old = u->m->version, now = u->version;
    if (reel__text_values_equal(&old, &now) || u->status != REEL_OK) return;
    bool plain = reel__bsmap_form_of(now) == u->m->form && now.size > 1;
    for (size_t i = 0; i < now.size; i++) plain &= (now.data[i] >= '0' && now.data[i] <= '9') || now.data[i] == '.';
    if (!plain) {
        u->status = reel_fail(u->error, REEL_ARGUMENT, "beatsaber-map.other-version", "difficulties", 0,
                              "a file of version %u cannot become one of version %.*s", u->m->form,
                              (int)(now.size < 20 ? now.size : 20), now.size ? now.data : "");
        return;
    }
    if (!end) add_member(u, u->m->form == 2 ? "_version" : "version");
    reel__bsmap_put_text(u, "\"");
    reel__bsmap_put_bytes(u, (const uint8_t *)now.data, (const uint8_t *)now.data + now.size);
    reel__bsmap_put_text(u, "\"");
    if (end)
        add_patch(u, start, end, from);
    else
        add_last(u, from);
}

/* Finds the lists in the text. The version is the first one. */
static void find_lists(map_update *u)
{
    pull_reader *r = &u->walk->tree;
    pull_value key, value;
    size_t version = 0, version_end = 0;
    reel__pull_begin(r, PULL_JSON, u->m->text.text, u->m->text.size, PULL_MOST_DEPTH);
    reel__pull_next(r, &value);
    while (reel__pull_next(r, &key) && key.kind != PULL_END && reel__pull_next(r, &value) && reel__pull_skip(r, &value)) {
        const size_t start = offset_of(u, value.start), end = offset_of(u, r->at);
        const map_shape *shape = reel__bsmap_own_list(u->m, &key);
        const size_t number = shape ? reel__bsmap_shape_number(shape) : 0;
        u->members = true;
        if ((is_called(&key, "version") || is_called(&key, "_version")) && value.kind == PULL_STRING &&
            (const char *)value.data == u->m->version.data) {
            version = start;
            version_end = end;
        }
        if (!shape || u->lists[number].array) continue;
        u->lists[number].start = start;
        u->lists[number].end = end;
        u->lists[number].array = value.kind == PULL_ARRAY;
    }
    u->last = offset_of(u, r->at) - 1;
    update_version(u, version, version_end);
}

/* Lists of a version that is not the file's, as of one that was found to be another, are left. */
static void update_lists(map_update *u)
{
    bool groups = false;
    for (size_t i = 0; i < MAP_LISTS && u->status == REEL_OK; i++) {
        map_rows *r = &u->rows[i];
        const map_shape *shape = reel__bsmap_list_of(u->m->form, r->table);
        if (are_same(r)) continue;
        if (!shape) {
            u->status = reel_fail(u->error, REEL_ARGUMENT, "beatsaber-map.table", r->table->name, 0, "version %u has no %s",
                                  u->m->form, r->table->name);
            return;
        }
        if (shape->kind) {
            groups = true;
            continue;
        }
        bool done = false;
        for (size_t before = 0; before < i; before++)
            done |= reel__bsmap_list_of(u->m->form, u->rows[before].table) == shape && !are_same(&u->rows[before]);
        if (!done) update_list(u, shape);
    }
    if (groups && u->status == REEL_OK) update_all_groups(u);
}

reel_status reel__bsmap_update(map_update *u)
{
    find_lists(u);
    update_lists(u);
    for (size_t i = 0; i < MAP_DATA_LISTS && u->status == REEL_OK; i++) update_data(u, (map_data)i);
    return u->status;
}
