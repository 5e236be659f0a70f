/* SPDX-License-Identifier: MIT
 * Two replays row by row. */
#include <reel/bsor.h>

#include "support.h"

enum { FRAMES = 5000, NOTES = 1000 };

/* A play whose frames and notes are those from `from` to before `to`, in parts of a second; `later` is added to the frames' times. */
static reel_replay *play(int from, int to, float later)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    reel_replay *replay;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &(bsor_info){ .jump_distance = 18 }, 1);
    for (int i = from; i < to; i++) {
        const bsor_frame frame = { .time = (float)i / 64 + later, .head = { { 0, 1.7f, 0 }, { 0, 0, 0, 1 } } };
        reel_append(writer, &bsor_frames, &frame, 1);
        if (i % (FRAMES / NOTES) != 0) continue;
        const bsor_note note = {
            .note_id = 32001, .event_time = (float)i / 64, .spawn_time = (float)i / 64, .event_type = BSOR_MISS
        };
        reel_append(writer, &bsor_notes, &note, 1);
    }
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error), REEL_OK);
    reel_memory_free(&memory);
    return replay;
}

typedef struct tally {
    int removed, added, changed;
} tally;

static bool count(void *context, const reel_difference *difference)
{
    tally *t = context;
    t->removed += !difference->b;
    t->added += !difference->a;
    t->changed += difference->a && difference->b;
    return true;
}

/* Compares and frees. */
static tally compare(reel_replay *a, reel_replay *b)
{
    tally t = { 0 };
    uint64_t all;
    reel_error error;
    assert_int_equal(reel_diff(a, b, false, count, &t, &all, &error), REEL_OK);
    assert_int_equal(all, t.removed + t.added + t.changed);
    reel_free(a);
    reel_free(b);
    return t;
}

static void cut_play_lacks_rows_and_nothing_more(void **state)
{
    (void)state;
    tally t = compare(play(0, FRAMES, 0), play(2000, 2900, 0));
    assert_int_equal(t.removed, FRAMES - 900 + NOTES - 180);
    assert_int_equal(t.added, 0);
    assert_int_equal(t.changed, 0);
    t = compare(play(2000, 2900, 0), play(0, FRAMES, 0));
    assert_int_equal(t.removed, 0);
    assert_int_equal(t.added, FRAMES - 900 + NOTES - 180);
    assert_int_equal(t.changed, 0);
}

static void rows_of_other_times_are_other_rows(void **state)
{
    (void)state;
    tally t = compare(play(0, FRAMES, 0), play(0, FRAMES, 1.0f / 256));
    assert_int_equal(t.removed, FRAMES);
    assert_int_equal(t.added, FRAMES);
    assert_int_equal(t.changed, 0);
}

/* Some players of three frames of Echo VR; the player `missing` is not in the second frame. */
static reel_replay *match(int missing)
{
    char text[4096] = "";
    reel_replay *replay;
    for (int frame = 0; frame < 3; frame++) {
        size_t size = strlen(text);
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 "2022/03/18 15:00:00.%03d\t{\"sessionid\":\"x\",\"teams\":[{\"players\":[", frame * 33);
        for (int player = 1; player <= 4; player++)
            if (frame != 1 || player != missing)
                size += (size_t)snprintf(text + size, sizeof text - size,
                                         "%s{\"name\":\"p%d\",\"userid\":%d,\"head\":{\"position\":[%d,1,2]}}",
                                         text[size - 1] == '[' ? "" : ",", player, player, player);
        snprintf(text + size, sizeof text - size, "]}]}\n");
    }
    assert_int_equal(reel_load(reel_source_memory(text, strlen(text)), NULL, &replay, NULL), REEL_OK);
    return replay;
}

static void one_player_who_is_missing_is_one_row(void **state)
{
    (void)state;
    for (int missing = 1; missing <= 4; missing++) {
        reel_replay *a = match(0), *b = match(missing);
        tally t = { 0 };
        reel_error error;
        assert_int_equal(reel_diff(a, b, false, count, &t, NULL, &error), REEL_OK);
        assert_int_equal(t.removed, 1);
        assert_int_equal(t.added, 0);
        assert_int_equal(t.changed, 0);
        reel_free(a);
        reel_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_player_who_is_missing_is_one_row),
        cmocka_unit_test(cut_play_lacks_rows_and_nothing_more),
        cmocka_unit_test(rows_of_other_times_are_other_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
