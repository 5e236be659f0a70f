/* SPDX-License-Identifier: MIT
 * .ecrreplay: the rows of made files against the values that make_ecrreplay.py, which does not know the library, says they have; and files that
 * are made again from rows alone, which are those that Python makes. */
#include "corpus.h"
#include "truth.h"

#include <reel/ecrreplay.h>
#include <reel/tape.h>

static void rows_are_what_the_generator_says(void **state)
{
    (void)state;
    const truth t = compare_truth("tests/formats/echo/ecrreplay_truth.tsv");
    assert_true(t.compared > 1000 && t.files > 8);
}

/* ---- without the bytes ------------------------------------------------------------------------------------------- */

/* Writes rows without the file that they are from. */
static reel_memory written(const reel_replay *replay, reel_status *status)
{
    reel_memory made = { .data = NULL };
    reel_error error;
    reel_chunk *chunk = (reel_chunk *)(uintptr_t)reel_replay_chunk(replay);
    reel_row_list *original = reel_change_rows(chunk, &ecrreplay_originals);
    const size_t count = original->count;
    original->count = 0;
    *status = reel_write(chunk, &reel_format_ecrreplay, reel_sink_memory(&made, NULL), NULL, &error);
    original->count = count;
    return made;
}

static bool is_made_again(const uint8_t *data, size_t size)
{
    reel_options options = machinery_options(NULL);
    reel_status status;
    reel_replay *replay = load_bytes(data, size, &options);
    reel_memory made = written(replay, &status);
    const bool same = status >= 0 && made.size == size && memcmp(made.data, data, size) == 0;
    reel_memory_free(&made);
    reel_free(replay);
    return same;
}

static void files_of_the_recorder_are_made_again_from_their_rows(void **state)
{
    static const char *const names[] = { "ecr-old", "ecr-new", "ecr-one", "ecr-nobody", "ecr-nothing", "ecr-batches" };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[96];
        size_t size;
        snprintf(path, sizeof path, "tests/formats/echo/golden/%s.ecrreplay", names[i]);
        uint8_t *data = read_file(project_path(path), &size);
        if (!is_made_again(data, size)) fail_msg("%s comes back as other bytes", names[i]);
        free(data);
    }
}

/* What the recorder does not make is not made by chance: these differ in protocol, level, streams or members. */
static void other_files_need_their_bytes(void **state)
{
    static const char *const names[] = { "ecr-protocol-2", "ecr-protocol-3", "ecr-protocol-5",
                                         "ecr-streams",    "ecr-blocks",     "ecr-odd" };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[96];
        size_t size;
        snprintf(path, sizeof path, "tests/formats/echo/golden/%s.ecrreplay", names[i]);
        uint8_t *data = read_file(project_path(path), &size);
        assert_false(is_made_again(data, size));
        free(data);
    }
}

static bool compare_sample(const char *path, const char *name)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    if (!is_made_again(data, size)) fail_msg("%s comes back as other bytes", name);
    free(data);
    return true;
}

static void recordings_are_made_again_from_their_rows(void **state)
{
    (void)state;
    corpus_need("samples/butter");
    corpus_compared(corpus_each("samples/butter", ".ecrreplay", compare_sample), "recordings");
}

/* ---- changed rows ------------------------------------------------------------------------------------------------ */

/* A float of more digits than the game writes comes back all the same, and the body may have directions of its own. */
static void any_finite_number_comes_back(void **state)
{
    static const float numbers[] = { 0.1f, -0.0f, 16777217.0f, 1e-30f, 3.4e38f, 1.17549435e-38f, 1e-45f, 0.333333343f };
    (void)state;
    reel_replay *replay = load_file("golden/ecr-new.ecrreplay");
    size_t count, again_count;
    ecrreplay_player *players = (ecrreplay_player *)(uintptr_t)reel_rows(replay, &ecrreplay_players, &count);
    assert_true(count > 8);
    for (size_t i = 0; i < 8; i++) {
        players[i].common.velocity.y = numbers[i];
        players[i].body_axes.up.z = numbers[7 - i];
        players[i].common.ping = (int32_t)i * -1000000;
    }
    reel_status status;
    reel_memory made = written(replay, &status);
    assert_int_equal(status, REEL_OK);
    reel_options options = machinery_options(NULL);
    reel_replay *again = load_bytes(made.data, made.size, &options);
    const ecrreplay_player *rows = reel_rows(again, &ecrreplay_players, &again_count);
    assert_int_equal(again_count, count);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(reel_float_bits(rows[i].common.velocity.y), reel_float_bits(numbers[i]));
        assert_int_equal(reel_float_bits(rows[i].body_axes.up.z), reel_float_bits(numbers[7 - i]));
        assert_int_equal(rows[i].common.ping, (int32_t)i * -1000000);
    }
    reel_free(again);
    reel_memory_free(&made);
    reel_free(replay);
}

