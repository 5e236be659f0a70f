/* SPDX-License-Identifier: MIT
 * Rows are equal if and only if each of their fields is, whatever lies between the fields. */
#include "core/rows.h"
#include "support.h"

enum { ROWS = 3, MOST_ROW = 1024 };

static uint64_t random_state = 0x9e3779b97f4a7c15;

static uint8_t draw(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint8_t)random_state;
}

static bool fields_are_equal(const reel_table *table, const uint8_t *one, const uint8_t *other)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        for (size_t row = 0; row < ROWS && !(field->flags & REEL_FIELD_DERIVED); row++)
            if (!reel__field_values_equal(field, one + row * table->row_size, other + row * table->row_size)) return false;
    }
    return true;
}

/* Texts must be readable: all point to the same bytes, and are empty or not. */
static void set_texts(const reel_table *table, uint8_t *rows)
{
    static const char text[] = "a text";
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (!type_is_text(field->type)) continue;
        for (size_t n = 0; n < ROWS * field->count; n++) {
            const reel_bytes value = { (const uint8_t *)text, draw() % sizeof text };
            memcpy(rows + n / field->count * table->row_size + field->offset + n % field->count * sizeof value, &value,
                   sizeof value);
        }
    }
}

static void each_byte_counts(const reel_table *table)
{
    static uint8_t one[ROWS * MOST_ROW], other[ROWS * MOST_ROW];
    const size_t size = ROWS * table->row_size;
    assert_true(table->row_size <= MOST_ROW);
    for (size_t i = 0; i < size; i++) one[i] = draw();
    set_texts(table, one);
    memcpy(other, one, size);
    trying("%s", table->name);
    assert_true(reel__rows_are_equal(table, one, other, ROWS));
    assert_true(reel__rows_are_equal(table, NULL, NULL, 0));
    for (size_t i = 0; i < size; i++) {
        bool text = false;
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            const size_t at = i % table->row_size;
            text |= type_is_text(field->type) && at >= field->offset &&
                    at < field->offset + field->count * reel_type_size(field->type);
        }
        if (text) continue;
        other[i] ^= 1;
        assert_int_equal(reel__rows_are_equal(table, one, other, ROWS), fields_are_equal(table, one, other));
        other[i] ^= 1;
    }
    set_texts(table, other);
    assert_int_equal(reel__rows_are_equal(table, one, other, ROWS), fields_are_equal(table, one, other));
}

static void rows_of_every_table_are_equal_by_their_fields(void **state)
{
    (void)state;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const reel_table *const *table = reel_format_tables(*format); *table; table++) each_byte_counts(*table);
}

/* ---- sums --------------------------------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t sum, const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    for (; size - at >= 8; at += 8) {
        sum = (sum ^ reel_load_u64le(bytes + at)) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    uint8_t rest[8] = { (uint8_t)(size - at) };
    memcpy(rest + 1, bytes + at, size - at);
    sum = (sum ^ reel_load_u64le(rest)) * 0xc2b2ae3d27d4eb4fu;
    return sum ^ sum >> 29;
}

/* The bytes of a value as a little-endian machine has them. */
static void add_value(uint8_t *numbers, size_t *used, const uint8_t *value, reel_type type)
{
    const uint16_t one = 1;
    const size_t size = reel_type_size(type);
    const bool reversed = *(const uint8_t *)&one == 0 && type != REEL_UUID;
    for (size_t i = 0; i < size; i++) numbers[(*used)++] = value[reversed ? size - 1 - i : i];
}

/* The sum by its definition: numbers of a row in the order of the fields, then each text after its size. */
static uint64_t sum_by_fields(uint64_t sum, const reel_table *table, const uint8_t *rows, size_t count)
{
    static uint8_t numbers[MOST_ROW];
    sum = (sum ^ count) * 0x9e3779b97f4a7c15u;
    for (const uint8_t *row = rows; row != rows + count * table->row_size; row += table->row_size) {
        size_t used = 0;
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            for (size_t i = 0; i < field->count && !type_is_text(field->type) && !(field->flags & REEL_FIELD_DERIVED); i++)
                add_value(numbers, &used, row + field->offset + i * reel_type_size(field->type), field->type);
        }
        sum = mixed(sum, numbers, used);
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            if (!type_is_text(field->type) || field->flags & REEL_FIELD_DERIVED) continue;
            const reel_bytes text = text_value(row + field->offset);
            sum = mixed(sum ^ text.size, text.data, text.size);
        }
    }
    return sum;
}

/* Rows end where their memory does. The plan is another one once it has summed a few rows. */
static void sum_is_that_of_its_fields(const reel_table *table)
{
    uint8_t *rows = test_malloc(ROWS * table->row_size);
    for (size_t i = 0; i < ROWS * table->row_size; i++) rows[i] = draw();
    set_texts(table, rows);
    trying("%s", table->name);
    row_plan plan = { .table = NULL };
    for (size_t i = 0; i < 3 * (ROWS + 1); i++) {
        const size_t count = i % (ROWS + 1);
        const uint8_t *last = rows + (ROWS - count) * table->row_size;
        uint64_t sum = count;
        reel__row_sum_add(&sum, &plan, table, last, count);
        assert_true(sum == sum_by_fields(count, table, last, count));
    }
    test_free(rows);
}

static void sums_of_every_table_are_those_of_its_fields(void **state)
{
    (void)state;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const reel_table *const *table = reel_format_tables(*format); *table; table++) sum_is_that_of_its_fields(*table);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows_of_every_table_are_equal_by_their_fields),
                                        cmocka_unit_test(sums_of_every_table_are_those_of_its_fields) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
