/* SPDX-License-Identifier: MIT
 * Writes the tables and cells of a type of event. */
#include "formats/xror/writer.h"

#include "core/kept.h"
#include "core/rows.h"

/* ---- the rows of a type ----------------------------------------------------------------------------------------- */

/* The first layout of the same table: notes have several. */
static unsigned first_of(unsigned layout)
{
    unsigned first = XROR_EVENT_GENERAL + 1;
    while (reel__xror_layouts[first].table != reel__xror_layouts[layout].table) first++;
    return first;
}

static void take_attributes(xror_rows *rows, uint32_t type, xror_slice *slice)
{
    size_t count, first = rows->next_attribute;
    const xror_attribute *attributes = reel_chunk_rows(rows->chunk, &xror_attributes, &count);
    slice->attributes = attributes ? attributes + first : NULL;
    while (rows->next_attribute < count && attributes[rows->next_attribute].type == type) rows->next_attribute++;
    slice->attribute_count = rows->next_attribute - first;
}

static void take_known(xror_rows *rows, xror_slice *slice)
{
    const xror_layout *layout = &reel__xror_layouts[slice->layout];
    size_t count, *next = &rows->next_rows[first_of(slice->layout)], first = *next;
    const uint8_t *all = reel_chunk_rows(rows->chunk, layout->table, &count);
    slice->rows = all ? all + first * layout->table->row_size : NULL;
    if (layout->table != &xror_notes) {
        *next = count;
    } else {
        const xror_note *notes = (const xror_note *)(const void *)all;
        while (*next < count && notes[*next].event_type == layout->event_type) ++*next;
    }
    slice->count = *next - first;
    rows->met_layouts |= reel__xror_layout_bits(slice->layout);
}

static void take_general(xror_rows *rows, uint32_t type, xror_slice *slice)
{
    size_t count, value_count, first = rows->next_event, first_value = rows->next_value;
    const xror_event *events = reel_chunk_rows(rows->chunk, &xror_events, &count);
    const xror_value *values = reel_chunk_rows(rows->chunk, &xror_values, &value_count);
    slice->rows = events ? (const uint8_t *)(events + first) : NULL;
    slice->values = values ? values + first_value : NULL;
    while (rows->next_event < count && events[rows->next_event].type == type) rows->next_event++;
    while (rows->next_value < value_count && values[rows->next_value].type == type) rows->next_value++;
    slice->count = rows->next_event - first;
    slice->value_count = rows->next_value - first_value;
}

static unsigned layout_of(xror_writer *w, const xror_slice *slice, const xror_event_type *type)
{
    reel_string *names = reel__memory_items(&w->e->allocator, w->names, &w->name_room, slice->attribute_count + 1, sizeof *names);
    if (!names) {
        w->status = reel__memory_fail(w->e->error);
        return XROR_EVENT_GENERAL;
    }
    w->names = names;
    for (size_t i = 0; i < slice->attribute_count; i++) names[i] = slice->attributes[i].name;
    unsigned layout = reel__xror_find_layout(type, names, slice->attribute_count);
    return layout && !(w->now.met_layouts >> layout & 1) ? layout : XROR_EVENT_GENERAL;
}

static void take_slice(xror_rows *rows, uint32_t type, xror_slice *slice)
{
    if (slice->layout)
        take_known(rows, slice);
    else
        take_general(rows, type, slice);
}

static bool same_slices(const xror_writer *w, uint32_t type)
{
    const xror_slice *a = &w->slice, *b = &w->old_slice;
    if (a->layout != b->layout || a->count != b->count || a->attribute_count != b->attribute_count) return false;
    if (a->value_count != b->value_count || w->now.types[type].columns != w->old.types[type].columns) return false;
    const reel_table *table = a->layout ? reel__xror_layouts[a->layout].table : &xror_events;
    return reel__rows_are_equal(&xror_attributes, a->attributes, b->attributes, a->attribute_count) &&
           reel__rows_are_equal(table, a->rows, b->rows, a->count) &&
           reel__rows_are_equal(&xror_values, a->values, b->values, a->value_count);
}

/* ---- rows of other types ---------------------------------------------------------------------------------------- */

static uint32_t float_count(const xror_event_type *type) { return type->columns ? type->columns - 1 : 0; }

