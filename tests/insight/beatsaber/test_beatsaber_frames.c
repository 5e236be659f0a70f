/* SPDX-License-Identifier: MIT
 * In which frame a cut is, at which time a fault counts, and how fast notes are: what forgers may choose, and gains nothing.
 * Recorders whose frames are late. */
#include "moved_play.h"

static swing_frame frames[2][MADE_ROWS];

static void take_frames(const made_play *play)
{
    for (size_t i = 0; i < play->frame_count; i++) {
        reel__swing_take(&frames[0][i], &play->frames[i].left_hand, &reel__swing_grip_plain, play->frames[i].time,
                         i ? &frames[0][i - 1] : NULL);
        reel__swing_take(&frames[1][i], &play->frames[i].right_hand, &reel__swing_grip_plain, play->frames[i].time,
                         i ? &frames[1][i - 1] : NULL);
    }
}

static size_t frame_of(const made_play *play, const bsor_note *note)
{
    size_t at = 0;
    while (play->frames[at].time != note->event_time) at++;
    return at;
}

static note_spot spot_of(const bsor_note *note)
{
    const int id = note->note_id;
    return (note_spot){ .line = id / 1000 % 10, .layer = id / 100 % 10, .direction = id % 10 };
}

/* The same note, cut in another frame, with all claims that follow. */
static bsor_note in_frame(const made_play *play, const bsor_note *note, size_t at)
{
    const int hand = note->cut.saber_type;
    return moved_cut(play, frames[hand], hand, at, note->spawn_time, spot_of(note));
}

/* Whether the saber is well inside the collider in the frame of the cut: what only touches it may as well be found a frame later. */
static bool is_sure(const made_play *play, const bsor_note *note)
{
    const size_t at = frame_of(play, note);
    return moved_touches(play, frames[note->cut.saber_type], at, note->spawn_time, spot_of(note), 0.9);
}

static void no_other_frame_of_a_pass_shows_more(void **state)
{
    (void)state;
    const made_play plain = moved_play();
    const beatsaber_evidence honest = moved_evidence(&plain);
    size_t moved = 0;
    take_frames(&plain);
    assert_int_equal(honest.motion_score, honest.event_score);
    for (int by = -2; by <= 2; by++)
        for (size_t i = 0; i < plain.note_count; i++) {
            if (!is_sure(&plain, &plain.notes[i])) continue;
            made_play play = plain;
            const size_t own = frame_of(&plain, &plain.notes[i]), at = (size_t)((int)own + by);
            play.notes[i] = in_frame(&plain, &plain.notes[i], at);
            const beatsaber_evidence row = moved_evidence(&play);
            moved += row.supported == honest.supported && by;
            if (row.motion_score > honest.motion_score)
                fail_msg("cut %zu, %d frames later: %lld is shown, not %lld", i, by, (long long)row.motion_score,
                         (long long)honest.motion_score);
        }
    assert_true(moved >= plain.note_count / 2); /* the claims of many of them agree with the motion */
}

static void the_best_frame_of_each_pass_is_not_full(void **state)
{
    (void)state;
    made_play play = moved_play();
    const beatsaber_evidence honest = moved_evidence(&play);
    take_frames(&play);
    for (size_t i = 0; i < play.note_count; i++) {
        if (!is_sure(&play, &play.notes[i])) continue;
        const bsor_note later = in_frame(&play, &play.notes[i], frame_of(&play, &play.notes[i]) + 1);
        if (later.cut.cut_distance_to_center < play.notes[i].cut.cut_distance_to_center) play.notes[i] = later;
    }
    play.info.score = (int32_t)made_summary(&play, NULL).score;
    const beatsaber_evidence row = moved_evidence(&play);
    assert_true(row.event_score > honest.event_score);
    assert_true(row.motion_score <= honest.motion_score);
    assert_int_not_equal(row.support, BEATSABER_SHOWS_ALL);
}

