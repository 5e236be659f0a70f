/* SPDX-License-Identifier: MIT
 * The walk over the document of XROR: known keys become rows, or places where tables are read later; others are kept. */
#include "formats/xror/reader.h"

#include "codec/number.h"
#include "codec/text_form.h"
#include "core/memory.h"

enum { UUID_BYTES = 16, UUID_SUBTYPE = 4 };

static reel_string keep_text(xror_reader *r, const pull_value *value)
{
    reel_bytes kept = reel__xror_keep(r, value->data, value->size);
    return (reel_string){ (const char *)kept.data, kept.size };
}

/* ---- values of known keys --------------------------------------------------------------------------------------- */

static reel_string text_of_uuid(xror_reader *r, const uint8_t *bytes)
{
    char text[UUID_TEXT_SIZE];
    return reel_chunk_string(r->d->chunk, text, reel__uuid_text(text, bytes));
}

static bool text_of_id(xror_reader *r, const pull_value *value, reel_string *text)
{
    char digits[NUMBER_SIZE];
    if (value->kind == PULL_BINARY && value->number == UUID_SUBTYPE && value->size == UUID_BYTES)
        *text = text_of_uuid(r, value->data);
    else if (xror_is_whole(value))
        *text = reel_chunk_string(r->d->chunk, digits, reel__number_i64(digits, (int64_t)value->number));
    else
        return false;
    return true;
}

static bool store_text(xror_reader *r, const xror_known_key *key, const pull_value *value, uint8_t *slot)
{
    reel_string text;
    if (value->kind == PULL_STRING)
        text = keep_text(r, value);
    else if (key->action != XROR_TEXT_ID || !text_of_id(r, value, &text))
        return false;
    memcpy(slot, &text, sizeof text);
    return true;
}

static bool store_moment(const pull_value *value, uint8_t *slot)
{
    int64_t moment = value->type == BSON_DATE ? (int64_t)reel_load_u64le(value->data) : 0;
    if (value->type == BSON_DATE) memcpy(slot, &moment, sizeof moment);
    return value->type == BSON_DATE;
}

/* Stores a value in its row; false: it has another type. */
static bool store_value(xror_reader *r, const xror_known_key *key, const pull_value *value, uint8_t *slot)
{
    switch (key->action) {
    case XROR_TEXT:
    case XROR_TEXT_ID: return store_text(r, key, value, slot);
    case XROR_INTEGER: return reel__xror_store_whole(value, slot);
    case XROR_NUMBER: return reel__xror_store_number(value, slot);
    case XROR_MOMENT: return store_moment(value, slot);
    default:
        if (value->kind == PULL_BOOL) *slot = (uint8_t)value->number;
        return value->kind == PULL_BOOL;
    }
}

/* The row that has the values of a document, and its bits of keys. */
static uint8_t *row_of(xror_reader *r, unsigned place, uint8_t **keys)
{
    switch (place) {
    case XROR_DEVICE: *keys = &r->device.keys; return (uint8_t *)&r->device;
    case XROR_APP_EXTENSION: *keys = &r->extension.keys; return (uint8_t *)&r->extension;
    case XROR_EVENT_TYPE: *keys = &r->type.keys; return (uint8_t *)&r->type;
    default: *keys = r->info.keys; return (uint8_t *)&r->info;
    }
}

/* ---- documents -------------------------------------------------------------------------------------------------- */

static uint32_t index_of(const xror_reader *r, unsigned place)
{
    if (place == XROR_DEVICE) return (uint32_t)r->device_count;
    if (place == XROR_APP_EXTENSION) return (uint32_t)r->extension_count;
    return place == XROR_EVENT_TYPE ? r->type_count : 0;
}

static void begin_place(xror_reader *r, unsigned place, const uint8_t *at)
{
    if (place == XROR_DEVICE) {
        r->device = (xror_device){ .first_column = 1 + (uint32_t)r->axis_count };
        r->device_has_axes = false;
    } else if (place == XROR_APP_EXTENSION) {
        r->extension = (xror_app_extension){ .keys = 0 };
    } else if (place == XROR_EVENT_TYPE) {
        r->type = (xror_event_type){ .keys = 0 };
        r->type_start = at;
        r->name_count = 0;
        r->table = r->others = (pull_value){ .kind = PULL_END };
    } else if (place == XROR_LIST_AXES) {
        r->device_has_axes = true;
    } else if (place == XROR_LIST_ATTR) {
        r->type.keys |= XROR_TYPE_ATTR;
    } else if (place == XROR_LIST_EVENTS) {
        r->has_events = true;
    }
}

