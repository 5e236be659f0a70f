/* SPDX-License-Identifier: MIT
 * The rules of a cut in Beat Saber, alone: where notes are and look, how a saber moves, how swings are rated. */
#include "note_turn.h"
#include "support.h"

#include "game/beatsaber/angle.h"
#include "game/beatsaber/note.h"
#include "game/beatsaber/swing.h"

#include <math.h>

enum { FRAMES = 2000, CUT = 500 };

static const double pi = 3.14159265358979323846;

static void angles_are_those_of_the_c_library(void **state)
{
    (void)state;
    for (int i = -7200; i <= 7200; i += 7) {
        double sine, cosine, degrees = i / 10.0;
        reel__angle_sine_cosine(degrees, &sine, &cosine);
        assert_true(fabs(sine - sin(degrees * pi / 180)) < 1e-10);
        assert_true(fabs(cosine - cos(degrees * pi / 180)) < 1e-10);
        double back = reel__angle_of_point(sine, cosine), turns = (degrees - back) / 360;
        assert_true(fabs(turns - round(turns)) < 1e-10);
    }
    assert_true(reel__angle_of_point(0, 0) == 0);
}

static void assert_near(space_vec a, space_vec b) { assert_true(space_length(space_sub(a, b)) < 1e-9); }

static void rotations_turn_where_they_should(void **state)
{
    (void)state;
    const space_vec z = { 0, 0, 1 }, y = { 0, 1, 0 };
    assert_near(reel__space_turn_vec(reel__space_turn_by((space_vec){ 0, 90, 0 }), z), (space_vec){ 1, 0, 0 });
    assert_near(reel__space_turn_vec(reel__space_turn_by((space_vec){ 90, 0, 0 }), z), (space_vec){ 0, -1, 0 });
    assert_near(reel__space_turn_vec(reel__space_turn_by((space_vec){ 0, 0, 90 }), y), (space_vec){ -1, 0, 0 });
    for (int i = 1; i < 200; i++) {
        const space_vec ahead = { sin(i * 1.1), cos(i * 0.7), sin(i * 0.3 + 1) }, up = { 0, 1, 0.1 };
        const space_turn turn = space_turn_toward(ahead, up), other = reel__space_turn_by((space_vec){ i, 2 * i, 3 * i });
        assert_near(reel__space_turn_vec(turn, z), space_unit(ahead));
        assert_true(space_dot(reel__space_turn_vec(turn, y), up) >= 0);
        const space_arc arc = reel__space_arc_between(turn, other);
        assert_near(reel__space_turn_vec(space_arc_at(&arc, 0), z), reel__space_turn_vec(turn, z));
        assert_near(reel__space_turn_vec(space_arc_at(&arc, 1), z), reel__space_turn_vec(other, z));
        assert_near(reel__space_turn_vec(space_turn_line(turn, other, 1), y), reel__space_turn_vec(other, y));
    }
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static void notes_fly_by_parabolas(void **state)
{
    (void)state;
    const note_flight flight = { .speed = 16, .distance = 18, .height = -0.05 };
    assert_true(fabs(reel__note_x(0) + 0.9) < 1e-12 && fabs(reel__note_x(3) - 0.9) < 1e-12);
    for (int layer = 0; layer < NOTE_LAYERS; layer++)
        for (int start = 0; start <= layer; start++) {
            const note_spot note = { .line = 1, .layer = layer, .start_layer = start };
            const double top = reel__note_y(&flight, &note, 0);
            assert_true(fabs(reel__note_y(&flight, &note, 0.1) - reel__note_y(&flight, &note, -0.1)) < 1e-12);
            assert_true(reel__note_y(&flight, &note, 0.1) < top);
            for (int i = -5; i <= 5; i++)
                assert_true(fabs(reel__note_height(&flight, &note, i * 0.05, reel__note_y(&flight, &note, i * 0.05)) + 0.05) <
                            1e-9);
        }
    assert_true(fabs(reel__note_z(&flight, 0, 0.2) - 1.1) < 1e-12);
    assert_true(fabs(reel__note_z(&flight, -0.05, 0) - 0.1) < 1e-12);
    assert_true(fabs(reel__note_head_share(&flight, 1e-9) - 1) < 1e-6); /* no step at the time of the note */
    assert_true(reel__note_head_share(&flight, 18.0 / 16 / 2) < 1e-12); /* where it begins to jump, the head has no part */
    assert_true(reel__note_height_for(1.8) == 0 && reel__note_height_for(1) == -0.2 && reel__note_height_for(9) == 0.6);
}

/* The direction in which a note that is turned so faces away from the player. */
static space_vec facing(space_turn turn) { return reel__space_turn_vec(turn, (space_vec){ 0, 0, 1 }); }

static void notes_look_along_the_line_from_the_head(void **state)
{
    (void)state;
    for (int direction = 0; direction <= NOTE_DOT; direction++)
        for (int tilted = 0; tilted < 2; tilted++) {
            const note_flight flight = { .speed = 16, .distance = 18, .tilted = tilted };
            const note_spot note = { .line = 0, .layer = 2, .direction = direction, .time = 12.3 };
            const space_vec center = { -0.9, 1.9, 1 }, head = { 0.1, 1.7, 0 };
            const space_vec line = { -1, 0.2 * (1.9 - 1.7), 1 };
            assert_near(facing(note_turn(&flight, &note, 0, center, head)), space_unit(line));
            const space_turn turn = note_turn(&flight, &note, 0, center, head);
            assert_true(reel__note_deviation(turn, reel__space_turn_vec(turn, (space_vec){ 0, -1, 0 })) < 1e-6);
            assert_true(fabs(reel__note_deviation(turn, reel__space_turn_vec(turn, (space_vec){ 1, 0, 0.3 })) - 90) < 1e-6);
        }
}

static void arrows_point_where_they_are_called(void **state)
{
    (void)state;
    static const space_vec ways[NOTE_DOT] = { { 0, 1, 0 },  { 0, -1, 0 }, { -1, 0, 0 },  { 1, 0, 0 },
                                              { -1, 1, 0 }, { 1, 1, 0 },  { -1, -1, 0 }, { 1, -1, 0 } };
    const note_flight flight = { .speed = 16, .distance = 18 };
    for (int direction = 0; direction < NOTE_DOT; direction++) {
        const note_spot note = { .direction = direction };
        const space_turn turn = note_turn(&flight, &note, 0, (space_vec){ 0, 1, 2 }, (space_vec){ 0, 1, 0 });
        assert_true(reel__note_deviation(turn, ways[direction]) < 1e-6);
        assert_true(fabs(reel__note_deviation(turn, space_scale(ways[direction], -1)) - 180) < 1e-6);
    }
}

/* ---- swings ----------------------------------------------------------------------------------------------------- */

static reel_pose hand_at(double pitch)
{
    const double half = pitch / 2 * pi / 180;
    return (reel_pose){ .position = { 0.3f, 1.0f, 0.0f }, .rotation = { (float)sin(half), 0, 0, (float)cos(half) } };
}

/* A saber that turns down by `step` degrees a frame, `rate` frames a second, and is level in the frame CUT. */
static void swing(swing_frame *frames, double step, double rate)
{
    for (int i = 0; i < FRAMES; i++) {
        const reel_pose pose = hand_at((i - CUT) * step);
        reel__swing_take(&frames[i], &pose, &reel__swing_grip_plain, (float)(i / rate), i ? &frames[i - 1] : NULL);
    }
}

static swing_note note_at(double y) { return (swing_note){ .center = { 0.3, y, 0.9 }, .facing = { 0, 0, 1 }, .speed = 1 }; }

static void a_saber_sweeps_a_plane(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    swing(frames, 2, 100);
    const swing_frame *frame = &frames[CUT];
    assert_true(fabs((double)frame->tip.z - 1) < 1e-5 && fabs((double)frame->tip.y - 1) < 1e-5);
    assert_true(fabs((double)frame->angle - 2) < 1e-4);
    assert_true(fabs(fabs((double)frame->normal.x) - 1) < 1e-5);
    assert_true(fabs(fabs(reel__swing_distance(frame, (space_vec){ 0.4, 5, 5 })) - 0.1) < 1e-5);
    assert_true(reel__swing_reach(frame, frame - 1, (space_vec){ 0.3, 1.0, 0.45 }) < 0.02);
    assert_true(fabs(reel__swing_reach(frame, frame - 1, (space_vec){ 0.3, 1.0, 1.5 }) - 0.5) < 0.01);
    const swing_grip longer = { .hilt = { 0, 0.1, 0 }, .ahead = { 0, 1, 0 } };
    swing_frame other;
    const reel_pose pose = hand_at(0);
    reel__swing_take(&other, &pose, &longer, 0, NULL);
    assert_true(fabs((double)other.hilt.y - 1.1) < 1e-6 && fabs((double)other.tip.y - 2.1) < 1e-6);
}

/* The swing of the last 0.4 s, and of the time after until it is full and one frame more. */
static void ratings_are_angles(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    static const struct {
        double step, rate, before, after;
    } swings[] = { { 1, 100, 0.40, 0.40 / 0.6 }, { 2, 100, 0.80, 1 }, { 0.5, 200, 0.40, 0.40 / 0.6 }, { 4, 100, 1.60, 1 } };
    for (size_t i = 0; i < sizeof swings / sizeof *swings; i++) {
        const swing_note note = note_at(1 - 0.001);
        swing(frames, swings[i].step, swings[i].rate);
        const swing_rating rating = reel__swing_rate(frames, FRAMES, CUT, &note);
        assert_true(rating.passed == CUT + 1);
        assert_true(fabs(rating.before.rating - swings[i].before) < 2 * swings[i].step / 100);
        if (swings[i].after < 1) assert_true(fabs(rating.after.rating - swings[i].after) < 2 * swings[i].step / 60);
        if (swings[i].after == 1) assert_true(rating.after.rating >= 1 && rating.after.rating < 1 + 2 * swings[i].step / 60);
        assert_false(rating.before.open || rating.after.open);
        assert_true(rating.before.least == rating.before.rating && rating.after.least == rating.after.rating);
        assert_true(reel__swing_rate(frames, CUT + 3, CUT, &note).after.open);
    }
}

static void a_swing_back_ends_the_rating(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        const int turn = i <= CUT + 5 ? i - CUT : 10 - (i - CUT);
        const reel_pose pose = hand_at(turn * 2.0);
        reel__swing_take(&frames[i], &pose, &reel__swing_grip_plain, (float)i / 100, i ? &frames[i - 1] : NULL);
    }
    const swing_note note = note_at(1 - 0.001);
    const swing_rating rating = reel__swing_rate(frames, FRAMES, CUT, &note);
    assert_true(fabs(rating.after.rating - 10.0 / 60) < 0.01);
    assert_false(rating.after.open);
}

