/* SPDX-License-Identifier: MIT
 * Columns say what the rows said, for every table of every golden file and however the rows come. */
#include "machinery.h"

#include "columns/columns.h"
#include "core/memory.h"

static bool has_value(const column *c, uint64_t row) { return !c->validity.size || c->validity.data[row / 8] >> row % 8 & 1; }

static void assert_number(const column *c, const uint8_t *row, uint64_t index)
{
    const reel_field *field = c->plan->field;
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
    int32_t span[2];
    memcpy(&text, row + c->plan->field->offset, sizeof text);
    memcpy(span, c->offsets.data + index * sizeof *span, sizeof span);
    size_t size = reel_field_present(c->plan->field, row) ? text.size : 0;
    assert_int_equal(span[1] - span[0], size);
    if (size) assert_memory_equal(c->values.data + span[0], text.data, size);
}

static void assert_same(const column_set *set, const uint8_t *rows, uint64_t count)
{
    assert_int_equal(set->rows, count);
    for (size_t i = 0; i < set->plan->count; i++) {
        const column *c = &set->columns[i];
        uint64_t missing = 0;
        for (uint64_t r = 0; r < count; r++) {
            const uint8_t *row = rows + r * set->plan->table->row_size;
            bool has = reel_field_present(c->plan->field, row);
            missing += !has;
            assert_int_equal(has_value(c, r), has);
            if (c->plan->field->type == REEL_STRING || c->plan->field->type == REEL_BYTES)
                assert_text(c, row, r);
            else
                assert_number(c, row, r);
        }
        assert_int_equal(c->null_count, missing);
    }
}

/* Starts a set of a plan of its own, with fields as they are in the rows unless `forms` says otherwise. */
static void begin(columns_plan *plan, column_set *set, const reel_table *table, const char *const *names, unsigned forms)
{
    reel_allocator allocator = reel__memory_allocator(NULL);
    assert_int_equal(reel__columns_plan_make(plan, table, names, forms, &allocator, NULL), REEL_OK);
    assert_true(reel__columns_begin(set, plan, &allocator));
}

static void end(columns_plan *plan, column_set *set)
{
    reel__columns_free(set);
    reel__columns_plan_free(plan);
}

enum { AS_IN_ROWS = COLUMNS_VECTOR | COLUMNS_RAW };

/* Appends in pieces of `step` rows. */
static void fill(column_set *set, const uint8_t *rows, size_t count, size_t step)
{
    for (size_t at = 0; at < count; at += step) {
        size_t some = count - at < step ? count - at : step, taken;
        assert_int_equal(reel__columns_append(set, rows + at * set->plan->table->row_size, some, &taken), REEL_OK);
        assert_int_equal(taken, some);
    }
}

static size_t compared;

static void compare_table(const reel_chunk *chunk, const reel_table *table)
{
    static const size_t steps[] = { 1, 7, 64, 65, SIZE_MAX / 2 };
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
    if (count > 2000) count = 2000;
    columns_plan plan;
    column_set set;
    begin(&plan, &set, table, NULL, AS_IN_ROWS);
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        fill(&set, rows, count, steps[s]);
        assert_same(&set, rows, count);
        reel__columns_reset(&set);
    }
    end(&plan, &set);
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
    assert_enough(compared > 1000);
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
    for (size_t first = 0; first <= ROWS; first++) {
        for (size_t i = 0; i < ROWS; i++)
            rows[i] = (sparse_row){ .place = { (float)i, 1, 2 },
                                    .has = (uint8_t)(i < first ? 3 : i * 5 % 4),
                                    .flag = (uint8_t)(i % 3 * 4),
                                    .name = { "abcdefgh", i % 9 } };
        columns_plan plan;
        column_set set;
        begin(&plan, &set, &sparse_table, NULL, AS_IN_ROWS);
        fill(&set, (const uint8_t *)rows, ROWS, 1 + first % 90);
        assert_same(&set, (const uint8_t *)rows, ROWS);
        assert_int_equal(set.columns[0].validity.size != 0, set.columns[0].null_count != 0);
        end(&plan, &set);
    }
}

typedef struct flags_row {
    uint8_t flags[3];
} flags_row;

