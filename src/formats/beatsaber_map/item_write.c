/* SPDX-License-Identifier: MIT
 * Writes the objects of a list. */
#include "codec/number.h"
#include "core/memory.h"
#include "core/rows.h"
#include "formats/beatsaber_map/writer.h"

static void put(map_update *u, const void *data, size_t size)
{
    if (u->status == REEL_OK && !memory_add(&u->made, data, size)) u->status = reel__memory_fail(u->error);
}

void reel__bsmap_put_text(map_update *u, const char *text) { put(u, text, strlen(text)); }

void reel__bsmap_put_bytes(map_update *u, const uint8_t *from, const uint8_t *to) { put(u, from, (size_t)(to - from)); }

static size_t number_text(map_kind kind, double value, char text[NUMBER_SIZE])
{
    return kind == MAP_REAL ? reel__number_f64(text, value) : reel__number_i64(text, (int64_t)value);
}

void reel__bsmap_put_number(map_update *u, map_kind kind, double value)
{
    char text[NUMBER_SIZE];
    const size_t size = number_text(kind, value, text);
    if (!size && u->status == REEL_OK)
        u->status = reel_fail(u->error, REEL_ARGUMENT, "beatsaber-map.not-finite", "", 0, "JSON has no NaN and no infinity");
    put(u, text, size);
}

static void put_key(map_update *u, const map_key *key, bool first)
{
    reel__bsmap_put_text(u, first ? "\"" : ",\"");
    put(u, key->name, key->size);
    reel__bsmap_put_text(u, "\":");
}

/* ---- data of version 4 -------------------------------------------------------------------------------------------- */

static void add_text(map_update *u, reel_memory *to, const void *data, size_t size)
{
    if (u->status == REEL_OK && !memory_add(to, data, size)) u->status = reel__memory_fail(u->error);
}

double reel__bsmap_add_datum(map_update *u, map_data which, const map_datum *datum)
{
    const map_shape *shape = reel__bsmap_data_list(which);
    const double old = (double)u->m->data[which].count;
    reel_memory *to = &u->data[which];
    if (u->data_count[which] && memcmp(&u->data_last[which], datum, sizeof *datum) == 0)
        return old + (double)(u->data_count[which] - 1);
    for (unsigned i = 0; i < shape->key_count; i++) {
        char text[NUMBER_SIZE];
        add_text(u, to, i ? ",\"" : to->size || old > 0 ? ",{\"" : "{\"", i ? 2 : to->size || old > 0 ? 3 : 2);
        add_text(u, to, shape->keys[i].name, shape->keys[i].size);
        add_text(u, to, "\":", 2);
        const size_t size = number_text((map_kind)shape->keys[i].kind, datum->values[i], text);
        if (!size && u->status == REEL_OK)
            u->status = reel_fail(u->error, REEL_ARGUMENT, "beatsaber-map.not-finite", "", 0, "JSON has no NaN and no infinity");
        add_text(u, to, text, size);
    }
    add_text(u, to, "}", 1);
    u->data_last[which] = *datum;
    u->data_count[which]++;
    return old + (double)u->data_count[which] - 1;
}

static const map_link *link_of(const reel_table *table, unsigned key)
{
    for (size_t i = 0; i < reel__bsmap_link_count; i++)
        if (reel__bsmap_links[i].table == table && reel__bsmap_links[i].key == key) return &reel__bsmap_links[i];
    return NULL;
}

static bool same_datum(const map_datum *a, const map_datum *b)
{
    for (unsigned i = 0; i < MAP_DATA_KEYS; i++)
        if (reel_double_bits(a->values[i]) != reel_double_bits(b->values[i])) return false;
    return true;
}

/* ---- what a version can store ------------------------------------------------------------------------------------- */

/* Fails if the object would be read back as another row. */
static void check_row(map_update *u, const map_shape *shape, const reel_table *table, const void *row)
{
    map_item item;
    map_row again;
    memset(&again, 0, sizeof again);
    reel__bsmap_item_make(shape, table, row, &item);
    if (u->status != REEL_OK) return;
    const bool same_table = reel__bsmap_target(shape, &item) == table;
    if (same_table) {
        map_cells cells;
        reel__bsmap_cells(shape, &cells);
        reel__bsmap_row_make(shape, &cells, table, &item, &again);
    }
    *reel__bsmap_difficulty(table, &again) = *reel__bsmap_difficulty(table, (void *)(uintptr_t)row);
    for (size_t i = 0; i < reel__bsmap_link_count; i++) {
        const map_link *link = &reel__bsmap_links[i];
        if (link->table != table || shape->form != 4) continue; /* a row of another table may be shorter */
        const map_datum datum = reel__bsmap_datum_of(link, row);
        for (unsigned k = 0; k < MAP_LINK_KEYS; k++)
            if (link->fields[k] != MAP_NO_FIELD) reel__bsmap_set(table, link->fields[k], &again, datum.values[k]);
    }
    if (same_table && reel__rows_are_equal(table, row, &again, 1)) return;
    const reel_field *field = same_table ? reel__row_difference(table, row, &again, 0, 0) : NULL;
    u->status = reel_fail(u->error, REEL_ARGUMENT, "beatsaber-map.field", table->name, 0,
                          "version %u cannot store a row of %s: %s has no place for its value", shape->form, table->name,
                          field ? field->name : "type");
}

