/* SPDX-License-Identifier: MIT
 * Blocks that are cut, changed or made up: a status and an offset within them, never more work or memory than their bytes are worth. */
#include "coder_motion.h"

enum { FRAMES = 60, NOTES = 90 };

typedef struct sample {
    const reel_table *table;
    const void *rows;
    size_t count;
    coder_options options;
} sample;

typedef struct note_row {
    uint64_t offset;
    int32_t key, value;
    float decimal;
    reel_string name;
} note_row;

static const reel_field note_fields[] = {
    REEL_FIELD(note_row, "offset", offset, U64, "", "ascends"),       REEL_FIELD(note_row, "key", key, I32, "", "one of few"),
    REEL_FIELD(note_row, "value", value, I32, "", "moves by key"),    REEL_FIELD(note_row, "decimal", decimal, F32, "", "tenths"),
    REEL_FIELD(note_row, "name", name, STRING, "", "one of several"),
};
typedef struct axes_row {
    uint8_t player;
    float forward[3], left[3], up[3], again[3];
} axes_row;

static const reel_field axes_fields[] = {
    REEL_FIELD(axes_row, "player", player, U8, "", "whose axes they are"),
    REEL_FIELD(axes_row, "forward", forward, F32, "", "thousandths"),
    REEL_FIELD(axes_row, "left", left, F32, "", "thousandths"),
    REEL_FIELD(axes_row, "up", up, F32, "", "their cross product"),
    REEL_FIELD(axes_row, "again", again, F32, "", "forward again"),
};
static const reel_table axes_table = REEL_TABLE("axes", "columns that refer to others", axes_row, axes_fields, 0);

/* Axes of which some turn. */
static axes_row *make_axes(void)
{
    static axes_row rows[NOTES];
    for (int i = 0; i < NOTES; i++) {
        const float a = (float)(600.0 * (double)0.001f), b = (float)(800.0 * (double)0.001f);
        axes_row *r = &rows[i];
        *r = (axes_row){ .player = (uint8_t)(i % 3),
                         .forward = { i % 2 ? a : b, i % 2 ? b : a, 0 },
                         .left = { i % 2 ? -b : -a, i % 2 ? a : b, 0 },
                         .up = { 0, 0, 1 } };
        r->up[0] = (float)((double)(i % 7 % 2) * (double)0.001f);
        memcpy(r->again, r->forward, sizeof r->again);
    }
    rows[NOTES / 2].left[1] = reel_float_of(0x80000000);
    rows[NOTES / 3].up[2] = 1.5f;
    rows[NOTES / 4].again[0] = 0.3f;
    return rows;
}

static const reel_table note_table = REEL_TABLE("notes", "columns of several kinds", note_row, note_fields, 0);

static note_row *make_notes(void)
{
    static const char *const names[] = { "one", "another", "a third text", "" };
    static note_row notes[NOTES];
    for (int i = 0; i < NOTES; i++) {
        const char *name = names[i * 7 % 4];
        notes[i] = (note_row){ (uint64_t)(i * 5 + i % 3), i * i % 4, i * (i % 4), (float)(i % 17) / 10, { name, strlen(name) } };
    }
    return notes;
}

/* Decodes with a budget; the offset of a failure is within the block. */
static reel_status decode(const reel_table *table, const uint8_t *data, size_t size, size_t count, reel_budget *budget)
{
    static const reel_table *tables[2];
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(table, fields);
    reel_allocator allocator = memory_allocator(NULL);
    uint8_t *own = malloc(size + 1), *rows = calloc(count, table->row_size);
    reel_error error = { .offset = 0 };
    tables[0] = table;
    reel_chunk *chunk = chunk_new(tables, NULL, UINT64_MAX, &allocator);
    assert_true(own && rows && chunk);
    memcpy(own, data, size); /* so that a read past the end is seen */
    uint8_t *exact = realloc(own, size ? size : 1);
    assert_non_null(exact);
    reel_cursor in = { .at = exact, .end = exact + size, .end_offset = size };
    reel_status status = coder_decode(&coded, &in, rows, count, NULL, chunk, budget, &allocator, &error);
    if (status != REEL_OK) assert_true(error.offset <= size);
    free(rows);
    free(exact);
    chunk_free(chunk);
    return status;
}

static void assert_expected(reel_status status, size_t at)
{
    if (status == REEL_OK || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT) return;
    fail_msg("status %d for a change at %zu", status, at);
}

