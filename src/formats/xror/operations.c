/* SPDX-License-Identifier: MIT
 * Repairing, cutting and anonymising recordings. */
#include "core/chunk.h"
#include "core/rows.h"
#include "formats/xror/reader.h"

#define ROWS(type, list) ((type *)(void *)(list)->data)

/* ---- repair ----------------------------------------------------------------------------------------------------- */

/* The order in which a reader meets the keys of places that the writer made. */
static const uint8_t place_order[XROR_PLACES] = {
    XROR_DEVICE, XROR_HARDWARE, XROR_APP_EXTENSION, XROR_APP,        XROR_ENVIRONMENT, XROR_ACTIVITY,
    XROR_USER,   XROR_SOFTWARE, XROR_INFO,          XROR_EVENT_TYPE, XROR_TOP,
};

static size_t place_count(const reel_chunk *chunk, unsigned place)
{
    size_t count = 1;
    const reel_table *table = place == XROR_DEVICE          ? &xror_devices
                              : place == XROR_APP_EXTENSION ? &xror_app_extensions
                              : place == XROR_EVENT_TYPE    ? &xror_event_types
                                                            : NULL;
    if (table) reel_chunk_rows(chunk, table, &count);
    return count;
}

/* Puts other keys in the order of the file that is written, and drops those of documents that the damage cut. */
static reel_status repair_other_keys(const reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &xror_other_keys);
    size_t kept = 0;
    if (!list->count) return REEL_OK;
    xror_other_key *sorted = reel__memory_new(&change->allocator, list->count * sizeof *sorted);
    if (!sorted) return reel__memory_fail(change->error);
    for (size_t p = 0; p < XROR_PLACES; p++)
        for (size_t i = 0; i < list->count; i++) {
            const xror_other_key *row = &ROWS(xror_other_key, list)[i];
            if (row->place == place_order[p] && row->index < place_count(change->chunk, row->place)) sorted[kept++] = *row;
        }
    memcpy(list->data, sorted, kept * sizeof *sorted);
    reel__memory_drop(&change->allocator, sorted);
    reel_tally(change, "repair.xror.cut", REEL_WARNING, &xror_other_keys, NULL, list->count - kept,
               "of a damaged document, dropped");
    list->count = kept;
    return REEL_OK;
}

/* Rows at the end that belong to a row which the damage cut. */
static void drop_orphans(const reel_change *change, const reel_table *table, size_t offset, size_t parents)
{
    reel_row_list *list = reel_change_rows(change->chunk, table);
    size_t kept = list->count;
    for (; kept; kept--) {
        uint32_t parent;
        memcpy(&parent, list->data + (kept - 1) * table->row_size + offset, sizeof parent);
        if (parent < parents) break;
    }
    reel_tally(change, "repair.xror.cut", REEL_WARNING, table, NULL, list->count - kept, "of a damaged document, dropped");
    list->count = kept;
}

/* A general type whose events are gone, or have lost their times, has no columns: its cells are then its first attributes. */
static reel_status clear_empty_types(const reel_change *change)
{
    reel_row_list *types = reel_change_rows(change->chunk, &xror_event_types);
    reel_row_list *values = reel_change_rows(change->chunk, &xror_values);
    size_t count;
    const xror_event *events = reel_chunk_rows(change->chunk, &xror_events, &count);
    if (!types->count) return REEL_OK;
    uint32_t *columns = reel__memory_new(&change->allocator, types->count * sizeof *columns);
    if (!columns) return reel__memory_fail(change->error);
    xror_event_type *rows = ROWS(xror_event_type, types);
    for (size_t i = 0; i < types->count; i++)
        if (rows[i].layout == XROR_EVENT_GENERAL) columns[i] = rows[i].columns;
    for (size_t i = 0; i < count; i++)
        if (events[i].type < types->count && events[i].has_time) columns[events[i].type] = 0;
    for (size_t i = 0; i < types->count; i++)
        if (columns[i]) rows[i].columns = 0;
    for (size_t i = 0; i < values->count; i++) {
        xror_value *value = &ROWS(xror_value, values)[i];
        uint32_t floats = value->type < types->count && columns[value->type] ? columns[value->type] - 1 : 0;
        if (value->attribute >= floats) value->attribute -= floats;
    }
    reel__memory_drop(&change->allocator, columns);
    return REEL_OK;
}

/* A crash between a frame and its axes: the frame goes. Each frame has a value of every axis that is not of a pose; without
 * devices, as many as the first one. */
