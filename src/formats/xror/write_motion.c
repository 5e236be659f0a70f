/* SPDX-License-Identifier: MIT
 * Writes the table of motion from frames and axes, or from points. */
#include "formats/xror/writer.h"

#include "core/kept.h"
#include "core/rows.h"

enum { POSE_AXES = 7, POINT_COLUMNS = 9 };
#define MOST_VALUES (UINT64_C(1) << 26) /* of one table that readers accept: 256 MiB of floats */

double *reel__xror_new_values(xror_writer *w, const char *section, size_t rows, size_t columns)
{
    if (columns && rows > MOST_VALUES / columns) {
        w->status = reel_fail(w->e->error, REEL_LIMIT, "xror.table-limit", section, 0,
                              "a table of %zu rows of %zu columns is larger than readers accept", rows, columns);
        return NULL;
    }
    double *values = reel__memory_new(&w->e->allocator, (rows * columns + 1) * sizeof *values);
    if (!values) w->status = reel__memory_fail(w->e->error);
    return values;
}

void reel__xror_write_floats(xror_writer *w, const char *key, double *values, size_t rows, uint32_t columns)
{
    fpzip_shape shape = { .columns = columns, .rows = (uint32_t)rows };
    size_t count = rows * columns, start = w->out.block.size;
    for (size_t i = 0; i < count && !shape.wide; i++) shape.wide = !xror_is_float(values[i]);
    float *narrow = (float *)(void *)values;
    for (size_t i = 0; i < count && !shape.wide; i++) {
        float value = xror_narrow(values[i]);
        memcpy(&narrow[i], &value, sizeof value);
    }
    reel__bson_binary(&w->out, key, (reel_bytes){ NULL, 0 });
    size_t before = w->out.block.size;
    if (w->out.failed || reel__fpzip_encode(&shape, values, &w->out.block, w->e->error) < 0) {
        w->out.failed = true;
        return;
    }
    (void)start;
    reel_store_u32le(w->out.block.data + before - 5, (uint32_t)(w->out.block.size - before));
}

static bool same_table(const xror_writer *w, const reel_table *table)
{
    size_t now, old;
    const void *rows = reel_chunk_rows(w->now.chunk, table, &now), *before = reel_chunk_rows(w->old.chunk, table, &old);
    return now == old && reel__rows_are_equal(table, rows, before, now);
}

bool reel__xror_same_motion(const xror_writer *w)
{
    return w->old.chunk && same_table(w, &xror_frames) && same_table(w, &xror_axes) && same_table(w, &xror_points) &&
           same_table(w, &xror_devices) && same_table(w, &xror_device_axes);
}

static size_t count_of(const xror_writer *w, const reel_table *table)
{
    size_t count;
    reel_chunk_rows(w->now.chunk, table, &count);
    return count;
}

bool reel__xror_has_motion(const xror_writer *w) { return count_of(w, &xror_frames) || count_of(w, &xror_points); }

/* ---- frames ----------------------------------------------------------------------------------------------------- */

/* The column of the first axis of each role, 0 where frames have no pose of it. */
typedef struct columns {
    uint32_t firsts[XROR_BRUSH + 1];
    uint32_t count, others; /* all columns; those that axes have */
} columns;

static bool find_columns(xror_writer *w, const xror_frame *frames, size_t frame_count, size_t value_count, columns *c)
{
    uint32_t poses = frame_count ? frames[0].poses : 0, found = 0;
    c->count = 1 + (uint32_t)w->now.axis_count;
    for (size_t i = 0; i < w->now.device_count; i++) {
        const xror_device *device = &w->devices[i];
        if (device->role == XROR_OTHER || device->role == XROR_BRUSH || !(poses >> (device->role - XROR_HEAD) & 1)) continue;
        c->firsts[device->role] = device->first_column;
        found |= 1u << (device->role - XROR_HEAD);
        c->others -= POSE_AXES;
    }
    if (found != poses)
        return reel__xror_refuse(w, "xror.frame-poses", "frames", 0, "has a pose of which no device has the axes");
    if (!poses && frame_count && value_count % frame_count == 0) c->count = 1 + (uint32_t)(value_count / frame_count);
    c->others += c->count - 1;
    if (value_count != (uint64_t)frame_count * c->others)
        return reel__xror_refuse(w, "xror.axis-count", "axes", value_count,
                                 "is not the last: every frame needs a value of each axis");
    return true;
}

static bool is_typed(const columns *c, uint32_t column)
{
    for (unsigned role = XROR_HEAD; role <= XROR_RIGHT_HAND; role++)
        if (c->firsts[role] && column >= c->firsts[role] && column < c->firsts[role] + POSE_AXES) return true;
    return false;
}

