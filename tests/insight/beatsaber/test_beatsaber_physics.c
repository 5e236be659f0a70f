/* SPDX-License-Identifier: MIT
 * What cannot be: cuts closer than frames, in one cell, away from the saber, or by hands that rest. Plays by hand of a rate that people
 * reach, and of one that maps of stacked notes reach, have none of it. */
#include "made_play.h"

#include <math.h>

typedef struct heard {
    char text[1024];
} heard;

static void hear(void *context, const reel_finding *finding)
{
    heard *h = context;
    size_t size = strlen(h->text);
    snprintf(h->text + size, sizeof h->text - size, "%s;", finding->rule);
}

static heard findings;

static const char *check(const made_play *play)
{
    reel_replay *replay = made_replay(play), *result;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .report = hear, .report_context = &findings };
    reel_error error;
    findings.text[0] = 0;
    if (reel_insight_run_chunk(&reel_check_beatsaber_physics, &reel_format_bsor, reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    reel_free(result);
    reel_free(replay);
    return findings.text;
}

/* Frames that move, `rate` a second. */
static void add_frames(made_play *play, float rate, float seconds)
{
    for (int i = 0; (float)i < seconds * rate; i++) {
        bsor_frame *frame = made_frame(play, 0.5f + (float)i / rate);
        frame->head.position.x = 0.01f * sinf((float)i);
        frame->left_hand.position.y = 1 + 0.2f * sinf((float)i);
        frame->right_hand.position.y = 1 - 0.2f * sinf((float)i);
    }
}

/* Cuts `step` apart, in cells that take turns. */
static void add_cuts(made_play *play, int count, float start, float step, int cells)
{
    for (int i = 0; i < count; i++) {
        int cell = i % cells, color = i % 2;
        bsor_note *note =
            made_note(play, start + step * (float)i, 30000 + cell % 4 * 1000 + cell / 4 * 100 + color * 10 + 1, BSOR_GOOD_CUT);
        note->cut.cut_point = (reel_vec3){ color ? 0.4f : -0.4f, 1.2f, 1.0f };
    }
}

static void plays_that_can_be_are_not_accused(void **state)
{
    (void)state;
    static const struct {
        float rate, step;
        int cells;
    } plays[] = { { 90, 0.1f, 1 }, { 72, 1.0f / 14, 12 }, { 144, 1.0f / 144, 12 }, { 30, 1.0f / 90, 12 } };
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
        made_play play = made_new();
        add_frames(&play, plays[i].rate, 3);
        add_cuts(&play, 28, 1, plays[i].step, plays[i].cells);
        assert_string_equal(check(&play), "");
    }
}

/* Frames and hands are as fast as ever when the song is slow: at every speed of practice, a headset of 144 Hz has an event in each frame. */
static void a_slow_song_accuses_nobody(void **state)
{
    (void)state;
    for (int speed = 10; speed <= 100; speed += 5) {
        const float slow = (float)speed / 100;
        made_play play = made_new();
        play.info.speed = slow;
        add_frames(&play, 144 / slow, 3 * slow);
        add_cuts(&play, 60, 0.5f + slow, slow / 144, 12);
        assert_string_equal(check(&play), "");
        made_play fast = made_new(); /* it is the time of the room that is compared, so that slow songs hide nothing */
        fast.info.speed = slow;
        add_frames(&fast, 90 / slow, 3 * slow);
        add_cuts(&fast, 400, 0.5f + slow, 0.001f * slow, 1);
        assert_string_equal(check(&fast), "beatsaber.event-times;beatsaber.same-cell;beatsaber.cuts-between-frames;");
    }
}

static void copies_of_a_cut_cannot_be(void **state)
{
    (void)state;
    made_play play = made_new();
    add_frames(&play, 90, 3);
    add_cuts(&play, 400, 1, 0.001f, 1);
    assert_string_equal(check(&play), "beatsaber.event-times;beatsaber.same-cell;beatsaber.cuts-between-frames;");
}

static void more_cuts_than_frames_cannot_be(void **state)
{
    (void)state;
    made_play play = made_new();
    add_frames(&play, 20, 10);
    add_cuts(&play, 400, 1, 0.006f, 12);
    assert_string_equal(check(&play), "beatsaber.cuts-between-frames;");
}

/* A frame whose time is NaN, or far off, anywhere: it hides no frame behind it. */
static void one_odd_time_accuses_nobody(void **state)
{
    (void)state;
    static const float odd[] = { NAN, 1000, -1000, INFINITY, -INFINITY };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        for (size_t at = 0; at < 360; at += 40) {
            made_play play = made_new();
            add_frames(&play, 90, 4);
            add_cuts(&play, 30, 1, 0.1f, 12);
            play.frames[at].time = odd[i];
            assert_string_equal(check(&play), "");
        }
}

/* Some maps move the player: poses are relative, points of cuts are not. */
static void maps_carry_players(void **state)
{
    (void)state;
    made_play play = made_new();
    add_frames(&play, 90, 4);
    add_cuts(&play, 30, 1, 0.1f, 12);
    for (size_t i = 0; i < play.note_count; i++) {
        play.notes[i].cut.cut_point.x += 10 * sinf(0.2f * (float)i);
        play.notes[i].cut.cut_point.z += 2 * (float)i;
    }
    assert_string_equal(check(&play), "");
}