/* Rows with a time come first and have all float columns; then cells follow. */
static bool check_general(xror_writer *w, uint32_t type)
{
    const xror_event *events = (const xror_event *)(const void *)w->slice.rows;
    const xror_value *values = w->slice.values;
    uint32_t floats = float_count(&w->now.types[type]);
    size_t at = 0;
    for (size_t i = 0; i < w->slice.count; i++) {
        bool timed = events[i].has_time != 0;
        uint32_t next = 0;
        if (events[i].row != i)
            return reel__xror_refuse(w, "xror.event-order", "events", i, "has another number in its type of event");
        if (timed && (!w->now.types[type].columns || (i && !events[i - 1].has_time)))
            return reel__xror_refuse(w, "xror.event-time", "events", i,
                                     "has a time, but its type or the event before it has none");
        if (!timed) next = floats;
        for (; at < w->slice.value_count && values[at].row == i; at++, next++) {
            bool is_float = values[at].kind == XROR_VALUE_FLOAT;
            if (values[at].attribute != next || is_float != (next < floats))
                return reel__xror_refuse(w, "xror.value-order", "values", at, "is not the next attribute of its event");
        }
        if (next < floats)
            return reel__xror_refuse(w, "xror.value-count", "events", i, "has fewer values than its type has columns");
    }
    return at == w->slice.value_count || reel__xror_refuse(w, "xror.value-order", "values", at, "has no event");
}

/* Whether the next event is of the type: then its cells are not those that its attributes promise. */
static bool has_events(const xror_rows *rows, uint32_t type)
{
    size_t count;
    const xror_event *events = reel_chunk_rows(rows->chunk, &xror_events, &count);
    return rows->next_event < count && events[rows->next_event].type == type;
}

void reel__xror_begin_type(xror_writer *w, uint32_t type)
{
    w->slice = w->old_slice = (xror_slice){ .layout = XROR_EVENT_GENERAL };
    take_attributes(&w->now, type, &w->slice);
    unsigned layout = layout_of(w, &w->slice, &w->now.types[type]);
    bool fits = w->now.types[type].columns == reel__xror_layouts[layout].floats + 1u && !has_events(&w->now, type);
    w->slice.layout = fits ? layout : XROR_EVENT_GENERAL;
    take_slice(&w->now, type, &w->slice);
    bool old = w->old.chunk && type < w->old.type_count;
    if (old) {
        take_attributes(&w->old, type, &w->old_slice);
        w->old_slice.layout = w->old.types[type].layout;
        take_slice(&w->old, type, &w->old_slice);
    }
    w->same_slice = old && same_slices(w, type);
    if (w->same_slice) return;
    if (w->slice.attribute_count && !(w->now.types[type].keys & XROR_TYPE_ATTR))
        reel__xror_refuse(w, "xror.attr", "event_types", type, "has attributes, but its keys have no attr");
    else if (w->slice.layout == XROR_EVENT_GENERAL && check_general(w, type) && !w->slice.count &&
             (w->now.types[type].columns || (layout && !fits)))
        reel__xror_refuse(w, "xror.columns", "event_types", type, "has other columns than its attributes and events need");
}

/* ---- floatData -------------------------------------------------------------------------------------------------- */

static size_t timed_rows(const xror_slice *slice)
{
    const xror_event *events = (const xror_event *)(const void *)slice->rows;
    size_t count = slice->layout ? slice->count : 0;
    while (!slice->layout && count < slice->count && events[count].has_time) count++;
    return count;
}

static void fill_known(const xror_slice *slice, double *values)
{
    const xror_layout *layout = &reel__xror_layouts[slice->layout];
    for (size_t i = 0; i < slice->count; i++) {
        const uint8_t *row = slice->rows + i * layout->table->row_size;
        for (uint32_t c = 0; c <= layout->floats; c++)
            memcpy(values++, row + (c ? layout->members[c - 1].offset : 0), sizeof *values);
    }
}

static void fill_general(const xror_slice *slice, uint32_t columns, size_t rows, double *values)
{
    const xror_event *events = (const xror_event *)(const void *)slice->rows;
    size_t at = 0;
    for (size_t i = 0; i < rows; i++, values += columns) {
        values[0] = events[i].time;
        for (; at < slice->value_count && slice->values[at].row == i; at++) {
            const xror_value *value = &slice->values[at];
            if (value->kind == XROR_VALUE_FLOAT) values[1 + value->attribute] = value->number;
        }
    }
}

void reel__xror_write_float_data(xror_writer *w, uint32_t type)
{
    size_t rows = timed_rows(&w->slice);
    uint32_t columns = w->now.types[type].columns;
    if (!rows || w->status < 0) return;
    double *values = reel__xror_new_values(w, "events", rows, columns);
    if (!values) return;
    if (w->slice.layout)
        fill_known(&w->slice, values);
    else
        fill_general(&w->slice, columns, rows, values);
    reel__xror_write_floats(w, "floatData", values, rows, columns);
    reel__memory_drop(&w->e->allocator, values);
}

/* ---- otherData -------------------------------------------------------------------------------------------------- */

bool reel__xror_has_other_data(const xror_writer *w)
{
    if (w->slice.layout) return w->slice.count && w->slice.attribute_count > reel__xror_layouts[w->slice.layout].floats;
    for (size_t i = 0; i < w->slice.value_count; i++)
        if (w->slice.values[i].kind != XROR_VALUE_FLOAT) return true;
    return false;
}

