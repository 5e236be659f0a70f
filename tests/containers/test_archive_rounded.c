/* SPDX-License-Identifier: MIT
 * What an archive that was packed with a precision states holds for each value of each row, whatever the values are; all other values are as
 * they were. */
#define _POSIX_C_SOURCE 200809L
#include "archives.h"

#include <math.h>
#include <reel/bsor.h>

enum { FRAMES = 1500, CHUNK = 400 };

static uint32_t next_random(uint32_t *state) { return *state = *state * 1664525u + 1013904223u; }

static float within(uint32_t *state, float most) { return ((float)(next_random(state) >> 8) / 8388608.0f - 1) * most; }

static double length_of(reel_quaternion q)
{
    return sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z + (double)q.w * (double)q.w);
}

static void make_unit(reel_quaternion *q)
{
    double size = length_of(*q);
    *q = (reel_quaternion){ (float)((double)q->x / size), (float)((double)q->y / size), (float)((double)q->z / size),
                            (float)((double)q->w / size) };
}

/* Motion that goes on, jumps, is far away, or is any bits; rotations of any length. */
static bsor_frame frame_at(uint32_t i, uint32_t *state, const bsor_frame *before, bool wild)
{
    bsor_frame frame = *before;
    frame.time = (float)i / 90;
    frame.fps = (int32_t)(next_random(state) % 200);
    reel_pose *const poses[] = { &frame.head, &frame.left_hand, &frame.right_hand };
    for (size_t p = 0; p < 3; p++) {
        float *values = &poses[p]->position.x, *turns = &poses[p]->rotation.x;
        uint32_t kind = wild ? next_random(state) >> 24 : 0;
        float most = kind < 200 ? 0.01f : kind < 240 ? 3.0f : 20000.0f;
        for (size_t n = 0; n < 3; n++) values[n] = kind < 240 ? values[n] + within(state, most) : within(state, most);
        for (size_t n = 0; n < 4; n++) turns[n] = kind < 200 ? turns[n] + within(state, 0.02f) : within(state, most);
        if (!wild) make_unit(&poses[p]->rotation);
        if (kind == 255) values[next_random(state) >> 30 & 1] = reel_float_of(next_random(state));
        if (kind == 254) turns[next_random(state) >> 30] = reel_float_of(next_random(state));
    }
    return frame;
}

static reel_memory packed(const bsor_frame *frames, double position, double rotation)
{
    reel_memory archive;
    reel_writer *writer;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .chunk_rows = CHUNK, .position_error = position,
                                       .rotation_error = rotation };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    const bsor_info info = { .score = 1 };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    reel_append(writer, &bsor_frames, frames, FRAMES);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return archive;
}

/* Degrees between two rotations; q and -q are the same one. By the shorter of difference and sum, which is exact for small angles. */
static double degrees_between(reel_quaternion a, reel_quaternion b)
{
    const float *x = &a.x, *y = &b.x;
    double size[2] = { length_of(a), length_of(b) }, less = 0, more = 0;
    for (size_t n = 0; n < 4; n++) {
        double one = (double)x[n] / size[0], other = (double)y[n] / size[1];
        less += (one - other) * (one - other);
        more += (one + other) * (one + other);
    }
    double chord = sqrt(less < more ? less : more) / 2;
    return 4 * asin(chord < 1 ? chord : 1) * 57.29577951308232;
}

/* A value that is read as a float cannot be nearer than floats are. */
static double spacing(float value) { return fabs((double)value) * 1.2e-7 + 1e-12; }

/* Values and rotations that are not as they were: without them nothing is shown. */
static size_t rounded;

static void assert_within(const reel_pose *was, const reel_pose *is, double position, double rotation, size_t row)
{
    const float *x = &was->position.x, *y = &is->position.x;
    for (size_t n = 0; n < 3; n++) {
        if (memcmp(&x[n], &y[n], sizeof *x) == 0) continue;
        rounded++;
        double off = fabs((double)x[n] - (double)y[n]);
        if (!(position > 0 && off <= position + spacing(x[n])))
            fail_msg("row %zu: %.9g became %.9g, with a bound of %g", row, (double)x[n], (double)y[n], position);
    }
    if (memcmp(&was->rotation, &is->rotation, sizeof was->rotation) == 0) return;
    rounded++;
    double off = degrees_between(was->rotation, is->rotation);
    if (!(rotation > 0 && off <= rotation + 1e-4))
        fail_msg("row %zu: a rotation is %g degrees off, with a bound of %g", row, off, rotation);
}

