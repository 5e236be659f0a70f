/* SPDX-License-Identifier: MIT
 * Reads a type of event: rows of its own if its id, the names of its attributes and the types of its cells are those of a known one; else
 * general rows. Values are named in order: column 0 of floatData is the time, the other columns have the first names, and the cells of
 * otherData those that follow. */
#include "formats/xror/reader.h"

#include "core/memory.h"

/* ---- cells ------------------------------------------------------------------------------------------------------ */

/* A walk over otherData. */
typedef struct cells {
    xror_reader *r;
    pull_reader *tree;
    bool any; /* there is otherData */
    bool in_row;
} cells;

typedef enum cell_step { CELL_VALUE, CELL_ROW, CELL_ROW_END, CELL_END } cell_step;

static cells cells_begin(xror_reader *r)
{
    reel__xror_save(&r->cells_tree, &r->others_tree);
    return (cells){ .r = r, .tree = &r->cells_tree, .any = r->others.kind == PULL_ARRAY };
}

/* The next step of the walk. The value of a row is that of its element: it is not entered if it is not an array. */
static cell_step cells_next(cells *c, pull_value *value)
{
    if (!c->any || !reel__pull_next(c->tree, value)) return CELL_END;
    if (value->kind == PULL_END) {
        cell_step step = c->in_row ? CELL_ROW_END : CELL_END;
        c->in_row = false;
        return step;
    }
    if (c->in_row) return CELL_VALUE;
    c->in_row = value->kind == PULL_ARRAY;
    if (value->kind == PULL_MAP) reel__pull_skip(c->tree, value);
    return CELL_ROW;
}

/* Stores a cell in the row of a known type, which may be NULL. False: it has another type. */
static bool store_cell(xror_reader *r, const xror_member *member, const pull_value *value, uint8_t *row)
{
    uint64_t spare[2];
    uint8_t *slot = row ? row + member->offset : (uint8_t *)spare;
    reel_bytes bytes = { NULL, 0 };
    switch (member->type) {
    case REEL_F64: return reel__xror_store_number(value, slot);
    case REEL_I64: return reel__xror_store_whole(value, slot);
    case REEL_BOOL:
        if (value->kind == PULL_BOOL) *slot = (uint8_t)value->number;
        return value->kind == PULL_BOOL;
    default:
        if (value->kind != (member->type == REEL_STRING ? PULL_STRING : PULL_BINARY) || value->number) return false;
        if (row) bytes = reel__xror_keep(r, value->data, value->size);
        memcpy(slot, &bytes, sizeof bytes);
        return true;
    }
}

/* ---- known types ------------------------------------------------------------------------------------------------ */

static const xror_member *member_of(const xror_layout *layout, size_t number)
{
    return number < layout->count ? &layout->members[number] : &reel__xror_order_member;
}

static void copy_columns(const xror_layout *layout, const xror_floats *table, size_t i, uint8_t *row)
{
    for (uint32_t c = 0; c <= layout->floats; c++) {
        double value = xror_floats_at(table, i, c);
        memcpy(row + (c ? layout->members[c - 1].offset : 0), &value, sizeof value);
    }
}

/* Stores the cells of otherData in `rows`, of which there are `count`, or NULL. False: they are not those of the layout. */
static bool read_cells(xror_reader *r, const xror_layout *layout, size_t names, uint8_t *rows, size_t count, size_t stated)
{
    cells c = cells_begin(r);
    pull_value value;
    size_t row = 0, cell = layout->floats;
    if (names == layout->floats) return r->others.kind == PULL_END;
    if (r->others.kind != PULL_ARRAY) return r->others.kind == PULL_END && stated == 0;
    for (;;) {
        cell_step step = cells_next(&c, &value);
        if (step == CELL_END) return row == stated;
        if (step == CELL_ROW && !c.in_row) return false;
        if (step == CELL_VALUE) {
            uint8_t *to = rows && row < count ? rows + row * layout->table->row_size : NULL;
            if (cell >= names || !store_cell(r, member_of(layout, cell++), &value, to) || !reel__pull_skip(c.tree, &value))
                return false;
        } else if (step == CELL_ROW_END) {
            if (cell != names) return false;
            cell = layout->floats;
            row++;
        }
    }
}