/* Rows that no file can have. */
static void rows_out_of_order_are_refused(void **state)
{
    (void)state;
    for (unsigned fault = 0; fault < 6; fault++) {
        reel_replay *replay = load_file("golden/ecr-new.ecrreplay");
        size_t count;
        ecrreplay_player *players = (ecrreplay_player *)(uintptr_t)reel_rows(replay, &ecrreplay_players, &count);
        echo_team *teams = (echo_team *)(uintptr_t)reel_rows(replay, &ecrreplay_teams, &count);
        echo_frame *frames = (echo_frame *)(uintptr_t)reel_rows(replay, &ecrreplay_frames, &count);
        ecrreplay_entry *roster = (ecrreplay_entry *)(uintptr_t)reel_rows(replay, &ecrreplay_roster, &count);
        if (fault == 0) players[0].common.frame = 77;
        if (fault == 1) players[1].common.team = ECHO_ORANGE;
        if (fault == 2) teams[0].team = ECHO_SPECTATORS;
        if (fault == 3) frames[1].frame = 0;
        if (fault == 4) roster[1].player_id = roster[0].player_id;
        if (fault == 5) roster[1].userid = roster[0].userid;
        reel_status status;
        reel_memory made = written(replay, &status);
        assert_int_equal(status, REEL_ARGUMENT);
        reel_memory_free(&made);
        reel_free(replay);
    }
}

/* ---- conversions ------------------------------------------------------------------------------------------------- */

static void texts_that_python_cannot_have_are_refused(void **state)
{
    (void)state;
    static char longest[65537];
    memset(longest, 'a', sizeof longest);
    const reel_string bad[] = { { "\xff", 1 }, { "a\xc3", 2 }, { longest, sizeof longest - 1 } };
    for (unsigned which = 0; which < 4; which++)
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            reel_replay *replay = load_file("golden/ecr-new.ecrreplay");
            size_t count;
            ecrreplay_info *info = (ecrreplay_info *)(uintptr_t)reel_rows(replay, &ecrreplay_infos, &count);
            ecrreplay_entry *roster = (ecrreplay_entry *)(uintptr_t)reel_rows(replay, &ecrreplay_roster, &count);
            reel_string *const texts[] = { &info->session_id, &info->map_name, &info->start_time, &roster->name };
            reel_status status;
            *texts[which] = bad[i];
            reel_memory made = written(replay, &status);
            assert_int_equal(status, REEL_ARGUMENT);
            reel_memory_free(&made);
            reel_free(replay);
        }
}

static reel_replay *converted(const char *name, const reel_format *to)
{
    size_t size;
    char path[96];
    reel_memory made = { .data = NULL };
    reel_error error;
    snprintf(path, sizeof path, "tests/formats/echo/golden/%s", name);
    uint8_t *data = read_file(project_path(path), &size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    if (reel_convert(reel_source_memory(data, size), NULL, to, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(made.data, made.size, &options);
    reel_memory_free(&made);
    free(data);
    return replay;
}

/* The text and the capture have the values that the recording has, and none that it does not have. */
static void conversions_keep_what_is_there_and_invent_nothing(void **state)
{
    const reel_format *const targets[] = { &reel_format_echoreplay, &reel_format_tape };
    (void)state;
    for (size_t t = 0; t < 2; t++) {
        reel_replay *from = load_file("golden/ecr-new.ecrreplay"), *to = converted("ecr-new.ecrreplay", targets[t]);
        size_t count, made_count, frames, made_frames;
        const ecrreplay_player *players = reel_rows(from, &ecrreplay_players, &count);
        const echoreplay_player *made = reel_rows(to, &echoreplay_players, &made_count);
        const echo_frame *frame = reel_rows(from, &ecrreplay_frames, &frames);
        const echoreplay_frame *made_frame = reel_rows(to, &echoreplay_frames, &made_frames);
        assert_int_equal(made_count, count);
        assert_int_equal(made_frames, frames);
        for (size_t i = 0; i < count; i++) {
            assert_true(made[i].common.userid == players[i].common.userid);
            assert_int_equal(made[i].common.ping, players[i].common.ping);
            assert_memory_equal(&made[i].common.head, &players[i].common.head, sizeof made[i].common.head);
            assert_memory_equal(&made[i].common.right_hand, &players[i].common.right_hand, sizeof made[i].common.head);
            assert_true(made[i].pose_keys & ECHO_KEY_POSITION << ECHO_KEY_SECOND);
        }
        for (size_t i = 0; i < frames; i++) assert_true(made_frame[i].common.recorded == frame[i].recorded);
        for (size_t i = 0; i < frames && t == 0; i++) { /* a capture always states these */
            assert_int_equal(made_frame[i].api & (ECHO_API_CLOCK | ECHO_API_POSSESSION), 0);
            assert_int_equal(made_frame[i].keys & (ECHO_KEY_BLUE_POINTS | ECHO_KEY_ORANGE_POINTS), 0);
        }
        if (t == 0)
            for (size_t i = 0; i < count; i++) assert_int_equal(made[i].pose_keys & ECHO_KEY_FORWARD << ECHO_KEY_SECOND, 0);
        reel_free(from);
        reel_free(to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_the_generator_says),
        cmocka_unit_test(files_of_the_recorder_are_made_again_from_their_rows),
        cmocka_unit_test(other_files_need_their_bytes),
        cmocka_unit_test(recordings_are_made_again_from_their_rows),
        cmocka_unit_test(any_finite_number_comes_back),
        cmocka_unit_test(rows_out_of_order_are_refused),
        cmocka_unit_test(texts_that_python_cannot_have_are_refused),
        cmocka_unit_test(conversions_keep_what_is_there_and_invent_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
