/* SPDX-License-Identifier: MIT
 * Columns say what the rows said, for every table of every golden file and however the rows come. */
#include "machinery.h"

#include "columns/columns.h"
#include "core/memory.h"

static void assert_number(const column *c, const uint8_t *row, uint64_t index)
{
    const reel_field *field = c->field;
    size_t size = reel_type_size(field->type) * field->count;
    if (field->type == REEL_BOOL) {
        for (size_t v = 0; v < field->count; v++) {
            uint64_t bit = index * field->count + v;
            assert_int_equal(c->values.data[bit / 8] >> bit % 8 & 1, row[field->offset + v] != 0);
        }
        return;
    }
    assert_memory_equal(c->values.data + index * size, row + field->offset, size);
}

static void assert_text(const column *c, const uint8_t *row, uint64_t index)
{
    reel_bytes text;
    int64_t span[2];
    memcpy(&text, row + c->field->offset, sizeof text);
    memcpy(span, c->offsets.data + index * sizeof *span, sizeof span);
    size_t size = reel_field_present(c->field, row) ? text.size : 0;
    assert_int_equal(span[1] - span[0], size);
    if (size) assert_memory_equal(c->values.data + span[0], text.data, size);
}

static void assert_same(const column_set *set, const uint8_t *rows, uint64_t count)
{
    assert_int_equal(set->rows, count);
    for (size_t i = 0; i < set->count; i++) {
        const column *c = &set->columns[i];
        uint64_t missing = 0;
        for (uint64_t r = 0; r < count; r++) {
            const uint8_t *row = rows + r * set->table->row_size;
            bool has = reel_field_present(c->field, row);
            missing += !has;
            assert_int_equal(column_has(c, r), has);
            if (c->field->type == REEL_STRING || c->field->type == REEL_BYTES)
                assert_text(c, row, r);
            else
                assert_number(c, row, r);
        }
        assert_int_equal(c->null_count, missing);
    }
}

/* Appends in pieces of `step` rows. */
static void fill(column_set *set, const uint8_t *rows, size_t count, size_t step)
{
    for (size_t at = 0; at < count; at += step)
        assert_true(columns_append(set, rows + at * set->table->row_size, count - at < step ? count - at : step));
}

static size_t compared;

static void compare_table(const reel_chunk *chunk, const reel_table *table)
{
    static const size_t steps[] = { 1, 7, 64, 65, SIZE_MAX / 2 };
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
    if (count > 2000) count = 2000;
    reel_allocator allocator = memory_allocator(NULL);
    column_set set;
    assert_int_equal(columns_begin(&set, table, NULL, &allocator, NULL), REEL_OK);
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        fill(&set, rows, count, steps[s]);
        assert_same(&set, rows, count);
        columns_reset(&set);
    }
    columns_free(&set);
    compared += count;
}

static void compare_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_chunk *chunk = reel_replay_chunk(replay);
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) compare_table(chunk, *table);
    reel_free(replay);
}

static void columns_say_what_the_rows_said(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 100000, compare_file);
    assert_true(compared > 1000);
}

typedef struct sparse_row {
    float place[3];
    uint8_t has, flag;
    reel_string name;
} sparse_row;

static const reel_field sparse_fields[] = {
    REEL_FIELD(sparse_row, "place", place, F32, "m", "a vector that some rows lack", .components = "xyz",
               REEL_PRESENT_IF(sparse_row, has, 1)),
    REEL_FIELD(sparse_row, "flag", flag, BOOL, "", "a bit"),
    REEL_FIELD(sparse_row, "name", name, STRING, "", "a text that some rows lack", REEL_PRESENT_IF(sparse_row, has, 2)),
};

static const reel_table sparse_table = REEL_TABLE("sparse", "rows that lack values", sparse_row, sparse_fields, 0);

/* Row `first` is the first that lacks a value: the bitmap begins in the middle of a block, at its edges, or never. */
static void missing_values_are_marked_wherever_they_begin(void **state)
{
    (void)state;
    enum { ROWS = 200 };
    static sparse_row rows[ROWS];
    reel_allocator allocator = memory_allocator(NULL);
    for (size_t first = 0; first <= ROWS; first++) {
        for (size_t i = 0; i < ROWS; i++)
            rows[i] = (sparse_row){ .place = { (float)i, 1, 2 },
                                    .has = (uint8_t)(i < first ? 3 : i * 5 % 4),
                                    .flag = (uint8_t)(i % 3 * 4),
                                    .name = { "abcdefgh", i % 9 } };
        column_set set;
        assert_int_equal(columns_begin(&set, &sparse_table, NULL, &allocator, NULL), REEL_OK);
        fill(&set, (const uint8_t *)rows, ROWS, 1 + first % 90);
        assert_same(&set, (const uint8_t *)rows, ROWS);
        assert_int_equal(set.columns[0].validity.size != 0, set.columns[0].null_count != 0);
        columns_free(&set);
    }
}

static void fields_are_chosen_by_name_in_their_order(void **state)
{
    (void)state;
    reel_allocator allocator = memory_allocator(NULL);
    static const char *const names[] = { "name", "place", "name", NULL }, *const wrong[] = { "nobody", NULL };
    column_set set;
    assert_int_equal(columns_begin(&set, &sparse_table, names, &allocator, NULL), REEL_OK);
    assert_int_equal(set.count, 2);
    assert_string_equal(set.columns[0].field->name, "name");
    assert_string_equal(set.columns[1].field->name, "place");
    columns_free(&set);
    reel_error error;
    assert_int_equal(columns_begin(&set, &sparse_table, wrong, &allocator, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "columns.unknown-field");
    columns_free(&set);
}

static void every_refused_allocation_ends_without_a_leak(void **state)
{
    (void)state;
    sparse_row rows[100] = { { .has = 1 } };
    rows[99].has = 0;
    bool done = false;
    for (size_t allowed = 0; !done; allowed++) {
        test_allocator memory = { .fail_at = allowed + 1 };
        reel_allocator allocator = test_allocator_of(&memory);
        column_set set;
        done = columns_begin(&set, &sparse_table, NULL, &allocator, NULL) == REEL_OK && columns_append(&set, rows, 100);
        columns_free(&set);
        assert_int_equal(memory.live, 0);
        assert_true(allowed < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_say_what_the_rows_said),
        cmocka_unit_test(missing_values_are_marked_wherever_they_begin),
        cmocka_unit_test(fields_are_chosen_by_name_in_their_order),
        cmocka_unit_test(every_refused_allocation_ends_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
