/* SPDX-License-Identifier: MIT
 * Reads XROR. The document is walked when the file is opened, without its events; tables of floats and events are read by next.
 * docs/formats/xror.md names the rules. */
#include "formats/xror/reader.h"

#include "codec/number.h"
#include "core/kept.h"
#include "core/padding.h"
#include "core/text.h"

enum { MOST_DEPTH = 32, UUID_BYTES = 16, UUID_SUBTYPE = 4 };

uint64_t xror_memory_bound(uint64_t size, const reel_limits *limits)
{
    /* A value of a table takes at least 4 bytes unpacked, and becomes a row of 48 or 72 bytes besides itself; a table with one column has a
     * row of frames for each of them. An empty cell has 3 bytes in an array of cells, and becomes a row of 72 in a table that doubles.
     * To that add the copy of the file, its strings, and the input buffer, which grows by doubling. */
    uint64_t unpacked = reel_unpacked_most(limits, size);
    return 28 * unpacked + 96 * size + 4 * size + sizeof(xror_reader) + 65536;
}

static reel_string keep_text(xror_reader *r, const pull_value *value)
{
    reel_bytes kept = xror_keep(r, value->data, value->size);
    return (reel_string){ (const char *)kept.data, kept.size };
}

/* ---- values of known keys --------------------------------------------------------------------------------------- */

static reel_string text_of_uuid(xror_reader *r, const uint8_t *bytes)
{
    static const char digits[] = "0123456789abcdef";
    char text[36];
    size_t size = 0;
    for (size_t i = 0; i < UUID_BYTES; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text[size++] = '-';
        text[size++] = digits[bytes[i] >> 4];
        text[size++] = digits[bytes[i] & 15];
    }
    return reel_chunk_string(r->d->chunk, text, size);
}

static bool text_of_id(xror_reader *r, const pull_value *value, reel_string *text)
{
    char digits[NUMBER_SIZE];
    if (value->kind == PULL_BINARY && value->number == UUID_SUBTYPE && value->size == UUID_BYTES)
        *text = text_of_uuid(r, value->data);
    else if (xror_is_whole(value))
        *text = reel_chunk_string(r->d->chunk, digits, number_i64(digits, (int64_t)value->number));
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
    case XROR_INTEGER: return xror_store_whole(value, slot);
    case XROR_NUMBER: return xror_store_number(value, slot);
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
    xror_device *items = memory_items(&r->d->allocator, r->devices, &r->device_room, r->device_count + 1, sizeof *items);
    if (!items) return false;
    r->devices = items;
    r->device.axes = 1 + (uint32_t)r->axis_count - r->device.first_column;
    if (!r->device_has_axes || !r->device.axes) xror_violated(r, XROR_RULE_AXES, at);
    items[r->device_count++] = r->device;
    return true;
}

static bool add_axis(xror_reader *r, const pull_value *value)
{
    xror_device_axis *items = memory_items(&r->d->allocator, r->axes, &r->axis_room, r->axis_count + 1, sizeof *items);
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
    reel_string *items = memory_items(&r->d->allocator, r->names, &r->name_room, r->name_count + 1, sizeof *items);
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
    if (place == XROR_EVENT_TYPE) return xror_add_type(r);
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
                             .value = xror_keep(r, value->start, (size_t)(end - value->start)),
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
    if (place == XROR_LIST_AXES) return add_axis(r, value) && xror_skip(r, w->tree, value);
    if (place == XROR_LIST_ATTR) return add_name(r, value) && xror_skip(r, w->tree, value);
    unsigned child = element_places[place - XROR_LIST_DEVICES];
    enter_place(r, w, child);
    if (value->kind == PULL_MAP) return true;
    w->depth--;
    if (child == XROR_EVENT_TYPE)
        xror_violated(r, XROR_RULE_EVENT_TYPE, value->element);
    else
        wrong_type(r, child == XROR_DEVICE ? "devices" : "extensions", value);
    return xror_skip(r, w->tree, value) && end_place(r, child, value->element);
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
    if (value->kind == PULL_ARRAY) xror_save(at, w->tree);
    return xror_skip(r, w->tree, value);
}