static void assert_bounds_hold(const bsor_frame *frames, double position, double rotation, bool wild)
{
    reel_memory archive = packed(frames, position, rotation);
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(archive.data, archive.size), NULL, &replay, NULL), REEL_OK);
    assert_null(reel_replay_damage(replay));
    const bsor_frame *back = reel_chunk_rows(reel_replay_chunk(replay), &bsor_frames, &count);
    assert_int_equal(count, FRAMES);
    rounded = 0;
    for (size_t i = 0; i < count; i++) {
        assert_memory_equal(&back[i].time, &frames[i].time, sizeof frames[i].time);
        assert_int_equal(back[i].fps, frames[i].fps);
        assert_within(&frames[i].head, &back[i].head, position, rotation, i);
        assert_within(&frames[i].left_hand, &back[i].left_hand, position, rotation, i);
        assert_within(&frames[i].right_hand, &back[i].right_hand, position, rotation, i);
    }
    /* what cannot be rounded is kept as it is */
    if (!wild && rounded < FRAMES)
        fail_msg("only %zu values were rounded, with bounds of %g and %g", rounded, position, rotation);
    reel_free(replay);
    reel_memory_free(&archive);
}

static void stated_bounds_hold_for_every_value_of_every_row(void **state)
{
    (void)state;
    static const double bounds[][2] = { { 0.0001, 0.05 }, { 0.01, 5 }, { 0.00001, 0.001 }, { 0.05, 10 } };
    static bsor_frame frames[FRAMES];
    for (uint32_t seed = 1; seed <= 4; seed++) {
        uint32_t random = seed;
        bsor_frame before = { .head.rotation.w = 1, .left_hand.rotation.w = 1, .right_hand.rotation.w = 1 };
        for (uint32_t i = 0; i < FRAMES; i++) before = frames[i] = frame_at(i, &random, &before, seed > 2);
        for (size_t n = 0; n < sizeof bounds / sizeof *bounds; n++)
            assert_bounds_hold(frames, bounds[n][0], bounds[n][1], seed > 2);
    }
}

/* Nothing would be rounded, and the archive would state that it was. */
static void bounds_that_cannot_be_used_are_refused(void **state)
{
    (void)state;
    static const double bounds[][2] = { { 0.001, 0 },    { 0, 0.5 },    { 0.5, 1 }, { 0.001, 45 },
                                        { -0.001, 0.5 }, { 0.001, -1 }, { 1e-9, 1 } };
    for (size_t n = 0; n < sizeof bounds / sizeof *bounds; n++) {
        const reel_archive_options how = { REEL_SIZED(reel_archive_options), .position_error = bounds[n][0],
                                           .rotation_error = bounds[n][1] };
        const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
        reel_memory archive;
        reel_writer *writer;
        reel_error error;
        const bsor_info info = { .score = 1 };
        reel_status status = reel_create(reel_sink_memory(&archive, NULL), &reel_format_bsor, &options, &writer, &error);
        if (status >= 0) {
            reel_append(writer, &bsor_infos, &info, 1);
            status = reel_finish(writer, &error);
        }
        assert_int_equal(status, REEL_ARGUMENT);
        assert_string_equal(error.rule, "archive.precision");
        size_t size;
        uint8_t *file = read_file(project_path("tests/formats/bsor/golden/note-ids.bsor"), &size);
        assert_int_equal(reel_pack(reel_source_memory(file, size), NULL, &how, reel_sink_memory(&archive, NULL), NULL, &error),
                         REEL_ARGUMENT);
        assert_string_equal(error.rule, "archive.precision");
        free(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(stated_bounds_hold_for_every_value_of_every_row),
                                        cmocka_unit_test(bounds_that_cannot_be_used_are_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
