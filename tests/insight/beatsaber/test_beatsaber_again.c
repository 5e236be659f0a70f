/* SPDX-License-Identifier: MIT
 * Motion that occurs twice in a play: copies are found under noise, and players who swing alike are not accused. */
#include "moved_play.h"

#include "../fingerprint/thefts.h"
#include "core/memory.h"
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/play.h"

enum { SECONDS = 60, PLAYS = 60 };

/* A hand turns with the place it is at, so that the tip of the saber swings farther. */
static void turn_hands(frames play)
{
    for (size_t i = 0; i < play.count; i++)
        for (int part = 1; part < 3; part++) {
            reel_pose *pose = pose_of(&play.data[i], part);
            const double x = (double)pose->position.x, y = (double)pose->position.y;
            const space_turn turn = reel__space_turn_by((space_vec){ -200 * (y - 1), 150 * x, 0 });
            pose->rotation = (reel_quaternion){ (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w };
        }
}

static frames play_of(uint64_t level, uint64_t player, double spread)
{
    const habits h = { .level = level, .player = player, .play = 1, .seconds = SECONDS, .spread = spread };
    frames play = habitual_frames(&h);
    turn_hands(play);
    return play;
}

/* The frames in which a hand moves again. */
static uint32_t found_in(frames rows)
{
    play_state play = { .allocator = reel__memory_allocator(NULL), .evidence = { .wanted = true } };
    uint32_t found = 0;
    assert_true(reel__play_add_frames(&play, rows.data, rows.count));
    const evidence_pose *poses = play.evidence.poses.data;
    swing_frame *sabers[2];
    for (int hand = 0; hand < 2; hand++) {
        sabers[hand] = calloc(play.evidence.poses.count, sizeof(swing_frame));
        assert_non_null(sabers[hand]);
        for (size_t i = 0; i < play.evidence.poses.count; i++)
            reel__swing_take(&sabers[hand][i], &poses[i].hands[hand], &reel__swing_grip_plain, poses[i].time, NULL);
    }
    assert_true(reel__evidence_happens_again(&play, (const swing_frame *const[]){ sabers[0], sabers[1] }, &found));
    free(sabers[0]);
    free(sabers[1]);
    reel__play_free(&play);
    return found;
}

/* The motion of one hand at another time, with noise: the frames as they are, or what was between them. */
static void copy_hand(frames play, int part, double seconds, double noise, bool between, uint64_t *state)
{
    const size_t count = (size_t)(seconds * MADE_RATE), from = 700, to = 3100;
    for (size_t i = 0; i < count; i++) {
        const reel_pose *a = pose_of(&play.data[from + i], part), *b = pose_of(&play.data[from + i + 1], part);
        const float share = between ? 0.37f : 0.0f;
        reel_pose *own = pose_of(&play.data[to + i], part);
        float *places[] = { &own->position.x, &own->position.y, &own->position.z };
        const float ones[] = { a->position.x, a->position.y, a->position.z },
                    twos[] = { b->position.x, b->position.y, b->position.z };
        for (size_t k = 0; k < 3; k++) *places[k] = ones[k] + (twos[k] - ones[k]) * share + (float)(noise * random_normal(state));
        const space_turn first = { (double)a->rotation.x, (double)a->rotation.y, (double)a->rotation.z, (double)a->rotation.w };
        const space_turn next = { (double)b->rotation.x, (double)b->rotation.y, (double)b->rotation.z, (double)b->rotation.w };
        const space_turn turn = space_turn_line(first, next, (double)share);
        own->rotation = (reel_quaternion){ (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w };
    }
}

static void copies_are_found_under_noise(void **state)
{
    (void)state;
    static const double noises[] = { 1e-6, 1e-4, 1e-3, 3e-3 };
    const size_t plays = draws(PLAYS, PLAYS, PLAYS);
    for (size_t n = 0; n < sizeof noises / sizeof *noises; n++)
        for (int between = 0; between < 2; between++) {
            size_t found = 0;
            uint64_t random_state = 7 + n;
            for (uint64_t i = 0; i < plays; i++) {
                frames play = play_of(i, i, 0.02);
                copy_hand(play, 1 + (int)(i & 1), 3, noises[n], between, &random_state);
                found += found_in(play) > 0;
                free(play.data);
            }
            printf("noise of %g mm%s: %zu of %zu copies of 3 s\n", noises[n] * 1000, between ? ", between frames" : "", found,
                   plays);
            assert_true(found * 20 >= plays * 19);
        }
}

static void players_with_habits_are_not_accused(void **state)
{
    (void)state;
    size_t accused = 0;
    const size_t plays = draws(2000, 500, 100);
    for (uint64_t i = 0; i < plays; i++) {
        frames play = play_of(1000 + i, i % 20, 0.015 + 0.01 * (double)(i % 4));
        const uint32_t found = found_in(play);
        if (found) printf("play %llu: %u frames\n", (unsigned long long)i, found);
        accused += found > 0;
        free(play.data);
    }
    printf("%zu of %zu plays\n", accused, plays);
    assert_int_equal(accused, 0);
}

/* The median of floats is found without sorting them: equal ones, few values, any sign and size. */
static void medians_are_those_of_sorted_floats(void **state)
{
    (void)state;
    enum { MOST = 300, ROUNDS = 4000 };
    play_key keys[MOST], sorted[2 * MOST];
    uint64_t random_state = 11;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t count = 1 + (size_t)(round % MOST);
        for (size_t i = 0; i < count; i++) {
            const double normal = random_normal(&random_state);
            const float value =
                round % 3 == 0 ? (float)(int)normal : (float)(round % 3 == 1 ? normal * 1e30 : 0.011 + normal * 1e-5);
            keys[i] = sorted[i] = (play_key){ reel__play_key_of(value), 0 };
        }
        reel__play_sort(sorted, sorted + count, count);
        const float wanted = reel__play_value_of(sorted[count / 2].key), found = reel__play_median(keys, count);
        assert_memory_equal(&found, &wanted, sizeof wanted);
    }
}

/* Segments that are computed side by side have the bits of those that are computed one by one: sabers that rest, turn by any angle or are in one place. */
static void segments_side_by_side_are_those_of_one_by_one(void **state)
{
    (void)state;
    enum { FRAMES = 1000 };
    static swing_frame all[FRAMES], one;
    uint64_t random_state = 5;
    for (int round = 0; round < 50; round++) {
        const double spread = round % 5 == 0 ? 1e-6 : round % 5 == 1 ? 90 : 5;
        reel_pose poses[FRAMES];
        space_vec turned = { 0, 0, 0 };
        for (size_t i = 0; i < FRAMES; i++) {
            const bool rests = random_bits(&random_state) % 8 == 0;
            if (!rests) turned.x += spread * random_normal(&random_state), turned.y += spread * random_normal(&random_state);
            const space_turn q = reel__space_turn_by(turned);
            const float place = rests && i ? poses[i - 1].position.x : (float)(0.01 * random_normal(&random_state));
            poses[i] = (reel_pose){ { place, place, 1 }, { (float)q.x, (float)q.y, (float)q.z, (float)q.w } };
            reel__swing_take(&all[i], &poses[i], &reel__swing_grip_plain, (float)i, NULL);
        }
        const size_t count = FRAMES - (size_t)round * 20 - (size_t)(round == 49) * 19; /* the last round has one frame */
        reel__swing_segments(all, count);
        for (size_t i = 1; i < count; i++) {
            reel__swing_take(&one, &poses[i], &reel__swing_grip_plain, (float)i, &all[i - 1]);
            assert_memory_equal(&one.normal, &all[i].normal, sizeof one.normal);
            assert_int_equal(reel_float_bits(one.angle), reel_float_bits(all[i].angle));
            assert_int_equal(reel_float_bits(one.height), reel_float_bits(all[i].height));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians_are_those_of_sorted_floats),
        cmocka_unit_test(segments_side_by_side_are_those_of_one_by_one),
        cmocka_unit_test(copies_are_found_under_noise),
        cmocka_unit_test(players_with_habits_are_not_accused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
