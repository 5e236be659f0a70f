/* SPDX-License-Identifier: MIT
 * Single columns of a block, cut short or with other numbers in them while the sizes around them are right; and allocations that fail. */
#include "coder_samples.h"

enum { LEB128_MOST = 10 };

static size_t set_leb128(uint8_t *to, uint64_t value)
{
    size_t size = 0;
    for (; value > 127; value >>= 7) to[size++] = (uint8_t)(value | 128);
    to[size++] = (uint8_t)value;
    return size;
}

/* A column of a block: where it begins, its field, and its content. */
typedef struct part {
    uint64_t field;
    size_t at, content, size;
} part;

static bool next_part(const reel_memory *block, size_t *at, part *column)
{
    if (*at >= block->size) return false;
    reel_cursor in = { .at = block->data + *at, .end = block->data + block->size, .end_offset = block->size };
    column->at = *at;
    column->field = reel_get_leb128(&in);
    column->size = (size_t)reel_get_leb128(&in);
    column->content = (size_t)reel_offset(&in);
    if (in.failed || !column->size) return false; /* zeros fill a block up to its least size */
    *at = column->content + column->size;
    assert_true(*at <= block->size);
    return true;
}

/* The block with `size` bytes of `content` in place of those of a column. */
static reel_memory with_column(const reel_memory *block, const part *column, const uint8_t *content, size_t size)
{
    reel_memory changed = { .allocator = reel__memory_allocator(NULL) };
    uint8_t numbers[2 * LEB128_MOST];
    size_t end = column->content + column->size, length = set_leb128(numbers, column->field);
    length += set_leb128(numbers + length, size);
    assert_true(memory_add(&changed, block->data, column->at) && memory_add(&changed, numbers, length) &&
                memory_add(&changed, content, size) && memory_add(&changed, block->data + end, block->size - end));
    while (changed.size < block->size) assert_true(memory_add(&changed, "", 1)); /* enough for its rows */
    return changed;
}

static reel_status decode_changed(const sample *s, const reel_memory *block, const part *column, const uint8_t *content,
                                  size_t size)
{
    reel_budget budget = small_budget();
    reel_memory changed = with_column(block, column, content, size);
    reel_status status = decode(s->table, changed.data, changed.size, s->count, &budget);
    reel_memory_free(&changed);
    return status;
}

static void cut_columns(const sample *s)
{
    reel_memory block = trip_encode(s->table, s->rows, s->count, &s->options);
    if (block.data[0] == 1) { /* columns, not rows */
        part column;
        for (size_t at = 1; next_part(&block, &at, &column);)
            for (size_t size = 0; size < column.size; size++)
                if (decode_changed(s, &block, &column, block.data + column.content, size) == REEL_OK)
                    fail_msg("%s: column %d is fine without its last %zu bytes", s->table->name, (int)column.field,
                             column.size - size);
    }
    reel_memory_free(&block);
}

static void floats_that_follow_from_others_take_little(void **state)
{
    (void)state;
    /* Three of eight are left out, about; and thousandths take 11 bits but for the third one. */
    enum { VALUES = 8, LITTLE = 3 * (int)sizeof(float) };
    size_t size = trip(&cut_table, make_cuts(), MOST, CODER_DEFAULT, UINT64_MAX);
    size_t fast = trip(&cut_table, make_cuts(), MOST, CODER_FAST, UINT64_MAX);
    if (size >= (VALUES * sizeof(float) - LITTLE + 8) * MOST) fail_msg("%zu bytes", size);
    assert_true(size < fast);
    for (size_t count = 1; count < MOST; count = count * 3 / 2 + 1)
        trip(&cut_table, make_cuts(), count, CODER_DEFAULT, UINT64_MAX);
    for (uint64_t wanted = 0; wanted < 64; wanted++) trip(&cut_table, make_cuts(), NOTES, CODER_DEFAULT, wanted);
}

/* Bits of a row in a block of one column and the times. */
static double bits_of(const reel_table *table, const void *rows, uint16_t fields)
{
    reel_table some = *table;
    some.field_count = fields;
    return 8.0 * (double)trip(&some, rows, MOST, CODER_DEFAULT, UINT64_MAX) / MOST;
}

/* Times have steps of eight values, three bits; so has the double, and each sum sixteen. A rate has one bit beside its time. */
static void steps_of_a_clock_take_their_entropy(void **state)
{
    (void)state;
    static const double most[] = { 4, 4, 2, 6 }; /* with the tables, and lists of values */
    const clock_row *rows = make_clocks();
    double before = 0;
    for (uint16_t f = 0; f < sizeof most / sizeof *most; f++) {
        const double bits = bits_of(&clock_table, rows, (uint16_t)(f + 1));
        if (bits - before > most[f]) fail_msg("%s takes %.2f bits", clock_fields[f].name, bits - before);
        before = bits;
    }
}

/* Numbers that are on no grid, or whose rows have no rate: none is changed by the search for them. */
static void odd_clocks_come_back(void **state)
{
    (void)state;
    static const float odd[] = { 0, -0.0f, INFINITY, -INFINITY, 1e-45f, 3e38f, -5, 1.5f, 1.5f, 1e-30f };
    enum { ODD = sizeof odd / sizeof *odd };
    clock_row rows[MOST];
    for (size_t at = 0; at < ODD; at++)
        for (size_t count = 1; count <= MOST; count += count + 97) {
            memcpy(rows, make_clocks(), sizeof rows);
            rows[at % count].time = odd[at];
            rows[at % count].precise = odd[ODD - 1 - at];
            rows[count / 2].time = reel_float_of(0x7fa00000u + (uint32_t)at); /* signalling */
            rows[count / 2].rate = INT32_MIN;
            rows[count - 1].precise = reel_double_of((uint64_t)at);
            trip(&clock_table, rows, count, CODER_DEFAULT, UINT64_MAX);
            for (uint64_t wanted = 0; wanted < 16; wanted++) trip(&clock_table, rows, count, CODER_DEFAULT, wanted);
            rows[count / 2].time = odd[at];
            trip(&clock_table, rows, count, CODER_DEFAULT, UINT64_MAX);
        }
}

