/* SPDX-License-Identifier: MIT
 * What a ScoreSaber replay says of the state of the game, made from the events of a BSOR; and who plays on what. */
#include "support.h"

#include <reel/bsor.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

#include <math.h>

static reel_string text(const char *string) { return (reel_string){ string, strlen(string) }; }

static const bsor_cut sound_cut = { .speed_ok = 1,
                                    .direction_ok = 1,
                                    .saber_type_ok = 1,
                                    .saber_speed = 30,
                                    .before_cut_rating = 1,
                                    .after_cut_rating = 1,
                                    .cut_distance_to_center = 0.01f };

enum { FRAMES = 40 };

typedef struct play {
    bsor_info info;
    bsor_note notes[16];
    size_t count;
    bsor_wall wall;
    bool has_wall, has_offsets;
    bsor_controller_offsets offsets;
} play;

static const play empty_play = { .info = { .mod_version = { "0.9.20", 6 },
                                           .game_version = { "1.40.8", 6 },
                                           .timestamp = { "1700000000", 10 },
                                           .platform = { "steam", 5 },
                                           .map_hash = { "00112233445566778899AABBCCDDEEFF00112233", 40 },
                                           .difficulty = { "Expert", 6 },
                                           .mode = { "Standard", 8 },
                                           .score = 115 } };

static void add_note(play *p, int32_t scoring, bsor_event_type event)
{
    const bool cut = event == BSOR_GOOD_CUT || event == BSOR_BAD_CUT;
    float time = 1 + (float)p->count;
    p->notes[p->count++] = (bsor_note){ .note_id = scoring * 10000 + 1000 + 1,
                                        .event_time = time,
                                        .spawn_time = time,
                                        .event_type = (int32_t)event,
                                        .has_cut = cut,
                                        .cut = cut ? sound_cut : (bsor_cut){ 0 } };
}

static reel_memory write_frames(const play *p, bsor_frame *frames)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    for (int i = 0; i < FRAMES; i++)
        frames[i].head.rotation.w = frames[i].left_hand.rotation.w = frames[i].right_hand.rotation.w = 1;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &p->info, 1);
    reel_append(writer, &bsor_frames, frames, FRAMES);
    reel_append(writer, &bsor_notes, p->notes, p->count);
    if (p->has_wall) reel_append(writer, &bsor_walls, &p->wall, 1);
    if (p->has_offsets) reel_append(writer, &bsor_offsets, &p->offsets, 1);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

static reel_memory write_play(const play *p)
{
    bsor_frame frames[FRAMES] = { { 0 } };
    for (int i = 0; i < FRAMES; i++) frames[i] = (bsor_frame){ .time = (float)i / 2, .fps = 90 };
    return write_frames(p, frames);
}

static reel_replay *convert(const play *p)
{
    reel_memory file = write_play(p), out;
    reel_replay *replay;
    reel_error error;
    if (reel_convert(reel_source_memory(file.data, file.size), NULL, &reel_format_scoresaber, reel_sink_memory(&out, NULL), NULL,
                     &error) < 0)
        fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(out.data, out.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&file);
    reel_memory_free(&out);
    return replay;
}

/* Energy begins at a half. A cut of a normal note gives 0.01, of a chain's link a fifth of it; what goes wrong costs more, and a wall
 * says what is left. Energy that has run out does not come back. */
