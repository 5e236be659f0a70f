/* SPDX-License-Identifier: MIT
 * Figures of inputs: those of made sessions are counted once more, row by row; patterns of machines have the figures that they were made with. */
#include "support.h"

#include <reel/ddnet.h>
#include <reel/insight.h>
#include <reel/teehistorian.h>

#include <math.h>

enum { MOST = 3000, SECOND = 50 };

static uint64_t seed;

/* SplitMix64. */
static int32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

static teehistorian_input inputs[MOST];
static teehistorian_join joins[2];
static teehistorian_name names[2];
static size_t input_count, join_count;

static teehistorian_input *add_input(int32_t tick)
{
    assert_true(input_count < MOST);
    teehistorian_input *input = &inputs[input_count];
    *input = input_count ? inputs[input_count - 1] : (teehistorian_input){ .cid = 3, .target_x = 100 };
    input->tick = tick;
    input->seq = 10 + input_count++;
    return input;
}

static void begin_session(void)
{
    input_count = 0;
    join_count = 1;
    joins[0] = (teehistorian_join){ .seq = 1, .tick = 1, .cid = 3 };
    names[0] = (teehistorian_name){ .seq = 2, .tick = 1, .cid = 3, .name = { "somebody", 8 } };
}

static ddnet_input_figure figures[2];