static const reel_field flags_fields[] = { REEL_FIELD(flags_row, "flags", flags, BOOL, "", "three bits", .components = "abc") };
static const reel_table flags_table = REEL_TABLE("flags", "bits in a vector", flags_row, flags_fields, 0);

static void bits_of_a_vector_follow_each_other(void **state)
{
    (void)state;
    flags_row rows[300];
    for (int i = 0; i < 300; i++) rows[i] = (flags_row){ { (uint8_t)(i % 2), i % 3 == 0, (uint8_t)(i % 5 << 3) } };
    static const size_t steps[] = { 1, 7, 64, 300 };
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        columns_plan plan;
        column_set set;
        begin(&plan, &set, &flags_table, NULL, AS_IN_ROWS);
        assert_int_equal(plan.count, 1);
        fill(&set, (const uint8_t *)rows, 300, steps[s]);
        assert_same(&set, (const uint8_t *)rows, 300);
        end(&plan, &set);
        begin(&plan, &set, &flags_table, NULL, COLUMNS_RAW);
        assert_int_equal(plan.count, 3);
        fill(&set, (const uint8_t *)rows, 300, steps[s]);
        for (size_t v = 0; v < 3; v++)
            for (size_t i = 0; i < 300; i++)
                assert_int_equal(set.columns[v].values.data[i / 8] >> i % 8 & 1, rows[i].flags[v] != 0);
        end(&plan, &set);
    }
}

/* ---- fields that are next to each other ---------------------------------------------------------------------------- */

enum { MOST_FIELDS = 70, MOST_ROWS = 70, PREFIX = 5, SUFFIX = 3, NAME_SIZE = 8 };

/* A table of `count` fields of `size` bytes each behind a prefix, whose first byte says whether a row has the odd ones. */
typedef struct adjacent {
    char names[MOST_FIELDS][NAME_SIZE];
    reel_field fields[MOST_FIELDS];
    reel_table table;
    uint8_t *rows; /* they end where their memory ends */
} adjacent;

static void make_adjacent(adjacent *a, size_t size, size_t count, size_t prefix, size_t suffix, size_t rows)
{
    static const reel_type types[][2] = {
        [1] = { REEL_U8, REEL_I8 }, [2] = { REEL_U16, REEL_I16 }, [4] = { REEL_F32, REEL_I32 }, [8] = { REEL_F64, REEL_U64 }
    };
    for (size_t i = 0; i < count; i++) {
        snprintf(a->names[i], NAME_SIZE, "f%zu", i);
        a->fields[i] = (reel_field){ .name = a->names[i],
                                     .type = types[size][i % 2],
                                     .count = 1,
                                     .offset = (uint16_t)(prefix + i * size),
                                     .unit = "",
                                     .doc = "",
                                     .present_mask = prefix ? i % 2 : 0 };
    }
    a->table = (reel_table){ .name = "adjacent",
                             .doc = "",
                             .fields = a->fields,
                             .field_count = (uint16_t)count,
                             .row_size = (uint32_t)(prefix + count * size + suffix) };
    a->rows = malloc(rows * a->table.row_size);
    assert_non_null(a->rows);
    for (size_t i = 0; i < rows * a->table.row_size; i++) a->rows[i] = (uint8_t)(i * 2654435761u >> 13);
}

static void assert_values(const column_set *set, const uint8_t *rows, size_t count)
{
    for (size_t i = 0; i < set->plan->count; i++) {
        const column *c = &set->columns[i];
        size_t size = c->plan->to_size;
        assert_int_equal(c->values.size, count * size);
        for (size_t r = 0; r < count; r++) {
            const uint8_t *row = rows + r * set->plan->table->row_size;
            if (memcmp(c->values.data + r * size, row + c->plan->field->offset, size) != 0)
                fail_msg("field %s of %u, row %zu of %zu", c->plan->field->name, set->plan->table->field_count, r, count);
            assert_int_equal(has_value(c, r), reel_field_present(c->plan->field, row));
        }
    }
}