static void energy_follows_the_rules_of_the_game(void **state)
{
    (void)state;
    static const struct {
        int32_t scoring;
        bsor_event_type event;
        double change;
    } events[] = {
        { 3, BSOR_GOOD_CUT, 0.01 }, { 7, BSOR_GOOD_CUT, 1.0 / 500 }, { 3, BSOR_BAD_CUT, -0.1 }, { 7, BSOR_BAD_CUT, -0.025 },
        { 3, BSOR_MISS, -0.15 },    { 7, BSOR_MISS, -0.03 },         { 3, BSOR_BOMB, -0.15 },   { 3, BSOR_MISS, -0.15 },
        { 3, BSOR_MISS, -0.15 },    { 3, BSOR_GOOD_CUT, 0.01 },
    };
    play p = empty_play;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) add_note(&p, events[i].scoring, events[i].event);
    reel_replay *replay = convert(&p);
    size_t count, combos;
    const scoresaber_energy *rows = reel_rows(replay, &scoresaber_energies, &count);
    const scoresaber_combo *combo = reel_rows(replay, &scoresaber_combos, &combos);
    assert_int_equal(count, p.count);
    assert_int_equal(combos, p.count);
    double energy = 0.5;
    for (size_t i = 0; i < count; i++) {
        energy = energy > 0 ? energy + events[i].change : 0;
        if (energy < 0) energy = 0;
        if (rows[i].energy != (float)energy) fail_msg("event %zu: %g, not %g", i, (double)rows[i].energy, energy);
        assert_true(rows[i].time == p.notes[i].event_time);
        assert_int_equal(combo[i].combo, i < 2 ? (int)i + 1 : i == 9);
    }
    reel_free(replay);
    p.count = 7;
    p.has_wall = true;
    p.wall = (bsor_wall){ .wall_id = 1, .energy = 0.25f, .time = 20, .spawn_time = 19 };
    replay = convert(&p);
    rows = reel_rows(replay, &scoresaber_energies, &count);
    assert_int_equal(count, p.count + 1);
    assert_true(rows[count - 1].energy == 0.25f && rows[count - 1].time == 20);
    reel_free(replay);
}

/* The events of one frame, in any order: energy does not reach 0 unless their sum does. */
static void energy_runs_out_at_the_end_of_a_frame_only(void **state)
{
    (void)state;
    for (size_t first = 0; first < 12; first++) {
        play p = empty_play;
        for (size_t i = 0; i < 3; i++) add_note(&p, 3, BSOR_MISS); /* 0.05 is left */
        for (size_t i = 0; i < 12; i++) {
            add_note(&p, 3, i == first ? BSOR_MISS : BSOR_GOOD_CUT); /* -0.15 and 11 * 0.01 */
            p.notes[p.count - 1].event_time = 9;
        }
        reel_replay *replay = convert(&p);
        size_t count;
        const scoresaber_energy *rows = reel_rows(replay, &scoresaber_energies, &count);
        assert_int_equal(count, 15);
        for (size_t i = 0; i < count; i++) assert_true(rows[i].energy > 0.009f);
        assert_true(rows[14].energy > 0.0099f && rows[14].energy < 0.0101f);
        reel_free(replay);
    }
}

/* On a standalone headset a wall has the time of its end, which is not an energy. Both formats keep it, there and back. */
static void walls_of_standalone_headsets_keep_their_end(void **state)
{
    (void)state;
    static const float ends[] = { 20.1f, 20.001f, 400, 1e9f, 3, 0 };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        play p = empty_play;
        size_t count;
        p.info.platform = text("oculus");
        p.has_wall = true;
        p.wall = (bsor_wall){ .wall_id = 1, .energy = ends[i], .time = 20, .spawn_time = 19 };
        reel_replay *replay = convert(&p);
        const scoresaber_wall *wall = reel_rows(replay, &scoresaber_walls, &count);
        assert_int_equal(count, 1);
        assert_true(wall->exit_time == ends[i] && wall->energy >= 0 && wall->energy <= 0.5f);
        const scoresaber_energy *energy = reel_rows(replay, &scoresaber_energies, &count);
        assert_true(count == 1 && energy->energy == wall->energy);
        const float lasted = ends[i] - 20; /* rounded by itself: some machines compute in double */
        float drained = lasted * 1.3f;
        if (i >= 2) drained = 0; /* such an end is none */
        assert_true(wall->energy == (float)(0.5 - (double)drained));
        reel_free(replay);
        reel_memory file = write_play(&p), out, back;
        assert_int_equal(reel_convert(reel_source_memory(file.data, file.size), NULL, &reel_format_scoresaber,
                                      reel_sink_memory(&out, NULL), NULL, NULL),
                         REEL_OK);
        assert_int_equal(reel_convert(reel_source_memory(out.data, out.size), NULL, &reel_format_bsor,
                                      reel_sink_memory(&back, NULL), NULL, NULL),
                         REEL_OK);
        assert_int_equal(reel_load(reel_source_memory(back.data, back.size), NULL, &replay, NULL), REEL_OK);
        const bsor_wall *again = reel_rows(replay, &bsor_walls, &count);
        assert_true(count == 1 && again->energy == ends[i] && again->time == 20 && again->spawn_time == 19);
        const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
        assert_int_equal(info->platform.size, 6);
        assert_memory_equal(info->platform.data, "oculus", 6);
        reel_free(replay);
        reel_memory_free(&file);
        reel_memory_free(&out);
        reel_memory_free(&back);
    }
}

