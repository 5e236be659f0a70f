/* SPDX-License-Identifier: MIT
 * Rows near others in time are those that two loops find, and finding them takes time that does not depend on the times. */
#include "support.h"

#include <reel/insight.h>

#include <math.h>

enum { MOST = 60 };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Times that go on, stay, go back and are none, on a grid so that some are exactly as far apart as is asked for. */
static size_t odd_times(uint64_t *random, double *times)
{
    static const double steps[] = { 0, 0.25, 0.25, 0.5, -1.0, 3.0 };
    const size_t count = (size_t)(next_random(random) % MOST);
    const bool rises = next_random(random) % 3 == 0;
    double now = 0;
    for (size_t i = 0; i < count; i++) {
        const double step = steps[next_random(random) % 6];
        now += rises && step < 0 ? 0 : step;
        const uint64_t kind = next_random(random) % 12;
        times[i] = kind == 0 ? (double)NAN : kind == 1 ? (double)INFINITY : now;
    }
    return count;
}

static void assert_two_loops(const double *times, size_t count, const double *others, size_t other_count, double before,
                             double after)
{
    uint64_t order[MOST], pairs, sum = 0;
    reel_near near[MOST];
    reel_error error;
    assert_int_equal(reel_around(times, count, others, other_count, before, after, NULL, order, near, &pairs, &error), REEL_OK);
    bool seen[MOST] = { false };
    for (size_t i = 0; i < other_count; i++) {
        assert_true(order[i] < other_count && !seen[order[i]]);
        seen[order[i]] = true;
        if (!i) continue;
        const double last = others[order[i - 1]], own = others[order[i]];
        if (isfinite(own)) assert_true(isfinite(last) && (last < own || (last == own && order[i - 1] < order[i])));
        if (!isfinite(own) && !isfinite(last)) assert_true(order[i - 1] < order[i]);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < other_count; k++) {
            const double own = others[order[k]];
            const bool is_near = isfinite(times[i]) && isfinite(own) && times[i] - before <= own && own <= times[i] + after;
            assert_int_equal(is_near, k >= near[i].first && k - near[i].first < near[i].count);
            sum += is_near;
        }
        assert_true(near[i].first + near[i].count <= other_count);
    }
    assert_int_equal(pairs, sum);
}

static void spans_are_those_of_two_loops(void **unused)
{
    (void)unused;
    static const double distances[] = { 0, 0.25, 0.3, 1, 100 };
    uint64_t random = UINT64_C(0x9e3779b97f4a7c15);
    size_t some = 0;
    for (int round = 0; round < 20000; round++) {
        double times[MOST], others[MOST];
        const size_t count = odd_times(&random, times), other_count = odd_times(&random, others);
        const double before = distances[next_random(&random) % 5], after = distances[next_random(&random) % 5];
        assert_two_loops(times, count, others, other_count, before, after);
        some += count && other_count;
    }
    assert_true(some > 15000);
}

static void distances_are_numbers_of_at_least_0(void **unused)
{
    (void)unused;
    const double bad[] = { -1, -0.001, (double)NAN, (double)INFINITY };
    for (size_t i = 0; i < 8; i++) {
        uint64_t order[1];
        reel_near near[1];
        reel_error error;
        const double time = 0, before = i % 2 ? bad[i / 2] : 1, after = i % 2 ? 1 : bad[i / 2];
        assert_int_equal(reel_around(&time, 1, &time, 1, before, after, NULL, order, near, NULL, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "around.within");
    }
    assert_int_equal(reel_around(NULL, 0, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL), REEL_OK);
}

static void without_memory_it_fails(void **unused)
{
    (void)unused;
    const double times[] = { 3, 2, 1 };
    uint64_t order[3];
    reel_near near[3];
    reel_error error;
    test_allocator state = { .fail_at = 1 };
    const reel_allocator allocator = test_allocator_of(&state);
    assert_int_equal(reel_around(times, 3, times, 3, 1, 1, &allocator, order, near, NULL, &error), REEL_MEMORY);
    assert_int_equal(state.live, 0);
}

/* All at once, going back, far apart in turn: half a million rows each, which squares would not end in hours. All pairs are 250 milliards. */
static void hostile_times_cost_no_squares(void **unused)
{
    (void)unused;
    enum { ROWS = 500000 };
    double *times = calloc(1, ROWS * sizeof *times), *others = calloc(1, ROWS * sizeof *others);
    uint64_t *order = calloc(1, ROWS * sizeof *order), pairs;
    reel_near *near = calloc(1, ROWS * sizeof *near);
    reel_error error;
    for (int way = 0; way < 4; way++) {
        for (size_t i = 0; i < ROWS; i++) {
            const double at = (double)i;
            times[i] = way == 0 ? 0 : way == 1 ? -at : way == 2 ? (i % 2 ? at : ROWS - at) : at;
            others[i] = way == 0 ? 0 : way == 1 ? -at : way == 2 ? (i % 2 ? -at : at) : at;
        }
        assert_int_equal(reel_around(times, ROWS, others, ROWS, 1, 1, NULL, order, near, &pairs, &error), REEL_OK);
        if (way == 0) assert_int_equal(pairs, (uint64_t)ROWS * ROWS);
        if (way == 3) assert_int_equal(pairs, 3 * (uint64_t)ROWS - 2);
    }
    free(times);
    free(others);
    free(order);
    free(near);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_are_those_of_two_loops),
        cmocka_unit_test(distances_are_numbers_of_at_least_0),
        cmocka_unit_test(without_memory_it_fails),
        cmocka_unit_test(hostile_times_cost_no_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
