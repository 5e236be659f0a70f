/* SPDX-License-Identifier: MIT
 * The fast path for moves and inputs gives the rows that reading message by message gives. Whoever wants the table of ticks gets the
 * second way. */
#include <reel/teehistorian.h>

#include "codec/teeworlds_int.h"
#include "support.h"

enum { MOST_BYTES = 400000, MOST_MESSAGE = 80, CLIENTS = 128, FAR_MOVES = 140000, FAR_BYTES = 10000 + 9 * FAR_MOVES };

typedef struct recording {
    uint8_t data[FAR_BYTES];
    size_t size;
    uint32_t state;
} recording;

static uint32_t draw(recording *r, uint32_t below)
{
    r->state = r->state * 1664525 + 1013904223;
    return (r->state >> 8) % below;
}

static void put(recording *r, int32_t value) { r->size += varint_write(r->data + r->size, value); }

/* Mostly small, now and then of any size. */
static int32_t any_number(recording *r)
{
    static const uint32_t most[] = { 64, 64, 64, 64, 300, 9000, 20000, INT32_MAX };
    uint32_t below = most[draw(r, 8)];
    int32_t value = (int32_t)draw(r, below);
    return draw(r, 2) ? value : -value - 1;
}

static int32_t any_client(recording *r) { return (int32_t)draw(r, draw(r, 4) ? 12 : draw(r, 20) ? CLIENTS : 200); }

static void put_input(recording *r)
{
    put(r, draw(r, 20) ? -5 : -6);
    put(r, any_client(r));
    bool usual = draw(r, 4) != 0;
    for (int i = 0; i < 10; i++) put(r, usual && i != 1 && i != 2 ? (int32_t)draw(r, 3) - 1 : any_number(r));
}

static void put_any(recording *r)
{
    uint32_t kind = draw(r, 100);
    if (kind < 70) {
        put(r, any_client(r)), put(r, any_number(r)), put(r, any_number(r));
    } else if (kind < 94) {
        put_input(r);
    } else if (kind < 96) {
        put(r, -3), put(r, any_client(r)), put(r, any_number(r)), put(r, any_number(r));
    } else if (kind < 97) {
        put(r, -4), put(r, any_client(r));
    } else if (kind < 98) {
        put(r, -2), put(r, (int32_t)draw(r, 9));
    } else if (kind < 99) {
        put(r, -8), put(r, any_client(r));
    } else { /* a number that is longer than it has to be */
        memcpy(r->data + r->size, (uint8_t[]){ 0x03, 0x81, 0x00, 0x02 }, 4);
        r->size += 4;
    }
}

static recording *make(uint32_t seed, size_t size)
{
    static const uint8_t begin[] = "\x69\x9d\xb1\x7b\x8e\xfb\x34\xff\xb1\xd8\xda\x6f\x60\xc1\x5d\xd1{\"version\":\"2\"}";
    recording *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->state = seed;
    memcpy(r->data, begin, sizeof begin);
    r->size = sizeof begin;
    for (int32_t cid = 0; cid < CLIENTS; cid += 1 + (int32_t)(seed % 3)) {
        put(r, -3), put(r, cid), put(r, 100), put(r, any_number(r));
        put(r, -6), put(r, cid);
        for (int i = 0; i < 10; i++) put(r, any_number(r));
    }
    while (r->size < size - MOST_MESSAGE) put_any(r);
    put(r, -1);
    return r;
}

static reel_replay *load_reporting(const recording *r, const reel_table *const *tables, reel_report *report, void *context)
{
    const reel_options options = { REEL_SIZED(reel_options), .tables = tables, .report = report, .report_context = context };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(r->data, r->size), &options, &replay, &error), REEL_OK);
    assert_null(reel_replay_damage(replay));
    return replay;
}

static reel_replay *load(const recording *r, const reel_table *const *tables) { return load_reporting(r, tables, NULL, NULL); }

static void compare(const reel_replay *one, const reel_replay *other, const reel_table *table)
{
    size_t count, other_count;
    const uint8_t *rows = reel_rows(one, table, &count), *others = reel_rows(other, table, &other_count);
    assert_int_equal(count, other_count);
    for (size_t i = 0; i < count; i++)
        for (size_t f = 0; f < table->field_count; f++) {
            size_t at = i * table->row_size + table->fields[f].offset, size = reel_type_size(table->fields[f].type);
            if (memcmp(rows + at, others + at, size) != 0) fail_msg("%s: row %zu, %s", table->name, i, table->fields[f].name);
        }
}

static void rows_are_those_of_single_messages(void **state)
{
    (void)state;
    static const reel_table *const both[] = { &teehistorian_positions, &teehistorian_inputs, NULL };
    static const reel_table *const slowly[] = { &teehistorian_positions, &teehistorian_inputs, &teehistorian_ticks, NULL };
    static const reel_table *const positions[] = { &teehistorian_positions, NULL };
    static const reel_table *const inputs[] = { &teehistorian_inputs, NULL };
    for (uint32_t seed = 1; seed < 7; seed++) {
        recording *r = make(seed, seed % 2 ? MOST_BYTES : 3000);
        reel_replay *slow = load(r, slowly), *fast = load(r, both), *moves = load(r, positions), *presses = load(r, inputs);
        compare(fast, slow, &teehistorian_positions);
        compare(fast, slow, &teehistorian_inputs);
        compare(moves, slow, &teehistorian_positions);
        compare(presses, slow, &teehistorian_inputs);
        reel_free(slow), reel_free(fast), reel_free(moves), reel_free(presses);
        free(r);
    }
}