static bool add_device(xror_reader *r, const uint8_t *at)
{
    xror_device *items = reel__memory_items(&r->d->allocator, r->devices, &r->device_room, r->device_count + 1, sizeof *items);
    if (!items) return false;
    r->devices = items;
    r->device.axes = 1 + (uint32_t)r->axis_count - r->device.first_column;
    if (!r->device_has_axes || !r->device.axes) xror_violated(r, XROR_RULE_AXES, at);
    items[r->device_count++] = r->device;
    return true;
}

static bool add_axis(xror_reader *r, const pull_value *value)
{
    xror_device_axis *items = reel__memory_items(&r->d->allocator, r->axes, &r->axis_room, r->axis_count + 1, sizeof *items);
    if (!items) return false;
    r->axes = items;
    reel_string name = { NULL, 0 };
    if (value->kind == PULL_STRING)
        name = keep_text(r, value);
    else
        xror_violated(r, XROR_RULE_AXES, value->element);
    uint32_t column = 1 + (uint32_t)r->axis_count;
    items[r->axis_count++] = (xror_device_axis){ name, (uint32_t)r->device_count, column };
    return true;
}

/* `key`: that of the value, or of the list that it is in. */
static void wrong_type(xror_reader *r, const char *key, const pull_value *value)
{
    if (!r->rules[XROR_RULE_FIELD_TYPE].count) r->wrong_key = key;
    xror_violated(r, XROR_RULE_FIELD_TYPE, value->element);
}

static bool add_name(xror_reader *r, const pull_value *value)
{
    reel_string *items = reel__memory_items(&r->d->allocator, r->names, &r->name_room, r->name_count + 1, sizeof *items);
    if (!items) return false;
    r->names = items;
    if (value->kind != PULL_STRING) wrong_type(r, "attr", value);
    items[r->name_count] = value->kind == PULL_STRING ? keep_text(r, value) : (reel_string){ NULL, 0 };
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_attributes);
    xror_attribute *row = list ? reel_row_add(list) : NULL;
    if (row) *row = (xror_attribute){ items[r->name_count], r->type_count };
    r->name_count++;
    return row || !list;
}

/* At the end of a document, or at an element of an array that should be one. */
static bool end_place(xror_reader *r, unsigned place, const uint8_t *at)
{
    if (place <= XROR_EVENT_TYPE) r->has[place] = true;
    if (place == XROR_DEVICE) return add_device(r, at);
    if (place == XROR_EVENT_TYPE) return reel__xror_add_type(r);
    if (place != XROR_APP_EXTENSION) return true;
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_app_extensions);
    xror_app_extension *row = list ? reel_row_add(list) : NULL;
    if (row) *row = r->extension;
    r->extension_count++;
    return row || !list;
}

static bool add_other_key(xror_reader *r, unsigned place, const pull_value *name, const pull_value *value, const uint8_t *end)
{
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_other_keys);
    xror_other_key *row = list ? reel_row_add(list) : NULL;
    if (!row) return !list;
    *row = (xror_other_key){ .key = keep_text(r, name),
                             .value = reel__xror_keep(r, value->start, (size_t)(end - value->start)),
                             .index = index_of(r, place),
                             .place = (uint8_t)place,
                             .kind = value->type };
    return true;
}

/* ---- the walk --------------------------------------------------------------------------------------------------- */

/* The places of the documents and arrays that are open, the innermost last. */
typedef struct walk {
    pull_reader *tree;
    uint8_t places[16];
    uint32_t met[16]; /* the known keys that each has, counted from its first */
    unsigned depth;
    bool all; /* events too */
} walk;

static void enter_place(xror_reader *r, walk *w, unsigned place)
{
    begin_place(r, place, w->tree->at);
    w->places[w->depth] = (uint8_t)place;
    w->met[w->depth++] = 0;
}

static const uint8_t element_places[] = { XROR_DEVICE, 0, XROR_APP_EXTENSION, XROR_EVENT_TYPE, 0 };

static bool read_element(xror_reader *r, walk *w, unsigned place, const pull_value *value)
{
    if (place == XROR_LIST_AXES) return add_axis(r, value) && reel__xror_skip(r, w->tree, value);
    if (place == XROR_LIST_ATTR) return add_name(r, value) && reel__xror_skip(r, w->tree, value);
    unsigned child = element_places[place - XROR_LIST_DEVICES];
    enter_place(r, w, child);
    if (value->kind == PULL_MAP) return true;
    w->depth--;
    if (child == XROR_EVENT_TYPE)
        xror_violated(r, XROR_RULE_EVENT_TYPE, value->element);
    else
        wrong_type(r, child == XROR_DEVICE ? "devices" : "extensions", value);
    return reel__xror_skip(r, w->tree, value) && end_place(r, child, value->element);
}