/* What is known of a swing ends at the first segment that is missing, or that rounding made unknown; of what follows, no frame raises it. */
static void missing_segments_leave_the_least(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    swing_note note = note_at(1 - 0.001);
    for (size_t at = CUT - 30; at < CUT + 30; at++) {
        swing(frames, 1, 100);
        const swing_rating whole = reel__swing_rate(frames, FRAMES, CUT, &note);
        frames[at].broken = true;
        const swing_rating broken = reel__swing_rate(frames, FRAMES, CUT, &note);
        assert_true(broken.before.least <= whole.before.rating && broken.after.least <= whole.after.rating);
        assert_true(at == CUT || (at < CUT ? broken.before.open : broken.after.open));
        if (at < CUT) assert_true(fabs(broken.before.least - (double)(CUT - at) / 100) < 0.02);
        frames[at].broken = false;
        frames[at].height = 0;
        note.height = 1e-6;
        const swing_rating unknown = reel__swing_rate(frames, FRAMES, CUT, &note);
        assert_true(unknown.before.rating == whole.before.rating && unknown.after.rating == whole.after.rating);
        assert_true(unknown.before.least <= whole.before.rating && unknown.after.least <= whole.after.rating);
        if (at < CUT) assert_true(unknown.before.least == broken.before.least);
        note.height = 0;
    }
}