static void platforms_are_those_that_the_server_knows(void **state)
{
    (void)state;
    static const char *const platforms[][2] = { { "oculus", "Quest" }, { "oculuspc", "PC" }, { "steam", "PC" }, { "", "PC" } };
    for (size_t i = 0; i < 4; i++) {
        play p = empty_play;
        size_t count;
        p.info.platform = text(platforms[i][0]);
        reel_replay *replay = convert(&p);
        const scoresaber_info *info = reel_rows(replay, &scoresaber_infos, &count);
        assert_int_equal(info->platform.size, strlen(platforms[i][1]));
        assert_memory_equal(info->platform.data, platforms[i][1], info->platform.size);
        reel_rows(replay, &scoresaber_energies, &count);
        assert_int_equal(count, 0); /* nothing happened */
        reel_free(replay);
    }
}

/* A hand that is all zero was not recorded. */
static void offsets_are_those_of_the_recorded_hands(void **state)
{
    (void)state;
    for (int hands = 0; hands < 4; hands++)
        for (int part = 0; part < 7; part++) {
            play p = empty_play;
            float left[7] = { 0 }, right[7] = { 0 };
            size_t count;
            p.has_offsets = true;
            if (hands & 1) left[part] = 0.5f;
            if (hands & 2) right[part] = -0.5f;
            memcpy(&p.offsets.left, left, sizeof left);
            memcpy(&p.offsets.right, right, sizeof right);
            reel_replay *replay = convert(&p);
            const scoresaber_controller_offsets *row = reel_rows(replay, &scoresaber_offsets, &count);
            assert_int_equal(count, hands != 0);
            if (hands)
                assert_int_equal(row->present, (hands & 1 ? SCORESABER_HAS_LEFT : 0) | (hands & 2 ? SCORESABER_HAS_RIGHT : 0));
            reel_free(replay);
        }
}

/* ---- rules ---------------------------------------------------------------------------------------------------------- */

static const char *wanted_rule;
static uint64_t met;

static void watch(void *context, const reel_finding *finding)
{
    (void)context;
    if (!strcmp(finding->rule, wanted_rule)) met += finding->count;
    if (strstr(finding->rule, "time-backwards")) assert_int_equal(finding->severity, REEL_WARNING);
}

static uint64_t check_file(const reel_memory *file, const char *rule)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = watch };
    reel_error error;
    wanted_rule = rule;
    met = 0;
    if (reel_check(reel_source_memory(file->data, file->size), &options, &error) < 0) fail_msg("%s", error.message);
    return met;
}

static uint64_t check(const play *p, const char *rule)
{
    reel_memory file = write_play(p);
    uint64_t found = check_file(&file, rule);
    reel_memory_free(&file);
    return found;
}

