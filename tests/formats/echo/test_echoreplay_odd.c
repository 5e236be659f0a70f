/* SPDX-License-Identifier: MIT
 * Recordings as people have them: ids in quotes, clocks that are set back, years of other calendars, byte order marks. */
#include "machinery.h"
#include "made_echoreplay.h"
#include "support.h"

#include <math.h>
#include <reel/echo.h>
#include <reel/echoreplay.h>
#include <reel/format.h>

static finding_text found;

static reel_replay *load_text(const char *text)
{
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay, .report = finding_text_report,
                             .report_context = &found };
    reel_replay *replay;
    reel_error error;
    memset(&found, 0, sizeof found);
    if (reel_load(reel_source_memory(text, strlen(text)), &options, &replay, &error) < 0) fail_msg("%s: %s", text, error.message);
    return replay;
}

static bool has_rule(const char *rule) { return strstr(found.text, rule) != NULL; }

#define LINE(time, player, more)                                                                                                 \
    time "\t{\"sessionid\":\"x\"" more ",\"teams\":[{\"players\":[{\"name\":\"a\"," player "}]}]}\r\n"
#define TIME "2022/03/18 15:00:00.000"

/* A value that says the same is taken and noted; any other is a finding. The line is written again as it was. */
static void values_of_other_types_are_converted_or_reported(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t userid;
        const char *rule; /* NULL: nothing is said */
    } cases[] = {
        { LINE(TIME, "\"userid\":1001", ""), 1001, NULL },
        { LINE(TIME, "\"userid\":\"1001\"", ""), 1001, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":\"9007199254740993\"", ""), 9007199254740993, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":\"-7\"", ""), UINT64_MAX - 6, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":\"1001.0\"", ""), 1001, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":1001.5", ""), 1001, "echoreplay.values" },
        { LINE(TIME, "\"userid\":18446744073709551615", ""), UINT64_MAX, NULL },
        { LINE(TIME, "\"userid\":1e30", ""), UINT64_MAX, "echoreplay.values" },
        { LINE(TIME, "\"userid\":\"x\"", ""), 0, "echoreplay.values" },
        { LINE(TIME, "\"userid\":\"\"", ""), 0, "echoreplay.values" },
        { LINE(TIME, "\"userid\":\"12 \"", ""), 0, "echoreplay.values" },
        { LINE(TIME, "\"userid\":null", ""), 0, NULL },
        { LINE(TIME, "\"userid\":true", ""), 0, "echoreplay.values" },
        { LINE(TIME, "\"userid\":[1001]", ""), 0, "echoreplay.values" },
        { LINE(TIME, "\"userid\":5,\"stunned\":1", ""), 5, NULL },
        { LINE(TIME, "\"userid\":5,\"stunned\":\"true\"", ""), 5, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":5,\"stunned\":\"yes\"", ""), 5, "echoreplay.values" },
        { LINE(TIME, "\"userid\":5,\"velocity\":[\"1\",\"2.5\",3]", ""), 5, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":5,\"velocity\":7", ""), 5, "echoreplay.values" },
        { LINE(TIME, "\"userid\":5,\"head\":7", ""), 5, "echoreplay.values" },
        { LINE(TIME, "\"userid\":5,\"ping\":4000000000", ""), 5, "echoreplay.values" },
        { LINE(TIME, "\"userid\":5", ",\"map_name\":7"), 5, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":5", ",\"map_name\":{}"), 5, "echoreplay.values" },
        { LINE(TIME, "\"userid\":5", ",\"game_clock\":\"599.5\""), 5, "echoreplay.other-type" },
        { LINE(TIME, "\"userid\":5", ",\"last_score\":{\"goal_type\":\"[NO GOAL]\"}"), 5, NULL },
        { LINE(TIME, "\"userid\":5", ",\"last_score\":{\"goal_type\":\"odd\"}"), 5, "echoreplay.unknown-words" },
        { LINE(TIME, "\"userid\":5", ",\"last_score\":{\"goal_type\":\"BUMPER_SHOT\"}"), 5, NULL },
        { LINE(TIME, "\"userid\":5", ",\"last_score\":{\"goal_type\":\"LONG HEADBUTT\"}"), 5, NULL },
        { LINE(TIME, "\"userid\":5", ",\"last_score\":{\"goal_type\":\"\",\"team\":\"\"}"), 5, NULL },
        { LINE(TIME, "\"userid\":5", ",\"pause\":{\"paused_state\":\"paused_requested\"}"), 5, NULL },
        { LINE(TIME, "\"userid\":5", ",\"pause\":{\"paused_state\":\"autopause_replay\"}"), 5, NULL },
        { LINE(TIME, "\"userid\":5", ",\"packet_loss_ratio\":0.5,\"timers\":{\"game_timer\":1}"), 5, NULL },
        { LINE(TIME, "\"userid\":5,\"position\":[1,2,3],\"lhand\":[1,2,3],\"up\":[0,1,0]", ""), 5, NULL },
        { LINE(TIME, "\"userid\":5,\"head\":null,\"ping\":null,\"stats\":null", ",\"disc\":null"), 5, NULL },
        { LINE(TIME, "\"userid\":5,\"head\":[1,2,3]", ""), 5, "echoreplay.values" },
        { "\xef\xbb\xbf" LINE(TIME, "\"userid\":5", ""), 5, "reel.byte-order-mark" },
        { LINE("2565/03/18 15:00:00.000", "\"userid\":5", ""), 5, "echoreplay.time" },
        { LINE("2021/03/18 15:00:00.000", "\"userid\":5", "") LINE("2021/03/18 14:00:00.000", "\"userid\":5", ""), 5,
          "echoreplay.time-backwards" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count;
        reel_memory written;
        reel_replay *replay = load_text(cases[i].text);
        const echoreplay_player *player = reel_rows(replay, &echoreplay_players, &count);
        assert_true(count > 0);
        if (player->common.userid != cases[i].userid)
            fail_msg("%s: userid %llu", cases[i].text, (unsigned long long)player->common.userid);
        if (cases[i].rule ? !has_rule(cases[i].rule) : found.total != 0) fail_msg("%s:\n%s", cases[i].text, found.text);
        if (found.total > 1) fail_msg("%s:\n%s", cases[i].text, found.text);
        assert_int_equal(
            reel_write(reel_replay_chunk(replay), &reel_format_echoreplay, reel_sink_memory(&written, NULL), NULL, NULL),
            REEL_OK);
        assert_int_equal(written.size, strlen(cases[i].text));
        assert_memory_equal(written.data, cases[i].text, written.size);
        reel_memory_free(&written);
        reel_free(replay);
    }
}