/* The blade sweeps 2 cm around (0.3, 1, 0 to 1). */
static void a_saber_touches_boxes_that_it_sweeps(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    static const struct {
        space_vec center;
        bool touches;
    } boxes[] = {
        { { 0.3, 1, 0.5 }, true },    { { 0.75, 1, 0.5 }, true },    { { 0.85, 1, 0.5 }, false },
        { { 0.3, 1.45, 0.5 }, true }, { { 0.3, 1.55, 0.5 }, false }, { { 0.3, 1, 2.05 }, true },
        { { 0.3, 1, 2.15 }, false },  { { 0.3, 1, -0.55 }, true },   { { 0.3, 1, -0.65 }, false },
    };
    swing(frames, 2, 100);
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        assert_int_equal(reel__swing_touches(&frames[CUT], &frames[CUT - 1], boxes[i].center, (space_turn){ 0, 0, 0, 1 }),
                         boxes[i].touches);
}

/* However a note is turned: what the quick look leaves out is not touched, and some of what it lets through is. */
static void the_quick_look_leaves_out_nothing_that_is_touched(void **state)
{
    (void)state;
    size_t near = 0, touched = 0;
    for (int i = 0; i < 40000; i++) {
        swing_frame frames[2];
        for (int k = 0; k < 2; k++) {
            reel_pose hand = { .position = { (float)sin(i * 0.7 + k * 0.2), (float)cos(i * 0.3 + k * 0.1), 0.3f } };
            const space_turn turn = reel__space_turn_by((space_vec){ i * 7.0 + k * 9.0, i * 3.0 + k * 5.0, i * 11.0 });
            hand.rotation = (reel_quaternion){ (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w };
            reel__swing_take(&frames[k], &hand, &reel__swing_grip_plain, (float)k, k ? &frames[0] : NULL);
        }
        const space_vec center = { 1.7 * sin(i * 1.3), 1.7 * cos(i * 1.9), 0.3 + 1.2 * sin(i * 0.37) };
        const space_turn turn = reel__space_turn_by((space_vec){ i * 13.0, i * 17.0, i * 19.0 });
        const swing_place place = reel__swing_place(&frames[1]);
        for (swing_collider collider = SWING_ARROW; collider <= SWING_BOMB; collider++) {
            const bool finds = reel__swing_finds(&frames[1], &frames[0], center, turn, collider, 1);
            const bool may = swing_may_find(&place, center, collider);
            assert_true(may || !finds);
            near += may;
            touched += finds;
        }
    }
    assert_true(touched > 1000 && near > touched && near < 40000);
}

/* In a song at twice the speed, 0.4 s of the room are 0.8 s of the song. */
static void swings_are_timed_by_the_room(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    swing_note note = note_at(1 - 0.001);
    swing(frames, 1, 100);
    note.speed = 2;
    assert_true(fabs(reel__swing_rate(frames, FRAMES, CUT, &note).before.rating - 0.8) < 0.02);
}

/* However many frames have one time, only the last 500 count. */
static void a_swing_looks_at_few_frames(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    swing(frames, 0.01, 1e9);
    swing_note note = note_at(7);
    const swing_rating all = reel__swing_rate(frames, FRAMES, 1200, &note);
    const swing_rating part = reel__swing_rate(frames + 600, 1200 - 600 + SWING_FRAMES, 600, &note);
    assert_true(all.before.rating == part.before.rating && all.after.rating == part.after.rating);
    assert_true(all.before.rating < SWING_FRAMES * 0.011 / 100);
}

static void numbers_that_are_none_end(void **state)
{
    (void)state;
    static swing_frame frames[FRAMES];
    swing(frames, 1, 100);
    const float odd[] = { NAN, INFINITY, -INFINITY, 3e38f, 0 };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        swing_note note = note_at((double)odd[i]);
        frames[CUT + 2].tip.x = frames[CUT + 3].normal.y = frames[CUT + 4].time = odd[i];
        reel__swing_rate(frames, FRAMES, CUT, &note);
        note.facing = note.center;
        reel__swing_rate(frames, FRAMES, CUT, &note);
        const note_flight flight = { .speed = (double)odd[i], .distance = (double)odd[i] };
        const note_spot spot = { .time = (double)odd[i], .direction = 1 };
        note_turn(&flight, &spot, 0, note.center, note.center);
    }
}

