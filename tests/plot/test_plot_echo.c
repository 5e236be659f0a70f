/* SPDX-License-Identifier: MIT
 * The pictures of Echo VR: what they show of a small match, and that they draw nothing broken whatever a replay says. */
#include "picture.h"

#include "../formats/echo/made_milk.h"

static const char *const ids[] = { "arena", "heat", "score", "disc" };
enum { IDS = sizeof ids / sizeof *ids };

/* ---- a small match ---------------------------------------------------------------------------------------------- */

enum { FRAMES = 120, RATE = 4 };

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static echoreplay_frame frame_at(unsigned i, const char *map)
{
    echoreplay_frame f = { .common = { .frame = i,
                                       .recorded = 1600000000000 + 1000 / RATE * (int64_t)i,
                                       .has = ECHO_HAS_POINTS | ECHO_HAS_DISC,
                                       .paused_team = ECHO_NO_TEAM,
                                       .unpaused_team = ECHO_NO_TEAM,
                                       .blue_points = i < 40    ? 0
                                                      : i < 100 ? 2
                                                                : 5,
                                       .orange_points = i < 70 ? 0 : 3 },
                           .map_name = text_of(map),
                           .client_name = text_of("Some<body>") };
    f.common.disc_position = (reel_vec3){ (float)(i % 20) - 10, 0, (float)i / 2 - 30 };
    f.common.disc_velocity = (reel_vec3){ 3, 0, i == 90 ? 20 : 4 };
    return f;
}

static echoreplay_player player_at(unsigned i, unsigned number)
{
    echoreplay_player p = { .common = { .frame = i,
                                        .userid = 3000 + number,
                                        .name = text_of("P"),
                                        .team = (uint8_t)(number / 2),
                                        .slot = (uint8_t)(number % 2),
                                        .holding_left = ECHO_HOLDS_NULL,
                                        .holding_right = ECHO_HOLDS_NULL } };
    float way = (float)(i % 60) / 60, side = number / 2 ? 1 : -1;
    p.common.head = (reel_vec3){ 4 * (float)number - 8 + 3 * way, 1, side * 36 * (1 - way) };
    return p;
}

typedef struct made_match {
    const char *map;
    bool without_possession;
    unsigned frames; /* 0: FRAMES */
    bool jumps;      /* players are somewhere else in each frame, and change teams */
    bool strays;     /* one player has an invalid position, another one is far away, once each */
    bool unequal;    /* players have names, statistics and connections of their own */
} made_match;

/* Player 0 scores, 1 saves and is stunned, 2 steals, 3 has a slow connection; a spectator has more of everything. */
static void make_unequal(echoreplay_player *p, unsigned i, unsigned number)
{
    static const char *const names[] = { "Ada", "Ben & Co", "Cy", "Dee" };
    p->common.name = text_of(names[number]);
    p->common.has = ECHO_HAS_STATS;
    p->common.ping = number == 3 ? 160 : 40;
    p->common.stats.points = (uint16_t)(number == 0 ? i / 40 * 2 : 0);
    p->common.stats.saves = (uint16_t)(number == 1 ? i / 60 : 0);
    p->common.stats.steals = (uint16_t)(number == 2 ? i / 60 * 3 : 0);
    p->common.stunned = number == 1 && i % 30 == 10;
}