/* After a fail the play is over, unless it goes on without one: NF among the modifiers, not in one. */
static void notes_after_a_fail_need_no_fail(void **state)
{
    (void)state;
    static const struct {
        const char *modifiers;
        float fail_time;
        uint64_t notes;
    } cases[] = { { "", 4, 2 },   { "NF", 4, 0 }, { "GN,NF", 4, 0 },  { "NF,GN", 4, 0 }, { "XNF", 4, 2 }, { "N", 4, 2 },
                  { ",N", 4, 2 }, { "", 0, 0 },   { "GN,XNF", 4, 2 }, { "", 6, 0 },      { "", -1, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        play p = empty_play;
        for (int n = 0; n < 8; n++) add_note(&p, 3, BSOR_GOOD_CUT); /* at 1 to 8 s */
        p.info.modifiers = text(cases[i].modifiers);
        p.info.fail_time = cases[i].fail_time;
        assert_int_equal(check(&p, "bsor.after-fail"), cases[i].notes);
    }
}

static void speeds_ratings_and_sabers_outside_the_game_are_found(void **state)
{
    (void)state;
    static const struct {
        float speed, before, after;
        int32_t saber;
        const char *rule;
    } cases[] = {
        { -1, 1, 1, 0, "bsor.saber-speed" },
        { 5000, 1, 1, 0, "bsor.saber-speed" },
        { 1107361792, 1, 1, 0, "bsor.saber-speed-bits" },
        { 30, -1, 1, 0, "bsor.rating" },
        { 30, 1, 99, 0, "bsor.rating" },
        { 30, 1, 1, 2, "bsor.saber-type" },
        { 30, 1, 1, -1, "bsor.saber-type" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        play p = empty_play;
        for (int n = 0; n < 3; n++) add_note(&p, 3, BSOR_GOOD_CUT);
        bsor_cut *cut = &p.notes[1].cut;
        cut->saber_speed = cases[i].speed;
        cut->before_cut_rating = cases[i].before;
        cut->after_cut_rating = cases[i].after;
        cut->saber_type = cases[i].saber;
        if (check(&p, cases[i].rule) != 1) fail_msg("%zu: %s is found %d times", i, cases[i].rule, (int)met);
    }
}

/* Frames that are set back once, twice, to before the start, by nearly nothing, behind one without a time; and not at all. */
static void time_that_goes_backwards_is_one_rule(void **state)
{
    (void)state;
    static const struct {
        const reel_format *format;
        const char *rule;
    } to[] = { { &reel_format_scoresaber, "scoresaber.time-backwards" },
               { &reel_format_scoresaber_json, "scoresaber-json.time-backwards" },
               { &reel_format_xror, "xror.time-backwards" } };
    static const struct {
        float first, second; /* times of the frames 10 and 30, which are those at 5 s and 15 s */
        uint64_t back;
    } cases[] = { { 5, 15, 0 },          { 4.5f, 15, 0 }, { 4.25f, 15, 1 }, { -7, 15, 1 },
                  { 4.4999995f, 14, 2 }, { 40, 15, 1 },   { NAN, 15, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bsor_frame frames[FRAMES] = { { 0 } };
        for (int k = 0; k < FRAMES; k++) frames[k] = (bsor_frame){ .time = (float)k / 2, .fps = 90 };
        frames[10].time = cases[i].first;
        frames[30].time = cases[i].second;
        play p = empty_play;
        add_note(&p, 3, BSOR_GOOD_CUT);
        reel_memory file = write_frames(&p, frames);
        assert_int_equal(check_file(&file, "bsor.time-backwards"), cases[i].back);
        for (size_t f = 0; f < sizeof to / sizeof *to; f++) {
            reel_memory out;
            reel_error error;
            reel_status status = reel_convert(reel_source_memory(file.data, file.size), NULL, to[f].format,
                                              reel_sink_memory(&out, NULL), NULL, &error);
            bool no_number = cases[i].first != cases[i].first && to[f].format == &reel_format_scoresaber_json;
            if (status < 0 && !no_number) fail_msg("%s", error.message); /* JSON has no NaN */
            if (status >= 0) assert_int_equal(check_file(&out, to[f].rule), cases[i].back);
            reel_memory_free(&out);
        }
        reel_memory_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_follows_the_rules_of_the_game),
        cmocka_unit_test(energy_runs_out_at_the_end_of_a_frame_only),
        cmocka_unit_test(walls_of_standalone_headsets_keep_their_end),
        cmocka_unit_test(platforms_are_those_that_the_server_knows),
        cmocka_unit_test(offsets_are_those_of_the_recorded_hands),
        cmocka_unit_test(notes_after_a_fail_need_no_fail),
        cmocka_unit_test(speeds_ratings_and_sabers_outside_the_game_are_found),
        cmocka_unit_test(time_that_goes_backwards_is_one_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
