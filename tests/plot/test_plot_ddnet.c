/* SPDX-License-Identifier: MIT
 * The pictures of DDNet games: what they show of a small game, and none where there is nothing to see. */
#include "picture.h"

#include <reel/teehistorian.h>

static const char *const ids[] = { "paths", "tiles", "online", "sessions" };
enum { IDS = sizeof ids / sizeof *ids };

/* ---- a small game ----------------------------------------------------------------------------------------------- */

enum { PEOPLE = 4, TICKS = 1500 };

static void put_step(reel_writer *writer, int32_t tick, int32_t cid, bool first)
{
    const teehistorian_position at = { .tick = tick,
                                       .cid = cid,
                                       .x = 32 * (tick / 25 % 30 + 5 * cid),
                                       .y = 32 * (tick / 100 + 2 * cid),
                                       .kind = first ? TEEHISTORIAN_NEW : 0 };
    assert_int_equal(reel_append(writer, &teehistorian_positions, &at, 1), REEL_OK);
}

/* A client joins every five seconds; the second one leaves before the end, the third has no character. */
static void put_game(reel_writer *writer)
{
    for (int32_t tick = 1; tick < TICKS; tick++)
        for (int32_t cid = 0; cid < PEOPLE; cid++) {
            int32_t start = 1 + 250 * cid, end = cid == 1 ? 1000 : TICKS;
            const teehistorian_join join = { .tick = tick, .cid = cid };
            const teehistorian_drop drop = { .tick = tick, .cid = cid };
            if (tick == start) assert_int_equal(reel_append(writer, &teehistorian_joins, &join, 1), REEL_OK);
            if (tick > start && tick < end && cid != 2) put_step(writer, tick, cid, tick == start + 1);
            if (tick == end) assert_int_equal(reel_append(writer, &teehistorian_drops, &drop, 1), REEL_OK);
        }
}

enum { VISITORS = 70, SLOTS = 64 };

/* Clients without names who come and go, one after another. */
static void put_visitors(reel_writer *writer)
{
    for (int32_t i = 0; i < VISITORS; i++) {
        const teehistorian_join join = { .tick = 1 + 50 * i, .cid = i % SLOTS };
        const teehistorian_drop drop = { .tick = 30 + 50 * i, .cid = i % SLOTS };
        assert_int_equal(reel_append(writer, &teehistorian_joins, &join, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &teehistorian_drops, &drop, 1), REEL_OK);
    }
}

static reel_replay *game_at(const char *start, void (*put)(reel_writer *writer))
{
    const teehistorian_header header = { .version = 2,
                                         .version_minor = 22,
                                         .present = TEEHISTORIAN_HAS_VERSION_MINOR,
                                         .map_name = { "A <map>", 7 },
                                         .start_time = { start, strlen(start) } };
    reel_memory memory;
    reel_writer *writer;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_headers, &header, 1), REEL_OK);
    put(writer);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return replay;
}

static reel_replay *game_of(void (*put)(reel_writer *writer)) { return game_at("", put); }

/* ---- tests ------------------------------------------------------------------------------------------------------ */

static void draws_the_golden_pictures(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_game);
    for (size_t i = 0; i < IDS; i++) {
        char name[64];
        snprintf(name, sizeof name, "ddnet-%s", ids[i]);
        picture_golden(ids[i], replay, name);
    }
    reel_free(replay);
}

static void assert_holds(const char *id, const reel_replay *replay, const char *text)
{
    reel_memory memory;
    assert_int_equal(picture_draw(id, replay, NULL, &memory), REEL_OK);
    if (!picture_holds(&memory, text)) fail_msg("%s: %s is missing", id, text);
    reel_memory_free(&memory);
}

