/* SPDX-License-Identifier: MIT
 * Recordings that are changed: what is encoded again, what stays, what is refused; strokes, cuts and what anonymising leaves. */
#include "support.h"

#include <reel/format.h>
#include <reel/xror.h>

static const char folder[] = "tests/formats/xror/golden/";

typedef struct file {
    uint8_t *data;
    size_t size;
    reel_replay *replay;
} file;

static file load(const char *name)
{
    char path[256];
    file f;
    reel_error error;
    snprintf(path, sizeof path, "%s%s", folder, name);
    f.data = read_file(project_path(path), &f.size);
    if (reel_load(reel_source_memory(f.data, f.size), NULL, &f.replay, &error) < 0) fail_msg("%s: %s", name, error.message);
    assert_null(reel_replay_damage(f.replay));
    return f;
}

static void drop(file *f)
{
    reel_free(f->replay);
    free(f->data);
}

/* The rows of a table, to be changed. */
static void *rows_of(const file *f, const reel_table *table, size_t *count)
{
    return (void *)(uintptr_t)reel_rows(f->replay, table, count);
}

static reel_status write_file(const file *f, reel_memory *made, reel_error *error)
{
    return reel_write(reel_replay_chunk(f->replay), &reel_format_xror, reel_sink_memory(made, NULL), NULL, error);
}

static bool holds(const uint8_t *data, size_t size, const void *part, size_t part_size)
{
    for (size_t i = 0; i + part_size <= size; i++)
        if (memcmp(data + i, part, part_size) == 0) return true;
    return false;
}

static reel_bytes element_of(const file *f, const char *key, size_t key_size)
{
    for (size_t i = 0; i + key_size + 5 < f->size; i++)
        if (memcmp(f->data + i, key, key_size) == 0)
            return (reel_bytes){ f->data + i, key_size + 5 + reel_load_u32le(f->data + i + key_size) };
    fail_msg("no element");
    return (reel_bytes){ NULL, 0 };
}