static size_t run(void)
{
    static const reel_table *const wanted[] = { &ddnet_input_figures, NULL };
    const teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    const reel_own_rows rows[] = { { &teehistorian_headers, &header, 1 },
                                   { &teehistorian_joins, joins, join_count },
                                   { &teehistorian_names, names, join_count },
                                   { &teehistorian_inputs, inputs, input_count } };
    reel_replay *replay, *result;
    reel_error error;
    size_t count;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = wanted };
    if (reel_replay_of_rows(&reel_format_teehistorian, rows, 4, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    if (reel_insight_run_chunk(&reel_insight_ddnet, &reel_format_teehistorian, reel_replay_chunk(replay), &options, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    const ddnet_input_figure *row = reel_rows(result, &ddnet_input_figures, &count);
    assert_true(count <= 2);
    for (size_t i = 0; i < count; i++) figures[i] = row[i];
    if (count && join_count) assert_true(figures[0].present & DDNET_FIGURE_HAS_NAME && row[0].name.size == 8);
    reel_free(result);
    reel_free(replay);
    return count;
}

/* ---- once more, row by row ------------------------------------------------------------------------------------------ */

static int jump_presses(size_t i) { return i && inputs[i].jump && !inputs[i - 1].jump; }
static int hook_presses(size_t i) { return i && inputs[i].hook && !inputs[i - 1].hook; }
static int directions(size_t i) { return i && inputs[i].direction != inputs[i - 1].direction; }
static int all_inputs(size_t i) { return (int)(i < MOST); }
static int shots(size_t i)
{
    int count = 0;
    for (int32_t at = i ? inputs[i - 1].fire : inputs[i].fire; at != inputs[i].fire; at = (at + 1) & 63) count += !(at & 1);
    return count;
}

static int most_in_a_second(int (*events)(size_t i))
{
    int most = 0;
    for (size_t i = 0; i < input_count; i++) {
        int count = 0;
        for (size_t k = i + 1; k-- > 0 && inputs[k].tick > inputs[i].tick - SECOND;) count += events(k);
        if (count > most) most = count;
    }
    return most;
}

static void figures_are_counted(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 300; n++) {
        int32_t tick = 10;
        int aims = 0, turns = 0;
        seed = n;
        begin_session();
        const uint32_t pause = 1 + (uint32_t)below(60);
        for (int i = 0; i < 300; i++) {
            teehistorian_input *input = add_input(tick += below(pause));
            if (below(2)) input->direction = below(3) - 1;
            if (below(2)) input->jump = below(2);
            if (below(2)) input->hook = below(2);
            if (below(3) == 0) input->fire = (input->fire + below(5)) & 63;
            if (below(2)) input->target_x = below(400) - 200, input->target_y = below(400) - 200;
        }
        for (size_t i = 1; i < input_count; i++) {
            const teehistorian_input *a = &inputs[i - 1], *b = &inputs[i];
            aims += a->target_x != b->target_x || a->target_y != b->target_y;
            const double dot = (double)a->target_x * b->target_x + (double)a->target_y * b->target_y;
            turns += (a->target_x != b->target_x || a->target_y != b->target_y) && dot <= 0 && (a->target_x || a->target_y) &&
                     (b->target_x || b->target_y);
        }
        assert_int_equal(run(), 1);
        const ddnet_input_figure *f = &figures[0];
        assert_int_equal(f->inputs, 300);
        assert_int_equal(f->first_tick, inputs[0].tick);
        assert_int_equal(f->last_tick, tick);
        assert_int_equal(f->inputs_most, most_in_a_second(all_inputs));
        assert_int_equal(f->directions_most, most_in_a_second(directions));
        assert_int_equal(f->jumps_most, most_in_a_second(jump_presses));
        assert_int_equal(f->hooks_most, most_in_a_second(hook_presses));
        assert_int_equal(f->shots_most, most_in_a_second(shots));
        assert_int_equal(f->aims, aims);
        assert_in_range(f->aim_turns, (uintmax_t)(turns - 2), (uintmax_t)(turns + 2)); /* right angles are rounded */
        assert_int_equal(f->repeated, 0);
    }
}

/* ---- machines ------------------------------------------------------------------------------------------------------- */

static void even_presses_are_found(void **state)
{
    (void)state;
    begin_session();
    for (int i = 0; i < 25; i++) add_input(100 + 7 * i)->fire = (1 + 2 * i) & 63; /* 25 presses, 7 ticks apart */
    add_input(1000)->fire = 50;
    assert_int_equal(run(), 1);
    assert_true(figures[0].present & DDNET_FIGURE_HAS_EVEN);
    assert_int_equal(figures[0].even_presses, 24); /* the first input is no press: it may have been held before */
    assert_int_equal(figures[0].even_ticks, 7);
    begin_session();
    for (int i = 0; i < 25; i++) add_input(100 + i * i)->jump = i & 1;
    assert_int_equal(run(), 1);
    assert_false(figures[0].present & DDNET_FIGURE_HAS_EVEN);
}

static void flicks_of_a_tick_are_counted(void **state)
{
    (void)state;
    begin_session();
    add_input(100);
    for (int i = 1; i <= 9; i++) {
        teehistorian_input *away = add_input(100 + 20 * i);
        away->target_x = -70, away->target_y = 70;
        teehistorian_input *back = add_input(100 + 20 * i + (i % 3 ? 1 : 2)); /* one in three takes two ticks */
        back->target_x = 100, back->target_y = 0;
    }
    assert_int_equal(run(), 1);
    assert_int_equal(figures[0].aim_flicks, 6);
    assert_int_equal(figures[0].aims, 18);
    assert_int_equal(figures[0].aim_median, 135);
    assert_int_equal(figures[0].aim_turns, 18);
}

static void what_comes_again_is_counted(void **state)
{
    (void)state;
    begin_session();
    int32_t tick = 50;
    for (int round = 0; round < 3; round++) {
        seed = 8;
        for (int i = 0; i < 100; i++) {
            teehistorian_input *input = add_input(tick += 1 + below(9));
            input->direction = below(3) - 1;
            input->target_x = below(500) + 1, input->target_y = below(500);
        }
    }
    assert_int_equal(run(), 1);
    assert_in_range(figures[0].repeated, 199, 201); /* all of the second and the third round, but for the distance of the first */
    assert_int_equal(figures[0].repeated_most, figures[0].repeated);
    for (size_t i = 0; i < input_count; i += 10) inputs[i].target_x += (int32_t)i / 10; /* a little off: another stretch */
    assert_int_equal(run(), 1);
    assert_int_equal(figures[0].repeated, 0);
}

static void sessions_are_apart(void **state)
{
    (void)state;
    begin_session();
    for (int i = 0; i < 10; i++) add_input(100 + i)->jump = i & 1;
    joins[1] = (teehistorian_join){ .seq = 15, .tick = 105, .cid = 3 };
    names[1] = (teehistorian_name){ .seq = 16, .tick = 105, .cid = 3, .name = { "somebody", 8 } };
    for (size_t i = 5; i < input_count; i++) inputs[i].seq += 10;
    join_count = 2;
    assert_int_equal(run(), 2);
    assert_int_equal(figures[0].inputs + figures[1].inputs, 10);
    assert_int_equal(figures[0].session, 0);
    assert_int_equal(figures[1].session, 1);
    begin_session();
    join_count = 0;
    assert_int_equal(run(), 0);
    add_input(3)->cid = 500; /* no client */
    add_input(INT32_MAX)->target_x = INT32_MIN;
    inputs[1].cid = 3;
    add_input(INT32_MAX)->target_y = INT32_MIN;
    assert_int_equal(run(), 1);
    assert_int_equal(figures[0].inputs, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_counted),          cmocka_unit_test(even_presses_are_found),
        cmocka_unit_test(flicks_of_a_tick_are_counted), cmocka_unit_test(what_comes_again_is_counted),
        cmocka_unit_test(sessions_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
