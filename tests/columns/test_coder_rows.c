/* SPDX-License-Identifier: MIT
 * Rows of every table of every golden file come back from a block bit for bit, derived fields too, whatever is asked for. */
#include "coder_trip.h"

static size_t compared;

static void round_trip(const reel_table *table, const uint8_t *rows, size_t count, uint64_t wanted)
{
    static const coder_level levels[] = { CODER_FAST, CODER_DEFAULT };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) trip(table, rows, count, levels[i], wanted);
    compared += count;
}

static void every_table(const specimen *file, uint64_t wanted)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_chunk *chunk = reel_replay_chunk(replay);
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        size_t count;
        const uint8_t *rows = reel_chunk_rows(chunk, *table, &count);
        round_trip(*table, rows, count < 5000 ? count : 5000, wanted);
        if (count > 7) round_trip(*table, rows + 3 * (*table)->row_size, 4, wanted);
    }
    reel_free(replay);
}

static void all_fields(const specimen *file) { every_table(file, UINT64_MAX); }
static void some_fields(const specimen *file) { every_table(file, UINT64_C(0x5555555555555555)); }
static void other_fields(const specimen *file) { every_table(file, UINT64_C(0xaaaaaaaaaaaaaaaa)); }

static void rows_of_every_golden_file_come_back(void **state)
{
    (void)state;
    compared = 0;
    each_specimen(GOLDEN, 100000, all_fields);
    assert_enough(compared > 1000);
}

static void any_fields_can_be_left_out(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(100000, 20000, 5000), some_fields);
    each_specimen(GOLDEN, by_effort(100000, 20000, 5000), other_fields);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_every_golden_file_come_back),
        cmocka_unit_test(any_fields_can_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