static void drop_cut_frames(const reel_change *change)
{
    enum { POSE_AXES = 7 };
    reel_row_list *frames = reel_change_rows(change->chunk, &xror_frames), *axes = reel_change_rows(change->chunk, &xror_axes);
    size_t count, poses = 0;
    reel_chunk_rows(change->chunk, &xror_device_axes, &count);
    for (unsigned bits = frames->count ? ROWS(xror_frame, frames)->poses : 0; bits; bits &= bits - 1) poses++;
    size_t of_frame = count > POSE_AXES * poses ? count - POSE_AXES * poses : 0;
    while (!count && of_frame < axes->count && ROWS(xror_axis, axes)[of_frame].frame == ROWS(xror_axis, axes)->frame) of_frame++;
    if (!of_frame || axes->count >= frames->count * of_frame) return;
    const size_t kept = axes->count / of_frame;
    reel_tally(change, "repair.xror.cut", REEL_WARNING, &xror_frames, NULL, frames->count - kept,
               "recorded without all of its axes, dropped");
    frames->count = kept;
    axes->count = kept * of_frame;
}

reel_status reel__xror_repair(reel_change *change)
{
    reel_row_list *infos = reel_change_rows(change->chunk, &xror_infos);
    reel_row_list *documents = reel_change_rows(change->chunk, &xror_documents);
    size_t count;
    if (documents->count) return REEL_OK;
    reel_chunk_rows(change->chunk, &xror_devices, &count);
    drop_orphans(change, &xror_device_axes, offsetof(xror_device_axis, device), count);
    reel_chunk_rows(change->chunk, &xror_event_types, &count);
    drop_orphans(change, &xror_attributes, offsetof(xror_attribute, type), count);
    drop_cut_frames(change);
    if (!infos->count) {
        if (!reel_row_add(infos)) return reel__memory_fail(change->error);
        reel_tally(change, "repair.xror.info", REEL_NOTE, &xror_infos, NULL, 1, "added, with nothing in it");
    }
    reel_status status = repair_other_keys(change);
    return status < 0 ? status : clear_empty_types(change);
}

/* ---- cut -------------------------------------------------------------------------------------------------------- */

static void tally_cut(const reel_change *change, reel_row_list *list, size_t kept)
{
    reel_tally(change, "edit.cut", REEL_NOTE, list->table, NULL, list->count - kept, "outside the time range, dropped");
    list->count = kept;
}

static void cut_table(const reel_change *change, reel_row_list *list)
{
    const reel_field *time = reel_table_time(list->table);
    size_t size = list->table->row_size, kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const uint8_t *row = list->data + i * size;
        if (!reel__row_within(time, row, change->from, change->to)) continue;
        memmove(list->data + kept++ * size, row, size);
    }
    tally_cut(change, list, kept);
}

/* Axes follow their frames, which get new numbers. */
static void cut_axes(const reel_change *change, const reel_row_list *frames)
{
    reel_row_list *list = reel_change_rows(change->chunk, &xror_axes);
    const xror_frame *rows = ROWS(const xror_frame, frames);
    size_t kept = 0;
    uint32_t frame = 0, number = 0;
    for (size_t i = 0; i < list->count; i++) {
        xror_axis row = ROWS(xror_axis, list)[i];
        for (; frame < row.frame && frame < frames->count; frame++)
            number += reel__row_within(&xror_frames.fields[0], &rows[frame], change->from, change->to);
        if (row.frame != frame || frame >= frames->count) continue;
        if (!reel__row_within(&xror_frames.fields[0], &rows[frame], change->from, change->to)) continue;
        row.frame = number;
        ROWS(xror_axis, list)[kept++] = row;
    }
    tally_cut(change, list, kept);
}

/* ---- poses of doubles ------------------------------------------------------------------------------------------- */

enum { POSE_AXES = 7 };

static reel_pose *pose_of(xror_frame *frame, unsigned role)
{
    return role == XROR_HEAD ? &frame->head : role == XROR_LEFT_HAND ? &frame->left_hand : &frame->right_hand;
}

/* Whether the values of a device's pose are floats in each of the frames. */
static bool fits_pose(const reel_row_list *axes, const xror_device *device)
{
    for (size_t i = 0; i < axes->count; i++) {
        const xror_axis *row = &ROWS(const xror_axis, axes)[i];
        bool pose = row->column >= device->first_column && row->column < device->first_column + POSE_AXES;
        if (pose && !xror_is_float(row->value)) return false;
    }
    return true;
}

static void move_pose(reel_row_list *frames, reel_row_list *axes, const xror_device *device)
{
    size_t kept = 0;
    for (size_t i = 0; i < axes->count; i++) {
        const xror_axis row = ROWS(xror_axis, axes)[i];
        if (row.column < device->first_column || row.column >= device->first_column + POSE_AXES) {
            ROWS(xror_axis, axes)[kept++] = row;
            continue;
        }
        xror_frame *frame = &ROWS(xror_frame, frames)[row.frame];
        float value = xror_narrow(row.value);
        memcpy((float *)(void *)pose_of(frame, device->role) + (row.column - device->first_column), &value, sizeof value);
        frame->poses |= (uint8_t)(1u << (device->role - XROR_HEAD));
    }
    axes->count = kept;
}

/* A table of doubles has poses in axes if a float cannot hold one of their values. Where the cut leaves no such value, a reader will find
 * the poses in frames. */
