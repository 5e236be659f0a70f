/* SPDX-License-Identifier: MIT
 * The time on each tile is that of the positions of every tick, the last one included, however the tiles are spread. */
#include "support.h"

#include <reel/ddnet.h>
#include <reel/teehistorian.h>

enum { CLIENTS = 3 };

static uint32_t random_state;

static uint32_t draw(void)
{
    random_state = random_state * 1664525 + 1013904223;
    return random_state >> 8;
}

/* In units of 1/32 tile, within 2 to the power of `bits` of the middle of the map. */
static int32_t draw_place(unsigned bits)
{
    return (int32_t)((draw() << 8 ^ draw()) & ((UINT32_C(2) << bits) - 1)) - (int32_t)(UINT32_C(1) << bits);
}

/* Characters that jump to any place in every tick; `bits_x` and `bits_y` are how far. */
static reel_memory record(int32_t ticks, unsigned bits_x, unsigned bits_y)
{
    const teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick <= ticks; tick++) {
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            const teehistorian_join join = { .tick = tick, .cid = cid };
            const teehistorian_position position = { .tick = tick, .cid = cid, .x = draw_place(bits_x), .y = draw_place(bits_y) };
            if (tick == 1) reel_append(writer, &teehistorian_joins, &join, 1);
            reel_append(writer, &teehistorian_positions, &position, 1);
        }
    }
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    return memory;
}

static int by_place(const void *a, const void *b)
{
    const ddnet_heat *one = a, *other = b;
    if (one->tile_y != other->tile_y) return one->tile_y < other->tile_y ? -1 : 1;
    return one->tile_x < other->tile_x ? -1 : one->tile_x > other->tile_x;
}

static void compare(const reel_replay *result)
{
    size_t cells, count, kept = 0;
    const ddnet_heat *heat = reel_rows(result, &ddnet_heats, &cells);
    const ddnet_position *positions = reel_rows(result, &ddnet_positions, &count);
    assert_true(count > CLIENTS);
    ddnet_heat *wanted = calloc(count, sizeof *wanted);
    assert_non_null(wanted);
    for (size_t i = 0; i < count; i++) wanted[i] = (ddnet_heat){ positions[i].x >> 5, positions[i].y >> 5, 1 };
    qsort(wanted, count, sizeof *wanted, by_place);
    for (size_t i = 1; i < count; i++) {
        if (by_place(&wanted[kept], &wanted[i]) == 0)
            wanted[kept].ticks++;
        else
            wanted[++kept] = wanted[i];
    }
    assert_int_equal(cells, kept + 1);
    for (size_t i = 0; i < cells; i++) {
        assert_int_equal(heat[i].tile_x, wanted[i].tile_x);
        assert_int_equal(heat[i].tile_y, wanted[i].tile_y);
        assert_int_equal(heat[i].ticks, wanted[i].ticks);
    }
    free(wanted);
}

static void is_the_count_of_the_positions(void **state)
{
    (void)state;
    static const reel_table *const tables[] = { &ddnet_heats, &ddnet_positions, NULL };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = tables };
    const size_t rounds = by_effort(200, 40, 10);
    for (size_t round = 0; round < rounds; round++) {
        random_state = (uint32_t)round;
        const unsigned bits_x = draw() % 30, bits_y = draw() % 30;
        const int32_t ticks = 2 + (int32_t)(draw() % 5000);
        printf("round %zu: %d ticks, %u and %u bits\n", round, (int)ticks, bits_x, bits_y);
        reel_memory file = record(ticks, bits_x, bits_y);
        reel_reader *reader;
        reel_replay *result;
        reel_error error;
        assert_int_equal(reel_open(reel_source_memory(file.data, file.size), NULL, &reader, &error), REEL_OK);
        assert_int_equal(reel_insight_run(&reel_insight_ddnet, reader, &options, &result, &error), REEL_OK);
        compare(result);
        reel_free(result);
        reel_close(reader);
        reel_memory_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(is_the_count_of_the_positions) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