/* ---- objects ------------------------------------------------------------------------------------------------------ */

static void put_value(map_update *u, const map_shape *shape, const reel_table *table, unsigned key, const map_item *item,
                      const void *row)
{
    const map_link *link = shape->keys[key].kind == MAP_INDEX ? link_of(table, key) : NULL;
    if (!link) {
        reel__bsmap_put_number(u, (map_kind)shape->keys[key].kind, item->values[key]);
        return;
    }
    const map_datum datum = reel__bsmap_datum_of(link, row);
    reel__bsmap_put_number(u, MAP_INDEX, reel__bsmap_add_datum(u, (map_data)link->data, &datum));
}

void reel__bsmap_put_item(map_update *u, const map_shape *shape, const reel_table *table, const void *row)
{
    map_item item;
    check_row(u, shape, table, row);
    reel__bsmap_item_make(shape, table, row, &item);
    for (unsigned i = 0; i < shape->key_count; i++) {
        if (!i) reel__bsmap_put_text(u, "{");
        put_key(u, &shape->keys[i], i == 0);
        put_value(u, shape, table, i, &item, row);
    }
    reel__bsmap_put_text(u, "}");
}

/* Which keys of an object have another value in the new row. */
static unsigned changed_keys(const map_shape *shape, const reel_table *table, const void *old, const void *now)
{
    map_item was, is;
    unsigned changed = 0;
    reel__bsmap_item_make(shape, table, old, &was);
    reel__bsmap_item_make(shape, table, now, &is);
    for (unsigned i = 0; i < shape->key_count; i++) {
        const map_link *link = shape->keys[i].kind == MAP_INDEX ? link_of(table, i) : NULL;
        bool same = reel_double_bits(was.values[i]) == reel_double_bits(is.values[i]);
        if (link) {
            const map_datum a = reel__bsmap_datum_of(link, old), b = reel__bsmap_datum_of(link, now);
            same = same_datum(&a, &b);
        }
        changed |= (unsigned)!same << i;
    }
    return changed;
}

static unsigned find_key(const map_shape *shape, const pull_value *key)
{
    for (unsigned i = 0; i < shape->key_count; i++)
        if (shape->keys[i].size == key->size && memcmp(shape->keys[i].name, key->data, key->size) == 0) return i;
    return shape->key_count;
}

static const uint8_t *raw_at(const map_update *u, const uint8_t *at) { return u->m->text.raw + (at - u->m->text.text); }

size_t reel__bsmap_behind(const map_update *u, size_t bracket)
{
    const uint8_t *raw = u->m->text.raw, *text = u->m->text.text;
    for (; bracket && memchr(" \t\n\r", text[bracket - 1], 4); bracket--)
        if (!memchr(" \t\n\r,", raw[bracket - 1], 5)) break; /* of a word that a 0 is in place of */
    return bracket;
}

/* The end of a number, or of a word that stands for one, which is longer than the 0 in its place. */
static const uint8_t *word_end(const map_update *u, const uint8_t *at)
{
    const uint8_t *end = u->m->text.text + u->m->text.size;
    while (at < end && *at != *raw_at(u, at) && *at == ' ' && *raw_at(u, at) != ',') at++;
    return at;
}

/* Members that did not change keep their text. `start` and `end` are in the text that is read. */
void reel__bsmap_put_changed(map_update *u, const map_shape *shape, const reel_table *table, const void *old, const void *now,
                             const uint8_t *start, const uint8_t *end)
{
    const unsigned changed = changed_keys(shape, table, old, now);
    pull_reader *r = &u->walk->tree;
    pull_value key, value;
    map_item item;
    unsigned met = 0;
    bool any = false;
    const uint8_t *copied = start;
    check_row(u, shape, table, now);
    reel__bsmap_item_make(shape, table, now, &item);
    reel__pull_begin(r, PULL_JSON, start, (size_t)(end - start), PULL_MOST_DEPTH);
    if (!reel__pull_next(r, &value)) return;
    while (reel__pull_next(r, &key) && key.kind != PULL_END && reel__pull_next(r, &value) && reel__pull_skip(r, &value)) {
        const unsigned i = find_key(shape, &key);
        any = true;
        if (i == shape->key_count) continue;
        met |= 1u << i;
        if (!(changed >> i & 1)) continue;
        reel__bsmap_put_bytes(u, raw_at(u, copied), raw_at(u, value.start));
        put_value(u, shape, table, i, &item, now);
        copied = word_end(u, r->at);
    }
    const uint8_t *last = u->m->text.text + reel__bsmap_behind(u, (size_t)(end - 1 - u->m->text.text));
    if (last < copied) last = copied;
    reel__bsmap_put_bytes(u, raw_at(u, copied), raw_at(u, last));
    for (unsigned i = 0; i < shape->key_count; i++) {
        if (!(changed >> i & 1) || met >> i & 1) continue;
        put_key(u, &shape->keys[i], !any);
        put_value(u, shape, table, i, &item, now);
        any = true;
    }
    reel__bsmap_put_text(u, "}");
}
