/* SPDX-License-Identifier: MIT
 * Signs of generated plays: each rule at its threshold and just below it, in BSOR and in ScoreSaber's formats, and over real plays. */
#include "made_play.h"

#include "corpus.h"

#include <reel/scoresaber.h>

enum { RED = 30000, LINK = 70000, CUTS = 200, FRAMES = 501 };

static char list[512];

static void add_rule(void *context, const reel_finding *finding)
{
    size_t used = strlen(list);
    (void)context;
    if (strncmp(finding->rule, "beatsaber.bot-", 14) != 0) return;
    assert_int_equal(finding->severity, REEL_NOTE);
    snprintf(list + used, sizeof list - used, "%s%s %llu", used ? ", " : "", finding->rule + 14,
             (unsigned long long)finding->count);
}

/* The signs of a file in memory, with their counts. Static until the next call. */
static const char *signs_of(const void *data, size_t size)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = add_rule };
    reel_error error;
    list[0] = '\0';
    if (reel_check(reel_source_memory(data, size), &options, &error) < 0) fail_msg("%s", error.message);
    return list;
}

static reel_memory written(const made_play *play)
{
    reel_memory memory;
    reel_replay *replay = made_replay(play);
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_bsor, reel_sink_memory(&memory, NULL), NULL, NULL),
                     REEL_OK);
    reel_free(replay);
    return memory;
}

static const char *signs_in(const made_play *play)
{
    reel_memory memory = written(play);
    signs_of(memory.data, memory.size);
    reel_memory_free(&memory);
    return list;
}

/* Numbers that all differ: cuts with a standard deviation of 29 ms, frames whose spacing varies by 0.1 ms, a head that moves. */
static made_play human_play(void)
{
    made_play play = made_new();
    play.info.player_id = text("1657490");
    play.info.score = 1;
    for (int i = 0; i < CUTS; i++) {
        bsor_cut *cut = &made_note(&play, 1.0f + 0.02f * (float)i, RED, BSOR_GOOD_CUT)->cut;
        cut->time_deviation = 0.0005f * (float)i;
        cut->saber_speed = 10.0f + 0.01f * (float)i;
        cut->cut_distance_to_center = 0.001f * (float)i;
    }
    for (int i = 0; i < FRAMES; i++) {
        bsor_frame *frame = made_frame(&play, 0.01f * (float)(i + 1) + (i % 2 ? 0.0001f : 0.0f));
        frame->head.position.x = 0.001f * (float)i;
        frame->head.rotation = i % 2 ? (reel_quaternion){ 0, 0, 0, 1 } : (reel_quaternion){ 0, 0, 1, 0 };
    }
    return play;
}

static void a_varied_play_has_no_signs(void **state)
{
    (void)state;
    made_play play = human_play();
    assert_string_equal(signs_in(&play), "");
}

static void an_account_for_bots_is_noted(void **state)
{
    (void)state;
    made_play play = human_play();
    play.info.player_id = text("165749");
    assert_string_equal(signs_in(&play), "account 1");
}

static void spread_cuts(made_play *play, float most)
{
    for (size_t i = 0; i < play->note_count; i++)
        play->notes[i].cut.time_deviation = 0.02f + (i % 2 ? most : -most) + 1e-7f * (float)i;
}

static void cuts_within_7_ms_are_noted(void **state)
{
    (void)state;
    made_play play = human_play();
    spread_cuts(&play, 0.0069f);
    assert_string_equal(signs_in(&play), "timing 200");
    play.note_count = CUTS - 1;
    assert_string_equal(signs_in(&play), "");
    play.note_count = CUTS;
    spread_cuts(&play, 0.0071f);
    assert_string_equal(signs_in(&play), "");
}

/* Gives `count` cuts one value, by way of `set`, of all `cuts`. */
static const char *signs_of_same(void (*set)(bsor_cut *cut, size_t number), size_t count, size_t cuts)
{
    made_play play = human_play();
    play.note_count = cuts;
    for (size_t i = 0; i < count; i++) set(&play.notes[i * 3].cut, i);
    return signs_in(&play);
}

static void set_timing(bsor_cut *cut, size_t number)
{
    (void)number;
    cut->time_deviation = 0.0f;
}

/* The mod's mark in the lowest bit does not make another speed. */
static void set_speed(bsor_cut *cut, size_t number)
{
    const uint32_t bits = 0x42340000u | (number & 1);
    memcpy(&cut->saber_speed, &bits, sizeof bits);
}

static void set_distance(bsor_cut *cut, size_t number)
{
    (void)number;
    cut->cut_distance_to_center = 0.0f;
}

static void a_tenth_of_the_cuts_with_one_value_is_noted(void **state)
{
    static const struct {
        void (*set)(bsor_cut *cut, size_t number);
        const char *many, *few;
    } values[] = { { set_timing, "same-timing 20", "same-timing 10" },
                   { set_speed, "same-speed 20", "same-speed 10" },
                   { set_distance, "same-distance 20", "same-distance 10" } };
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        assert_string_equal(signs_of_same(values[i].set, 20, CUTS), values[i].many);
        assert_string_equal(signs_of_same(values[i].set, 19, CUTS), "");
        assert_string_equal(signs_of_same(values[i].set, 10, 100), values[i].few);
        assert_string_equal(signs_of_same(values[i].set, 33, 99), "");
    }
}

