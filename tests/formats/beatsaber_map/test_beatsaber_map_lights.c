/* SPDX-License-Identifier: MIT
 * Lights that are changed: groups of version 3, and lights of version 4, which a level keeps in a file of their own. */
#include "support.h"

#include <reel/beatsaber_map.h>

static reel_replay *load(const char *name)
{
    char path[256];
    reel_replay *replay;
    size_t size;
    snprintf(path, sizeof path, "tests/formats/beatsaber_map/golden/%s", name);
    uint8_t *bytes = read_file(project_path(path), &size);
    assert_int_equal(reel_load(reel_source_memory(bytes, size), NULL, &replay, NULL), REEL_OK);
    free(bytes);
    return replay;
}

/* Rows of a replay, to be changed. */
static void *rows_of(reel_replay *replay, const reel_table *table, size_t *count)
{
    return (void *)(uintptr_t)reel_rows(replay, table, count);
}

static bool has_text(const reel_memory *in, const char *text)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i + size <= in->size; i++)
        if (memcmp(in->data + i, text, size) == 0) return true;
    return false;
}

/* Writes the rows and reads them again. NULL: they were refused by that rule. */
static reel_replay *write_again(reel_replay *replay, reel_memory *bytes, const char *rule)
{
    reel_error error;
    reel_replay *again;
    const reel_status status =
        reel_write(reel_replay_chunk(replay), &reel_format_beatsaber_map, reel_sink_memory(bytes, NULL), NULL, &error);
    if (rule) {
        assert_int_equal(status, REEL_ARGUMENT);
        assert_string_equal(error.rule, rule);
        return NULL;
    }
    assert_int_equal(status, REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(bytes->data, bytes->size), NULL, &again, NULL), REEL_OK);
    return again;
}

static void a_changed_event_of_a_group_is_written(void **state)
{
    (void)state;
    static const char *const files[] = { "lights-3.dat", "lights-4.dat" };
    for (size_t i = 0; i < 2; i++) {
        reel_replay *replay = load(files[i]);
        reel_memory bytes;
        size_t events, boxes, count;
        beatsaber_map_light_event *event = rows_of(replay, &beatsaber_map_light_events, &events);
        beatsaber_map_light_box *box = rows_of(replay, &beatsaber_map_light_boxes, &boxes);
        event[events - 1].value = 0.125; /* of an effect */
        event[0].color = 2;
        box[1].seed = -7;
        reel_replay *again = write_again(replay, &bytes, NULL);
        const beatsaber_map_light_event *now = reel_rows(again, &beatsaber_map_light_events, &count);
        assert_int_equal(count, events);
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(now[k].box, event[k].box);
            assert_int_equal(now[k].color, event[k].color);
            assert_int_equal(now[k].extend, event[k].extend);
            assert_true(now[k].beats_after == event[k].beats_after && now[k].value == event[k].value);
            assert_true(now[k].beat == event[k].beat);
        }
        const beatsaber_map_light_box *boxes_now = reel_rows(again, &beatsaber_map_light_boxes, &count);
        assert_int_equal(count, boxes);
        assert_int_equal(boxes_now[1].seed, -7);
        assert_true(boxes_now[0].limit == 0.5 && boxes_now[0].beat == 2);
        assert_true(has_text(&bytes, i ? "\"waypoints\":[]" : "{\"b\":0.0,\"et\":1,\"i\":3,\"f\":1.0}"));
        reel_free(again);
        reel_free(replay);
        reel_memory_free(&bytes);
    }
}

static void what_a_version_cannot_store_is_refused(void **state)
{
    (void)state;
    reel_replay *replay = load("lights-3.dat");
    reel_memory bytes;
    size_t count;
    beatsaber_map_light_event *event = rows_of(replay, &beatsaber_map_light_events, &count);
    event[1].easing = 4; /* colors of version 3 have none */
    write_again(replay, &bytes, "beatsaber-map.field");
    event[1].easing = 0;
    event[2].box = 99;
    write_again(replay, &bytes, "beatsaber-map.field");
    event[2].box = 0;
    beatsaber_map_light_box *box = rows_of(replay, &beatsaber_map_light_boxes, &count);
    box[0].kind = 2; /* rotations are in another list, behind those of colors */
    write_again(replay, &bytes, "beatsaber-map.field");
    box[0].kind = 7;
    write_again(replay, &bytes, "beatsaber-map.field");
    reel_free(replay);
}

/* Lights of a level of version 4 are in their file; the file of the difficulty stays. */
static void changed_lights_change_their_file_only(void **state)
{
    (void)state;
    reel_replay *replay = load("level-4-lights.zip");
    reel_memory bytes;
    size_t count, all;
    beatsaber_map_light *light = rows_of(replay, &beatsaber_map_lights, &count);
    assert_int_equal(count, 4);
    light[3].value = 5;
    reel_replay *again = write_again(replay, &bytes, NULL);
    const beatsaber_map_light *now = reel_rows(again, &beatsaber_map_lights, &all);
    assert_int_equal(all, count);
    for (size_t i = 0; i < count; i++)
        assert_true(now[i].difficulty == light[i].difficulty && now[i].type == light[i].type && now[i].value == light[i].value &&
                    now[i].time == light[i].time);
    assert_true(has_text(&bytes, "\"colorNotes\":[{\"b\":1}]")); /* a list in a file of lights that nobody reads */
    assert_true(has_text(&bytes, "\"fxEventBoxes\":[{\"w\":1.5"));
    reel_rows(again, &beatsaber_map_notes, &all);
    assert_int_equal(all, 8);
    reel_free(again);
    reel_memory_free(&bytes);

    beatsaber_map_note *note = rows_of(replay, &beatsaber_map_notes, &all);
    note[0].line = 3;
    again = write_again(replay, &bytes, NULL);
    now = reel_rows(again, &beatsaber_map_lights, &all);
    assert_int_equal(now[3].value, 5);
    const beatsaber_map_note *notes = reel_rows(again, &beatsaber_map_notes, &all);
    assert_int_equal(notes[0].line, 3);
    reel_free(again);
    reel_free(replay);
    reel_memory_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_event_of_a_group_is_written),
        cmocka_unit_test(what_a_version_cannot_store_is_refused),
        cmocka_unit_test(changed_lights_change_their_file_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
