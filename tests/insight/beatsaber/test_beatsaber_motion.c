/* SPDX-License-Identifier: MIT
 * What is measured from the frames: which are kept, jitters, hands at the origin. */
#include "made_play.h"

#include <math.h>

/* Frames at 0.01 s, 0.02 s, ... */
static void still_frames(made_play *play, int count)
{
    for (int i = 0; i < count; i++) made_frame(play, 0.01f * (float)(i + 1));
}

static void put(reel_vec3 *position, float x, float y) { *position = (reel_vec3){ x, y, 0.0f }; }

static size_t jitters_of(const made_play *play, beatsaber_jitter *first)
{
    reel_replay *result = made_measure(play, NULL, NULL);
    size_t count, rows;
    const beatsaber_jitter *jitters = reel_rows(result, &beatsaber_jitters, &count);
    if (count && first) *first = jitters[0];
    const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &rows);
    assert_int_equal(row->jitters, count);
    reel_free(result);
    return count;
}

static void drops_frames_without_a_time_of_their_own(void **state)
{
    (void)state;
    made_play play = made_new();
    static const float times[] = { 0.0f, 0.0f, 0.1f, 0.1f, 0.0f, 0.1f, 0.2f, 0.1f };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) made_frame(&play, times[i])->head.position.x = (float)i;
    beatsaber_summary row = made_summary(&play, NULL);
    assert_int_equal(row.kept_frames, 3); /* 2, 6 and 7 */
    assert_int_equal(row.dropped_frames, 5);
    assert_true(fabsf(row.average_head_position.x - 5.0f) < 1e-6f);
    assert_true(fabsf(row.end_time - 0.1f) < 1e-6f);
}

static void finds_a_hand_that_goes_to_and_fro(void **state)
{
    (void)state;
    made_play play = made_new();
    still_frames(&play, 30);
    put(&play.frames[20].left_hand.position, -0.4f, 1.0f);
    put(&play.frames[21].left_hand.position, -0.5f, 1.0f);
    put(&play.frames[22].left_hand.position, -0.4f, 1.0f);
    for (size_t i = 0; i < 30; i++) play.frames[i].left_hand.position.z = 0.0f;
    beatsaber_jitter jitter;
    /* Steps: into 20 to the right, into 21 to the left, into 22 to the right. */
    assert_int_equal(jitters_of(&play, &jitter), 1);
    assert_int_equal(jitter.frame_row, 22);
    assert_int_equal(jitter.left, 1);
    assert_int_equal(jitter.right, 0);
    assert_int_equal(jitter.head, 0);
    assert_int_equal(jitter.loss, 0);
}

/* Three steps of 0.1 m; the second and third are turned by `degrees` against the one before. */
static size_t jitters_of_turn(double degrees, float length)
{
    made_play play = made_new();
    still_frames(&play, 16);
    double angle = 0.0, x = 0.0, y = 0.0;
    for (size_t i = 0; i < 16; i++) {
        if (i > 12) {
            x += (double)length * cos(angle);
            y += (double)length * sin(angle);
            angle += degrees * 3.14159265358979323846 / 180.0;
        }
        put(&play.frames[i].head.position, (float)x, (float)y);
    }
    return jitters_of(&play, NULL);
}

static void takes_turns_of_a_hundred_degrees_for_jitter(void **state)
{
    (void)state;
    assert_int_equal(jitters_of_turn(180.0, 0.1f), 1);
    assert_int_equal(jitters_of_turn(100.01, 0.1f), 1);
    assert_int_equal(jitters_of_turn(99.99, 0.1f), 0);
    assert_int_equal(jitters_of_turn(259.99, 0.1f), 1); /* 100.01 the other way round */
    assert_int_equal(jitters_of_turn(260.01, 0.1f), 0);
}

static void overlooks_tiny_steps(void **state)
{
    (void)state;
    assert_int_equal(jitters_of_turn(180.0, 0.0317f), 1); /* 0.00100489 m^2 */
    assert_int_equal(jitters_of_turn(180.0, 0.0316f), 0); /* 0.00099856 m^2 */
}

static void starts_afresh_five_frames_after_a_jitter(void **state)
{
    (void)state;
    made_play play = made_new();
    still_frames(&play, 40);
    for (size_t i = 0; i < 40; i++) put(&play.frames[i].right_hand.position, i % 2 ? 0.5f : 0.1f, 1.0f);
    /* Frames 10 to 13 show the first; then 18 to 21, 26 to 29, 34 to 37. */
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_jitter *jitters = reel_rows(result, &beatsaber_jitters, &count);
    assert_int_equal(count, 4);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(jitters[i].frame_row, 13 + 8 * i);
        assert_int_equal(jitters[i].right, 1);
        assert_int_equal(jitters[i].left, 0);
    }
    reel_free(result);
}

static void counts_kept_frames_from_the_tenth(void **state)
{
    (void)state;
    made_play play = made_new();
    still_frames(&play, 14);
    for (size_t i = 0; i < 14; i++) put(&play.frames[i].head.position, i % 2 ? 0.5f : 0.1f, 1.0f);
    assert_int_equal(jitters_of(&play, NULL), 1);
    play.frames[3].time = play.frames[2].time; /* one frame less is kept: the tenth is one later */
    assert_int_equal(jitters_of(&play, NULL), 0);
}