/* The fast path accepts two bytes for the second and the third number only. */
static void any_numbers_of_an_input_may_be_long(void **state)
{
    (void)state;
    static const reel_table *const fast_tables[] = { &teehistorian_inputs, NULL };
    static const reel_table *const slow_tables[] = { &teehistorian_inputs, &teehistorian_ticks, NULL };
    recording *r = make(1, MOST_MESSAGE);
    r->size--; /* the end */
    for (uint32_t longs = 0; longs < 1 << 10; longs++) {
        put(r, -5), put(r, 1);
        for (int i = 0; i < 10; i++) put(r, longs >> i & 1 ? 100 : i + 1);
    }
    for (int i = 0; i < 64; i++) put(r, -8), put(r, 1);
    put(r, -1);
    reel_replay *fast = load(r, fast_tables), *slow = load(r, slow_tables);
    compare(fast, slow, &teehistorian_inputs);
    reel_free(fast), reel_free(slow);
    free(r);
}

static void sum_wraps(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "teehistorian.position-wrap") == 0) *(uint64_t *)context += finding->offset;
}

/* No move on the fast path compares its sum with the edge of 32 bits, so what is near it has to leave the fast path in time. */
static void many_small_moves_wrap_where_they_reach_the_edge(void **state)
{
    (void)state;
    static const reel_table *const fast_tables[] = { &teehistorian_positions, NULL };
    static const reel_table *const slow_tables[] = { &teehistorian_positions, &teehistorian_ticks, NULL };
    recording *r = make(3, MOST_MESSAGE);
    r->size--; /* the end */
    put(r, -3), put(r, 2), put(r, (1 << 30) - 1), put(r, 5);
    put(r, -3), put(r, 70), put(r, 7), put(r, -(1 << 30) + 1);
    for (int i = 0; i < FAR_MOVES; i++) {
        put(r, 2), put(r, 8191), put(r, -1);
        put(r, 70), put(r, 1), put(r, -8192);
    }
    put(r, -1);
    uint64_t fast_wraps = 0, slow_wraps = 0;
    reel_replay *fast = load_reporting(r, fast_tables, sum_wraps, &fast_wraps);
    reel_replay *slow = load_reporting(r, slow_tables, sum_wraps, &slow_wraps);
    compare(fast, slow, &teehistorian_positions);
    assert_true(slow_wraps > 0);
    assert_int_equal(fast_wraps, slow_wraps);
    reel_free(fast), reel_free(slow);
    free(r);
}

static void a_limit_of_rows_is_kept(void **state)
{
    (void)state;
    recording *r = make(5, 20000);
    for (uint64_t rows = 1; rows < 400; rows += 7) {
        const reel_options options = { REEL_SIZED(reel_options), .limits = { .rows = rows } };
        reel_replay *replay;
        reel_error error;
        size_t count, input_count;
        assert_int_equal(reel_load(reel_source_memory(r->data, r->size), &options, &replay, &error), REEL_OK);
        assert_non_null(reel_replay_damage(replay));
        assert_int_equal(reel_replay_damage(replay)->status, REEL_LIMIT);
        reel_rows(replay, &teehistorian_positions, &count);
        reel_rows(replay, &teehistorian_inputs, &input_count);
        assert_int_equal(count > input_count ? count : input_count, rows);
        reel_free(replay);
    }
    free(r);
}

/* Bytes of the largest block that was asked for, and bytes that growing blocks may have to copy. */
typedef struct block_sizes {
    size_t largest, copied;
} block_sizes;

static void *measured_alloc(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void *measured_resize(void *context, void *old, size_t old_size, size_t size)
{
    block_sizes *sizes = context;
    if (size > sizes->largest) sizes->largest = size;
    if (size > old_size) sizes->copied += old_size;
    return realloc(old, size);
}

static void measured_free(void *context, void *block)
{
    (void)context;
    free(block);
}

/* The list of positions is allocated for the rows that the first part of the file promises. It is not doubled near the end only because
 * a whole chunk might still follow. */
static void a_loaded_list_is_not_much_larger_than_its_rows(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed < 4; seed++) {
        recording *r = make(seed, MOST_BYTES);
        block_sizes sizes = { 0 };
        const reel_allocator allocator = { measured_alloc, measured_resize, measured_free, &sizes };
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
        reel_replay *replay;
        reel_error error;
        size_t count, inputs;
        assert_int_equal(reel_load(reel_source_memory(r->data, r->size), &options, &replay, &error), REEL_OK);
        reel_rows(replay, &teehistorian_positions, &count);
        reel_rows(replay, &teehistorian_inputs, &inputs);
        size_t bytes = count * sizeof(teehistorian_position), input_bytes = inputs * sizeof(teehistorian_input);
        assert_true(sizes.largest < (bytes > input_bytes ? bytes : input_bytes) * 3 / 2);
        assert_true(sizes.copied < (bytes + input_bytes) / 2);
        reel_free(replay);
        free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_single_messages),
        cmocka_unit_test(any_numbers_of_an_input_may_be_long),
        cmocka_unit_test(many_small_moves_wrap_where_they_reach_the_edge),
        cmocka_unit_test(a_limit_of_rows_is_kept),
        cmocka_unit_test(a_loaded_list_is_not_much_larger_than_its_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