static reel_replay *match_of(const made_match *made)
{
    reel_writer *writer;
    reel_memory memory;
    reel_error error;
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_echoreplay, NULL, &writer, &error) < 0)
        fail_msg("%s", error.message);
    echoreplay_info info = { .container = ECHOREPLAY_TEXT };
    reel_append(writer, &echoreplay_infos, &info, 1);
    for (unsigned i = 0; i < (made->frames ? made->frames : FRAMES); i++) {
        echoreplay_frame f = frame_at(i, made->map);
        reel_append(writer, &echoreplay_frames, &f, 1);
        for (uint8_t t = 0; t < 3; t++) {
            echoreplay_team team = {
                .common = { .frame = i, .team = t, .possession = !made->without_possession && t < 2 && i / 30 % 2 == t },
                .name = text_of(t ? "ORANGE TEAM" : "BLUE TEAM")
            };
            reel_append(writer, &echoreplay_teams, &team, 1);
        }
        for (unsigned number = 0; number < 4; number++) {
            echoreplay_player p = player_at(i, number);
            if (made->jumps) p.common.head.z = (float)((i * 29 + number * 7) % 70) - 35;
            if (made->jumps) p.common.team = (uint8_t)(i % 2);
            if (made->strays && i == 7 && number == 0) p.common.head.x = 400;
            if (made->strays && i == 7 && number == 1) p.common.head.x = 1e9f;
            if (made->unequal) make_unequal(&p, i, number);
            reel_append(writer, &echoreplay_players, &p, 1);
        }
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    reel_replay *replay;
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

static reel_replay *small_match(const char *map)
{
    const made_match made = { .map = map };
    return match_of(&made);
}

static reel_replay *load_milk(reel_memory file)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(file.data, file.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    free(file.data);
    return replay;
}

/* ---- tests ------------------------------------------------------------------------------------------------------ */

static void draws_the_golden_pictures(void **state)
{
    (void)state;
    reel_replay *replay = small_match("mpl_arena_a");
    for (size_t i = 0; i < IDS; i++) {
        char name[64];
        snprintf(name, sizeof name, "echo-%s", ids[i]);
        picture_golden(ids[i], replay, name);
    }
    reel_free(replay);
}

static void assert_holds(const char *id, const reel_replay *replay, const char *text, bool holds)
{
    reel_memory memory;
    assert_int_equal(picture_draw(id, replay, NULL, &memory), REEL_OK);
    if (picture_holds(&memory, text) != holds) fail_msg("%s: %s %s", id, text, holds ? "is missing" : "should not be there");
    reel_memory_free(&memory);
}

static void says_in_words_what_it_shows(void **state)
{
    (void)state;
    reel_replay *replay = small_match("mpl_arena_a");
    for (size_t i = 0; i < IDS; i++) {
        assert_holds(ids[i], replay, ">Echo Arena<", true);
        assert_holds(ids[i], replay, "recorded by Some&lt;body&gt;", true);
    }
    assert_holds("arena", replay, "Blue team", true);
    assert_holds("arena", replay, "Disc", true);
    for (size_t i = 0; i < 2; i++) {
        assert_holds(ids[i], replay, ">blue goal<", true);
        assert_holds(ids[i], replay, ">orange goal<", true);
        assert_holds(ids[i], replay, ">outline of the Arena, approximate<", true);
        assert_holds(ids[i], replay, ">along the Arena, m from its centre", true);
        assert_holds(ids[i], replay, ">across the Arena, m (x)<", true);
    }
    assert_holds("heat", replay, "players' time in a square of 1 m", true);
    assert_holds("score", replay, "does not show who has the disc", false);
    assert_holds("score", replay, "Blue: 5 points; 2 goals recorded (dots)", true);
    assert_holds("score", replay, "Orange: 3 points; 1 goal recorded (dot)", true);
    assert_holds("score", replay, "Blue has the disc: 0:15, 50 %", true);
    assert_holds("disc", replay, "maximum 20.2 m/s at 0:23", true);
    reel_free(replay);
}

static void says_why_places_and_possession_are_missing(void **state)
{
    (void)state;
    static const made_match made = { .map = "mpl_arena_a", .without_possession = true, .strays = true };
    reel_replay *replay = match_of(&made);
    for (size_t i = 0; i < 2; i++) {
        assert_holds(ids[i], replay, ">2 positions of 480 not shown: 1 outside the picture, such as in waiting rooms", true);
        assert_holds(ids[i], replay, ", 1 with invalid coordinates<", true);
    }
    assert_holds("score", replay, "The recording does not show who has the disc", true);
    assert_holds("score", replay, "has the disc: ", false);
    reel_free(replay);
}

/* All are called P here, and have accounts of their own. */
static void shows_one_player_alone(void **state)
{
    (void)state;
    static const char *const places[] = { "arena", "heat" };
    static const reel_plot_options by_name = { REEL_SIZED(reel_plot_options), .who = "P" },
                                   by_account = { REEL_SIZED(reel_plot_options), .who = "3001" },
                                   nobody = { REEL_SIZED(reel_plot_options), .who = "Nobody" };
    reel_replay *replay = small_match("mpl_arena_a");
    for (size_t i = 0; i < 2; i++) {
        reel_memory all, named, one, none;
        assert_int_equal(picture_draw(places[i], replay, NULL, &all), REEL_OK);
        assert_int_equal(picture_draw(places[i], replay, &by_name, &named), REEL_OK);
        assert_int_equal(picture_draw(places[i], replay, &by_account, &one), REEL_OK);
        assert_int_equal(picture_draw(places[i], replay, &nobody, &none), REEL_ARGUMENT);
        assert_int_equal(named.size, all.size);
        assert_memory_equal(named.data, all.data, all.size);
        assert_true(one.size < all.size);
        reel_memory_free(&all);
        reel_memory_free(&named);
        reel_memory_free(&one);
    }
    assert_int_equal(picture_draw("score", replay, &by_name, &(reel_memory){ 0 }), REEL_ARGUMENT);
    reel_free(replay);
}

/* Elsewhere than in the Arena there is no room to outline, and points are no goals. */
static void another_map_has_no_goals(void **state)
{
    (void)state;
    reel_replay *replay = small_match("mpl_combat_dyson");
    for (size_t i = 0; i < IDS; i++) assert_holds(ids[i], replay, ">Combat: Dyson<", true);
    assert_holds("arena", replay, "orange goal", false);
    assert_holds("arena", replay, "outline of the Arena", false);
    assert_holds("score", replay, "goal", false);
    reel_free(replay);
}

static void speeds_are_computed_if_a_recording_has_none(void **state)
{
    (void)state;
    const made_milk m = { 2, 2, 20, 10, 0, false };
    reel_replay *replay = load_milk(made_milk_file(&m));
    assert_holds("disc", replay, "Computed from positions 0.2 s apart", true);
    /* a metre in each direction from frame to frame, ten of them in a second */
    assert_holds("disc", replay, "maximum 17.3 m/s", true);
    reel_free(replay);
}

static void reports_who_stood_out(void **state)
{
    (void)state;
    static const made_match made = { .map = "mpl_arena_a", .unequal = true };
    static const char *const texts[] = {
        "Blue 5, orange 3 points. 3 goals recorded, 4 players, 0:30 (min:s).",
        "Blue had possession for 50 % of the time that a team had it, orange for 50 %.",
        "Most points: Ada (blue) with 4 points; the match's average is 1.",
        "Most saves: Ben &amp; Co (blue) with 1 save; the match's average is 0.3.",
        "Most steals: Cy (orange) with 3 steals; the match's average is 0.8.",
        "Stunned most often: Ben &amp; Co (blue) with 4 times; the match's average is 1.",
        "Slowest connection: Dee with 160 ms; the match's average is 70 ms.",
        NULL,
    };
    reel_replay *replay = match_of(&made);
    picture_report(replay, texts);
    reel_free(replay);
}

/* Every player has average statistics, no team has the disc, and no connection is slow. Points of Combat are not goals. */
static void reports_nobody_who_did_not_stand_out(void **state)
{
    (void)state;
    static const made_match made = { .map = "mpl_combat_gauss", .without_possession = true };
    static const char *const has[] = { "Blue 5, orange 3 points. 4 players, 0:30 (min:s).", NULL };
    static const char *const never[] = { "recorded, 4 players", "had possession", "Most ", "Stunned", "Slowest" };
    reel_replay *replay = match_of(&made);
    reel_memory memory = { 0 };
    picture_report(replay, has);
    assert_int_equal(reel_plot_report(replay, reel_sink_memory(&memory, NULL), NULL, NULL), REEL_OK);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (picture_holds(&memory, never[i])) fail_msg("the report says: %s", never[i]);
    reel_memory_free(&memory);
    reel_free(replay);
}

static void draws_replays_of_every_format(void **state)
{
    (void)state;
    static const char *const files[] = { "arena.butter", "arena-1.butter",  "bones.butter", "combat.butter", "lobby.butter",
                                         "usual.milk",   "text.echoreplay", "odd.milk",     "crowd.milk" };
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char path[256];
        snprintf(path, sizeof path, "tests/formats/echo/golden/%s", files[f]);
        reel_replay *replay;
        reel_error error;
        if (reel_load_file(project_path(path), NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
        assert_true(picture_sound("arena", replay, path));
        for (size_t i = 1; i < IDS; i++) picture_sound(ids[i], replay, path);
        reel_free(replay);
    }
}

static void nothing_to_see_is_the_end(void **state)
{
    (void)state;
    const made_milk nobody = { 0, 0, 1, 1, 0, false };
    reel_replay *replay = load_milk(made_milk_file(&nobody));
    for (size_t i = 0; i < IDS; i++) {
        reel_memory memory;
        assert_int_equal(picture_draw(ids[i], replay, NULL, &memory), REEL_END);
    }
    reel_free(replay);
}

/* Halves of any bits: endless numbers, none, far places. */
static void any_numbers_make_sound_pictures(void **state)
{
    (void)state;
    const made_milk m = { 4, 4, 8, 8, 0, false };
    enum { FRAME_BYTES = 12 + 42 * 8, TALLY_BYTES = 6 + 13 * 10 };
    uint32_t seed = 1;
    for (unsigned round = 0; round < 20; round++) {
        reel_memory file = made_milk_file(&m);
        size_t at = file.size - (m.rate * m.tallies - 1) * FRAME_BYTES - m.tallies * TALLY_BYTES;
        while (at < file.size) {
            bool tally = file.data[at] == 0xfe;
            for (size_t i = 2; i < (tally ? 6 : FRAME_BYTES); i++) {
                seed = seed * 1664525u + 1013904223u;
                file.data[at + i] = (uint8_t)(seed >> 24);
            }
            at += tally ? TALLY_BYTES : FRAME_BYTES;
        }
        reel_replay *replay = load_milk(file);
        assert_null(reel_replay_damage(replay));
        for (size_t i = 0; i < IDS; i++) picture_sound(ids[i], replay, "any numbers");
        reel_free(replay);
    }
}

static int wander(uint32_t *seed, int at, int most)
{
    *seed = *seed * 1664525u + 1013904223u;
    int to = at + (int)(*seed >> 24) % 13 - 6;
    return to > most ? most : to < -most ? -most : to;
}

/* Ten players who wander about for a quarter of an hour. */
static void a_long_match_makes_pictures_of_a_bounded_size(void **state)
{
    (void)state;
    const made_milk m = { 5, 5, 900, 15, 0, false };
    enum { FRAME_BYTES = 12 + 420, TALLY_BYTES = 6 + 13 * 12 };
    uint32_t seed = 1;
    int places[11][3] = { { 0 } };
    reel_memory file = made_milk_file(&m), half = { 0 };
    size_t at = file.size - (m.rate * m.tallies - 1) * FRAME_BYTES - m.tallies * TALLY_BYTES;
    while (at < file.size) {
        bool tally = file.data[at] == 0xfe;
        for (size_t p = 0; p < 11 && !tally; p++)
            for (size_t axis = 0; axis < 3; axis++) {
                places[p][axis] = wander(&seed, places[p][axis], axis == 2 ? 160 : 60);
                half.size = 0;
                milk_half(&half, places[p][axis]);
                memcpy(file.data + at + 2 + 2 * axis + (p ? 7 + 42 * (p - 1) : 0), half.data, 2);
            }
        at += tally ? TALLY_BYTES : FRAME_BYTES;
    }
    free(half.data);
    reel_replay *replay = load_milk(file);
    for (size_t i = 0; i < IDS; i++) assert_true(picture_sound(ids[i], replay, "a long match"));
    reel_free(replay);
}

static void players_who_jump_give_bounded_pictures(void **state)
{
    (void)state;
    static const made_match made = { .map = "mpl_arena_a", .frames = 6000, .jumps = true };
    reel_replay *replay = match_of(&made);
    for (size_t i = 0; i < IDS; i++) assert_true(picture_sound(ids[i], replay, "players who jump"));
    reel_free(replay);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    reel_replay *replay = small_match("mpl_arena_a");
    for (size_t i = 0; i < IDS; i++) picture_faults(ids[i], replay);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_the_golden_pictures),
        cmocka_unit_test(says_in_words_what_it_shows),
        cmocka_unit_test(says_why_places_and_possession_are_missing),
        cmocka_unit_test(shows_one_player_alone),
        cmocka_unit_test(another_map_has_no_goals),
        cmocka_unit_test(speeds_are_computed_if_a_recording_has_none),
        cmocka_unit_test(reports_who_stood_out),
        cmocka_unit_test(reports_nobody_who_did_not_stand_out),
        cmocka_unit_test(draws_replays_of_every_format),
        cmocka_unit_test(nothing_to_see_is_the_end),
        cmocka_unit_test(any_numbers_make_sound_pictures),
        cmocka_unit_test(a_long_match_makes_pictures_of_a_bounded_size),
        cmocka_unit_test(players_who_jump_give_bounded_pictures),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
