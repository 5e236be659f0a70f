/* SPDX-License-Identifier: MIT
 * Columns of numbers and texts that each method is for: they come back, and take the room that the method promises. */
#include "coder_trip.h"

#include <math.h>

enum { ROWS = 3000 };

typedef struct wide_row {
    uint64_t length, other;
    int64_t wide;
    double real;
    float decimal, listed;
    int32_t key, by_key, plain;
    int16_t small;
    uint8_t byte;
    reel_uuid id;
    reel_string name;
    reel_bytes data;
} wide_row;

static const reel_field wide_fields[] = {
    REEL_FIELD(wide_row, "length", length, U64, "", "sum of sizes"),
    REEL_FIELD(wide_row, "other", other, U64, "", "length and a constant"),
    REEL_FIELD(wide_row, "wide", wide, I64, "", "any number"),
    REEL_FIELD(wide_row, "real", real, F64, "", "thousandths"),
    REEL_FIELD(wide_row, "decimal", decimal, F32, "", "hundredths"),
    REEL_FIELD(wide_row, "listed", listed, F32, "", "one of few"),
    REEL_FIELD(wide_row, "key", key, I32, "", "whose row it is"),
    REEL_FIELD(wide_row, "by_key", by_key, I32, "", "moves evenly for each key"),
    REEL_FIELD(wide_row, "plain", plain, I32, "", "any number"),
    REEL_FIELD(wide_row, "small", small, I16, "", "a small number"),
    REEL_FIELD(wide_row, "byte", byte, U8, "", "a byte"),
    REEL_FIELD(wide_row, "id", id, UUID, "", "an id"),
    REEL_FIELD(wide_row, "name", name, STRING, "", "one of few"),
    REEL_FIELD(wide_row, "data", data, BYTES, "", "bytes"),
};
static const reel_table wide_table = REEL_TABLE("wide", "a column of each kind", wide_row, wide_fields, 0);

enum { LENGTH, OTHER, WIDE, REAL, DECIMAL, LISTED, KEY, BY_KEY, PLAIN, SMALL, BYTE, ID, NAME, DATA };

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static size_t size_of_varint(int32_t value)
{
    uint32_t size = (uint32_t)(value < 0 ? ~value : value) >> 6;
    size_t bytes = 1;
    for (; size; size >>= 7) bytes++;
    return bytes;
}

static wide_row *make_rows(void)
{
    static const char *const names[] = { "", "left", "right", "a somewhat longer name" };
    static const uint8_t bytes[] = "0123456789abcdef0123456789abcdef0123456789abcdef";
    wide_row *rows = calloc(ROWS, sizeof *rows);
    uint32_t state = 7;
    int32_t at[8] = { 0 }, speed[8] = { 0 };
    assert_non_null(rows);
    for (size_t i = 0; i < ROWS; i++) {
        wide_row *r = &rows[i];
        r->key = (int32_t)(noise(&state) % 8);
        speed[r->key] += noise(&state) % 64 == 0 ? (int32_t)(noise(&state) % 200) - 100 : 0;
        r->by_key = at[r->key] + speed[r->key];
        r->length = 2 + size_of_varint(r->by_key - at[r->key]);
        r->other = r->length + 12345;
        at[r->key] = r->by_key;
        r->wide = (int64_t)((uint64_t)noise(&state) << 40 | noise(&state));
        r->real = (double)(int32_t)(noise(&state) % 20000 - 10000) / 1000.0;
        r->decimal = (float)((double)(noise(&state) % 1000) / 100.0);
        r->listed = (float[]){ 0.1f, 0.25f, 3e8f, -7.0f }[noise(&state) % 4];
        r->plain = (int32_t)(noise(&state) << 8);
        r->small = (int16_t)(noise(&state) % 5 - 2);
        r->byte = (uint8_t)(i / 100);
        memcpy(r->id.bytes, bytes + i % 3, sizeof r->id.bytes);
        const char *name = names[noise(&state) % 4];
        r->name = (reel_string){ name, strlen(name) };
        r->data = (reel_bytes){ bytes, i % 40 };
    }
    return rows;
}