static void says_in_words_what_it_shows(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_game);
    for (size_t i = 0; i < IDS; i++) assert_holds(ids[i], replay, ">A &lt;map&gt;<");
    /* who leaves stays where he was: ten seconds and half a one on the way */
    assert_holds("paths", replay, ">tiles from the top<");
    assert_holds("paths", replay, ">client 0<");
    assert_holds("tiles", replay, "time of all tees in a square of 1 tile<");
    assert_holds("tiles", replay, ">11 s<"); /* the end of the colour scale */
    assert_holds("tiles", replay, ">tiles from the left<");
    assert_holds("online", replay, ">Clients: players connected<");
    assert_holds("online", replay, ">Characters: tees alive on the map<");
    assert_holds("sessions", replay, ">client 3<");
    assert_holds("sessions", replay, ">Session without a finish (thin)<");
    reel_free(replay);
}

/* Old servers put a space before the offset from UTC, newer ones do not. An invalid date is shown unchanged. */
static void the_heading_has_the_date_of_the_game(void **state)
{
    (void)state;
    static const struct {
        const char *start, *shown;
    } cases[] = {
        { "2018-03-09 12:05:59 +0000", "9 March 2018, 12:05 UTC<" },
        { "2018-12-31T23:59:59+0000", "31 December 2018, 23:59 UTC<" },
        { "2020-01-01 00:00:00 +0130", "1 January 2020, 00:00 UTC+0130<" },
        { "2020-01-01 00:00:00-0800", "1 January 2020, 00:00 UTC-0800<" },
        { "2020-01-01 00:00", "1 January 2020, 00:00<" },
        { "2020-01-01 00:00:00", "1 January 2020, 00:00<" },
        { "2020-01-01 00:00:00 +01:0", "1 January 2020, 00:00<" },
        { "2020-01-01 00:00:00 ~0100", "1 January 2020, 00:00<" },
        { "2020-00-01 00:00:00", "2020-00-01 00:00:00<" },
        { "2020-13-01 00:00:00", "2020-13-01 00:00:00<" },
        { "2020-01-00 00:00:00", "2020-01-00 00:00:00<" },
        { "2020-01-32 00:00:00", "2020-01-32 00:00:00<" },
        { "x020-01-01 00:00:00", "x020-01-01 00:00:00<" },
        { "2020-01-01 x0:00:00", "2020-01-01 x0:00:00<" },
        { "2020-01-01 00:x0:00", "2020-01-01 00:x0:00<" },
        { "2020/01-01 00:00:00", "2020/01-01 00:00:00<" },
        { "2020-01/01 00:00:00", "2020-01/01 00:00:00<" },
        { "2020-01-01/00:00:00", "2020-01-01/00:00:00<" },
        { "2020-01-01 00-00:00", "2020-01-01 00-00:00<" },
        { "2020-01-01", "2020-01-01<" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_replay *replay = game_at(cases[i].start, put_game);
        assert_holds("paths", replay, cases[i].shown);
        reel_free(replay);
    }
}

/* A picture of one player, by number or by name, is that of his rows alone. */
static void shows_one_player_alone(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_game);
    reel_memory all, one, none;
    const reel_plot_options third = { REEL_SIZED(reel_plot_options), .who = "3" },
                            nobody = { REEL_SIZED(reel_plot_options), .who = "Nobody" },
                            too_high = { REEL_SIZED(reel_plot_options), .who = "128" },
                            still = { REEL_SIZED(reel_plot_options), .who = "2" };
    assert_int_equal(picture_draw("paths", replay, NULL, &all), REEL_OK);
    assert_int_equal(picture_draw("paths", replay, &third, &one), REEL_OK);
    assert_true(picture_holds(&one, ">tiles from the top; only 3<"));
    assert_true(one.size < all.size);
    assert_int_equal(picture_draw("paths", replay, &nobody, &none), REEL_ARGUMENT);
    assert_int_equal(picture_draw("paths", replay, &too_high, &none), REEL_ARGUMENT);
    assert_int_equal(picture_draw("paths", replay, &still, &none), REEL_END); /* is there, and has no character */
    assert_int_equal(picture_draw("online", replay, &third, &none), REEL_ARGUMENT);
    reel_memory_free(&all);
    reel_memory_free(&one);
    reel_free(replay);
}

