/* SPDX-License-Identifier: MIT
 * Invalid bytes between events: a cut after a bomb or a miss, or garbage of any size at any place. The events after them are found
 * again, and so are the sections after the events. */
#include "load.h"
#include "machinery.h"

enum { EVENTS = 24, MOST_GARBAGE = 200 };

static int type_of(int i) { return i % 5 == 3 ? 2 : i % 7 == 4 ? 3 : i % 6 == 5 ? 1 : 0; }

/* An event, with the times of a play at 8 notes a second. */
static void put_event(bytes *b, int i)
{
    int type = type_of(i);
    put_note_head(b, type == 3 ? 20999 : 30000 + i % 4 * 1000 + i % 3 * 100 + i % 2 * 10 + i % 9, 0.5f + 0.125f * (float)i, type);
    if (type <= 1) put_cut(b, type == 0, i % 2);
}

/* A file with `size` bytes before event `at`, that are not an event. */
static void make_with(bytes *b, int at, const uint8_t *garbage, size_t size)
{
    make(b, "01");
    put_byte(b, 2);
    put_int(b, EVENTS);
    for (int i = 0; i < EVENTS; i++) {
        if (i == at) put(b, garbage, size);
        put_event(b, i);
    }
    for (int id = 3; id < 8; id++) section_makers[id](b);
}

static bytes sound;

/* All rows are those of the file without garbage, and a finding says where it is. */
static void assert_found_again(int at, const uint8_t *garbage, size_t size)
{
    char what[64];
    snprintf(what, sizeof what, "%zu bytes before event %d", size, at);
    make_with(&sound, -1, NULL, 0);
    make_with(&made, at, garbage, size);
    reel_replay *whole = load_bytes(sound.data, sound.size, NULL), *read = load_bytes(made.data, made.size, NULL);
    if (!reel_replay_damage(read)) fail_msg("%s: nothing is reported", what);
    assert_prefix(read, whole, what);
    assert_prefix(whole, read, what);
    reel_free(read);
    reel_free(whole);
}

static void cuts_of_bombs_and_misses_are_skipped(void **state)
{
    (void)state;
    static bytes cut;
    const float directions[] = { -1, 1, 0.5f, -0.001f };
    for (size_t d = 0; d < sizeof directions / sizeof *directions; d++) {
        cut.size = 0;
        put_cut(&cut, 1, 1);
        set_int(&cut, 12, (int32_t)reel_float_bits(directions[d])); /* where a reader would look for the type of the next event */
        for (int i = 1; i < EVENTS; i++)
            if (type_of(i - 1) > 1) assert_found_again(i, cut.data, cut.size);
    }
}

static void garbage_between_events_is_skipped(void **state)
{
    (void)state;
    uint8_t garbage[MOST_GARBAGE];
    uint32_t random = 1;
    const size_t step = (size_t)by_effort(1, 7, 23);
    for (size_t size = 1; size <= MOST_GARBAGE; size += step)
        for (int i = 0; i < EVENTS; i++) {
            for (size_t k = 0; k < size; k++) {
                random = random * 1664525u + 1013904223u;
                garbage[k] = (uint8_t)(random >> 24);
            }
            assert_found_again(i, garbage, size);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_of_bombs_and_misses_are_skipped),
        cmocka_unit_test(garbage_between_events_is_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