/* Null is a missing value. */
static bool read_known(xror_reader *r, walk *w, const xror_known_key *key, const pull_value *value)
{
    if (value->kind == PULL_NULL) return true;
    if (key->action == XROR_CHILD) {
        bool list = key->child >= XROR_LIST_DEVICES;
        if (value->kind != (list ? PULL_ARRAY : PULL_MAP)) {
            report_type(r, key, value);
            return xror_skip(r, w->tree, value);
        }
        if (key->child == XROR_LIST_EVENTS && !w->all) {
            r->has_events = true;
            xror_save(&r->events_tree, w->tree);
            return pull_skip(w->tree, value);
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
    return xror_skip(r, w->tree, value);
}

static unsigned first_key(unsigned place)
{
    unsigned first = 0;
    while (xror_known_keys[first].place != place) first++;
    return first;
}

static bool read_member(xror_reader *r, walk *w, unsigned place, const pull_value *name)
{
    pull_value value;
    unsigned number = xror_find_key(place, name->data, name->size);
    if (!xror_next(r, w->tree, &value)) return false;
    bool later = place == XROR_TOP && !w->all && r->events_tree.start; /* keys after the events follow them */
    if (number == XROR_KNOWN_KEYS)
        return xror_skip(r, w->tree, &value) && (later || add_other_key(r, place, name, &value, w->tree->at));
    if (r->quiet) return xror_skip(r, w->tree, &value);
    uint32_t *met = &w->met[w->depth - 1], bit = UINT32_C(1) << (number - first_key(place));
    if (*met & bit) {
        xror_violated(r, XROR_RULE_KEY_TWICE, name->element);
        return xror_skip(r, w->tree, &value);
    }
    *met |= bit;
    return read_known(r, w, &xror_known_keys[number], &value);
}

/* Reads what the places of `w` enclose, to the end of the outermost of them. */
static bool walk_places(xror_reader *r, walk *w)
{
    pull_value value;
    while (w->depth) {
        unsigned place = w->places[w->depth - 1];
        r->quiet = w->all && place == XROR_TOP;
        if (!xror_next(r, w->tree, &value)) return false;
        if (value.kind == PULL_END) {
            w->depth--;
            if (place < XROR_PLACES && !end_place(r, place, value.element)) return false;
        } else if (place >= XROR_PLACES ? !read_element(r, w, place, &value) : !read_member(r, w, place, &value)) {
            return false;
        }
    }
    return true;
}

/* Reads the events, and the other keys of the outermost document after them, so that these come in the order of the file. */
static void xror_read_events(xror_reader *r)
{
    walk w = { .tree = &r->events_tree, .all = true };
    if (!r->events_tree.start) return;
    enter_place(r, &w, XROR_TOP);
    enter_place(r, &w, XROR_LIST_EVENTS);
    /* a fault of the document was recorded when the file was opened */
    if (!walk_places(r, &w) && r->events_tree.fault == PULL_OK) r->no_memory = true;
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static void record_fault(xror_reader *r)
{
    const pull_reader *tree = &r->tree;
    uint64_t at = xror_offset(r, tree->fault_at ? tree->fault_at : tree->at);
    const char *section = "";
    if (tree->fault == PULL_DEEP)
        xror_damaged(r, REEL_LIMIT, "xror.nesting", section, at, "documents are nested too deeply");
    else if (tree->fault == PULL_CUT)
        xror_damaged(r, REEL_TRUNCATED, "xror.truncated", section, at, "the file ends inside the document");
    else if (tree->fault == PULL_BROKEN)
        xror_damaged(r, REEL_CORRUPT, "xror.syntax", section, at, "invalid BSON");
}

static void report_missing(const xror_reader *r)
{
    static const struct {
        const char *rule, *key;
        reel_severity severity;
    } wanted[] = { { "xror.info", "info", REEL_ERROR },
                   { "xror.frames", "frames", REEL_ERROR },
                   { "xror.events", "events", REEL_NOTE } };
    const bool has[] = { r->has[XROR_INFO] || r->tree.fault, r->has_frames, r->has_events };
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        if (!has[i])
            reel_find(
                &r->d->reporter,
                (reel_finding){
                    .rule = wanted[i].rule, .severity = wanted[i].severity, .section = wanted[i].key, .offset = REEL_NO_OFFSET },
                "%s is missing", wanted[i].key);
}

static void report_trailing(const xror_reader *r)
{
    uint64_t left = (uint64_t)(r->tree.end - r->tree.at);
    if (r->tree.fault || !left) return;
    reel_find(&r->d->reporter,
              (reel_finding){ .rule = "xror.trailing",
                              .severity = REEL_WARNING,
                              .offset = xror_offset(r, r->tree.at),
                              .length = left,
                              .count = left },
              "%llu {byte|bytes} after the document", (unsigned long long)left);
}

/* Adds the rows that describe the recording. A header that the file cuts has none. */
static reel_status add_header(xror_reader *r)
{
    reel_chunk *chunk = r->d->chunk;
    reel_row_list *infos = reel_chunk_table(chunk, &xror_infos);
    xror_info *info = r->has[XROR_INFO] || !r->tree.fault ? reel_row_add(infos) : NULL;
    if (info) *info = r->info;
    xror_find_roles(r->devices, r->device_count, r->axes, r->axis_count);
    reel_row_list *devices = reel_chunk_table(chunk, &xror_devices), *axes = reel_chunk_table(chunk, &xror_device_axes);
    xror_device *device_rows = devices && r->device_count ? reel_row_grow(devices, r->device_count, true) : NULL;
    if (device_rows) memcpy(device_rows, r->devices, r->device_count * sizeof *r->devices);
    xror_device_axis *axis_rows = axes && r->axis_count ? reel_row_grow(axes, r->axis_count, true) : NULL;
    if (axis_rows) memcpy(axis_rows, r->axes, r->axis_count * sizeof *r->axes);
    return reel_build_status(chunk);
}

/* Why rows could not be built, or REEL_OK. */
static reel_status build_status(const xror_reader *r)
{
    reel_status status = reel_build_status(r->d->chunk);
    if (status == REEL_OK && r->no_memory) return memory_fail(r->d->error);
    return status;
}

/* Whether what was found at the end is padding. Documents end with zeros, but with fewer; and cells of events repeat themselves, but in pieces
 * that are shorter than a block. In a document that is whole, only a long run of zeros is: it ends a table that was not written. */
enum { ZEROS_LEAST = 128 };

static bool is_padding(const padding *found, bool whole)
{
    enum { MOST_ENDS = MOST_DEPTH / 2, BLOCK_LEAST = 256 };
    if (found->period > 1) return !whole && found->period >= BLOCK_LEAST;
    return found->size >= (whole ? ZEROS_LEAST : MOST_ENDS);
}

/* Zeros that end a document belong to it, also if more follow it: the ends of what is nested, and of a last number. */
static void leave_document(const xror_reader *r, const uint8_t *end, padding *found)
{
    const size_t behind = (size_t)(r->start + r->size - end);
    if (found->period == 1 && found->size > behind && found->size - behind < PADDING_LEAST) found->size = behind;
}

/* Ends the input where padding starts: zeros end a document, and a table decodes to rows with them. A cut document is read up to there. */
static void end_at_padding(xror_reader *r)
{
    pull_reader tree;
    pull_value top;
    pull_begin(&tree, PULL_BSON, r->start, r->size, MOST_DEPTH);
    bool ends = pull_next(&tree, &top) && pull_skip(&tree, &top);
    const bool whole = ends && tree.at == tree.end;
    padding found = padding_of_file(r->start, r->size);
    if (!is_padding(&found, whole)) return;
    if (ends && !whole) leave_document(r, tree.at, &found);
    r->padded = found.size;
    r->size -= found.size;
    padding_report(&r->d->reporter, "xror.padding", "", r->size, &found);
}

reel_status xror_open(reel_decoder *d)
{
    xror_reader *r = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    r->d = d;
    r->start = d->in.at;
    r->size = reel_left(&d->in);
    if (r->size) end_at_padding(r);
    bool copies = xror_wants(r, &xror_documents) || xror_wants(r, &xror_other_keys);
    if (copies && r->size && !(r->copy = reel_chunk_bytes(d->chunk, r->start, r->size).data)) return reel_build_status(d->chunk);
    pull_begin(&r->tree, PULL_BSON, r->start, r->size, d->limits.nesting < MOST_DEPTH ? d->limits.nesting : MOST_DEPTH);
    pull_value top;
    walk w = { .tree = &r->tree };
    if (xror_next(r, &r->tree, &top)) {
        enter_place(r, &w, XROR_TOP);
        if (!walk_places(r, &w) && !r->tree.fault) r->no_memory = true;
    }
    if ((status = build_status(r)) < 0) return status;
    record_fault(r);
    if (!r->tree.fault && !r->has[XROR_INFO] && !r->has_frames && !r->has_events)
        return reel_fail(d->error, REEL_UNSUPPORTED, "xror.not-xror", "", 0, "the document has none of info, frames and events");
    report_missing(r);
    report_trailing(r);
    return add_header(r);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static const struct {
    check_rule rule;
    const char *section;
} rules[XROR_RULES] = {
    [XROR_RULE_UTF8] = { { "xror.utf8", REEL_WARNING, "%llu {text is|texts are} not UTF-8" }, "" },
    [XROR_RULE_BOOL] = { { "xror.bool", REEL_WARNING, "%llu {boolean is|booleans are} neither 0 nor 1" }, "" },
    [XROR_RULE_KEY_TWICE] = { { "xror.key-twice", REEL_WARNING, "%llu {key is|keys are} repeated; the first one counts" }, "" },
    [XROR_RULE_AXES] = { { "xror.axes", REEL_ERROR, "%llu {device or axis has|devices or axes have} no proper name of an axis" },
                         "info" },
    [XROR_RULE_NAMES] = { { "xror.names", REEL_WARNING,
                            "%llu {type of event has|types of events have} more or fewer names than values" },
                          "events" },
    [XROR_RULE_OTHER_ROWS] = { { "xror.other-rows", REEL_ERROR,
                                 "%llu {type of event has|types of events have} other numbers of rows in otherData and "
                                 "floatData" },
                               "events" },
    [XROR_RULE_OTHER_RAGGED] = { { "xror.other-ragged", REEL_ERROR,
                                   "%llu {row of otherData is|rows of otherData are} not an array, or not as long as the first" },
                                 "events" },
    [XROR_RULE_TABLE_RAW] = { { "xror.table-raw", REEL_NOTE, "%llu {table is|tables are} not compressed" }, "" },
    [XROR_RULE_TABLE_EMPTY] = { { "xror.table-empty", REEL_NOTE, "%llu {table has|tables have} no bytes" }, "" },
    [XROR_RULE_TABLE_PADDING] = { { "xror.table-padding", REEL_NOTE,
                                    "%llu {row|rows} of -1, which the writer added because of a fault of its codec" },
                                  "" },
    [XROR_RULE_TABLE_SLACK] = { { "xror.table-slack", REEL_WARNING, "%llu {byte|bytes} after the last value of a table" }, "" },
    [XROR_RULE_EVENT_TYPE] = { { "xror.event-type", REEL_ERROR, "%llu {type of event is|types of events are} not a document" },
                               "events" },
};

static void report_wrong_types(const xror_reader *r)
{
    const rule_count *found = &r->rules[XROR_RULE_FIELD_TYPE];
    if (found->count)
        reel_find(&r->d->reporter,
                  (reel_finding){ .rule = "xror.field-type",
                                  .severity = REEL_WARNING,
                                  .offset = found->offset,
                                  .row = found->row,
                                  .count = found->count },
                  "%llu {value has|values have} the wrong type, first that of \"%s\"", (unsigned long long)found->count,
                  r->wrong_key);
}

static void add_document(xror_reader *r)
{
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_documents);
    xror_document *row = list && r->copy ? reel_row_add(list) : NULL;
    if (!row) return;
    row->data = (reel_bytes){ r->copy, r->size };
    if (kept_is_whole(r->d->chunk, xror_tables)) row->sum = kept_sum(r->d->chunk, xror_tables, NULL, row->data);
}

reel_status xror_next_rows(reel_decoder *d)
{
    xror_reader *r = d->state;
    if (!r->start) return REEL_END;
    reel_status status = reel_spend(d->budget, r->size);
    if (status < 0) return reel_fail_budget(d->budget, d->error, "", 0);
    xror_read_motion(r);
    xror_read_events(r);
    r->no_memory |= !xror_add_motion(r);
    d->in.at = d->in.end;
    r->start = NULL;
    if ((status = build_status(r)) < 0) return status;
    for (size_t i = 0; i < XROR_RULES; i++)
        if (rules[i].rule.id) rule_report(&d->reporter, &rules[i].rule, rules[i].section, NULL, &r->rules[i]);
    report_wrong_types(r);
    if (r->padded && r->damage.status == REEL_OK)
        xror_damaged(r, REEL_CORRUPT, "xror.padding", "", r->size, "the file ends with padding after the document");
    if (r->damage.status == REEL_OK) {
        add_document(r);
        return reel_build_status(d->chunk);
    }
    *d->error = r->damage;
    return r->damage.status;
}

void xror_close(reel_decoder *d)
{
    xror_reader *r = d->state;
    if (!r->d) return;
    xror_floats_free(r, &r->motion);
    memory_drop(&d->allocator, r->devices);
    memory_drop(&d->allocator, r->axes);
    memory_drop(&d->allocator, r->names);
    memory_drop(&d->allocator, r->stroke_times);
}