static void put_named_game(reel_writer *writer)
{
    static const char name[] = "somebody";
    const teehistorian_name row = { .tick = 1, .cid = 0, .name = { name, sizeof name - 1 } };
    assert_int_equal(reel_append(writer, &teehistorian_names, &row, 1), REEL_OK);
    put_game(writer);
}

static void shows_one_player_by_name(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_named_game);
    reel_memory named, numbered;
    const reel_plot_options by_name = { REEL_SIZED(reel_plot_options), .who = "somebody" },
                            by_number = { REEL_SIZED(reel_plot_options), .who = "0" };
    assert_int_equal(picture_draw("paths", replay, &by_name, &named), REEL_OK);
    assert_int_equal(picture_draw("paths", replay, &by_number, &numbered), REEL_OK);
    assert_true(picture_holds(&named, "; only somebody<"));
    assert_int_equal(named.size - strlen("somebody"), numbered.size - strlen("0")); /* the path is that of the slot */
    reel_memory_free(&named);
    reel_memory_free(&numbered);
    reel_free(replay);
}

/* The named game, in which the first tee hooks to the left and the last one looks down. */
static void put_hooking_game(reel_writer *writer)
{
    static const teehistorian_input inputs[] = {
        { .tick = 3, .cid = 0, .kind = TEEHISTORIAN_NEW, .target_x = -100, .hook = 1 },
        { .tick = 760, .cid = 3, .kind = TEEHISTORIAN_NEW, .target_y = 50 },
    };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        assert_int_equal(reel_append(writer, &teehistorian_inputs, &inputs[i], 1), REEL_OK);
    put_named_game(writer);
}

static reel_status draw_scene(const reel_replay *replay, double time, const char *who, reel_memory *memory, reel_error *error)
{
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .who = who };
    *memory = (reel_memory){ 0 };
    return reel_plot_scene(replay, time, reel_sink_memory(memory, NULL), &options, error);
}

static void a_scene_shows_the_tees_of_its_time(void **state)
{
    (void)state;
    static const struct {
        double time;
        const char *tees, *there, *gone; /* of the tees, one that is there and one that is not */
    } cases[] = { { 2, ">1 tee on the map; shaded: where characters were<", ">somebody<", ">client 1<" },
                  { 10, ">2 tees on the map; shaded: where characters were<", ">client 1<", ">client 3<" },
                  { 18, ">3 tees on the map; shaded: where characters were<", ">client 3<", ">client 2<" } };
    reel_replay *replay = game_of(put_hooking_game), *plain = game_of(put_named_game);
    reel_memory memory, other;
    reel_error error;
    picture_golden("scene", replay, "ddnet-scene");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(draw_scene(replay, cases[i].time, NULL, &memory, &error), REEL_OK);
        if (!picture_holds(&memory, cases[i].tees)) fail_msg("case %zu: %s is missing", i, cases[i].tees);
        if (!picture_holds(&memory, cases[i].there)) fail_msg("case %zu: %s is missing", i, cases[i].there);
        if (picture_holds(&memory, cases[i].gone)) fail_msg("case %zu: %s should not be there", i, cases[i].gone);
        reel_memory_free(&memory);
    }
    /* a hook is a dashed line; the same game without inputs has none */
    assert_int_equal(draw_scene(replay, 2, NULL, &memory, &error), REEL_OK);
    assert_int_equal(draw_scene(plain, 2, NULL, &other, &error), REEL_OK);
    assert_true(memory.size > other.size);
    reel_memory_free(&memory);
    reel_memory_free(&other);
    reel_free(plain);
    reel_free(replay);
}

static void a_scene_follows_the_player_of_a_name(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_hooking_game);
    reel_memory memory;
    reel_error error;
    assert_int_equal(draw_scene(replay, 18, "somebody", &memory, &error), REEL_OK);
    assert_true(picture_holds(&memory, ">somebody<"));
    reel_memory_free(&memory);
    assert_int_equal(draw_scene(replay, 18, "somebod", &memory, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "plot.who");
    assert_string_equal(error.message, "no tee of somebod at this time");
    reel_free(replay);
}

