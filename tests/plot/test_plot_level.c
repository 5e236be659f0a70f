/* SPDX-License-Identifier: MIT
 * Plots of a play beside its map. To update the golden pictures after looking at them: REEL_WRITE_GOLDEN=1 test_plot_level */
#include "plays.h"

#include <reel/beatsaber_map.h>

enum { NOTES = 60 };

static const char hash[] = "0123456789ABCDEF0123456789ABCDEF01234567";
static const char *const ids[] = { "map", "sections" };

/* The map: a note of each hand in turn, faster in the middle, with bombs. */
static double time_of(int note)
{
    return note < 20 ? 1 + note * 0.5 : note < 40 ? 11 + (note - 20) * 0.125 : 16 + (note - 40) * 0.5;
}

static reel_replay *make_level(const char *of, double scale)
{
    beatsaber_map_note notes[NOTES];
    const beatsaber_map_info info = { .level_hash = text_of(of), .present = BEATSABER_MAP_HAS_HASH };
    const beatsaber_map_difficulty difficulty = {
        .mode = text_of("Standard"), .difficulty = text_of("Expert"), .max_score = 1, .present = BEATSABER_MAP_HAS_COUNTS
    };
    const beatsaber_map_bomb bomb = { .time = 17.25 * scale, .line = 3, .layer = 0, .present = BEATSABER_MAP_HAS_TIME };
    for (int i = 0; i < NOTES; i++)
        notes[i] = (beatsaber_map_note){ .time = time_of(i) * scale,
                                         .line = 1 + i % 2,
                                         .color = i % 2,
                                         .direction = 8,
                                         .scoring = BSOR_NORMAL,
                                         .present = BEATSABER_MAP_HAS_TIME };
    const reel_own_rows own[] = { { &beatsaber_map_infos, &info, 1 },
                                  { &beatsaber_map_difficulties, &difficulty, 1 },
                                  { &beatsaber_map_notes, notes, NOTES },
                                  { &beatsaber_map_bombs, &bomb, 1 } };
    reel_replay *replay;
    assert_int_equal(reel_replay_of_rows(&reel_format_beatsaber_map, own, 4, NULL, &replay, NULL), REEL_OK);
    return replay;
}

/* A play of its first notes: some are missed or cut badly, one has no event, the bomb is hit. */
static reel_replay *make_play(int reached, double scale)
{
    bsor_note notes[NOTES + 1];
    size_t count = 0;
    for (int i = 0; i < reached; i++) {
        const int type = i == 24 || i == 31 ? BSOR_MISS : i == 33 ? BSOR_BAD_CUT : BSOR_GOOD_CUT;
        if (i == 10) continue;
        bsor_note note = note_at(i, type);
        note.note_id = 30000 + (1 + i % 2) * 1000 + i % 2 * 10 + 8;
        note.spawn_time = note.event_time = (float)(time_of(i) * scale);
        notes[count++] = note;
    }
    if (reached == NOTES) {
        notes[count] = note_at(0, BSOR_BOMB);
        notes[count].note_id = 20000 + 3000 + 39;
        notes[count].spawn_time = notes[count].event_time = (float)(17.25 * scale);
        count++;
    }
    const bsor_frame frame = { .time = (float)(time_of(reached - 1) * scale + (reached == NOTES ? 5 : 0)), .fps = 90 };
    rows r = { .info = sound_info(), .frames = &frame, .frame_count = 1, .notes = notes, .note_count = count };
    r.info.map_hash = text_of(hash);
    return replay_of(&r);
}

static reel_status draw(const char *id, const reel_replay *replay, const reel_replay *level, const reel_allocator *allocator,
                        reel_memory *memory, reel_error *error)
{
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .level = level, .allocator = allocator };
    *memory = (reel_memory){ 0 };
    return reel_plot_draw(reel_plot_by_id(reel_replay_format(replay), id), replay, reel_sink_memory(memory, allocator), &options,
                          error);
}