/* The table with one field, or with two. */
static size_t size_of(const wide_row *rows, size_t a, size_t b)
{
    reel_field fields[2] = { wide_fields[b], wide_fields[a] };
    bool two = a != b;
    reel_table table = wide_table;
    table.fields = two ? fields : fields + 1;
    table.field_count = two ? 2 : 1;
    return trip(&table, rows, ROWS, CODER_DEFAULT, UINT64_MAX);
}

static void numbers_of_every_type_come_back(void **state)
{
    (void)state;
    wide_row *rows = make_rows();
    for (size_t count = 1; count <= ROWS; count = count * 3 + 1) {
        trip(&wide_table, rows, count, CODER_FAST, UINT64_MAX);
        trip(&wide_table, rows, count, CODER_DEFAULT, UINT64_MAX);
    }
    for (size_t f = 0; f < wide_table.field_count; f++) trip(&wide_table, rows, ROWS, CODER_DEFAULT, UINT64_C(1) << f);
    free(rows);
}

static void extreme_numbers_come_back(void **state)
{
    (void)state;
    static const uint64_t values[] = { 0,
                                       UINT64_MAX,
                                       UINT64_C(1) << 63,
                                       INT64_MAX,
                                       UINT64_C(0x7ff0000000000001),
                                       UINT64_C(0xfff8000000001234),
                                       UINT64_C(0x7f8000017f800001),
                                       UINT64_C(0xffffffff80000000),
                                       1 };
    wide_row *rows = make_rows();
    uint32_t random = 3;
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t value = values[noise(&random) % 9], second = values[noise(&random) % 9];
        rows[i].length = value;
        rows[i].other = second;
        memcpy(&rows[i].wide, &second, sizeof second);
        memcpy(&rows[i].real, &value, sizeof value);
        memcpy(&rows[i].decimal, &value, sizeof rows[i].decimal);
        memcpy(&rows[i].listed, &second, sizeof rows[i].listed);
        memcpy(&rows[i].by_key, &value, sizeof rows[i].by_key);
        memcpy(&rows[i].plain, &second, sizeof rows[i].plain);
        memcpy(&rows[i].small, &value, sizeof rows[i].small);
    }
    trip(&wide_table, rows, ROWS, CODER_FAST, UINT64_MAX);
    trip(&wide_table, rows, ROWS, CODER_DEFAULT, UINT64_MAX);
    free(rows);
}

static void a_column_takes_what_its_method_promises(void **state)
{
    (void)state;
    wide_row *rows = make_rows();
    size_t key = size_of(rows, KEY, KEY);
    assert_true(size_of(rows, BYTE, BYTE) < 150);
    assert_true(size_of(rows, REAL, REAL) < ROWS * 2);
    assert_true(size_of(rows, DECIMAL, DECIMAL) < ROWS * 3 / 2);
    assert_true(size_of(rows, LISTED, LISTED) < ROWS / 3);
    assert_true(size_of(rows, BY_KEY, KEY) - key < ROWS / 3);
    assert_true(size_of(rows, BY_KEY, BY_KEY) > ROWS);
    assert_true(size_of(rows, OTHER, LENGTH) - size_of(rows, LENGTH, LENGTH) < 40);
    assert_true(size_of(rows, NAME, NAME) < ROWS / 3);
    assert_true(size_of(rows, PLAIN, PLAIN) < ROWS * 4 + 100);
    free(rows);
}

static void lengths_follow_from_the_sizes_of_changes(void **state)
{
    (void)state;
    wide_row *rows = make_rows();
    reel_field fields[3] = { wide_fields[LENGTH], wide_fields[KEY], wide_fields[BY_KEY] };
    reel_table table = wide_table;
    table.fields = fields;
    table.field_count = 3;
    size_t with = trip(&table, rows, ROWS, CODER_DEFAULT, UINT64_MAX), without = size_of(rows, BY_KEY, KEY);
    assert_true(with - without < 60);
    free(rows);
}

static void no_rows_take_no_bytes(void **state)
{
    (void)state;
    reel_memory block = trip_encode(&wide_table, NULL, 0, NULL);
    assert_int_equal(block.size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_every_type_come_back),
        cmocka_unit_test(extreme_numbers_come_back),
        cmocka_unit_test(a_column_takes_what_its_method_promises),
        cmocka_unit_test(lengths_follow_from_the_sizes_of_changes),
        cmocka_unit_test(no_rows_take_no_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
