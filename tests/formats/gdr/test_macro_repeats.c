/* SPDX-License-Identifier: MIT
 * Repeats of Silicate 3, in which a few bytes announce millions of inputs: their work and their memory are bounded, whichever tables are
 * wanted. */
#include <reel/format.h>
#include <reel/macros.h>

#include "support.h"

enum { HEAD_BYTES = 74, ATOM_BYTES = 12, REPEAT_BYTES = 11, SKIPPED = 5000, PLAIN = 1 << 15, MOST_BYTES = 300000, FOOTER = 0xcc };
#define MOST_INPUTS (UINT64_C(1) << 24)

static const reel_table *const all[] = { &gdr_infos, &gdr_inputs, &macros_events, NULL };
static const reel_table *const inputs_only[] = { &gdr_inputs, NULL };
static const reel_table *const events_only[] = { &macros_events, NULL };
static const reel_table *const *const selections[] = { all, inputs_only, events_only };
enum { SELECTIONS = sizeof selections / sizeof *selections };

typedef struct made {
    uint8_t data[MOST_BYTES];
    size_t size;
} made;

static void add_integer(made *m, uint64_t value, size_t bytes)
{
    assert_true(m->size + bytes < sizeof m->data);
    for (size_t i = 0; i < bytes; i++) m->data[m->size++] = (uint8_t)(value >> 8 * i);
}

static void begin(made *m)
{
    const double fps = 240;
    uint64_t bits;
    memcpy(&bits, &fps, sizeof bits);
    memset(m, 0, sizeof *m);
    memcpy(m->data, "SLC3RPLY", 8);
    m->size = 8;
    add_integer(m, 64, 2);
    add_integer(m, bits, 8);
    add_integer(m, 1, 8);
    add_integer(m, 2, 4);
    add_integer(m, 81, 4);
    m->size = HEAD_BYTES;
}

/* An atom of actions: one state, 2^power times. */
static void add_repeat(made *m, unsigned power, uint8_t state)
{
    unsigned actions = power + ((state >> 2 & 3) == 0); /* a swift is two */
    add_integer(m, 1, 4);
    add_integer(m, REPEAT_BYTES, 8);
    add_integer(m, UINT64_C(1) << actions, 8);
    add_integer(m, 1u << 14 | power << 3, 2);
    add_integer(m, state, 1);
}

static const reel_error *load(const made *m, const reel_options *options, reel_replay **replay, reel_error *error)
{
    reel_status status = reel_load(reel_source_memory(m->data, m->size), options, replay, error);
    return status < 0 ? error : reel_replay_damage(*replay);
}

static const uint8_t states[] = { 0x15, 0x01 }; /* a press; a swift */

static void repeats_are_work_whether_their_rows_are_wanted_or_not(void **state)
{
    static made m;
    (void)state;
    for (size_t s = 0; s < sizeof states; s++) {
        begin(&m);
        add_repeat(&m, 20, states[s]);
        add_integer(&m, FOOTER, 1);
        for (size_t i = 0; i < SELECTIONS; i++) {
            const reel_limits limits = { .work = 1 << 19 };
            const reel_options options = { REEL_SIZED(reel_options), .tables = selections[i], .limits = limits };
            reel_replay *replay = NULL;
            reel_error error;
            const reel_error *failure = load(&m, &options, &replay, &error);
            assert_non_null(failure);
            assert_string_equal(failure->rule, "reel.work-limit");
            reel_free(replay);
        }
    }
}

static void all_atoms_together_have_one_limit(void **state)
{
    static made m;
    (void)state;
    begin(&m);
    add_repeat(&m, 23, states[0]);
    add_repeat(&m, 23, states[0]);
    size_t third = m.size;
    add_repeat(&m, 0, states[0]);
    add_integer(&m, FOOTER, 1);
    for (size_t i = 0; i < SELECTIONS; i++) {
        const reel_limits limits = { .work = UINT64_MAX };
        const reel_options options = { REEL_SIZED(reel_options), .tables = selections[i], .limits = limits };
        reel_replay *replay = NULL;
        reel_error error;
        const reel_error *failure = load(&m, &options, &replay, &error);
        assert_non_null(failure);
        assert_string_equal(failure->rule, "macros.limit");
        assert_int_equal(failure->offset, third + ATOM_BYTES);
        reel_free(replay);
    }
}

/* Repeats at the start of a long file say nothing about its rest. */
static void memory_is_bounded_where_the_start_is_denser_than_the_rest(void **state)
{
    static made m;
    (void)state;
    begin(&m);
    add_integer(&m, 2, 4); /* an atom of another kind, so that enough was read for an estimate */
    add_integer(&m, SKIPPED, 8);
    m.size += SKIPPED;
    add_integer(&m, 1, 4);
    add_integer(&m, REPEAT_BYTES + 2 + 8 * PLAIN, 8);
    add_integer(&m, (1 << 22) + PLAIN, 8);
    add_integer(&m, 1u << 14 | 22 << 3, 2);
    add_integer(&m, states[0], 1);
    add_integer(&m, 3u << 12 | 15 << 8, 2); /* states of 8 bytes */
    for (int i = 0; i < PLAIN; i++) add_integer(&m, states[0], 8);
    add_integer(&m, FOOTER, 1);
    test_allocator memory = { .live = 0 };
    const reel_allocator allocator = test_allocator_of(&memory);
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .limits.work = UINT64_MAX };
    reel_replay *replay = NULL;
    reel_error error;
    const reel_error *failure = load(&m, &options, &replay, &error);
    if (failure) fail_msg("%s: %s", failure->rule, failure->message);
    size_t count;
    reel_rows(replay, &gdr_inputs, &count);
    assert_int_equal(count, (1 << 22) + PLAIN);
    assert_true(memory.peak <= reel_memory_bound(&reel_format_slc3, m.size, &options));
    reel_free(replay);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats_are_work_whether_their_rows_are_wanted_or_not),
        cmocka_unit_test(all_atoms_together_have_one_limit),
        cmocka_unit_test(memory_is_bounded_where_the_start_is_denser_than_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