static reel_budget small_budget(void)
{
    reel_limits limits = { .work = 50000000, .unpacked_bytes = 1 << 20 };
    return budget_of(&limits, NULL, NULL);
}

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
    bsor_frame *frames = swing_frames(FRAMES, 2);
    const coder_options exact = { .level = CODER_DEFAULT }, fast = { .level = CODER_FAST },
                        rounded = { .level = CODER_DEFAULT, .position_step = 0.001, .rotation_step = 0.1 };
    const sample samples[] = { { &bsor_frames, frames, FRAMES, exact },     { &bsor_frames, frames, FRAMES, fast },
                               { &bsor_frames, frames, FRAMES, rounded },   { &bsor_frames, frames, 3, exact },
                               { &note_table, make_notes(), NOTES, exact }, { &note_table, make_notes(), 2, exact },
                               { &axes_table, make_axes(), NOTES, exact } };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) damage(&samples[i]);
    free(frames);
}

static void a_block_cannot_claim_more_rows_than_its_bytes_allow(void **state)
{
    (void)state;
    static note_row same[20000];
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(&note_table, fields);
    reel_memory block = trip_encode(&note_table, same, 20000, NULL);
    assert_int_equal(decode(&note_table, block.data, block.size, 20000, NULL), REEL_OK);
    assert_true(block.size >= coder_least(&coded, 20000));
    assert_true(coder_least(&coded, 20000) >= (size_t)20000 * 32 / 1024);
    assert_true(coder_least(&coded, 40000) > block.size);
    assert_int_equal(decode(&note_table, block.data, block.size, 40000, NULL), REEL_CORRUPT);
    assert_true(coder_least(&coded, UINT64_MAX) > (uint64_t)1 << 50);
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
    block.data[4] = 0xbf;
    uint8_t *rows;
    reel_chunk *chunk;
    reel_error error = { 0 };
    assert_int_equal(trip_decode(&note_table, block.data, block.size, NOTES, UINT64_MAX, &rows, &chunk, &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "columns.unsupported");
    uint64_t texts = UINT64_C(1) << 4;
    trip_compare(&note_table, (const uint8_t *)notes, rows, NOTES, texts);
    free(rows);
    chunk_free(chunk);
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
    expect_changed(&block, at, 12, REEL_UNSUPPORTED);
    expect_changed(&block, at, 5, REEL_CORRUPT); /* without coefficients */
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

static void work_is_charged_to_the_budget(void **state)
{
    (void)state;
    bsor_frame *frames = swing_frames(4096, 5);
    reel_limits limits = { .work = 1000 };
    reel_budget budget = budget_of(&limits, NULL, NULL);
    budget.next = 1000; /* otherwise it looks every million steps */
    reel_memory block = trip_encode(&bsor_frames, frames, 4096, NULL);
    assert_int_equal(decode(&bsor_frames, block.data, block.size, 4096, &budget), REEL_LIMIT);
    reel_memory_free(&block);
    free(frames);
}

/* The n-th allocation fails: no memory, or the same block. */
static void failed_allocations_are_reported(void **state)
{
    (void)state;
    bsor_frame *frames = swing_frames(FRAMES, 2);
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(&bsor_frames, fields);
    for (size_t fail_at = 1;; fail_at++) {
        test_allocator count = { .fail_at = fail_at };
        reel_memory block = { .allocator = test_allocator_of(&count) };
        reel_status status = coder_encode(&coded, frames, FRAMES, NULL, NULL, &block, NULL);
        reel_memory_free(&block);
        assert_int_equal(count.live, 0);
        if (status == REEL_OK) break;
        assert_int_equal(status, REEL_MEMORY);
    }
    reel_memory block = trip_encode(&bsor_frames, frames, FRAMES, NULL);
    reel_status status = REEL_MEMORY;
    for (size_t fail_at = 1; status != REEL_OK; fail_at++) {
        static const reel_table *tables[2] = { &bsor_frames };
        test_allocator count = { .fail_at = fail_at };
        reel_allocator failing = test_allocator_of(&count), fine = memory_allocator(NULL);
        bsor_frame *rows = calloc(FRAMES, sizeof *rows);
        reel_chunk *chunk = chunk_new(tables, NULL, UINT64_MAX, &fine);
        reel_cursor in = { .at = block.data, .end = block.data + block.size, .end_offset = block.size };
        status = coder_decode(&coded, &in, rows, FRAMES, NULL, chunk, NULL, &failing, NULL);
        assert_true(status == REEL_OK || status == REEL_MEMORY);
        assert_int_equal(count.live, 0);
        free(rows);
        chunk_free(chunk);
    }
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
        cmocka_unit_test(work_is_charged_to_the_budget),
        cmocka_unit_test(failed_allocations_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
