/* SPDX-License-Identifier: MIT
 * The rows that motion is taken from, in any format: tables are recognised by their fields. */
#include "insight/fingerprint/fingerprint.h"

#include "core/rows.h"

/* Frames per second of a macro that does not state them, and ticks per second of DDNet. */
#define DEFAULT_RATE 240.0
#define TICK_RATE 50.0

/* Names of the positions, and of the field that tells players apart if rows are of several. The second set is that of key frames, all
 * that the oldest files of ScoreSaber have; then those of Echo VR. */
static const struct {
    const char *parts[3], *key;
} pose_names[] = {
    { { "head_position", "left_hand_position", "right_hand_position" }, NULL },
    { { "head_position", "left_position", "right_position" }, NULL },
    { { "head", "left_hand", "right_hand" }, "userid" },
    { { "position", "left_hand", "right_hand" }, "player" },
};

static const reel_field *position_field(const reel_table *table, const char *name)
{
    const reel_field *field = reel_table_field(table, name);
    return field && (field->type == REEL_F32 || field->type == REEL_F64) && field->count == 3 ? field : NULL;
}

static bool has_poses(const reel_table *table, motion_source *source)
{
    const reel_field *time = reel_table_time(table);
    if (!time || strcmp(time->unit, "s") != 0) return false;
    for (size_t set = 0; set < sizeof pose_names / sizeof *pose_names; set++) {
        *source = (motion_source){ .table = table, .time = time };
        int found = 0;
        while (found < 3 && (source->parts[found] = position_field(table, pose_names[set].parts[found]))) found++;
        if (pose_names[set].key) source->key = reel_table_field(table, pose_names[set].key);
        if (found == 3 && (source->key || !pose_names[set].key)) return true;
    }
    return false;
}

static bool has_presses(const reel_table *table, motion_source *source)
{
    const reel_field *time = reel_table_time(table), *down = reel_table_field(table, "down");
    if (!time || !down || down->type != REEL_BOOL || strcmp(time->unit, "frames") != 0) return false;
    *source = (motion_source){ .table = table, .time = time, .down = down, .frames_per_second = DEFAULT_RATE };
    return true;
}

/* Inputs of the clients of a server: the moments at which a key is pressed or released. */
static bool has_inputs(const reel_table *table, motion_source *source)
{
    static const char *const names[INPUT_KEYS] = { "direction", "jump", "hook" };
    const reel_field *time = reel_table_time(table), *client = reel_table_field(table, "cid");
    if (!time || !client || strcmp(time->unit, "tick") != 0) return false;
    *source = (motion_source){ .table = table, .time = time, .key = client, .frames_per_second = TICK_RATE };
    for (int i = 0; i < INPUT_KEYS; i++)
        if (!(source->keys[i] = reel_table_field(table, names[i]))) return false;
    return true;
}

static void find_rate(const reel_table *const *tables, motion_source *source)
{
    for (; *tables && !source->rate; tables++) {
        if (!((*tables)->flags & REEL_TABLE_HEADER)) continue;
        source->header = *tables;
        source->rate = reel_table_field(*tables, "framerate");
    }
}

print_kind reel__find_sources(const reel_format *format, motion_sources *sources)
{
    const reel_table *const *tables = reel_format_tables(format);
    motion_source *source = &sources->data[0];
    sources->count = 0;
    for (const reel_table *const *table = tables; *table && sources->count < MOST_SOURCES; table++)
        if (has_poses(*table, &sources->data[sources->count])) sources->count++;
    if (sources->count) return PRINT_POSES;
    sources->count = 1;
    for (const reel_table *const *table = tables; *table; table++) {
        if (has_inputs(*table, source)) return PRINT_INPUTS;
        if (!has_presses(*table, source)) continue;
        find_rate(tables, source);
        return PRINT_PRESSES;
    }
    return PRINT_NONE;
}

bool reel_motion_supports(const reel_format *format)
{
    motion_sources sources;
    return reel__find_sources(format, &sources) != PRINT_NONE;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* The motion of the player of a row, which is made if it is the first one. NULL: out of memory, or *full, too many players. */
static reel_motion *player_of(reel_motion *first, const motion_source *source, const uint8_t *row, bool *full)
{
    if (!source->key) return first;
    int64_t key = reel__integer_value(source->key->type, row + source->key->offset);
    reel_motion *motion = first;
    size_t count = 1;
    if (!first->has_player) {
        first->has_player = true;
        first->player = key;
    }
    for (; motion->player != key && motion->next; count++) motion = motion->next;
    if (motion->player == key) return motion;
    *full = count == MOST_PLAYERS;
    if (!*full && (motion->next = reel__motion_new(&first->allocator, first->kind))) {
        motion->next->has_player = true;
        motion->next->player = key;
    }
    return motion->next;
}

static bool add_pose(reel_motion *motion, const motion_source *source, const uint8_t *row)
{
    double values[CHANNELS];
    for (int part = 0; part < 3; part++) {
        const reel_field *field = source->parts[part];
        for (size_t axis = 0; axis < 3; axis++) values[3 * part + (int)axis] = reel_field_number(field, row, axis);
    }
    return reel__signal_add(&motion->signal, reel_field_number(source->time, row, 0), values);
}

static bool add_press(reel_motion *motion, const motion_source *source, const uint8_t *row)
{
    if (reel_field_number(source->down, row, 0) == 0) return true;
    return reel__presses_add(&motion->presses, reel_field_number(source->time, row, 0) / source->frames_per_second);
}

static bool add_input(reel_motion *motion, const motion_source *source, const uint8_t *row)
{
    bool changed = false;
    for (int i = 0; i < INPUT_KEYS; i++) {
        int64_t value = reel__integer_value(source->keys[i]->type, row + source->keys[i]->offset);
        changed |= value != motion->inputs[i];
        motion->inputs[i] = value;
    }
    double time = reel_field_number(source->time, row, 0) / source->frames_per_second;
    if (!changed || (motion->presses.count && motion->presses.times[motion->presses.count - 1] == time)) return true;
    return reel__presses_add(&motion->presses, time);
}

void reel__source_learn_rate(motion_source *source, const reel_chunk *chunk)
{
    size_t count = 0;
    const void *row = source->rate ? reel_chunk_rows(chunk, source->header, &count) : NULL;
    if (!count || !reel_field_present(source->rate, row)) return;
    double rate = reel_field_number(source->rate, row, 0);
    if (rate >= 1 && rate <= 1e6) source->frames_per_second = rate;
}

bool reel__source_add_rows(reel_motion *first, const motion_source *source, const uint8_t *rows, size_t count)
{
    for (size_t i = 0; i < count; i++, rows += source->table->row_size) {
        bool full = false;
        reel_motion *motion = player_of(first, source, rows, &full);
        if (full) {
            first->left_out++;
            continue;
        }
        if (!motion) return false;
        bool added = source->parts[0]  ? add_pose(motion, source, rows)
                     : source->keys[0] ? add_input(motion, source, rows)
                                       : add_press(motion, source, rows);
        if (!added) return false;
    }
    return true;
}