/* All fields, and some: with a gap, in an order of their own. */
static void compare_adjacent(adjacent *a, size_t rows, size_t step)
{
    static const char *const some[] = { "f1", "f2", "f3", "f5", "f4", "f6", "f7", "f0", NULL };
    for (int chosen = 0; chosen <= (a->table.field_count > 7); chosen++) {
        columns_plan plan;
        column_set set;
        begin(&plan, &set, &a->table, chosen ? some : NULL, 0);
        for (int again = 0; again < 2; again++) {
            fill(&set, a->rows, rows, step);
            assert_values(&set, a->rows, rows);
            reel__columns_reset(&set);
        }
        end(&plan, &set);
    }
}

static void values_that_are_next_to_each_other_reach_their_columns(void **state)
{
    (void)state;
    static const size_t counts[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 23, 63, 64, 65, MOST_FIELDS };
    adjacent *a = malloc(sizeof *a);
    assert_non_null(a);
    for (size_t size = 1; size <= 8; size *= 2)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (size_t rows = 1; rows <= MOST_ROWS; rows++) {
                make_adjacent(a, size, counts[c], rows % PREFIX, rows % SUFFIX * 4, rows);
                compare_adjacent(a, rows, rows);
                compare_adjacent(a, rows, 1 + rows % 7);
                free(a->rows);
            }
    free(a);
}

static void columns_of_many_rows_have_their_values(void **state)
{
    (void)state;
    enum { ROWS = 20000 };
    static const size_t steps[] = { 63, 4096, 5000, ROWS };
    adjacent *a = malloc(sizeof *a);
    assert_non_null(a);
    make_adjacent(a, 4, 23, 0, 0, ROWS);
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) compare_adjacent(a, ROWS, steps[s]);
    free(a->rows);
    free(a);
}