/* As tests/plot/golden/level-ID.svg, and sound. */
static void the_pictures_are_the_golden_ones(void **state)
{
    (void)state;
    reel_replay *level = make_level(hash, 1), *whole = make_play(NOTES, 1), *left = make_play(45, 1);
    for (size_t i = 0; i < 4; i++) {
        char name[64];
        const char *id = ids[i % 2];
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .level = level };
        snprintf(name, sizeof name, "level-%s-%s", id, i < 2 ? "whole" : "left");
        reel_memory memory = picture_golden_of(id, i < 2 ? whole : left, &options, name);
        if (i == 0) {
            assert_true(
                picture_holds(&memory, "2 misses (crosses), 1 bad cut (triangle), 1 bomb (disc), 1 note without an event (bar)"));
        } else if (i == 2) {
            assert_true(picture_holds(&memory, "15 notes were not reached"));
        }
        reel_memory_free(&memory);
    }
    reel_free(level);
    reel_free(whole);
    reel_free(left);
}

static void without_its_level_there_is_nothing_to_draw(void **state)
{
    (void)state;
    reel_replay *play = make_play(NOTES, 1), *other = make_level("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", 1),
                *same = make_level(hash, 0.37);
    reel_error error;
    reel_memory memory;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(draw(ids[i], play, NULL, NULL, &memory, &error), REEL_END);
        assert_int_equal(draw(ids[i], play, same, NULL, &memory, &error), REEL_END); /* its notes are others */
        assert_int_equal(draw(ids[i], play, other, NULL, &memory, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "level.other");
        assert_non_null(strstr(error.message, "0123456789abcdef0123456789abcdef01234567"));
        assert_non_null(strstr(error.message, "ffffffffffffffffffffffffffffffffffffffff"));
        assert_int_equal(draw(ids[i], play, play, NULL, &memory, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "level.none");
    }
    reel_free(play);
    reel_free(other);
    reel_free(same);
}

/* A report has the pictures and the tables. */
static void a_report_has_them(void **state)
{
    (void)state;
    static const char *const texts[] = { "Map with misses", "Accuracy by section", "<b>level_patterns</b>", "<b>lost_notes</b>" };
    reel_replay *level = make_level(hash, 1), *play = make_play(NOTES, 1);
    for (size_t given = 0; given < 2; given++) {
        reel_memory memory = { 0 };
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .level = given ? level : NULL };
        assert_int_equal(reel_plot_report(play, reel_sink_memory(&memory, NULL), &options, NULL), REEL_OK);
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) assert_int_equal(picture_holds(&memory, texts[i]), given);
        reel_memory_free(&memory);
    }
    reel_free(level);
    reel_free(play);
}

/* Times that are far apart, at one moment, or out of range: a picture of a bounded size, or none. */
static void hostile_times_are_drawn_or_left_out(void **state)
{
    (void)state;
    static const double scales[] = { 0, 1e-7, -1, 900, 1e5, 1e7 };
    for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
        reel_replay *level = make_level(hash, scales[s]), *play = make_play(NOTES, scales[s]);
        for (size_t i = 0; i < 2; i++) {
            reel_memory memory;
            const reel_status status = draw(ids[i], play, level, NULL, &memory, NULL);
            picture_checked(status, &memory, ids[i], "hostile times");
        }
        reel_free(level);
        reel_free(play);
    }
}

static void every_lack_of_memory_is_an_error(void **state)
{
    (void)state;
    reel_replay *level = make_level(hash, 1), *play = make_play(NOTES, 1);
    for (size_t i = 0; i < 2; i++) {
        reel_status status = REEL_MEMORY;
        size_t failed = 0;
        for (size_t n = 1; status == REEL_MEMORY; n++) {
            test_allocator counter = { .fail_at = n };
            const reel_allocator allocator = test_allocator_of(&counter);
            reel_memory memory;
            reel_error error;
            status = draw(ids[i], play, level, &allocator, &memory, &error);
            assert_true(status == REEL_OK || status == REEL_MEMORY);
            if (status == REEL_OK) reel_memory_free(&memory);
            assert_int_equal(counter.live, 0);
            failed += status == REEL_MEMORY;
        }
        assert_true(failed > 10);
    }
    reel_free(level);
    reel_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pictures_are_the_golden_ones),
        cmocka_unit_test(without_its_level_there_is_nothing_to_draw),
        cmocka_unit_test(a_report_has_them),
        cmocka_unit_test(hostile_times_are_drawn_or_left_out),
        cmocka_unit_test(every_lack_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