static void put_returning_visitor(reel_writer *writer)
{
    for (int32_t i = 0; i < VISITORS; i++) {
        const teehistorian_join join = { .tick = 1 + 50 * i, .cid = i % 2 };
        const teehistorian_name name = { .tick = 2 + 50 * i, .cid = i % 2, .name = { "back <again>", 12 } };
        const teehistorian_drop drop = { .tick = 30 + 50 * i, .cid = i % 2 };
        assert_int_equal(reel_append(writer, &teehistorian_joins, &join, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &teehistorian_names, &name, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &teehistorian_drops, &drop, 1), REEL_OK);
    }
}

static void sessions_of_one_name_share_a_row(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_returning_visitor);
    reel_memory memory;
    size_t names = 0;
    assert_int_equal(picture_draw("sessions", replay, NULL, &memory), REEL_OK);
    for (size_t i = 0; i + 22 <= memory.size; i++) names += memcmp(memory.data + i, ">back &lt;again&gt;</te", 22) == 0;
    assert_int_equal(names, 1);
    assert_false(picture_holds(&memory, "Not shown"));
    reel_memory_free(&memory);
    reel_free(replay);
}

static void says_how_many_sessions_it_does_not_show(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_visitors);
    assert_holds("sessions", replay, ">client 39<");
    assert_holds("sessions", replay, "Not shown: 24 sessions of players who joined later");
    assert_true(picture_sound("online", replay, "visitors"));
    reel_memory memory;
    assert_int_equal(picture_draw("tiles", replay, NULL, &memory), REEL_END);
    reel_free(replay);
}

enum { TURNS = 20000 };

/* Two players take turns in one slot, each for one position somewhere else. */
static void put_turns(reel_writer *writer)
{
    for (int32_t i = 0; i < TURNS; i++) {
        const teehistorian_join join = { .tick = 1 + 4 * i, .cid = 0 };
        const teehistorian_name name = { .tick = 2 + 4 * i, .cid = 0, .name = { i % 2 ? "a" : "b", 1 } };
        const teehistorian_position at = {
            .tick = 2 + 4 * i, .cid = 0, .x = 32 * (i * 37 % 400), .y = 32 * (i * 91 % 300), .kind = TEEHISTORIAN_NEW
        };
        const teehistorian_drop drop = { .tick = 3 + 4 * i, .cid = 0 };
        assert_int_equal(reel_append(writer, &teehistorian_joins, &join, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &teehistorian_names, &name, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &teehistorian_positions, &at, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &teehistorian_drops, &drop, 1), REEL_OK);
    }
}

static void many_short_sessions_give_bounded_pictures(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_turns);
    for (size_t i = 0; i < IDS; i++) assert_true(picture_sound(ids[i], replay, "players who take turns"));
    reel_free(replay);
}

static void put_one_step(reel_writer *writer)
{
    const teehistorian_join join = { .tick = 1, .cid = 0 };
    assert_int_equal(reel_append(writer, &teehistorian_joins, &join, 1), REEL_OK);
    put_step(writer, 2, 0, true);
}

/* A path of one position has no line: a disc shows it. */
static void a_single_position_is_visible(void **state)
{
    (void)state;
    reel_replay *one = game_of(put_one_step), *many = game_of(put_game);
    assert_holds("paths", one, "<path class=\"f-right\" d=\"M");
    reel_memory memory;
    assert_int_equal(picture_draw("paths", many, NULL, &memory), REEL_OK);
    assert_false(picture_holds(&memory, "<path class=\"f-right\" d=\"M"));
    reel_memory_free(&memory);
    reel_free(one);
    reel_free(many);
}

