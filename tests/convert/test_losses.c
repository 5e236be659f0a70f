/* SPDX-License-Identifier: MIT
 * Losses are found by comparing. For every golden file and every conversion that has a way back: what is not the same after both is
 * reported by the first. And files whose session, map or mode changes, which a .butter cannot follow. */
#include "support.h"

#include <reel/butter.h>
#include <reel/echoreplay.h>
#include <reel/format.h>

#include <math.h>

typedef struct said {
    char text[65536];
} said;

static void collect(void *context, const reel_finding *finding)
{
    said *all = context;
    if (strcmp(finding->rule, "convert.loss") != 0 && strcmp(finding->rule, "convert.error") != 0) return;
    size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s\n", finding->message);
}

static reel_memory convert(const char *text, size_t size, const reel_format *to, said *all)
{
    reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = all };
    reel_memory memory;
    reel_error error;
    all->text[0] = 0;
    if (reel_convert(reel_source_memory(text, size), &options, to, reel_sink_memory(&memory, NULL), NULL, &error) < 0)
        fail_msg("%s", error.message);
    return memory;
}

static void need(const said *all, const char *field)
{
    if (!strstr(all->text, field)) fail_msg("nothing was said of %s in\n%s", field, all->text);
}

#define PLAYER(id)                                                                                                               \
    "{\"name\":\"a\",\"userid\":" id ",\"head\":{\"position\":[1,2,3],\"forward\":[0,0,1],\"left\":[1,0,0],\"up\":[0,1,0]}}"
#define TEAMS(players) ",\"teams\":[{\"team\":\"HOME\",\"players\":[" players "],\"possession\":false}]"

/* The header and the columns of a .butter come from the first frame. */
static void what_changes_after_the_first_frame_is_said(void **state)
{
    (void)state;
    static const char text[] =
        "2022/03/18 15:00:00.000\t{\"sessionid\":\"11111111-2222-4333-8444-555555555555\",\"client_name\":\"a\","
        "\"map_name\":\"mpl_lobby_b2\"" TEAMS(PLAYER(
            "1")) "}\r\n"
                  "2022/03/18 15:00:00.066\t{\"sessionid\":\"99999999-2222-4333-8444-555555555555\",\"client_name\":\"b\","
                  "\"map_name\":\"mpl_arena_a\",\"private_match\":true,\"blue_points\":3,\"orange_points\":2,"
                  "\"disc\":{\"position\":[1,2,3],\"velocity\":[1,0,0],\"bounce_count\":4},\"err_code\":0,"
                  "\"possession\":[0,1],\"last_score\":{\"team\":\"blue\",\"person_scored\":\"b\"}" TEAMS(PLAYER("1")) "}\r\n";
    static const char *const fields[] = { "frames.session_id",    "frames.client_name",   "frames.map_name",
                                          "frames.private_match", "frames.blue_points",   "frames.orange_points",
                                          "frames.disc_position", "frames.disc_velocity", "frames.bounce_count",
                                          "frames.err_code",      "frames.possession",    "frames.person_scored",
                                          "teams.name",           "frames.score_team" };
    said all;
    reel_memory made = convert(text, sizeof text - 1, &reel_format_butter, &all);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) need(&all, fields[i]);
    reel_memory_free(&made);
}

/* Directions pass through a rotation and then through few bits: the error that is said is that of both. */
static void errors_of_several_steps_are_added(void **state)
{
    (void)state;
    static const char text[] =
        "2022/03/18 "
        "15:00:00.000\t{\"sessionid\":\"11111111-2222-4333-8444-555555555555\",\"map_name\":\"mpl_arena_a\",\"teams\":[{"
        "\"players\":[{\"name\":\"a\",\"userid\":1,\"head\":{\"position\":[1.2345678,2,3],\"forward\":[0.31,0.03,0.948],"
        "\"left\":[0.949,-0.012,-0.309],\"up\":[0.002,1.0,-0.033]}}]}]}\r\n";
    said all;
    reel_replay *from, *to;
    size_t count;
    reel_memory made = convert(text, sizeof text - 1, &reel_format_butter, &all), back;
    assert_int_equal(reel_load(reel_source_memory(text, sizeof text - 1), NULL, &from, NULL), REEL_OK);
    said ignored;
    back = convert((const char *)made.data, made.size, &reel_format_echoreplay, &ignored);
    assert_int_equal(reel_load(reel_source_memory(back.data, back.size), NULL, &to, NULL), REEL_OK);
    const echoreplay_player *a = reel_rows(from, &echoreplay_players, &count), *b = reel_rows(to, &echoreplay_players, &count);
    const double x = (double)a->head.forward.x - (double)b->head.forward.x,
                 y = (double)a->head.forward.y - (double)b->head.forward.y,
                 z = (double)a->head.forward.z - (double)b->head.forward.z, error = sqrt(x * x + y * y + z * z) * 1000;
    assert_true(error > 0);
    const char *at = strstr(all.text, "players.head_forward: error at most ");
    assert_non_null(at);
    double said_error;
    assert_int_equal(sscanf(at, "players.head_forward: error at most %lf", &said_error), 1);
    if (fabs(said_error - error) > 0.01) fail_msg("%f, not %f", said_error, error);
    reel_free(from);
    reel_free(to);
    reel_memory_free(&made);
    reel_memory_free(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_changes_after_the_first_frame_is_said),
        cmocka_unit_test(errors_of_several_steps_are_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
