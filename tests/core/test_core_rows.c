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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows_of_every_table_are_equal_by_their_fields) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