/* Clients at both ends of the world, numbers that wrap, sessions without join: the golden files have them. */
static void every_game_makes_sound_pictures_or_none(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/teehistorian/golden"));
    size_t drawn = 0;
    for (size_t f = 0; f < files.count; f++) {
        reel_replay *replay;
        reel_error error;
        if (reel_load_file(files.paths[f], NULL, &replay, &error) < 0) fail_msg("%s: %s", files.paths[f], error.message);
        for (size_t i = 0; i < IDS; i++) drawn += picture_sound(ids[i], replay, files.paths[f]);
        reel_free(replay);
    }
    assert_true(drawn > files.count);
    file_list_free(&files);
}

static void put_nothing(reel_writer *writer) { (void)writer; }

static void nothing_to_see_is_the_end(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_nothing);
    for (size_t i = 0; i < IDS; i++) {
        reel_memory memory;
        assert_int_equal(picture_draw(ids[i], replay, NULL, &memory), REEL_END);
    }
    reel_free(replay);
}

static void every_failing_allocation_is_an_error_without_leak(void **state)
{
    (void)state;
    reel_replay *replay = game_of(put_game);
    for (size_t i = 0; i < IDS; i++) picture_faults(ids[i], replay);
    reel_free(replay);
}

/* The small game, which two clients and a team of one finish. */
static void put_finished_game(reel_writer *writer)
{
    static const teehistorian_finish finishes[] = {
        { .tick = 1200, .cid = 0, .time = 1000, .kind = TEEHISTORIAN_PLAYER_FINISH },
        { .tick = 1300, .cid = 3, .time = 500, .kind = TEEHISTORIAN_PLAYER_FINISH },
        { .tick = 1400, .cid = 5, .time = 1250, .kind = TEEHISTORIAN_TEAM_FINISH },
        { .tick = 1400, .cid = 1, .time = 1250, .kind = TEEHISTORIAN_PLAYER_FINISH }, /* of that team: one run */
    };
    static const teehistorian_team team = { .tick = 1100, .cid = 1, .team = 5 };
    put_game(writer);
    assert_int_equal(reel_append(writer, &teehistorian_teams, &team, 1), REEL_OK);
    for (size_t i = 0; i < sizeof finishes / sizeof *finishes; i++)
        assert_int_equal(reel_append(writer, &teehistorian_finishes, &finishes[i], 1), REEL_OK);
}

static void the_report_compares_finishes_with_their_average(void **state)
{
    (void)state;
    static const char *const texts[] = { "3 finishes, each of a player or of a team.", "Fastest finish: 10.00 s by ",
                                         ", 8.33 s less than the game's average of 18.33 s.",
                                         "Slowest finish: 25.00 s by team 5, 6.67 s more than the game's average of 18.33 s.",
                                         NULL };
    reel_replay *replay = game_of(put_finished_game);
    picture_report(replay, texts);
    reel_free(replay);
}

static void the_report_says_that_nobody_finished(void **state)
{
    (void)state;
    static const char *const texts[] = { "Nobody finished the map.", NULL };
    reel_replay *replay = game_of(put_game);
    picture_report(replay, texts);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_the_golden_pictures),
        cmocka_unit_test(says_in_words_what_it_shows),
        cmocka_unit_test(the_heading_has_the_date_of_the_game),
        cmocka_unit_test(shows_one_player_alone),
        cmocka_unit_test(shows_one_player_by_name),
        cmocka_unit_test(a_scene_shows_the_tees_of_its_time),
        cmocka_unit_test(a_scene_follows_the_player_of_a_name),
        cmocka_unit_test(sessions_of_one_name_share_a_row),
        cmocka_unit_test(says_how_many_sessions_it_does_not_show),
        cmocka_unit_test(many_short_sessions_give_bounded_pictures),
        cmocka_unit_test(a_single_position_is_visible),
        cmocka_unit_test(every_game_makes_sound_pictures_or_none),
        cmocka_unit_test(nothing_to_see_is_the_end),
        cmocka_unit_test(the_report_compares_finishes_with_their_average),
        cmocka_unit_test(the_report_says_that_nobody_finished),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