/* A miss that is stated at the end costs no combo. */
static void faults_count_at_the_time_of_their_notes(void **state)
{
    (void)state;
    made_play play = moved_play();
    bsor_note *miss = &play.notes[play.note_count / 2];
    *miss = (bsor_note){ .note_id = miss->note_id, .spawn_time = miss->spawn_time, .event_type = BSOR_MISS };
    miss->event_time = miss->spawn_time + 0.16f;
    play.info.score = (int32_t)made_summary(&play, NULL).score;
    const beatsaber_evidence honest = moved_evidence(&play);
    assert_int_equal(honest.support, BEATSABER_SHOWS_ALL);
    miss->event_time = play.frames[play.frame_count - 1].time;
    play.info.score = (int32_t)made_summary(&play, NULL).score;
    const beatsaber_evidence row = moved_evidence(&play);
    assert_true(row.event_score > honest.event_score);
    assert_true(row.motion_score <= honest.motion_score);
    assert_int_equal(row.support, BEATSABER_SHOWS_PART);
}

/* If a part of the cuts claims another speed, distances show nothing; a few may. */
static void cuts_have_to_agree_on_the_speed(void **state)
{
    (void)state;
    for (size_t share = 3; share <= 40; share += 37) {
        made_play play = moved_play();
        const beatsaber_evidence honest = moved_evidence(&play);
        take_frames(&play);
        moved_flight.speed = 17;
        for (size_t i = 0; i < play.note_count; i += share)
            play.notes[i] = in_frame(&play, &play.notes[i], frame_of(&play, &play.notes[i]));
        moved_flight = moved_flight_plain;
        const beatsaber_evidence row = moved_evidence(&play);
        assert_true(fabsf(row.note_speed - honest.note_speed) < 0.001f);
        const int64_t lost = honest.motion_score - row.motion_score, all = honest.motion_score;
        if (share == 3) assert_true(lost > all / 10);
        if (share == 40) assert_true(lost < all / 4);
    }
}

/* Each frame has the poses of the one before it. */
static void delay(made_play *play)
{
    for (size_t i = play->frame_count; i-- > 1;) {
        play->frames[i].head = play->frames[i - 1].head;
        play->frames[i].left_hand = play->frames[i - 1].left_hand;
        play->frames[i].right_hand = play->frames[i - 1].right_hand;
    }
}

static void frames_that_a_recorder_stored_late_are_put_right(void **state)
{
    (void)state;
    made_play play = moved_play();
    play.info.mod_version = text("0.2.0");
    const beatsaber_evidence plain = moved_evidence(&play);
    assert_int_equal(plain.supported, play.note_count); /* versions were built without the fault, too */
    delay(&play);
    const beatsaber_evidence late = moved_evidence(&play);
    assert_int_equal(late.supported, play.note_count);
    assert_int_equal(late.motion_score, plain.motion_score);
    play.info.mod_version = text("0.9.20");
    assert_int_equal(moved_evidence(&play).supported, 0);
    play.info.mod_version = text("0.2.0");
    for (size_t i = 0; i < play.note_count; i += 3) play.notes[i].cut.cut_normal.x += 0.3f;
    assert_int_equal(moved_evidence(&play).supported, 0); /* cuts of which some are elsewhere tell nothing */
}

/* A cut in the last frame has no poses: none was recorded behind it. */
static void a_cut_in_the_last_frame_of_such_a_recording_shows_nothing(void **state)
{
    (void)state;
    made_play play = moved_play();
    play.info.mod_version = text("0.2.0");
    delay(&play);
    const beatsaber_evidence before = moved_evidence(&play);
    bsor_note *last = &play.notes[play.note_count - 1];
    const float time = play.frames[play.frame_count - 1].time, later = time - last->event_time;
    last->event_time = time;
    last->spawn_time += later;
    const beatsaber_evidence row = moved_evidence(&play);
    assert_int_equal(before.supported, play.note_count);
    assert_int_equal(row.supported, play.note_count - 1);
    assert_int_equal(row.not_supported, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_other_frame_of_a_pass_shows_more),
        cmocka_unit_test(the_best_frame_of_each_pass_is_not_full),
        cmocka_unit_test(faults_count_at_the_time_of_their_notes),
        cmocka_unit_test(cuts_have_to_agree_on_the_speed),
        cmocka_unit_test(frames_that_a_recorder_stored_late_are_put_right),
        cmocka_unit_test(a_cut_in_the_last_frame_of_such_a_recording_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