/* Until June 2020 the game ended its answers with a NUL. It is noted, once, and stays. */
static void a_nul_behind_an_answer_is_noted(void **state)
{
    (void)state;
    static const char line[] = TIME "\t{\"sessionid\":\"x\",\"teams\":[{\"players\":[{\"name\":\"abcd\",\"userid\":5}]}]}\0\t"
                                    "{\"user_bones\":[],\"err_code\":0}\0\r\n";
    enum { SIZE = sizeof line - 1, LINES = 2 };
    char text[LINES * SIZE];
    size_t count;
    reel_replay *replay;
    reel_memory written;
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay, .report = finding_text_report,
                             .report_context = &found };
    for (size_t i = 0; i < LINES; i++) memcpy(text + i * SIZE, line, SIZE);
    memset(&found, 0, sizeof found);
    assert_int_equal(reel_load(reel_source_memory(text, sizeof text), &options, &replay, NULL), REEL_OK);
    reel_rows(replay, &echoreplay_frames, &count);
    assert_int_equal(count, LINES);
    assert_int_equal(found.total, 1);
    assert_true(has_rule("echoreplay.nul"));
    reel_free(replay);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    options = (reel_options){ REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
    assert_int_equal(
        reel_convert(reel_source_memory(text, sizeof text), &options, NULL, reel_sink_memory(&written, NULL), &how, NULL),
        REEL_OK);
    size_t nuls = 0;
    for (size_t i = 0; i < written.size; i++) nuls += !((const char *)written.data)[i];
    assert_int_equal(nuls, 2 * LINES);
    reel_memory_free(&written);
}

/* 2021-03-18 in the calendars of recorders in Thailand, Arabia and Iran; and the days on which Persian years begin. */
static void years_of_other_calendars_are_converted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t off; /* days at most; negative: so many days later, exactly */
    } cases[] = {
        { LINE("2021/03/18 15:00:00.000", "\"userid\":5", ""), 0 },
        { LINE("2564/03/18 15:00:00.000", "\"userid\":5", ""), 0 },
        { LINE("1442/08/05 15:00:00.000", "\"userid\":5", ""), 2 },
        { LINE("1399/12/28 15:00:00.000", "\"userid\":5", ""), 0 },
        { LINE("1399/12/30 15:00:00.000", "\"userid\":5", ""), -2 }, /* of a leap year */
        { LINE("1400/01/01 15:00:00.000", "\"userid\":5", ""), -3 },
        { LINE("1403/01/01 15:00:00.000", "\"userid\":5", ""), -1098 },
        { LINE("1409/01/01 15:00:00.000", "\"userid\":5", ""), -3290 },
    };
    const int64_t day = 86400000, meant = INT64_C(1616079600000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count;
        reel_replay *replay = load_text(cases[i].text);
        const echoreplay_frame *frame = reel_rows(replay, &echoreplay_frames, &count);
        const int64_t off = frame->common.recorded - meant;
        if (cases[i].off < 0 ? off != -cases[i].off * day : off < -cases[i].off * day || off > cases[i].off * day)
            fail_msg("%s: %lld", cases[i].text, (long long)frame->common.recorded);
        assert_int_equal(has_rule("echoreplay.time"), i > 0);
        reel_free(replay);
    }
}