/* Everything but the name and the lengths around it is as it was. */
static void a_changed_text_leaves_all_other_elements(void **state)
{
    (void)state;
    size_t count;
    reel_memory made;
    reel_error error;
    file f = load("oculus.xror");
    xror_info *info = rows_of(&f, &xror_infos, &count);
    reel_bytes frames = element_of(&f, "\5frames", sizeof "\5frames");
    size_t old = info->activity_name.size;
    info->activity_name = (reel_string){ "Another, longer name", 20 };
    if (write_file(&f, &made, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(made.size, f.size + 20 - old);
    assert_true(holds(made.data, made.size, frames.data, frames.size));
    assert_true(holds(made.data, made.size,
                      "\x10"
                      "difficulty\0\x09\0\0\0",
                      16)); /* still an integer */
    assert_true(holds(made.data, made.size,
                      "\x12"
                      "$id\0",
                      5));
    reel_memory_free(&made);
    drop(&f);
}

static void a_changed_cell_leaves_the_table_of_floats(void **state)
{
    (void)state;
    size_t count;
    reel_memory made;
    reel_error error;
    file f = load("beatsaber.xror");
    xror_note *notes = rows_of(&f, &xror_notes, &count);
    reel_bytes table = element_of(&f, "\5floatData", sizeof "\5floatData");
    notes[0].note_id = INT64_C(1) << 40;
    if (write_file(&f, &made, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(made.size, f.size + 4); /* an int64 in place of an int32 */
    assert_true(holds(made.data, made.size, table.data, table.size));
    reel_memory_free(&made);
    drop(&f);
}

static void a_time_that_is_not_a_float_makes_a_table_of_doubles(void **state)
{
    (void)state;
    size_t count;
    reel_memory made;
    reel_error error;
    reel_replay *again;
    file f = load("beatsaber.xror");
    xror_frame *frames = rows_of(&f, &xror_frames, &count);
    frames[2].time = 0.1;
    if (write_file(&f, &made, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &again, &error), REEL_OK);
    const xror_frame *read = reel_rows(again, &xror_frames, &count);
    assert_true(read[2].time == 0.1);
    assert_int_equal(read[2].poses, XROR_HAS_HEAD | XROR_HAS_LEFT_HAND | XROR_HAS_RIGHT_HAND);
    reel_free(again);
    reel_memory_free(&made);
    drop(&f);
}

/* Each type of event in turn loses its cells: where its events have no columns besides the time, nothing is left of them but that. */
static void events_of_nothing_but_a_time_are_repaired(void **state)
{
    (void)state;
    static const char key[] = "\4otherData";
    size_t tried = 0;
    file f = { .data = NULL };
    f.data = read_file(project_path("tests/formats/xror/bad/length-long.xror"), &f.size);
    for (size_t at = 0; at + sizeof key <= f.size; at++) {
        reel_memory made;
        reel_error error;
        reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
        const reel_options strict = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
        if (memcmp(f.data + at, key, sizeof key) != 0) continue;
        f.data[at + 1] ^= 1;
        if (reel_convert(reel_source_memory(f.data, f.size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
            fail_msg("%zu: %s", at, error.message);
        if (reel_load(reel_source_memory(made.data, made.size), &strict, &f.replay, &error) < 0)
            fail_msg("%zu: %s", at, error.message);
        f.data[at + 1] ^= 1;
        reel_free(f.replay);
        reel_memory_free(&made);
        tried++;
    }
    assert_true(tried > 1);
    free(f.data);
}

static void refuse(file *f, const char *rule)
{
    reel_memory made;
    reel_error error;
    assert_int_equal(write_file(f, &made, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
    drop(f);
}

static void rows_that_no_type_of_event_has_are_refused(void **state)
{
    (void)state;
    size_t count;
    file f = load("beatsaber.xror");
    xror_note *notes = rows_of(&f, &xror_notes, &count);
    notes[0].event_type = XROR_BOMB;
    refuse(&f, "xror.event-rows");
    f = load("general.xror");
    xror_axis *axes = rows_of(&f, &xror_axes, &count);
    axes[1].frame = 3;
    refuse(&f, "xror.axis-order");
    f = load("oculus.xror");
    xror_other_key *keys = rows_of(&f, &xror_other_keys, &count);
    keys[0].value.size--;
    refuse(&f, "xror.value");
    f = load("beatsaber.xror");
    xror_device_axis *names = rows_of(&f, &xror_device_axes, &count);
    names[0].name = (reel_string){ "q", 1 };
    refuse(&f, "xror.frame-poses");
}

/* The message says what is wrong with the row, since one rule has several reasons. */
static void refuse_saying(file *f, const char *rule, const char *reason)
{
    reel_memory made;
    reel_error error;
    assert_int_equal(write_file(f, &made, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
    if (!strstr(error.message, reason)) fail_msg("%s, not %s", error.message, reason);
    drop(f);
}

static void keys_that_would_be_read_as_something_else_are_refused(void **state)
{
    (void)state;
    static const struct {
        reel_string key;
        uint8_t place;
        const char *rule, *reason;
    } cases[] = { { { "mine", 4 }, XROR_PLACES, "xror.place", "has an unknown place" },
                  { { "a\0b", 3 }, XROR_TOP, "xror.key", "has a key with a NUL" },
                  { { "frames", 6 }, XROR_TOP, "xror.key", "has a key that the format defines" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count;
        file f = load("oculus.xror");
        xror_other_key *keys = rows_of(&f, &xror_other_keys, &count);
        assert_true(count > 0);
        keys[0].key = cases[i].key;
        keys[0].place = cases[i].place;
        refuse_saying(&f, cases[i].rule, cases[i].reason);
    }
}

/* Points are the frames of a recording with one device, a brush. */
static void points_of_another_device_are_refused(void **state)
{
    (void)state;
    size_t count;
    file f = load("tilt.xror");
    xror_device_axis *names = rows_of(&f, &xror_device_axes, &count);
    names[count - 1].name = (reel_string){ "q", 1 };
    refuse_saying(&f, "xror.points", "needs one device with the axes x y z i j k 1 p, a brush");
}

/* Times go back, and two strokes share one: a stroke begins at the first later point with its time. */
static void strokes_have_the_points_after_their_start(void **state)
{
    (void)state;
    size_t count;
    file f = load("tilt.xror");
    const xror_stroke *strokes = reel_rows(f.replay, &xror_strokes, &count);
    static const uint32_t starts[] = { 0, 3, 5 }, sizes[] = { 3, 2, 2 }, owners[] = { 0, 0, 0, 1, 1, 2, 2 };
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(strokes[i].first_point, starts[i]);
        assert_int_equal(strokes[i].points, sizes[i]);
    }
    const xror_point *points = reel_rows(f.replay, &xror_points, &count);
    assert_int_equal(count, 7);
    for (size_t i = 0; i < count; i++) assert_int_equal(points[i].stroke, owners[i]);
    drop(&f);
}

static reel_replay *convert(const file *f, const reel_convert_options *how, reel_memory *made)
{
    reel_replay *replay;
    reel_error error;
    if (reel_convert(reel_source_memory(f->data, f->size), NULL, NULL, reel_sink_memory(made, NULL), how, &error) < 0)
        fail_msg("%s (%s)", error.message, error.rule);
    assert_int_equal(reel_load(reel_source_memory(made->data, made->size), NULL, &replay, &error), REEL_OK);
    return replay;
}

/* Without the frames that need doubles, the pose of a hand moves to frames; axes and values count from 0 again. */
static void a_cut_numbers_frames_and_events_anew(void **state)
{
    (void)state;
    size_t frames, axes, events, values;
    reel_memory made;
    file f = load("general.xror");
    reel_replay *cut = convert(
        &f, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 0.4, .has_to = true, .to = 1e9 },
        &made);
    const xror_event *event = reel_rows(cut, &xror_events, &events);
    const xror_value *value = reel_rows(cut, &xror_values, &values);
    assert_int_equal(events, 5); /* of "cell", only the second */
    assert_true(event[0].type == 0 && event[0].row == 0 && event[1].type != 0);
    assert_int_equal(values, 4 + 2 + 1 + 1);
    assert_int_equal(value[3].row, 0);
    assert_int_equal(value[3].kind, XROR_VALUE_NULL);
    reel_free(cut);
    reel_memory_free(&made);
    cut = convert(&f, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_to = true, .to = 1735689600.2 }, &made);
    const xror_frame *frame = reel_rows(cut, &xror_frames, &frames);
    const xror_axis *axis = reel_rows(cut, &xror_axes, &axes);
    assert_int_equal(frames, 1);
    assert_int_equal(frame[0].poses, XROR_HAS_LEFT_HAND);
    assert_int_equal(axes, 4);
    assert_int_equal(axis[3].column, 4);
    reel_free(cut);
    reel_memory_free(&made);
    drop(&f);
}

static void anonymising_leaves_no_name_and_no_unknown_key(void **state)
{
    (void)state;
    size_t count;
    reel_memory made;
    file f = load("oculus.xror");
    reel_replay *hidden =
        convert(&f, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE }, &made);
    const xror_info *info = reel_rows(hidden, &xror_infos, &count);
    assert_int_equal(info->user_name.size, strlen("anonymous"));
    assert_int_equal(info->timestamp, 0);
    reel_rows(hidden, &xror_other_keys, &count);
    assert_int_equal(count, 0);
    assert_false(holds(made.data, made.size, "S\xc3\xb6me", 5));
    assert_false(holds(made.data, made.size, "S-1", 3));
    reel_free(hidden);
    reel_memory_free(&made);
    drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_text_leaves_all_other_elements),
        cmocka_unit_test(a_changed_cell_leaves_the_table_of_floats),
        cmocka_unit_test(a_time_that_is_not_a_float_makes_a_table_of_doubles),
        cmocka_unit_test(events_of_nothing_but_a_time_are_repaired),
        cmocka_unit_test(rows_that_no_type_of_event_has_are_refused),
        cmocka_unit_test(keys_that_would_be_read_as_something_else_are_refused),
        cmocka_unit_test(points_of_another_device_are_refused),
        cmocka_unit_test(strokes_have_the_points_after_their_start),
        cmocka_unit_test(a_cut_numbers_frames_and_events_anew),
        cmocka_unit_test(anonymising_leaves_no_name_and_no_unknown_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