static void report_type(xror_reader *r, const xror_known_key *key, const pull_value *value)
{
    bool events = key->child == XROR_LIST_EVENTS, info = key->child == XROR_INFO;
    if (!events && !info) {
        wrong_type(r, key->key, value);
        return;
    }
    reel_find(&r->d->reporter,
              (reel_finding){ .rule = events ? "xror.events" : "xror.info",
                              .severity = REEL_ERROR,
                              .section = key->key,
                              .offset = xror_offset(r, value->element) },
              "%s is not %s", key->key, events ? "an array" : "a document");
    r->has_events |= events;
    r->odd_info |= info;
    r->has[XROR_INFO] |= info;
}

/* Remembers a table or cells, to be read when all that describes them is known. */
static bool note_data(xror_reader *r, walk *w, unsigned action, const pull_value *value)
{
    pull_value *place = action == XROR_FRAMES ? &r->frames : action == XROR_FLOAT_DATA ? &r->table : &r->others;
    pull_reader *at = action == XROR_FRAMES ? &r->frames_tree : action == XROR_FLOAT_DATA ? &r->table_tree : &r->others_tree;
    *place = *value;
    if (action == XROR_FRAMES) r->has_frames = true;
    if (value->kind == PULL_ARRAY) reel__xror_save(at, w->tree);
    return reel__xror_skip(r, w->tree, value);
}

/* Null is a missing value. */
static bool read_known(xror_reader *r, walk *w, const xror_known_key *key, const pull_value *value)
{
    if (value->kind == PULL_NULL) return true;
    if (key->action == XROR_CHILD) {
        bool list = key->child >= XROR_LIST_DEVICES;
        if (value->kind != (list ? PULL_ARRAY : PULL_MAP)) {
            report_type(r, key, value);
            return reel__xror_skip(r, w->tree, value);
        }
        if (key->child == XROR_LIST_EVENTS && !w->all) {
            r->has_events = true;
            reel__xror_save(&r->events_tree, w->tree);
            return reel__pull_skip(w->tree, value);
        }
        enter_place(r, w, key->child);
        return true;
    }
    if (key->action >= XROR_FRAMES) return note_data(r, w, key->action, value);
    uint8_t *keys, *row = row_of(r, key->place, &keys);
    if (store_value(r, key, value, row + key->offset))
        keys[key->bit / 8] |= (uint8_t)(1u << key->bit % 8);
    else
        wrong_type(r, key->key, value);
    return reel__xror_skip(r, w->tree, value);
}

static unsigned first_key(unsigned place)
{
    unsigned first = 0;
    while (reel__xror_known_keys[first].place != place) first++;
    return first;
}

static bool read_member(xror_reader *r, walk *w, unsigned place, const pull_value *name)
{
    pull_value value;
    unsigned number = reel__xror_find_key(place, name->data, name->size);
    if (!reel__xror_next(r, w->tree, &value)) return false;
    bool later = place == XROR_TOP && !w->all && r->events_tree.start; /* keys after the events follow them */
    if (number == XROR_KNOWN_KEYS)
        return reel__xror_skip(r, w->tree, &value) && (later || add_other_key(r, place, name, &value, w->tree->at));
    if (r->quiet) return reel__xror_skip(r, w->tree, &value);
    uint32_t *met = &w->met[w->depth - 1], bit = UINT32_C(1) << (number - first_key(place));
    if (*met & bit) {
        xror_violated(r, XROR_RULE_KEY_TWICE, name->element);
        return reel__xror_skip(r, w->tree, &value);
    }
    *met |= bit;
    return read_known(r, w, &reel__xror_known_keys[number], &value);
}

/* Reads what the places of `w` enclose, to the end of the outermost of them. */
static bool walk_places(xror_reader *r, walk *w)
{
    pull_value value;
    while (w->depth) {
        unsigned place = w->places[w->depth - 1];
        r->quiet = w->all && place == XROR_TOP;
        if (!reel__xror_next(r, w->tree, &value)) return false;
        if (value.kind == PULL_END) {
            w->depth--;
            if (place < XROR_PLACES && !end_place(r, place, value.element)) return false;
        } else if (place >= XROR_PLACES ? !read_element(r, w, place, &value) : !read_member(r, w, place, &value)) {
            return false;
        }
    }
    return true;
}

void reel__xror_read_document(xror_reader *r)
{
    pull_value top;
    walk w = { .tree = &r->tree };
    if (!reel__xror_next(r, &r->tree, &top)) return;
    enter_place(r, &w, XROR_TOP);
    if (!walk_places(r, &w) && !r->tree.fault) r->no_memory = true;
}

void reel__xror_read_events(xror_reader *r)
{
    walk w = { .tree = &r->events_tree, .all = true };
    if (!r->events_tree.start) return;
    enter_place(r, &w, XROR_TOP);
    enter_place(r, &w, XROR_LIST_EVENTS);
    /* a fault of the document was recorded when the file was opened */
    if (!walk_places(r, &w) && r->events_tree.fault == PULL_OK) r->no_memory = true;
}