/* Adds the rows of a known type. *fits false: it is not of the layout. */
static bool add_known(xror_reader *r, unsigned number, const xror_floats *table, bool *fits)
{
    const xror_layout *layout = &reel__xror_layouts[number];
    reel_row_list *list = reel_chunk_table(r->d->chunk, layout->table);
    size_t before = list ? list->count : 0, size = layout->table->row_size;
    *fits = !table->columns || table->columns == layout->floats + 1u;
    if (!*fits) return true;
    uint8_t *rows = list && table->values && table->rows ? reel_row_grow(list, table->rows, false) : NULL;
    if (list && table->values && table->rows && !rows) return false;
    bool order = r->name_count > layout->count;
    for (size_t i = 0; rows && i < table->rows; i++) {
        memset(rows + i * size, 0, size);
        copy_columns(layout, table, i, rows + i * size);
        if (layout->table != &xror_notes) continue;
        xror_note *note = (xror_note *)(void *)(rows + i * size);
        note->event_type = layout->event_type;
        note->has = (uint8_t)(layout->has | (order ? XROR_NOTE_ORDER : 0));
    }
    *fits = read_cells(r, layout, r->name_count, rows, table->rows, table->stated);
    if (!*fits && list) list->count = before;
    return true;
}

/* Remembers the times of strokes: points are joined to them at the end. */
static bool note_strokes(xror_reader *r, const xror_floats *table)
{
    if (!table->values || !table->rows) return true;
    const reel_allocator *allocator = &r->d->allocator;
    r->stroke_times = allocator->alloc(allocator->context, table->rows * sizeof *r->stroke_times);
    if (!r->stroke_times) return false;
    r->stroke_count = table->rows;
    for (size_t i = 0; i < table->rows; i++) r->stroke_times[i] = xror_floats_at(table, i, 0);
    return true;
}

/* ---- other types ------------------------------------------------------------------------------------------------ */

static bool add_value(xror_reader *r, const xror_value *value)
{
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_values);
    xror_value *row = list ? reel_row_add(list) : NULL;
    if (!row) return !list;
    *row = *value;
    if (value->attribute < r->name_count) row->name = r->names[value->attribute];
    return true;
}

static bool add_event(xror_reader *r, const xror_event *event)
{
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_events);
    xror_event *row = list ? reel_row_add(list) : NULL;
    if (row) *row = *event;
    return row || !list;
}

static void fill_cell(xror_reader *r, xror_value *cell, const pull_value *value, const uint8_t *end)
{
    cell->kind = value->type;
    switch (value->type) {
    case BSON_DOUBLE:
        cell->number = value->real;
        cell->has = XROR_VALUE_HAS_NUMBER;
        break;
    case BSON_BOOL:
    case BSON_INT32:
    case BSON_INT64:
        cell->integer = (int64_t)value->number;
        cell->has = XROR_VALUE_HAS_INTEGER;
        break;
    case BSON_DATE:
        cell->integer = (int64_t)reel_load_u64le(value->data);
        cell->has = XROR_VALUE_HAS_INTEGER;
        break;
    case BSON_NULL: break;
    case BSON_STRING:
        cell->data = reel__xror_keep(r, value->data, value->size);
        cell->has = XROR_VALUE_HAS_DATA;
        break;
    default: cell->data = reel__xror_keep(r, value->start, (size_t)(end - value->start)); cell->has = XROR_VALUE_HAS_DATA;
    }
}

/* Adds the cells of the next row of otherData, if there is one. */
static bool add_cells(xror_reader *r, cells *c, const xror_value *event, uint32_t floats, bool *more)
{
    pull_value value;
    xror_value cell = *event;
    cell.attribute = floats;
    *more = cells_next(c, &value) == CELL_ROW;
    while (c->in_row && cells_next(c, &value) == CELL_VALUE) {
        if (!reel__pull_skip(c->tree, &value)) break;
        xror_value row = cell;
        fill_cell(r, &row, &value, c->tree->at);
        if (!add_value(r, &row)) return false;
        cell.attribute++;
    }
    return true;
}