/* A saber that is plainly in the hand is turned in fewer steps. */
static void a_plain_saber_has_the_bits_of_a_grip_that_is_the_same(void **state)
{
    (void)state;
    const swing_grip same = reel__swing_grip_plain;
    for (int i = 0; i < FRAMES; i++) {
        const double x = sin(i * 0.7), y = cos(i * 1.3), z = i % 3 ? sin(i * 2.1) : 0, w = i % 5 ? cos(i * 0.3) : 0;
        const reel_pose hand = { { (float)y, (float)z, (float)w }, { (float)x, (float)y, (float)z, (float)w } };
        swing_frame plain, other;
        reel__swing_take(&plain, &hand, &reel__swing_grip_plain, 0, NULL);
        reel__swing_take(&other, &hand, &same, 0, NULL);
        assert_true(plain.hilt.x == other.hilt.x && plain.hilt.y == other.hilt.y && plain.hilt.z == other.hilt.z);
        assert_true(plain.tip.x == other.tip.x && plain.tip.y == other.tip.y && plain.tip.z == other.tip.z);
    }
}

/* Notes of one number have the same rotations by themselves, and others have others. */
static void what_a_note_has_by_itself_is_known_by_its_number(void **state)
{
    (void)state;
    note_own owns[NOTE_OWNS];
    bool made[NOTE_OWNS] = { false };
    const note_flight flight = { .speed = 16, .distance = 18, .tilted = true };
    size_t count = 0;
    for (int i = 0; i < FRAMES; i++) {
        const note_spot spot = { .line = i % NOTE_LINES, .layer = 1, .direction = i % (NOTE_DOT + 1), .time = i * 0.37 };
        const note_own own = reel__note_own(&flight, &spot);
        const size_t number = reel__note_own_number(&flight, &spot);
        assert_true(number < NOTE_OWNS);
        if (made[number]) assert_memory_equal(&own, &owns[number], sizeof own);
        count += !made[number];
        owns[number] = own;
        made[number] = true;
    }
    assert_int_equal(count, NOTE_OWNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_are_those_of_the_c_library),
        cmocka_unit_test(a_plain_saber_has_the_bits_of_a_grip_that_is_the_same),
        cmocka_unit_test(what_a_note_has_by_itself_is_known_by_its_number),
        cmocka_unit_test(rotations_turn_where_they_should),
        cmocka_unit_test(notes_fly_by_parabolas),
        cmocka_unit_test(notes_look_along_the_line_from_the_head),
        cmocka_unit_test(arrows_point_where_they_are_called),
        cmocka_unit_test(a_saber_sweeps_a_plane),
        cmocka_unit_test(ratings_are_angles),
        cmocka_unit_test(a_swing_back_ends_the_rating),
        cmocka_unit_test(missing_segments_leave_the_least),
        cmocka_unit_test(a_saber_touches_boxes_that_it_sweeps),
        cmocka_unit_test(the_quick_look_leaves_out_nothing_that_is_touched),
        cmocka_unit_test(swings_are_timed_by_the_room),
        cmocka_unit_test(a_swing_looks_at_few_frames),
        cmocka_unit_test(numbers_that_are_none_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
