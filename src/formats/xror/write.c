/* SPDX-License-Identifier: MIT
 * Writes XROR. A file whose rows are unchanged is reproduced byte for byte. If some rows changed, the original is copied key by key, and
 * only what changed is encoded again. Rows that come from a program are written like the reference does.
 *
 * Documents are written by places, which are nested as the format says and not as a file does: the recursion is as deep as that. */
#include "formats/xror/writer.h"

#include "core/encoder.h"
#include "core/kept.h"
#include "core/replay.h"
#include "core/rows.h"

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void take_rows(xror_rows *rows, const reel_chunk *chunk)
{
    size_t count;
    rows->chunk = chunk;
    rows->info = reel_chunk_rows(chunk, &xror_infos, &count);
    rows->devices = reel_chunk_rows(chunk, &xror_devices, &rows->device_count);
    rows->axes = reel_chunk_rows(chunk, &xror_device_axes, &rows->axis_count);
    rows->extensions = reel_chunk_rows(chunk, &xror_app_extensions, &rows->extension_count);
    rows->types = reel_chunk_rows(chunk, &xror_event_types, &rows->type_count);
    rows->others = reel_chunk_rows(chunk, &xror_other_keys, &rows->other_count);
}

/* The row with the values of a document, its table and its bits of keys; NULL: no such row. */
static const uint8_t *row_of(const xror_rows *rows, unsigned place, size_t index, const uint8_t **keys, const reel_table **table)
{
    static const reel_table *const tables[] = { &xror_devices, &xror_app_extensions, &xror_event_types };
    const void *row = rows->info;
    *keys = rows->info->keys;
    *table = &xror_infos;
    if (place == XROR_DEVICE) {
        row = index < rows->device_count ? &rows->devices[index] : NULL;
        *table = tables[0];
        *keys = row ? &rows->devices[index].keys : NULL;
    } else if (place == XROR_APP_EXTENSION) {
        row = index < rows->extension_count ? &rows->extensions[index] : NULL;
        *table = tables[1];
        *keys = row ? &rows->extensions[index].keys : NULL;
    } else if (place == XROR_EVENT_TYPE) {
        row = index < rows->type_count ? &rows->types[index] : NULL;
        *table = tables[2];
        *keys = row ? &rows->types[index].keys : NULL;
    }
    return row;
}

static bool has_key(const xror_rows *rows, const xror_known_key *key, size_t index)
{
    const uint8_t *keys = NULL;
    const reel_table *table;
    const uint8_t *row = row_of(rows, key->place, index, &keys, &table);
    return row && keys[key->bit / 8] >> key->bit % 8 & 1;
}