static bool add_general(xror_reader *r, const xror_floats *table, uint32_t *count)
{
    cells c = cells_begin(r);
    uint32_t floats = table->columns ? table->columns - 1 : 0;
    bool timed = table->values && table->rows, more = true;
    size_t rows = timed ? table->rows : 0;
    if (!xror_wants(r, &xror_events) && !xror_wants(r, &xror_values) && !xror_wants(r, &xror_event_types)) return true;
    for (uint32_t i = 0; i < rows || more; i++) {
        xror_value event = { .type = r->type_count, .row = i };
        event.time = i < rows ? xror_floats_at(table, i, 0) : reel_double_of(UINT64_C(0x7ff8) << 48);
        for (uint32_t f = 0; i < rows && f < floats; f++) {
            xror_value cell = event;
            cell.attribute = f;
            cell.number = xror_floats_at(table, i, f + 1);
            cell.has = XROR_VALUE_HAS_NUMBER;
            if (!add_value(r, &cell)) return false;
        }
        if (more && !add_cells(r, &c, &event, floats, &more)) return false;
        if (i >= rows && !more) break;
        if (!add_event(r, &(xror_event){ .time = event.time, .type = r->type_count, .row = i, .has_time = i < rows }))
            return false;
        *count = i + 1;
    }
    return true;
}

/* ---- rules ------------------------------------------------------------------------------------------------------ */

/* Counts what does not fit together. */
static void check_type(xror_reader *r, const xror_floats *table)
{
    cells c = cells_begin(r);
    pull_value value;
    size_t rows = 0, first = 0, cell = 0;
    for (;;) {
        cell_step step = cells_next(&c, &value);
        if (step == CELL_END) break;
        if (step == CELL_VALUE) {
            cell++;
            if (value.kind == PULL_STRING || value.kind == PULL_BOOL || !reel__pull_skip(c.tree, &value)) continue;
        }
        bool ends = step == CELL_ROW_END || (step == CELL_ROW && !c.in_row);
        if (!ends) continue;
        if (rows == 0) first = cell;
        if (cell != first || step == CELL_ROW) xror_violated(r, XROR_RULE_OTHER_RAGGED, value.element);
        cell = 0;
        rows++;
    }
    if (c.any && rows != table->stated) xror_violated(r, XROR_RULE_OTHER_ROWS, r->others.element);
    if (r->others.kind != PULL_ARRAY && r->others.kind != PULL_END) xror_violated(r, XROR_RULE_OTHER_RAGGED, r->others.element);
    size_t values = (table->columns ? table->columns - 1 : 0) + first;
    if ((rows || table->stated) && values != r->name_count) xror_violated(r, XROR_RULE_NAMES, r->type_start);
}

static bool wants_floats(const xror_reader *r, unsigned layout)
{
    if (layout == XROR_EVENT_STROKE && xror_wants(r, &xror_points)) return true;
    if (layout && xror_wants(r, reel__xror_layouts[layout].table)) return true;
    if (xror_wants(r, &xror_event_types)) return true; /* their counts are those of whole rows */
    return xror_wants(r, &xror_documents) || xror_wants(r, &xror_events) || xror_wants(r, &xror_values);
}

static bool add_rows(xror_reader *r, unsigned layout, const xror_floats *table)
{
    bool fits = false;
    if (layout && !add_known(r, layout, table, &fits)) return false;
    r->type.columns = fits ? reel__xror_layouts[layout].floats + 1u : table->columns;
    r->type.count = (uint32_t)table->rows;
    r->type.layout = (uint8_t)(fits ? layout : XROR_EVENT_GENERAL);
    if (fits) r->met_layouts |= reel__xror_layout_bits(layout);
    if (!fits) return add_general(r, table, &r->type.count);
    return layout == XROR_EVENT_STROKE ? note_strokes(r, table) : true;
}

bool reel__xror_add_type(xror_reader *r)
{
    xror_floats table = { .values = NULL };
    unsigned layout = reel__xror_find_layout(&r->type, r->names, r->name_count);
    if (r->met_layouts >> layout & 1) layout = XROR_EVENT_GENERAL;
    if (r->table.kind != PULL_END &&
        !reel__xror_floats_read(r, &r->table, &r->table_tree, "events", wants_floats(r, layout), &table))
        return false;
    check_type(r, &table);
    bool added = add_rows(r, layout, &table);
    reel__xror_floats_free(r, &table);
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_event_types);
    xror_event_type *row = list ? reel_row_add(list) : NULL;
    if (row) *row = r->type;
    r->type_count++;
    return added && (row || !list);
}