static void ties_a_jitter_to_the_note_that_it_spoilt(void **state)
{
    (void)state;
    static const struct {
        float time;
        float before, after;
        int loss;
    } want[] = {
        { 0.03f, 1.0f, 0.5f, 1 },                          /* jitter 0.11 s after the note, its swing after the cut is lost */
        { 0.03f, 0.5f, 1.0f, 0 },                          /* before the cut: not by this jitter */
        { 0.2f, 0.5f, 1.0f, 1 },                           /* jitter before the note */
        { 0.2f, 1.0f, 0.5f, 0 },  { 0.3f, 0.5f, 0.5f, 0 }, /* too far */
        { 0.0f, 0.5f, 0.5f, 0 },
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        made_play play = made_new();
        still_frames(&play, 14);
        for (size_t k = 0; k < 14; k++) put(&play.frames[k].head.position, k % 2 ? 0.5f : 0.1f, 1.0f);
        made_note(&play, -5.0f, 30000, BSOR_GOOD_CUT)->cut.after_cut_rating = 0.0f;
        bsor_note *note = made_note(&play, want[i].time, 30000, BSOR_GOOD_CUT);
        note->cut.before_cut_rating = want[i].before;
        note->cut.after_cut_rating = want[i].after;
        beatsaber_jitter jitter;
        assert_int_equal(jitters_of(&play, &jitter), 1);
        assert_int_equal(jitter.loss, want[i].loss);
        if (want[i].loss) assert_int_equal(jitter.note_row, 1);
        assert_int_equal(made_summary(&play, NULL).jitters_with_loss, want[i].loss);
    }
}

static void finds_hands_at_the_origin_of_their_controller(void **state)
{
    (void)state;
    made_play play = made_new();
    still_frames(&play, 30);
    play.offsets.right.position = (reel_vec3){ 0.1f, 0.2f, 0.3f };
    play.frames[5].left_hand.position = (reel_vec3){ 0 }; /* too early */
    play.frames[12].left_hand.position = (reel_vec3){ 0.009f, -0.009f, 0.009f };
    play.frames[13].left_hand.position = (reel_vec3){ 0 };            /* not looked at after an event */
    play.frames[14].left_hand.position = (reel_vec3){ 0.011f, 0, 0 }; /* not near enough */
    play.frames[20].right_hand.position = (reel_vec3){ 0.1f, 0.2f, 0.3f };
    play.frames[25].right_hand.position = (reel_vec3){ 0 };
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_origin_reset *resets = reel_rows(result, &beatsaber_origin_resets, &count);
    assert_int_equal(count, 2);
    assert_int_equal(resets[0].frame_row, 12);
    assert_int_equal(resets[0].left, 1);
    assert_int_equal(resets[0].right, 0);
    assert_int_equal(resets[1].frame_row, 20);
    assert_int_equal(resets[1].right, 1);
    for (size_t i = 0; i < count; i++) { /* a row has nothing between its fields that nobody wrote */
        static const uint8_t zeros[sizeof resets->reserved_too] = { 0 };
        assert_int_equal(resets[i].reserved, 0);
        assert_memory_equal(resets[i].reserved_too, zeros, sizeof zeros);
    }
    reel_free(result);
}

static void lists_every_swing_that_was_not_full(void **state)
{
    (void)state;
    made_play play = made_new();
    made_note(&play, 1.0f, 30000, BSOR_GOOD_CUT);
    bsor_note *note = made_note(&play, 2.0f, 30010, BSOR_GOOD_CUT);
    note->cut.before_cut_rating = 0.5f;
    note->cut.after_cut_rating = 0.9f;
    made_note(&play, 3.0f, 60000, BSOR_GOOD_CUT)->cut.after_cut_rating = 0.0f;  /* a chain head has none after the cut */
    made_note(&play, 4.0f, 50000, BSOR_GOOD_CUT)->cut.before_cut_rating = 0.0f; /* an arc tail has it for nothing */
    made_note(&play, 5.0f, 30000, BSOR_BAD_CUT)->cut.before_cut_rating = 0.0f;
    reel_replay *result = made_measure(&play, NULL, NULL);
    size_t count;
    const beatsaber_underswing *rows = reel_rows(result, &beatsaber_underswings, &count);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].note_row, 1);
    assert_int_equal(rows[0].hand, 1);
    assert_int_equal(rows[0].lost_before, 35);
    assert_int_equal(rows[0].lost_after, 3);
    assert_int_equal(rows[0].multiplier, 2);
    assert_int_equal(rows[0].lost, 76);
    const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
    assert_int_equal(row->underswing, 76);
    assert_int_equal(row->full_swing_score, row->score + 76);
    assert_true(fabsf(row->underswing_share - 76.0f / (float)row->max_score) < 1e-6f);
    reel_free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drops_frames_without_a_time_of_their_own),
        cmocka_unit_test(finds_a_hand_that_goes_to_and_fro),
        cmocka_unit_test(takes_turns_of_a_hundred_degrees_for_jitter),
        cmocka_unit_test(overlooks_tiny_steps),
        cmocka_unit_test(starts_afresh_five_frames_after_a_jitter),
        cmocka_unit_test(counts_kept_frames_from_the_tenth),
        cmocka_unit_test(ties_a_jitter_to_the_note_that_it_spoilt),
        cmocka_unit_test(finds_hands_at_the_origin_of_their_controller),
        cmocka_unit_test(lists_every_swing_that_was_not_full),
    };
    return cmocka_run_group_tests_name("beatsaber_motion", tests, NULL, NULL);
}
