/* SPDX-License-Identifier: MIT
 * What hostile recordings and maps, and a lack of memory, do to the way from a recording to a demo: an answer, in bounded time and memory. */
#include "made_game.h"

#include <reel/ghost.h>

static reel_memory map_bytes;
static reel_replay *map;
static made_game game;

static void count_error(void *context, const reel_finding *finding) { *(size_t *)context += finding->severity == REEL_ERROR; }

/* Converts; what is written has to pass a check without an error. */
static reel_status convert_to(const reel_format *to, const uint8_t *data, size_t size, const reel_replay *level,
                              const reel_allocator *allocator)
{
    reel_memory out;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .allocator = allocator };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .level = level };
    const reel_status status =
        reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&out, allocator), &how, &error);
    if (status < 0) {
        assert_true(error.rule[0] != 0);
        return status;
    }
    size_t errors = 0;
    const reel_options checks = { REEL_SIZED(reel_options), .report = count_error, .report_context = &errors };
    assert_int_equal(reel_check(reel_source_memory(out.data, out.size), &checks, &error), REEL_OK);
    assert_int_equal(errors, 0);
    reel_memory_free(&out);
    return status;
}

static reel_status convert(const uint8_t *data, size_t size, const reel_replay *level, const reel_allocator *allocator)
{
    return convert_to(&reel_format_demo, data, size, level, allocator);
}

static void changed_recordings_have_demos_or_a_reason(void **state)
{
    (void)state;
    size_t made = 0, refused = 0;
    const size_t count = by_effort(2000, 400, 100);
    made_random(&game, map, 11, 120);
    uint8_t *copy = malloc(game.memory.size);
    assert_non_null(copy);
    for (uint32_t i = 0; i < count; i++) {
        trying("change %u", i);
        memcpy(copy, game.memory.data, game.memory.size);
        for (uint32_t k = 0; k <= i % 4; k++)
            copy[200 + made_below(&game, (uint32_t)game.memory.size - 200)] = (uint8_t)made_below(&game, 256);
        const size_t size = i % 3 ? game.memory.size : made_below(&game, (uint32_t)game.memory.size);
        if (convert(copy, size, map, NULL) >= 0)
            made++;
        else
            refused++;
    }
    print_message("%zu have a demo, %zu have none\n", made, refused);
    assert_true(made > count / 10);
    free(copy);
    reel_memory_free(&game.memory);
}

/* ---- demos and ghosts ------------------------------------------------------------------------------------------- */

/* The game as a demo or a ghost of its first client. */
static reel_memory first_client(const reel_format *to)
{
    reel_memory out;
    reel_error error;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options),
                                       .level = map,
                                       .flags = REEL_FOLLOW,
                                       .has_from = true,
                                       .from = 1,
                                       .has_to = true,
                                       .to = 400 };
    if (reel_convert(reel_source_memory(game.memory.data, game.memory.size), NULL, to, reel_sink_memory(&out, NULL), &how,
                     &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return out;
}

/* Changes bytes behind the header, and cuts some of the files. Returns how many could be converted. */
static size_t change_and_convert(const reel_memory *from, size_t head, const reel_format *to, const reel_replay *level,
                                 size_t count)
{
    size_t made = 0;
    uint8_t *copy = malloc(from->size);
    assert_non_null(copy);
    for (uint32_t i = 0; i < count; i++) {
        trying("change %u", i);
        memcpy(copy, from->data, from->size);
        for (uint32_t k = 0; k < i % 4; k++)
            copy[head + made_below(&game, (uint32_t)(from->size - head))] = (uint8_t)made_below(&game, 256);
        made +=
            convert_to(to, copy, i % 5 ? from->size : head + made_below(&game, (uint32_t)(from->size - head)), level, NULL) >= 0;
    }
    free(copy);
    return made;
}

static void changed_demos_and_ghosts_are_converted_or_there_is_a_reason(void **state)
{
    (void)state;
    enum { DEMO_HEAD = 484, GHOST_BODY = 133 };
    const size_t count = by_effort(1000, 200, 60);
    made_random(&game, map, 11, 450);
    reel_memory demo = first_client(&reel_format_demo), ghost = first_client(&reel_format_ghost);
    assert_true(change_and_convert(&demo, DEMO_HEAD + map_bytes.size, &reel_format_ghost, map, count) >= count / 5);
    assert_true(change_and_convert(&ghost, GHOST_BODY, &reel_format_demo, NULL, count) >= count / 5);
    reel_memory_free(&demo);
    reel_memory_free(&ghost);
    reel_memory_free(&game.memory);
}

/* A tee of any speed, stated once, and snapshots without end: bounded steps for each byte. */
static void what_is_computed_is_charged(void **state)
{
    (void)state;
    enum { SNAPSHOTS = 3000 };
    reel_memory out, made;
    reel_writer *writer;
    reel_error error;
    const demo_info info = { .version = 6,
                             .net_version = { "0.6", 3 },
                             .map_name = { "room", 4 },
                             .map_crc = made_info(map)->crc,
                             .map_sha256 = made_info(map)->sha256,
                             .recorder = { "client", 6 } };
    assert_int_equal(reel_create(reel_sink_memory(&out, NULL), &reel_format_demo, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &demo_infos, &info, 1), REEL_OK);
    for (int32_t i = 0; i < SNAPSHOTS; i++) {
        const int32_t tick = 1 + 200 * i;
        const demo_snapshot snapshot = { .tick = tick, .keyframe = !i, .kind = i ? DEMO_DELTA : DEMO_FULL };
        const demo_player player = { .tick = tick, .local = 1, .present = DEMO_PLAYER_CORE | DEMO_PLAYER_SIX };
        const demo_character tee = { .tick = tick,
                                     .item_tick = tick > 150 ? tick - 150 : 1,
                                     .x = 500,
                                     .y = 300 + i % 2,
                                     .vel_x = INT32_MAX,
                                     .vel_y = i % 2 ? INT32_MIN : INT32_MAX,
                                     .hook_state = 4,
                                     .hook_dx = INT32_MIN,
                                     .present = DEMO_CHARACTER_CORE | DEMO_CHARACTER_FLAGS };
        assert_int_equal(reel_append(writer, &demo_snapshots, &snapshot, 1), REEL_OK);
        if (!i) assert_int_equal(reel_append(writer, &demo_players, &player, 1), REEL_OK);
        assert_int_equal(reel_append(writer, &demo_characters, &tee, 1), REEL_OK);
    }
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    const reel_options options = { REEL_SIZED(reel_options), .limits.work = 1000000 };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .level = map };
    assert_int_equal(reel_convert(reel_source_memory(out.data, out.size), &options, &reel_format_ghost,
                                  reel_sink_memory(&made, NULL), &how, &error),
                     REEL_LIMIT);
    reel_memory_free(&out);
}