static void columns_that_end_early_are_damaged(void **state)
{
    (void)state;
    each_sample(cut_columns);
}

/* Every byte in turn replaced by numbers of one byte or more. */
static void renumber_columns(const sample *s)
{
    static const uint64_t numbers[] = { 0, 1, 15, 16, 127, 128, 255, 65536, UINT32_MAX, INT64_MAX, UINT64_MAX };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    reel_memory block = trip_encode(s->table, s->rows, s->count, &s->options);
    size_t places = block.size * NUMBERS, stride = stride_for(places, 4000, by_effort(40000, 4000, 1500));
    uint64_t random = 1;
    part column;
    for (size_t at = 1; block.data[0] == 1 && next_part(&block, &at, &column);) {
        uint8_t *content = malloc(column.size + LEB128_MOST);
        assert_non_null(content);
        for (size_t i = 0; i < column.size; i++)
            for (size_t n = 0; n < NUMBERS; n++) {
                if (motion_random(&random) % stride) continue;
                memcpy(content, block.data + column.content, i);
                size_t length = set_leb128(content + i, numbers[n]);
                memcpy(content + i + length, block.data + column.content + i + 1, column.size - i - 1);
                assert_expected(decode_changed(s, &block, &column, content, column.size - 1 + length), column.content + i);
            }
        free(content);
    }
    reel_memory_free(&block);
}

static void columns_with_other_numbers_give_a_status(void **state)
{
    (void)state;
    each_sample(renumber_columns);
}

/* The n-th allocation fails: no memory, or the same block. */
static void encode_without_memory(const sample *s, size_t count)
{
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(s->table, fields);
    reel_memory whole = trip_encode(s->table, s->rows, count, &s->options);
    reel_status status = REEL_MEMORY;
    for (size_t fail_at = 1; status != REEL_OK; fail_at++) {
        test_allocator state = { .fail_at = fail_at };
        reel_memory block = { .allocator = test_allocator_of(&state) };
        status = reel__coder_encode(&coded, s->rows, count, NULL, &s->options, &block, NULL);
        assert_true(status == REEL_OK || status == REEL_MEMORY);
        if (status == REEL_OK) assert_memory_equal(block.data, whole.data, whole.size);
        reel_memory_free(&block);
        assert_int_equal(state.live, 0);
    }
    reel_memory_free(&whole);
}

static void decode_without_memory(const sample *s, size_t count)
{
    static const reel_table *tables[2];
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(s->table, fields);
    reel_memory block = trip_encode(s->table, s->rows, count, &s->options);
    reel_status status = REEL_MEMORY;
    tables[0] = s->table;
    for (size_t fail_at = 1; status != REEL_OK; fail_at++) {
        test_allocator state = { .fail_at = fail_at };
        reel_allocator failing = test_allocator_of(&state);
        uint8_t *rows = calloc(count, s->table->row_size);
        reel_chunk *chunk = reel__chunk_new(tables, NULL, UINT64_MAX, &failing);
        reel_cursor in = { .at = block.data, .end = block.data + block.size, .end_offset = block.size };
        if (chunk) status = reel__coder_decode(&coded, &in, rows, count, NULL, chunk, NULL, &failing, NULL);
        assert_true(status == REEL_OK || status == REEL_MEMORY);
        if (status == REEL_OK && !(s->options.position_step > 0)) trip_compare(s->table, s->rows, rows, count, UINT64_MAX);
        free(rows);
        reel__chunk_free(chunk);
        assert_int_equal(state.live, 0);
    }
    reel_memory_free(&block);
}

/* Most memory comes out of larger blocks, so which request meets the end of one depends on the number of rows. */
static void do_without_memory(const sample *s)
{
    static const size_t counts[] = { 90, 333, 200, MOST };
    for (size_t i = 0; i < by_effort(4, 2, 2); i++) {
        encode_without_memory(s, counts[i]);
        decode_without_memory(s, counts[i]);
    }
}

static void failed_allocations_are_reported(void **state)
{
    (void)state;
    each_sample(do_without_memory);
}

/* Planes of bytes are made of more rows than the other samples have. */
static void failed_allocations_of_planes_are_reported(void **state)
{
    (void)state;
    enum { MANY = 2048 };
    bsor_frame *frames = swing_frames(MANY, 2);
    const sample planes = { &bsor_frames, frames, MANY, { .level = CODER_FASTEST } };
    encode_without_memory(&planes, MANY);
    decode_without_memory(&planes, MANY);
    free(frames);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_that_follow_from_others_take_little),
        cmocka_unit_test(steps_of_a_clock_take_their_entropy),
        cmocka_unit_test(odd_clocks_come_back),
        cmocka_unit_test(columns_that_end_early_are_damaged),
        cmocka_unit_test(columns_with_other_numbers_give_a_status),
        cmocka_unit_test(failed_allocations_are_reported),
        cmocka_unit_test(failed_allocations_of_planes_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