/* Whether a key has the value of the original, or is in neither. */
static bool same_key(const xror_writer *w, const xror_known_key *key, size_t index)
{
    const uint8_t *keys;
    const reel_table *table;
    bool has = has_key(&w->now, key, index);
    if (has != has_key(&w->old, key, index)) return false;
    if (!has) return true;
    const uint8_t *now = row_of(&w->now, key->place, index, &keys, &table),
                  *old = row_of(&w->old, key->place, index, &keys, &table);
    const reel_field *field = table->fields;
    while (field->offset != key->offset) field++;
    return reel__field_values_equal(field, now, old);
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

static void write_scalar(xror_writer *w, const xror_known_key *key, size_t index)
{
    const uint8_t *keys;
    const reel_table *table;
    const uint8_t *slot = row_of(&w->now, key->place, index, &keys, &table) + key->offset;
    reel_bytes text;
    int64_t integer;
    double number;
    switch (key->action) {
    case XROR_TEXT:
    case XROR_TEXT_ID:
        text = text_value(slot);
        reel__bson_string(&w->out, key->key, (reel_string){ (const char *)text.data, text.size });
        break;
    case XROR_INTEGER:
    case XROR_MOMENT:
        memcpy(&integer, slot, sizeof integer);
        if (key->action == XROR_MOMENT)
            reel__bson_date(&w->out, key->key, integer);
        else
            reel__bson_integer(&w->out, key->key, integer);
        break;
    case XROR_NUMBER:
        memcpy(&number, slot, sizeof number);
        reel__bson_double(&w->out, key->key, number);
        break;
    default: reel__bson_bool(&w->out, key->key, *slot);
    }
}

/* The next row of other keys of a document, or SIZE_MAX. */
static size_t next_other(const xror_writer *w, unsigned place, size_t index)
{
    size_t row = w->other_heads[place];
    return row != SIZE_MAX && w->now.others[row].index == index ? row : SIZE_MAX;
}

static void write_other(xror_writer *w, unsigned place, size_t row)
{
    const xror_other_key *other = &w->now.others[row];
    if (row != w->others_written)
        reel__xror_refuse(w, "xror.order", "other_keys", row, "is out of order: rows are in the order of the file");
    w->other_heads[place] = w->other_next[row];
    w->others_written++;
    reel__bson_element(&w->out, other->kind, other->key.data, other->key.size);
    bson_raw(&w->out, other->value.data, other->value.size);
}

/* ---- what there is to write ------------------------------------------------------------------------------------- */

static bool same_names(const xror_writer *w, unsigned place, size_t index)
{
    if (place == XROR_LIST_ATTR)
        return index < w->old.type_count && w->slice.attribute_count == w->old_slice.attribute_count &&
               reel__rows_are_equal(&xror_attributes, w->slice.attributes, w->old_slice.attributes, w->slice.attribute_count);
    if (index >= w->old.device_count) return false;
    const xror_device *now = &w->now.devices[index], *old = &w->old.devices[index];
    if (now->axes != old->axes || !now->axes) return now->axes == old->axes;
    return reel__rows_are_equal(&xror_device_axes, w->now.axes + now->first_column - 1, w->old.axes + old->first_column - 1,
                                now->axes);
}

static size_t list_count(const xror_writer *w, unsigned place, size_t index)
{
    switch (place) {
    case XROR_LIST_DEVICES: return w->now.device_count;
    case XROR_LIST_EXTENSIONS: return w->now.extension_count;
    case XROR_LIST_EVENTS: return w->now.type_count;
    case XROR_LIST_AXES: return w->now.devices[index].axes;
    default: return w->now.types[index].keys & XROR_TYPE_ATTR;
    }
}

/* Whether rows have something for a key that is not in the original, or there is none. The reference always writes documents, devices and
 * events. */
static bool is_needed(const xror_writer *w, const xror_known_key *key, size_t index)
{
    bool fresh = !w->old.chunk;
    if (key->action == XROR_FRAMES) return fresh || reel__xror_has_motion(w);
    if (key->action == XROR_FLOAT_DATA) return !w->same_slice && w->slice.count;
    if (key->action == XROR_OTHER_DATA) return !w->same_slice && reel__xror_has_other_data(w);
    if (key->action != XROR_CHILD) return has_key(&w->now, key, index);
    if (key->child == XROR_LIST_AXES || key->child == XROR_LIST_ATTR || key->child == XROR_LIST_EXTENSIONS)
        return list_count(w, key->child, index) != 0;
    if (fresh) return true;
    if (key->child >= XROR_PLACES) return list_count(w, key->child, index) != 0;
    if (w->other_heads[key->child] != SIZE_MAX) return true;
    for (size_t i = 0; i < XROR_KNOWN_KEYS; i++)
        if (reel__xror_known_keys[i].place == key->child && is_needed(w, &reel__xror_known_keys[i], 0)) return true;
    return false;
}

/* ---- documents and arrays --------------------------------------------------------------------------------------- */

static void write_place(xror_writer *w, unsigned place, size_t index, pull_reader *tree);

static void write_names(xror_writer *w, unsigned place, size_t index)
{
    const xror_device *device = place == XROR_LIST_AXES ? &w->now.devices[index] : NULL;
    size_t count = device ? device->axes : w->slice.attribute_count;
    for (size_t i = 0; i < count; i++)
        reel__bson_string(&w->out, NULL, device ? w->now.axes[device->first_column - 1 + i].name : w->slice.attributes[i].name);
}

/* Whether rows have anything for a document. */
static bool has_members(const xror_writer *w, unsigned place, size_t index)
{
    bool needed = next_other(w, place, index) != SIZE_MAX;
    for (size_t i = 0; i < XROR_KNOWN_KEYS && !needed; i++)
        needed = reel__xror_known_keys[i].place == place && is_needed(w, &reel__xror_known_keys[i], index);
    return needed;
}

/* Writes an item of a list in place of the original, whose value was read. What is no document has a row without values: it stays as it is
 * unless there are some. */
static void update_item(xror_writer *w, unsigned place, size_t index, pull_reader *tree, const pull_value *value)
{
    const bool document = value->kind == PULL_MAP;
    if (!document) reel__pull_skip(tree, value);
    if (!document && !has_members(w, place, index)) {
        reel__bson_element(&w->out, value->type, NULL, 0);
        bson_raw(&w->out, value->start, (size_t)(tree->at - value->start));
        return;
    }
    reel__bson_open(&w->out, BSON_DOCUMENT, NULL);
    write_place(w, place, index, document ? tree : NULL);
    reel__bson_close(&w->out);
}

/* Writes an array of documents; `tree` has entered that of the original, or is NULL. */
static void write_list(xror_writer *w, unsigned list, pull_reader *tree)
{
    unsigned place = list == XROR_LIST_DEVICES ? XROR_DEVICE : list == XROR_LIST_EVENTS ? XROR_EVENT_TYPE : XROR_APP_EXTENSION;
    size_t count = list_count(w, list, 0), i = 0;
    pull_value value = { .kind = PULL_END };
    for (;; i++) {
        bool old = tree && reel__pull_next(tree, &value) && value.kind != PULL_END;
        if (!old) tree = NULL;
        if (i >= count && !old) break;
        if (i >= count) {
            reel__pull_skip(tree, &value);
            continue;
        }
        if (list == XROR_LIST_EVENTS) reel__xror_begin_type(w, (uint32_t)i);
        if (old) {
            update_item(w, place, i, tree, &value);
        } else {
            reel__bson_open(&w->out, BSON_DOCUMENT, NULL);
            write_place(w, place, i, NULL);
            reel__bson_close(&w->out);
        }
    }
    if (list == XROR_LIST_EVENTS) reel__xror_end_types(w);
}

static void write_child(xror_writer *w, const xror_known_key *key, size_t index, pull_reader *tree)
{
    bool list = key->child >= XROR_PLACES;
    reel__bson_open(&w->out, list ? BSON_ARRAY : BSON_DOCUMENT, key->key);
    if (key->child == XROR_LIST_AXES || key->child == XROR_LIST_ATTR)
        write_names(w, key->child, index);
    else if (list)
        write_list(w, key->child, tree);
    else
        write_place(w, key->child, index, tree);
    reel__bson_close(&w->out);
}

static void write_new(xror_writer *w, const xror_known_key *key, size_t index)
{
    switch (key->action) {
    case XROR_CHILD: write_child(w, key, index, NULL); break;
    case XROR_FRAMES: reel__xror_write_motion(w); break;
    case XROR_FLOAT_DATA: reel__xror_write_float_data(w, (uint32_t)index); break;
    case XROR_OTHER_DATA: reel__xror_write_other_data(w, (uint32_t)index); break;
    default: write_scalar(w, key, index);
    }
}

/* Whether what the original has for a key is what the rows have. */
static bool is_same(const xror_writer *w, const xror_known_key *key, size_t index)
{
    if (key->action == XROR_FRAMES) return w->same_motion;
    if (key->action == XROR_FLOAT_DATA || key->action == XROR_OTHER_DATA) return w->same_slice;
    if (key->child == XROR_LIST_AXES || key->child == XROR_LIST_ATTR) return same_names(w, key->child, index);
    return key->action != XROR_CHILD && same_key(w, key, index);
}

/* Writes a known key at its position in the original, whose value was read. */
static void update_key(xror_writer *w, const xror_known_key *key, size_t index, pull_reader *tree, const pull_value *value)
{
    bool child = key->action == XROR_CHILD;
    bool fits = child && value->kind == (key->child >= XROR_PLACES ? PULL_ARRAY : PULL_MAP);
    bool names = key->child == XROR_LIST_AXES || key->child == XROR_LIST_ATTR;
    if (fits && !names) {
        write_child(w, key, index, tree);
        return;
    }
    reel__pull_skip(tree, value);
    if (is_same(w, key, index) || (child && !fits && !is_needed(w, key, index)))
        reel__bson_copy(&w->out, value->element, tree->at);
    else if (is_needed(w, key, index) || key->action == XROR_FRAMES)
        write_new(w, key, index);
}

static void copy_place(xror_writer *w, unsigned place, size_t index, pull_reader *tree, bool *met)
{
    pull_value name, value;
    while (reel__pull_next(tree, &name) && name.kind != PULL_END && reel__pull_next(tree, &value)) {
        unsigned number = reel__xror_find_key(place, name.data, name.size);
        if (number == XROR_KNOWN_KEYS) {
            size_t row = next_other(w, place, index);
            const reel_string *key = row == SIZE_MAX ? NULL : &w->now.others[row].key;
            reel__pull_skip(tree, &value);
            if (key && key->size == name.size && (!name.size || memcmp(key->data, name.data, name.size) == 0))
                write_other(w, place, row);
            continue;
        }
        if (met[number]) { /* repeated: the first one counts */
            reel__pull_skip(tree, &value);
            reel__bson_copy(&w->out, value.element, tree->at);
            continue;
        }
        met[number] = true;
        update_key(w, &reel__xror_known_keys[number], index, tree, &value);
    }
}

/* Writes what is in a document. `tree` has entered that of the original, or is NULL. */
static void write_place(xror_writer *w, unsigned place, size_t index, pull_reader *tree)
{
    bool met[XROR_KNOWN_KEYS] = { false };
    if (tree) copy_place(w, place, index, tree, met);
    for (size_t i = 0; i < XROR_KNOWN_KEYS && w->status >= 0; i++)
        if (reel__xror_known_keys[i].place == place && !met[i] && is_needed(w, &reel__xror_known_keys[i], index))
            write_new(w, &reel__xror_known_keys[i], index);
    for (size_t row; (row = next_other(w, place, index)) != SIZE_MAX;) write_other(w, place, row);
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

/* Copies the devices and finds their columns, which are derived. */
static bool find_devices(xror_writer *w)
{
    size_t at = 0;
    w->devices = reel__memory_new(&w->e->allocator, (w->now.device_count + 1) * sizeof *w->devices);
    if (!w->devices) return false;
    for (size_t i = 0; i < w->now.device_count; i++) {
        w->devices[i] = w->now.devices[i];
        w->devices[i].first_column = 1 + (uint32_t)at;
        while (at < w->now.axis_count && w->now.axes[at].device == i) at++;
        w->devices[i].axes = 1 + (uint32_t)at - w->devices[i].first_column;
    }
    if (at < w->now.axis_count) reel__xror_refuse(w, "xror.axis-device", "device_axes", at, "is of no device, or out of order");
    w->now.devices = w->devices;
    reel__xror_find_roles(w->devices, w->now.device_count, w->now.axes, w->now.axis_count);
    return true;
}

/* Links the rows of other keys of each place. */
static bool find_others(xror_writer *w)
{
    size_t tails[XROR_PLACES];
    for (size_t i = 0; i < XROR_PLACES; i++) w->other_heads[i] = tails[i] = SIZE_MAX;
    w->other_next = reel__memory_new(&w->e->allocator, (w->now.other_count + 1) * sizeof *w->other_next);
    if (!w->other_next) return false;
    for (size_t i = 0; i < w->now.other_count; i++) {
        unsigned place = w->now.others[i].place;
        w->other_next[i] = SIZE_MAX;
        if (tails[place] == SIZE_MAX)
            w->other_heads[place] = i;
        else
            w->other_next[tails[place]] = i;
        tails[place] = i;
    }
    return true;
}

static void write_document(xror_writer *w, reel_bytes document)
{
    pull_value top;
    bool old = w->old.chunk != NULL;
    reel__bson_begin(&w->out);
    if (old) {
        reel__pull_begin(&w->tree, PULL_BSON, document.data, document.size, PULL_MOST_DEPTH);
        reel__pull_next(&w->tree, &top);
    }
    write_place(w, XROR_TOP, 0, old ? &w->tree : NULL);
    reel__bson_close(&w->out);
    if (w->others_written < w->now.other_count)
        reel__xror_refuse(w, "xror.order", "other_keys", w->others_written, "or another one is of no document, or out of order");
    if (!w->now.type_count) reel__xror_end_types(w);
    if (w->out.block.size > INT32_MAX && w->status >= 0)
        w->status = reel_fail(w->e->error, REEL_LIMIT, "xror.too-large", "", 0, "the document is larger than the 2 GiB of BSON");
    if (old) bson_raw(&w->out, w->tree.at, (size_t)(w->tree.end - w->tree.at)); /* bytes after the document */
}

static reel_status write_rows(xror_writer *w, const reel_chunk *staged, reel_bytes document, const reel_replay *old)
{
    take_rows(&w->now, staged);
    if (old) take_rows(&w->old, old->chunk);
    if (old && !w->old.info) w->old = (xror_rows){ .chunk = NULL };
    if ((w->status = reel__encoder_check_chunk(reel__xror_check_row, NULL, staged, w->e->error)) < 0) return w->status;
    bool memory = find_devices(w) && find_others(w);
    w->same_motion = memory && reel__xror_same_motion(w);
    if (memory && w->status >= 0) write_document(w, document);
    if (w->status < 0) return w->status;
    if (!memory || w->out.failed) return reel__memory_fail(w->e->error);
    reel_put(w->e->out, w->out.block.data, w->out.block.size);
    return w->e->out->status;
}

reel_status reel__xror_finish(reel_encoder *e, const reel_chunk *staged)
{
    xror_writer *w = e->state;
    size_t infos, documents;
    reel_replay *old = NULL;
    reel_chunk_rows(staged, &xror_infos, &infos);
    const xror_document *document = reel_chunk_rows(staged, &xror_documents, &documents);
    w->e = e;
    w->out.block.allocator = e->allocator;
    if (infos != 1)
        return reel_fail(e->error, REEL_ARGUMENT, "xror.info-count", "info", 0, "expected one row of info, not %zu", infos);
    reel_bytes bytes = documents == 1 ? document->data : (reel_bytes){ NULL, 0 };
    if (bytes.size && document->sum && document->sum == reel__kept_sum(staged, reel__xror_tables, NULL, bytes)) {
        reel_put(e->out, bytes.data, bytes.size);
        return e->out->status;
    }
    if (bytes.size) {
        reel_error error;
        reel_status status = reel__replay_of(e->format, bytes, &e->allocator, &old, &error);
        if (status == REEL_MEMORY) return reel__memory_fail(e->error);
    }
    reel_status status = write_rows(w, staged, bytes, old);
    reel_free(old);
    return status;
}

void reel__xror_end(reel_encoder *e)
{
    xror_writer *w = e->state;
    if (!w->e) return;
    reel_memory_free(&w->out.block);
    reel__memory_drop(&e->allocator, w->other_next);
    reel__memory_drop(&e->allocator, w->names);
    reel__memory_drop(&e->allocator, w->devices);
}