/* Positions, speeds and targets at the ends of their range, clients and teams that there are not. */
static void extreme_numbers_are_taken(void **state)
{
    (void)state;
    static const int32_t extremes[] = { INT32_MIN, INT32_MAX, INT32_MIN + 1, -1, 0, 1 << 30, -33, 1 << 20 };
    enum { COUNT = sizeof extremes / sizeof *extremes };
    made_begin(&game, map, 22, 8);
    for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) made_join(&game, cid);
    for (int32_t i = 0; i < 400; i++) {
        made_tee next[MADE_CLIENTS] = { { .alive = false } };
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++)
            next[cid] = (made_tee){ .alive = made_below(&game, 9) != 0,
                                    .x = extremes[made_below(&game, COUNT)],
                                    .y = extremes[made_below(&game, COUNT)] };
        made_tick(&game, next);
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) {
            made_put(&game, &teehistorian_teams, &(teehistorian_team){ .cid = cid, .team = extremes[made_below(&game, COUNT)] });
            made_input(&game, cid,
                       (teehistorian_input){ .direction = extremes[made_below(&game, COUNT)],
                                             .target_x = extremes[made_below(&game, COUNT)],
                                             .target_y = extremes[made_below(&game, COUNT)],
                                             .jump = 1,
                                             .hook = (int32_t)made_below(&game, 2),
                                             .fire = extremes[made_below(&game, COUNT)],
                                             .wanted_weapon = extremes[made_below(&game, COUNT)],
                                             .next_weapon = extremes[made_below(&game, COUNT)] });
        }
        made_put(&game, &teehistorian_finishes,
                 &(teehistorian_finish){
                     .cid = i % 200, .time = extremes[made_below(&game, COUNT)], .kind = TEEHISTORIAN_PLAYER_FINISH });
    }
    made_end(&game);
    assert_int_equal(convert(game.memory.data, game.memory.size, map, NULL), REEL_OK);
    reel_memory_free(&game.memory);
}

/* A recording of some bytes may say that two thousand million ticks pass. */
static void the_last_tick_is_reached_in_bounded_work(void **state)
{
    (void)state;
    const made_tee next[MADE_CLIENTS] = { { .online = true, .alive = true, .x = 400, .y = 400 } };
    made_begin(&game, map, 22, 1);
    made_join(&game, 0);
    made_tick(&game, next);
    for (int32_t i = 1; i < 20; i++) {
        game.tick = i * (INT32_MAX / 20);
        made_put(&game, &teehistorian_inputs, &(teehistorian_input){ .cid = 0, .player_flags = 1 });
    }
    game.tick = INT32_MAX;
    made_put(&game, &teehistorian_inputs, &(teehistorian_input){ .cid = 0, .player_flags = 1 });
    made_end(&game);
    assert_int_equal(convert(game.memory.data, game.memory.size, map, NULL), REEL_OK);
    reel_memory_free(&game.memory);
}