static void assert_refused(const char *const *names, const char *rule, const char *part)
{
    reel_allocator allocator = reel__memory_allocator(NULL);
    columns_plan plan;
    reel_error error;
    assert_int_equal(reel__columns_plan_make(&plan, &sparse_table, names, 0, &allocator, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
    if (!strstr(error.message, part)) fail_msg("\"%s\" does not contain \"%s\"", error.message, part);
    reel__columns_plan_free(&plan);
}

static void columns_are_chosen_by_name_in_their_order(void **state)
{
    (void)state;
    static const char *const names[] = { "name", "place_z", "flag", "place_x", NULL };
    columns_plan plan;
    column_set set;
    begin(&plan, &set, &sparse_table, names, 0);
    assert_int_equal(plan.count, 4);
    sparse_row row = { .place = { 1, 2, 3 }, .has = 3, .flag = 1, .name = { "me", 2 } };
    fill(&set, (const uint8_t *)&row, 1, 1);
    float z, x;
    memcpy(&z, set.columns[1].values.data, sizeof z);
    memcpy(&x, set.columns[3].values.data, sizeof x);
    assert_true(z == 3 && x == 1);
    assert_memory_equal(set.columns[0].values.data, "me", 2);
    end(&plan, &set);
    assert_refused((const char *const[]){ "plaice", NULL }, "columns.unknown", "did you mean \"place\"?");
    assert_refused((const char *const[]){ "place_w", NULL }, "columns.unknown", "no column \"place_w\"");
    assert_refused((const char *const[]){ "place", "flag", "place_y", NULL }, "columns.twice", "place");
    assert_refused((const char *const[]){ "name", "name", NULL }, "columns.twice", "name");
}

typedef struct number_row {
    uint8_t u8;
    int8_t i8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    uint8_t flag;
    reel_uuid id;
} number_row;

static const reel_label names_of_i8[] = { { -3, "minus three" }, { 5, "five" }, { 0, NULL } };

static const reel_field number_fields[] = {
    REEL_FIELD(number_row, "u8", u8, U8, "", "8 bits"),
    REEL_FIELD(number_row, "i8", i8, I8, "", "named", .labels = names_of_i8),
    REEL_FIELD(number_row, "u16", u16, U16, "", "16 bits"),
    REEL_FIELD(number_row, "u32", u32, U32, "", "32 bits"),
    REEL_FIELD(number_row, "u64", u64, U64, "", "64 bits"),
    REEL_FIELD(number_row, "flag", flag, BOOL, "", "a bit"),
    REEL_FIELD(number_row, "id", id, UUID, "", "an id"),
};

static const reel_field kind_fields[] = {
    REEL_FIELD(number_row, "kind", u32, U32, "", "named", .labels = names_of_i8),
};

static const reel_table kind_table = REEL_TABLE("kinds", "one enumeration", number_row, kind_fields, 0);

static const reel_table number_table = REEL_TABLE("numbers", "one number of each size", number_row, number_fields, 0);

/* The largest values: as signed numbers of the same size they would be negative. */
static void unsigned_numbers_become_wider_signed_ones(void **state)
{
    (void)state;
    const number_row row = { UINT8_MAX, -3, UINT16_MAX, UINT32_MAX, UINT64_MAX, 2, { { 0x12, 0x34 } } };
    columns_plan plan;
    column_set set;
    begin(&plan, &set, &number_table, NULL, COLUMNS_WIDER | COLUMNS_BYTES);
    fill(&set, (const uint8_t *)&row, 1, 1);
    int16_t u8, flag;
    int32_t u16;
    int64_t u32, i64[2];
    memcpy(&u8, set.columns[0].values.data, sizeof u8);
    memcpy(&u16, set.columns[2].values.data, sizeof u16);
    memcpy(&u32, set.columns[3].values.data, sizeof u32);
    memcpy(i64, set.columns[4].values.data, sizeof i64);
    memcpy(&flag, set.columns[5].values.data, sizeof flag);
    assert_int_equal(u8, UINT8_MAX);
    assert_int_equal(set.columns[1].values.data[0], (uint8_t)-3);
    assert_int_equal(u16, UINT16_MAX);
    assert_int_equal(u32, UINT32_MAX);
    assert_int_equal(i64[0] + i64[1], -1); /* all ones in the lower half, zeros in the upper one, whatever the order */
    assert_int_equal(flag, 2);
    assert_memory_equal(set.columns[6].values.data, "12340000-0000-0000-0000-000000000000", 36);
    end(&plan, &set);
}

static void assert_name(const column *c, size_t row, const char *name)
{
    int32_t position, span[2];
    memcpy(&position, c->values.data + row * sizeof position, sizeof position);
    memcpy(span, c->dictionary.offsets.data + (size_t)position * sizeof *span, sizeof span);
    assert_int_equal(span[1] - span[0], strlen(name));
    assert_memory_equal(c->dictionary.text.data + span[0], name, strlen(name));
}

static void values_without_a_name_are_numbers_in_the_dictionary(void **state)
{
    (void)state;
    static const char *const only[] = { "i8", NULL };
    number_row rows[256];
    for (int i = 0; i < 256; i++) rows[i] = (number_row){ .i8 = (int8_t)(i - 128) };
    columns_plan plan;
    column_set set;
    begin(&plan, &set, &number_table, only, COLUMNS_LABELS);
    for (int pass = 0; pass < 2; pass++) {
        fill(&set, (const uint8_t *)rows, 256, 256);
        assert_int_equal(set.columns[0].dictionary.count, 256);
        for (size_t i = 0; i < 256; i++) {
            char number[8];
            snprintf(number, sizeof number, "%d", (int)i - 128);
            assert_name(&set.columns[0], i, i == 125 ? "minus three" : i == 133 ? "five" : number);
        }
        reel__columns_reset(&set);
        assert_int_equal(set.columns[0].dictionary.count, 2); /* what one set has met is not in the next */
    }
    end(&plan, &set);
}

/* Values that somebody chose so that they have the same slot in any table of up to 2^12. */
static void values_that_collide_have_their_names(void **state)
{
    (void)state;
    enum { ROWS = 1000 };
    static number_row rows[ROWS];
    static const char *const only[] = { "kind", NULL };
    size_t found = 0;
    for (uint32_t value = 1; found < ROWS; value++)
        if (!((uint64_t)value * UINT64_C(0x9e3779b97f4a7c15) >> 32 & 0xfff)) rows[found++].u32 = value;
    columns_plan plan;
    column_set set;
    begin(&plan, &set, &kind_table, only, COLUMNS_LABELS);
    fill(&set, (const uint8_t *)rows, ROWS, 7);
    for (size_t i = 0; i < ROWS; i++) {
        char number[16];
        snprintf(number, sizeof number, "%lu", (unsigned long)rows[i].u32);
        assert_name(&set.columns[0], i, number);
    }
    end(&plan, &set);
}

static void text_becomes_valid_utf8(void **state)
{
    (void)state;
    static const char *const only[] = { "name", NULL };
    sparse_row row = { .has = 3, .name = { "a\xff\xc3\xa9\0", 5 } };
    columns_plan plan;
    column_set set;
    begin(&plan, &set, &sparse_table, only, 0);
    fill(&set, (const uint8_t *)&row, 1, 1);
    assert_int_equal(set.columns[0].values.size, 7);
    assert_memory_equal(set.columns[0].values.data, "a\xef\x9f\xbf\xc3\xa9\0", 7);
    end(&plan, &set);
}

/* The limit stands between two rows, in every place of a block. */
static void a_set_ends_before_it_has_too_much_text(void **state)
{
    (void)state;
    enum { ROWS = 300 };
    static sparse_row rows[ROWS];
    static const char text[64] = "some text";
    for (size_t i = 0; i < ROWS; i++) rows[i] = (sparse_row){ .has = 3, .name = { text, 10 } };
    rows[0].name.size = 64; /* above some limits by itself */
    for (uint64_t limit = 1; limit < ROWS * 30; limit += 29) {
        columns_plan plan;
        column_set set;
        size_t taken = 0, some;
        begin(&plan, &set, &sparse_table, NULL, 0);
        set.text_limit = limit;
        for (size_t done = 0; done < ROWS; done += taken) {
            some = ROWS - done;
            assert_int_equal(reel__columns_append(&set, &rows[done], some, &taken), REEL_OK);
            assert_true(taken > 0);
            assert_int_equal(set.rows, taken);
            assert_true(set.columns[4].values.size <= limit || taken == 1);
            reel__columns_reset(&set);
        }
        end(&plan, &set);
    }
}

static void a_value_beyond_the_reach_of_offsets_is_refused(void **state)
{
    (void)state;
    if (sizeof(size_t) == 4) {
        print_message("skipped: no text of 2 GiB on this machine\n");
        skip();
    }
    sparse_row rows[2] = { { .has = 3 }, { .has = 3, .name = { "never read", (size_t)INT32_MAX / 3 + 1 } } };
    columns_plan plan;
    column_set set;
    size_t taken;
    begin(&plan, &set, &sparse_table, NULL, 0);
    assert_int_equal(reel__columns_append(&set, rows, 2, &taken), REEL_OK);
    assert_int_equal(taken, 1);
    reel__columns_reset(&set);
    assert_int_equal(reel__columns_append(&set, &rows[1], 1, &taken), REEL_LIMIT);
    end(&plan, &set);
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
        columns_plan plan;
        column_set set = { 0 };
        size_t taken;
        done = reel__columns_plan_make(&plan, &sparse_table, NULL, 0, &allocator, NULL) == REEL_OK &&
               reel__columns_begin(&set, &plan, &allocator) && reel__columns_append(&set, rows, 100, &taken) == REEL_OK;
        reel__columns_free(&set);
        reel__columns_plan_free(&plan);
        assert_int_equal(memory.live, 0);
        assert_true(allowed < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_say_what_the_rows_said),
        cmocka_unit_test(missing_values_are_marked_wherever_they_begin),
        cmocka_unit_test(bits_of_a_vector_follow_each_other),
        cmocka_unit_test(values_that_are_next_to_each_other_reach_their_columns),
        cmocka_unit_test(columns_of_many_rows_have_their_values),
        cmocka_unit_test(columns_are_chosen_by_name_in_their_order),
        cmocka_unit_test(unsigned_numbers_become_wider_signed_ones),
        cmocka_unit_test(values_without_a_name_are_numbers_in_the_dictionary),
        cmocka_unit_test(values_that_collide_have_their_names),
        cmocka_unit_test(text_becomes_valid_utf8),
        cmocka_unit_test(a_set_ends_before_it_has_too_much_text),
        cmocka_unit_test(a_value_beyond_the_reach_of_offsets_is_refused),
        cmocka_unit_test(every_refused_allocation_ends_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
