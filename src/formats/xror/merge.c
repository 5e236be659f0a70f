/* SPDX-License-Identifier: MIT
 * Joins the parts of a recording that was cut: each begins after the frames of the one before. Events are type by type in a file, so those of
 * a part go behind the events of their type. */
#include "core/chunk.h"
#include "core/memory.h"
#include "core/rows.h"
#include "formats/xror/reader.h"

#define ROWS(type, list) ((type *)(void *)(list)->data)

/* Tables that are the same in all parts. The columns of event types without events are not: merge_types. */
static const reel_table *const same[] = { &xror_devices, &xror_device_axes, &xror_app_extensions, &xror_attributes,
                                          &xror_other_keys };

/* Tables whose rows are appended as they are. */
static const reel_table *const appended[] = { &xror_walls, &xror_heights, &xror_pauses, &xror_frame_rates, &xror_garbages };

static reel_status refuse(const reel_change *change, const char *section, const char *message)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.merge", section, 0, "%s", message);
}

/* The score is that of the part. */
static bool same_info(const xror_info *a, const xror_info *b)
{
    for (size_t f = 0; f < xror_infos.field_count; f++) {
        const reel_field *field = &xror_infos.fields[f];
        if (field->flags & REEL_FIELD_DERIVED || strcmp(field->name, "score") == 0) continue;
        if (!reel__field_values_equal(field, a, b)) return false;
    }
    return true;
}

static reel_status check_parts(const reel_change *change)
{
    size_t own, more;
    const xror_info *info = reel_chunk_rows(change->chunk, &xror_infos, &own);
    const xror_info *other = reel_chunk_rows(change->other, &xror_infos, &more);
    if (own != more || (own && !same_info(info, other)))
        return refuse(change, "info", "the headers differ: only parts of one recording can be joined");
    for (size_t t = 0; t < sizeof same / sizeof *same; t++) {
        const void *rows = reel_chunk_rows(change->chunk, same[t], &own),
                   *others = reel_chunk_rows(change->other, same[t], &more);
        if (own != more || !reel__rows_are_equal(same[t], rows, others, own))
            return refuse(change, same[t]->name, "the devices or events differ: only parts of one recording can be joined");
    }
    const xror_frame *frames = reel_chunk_rows(change->chunk, &xror_frames, &own);
    const xror_frame *next = reel_chunk_rows(change->other, &xror_frames, &more);
    if (own && more && !(next[0].time >= frames[own - 1].time))
        return refuse(change, "frames", "the frames begin before those of the part before end: join parts in their order");
    if (own && more && next[0].poses != frames[0].poses)
        return refuse(change, "frames", "the poses of one part are doubles, and those of the other are not");
    reel_chunk_rows(change->chunk, &xror_points, &own);
    reel_chunk_rows(change->other, &xror_points, &more);
    if (own || more) return refuse(change, "frames", "the strokes of a drawing cannot be joined");
    return REEL_OK;
}

/* Adds room for the rows of the other part. NULL: it has none, or no memory. */
static void *grow(const reel_change *change, const reel_table *table, const void **rows, size_t *count)
{
    *rows = reel_chunk_rows(change->other, table, count);
    return *count ? reel_row_grow(reel_change_rows(change->chunk, table), *count, true) : NULL;
}

static void append(const reel_change *change, const reel_table *table)
{
    const void *rows;
    size_t count;
    void *room = grow(change, table, &rows, &count);
    if (!room) return;
    memcpy(room, rows, count * table->row_size);
    reel__chunk_own_texts(change->chunk, table, room, count);
}

static void merge_frames(const reel_change *change)
{
    const void *rows;
    size_t own, count;
    reel_chunk_rows(change->chunk, &xror_frames, &own);
    append(change, &xror_frames);
    xror_axis *axes = grow(change, &xror_axes, &rows, &count);
    for (size_t i = 0; axes && i < count; i++) {
        axes[i] = ((const xror_axis *)rows)[i];
        axes[i].frame += (uint32_t)own;
    }
    if (axes) reel__chunk_own_texts(change->chunk, &xror_axes, (uint8_t *)axes, count);
}

/* Notes are sorted by their type, those of this part first: a file has them type by type. */
static reel_status merge_notes(const reel_change *change)
{
    const void *rows;
    size_t own, count, made = 0;
    reel_chunk_rows(change->chunk, &xror_notes, &own);
    xror_note *room = grow(change, &xror_notes, &rows, &count);
    if (!room) return REEL_OK;
    memcpy(room, rows, count * sizeof *room);
    reel_row_list *list = reel_change_rows(change->chunk, &xror_notes);
    xror_note *sorted = reel__memory_new(&change->allocator, list->count * sizeof *sorted);
    if (!sorted) return reel__memory_fail(change->error);
    for (unsigned type = XROR_GOOD_CUT; type <= XROR_BOMB; type++)
        for (size_t i = 0; i < list->count; i++)
            if (ROWS(xror_note, list)[i].event_type == type) sorted[made++] = ROWS(xror_note, list)[i];
    if (made == list->count) memcpy(list->data, sorted, made * sizeof *sorted);
    reel__memory_drop(&change->allocator, sorted);
    return REEL_OK;
}