static void move_poses(const reel_change *change, reel_row_list *frames)
{
    reel_row_list *axes = reel_change_rows(change->chunk, &xror_axes);
    size_t count;
    const xror_device *devices = reel_chunk_rows(change->chunk, &xror_devices, &count);
    uint32_t columns = 1;
    for (size_t i = 0; i < count; i++) columns += devices[i].axes;
    if (!frames->count || axes->count < (columns - 1) * frames->count || ROWS(xror_frame, frames)[0].poses) return;
    for (size_t i = 0; i < count; i++)
        if (devices[i].role >= XROR_HEAD && devices[i].role <= XROR_RIGHT_HAND && fits_pose(axes, &devices[i]))
            move_pose(frames, axes, &devices[i]);
}

/* Values follow their events, which get new numbers among those of their type. */
static void cut_events(const reel_change *change)
{
    reel_row_list *events = reel_change_rows(change->chunk, &xror_events),
                  *values = reel_change_rows(change->chunk, &xror_values);
    size_t kept = 0, kept_values = 0, at = 0;
    uint32_t number = 0, type = UINT32_MAX;
    for (size_t i = 0; i < events->count; i++) {
        xror_event row = ROWS(xror_event, events)[i];
        bool in = row.has_time && reel__row_within(&xror_events.fields[0], &row, change->from, change->to);
        if (row.type != type) number = 0;
        type = row.type;
        for (; at < values->count; at++) {
            xror_value value = ROWS(xror_value, values)[at];
            if (value.type != row.type || value.row != row.row) break;
            value.row = number;
            if (in) ROWS(xror_value, values)[kept_values++] = value;
        }
        row.row = number;
        if (!in) continue;
        ROWS(xror_event, events)[kept++] = row;
        number++;
    }
    tally_cut(change, events, kept);
    tally_cut(change, values, kept_values);
}

reel_status reel__xror_cut(reel_change *change)
{
    reel_row_list *frames = reel_change_rows(change->chunk, &xror_frames);
    cut_axes(change, frames);
    cut_events(change);
    for (const reel_table *const *table = reel__xror_tables; *table; table++)
        if (reel_table_time(*table) && *table != &xror_axes && *table != &xror_events && *table != &xror_values)
            cut_table(change, reel_change_rows(change->chunk, *table));
    move_poses(change, frames);
    return clear_empty_types(change);
}

/* ---- anonymise -------------------------------------------------------------------------------------------------- */

/* Text becomes "anonymous", an id of digits "0", a number 0. */
static void hide_field(const reel_change *change, const reel_field *field, xror_info *info)
{
    uint8_t *slot = (uint8_t *)info + field->offset;
    if (!(field->flags & REEL_FIELD_PERSONAL) || !reel_field_present(field, info) || reel__field_is_zero(field, info)) return;
    if (field->type == REEL_STRING) {
        reel_bytes text = text_value(slot);
        size_t digits = 0;
        while (digits < text.size && text.data[digits] >= '0' && text.data[digits] <= '9') digits++;
        const char *cover = digits == text.size ? "0" : "anonymous";
        reel_string hidden = { cover, strlen(cover) };
        memcpy(slot, &hidden, sizeof hidden);
    } else {
        memset(slot, 0, reel_type_size(field->type));
    }
    reel_tally(change, "edit.anonymised", REEL_NOTE, &xror_infos, field->name, 1, "replaced");
}

/* Attributes of events that their maker defines: texts, documents and binaries become null. */
static void hide_values(const reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &xror_values);
    uint64_t hidden = 0;
    for (size_t i = 0; i < list->count; i++) {
        xror_value *value = &ROWS(xror_value, list)[i];
        if (!(value->has & XROR_VALUE_HAS_DATA)) continue;
        value->kind = XROR_VALUE_NULL;
        value->has = 0;
        value->data = (reel_bytes){ NULL, 0 };
        hidden++;
    }
    reel_tally(change, "edit.anonymised", REEL_NOTE, &xror_values, "data", hidden, "removed");
}

/* Keys that the format does not define may hold anything, and so may memory that a headset wrote, and the original file. */
static void drop_unknown(const reel_change *change)
{
    reel_row_list *garbage = reel_change_rows(change->chunk, &xror_garbages);
    reel_tally(change, "edit.anonymised", REEL_NOTE, &xror_garbages, NULL, garbage->count, "dropped");
    garbage->count = 0;
    reel_row_list *list = reel_change_rows(change->chunk, &xror_other_keys);
    reel_row_list *documents = reel_change_rows(change->chunk, &xror_documents);
    reel_tally(change, "edit.anonymised", REEL_NOTE, &xror_other_keys, NULL, list->count, "dropped");
    list->count = 0;
    documents->count = 0;
}

reel_status reel__xror_anonymise(reel_change *change)
{
    reel_row_list *infos = reel_change_rows(change->chunk, &xror_infos);
    drop_unknown(change);
    hide_values(change);
    for (size_t i = 0; i < infos->count; i++)
        for (size_t f = 0; f < xror_infos.field_count; f++) hide_field(change, &xror_infos.fields[f], &ROWS(xror_info, infos)[i]);
    return REEL_OK;
}
