/* SPDX-License-Identifier: MIT
 * Blocks that are cut, changed or made up: a status and an offset within them, never more work or memory than their bytes are worth. */
#include "coder_samples.h"

static void damage(const sample *s)
{
    reel_memory block = trip_encode(s->table, s->rows, s->count, &s->options);
    for (size_t cut = 0; cut < block.size; cut++) {
        reel_budget budget = small_budget();
        if (decode(s->table, block.data, cut, s->count, &budget) == REEL_OK) fail_msg("a block cut to %zu bytes is fine", cut);
    }
    size_t bits = block.size * 8, stride = stride_for(bits, by_effort(40000, 4000, 1000), by_effort(40000, 4000, 1000));
    for (size_t bit = 0; bit < bits; bit += stride) {
        reel_budget budget = small_budget();
        block.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_expected(decode(s->table, block.data, block.size, s->count, &budget), bit / 8);
        block.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    reel_memory_free(&block);
}

static void damaged_blocks_are_reported(void **state)
{
    (void)state;
    each_sample(damage);
}

static void a_block_cannot_claim_more_rows_than_its_bytes_allow(void **state)
{
    (void)state;
    static note_row same[20000];
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(&note_table, fields);
    reel_memory block = trip_encode(&note_table, same, 20000, NULL);
    assert_int_equal(decode(&note_table, block.data, block.size, 20000, NULL), REEL_OK);
    assert_true(block.size >= reel__coder_least(&coded, 20000));
    assert_true(reel__coder_least(&coded, 20000) >= (size_t)20000 * 32 / 1024);
    assert_true(reel__coder_least(&coded, 40000) > block.size);
    assert_int_equal(decode(&note_table, block.data, block.size, 40000, NULL), REEL_CORRUPT);
    assert_true(reel__coder_least(&coded, UINT64_MAX) > (uint64_t)1 << 50);
    reel_memory_free(&block);
}

static void unknown_methods_are_unsupported_and_leave_the_other_columns(void **state)
{
    (void)state;
    note_row *notes = make_notes();
    reel_memory block = trip_encode(&note_table, notes, NOTES, NULL);
    /* The first column: field, size, head, method. */
    assert_true(block.data[2] < 128);
    assert_int_equal(block.data[3] & 15, 0);
    block.data[4] = 0x7f;
    uint8_t *rows;
    reel_chunk *chunk;
    reel_error error = { 0 };
    assert_int_equal(trip_decode(&note_table, block.data, block.size, NOTES, UINT64_MAX, &rows, &chunk, &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "columns.unsupported");
    uint64_t texts = UINT64_C(1) << 4;
    trip_compare(&note_table, (const uint8_t *)notes, rows, NOTES, texts);
    free(rows);
    reel__chunk_free(chunk);
    block.data[0] = 9;
    assert_int_equal(decode(&note_table, block.data, block.size, NOTES, NULL), REEL_UNSUPPORTED);
    reel_memory_free(&block);
}

/* Where the column of motion begins, after its references. */
static size_t find_motion(const reel_memory *block)
{
    reel_cursor in = { .at = block->data + 1, .end = block->data + block->size, .end_offset = block->size };
    for (;;) {
        reel_get_leb128(&in);
        uint64_t size = reel_get_leb128(&in);
        size_t at = (size_t)reel_offset(&in);
        assert_false(in.failed);
        if (block->data[at] >> 4 == 2) return at + 1 + (block->data[at] & 15);
        reel_take(&in, (size_t)size);
    }
}

static void expect_changed(reel_memory *block, size_t at, uint8_t value, reel_status status)
{
    uint8_t before = block->data[at];
    block->data[at] = value;
    reel_status got = decode(&bsor_frames, block->data, block->size, FRAMES, NULL);
    if (got != status) fail_msg("status %d, not %d, for %02x in place of %02x at %zu", got, status, value, before, at);
    block->data[at] = before;
}

/* Flags, no changes of sign, four tables of eight bytes, and a stream of each device. */
static void streams_are_checked(void **state)
{
    (void)state;
    enum { TABLES = 2, STREAMS = TABLES + 32 };
    bsor_frame *frames = swing_frames(FRAMES, 2);
    const coder_options fast = { .level = CODER_FAST };
    reel_memory block = trip_encode(&bsor_frames, frames, FRAMES, &fast);
    size_t at = find_motion(&block);
    assert_int_equal(block.data[at], 4);
    assert_int_equal(block.data[at + 1], 0);
    expect_changed(&block, at, 6, REEL_UNSUPPORTED); /* quantised */
    expect_changed(&block, at, 20, REEL_UNSUPPORTED);
    expect_changed(&block, at, 10, REEL_UNSUPPORTED); /* quantised, with a grain */
    expect_changed(&block, at, 12, REEL_CORRUPT);     /* a grain of 0 */
    expect_changed(&block, at, 5, REEL_CORRUPT);      /* without coefficients */
    for (size_t i = 0; i < 32; i++) {
        uint8_t lengths = block.data[at + TABLES + i];
        expect_changed(&block, at + TABLES + i, lengths ^ 1, REEL_CORRUPT);
        expect_changed(&block, at + TABLES + i, 0x99, REEL_CORRUPT); /* longer than a code can be */
    }
    /* Stream sizes: one byte of the next stream goes to this one, and is more than its rows need; or it lacks one. */
    uint8_t size = block.data[at + STREAMS];
    expect_changed(&block, at + STREAMS, size + 1, REEL_CORRUPT);
    expect_changed(&block, at + STREAMS, size - 1, REEL_CORRUPT);
    reel_memory_free(&block);
    free(frames);
}

/* The byte after the flags says how many bits are not coded. */
static void a_grain_is_checked(void **state)
{
    (void)state;
    bsor_frame *frames = half_frames(FRAMES, 2);
    const coder_options fast = { .level = CODER_FAST };
    reel_memory block = trip_encode(&bsor_frames, frames, FRAMES, &fast);
    size_t at = find_motion(&block);
    assert_int_equal(block.data[at], 12);
    assert_int_equal(block.data[at + 1], 13);
    expect_changed(&block, at + 1, 0, REEL_CORRUPT);
    expect_changed(&block, at + 1, 24, REEL_CORRUPT);
    expect_changed(&block, at + 1, 255, REEL_CORRUPT);
    reel_memory_free(&block);
    free(frames);
}

static void work_is_charged_to_the_budget(void **state)
{
    (void)state;
    bsor_frame *frames = swing_frames(4096, 5);
    reel_limits limits = { .work = 1000 };
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    budget.next = 1000; /* otherwise it looks every million steps */
    reel_memory block = trip_encode(&bsor_frames, frames, 4096, NULL);
    assert_int_equal(decode(&bsor_frames, block.data, block.size, 4096, &budget), REEL_LIMIT);
    reel_memory_free(&block);
    free(frames);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_blocks_are_reported),
        cmocka_unit_test(a_block_cannot_claim_more_rows_than_its_bytes_allow),
        cmocka_unit_test(unknown_methods_are_unsupported_and_leave_the_other_columns),
        cmocka_unit_test(streams_are_checked),
        cmocka_unit_test(a_grain_is_checked),
        cmocka_unit_test(work_is_charged_to_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