static void write_member(bson_out *out, const xror_member *member, const uint8_t *row)
{
    const uint8_t *slot = row + member->offset;
    double number;
    int64_t integer;
    reel_bytes text = { NULL, 0 };
    if (type_is_text(member->type)) text = text_value(slot);
    switch (member->type) {
    case REEL_F64:
        memcpy(&number, slot, sizeof number);
        reel__bson_double(out, NULL, number);
        break;
    case REEL_I64:
        memcpy(&integer, slot, sizeof integer);
        reel__bson_integer(out, NULL, integer);
        break;
    case REEL_BOOL: reel__bson_bool(out, NULL, *slot); break;
    case REEL_STRING: reel__bson_string(out, NULL, (reel_string){ (const char *)text.data, text.size }); break;
    default: reel__bson_binary(out, NULL, text);
    }
}

static void write_known_cells(xror_writer *w)
{
    const xror_layout *layout = &reel__xror_layouts[w->slice.layout];
    for (size_t i = 0; i < w->slice.count; i++) {
        const uint8_t *row = w->slice.rows + i * layout->table->row_size;
        reel__bson_open(&w->out, BSON_ARRAY, NULL);
        for (size_t m = layout->floats; m < w->slice.attribute_count; m++)
            write_member(&w->out, m < layout->count ? &layout->members[m] : &reel__xror_order_member, row);
        reel__bson_close(&w->out);
    }
}

static void write_integer(bson_out *out, const xror_value *value)
{
    uint8_t bytes[8];
    size_t size = value->kind == XROR_VALUE_INT32 ? 4 : value->kind == XROR_VALUE_BOOL ? 1 : 8;
    reel_store_u64le(bytes, (uint64_t)value->integer);
    reel__bson_element(out, value->kind, NULL, 0);
    bson_raw(out, bytes, size);
}

static void write_cell(bson_out *out, const xror_value *value)
{
    switch (value->kind) {
    case XROR_VALUE_DOUBLE: reel__bson_double(out, NULL, value->number); break;
    case XROR_VALUE_STRING:
        reel__bson_string(out, NULL, (reel_string){ (const char *)value->data.data, value->data.size });
        break;
    case XROR_VALUE_NULL: reel__bson_element(out, value->kind, NULL, 0); break;
    case XROR_VALUE_BOOL:
    case XROR_VALUE_INT32:
    case XROR_VALUE_INT64:
    case XROR_VALUE_DATE: write_integer(out, value); break;
    default: reel__bson_element(out, value->kind, NULL, 0); bson_raw(out, value->data.data, value->data.size);
    }
}

static void write_general_cells(xror_writer *w)
{
    const xror_slice *slice = &w->slice;
    size_t last = 0, at = 0;
    for (size_t i = 0; i < slice->value_count; i++)
        if (slice->values[i].kind != XROR_VALUE_FLOAT) last = slice->values[i].row;
    for (size_t row = 0; row <= last; row++) {
        reel__bson_open(&w->out, BSON_ARRAY, NULL);
        for (; at < slice->value_count && slice->values[at].row == row; at++)
            if (slice->values[at].kind != XROR_VALUE_FLOAT) write_cell(&w->out, &slice->values[at]);
        reel__bson_close(&w->out);
    }
}

void reel__xror_write_other_data(xror_writer *w, uint32_t type)
{
    (void)type;
    if (!reel__xror_has_other_data(w) || w->status < 0) return;
    reel__bson_open(&w->out, BSON_ARRAY, "otherData");
    if (w->slice.layout)
        write_known_cells(w);
    else
        write_general_cells(w);
    reel__bson_close(&w->out);
}

void reel__xror_end_types(xror_writer *w)
{
    size_t count;
    reel_chunk_rows(w->now.chunk, &xror_attributes, &count);
    if (w->now.next_attribute < count)
        reel__xror_refuse(w, "xror.attribute-type", "attributes", w->now.next_attribute,
                          "is of no type of event, or out of order");
    reel_chunk_rows(w->now.chunk, &xror_events, &count);
    if (w->now.next_event < count)
        reel__xror_refuse(w, "xror.event-rows", "events", w->now.next_event, "is of no type of event, or out of order");
    reel_chunk_rows(w->now.chunk, &xror_values, &count);
    if (w->now.next_value < count)
        reel__xror_refuse(w, "xror.value-rows", "values", w->now.next_value, "is of no type of event, or out of order");
    for (unsigned layout = XROR_EVENT_GENERAL + 1; layout < XROR_EVENT_LAYOUTS; layout++) {
        reel_chunk_rows(w->now.chunk, reel__xror_layouts[layout].table, &count);
        if (w->now.next_rows[first_of(layout)] < count)
            reel__xror_refuse(w, "xror.event-rows", reel__xror_layouts[layout].table->name, w->now.next_rows[first_of(layout)],
                              "has no type of event with its id and attributes, or is out of its order");
    }
}
