/* SPDX-License-Identifier: MIT
 * One version: the header's numbers are those of the text, of the linked library and of the build; and one layout of rows. */
#include "support.h"

#include <reel/reel.h>

static void the_version_is_made_of_its_numbers(void **state)
{
    (void)state;
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", REEL_VERSION_MAJOR, REEL_VERSION_MINOR, REEL_VERSION_PATCH);
    assert_string_equal(REEL_VERSION, text);
}

static void the_library_has_the_version_of_its_headers(void **state)
{
    (void)state;
    assert_string_equal(reel_version(), REEL_VERSION);
}

static void the_build_has_the_version_of_the_headers(void **state)
{
    (void)state;
    char name[40];
    snprintf(name, sizeof name, "%d.%d", REEL_VERSION_MAJOR, REEL_VERSION_MINOR);
    assert_string_equal(REEL_CMAKE_VERSION, REEL_VERSION);
    assert_string_equal(REEL_CMAKE_SOVERSION, name);
}

typedef struct row {
    uint32_t a;
    float b[3];
    uint16_t c, d, e;
    uint8_t known;
} row;

/* Whatever a program that was compiled for other rows would read wrongly gives another sum. */
static void a_layout_is_another_one_if_a_field_is(void **state)
{
    (void)state;
    static const reel_field fields[] = { { .name = "a", .type = REEL_U32, .count = 1, .offset = offsetof(row, a) },
                                         { .name = "b", .type = REEL_F32, .count = 3, .offset = offsetof(row, b) },
                                         { .name = "c", .type = REEL_U16, .count = 1, .offset = offsetof(row, c) },
                                         { .name = "e", .type = REEL_U16, .count = 1, .offset = offsetof(row, e) } };
    enum { FIELDS = sizeof fields / sizeof *fields };
    reel_field changed[FIELDS + 1];
    memcpy(changed, fields, sizeof fields);
    reel_table table = { .name = "rows", .fields = changed, .field_count = FIELDS, .row_size = sizeof(row) };
    const uint32_t same = reel_table_layout(&table);
    uint32_t sums[7];
    size_t count = 0;
    changed[0].name = "other";
    sums[count++] = reel_table_layout(&table);
    memcpy(changed, fields, sizeof fields);
    changed[0].type = REEL_I32;
    sums[count++] = reel_table_layout(&table);
    memcpy(changed, fields, sizeof fields);
    changed[1].count = 2;
    sums[count++] = reel_table_layout(&table);
    memcpy(changed, fields, sizeof fields);
    changed[2].offset = offsetof(row, e), changed[3].offset = offsetof(row, c);
    sums[count++] = reel_table_layout(&table);
    memcpy(changed, fields, sizeof fields);
    changed[3].present_offset = offsetof(row, known), changed[3].present_mask = 1;
    sums[count++] = reel_table_layout(&table);
    memcpy(changed, fields, sizeof fields);
    changed[4] =
        (reel_field){ .name = "d", .type = REEL_U16, .count = 1, .offset = offsetof(row, d) }; /* in a gap: the size stays */
    table.field_count++;
    sums[count++] = reel_table_layout(&table);
    table.field_count--;
    assert_int_equal(reel_table_layout(&table), same);
    for (size_t i = 0; i < count; i++) {
        assert_int_not_equal(sums[i], same);
        for (size_t j = 0; j < i; j++) assert_int_not_equal(sums[i], sums[j]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_made_of_its_numbers),
        cmocka_unit_test(the_library_has_the_version_of_its_headers),
        cmocka_unit_test(the_build_has_the_version_of_the_headers),
        cmocka_unit_test(a_layout_is_another_one_if_a_field_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