static void put_pose(double *row, uint32_t first, const reel_pose *pose)
{
    float values[POSE_AXES];
    memcpy(values, pose, sizeof values);
    for (size_t i = 0; i < POSE_AXES; i++) row[first + i] = xror_widen(values[i]);
}

static bool put_axes(xror_writer *w, const columns *c, size_t frame, double *row)
{
    size_t count, at = frame * c->others;
    const xror_axis *axes = reel_chunk_rows(w->now.chunk, &xror_axes, &count);
    for (uint32_t column = 1; column < c->count; column++) {
        if (is_typed(c, column)) continue;
        if (axes[at].frame != frame || axes[at].column != column)
            return reel__xror_refuse(w, "xror.axis-order", "axes", at, "is out of order: rows are by frame, then by column");
        row[column] = axes[at++].value;
    }
    return true;
}

/* Poses that are not in the frames must be such that a reader does not put them there either. */
static bool check_untyped(xror_writer *w, const columns *c, const double *values, size_t rows)
{
    if (c->count != 1 + w->now.axis_count || !rows) return true;
    for (size_t i = 0; i < w->now.device_count; i++) {
        const xror_device *device = &w->devices[i];
        uint32_t used = device->role == XROR_BRUSH ? POINT_COLUMNS - 1 : POSE_AXES;
        bool floats = device->role != XROR_OTHER && (device->role == XROR_BRUSH || !c->firsts[device->role]);
        for (size_t row = 0; floats && row < rows; row++)
            for (uint32_t k = 0; floats && k < used; k++)
                floats = xror_is_float(values[row * c->count + device->first_column + k]);
        if (floats)
            return reel__xror_refuse(w, "xror.frame-poses", "devices", i, "has a pose that belongs in frames, not in axes");
    }
    return true;
}

static void write_frames(xror_writer *w)
{
    size_t count, value_count = count_of(w, &xror_axes);
    const xror_frame *frames = reel_chunk_rows(w->now.chunk, &xror_frames, &count);
    columns c = { .count = 0 };
    if (!find_columns(w, frames, count, value_count, &c)) return;
    double *values = reel__xror_new_values(w, "frames", count, c.count);
    bool good = values != NULL;
    for (size_t i = 0; good && i < count; i++) {
        double *row = values + i * c.count;
        row[0] = frames[i].time;
        if (c.firsts[XROR_HEAD]) put_pose(row, c.firsts[XROR_HEAD], &frames[i].head);
        if (c.firsts[XROR_LEFT_HAND]) put_pose(row, c.firsts[XROR_LEFT_HAND], &frames[i].left_hand);
        if (c.firsts[XROR_RIGHT_HAND]) put_pose(row, c.firsts[XROR_RIGHT_HAND], &frames[i].right_hand);
        if (frames[i].poses != frames[0].poses)
            good = reel__xror_refuse(w, "xror.frame-poses", "frames", i, "has other poses than the first frame");
        good = good && put_axes(w, &c, i, row);
    }
    if (good && check_untyped(w, &c, values, count)) reel__xror_write_floats(w, "frames", values, count, c.count);
    reel__memory_drop(&w->e->allocator, values);
}

static void write_points(xror_writer *w)
{
    size_t count;
    const xror_point *points = reel_chunk_rows(w->now.chunk, &xror_points, &count);
    if (w->now.device_count != 1 || w->devices[0].role != XROR_BRUSH) {
        reel__xror_refuse(w, "xror.points", "points", 0, "needs one device with the axes x y z i j k 1 p, a brush");
        return;
    }
    if (count_of(w, &xror_frames) || count_of(w, &xror_axes)) {
        reel__xror_refuse(w, "xror.points", "points", 0, "cannot be stored beside frames or axes");
        return;
    }
    double *values = reel__xror_new_values(w, "points", count, POINT_COLUMNS);
    for (size_t i = 0; values && i < count; i++) {
        double *row = values + i * POINT_COLUMNS;
        row[0] = points[i].time;
        put_pose(row, 1, &points[i].pose);
        row[POINT_COLUMNS - 1] = xror_widen(points[i].pressure);
    }
    if (values) reel__xror_write_floats(w, "frames", values, count, POINT_COLUMNS);
    reel__memory_drop(&w->e->allocator, values);
}

void reel__xror_write_motion(xror_writer *w)
{
    if (count_of(w, &xror_points))
        write_points(w);
    else
        write_frames(w);
}
