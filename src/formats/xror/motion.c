/* SPDX-License-Identifier: MIT
 * The table of motion: poses of head and hands, points of a drawing, and values of all other axes. */
#include "formats/xror/reader.h"

#include "core/memory.h"

/* Axes of a pose, in the order of reel_pose. */
enum { POSE_AXES = 7, BRUSH_AXES = 8 };

static bool is_name(reel_string name, char letter) { return name.size == 1 && name.data[0] == letter; }

static bool text_is(reel_string text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool is_pose(const xror_device_axis *axes, uint32_t count)
{
    static const char letters[] = "xyzijk1";
    for (size_t i = 0; i < POSE_AXES; i++)
        if (i >= count || !is_name(axes[i].name, letters[i])) return false;
    return true;
}

static xror_role role_of(const xror_device *device)
{
    if (text_is(device->joint, "HEAD") || (!device->joint.size && text_is(device->type, "HMD"))) return XROR_HEAD;
    if (text_is(device->joint, "HAND_LEFT")) return XROR_LEFT_HAND;
    return text_is(device->joint, "HAND_RIGHT") ? XROR_RIGHT_HAND : XROR_OTHER;
}

void reel__xror_find_roles(xror_device *devices, size_t device_count, const xror_device_axis *axes, size_t axis_count)
{
    unsigned met = 1u << XROR_OTHER;
    for (size_t i = 0; i < device_count; i++) {
        xror_device *device = &devices[i];
        size_t first = device->first_column - 1;
        device->role = XROR_OTHER;
        if (!device->axes || first + device->axes > axis_count || !is_pose(axes + first, device->axes)) continue;
        xror_role role = role_of(device);
        if (device_count == 1 && role == XROR_OTHER && device->axes == BRUSH_AXES && is_name(axes[POSE_AXES].name, 'p'))
            role = XROR_BRUSH;
        if (met >> role & 1) continue;
        met |= 1u << role;
        device->role = (uint8_t)role;
    }
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool wants_motion(const xror_reader *r)
{
    return xror_wants(r, &xror_documents) || xror_wants(r, &xror_frames) || xror_wants(r, &xror_axes) ||
           xror_wants(r, &xror_points) || xror_wants(r, &xror_strokes);
}

void reel__xror_read_motion(xror_reader *r)
{
    r->columns = 1 + (uint32_t)r->axis_count;
    if (!r->has_frames) return;
    if (!reel__xror_floats_read(r, &r->frames, &r->frames_tree, "frames", wants_motion(r), &r->motion)) r->no_memory = true;
    if (!r->motion.stated || r->motion.columns == r->columns || r->odd_info) return;
    reel_find(
        &r->d->reporter,
        (reel_finding){
            .rule = "xror.columns", .severity = REEL_ERROR, .section = "frames", .offset = xror_offset(r, r->frames.element) },
        "the table has %u columns, but the devices have %u axes besides the time", r->motion.columns, r->columns - 1);
}

/* Whether `count` columns of a table have floats only: a table of doubles may have others, which no pose can hold. */
static bool are_floats(const xror_floats *table, uint32_t first, uint32_t count)
{
    if (!table->wide) return true;
    for (size_t row = 0; row < table->rows; row++)
        for (uint32_t c = first; c < first + count; c++)
            if (!xror_is_float(xror_floats_at(table, row, c))) return false;
    return true;
}

/* First columns of the poses by role, 0 for those that the table does not have. */
static void find_poses(const xror_reader *r, uint32_t *firsts)
{
    memset(firsts, 0, (XROR_BRUSH + 1) * sizeof *firsts);
    if (r->motion.columns != r->columns) return;
    for (size_t i = 0; i < r->device_count; i++) {
        const xror_device *device = &r->devices[i];
        uint32_t used = device->role == XROR_BRUSH ? BRUSH_AXES : POSE_AXES;
        if (device->role && are_floats(&r->motion, device->first_column, used)) firsts[device->role] = device->first_column;
    }
}

static void copy_floats(float *to, const xror_floats *table, size_t row, uint32_t column, size_t count)
{
    if (!table->wide) {
        memcpy(to, (const float *)table->values + row * table->columns + column, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; i++) to[i] = xror_narrow(xror_floats_at(table, row, column + (uint32_t)i));
}

_Static_assert(sizeof(reel_pose) == POSE_AXES * sizeof(float), "a pose has no padding");

static bool add_frames(xror_reader *r, const uint32_t *firsts)
{
    static const size_t places[] = { [XROR_HEAD] = offsetof(xror_frame, head),
                                     [XROR_LEFT_HAND] = offsetof(xror_frame, left_hand),
                                     [XROR_RIGHT_HAND] = offsetof(xror_frame, right_hand) };
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_frames);
    if (!list || !r->motion.rows) return true;
    xror_frame *rows = reel_row_grow(list, r->motion.rows, true);
    if (!rows) return false;
    for (size_t i = 0; i < r->motion.rows; i++) {
        rows[i] = (xror_frame){ .time = xror_floats_at(&r->motion, i, 0) };
        for (unsigned role = XROR_HEAD; role <= XROR_RIGHT_HAND; role++) {
            if (!firsts[role]) continue;
            copy_floats((float *)(void *)((uint8_t *)&rows[i] + places[role]), &r->motion, i, firsts[role], POSE_AXES);
            rows[i].poses |= (uint8_t)(1u << (role - XROR_HEAD));
        }
    }
    return true;
}

/* The columns that no pose has, from 1 on. Sets *count. */
static uint32_t *other_columns(const xror_reader *r, const uint32_t *firsts, size_t *count)
{
    const xror_floats *motion = &r->motion;
    uint32_t *columns = r->d->allocator.alloc(r->d->allocator.context, motion->columns * sizeof *columns);
    *count = 0;
    for (uint32_t c = 1; columns && c < motion->columns; c++) {
        bool typed = false;
        for (unsigned role = XROR_HEAD; role <= XROR_RIGHT_HAND; role++)
            typed |= firsts[role] && c >= firsts[role] && c < firsts[role] + POSE_AXES;
        if (!typed) columns[(*count)++] = c;
    }
    return columns;
}

static bool add_axes(xror_reader *r, const uint32_t *firsts)
{
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_axes);
    const xror_floats *motion = &r->motion;
    size_t count;
    if (!list || !motion->rows) return true;
    uint32_t *columns = other_columns(r, firsts, &count);
    if (!columns) return false;
    xror_axis *rows = count ? reel_row_grow(list, count * motion->rows, true) : NULL;
    bool named = motion->columns == r->columns;
    for (size_t i = 0; rows && i < motion->rows; i++)
        for (size_t c = 0; c < count; c++) {
            const xror_device_axis *axis = named ? &r->axes[columns[c] - 1] : NULL;
            *rows++ = (xror_axis){ .time = xror_floats_at(motion, i, 0),
                                   .value = xror_floats_at(motion, i, columns[c]),
                                   .name = axis ? axis->name : (reel_string){ NULL, 0 },
                                   .frame = (uint32_t)i,
                                   .device = axis ? axis->device : (uint32_t)r->device_count,
                                   .column = columns[c] };
        }
    reel__memory_drop(&r->d->allocator, columns);
    return rows || !count;
}

/* ---- drawings --------------------------------------------------------------------------------------------------- */

/* A stroke begins at the first point after the start of the stroke before that has its time: times go back, so that they can be neither
 * sorted nor searched. Fills the number of the stroke of each point from `rows`, which may be NULL, and the strokes' own. */
static void join_strokes(xror_reader *r, xror_point *points, xror_stroke *strokes)
{
    size_t at = 0, count = r->motion.rows, begun = 0;
    for (size_t s = 0; s < r->stroke_count; s++) {
        size_t first = begun ? at + 1 : at;
        size_t found = first;
        while (found < count && xror_floats_at(&r->motion, found, 0) != r->stroke_times[s]) found++;
        if (found >= count) break;
        if (strokes) strokes[s].first_point = (uint32_t)found;
        if (strokes && begun) strokes[s - 1].points = (uint32_t)(found - at);
        for (size_t i = begun ? at : found; points && begun && i < found; i++) points[i].stroke = (uint32_t)(s - 1);
        at = found;
        begun = s + 1;
    }
    if (strokes && begun) strokes[begun - 1].points = (uint32_t)(count - at);
    for (size_t i = at; points && begun && i < count; i++) points[i].stroke = (uint32_t)(begun - 1);
}

static bool add_points(xror_reader *r, uint32_t first)
{
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_points);
    reel_row_list *strokes = reel_chunk_table(r->d->chunk, &xror_strokes);
    xror_point *rows = list && r->motion.rows ? reel_row_grow(list, r->motion.rows, true) : NULL;
    if (list && r->motion.rows && !rows) return false;
    for (size_t i = 0; rows && i < r->motion.rows; i++) {
        rows[i] = (xror_point){ .time = xror_floats_at(&r->motion, i, 0), .stroke = XROR_NO_STROKE };
        copy_floats(&rows[i].pose.position.x, &r->motion, i, first, POSE_AXES);
        copy_floats(&rows[i].pressure, &r->motion, i, first + POSE_AXES, 1);
    }
    join_strokes(r, rows, strokes && strokes->count == r->stroke_count ? (xror_stroke *)(void *)strokes->data : NULL);
    return true;
}

bool reel__xror_add_motion(xror_reader *r)
{
    uint32_t firsts[XROR_BRUSH + 1];
    if (!r->motion.values || !wants_motion(r)) return true;
    if (r->tree.fault && !r->has[XROR_HARDWARE])
        return true; /* the file cuts what the columns mean: they are frames of nothing */
    find_poses(r, firsts);
    if (firsts[XROR_BRUSH]) return add_points(r, firsts[XROR_BRUSH]);
    return add_frames(r, firsts) && add_axes(r, firsts);
}