static void chain_links_and_bad_cuts_do_not_count(void **state)
{
    (void)state;
    made_play play = human_play();
    for (size_t i = 0; i < 20; i++) {
        set_distance(&play.notes[i * 3].cut, i);
        play.notes[i * 3].note_id = LINK;
    }
    assert_string_equal(signs_in(&play), "");
    for (size_t i = 0; i < 20; i++) {
        play.notes[i * 3].note_id = RED;
        play.notes[i * 3].event_type = BSOR_BAD_CUT;
    }
    assert_string_equal(signs_in(&play), "");
}

static void keep_head(made_play *play, size_t count, bool position)
{
    for (size_t i = 1; i <= count; i++) {
        const reel_pose *last = &play->frames[i - 1].head;
        reel_pose *head = &play->frames[i].head;
        if (position)
            head->position = last->position;
        else
            head->rotation = last->rotation;
    }
}

static void a_head_that_is_still_in_half_of_the_frames_is_noted(void **state)
{
    (void)state;
    for (int position = 0; position < 2; position++) {
        made_play play = human_play();
        keep_head(&play, 250, position);
        assert_string_equal(signs_in(&play), "still-head 250");
        play = human_play();
        keep_head(&play, 248, position); /* rotations alternate: the next frame may repeat the last one */
        assert_string_equal(signs_in(&play), "");
        keep_head(&play, FRAMES - 1, position);
        play.frame_count = FRAMES - 1;
        assert_string_equal(signs_in(&play), "");
    }
}

static void space_frames(made_play *play, float step, float off)
{
    for (size_t i = 0; i < play->frame_count; i++)
        play->frames[i].time = step * (float)(i + 1) + (i % 2 ? off : 0.0f); /* steps vary by twice `off` */
}

static void frames_at_even_times_are_noted(void **state)
{
    (void)state;
    made_play play = human_play();
    space_frames(&play, 1.0f / 90, 0.000045f);
    assert_string_equal(signs_in(&play), "even-frames 501");
    space_frames(&play, 1.0f / 90, 0.000055f);
    assert_string_equal(signs_in(&play), "");
    space_frames(&play, 1.0f / 60, 0);
    assert_string_equal(signs_in(&play), "even-frames 501");
    space_frames(&play, 1.0f / 50, 0); /* thinned out */
    assert_string_equal(signs_in(&play), "");
    play.frame_count = FRAMES - 1;
    space_frames(&play, 1.0f / 90, 0);
    assert_string_equal(signs_in(&play), "");
}

/* ---- other formats ---------------------------------------------------------------------------------------------- */

static const char *signs_as(const made_play *play, const reel_format *to)
{
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY };
    reel_memory memory = written(play), other;
    reel_error error;
    if (reel_convert(reel_source_memory(memory.data, memory.size), NULL, to, reel_sink_memory(&other, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    signs_of(other.data, other.size);
    reel_memory_free(&memory);
    reel_memory_free(&other);
    return list;
}

static void the_signs_are_found_in_the_formats_of_scoresaber(void **state)
{
    (void)state;
    made_play play = human_play();
    assert_string_equal(signs_as(&play, &reel_format_scoresaber), "");
    spread_cuts(&play, 0.005f);
    for (size_t i = 0; i < 20; i++) {
        set_speed(&play.notes[i * 3].cut, i);
        set_distance(&play.notes[i * 2].cut, i);
    }
    keep_head(&play, 400, true);
    space_frames(&play, 1.0f / 90, 0);
    static const char all[] = "timing 200, same-speed 20, same-distance 20, still-head 400, even-frames 501";
    assert_string_equal(signs_in(&play), all);
    assert_string_equal(signs_as(&play, &reel_format_scoresaber), all);
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static void each_failing_allocation_is_reported(void **state)
{
    (void)state;
    made_play play = human_play();
    reel_replay *replay = made_replay(&play);
    const reel_insight_options options = { REEL_SIZED(reel_insight_options) };
    insight_without_memory(reel_insight_by_id("beatsaber-signs"), replay, &options, 1);
    reel_free(replay);
}

/* ---- real plays ------------------------------------------------------------------------------------------------- */

static size_t bots;

/* Plays by a program are those whose kind in the index mentions a bot. They show several signs; the others show none. */
static bool compare_signs(const char *path, const char *name)
{
    const char *kind = corpus_index("bsor", name, "kind");
    bool bot = strstr(kind, "bot"), person = !strcmp(kind, "real") || !strcmp(kind, "derived");
    size_t size;
    if (!bot && !person) return false;
    uint8_t *data = read_file(path, &size);
    signs_of(data, size);
    free(data);
    if (person && *list) fail_msg("%s: %s", name, list);
    if (bot && (!strstr(list, "timing") || !strstr(list, "same-speed") || !strstr(list, "even-frames")))
        fail_msg("%s: only %s", name, list);
    bots += bot;
    return true;
}

static void real_plays_have_no_signs_and_those_of_programs_several(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    bots = 0;
    size_t count = corpus_each("samples/bsor", ".bsor", compare_signs);
    corpus_compared(count, "plays");
    corpus_compared(bots, "plays of programs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_varied_play_has_no_signs),
        cmocka_unit_test(an_account_for_bots_is_noted),
        cmocka_unit_test(cuts_within_7_ms_are_noted),
        cmocka_unit_test(a_tenth_of_the_cuts_with_one_value_is_noted),
        cmocka_unit_test(chain_links_and_bad_cuts_do_not_count),
        cmocka_unit_test(a_head_that_is_still_in_half_of_the_frames_is_noted),
        cmocka_unit_test(frames_at_even_times_are_noted),
        cmocka_unit_test(the_signs_are_found_in_the_formats_of_scoresaber),
        cmocka_unit_test(each_failing_allocation_is_reported),
        cmocka_unit_test(real_plays_have_no_signs_and_those_of_programs_several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
