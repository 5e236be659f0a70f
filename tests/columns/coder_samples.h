/* SPDX-License-Identifier: MIT
 * Rows of several kinds whose blocks the tests of the coders damage, and what decodes them. */
#ifndef REEL_TEST_CODER_SAMPLES_H
#define REEL_TEST_CODER_SAMPLES_H

#include "coder_motion.h"

enum { FRAMES = 60, NOTES = 90, JOINTS = 16, MOST = 700 /* rows that there are */ };

typedef struct sample {
    const reel_table *table;
    const void *rows;
    size_t count;
    coder_options options;
} sample;

typedef struct note_row {
    uint64_t offset;
    int32_t key, value;
    int8_t small;
    float decimal;
    reel_string name;
} note_row;

static const reel_field note_fields[] = {
    REEL_FIELD(note_row, "offset", offset, U64, "", "ascends"),
    REEL_FIELD(note_row, "key", key, I32, "", "one of few"),
    REEL_FIELD(note_row, "value", value, I32, "", "moves by key"),
    REEL_FIELD(note_row, "small", small, I8, "", "-2 to 2"),
    REEL_FIELD(note_row, "decimal", decimal, F32, "", "tenths"),
    REEL_FIELD(note_row, "name", name, STRING, "", "one of several"),
};
typedef struct axes_row {
    uint8_t player;
    float forward[3], left[3], up[3], again[3];
} axes_row;

static const reel_field axes_fields[] = {
    REEL_FIELD(axes_row, "player", player, U8, "", "whose axes they are"),
    REEL_FIELD(axes_row, "forward", forward, F32, "", "thousandths"),
    REEL_FIELD(axes_row, "left", left, F32, "", "thousandths"),
    REEL_FIELD(axes_row, "up", up, F32, "", "their cross product"),
    REEL_FIELD(axes_row, "again", again, F32, "", "forward again"),
};
static const reel_table axes_table = REEL_TABLE("axes", "columns that refer to others", axes_row, axes_fields, 0);

/* Some of the axes turn. */
static inline axes_row *make_axes(void)
{
    static axes_row rows[MOST];
    for (int i = 0; i < MOST; i++) {
        const float a = (float)(600.0 * (double)0.001f), b = (float)(800.0 * (double)0.001f);
        axes_row *r = &rows[i];
        *r = (axes_row){ .player = (uint8_t)(i % 3),
                         .forward = { i % 2 ? a : b, i % 2 ? b : a, 0 },
                         .left = { i % 2 ? -b : -a, i % 2 ? a : b, 0 },
                         .up = { 0, 0, 1 } };
        r->up[0] = (float)((double)(i % 7 % 2) * (double)0.001f);
        memcpy(r->again, r->forward, sizeof r->again);
    }
    rows[NOTES / 2].left[1] = reel_float_of(0x80000000);
    rows[NOTES / 3].up[2] = 1.5f;
    rows[NOTES / 4].again[0] = 0.3f;
    return rows;
}

/* Floats that follow from others, but for some rows. */
typedef struct cut_row {
    float event, spawn, deviation, angle, turned, direction[3], facing[3];
} cut_row;

static const reel_field cut_fields[] = {
    REEL_FIELD(cut_row, "event", event, F32, "s", "a time"),
    REEL_FIELD(cut_row, "spawn", spawn, F32, "s", "a later time"),
    REEL_FIELD(cut_row, "deviation", deviation, F32, "s", "their difference"),
    REEL_FIELD(cut_row, "angle", angle, F32, "degrees", "any angle"),
    REEL_FIELD(cut_row, "turned", turned, F32, "degrees", "the angle and 90"),
    REEL_FIELD(cut_row, "direction", direction, F32, "", "of the length 1"),
    REEL_FIELD(cut_row, "facing", facing, F32, "", "of the length 1, in thousandths"),
};
static const reel_table cut_table = REEL_TABLE("cuts", "floats that follow from others", cut_row, cut_fields, 0);