/* What is needed to merge the occurrences of each general type of event. */
typedef struct type_sum {
    uint32_t own, floats[2]; /* occurrences of this part; float columns of either part */
} type_sum;

/* The types of both parts are the same but for their columns: without occurrences they have none, and their cells are then the first
 * attributes. */
static reel_status merge_types(const reel_change *change, type_sum *sums)
{
    size_t own, more;
    xror_event_type *types = ROWS(xror_event_type, reel_change_rows(change->chunk, &xror_event_types));
    const xror_event_type *others = reel_chunk_rows(change->other, &xror_event_types, &more);
    reel_chunk_rows(change->chunk, &xror_event_types, &own);
    for (size_t i = 0; i < own; i++) {
        xror_event_type a = types[i], b = others[i];
        sums[i].floats[0] = a.columns ? a.columns - 1 : 0;
        sums[i].floats[1] = b.columns ? b.columns - 1 : 0;
        if (!a.columns) types[i].columns = b.columns;
        a.columns = b.columns = a.count = b.count = 0;
        if (!reel__rows_are_equal(&xror_event_types, &a, &b, 1) ||
            (sums[i].floats[0] && sums[i].floats[1] && sums[i].floats[0] != sums[i].floats[1]))
            return refuse(change, "events", "the types of events differ: only parts of one recording can be joined");
        types[i].count += others[i].count;
    }
    return REEL_OK;
}

/* A row of either part, by type. */
typedef struct cursor {
    const uint8_t *rows;
    size_t count, at, size, type_offset;
} cursor;

static cursor cursor_of(const reel_chunk *chunk, const reel_table *table, size_t type_offset)
{
    cursor c = { .size = table->row_size, .type_offset = type_offset };
    c.rows = reel_chunk_rows(chunk, table, &c.count);
    return c;
}

static const void *next_of_type(cursor *c, uint32_t type)
{
    uint32_t its;
    if (c->at == c->count) return NULL;
    const uint8_t *row = c->rows + c->at * c->size;
    memcpy(&its, row + c->type_offset, sizeof its);
    if (its != type) return NULL;
    c->at++;
    return row;
}

/* Makes a table of both parts, type by type: rows of this part, then those of the other, which get new numbers. */
static reel_status merge_by_type(const reel_change *change, const reel_table *table, size_t type_offset, type_sum *sums,
                                 size_t types)
{
    const bool values = table == &xror_values;
    cursor parts[2] = { cursor_of(change->chunk, table, type_offset), cursor_of(change->other, table, type_offset) };
    const size_t total = parts[0].count + parts[1].count;
    if (!parts[1].count) return REEL_OK;
    uint8_t *made = reel__memory_new(&change->allocator, total * table->row_size), *at = made;
    if (!made) return reel__memory_fail(change->error);
    for (uint32_t type = 0; type < types; type++)
        for (size_t part = 0; part < 2; part++)
            for (const void *row; (row = next_of_type(&parts[part], type)); at += table->row_size) {
                memcpy(at, row, table->row_size);
                if (part) reel__chunk_own_texts(change->chunk, table, at, 1);
                if (!values) {
                    xror_event *event = (xror_event *)(void *)at;
                    if (part)
                        event->row += sums[type].own;
                    else
                        sums[type].own = event->row + 1;
                    continue;
                }
                xror_value *value = (xror_value *)(void *)at;
                if (part) value->row += sums[type].own;
                if (!sums[type].floats[part]) value->attribute += sums[type].floats[!part];
            }
    const bool all = (size_t)(at - made) == total * table->row_size;
    reel_row_list *list = reel_change_rows(change->chunk, table);
    void *room = all ? reel_row_grow(list, parts[1].count, true) : NULL;
    if (room) memcpy(list->data, made, total * table->row_size);
    reel__memory_drop(&change->allocator, made);
    return all ? REEL_OK : refuse(change, "events", "events are not in the order of their types");
}

static reel_status merge_events(const reel_change *change)
{
    size_t types, more;
    reel_chunk_rows(change->chunk, &xror_event_types, &types);
    reel_chunk_rows(change->other, &xror_event_types, &more);
    if (types != more) return refuse(change, "events", "the types of events differ: only parts of one recording can be joined");
    type_sum *sums = types ? reel__memory_new(&change->allocator, types * sizeof *sums) : NULL;
    if (!types) return REEL_OK;
    if (!sums) return reel__memory_fail(change->error);
    reel_status status = merge_types(change, sums);
    if (status >= 0) status = merge_by_type(change, &xror_events, offsetof(xror_event, type), sums, types);
    if (status >= 0) status = merge_by_type(change, &xror_values, offsetof(xror_value, type), sums, types);
    reel__memory_drop(&change->allocator, sums);
    return status;
}

reel_status reel__xror_merge(reel_change *change)
{
    reel_status status = check_parts(change);
    if (status < 0) return status;
    merge_frames(change);
    for (size_t t = 0; t < sizeof appended / sizeof *appended; t++) append(change, appended[t]);
    status = merge_notes(change);
    if (status >= 0) status = merge_events(change);
    reel_change_rows(change->chunk, &xror_documents)->count = 0; /* of this part alone */
    if (status < 0) return status;
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}
