/* SPDX-License-Identifier: MIT
 * Sorting: in order, stable, no dearer than n log n for any shape of input, linear for two runs, and stopped by the budget. */
#include "core/budget.h"
#include "core/rank.h"
#include "support.h"

static uint64_t random_state = 0x2545f4914f6cdd1d;

static uint64_t random_below(uint64_t end)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % end;
}

static size_t compared;

static bool is_smaller(const void *items, size_t a, size_t b)
{
    const uint64_t *numbers = items;
    compared++;
    return numbers[a] < numbers[b];
}

typedef uint64_t shape(size_t i, size_t count);
static uint64_t rising(size_t i, size_t count) { return (void)count, i / 3; }
static uint64_t falling(size_t i, size_t count) { return count - i; }
static uint64_t equal(size_t i, size_t count) { return (void)i, (void)count, 7; }
static uint64_t two_runs(size_t i, size_t count) { return i % ((count + 1) / 2 + 1); }
static uint64_t few_values(size_t i, size_t count) { return (void)i, (void)count, random_below(4); }
static uint64_t any_values(size_t i, size_t count) { return (void)i, (void)count, random_below(UINT64_MAX); }
static uint64_t saw(size_t i, size_t count) { return (void)count, i % 7; }
static shape *const shapes[] = { rising, falling, equal, two_runs, few_values, any_values, saw };

static void ranks(const uint64_t *numbers, size_t count)
{
    reel_allocator allocator = reel__memory_allocator(NULL);
    size_t *order, log = 1;
    while ((size_t)1 << log < count) log++;
    compared = 0;
    assert_int_equal(reel__rank_items(numbers, count, is_smaller, &allocator, NULL, &order), REEL_OK);
    if (compared > 3 * (count + 1) * (log + 1)) fail_msg("%zu comparisons of %zu items", compared, count);
    uint8_t *seen = calloc(count + 1, 1);
    for (size_t i = 0; i < count; i++) {
        assert_true(order[i] < count && !seen[order[i]]);
        seen[order[i]] = 1;
        if (!i) continue;
        assert_true(numbers[order[i - 1]] <= numbers[order[i]]);
        if (numbers[order[i - 1]] == numbers[order[i]]) assert_true(order[i - 1] < order[i]);
    }
    uint64_t *sorted = malloc((count + 1) * sizeof *sorted), *spare = malloc((count + 1) * sizeof *spare);
    if (count) memcpy(sorted, numbers, count * sizeof *sorted);
    reel__rank_numbers(sorted, spare, count);
    for (size_t i = 0; i < count; i++) assert_true(sorted[i] == numbers[order[i]]);
    free(sorted);
    free(spare);
    free(seen);
    reel__memory_drop(&allocator, order);
}

static void every_shape_is_sorted_stably(void **state)
{
    (void)state;
    enum { MOST = 300 };
    uint64_t numbers[MOST];
    const size_t step = by_effort(1, 1, 13);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t count = 0; count <= MOST; count += count < 20 ? 1 : step) {
            for (size_t i = 0; i < count; i++) numbers[i] = shapes[s](i, count);
            ranks(numbers, count);
        }
}

static void two_runs_are_merged_at_once(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    static uint64_t numbers[COUNT];
    reel_allocator allocator = reel__memory_allocator(NULL);
    size_t *order;
    for (size_t i = 0; i < COUNT; i++) numbers[i] = two_runs(i, COUNT);
    compared = 0;
    assert_int_equal(reel__rank_items(numbers, COUNT, is_smaller, &allocator, NULL, &order), REEL_OK);
    assert_true(compared < 3 * COUNT);
    reel__memory_drop(&allocator, order);
}

static void a_budget_stops_it(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    uint64_t *numbers = malloc(COUNT * sizeof *numbers);
    test_allocator counted = { 0 };
    reel_allocator allocator = test_allocator_of(&counted);
    size_t *order;
    for (size_t i = 0; i < COUNT; i++) numbers[i] = falling(i, COUNT);
    reel_limits limits = { .work = 5 * COUNT };
    limits = reel__budget_limits(&limits);
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    assert_int_equal(reel__rank_items(numbers, COUNT, is_smaller, &allocator, &budget, &order), REEL_LIMIT);
    assert_null(order);
    assert_int_equal(counted.live, 0);
    free(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_sorted_stably),
        cmocka_unit_test(two_runs_are_merged_at_once),
        cmocka_unit_test(a_budget_stops_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