static inline cut_row *make_cuts(void)
{
    static cut_row rows[MOST];
    uint64_t random = 9;
    for (size_t i = 0; i < MOST; i++) {
        double x = motion_noise(&random), y = motion_noise(&random), z = motion_noise(&random),
               size = sqrt(x * x + y * y + z * z);
        const float event = (float)((double)i + motion_noise(&random)), spawn = (float)((double)i + motion_noise(&random)),
                    angle = (float)(100 * motion_noise(&random));
        rows[i] = (cut_row){ .event = event,
                             .spawn = spawn,
                             .deviation = (float)((double)spawn - (double)event),
                             .angle = angle,
                             .turned = (float)((double)angle + 90),
                             .direction = { (float)(x / size), (float)(y / size), (float)(z / size) } };
        const double turned[3] = { x / size, z / size, y / size };
        for (int k = 0; k < 3; k++) {
            const double scaled = 1000 * turned[k];
            rows[i].facing[k] = (float)((double)(int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5) * (double)0.001f);
        }
    }
    rows[NOTES / 6].facing[2] = 0.12345678f;
    rows[NOTES / 7].facing[0] = reel_float_of(0x7f800000);
    rows[5] = (cut_row){ .event = 3 };
    rows[NOTES / 2].direction[2] = reel_float_of(0xffffffff);
    rows[NOTES / 3].direction[0] = reel_float_of(0x7f800000);
    rows[NOTES / 4].spawn = reel_float_of(0x7f7fffff);
    rows[NOTES / 4 + 1].event = reel_float_of(0x7fc00001);
    rows[NOTES / 5].direction[2] = reel_float_of(0x80000000);
    return rows;
}

/* Steps of a clock, as games and their recorders have them. */
typedef struct clock_row {
    float time;
    double precise;
    int32_t rate;
    int64_t paid;
} clock_row;

static const reel_field clock_fields[] = {
    REEL_FIELD(clock_row, "time", time, F32, "s", "a sum of steps that are multiples of 2^-13", .flags = REEL_FIELD_TIME),
    REEL_FIELD(clock_row, "precise", precise, F64, "s", "the same and a half", .flags = REEL_FIELD_TIME),
    REEL_FIELD(clock_row, "rate", rate, I32, "Hz", "rows in a second, about"),
    REEL_FIELD(clock_row, "paid", paid, I64, "", "a sum of few numbers"),
};
static const reel_table clock_table = REEL_TABLE("clocks", "steps of few values", clock_row, clock_fields, 0);

static inline clock_row *make_clocks(void)
{
    static clock_row rows[MOST];
    uint64_t random = 4;
    int64_t ticks = 0, paid = 0;
    for (size_t i = 0; i < MOST; i++) {
        const int64_t step = 88 + (int64_t)(motion_random(&random) % 8);
        const uint64_t coin = motion_random(&random) % 16;
        ticks += step;
        paid += (int64_t)(coin * coin * UINT64_C(1000003)) - 70000000;
        rows[i] = (clock_row){ .time = (float)((double)ticks / 8192),
                               .precise = (double)ticks / 8192 + 0.5,
                               .rate = (int32_t)(8192 / step) + (int32_t)(motion_random(&random) % 2),
                               .paid = paid };
    }
    return rows;
}

static const reel_table note_table = REEL_TABLE("notes", "columns of several kinds", note_row, note_fields, 0);

static inline note_row *make_notes(void)
{
    static const char *const names[] = { "one", "another", "a third text", "" };
    static note_row notes[MOST];
    for (int i = 0; i < MOST; i++) {
        const char *name = names[i * 7 % 4];
        notes[i] = (note_row){ (uint64_t)(i * 5 + i % 3), i * i % 4, i * (i % 4), (int8_t)(i * i % 5 - 2), (float)(i % 17) / 10,
                               { name, strlen(name) } };
    }
    return notes;
}

typedef struct body_row {
    reel_pose joints[JOINTS];
} body_row;