static void a_saber_is_where_it_cuts(void **state)
{
    (void)state;
    made_play play = made_new();
    add_frames(&play, 90, 4);
    add_cuts(&play, 30, 1, 0.1f, 12);
    for (size_t i = 0; i < play.note_count; i++) play.notes[i].cut.cut_point.x = i % 2 ? 9 : -9;
    assert_string_equal(check(&play), "beatsaber.saber-elsewhere;");
}

static void hands_that_rest_do_not_cut(void **state)
{
    (void)state;
    made_play play = made_new();
    add_frames(&play, 90, 4);
    add_cuts(&play, 30, 1, 0.1f, 12);
    for (size_t i = 0; i < play.frame_count; i++) play.frames[i].left_hand.position.y = 1;
    assert_string_equal(check(&play), "beatsaber.still-hand;");
    const reel_table *const tables[] = { &beatsaber_stills, NULL };
    reel_replay *result = made_measure(&play, NULL, tables);
    size_t count;
    const beatsaber_still *spans = reel_rows(result, &beatsaber_stills, &count);
    assert_int_equal(count, 1);
    assert_true(spans->tracker == 0 && spans->cuts == 15 && spans->frames == play.frame_count && spans->time == 0.5f);
    reel_free(result);
    for (size_t i = 0; i < play.frame_count; i++) play.frames[i].head.position.x = 0;
    assert_string_equal(check(&play), "beatsaber.still-hand;beatsaber.still-head;");
}

static uint32_t drawn = 1;

static bool one_of(uint32_t count)
{
    drawn = drawn * 1664525u + 1013904223u;
    return (drawn >> 16) % count == 0;
}

static reel_vec3 *tracker_of(bsor_frame *frame, size_t tracker)
{
    return tracker == 2 ? &frame->head.position : tracker ? &frame->right_hand.position : &frame->left_hand.position;
}

/* Whether the span is one of the play: nothing moves in it, and it cannot be longer. */
static bool is_whole_span(const made_play *play, const beatsaber_still *span)
{
    const size_t first = (size_t)span->frame_row, end = first + span->frames;
    bsor_frame *frames = (bsor_frame *)(uintptr_t)play->frames;
    const reel_vec3 *at = tracker_of(&frames[first], span->tracker);
    for (size_t i = first; i < end; i++)
        if (memcmp(tracker_of(&frames[i], span->tracker), at, sizeof *at)) return false;
    if (first && !memcmp(tracker_of(&frames[first - 1], span->tracker), at, sizeof *at)) return false;
    if (end < play->frame_count && !memcmp(tracker_of(&frames[end], span->tracker), at, sizeof *at)) return false;
    return span->time == frames[first].time && span->end_time == frames[end - 1].time;
}

/* Trackers that rest, jump and come back to where they were. */
static void spans_begin_and_end_with_their_frames(void **state)
{
    (void)state;
    size_t found = 0;
    for (int turn = 0; turn < 40; turn++) {
        made_play play = made_new();
        const reel_table *const tables[] = { &beatsaber_stills, NULL };
        size_t count, expected = 0;
        add_frames(&play, 30, 16);
        bool rests[3] = { false };
        for (size_t i = 1; i < play.frame_count; i++)
            for (size_t t = 0; t < 3; t++) {
                if (one_of(rests[t] ? 150 : 20)) rests[t] = !rests[t];
                reel_vec3 *at = tracker_of(&play.frames[i], t);
                *at = rests[t] ? *tracker_of(&play.frames[i - 1], t) : (reel_vec3){ one_of(2), (float)t, one_of(4) };
            }
        reel_replay *result = made_measure(&play, NULL, tables);
        const beatsaber_still *spans = reel_rows(result, &beatsaber_stills, &count);
        for (size_t i = 0; i < count; i++) assert_true(is_whole_span(&play, &spans[i]));
        for (size_t t = 0; t < 3; t++)
            for (size_t i = 0, end; i < play.frame_count; i = end) {
                const reel_vec3 at = *tracker_of(&play.frames[i], t);
                for (end = i; end < play.frame_count && !memcmp(tracker_of(&play.frames[end], t), &at, sizeof at);) end++;
                expected += play.frames[end - 1].time - play.frames[i].time >= 1.0f;
            }
        assert_int_equal(count, expected);
        found += count;
        reel_free(result);
    }
    assert_true(found > 40);
}

/* Few cuts are enough if the hand rests for most of the play; not in a second or two, for which a tracker may be lost. */
static void a_short_play_can_have_resting_hands(void **state)
{
    (void)state;
    for (int cuts = 2; cuts <= 6; cuts += 2)
        for (int part = 0; part < 2; part++) {
            made_play play = made_new();
            add_frames(&play, 90, 4);
            add_cuts(&play, 2 * cuts, 1, 0.1f, 12);
            for (size_t i = 0; i < play.frame_count / (part ? 3 : 1); i++) play.frames[i].left_hand.position.y = 1;
            assert_string_equal(check(&play), cuts > 2 && !part ? "beatsaber.still-hand;" : "");
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_that_can_be_are_not_accused),
        cmocka_unit_test(a_slow_song_accuses_nobody),
        cmocka_unit_test(copies_of_a_cut_cannot_be),
        cmocka_unit_test(more_cuts_than_frames_cannot_be),
        cmocka_unit_test(maps_carry_players),
        cmocka_unit_test(a_saber_is_where_it_cuts),
        cmocka_unit_test(one_odd_time_accuses_nobody),
        cmocka_unit_test(hands_that_rest_do_not_cut),
        cmocka_unit_test(spans_begin_and_end_with_their_frames),
        cmocka_unit_test(a_short_play_can_have_resting_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