/* Times follow the order in the file, so that spans and durations do. */
static void time_never_goes_back(void **state)
{
    (void)state;
    static const struct {
        const char *times[4];
        double expected[4];
        int back;
    } cases[] = {
        { { "02:59:59.900", "02:59:59.950", "02:00:00.000", "02:00:00.050" }, { 0, 0.05, 0.05, 0.1 }, 1 },
        { { "10:00:00.000", "10:00:00.100", "10:00:00.050", "10:00:00.150" }, { 0, 0.1, 0.1, 0.15 }, 1 },
        { { "10:00:00.000", "10:00:00.000", "10:00:00.100", "10:00:05.000" }, { 0, 0, 0.1, 5 }, 0 },
        { { "10:00:03.000", "10:00:02.000", "10:00:01.000", "10:00:04.000" }, { 0, 0, 0, 1 }, 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024] = "";
        size_t count;
        for (size_t f = 0; f < 4; f++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "2022/03/18 %s\t{\"sessionid\":\"x\",\"teams\":[]}\n",
                     cases[i].times[f]);
        reel_replay *replay = load_text(text);
        const echoreplay_frame *frame = reel_rows(replay, &echoreplay_frames, &count);
        assert_int_equal(count, 4);
        for (size_t f = 0; f < 4; f++) assert_true(fabs(frame[f].common.time - cases[i].expected[f]) < 1e-9);
        assert_int_equal(has_rule("echoreplay.time-backwards"), cases[i].back > 0);
        reel_free(replay);
        reel_memory cut;
        reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_to = true, .to = frame ? 0.075 : 0 };
        assert_int_equal(
            reel_convert(reel_source_memory(text, strlen(text)), NULL, NULL, reel_sink_memory(&cut, NULL), &how, NULL), REEL_OK);
        reel_memory_free(&cut);
    }
}

/* Lines that are not frames are limited by the size of the file, and a file of nothing else is not a recording. */
static void a_file_without_frames_is_damaged(void **state)
{
    (void)state;
    static const char text[] = TIME "\t{\"err_code\":-6}\r\n";
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(text, sizeof text - 1), &options, &replay, &error), REEL_OK);
    const reel_error *damage = reel_replay_damage(replay);
    assert_non_null(damage);
    assert_string_equal(damage->rule, "echoreplay.no-frames");
    reel_free(replay);
}

/* A small zip can unpack to a thousand times its size of such lines: only a part of it is unpacked. */
static void lines_that_are_no_frames_are_bound_by_the_size_of_the_file(void **state)
{
    (void)state;
    enum { LINES = 600000 };
    static const char line[] = TIME "\t{\"a\":1}\r\n";
    reel_memory text = { .allocator = reel__memory_allocator(NULL) };
    for (int i = 0; i < LINES; i++) assert_true(memory_add(&text, line, sizeof line - 1));
    reel_memory zip = made_zip(&text, 6);
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(zip.data, zip.size), &options, &replay, NULL), REEL_OK);
    const reel_error *damage = reel_replay_damage(replay);
    assert_non_null(damage);
    assert_int_equal(damage->status, REEL_LIMIT);
    assert_string_equal(damage->rule, "echoreplay.lines");
    (void)reel_rows(replay, &echoreplay_lines, &count);
    assert_true(count * (sizeof line - 1) < (6u << 20));
    reel_free(replay);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_other_types_are_converted_or_reported),
        cmocka_unit_test(a_nul_behind_an_answer_is_noted),
        cmocka_unit_test(years_of_other_calendars_are_converted),
        cmocka_unit_test(time_never_goes_back),
        cmocka_unit_test(a_file_without_frames_is_damaged),
        cmocka_unit_test(lines_that_are_no_frames_are_bound_by_the_size_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