#define JOINT(number)                                                                                                            \
    REEL_FIELD(body_row, "position" #number, joints[number].position, F32, "m", "of a joint", .flags = REEL_FIELD_POSE),         \
        REEL_FIELD(body_row, "rotation" #number, joints[number].rotation, F32, "", "of a joint")
static const reel_field body_fields[] = { JOINT(0), JOINT(1), JOINT(2),  JOINT(3),  JOINT(4),  JOINT(5),  JOINT(6),  JOINT(7),
                                          JOINT(8), JOINT(9), JOINT(10), JOINT(11), JOINT(12), JOINT(13), JOINT(14), JOINT(15) };
static const reel_table body_table = REEL_TABLE("bodies", "more joints than a column of motion has", body_row, body_fields, 0);

static inline body_row *make_bodies(void)
{
    static body_row rows[MOST];
    uint64_t random = 5;
    swing joints[JOINTS] = { 0 };
    for (size_t i = 0; i < MOST; i++)
        for (size_t j = 0; j < JOINTS; j++) {
            swing_step(&joints[j], &random, 0.005);
            swing_pose(&joints[j], &rows[i].joints[j]);
        }
    return rows;
}

typedef struct tracker_row {
    double time;
    reel_vec3 position, still;
    reel_quaternion rotation, no_turn;
} tracker_row;

static const reel_field tracker_fields[] = {
    REEL_FIELD(tracker_row, "time", time, F64, "s", "time", .flags = REEL_FIELD_TIME),
    REEL_FIELD(tracker_row, "still", still, F32, "m", "a device that does not move", .flags = REEL_FIELD_POSE),
    REEL_FIELD(tracker_row, "no_turn", no_turn, F32, "", "its rotation"),
    REEL_FIELD(tracker_row, "position", position, F32, "m", "one that moves and jumps", .flags = REEL_FIELD_POSE),
    REEL_FIELD(tracker_row, "rotation", rotation, F32, "", "its rotation"),
};
static const reel_table tracker_table =
    REEL_TABLE("trackers", "a device that moves and one that rests", tracker_row, tracker_fields, 0);

/* Motion with an odd time axis, a rotation that is not a unit quaternion, and jumps. */
static inline tracker_row *make_trackers(void)
{
    static tracker_row rows[MOST];
    uint64_t random = 3;
    swing body = { 0 };
    for (size_t i = 0; i < MOST; i++) {
        reel_pose pose;
        swing_step(&body, &random, 0.005);
        swing_pose(&body, &pose);
        rows[i] = (tracker_row){ .time = i == 20   ? 1e300
                                         : i == 30 ? (double)INFINITY
                                                   : (double)i / 90,
                                 .position = pose.position,
                                 .rotation = pose.rotation,
                                 .no_turn.w = 1 };
    }
    rows[11].rotation.w = 3;
    rows[112].position.x = 9000;
    rows[113].position.y = -1e12f;
    rows[140].rotation = (reel_quaternion){ 0 };
    return rows;
}

/* Decodes with a budget; the offset of a failure is within the block. */
static inline reel_status decode(const reel_table *table, const uint8_t *data, size_t size, size_t count, reel_budget *budget)
{
    static const reel_table *tables[2];
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(table, fields);
    reel_allocator allocator = reel__memory_allocator(NULL);
    uint8_t *own = malloc(size + 1), *rows = calloc(count, table->row_size);
    reel_error error = { .offset = 0 };
    tables[0] = table;
    reel_chunk *chunk = reel__chunk_new(tables, NULL, UINT64_MAX, &allocator);
    assert_true(own && rows && chunk);
    memcpy(own, data, size); /* so that a read past the end is seen */
    uint8_t *exact = realloc(own, size ? size : 1);
    assert_non_null(exact);
    reel_cursor in = { .at = exact, .end = exact + size, .end_offset = size };
    reel_status status = reel__coder_decode(&coded, &in, rows, count, NULL, chunk, budget, &allocator, &error);
    if (status != REEL_OK) assert_true(error.offset <= size);
    free(rows);
    free(exact);
    reel__chunk_free(chunk);
    return status;
}

static inline void assert_expected(reel_status status, size_t at)
{
    if (status == REEL_OK || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT) return;
    fail_msg("status %d for a change at %zu", status, at);
}

static inline reel_budget small_budget(void)
{
    reel_limits limits = { .work = 50000000, .unpacked_bytes = 1 << 20 };
    return reel__budget_of(&limits, NULL, NULL);
}

/* Runs `run` for a block of each kind. */
static inline void each_sample(void (*run)(const sample *s))
{
    bsor_frame *frames = swing_frames(MOST, 2), *halves = half_frames(MOST, 3);
    const coder_options exact = { .level = CODER_DEFAULT }, fast = { .level = CODER_FAST },
                        rounded = { .level = CODER_DEFAULT, .position_step = 0.001, .rotation_step = 0.1 },
                        rounded_fast = { .level = CODER_FAST, .position_step = 0.001, .rotation_step = 0.1 };
    const sample samples[] = { { &bsor_frames, frames, FRAMES, exact },
                               { &bsor_frames, frames, FRAMES, fast },
                               { &bsor_frames, frames, FRAMES, rounded },
                               { &bsor_frames, frames, FRAMES, rounded_fast },
                               { &bsor_frames, frames, 3, exact },
                               { &bsor_frames, halves, FRAMES, exact },
                               { &bsor_frames, halves, FRAMES, fast },
                               { &note_table, make_notes(), NOTES, exact },
                               { &note_table, make_notes(), 2, exact },
                               { &cut_table, make_cuts(), NOTES, exact },
                               { &cut_table, make_cuts(), NOTES, fast },
                               { &clock_table, make_clocks(), NOTES, exact },
                               { &clock_table, make_clocks(), NOTES, fast },
                               { &axes_table, make_axes(), NOTES, exact },
                               { &body_table, make_bodies(), 4, exact },
                               { &tracker_table, make_trackers(), FRAMES, exact },
                               { &tracker_table, make_trackers(), FRAMES, fast },
                               { &tracker_table, make_trackers(), FRAMES, rounded } };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) run(&samples[i]);
    free(frames);
    free(halves);
}

#endif