/* One row of a few bytes after a silence makes up to 3,000 ticks of snapshots with all tees: as many rows as there are may be more than the work that
 * is allowed. The answer is a demo or the limit of work, memory does not depend on the number of silences, and no more is written for each. */
static void silences_cost_what_the_work_allows(void **state)
{
    (void)state;
    enum { TICKS_EACH = 3000, BYTES_EACH_TICK = 4 * 64 * MADE_CLIENTS };
    const uint64_t work[] = { 0, 4000000, 4000000 };
    const int32_t silences[] = { 3, 3, 30 };
    size_t peaks[3], sizes[3];
    for (size_t i = 0; i < 3; i++) {
        made_tee next[MADE_CLIENTS] = { { .alive = false } };
        made_begin(&game, map, 22, 1);
        for (int32_t cid = 0; cid < MADE_CLIENTS; cid++) {
            made_join(&game, cid);
            next[cid] = (made_tee){ .online = true, .alive = true, .x = 400 + 40 * cid, .y = 400 };
        }
        made_tick(&game, next);
        for (int32_t k = 1; k <= silences[i]; k++) {
            game.tick = k * 180000;
            made_put(&game, &teehistorian_inputs, &(teehistorian_input){ .cid = 0, .player_flags = 1 });
        }
        made_end(&game);
        test_allocator state_of = { 0 };
        const reel_allocator allocator = test_allocator_of(&state_of);
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .limits = { .work = work[i] } };
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY, .level = map };
        test_sink file = { 0 };
        reel_error error;
        const reel_status status = reel_convert(reel_source_memory(game.memory.data, game.memory.size), &options,
                                                &reel_format_demo, test_sink_of(&file), &how, &error);
        assert_int_equal(status, i ? REEL_LIMIT : REEL_OK);
        if (i) assert_string_equal(error.rule, "reel.work-limit");
        assert_int_equal(state_of.live, 0);
        peaks[i] = state_of.peak;
        sizes[i] = file.size;
        assert_true(sizes[i] < (size_t)silences[i] * TICKS_EACH * BYTES_EACH_TICK + map_bytes.size + 65536);
        test_sink_free(&file);
        reel_memory_free(&game.memory);
    }
    print_message("%zu bytes of memory for 3 silences, %zu for 30\n", peaks[1], peaks[2]);
    assert_true(peaks[2] < peaks[1] + peaks[1] / 4);
}

static void a_lack_of_memory_is_reported_and_nothing_is_lost(void **state)
{
    (void)state;
    test_allocator state_of = { 0 };
    reel_allocator allocator = test_allocator_of(&state_of);
    made_random(&game, map, 21, 60);
    assert_int_equal(convert(game.memory.data, game.memory.size, map, &allocator), REEL_OK);
    const size_t calls = state_of.calls, step = 1 + calls / by_effort(400, 100, 40);
    assert_int_equal(state_of.live, 0);
    for (size_t at = 1; at <= calls; at += step) {
        trying("call %zu of %zu", at, calls);
        state_of = (test_allocator){ .fail_at = at };
        assert_int_equal(convert(game.memory.data, game.memory.size, map, &allocator), REEL_MEMORY);
        assert_int_equal(state_of.live, 0);
    }
    reel_memory_free(&game.memory);
}

/* The peak does not grow with the length of the recording. */
static void memory_does_not_grow_with_the_recording(void **state)
{
    (void)state;
    size_t peaks[2];
    for (size_t i = 0; i < 2; i++) {
        test_allocator state_of = { 0 };
        const reel_allocator allocator = test_allocator_of(&state_of);
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY, .level = map };
        test_sink file = { 0 };
        reel_error error;
        made_random(&game, map, 31, i ? MADE_TICKS - 100 : 1000);
        assert_int_equal(reel_convert(reel_source_memory(game.memory.data, game.memory.size), &options, &reel_format_demo,
                                      test_sink_of(&file), &how, &error),
                         REEL_OK);
        peaks[i] = state_of.peak;
        test_sink_free(&file);
        reel_memory_free(&game.memory);
    }
    print_message("%zu bytes for 1000 ticks, %zu for 3900\n", peaks[0], peaks[1]);
    assert_true(peaks[1] < peaks[0] + peaks[0] / 4);
}

static int begin(void **state)
{
    (void)state;
    map_bytes = made_map(33, 34);
    map = load_bytes(map_bytes.data, map_bytes.size, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    reel_free(map);
    reel_memory_free(&map_bytes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_recordings_have_demos_or_a_reason),
        cmocka_unit_test(extreme_numbers_are_taken),
        cmocka_unit_test(the_last_tick_is_reached_in_bounded_work),
        cmocka_unit_test(silences_cost_what_the_work_allows),
        cmocka_unit_test(a_lack_of_memory_is_reported_and_nothing_is_lost),
        cmocka_unit_test(changed_demos_and_ghosts_are_converted_or_there_is_a_reason),
        cmocka_unit_test(what_is_computed_is_charged),
        cmocka_unit_test(memory_does_not_grow_with_the_recording),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
