/* SPDX-License-Identifier: MIT
 * One value as text and back: random values of every type, random bytes as strings. */
#include "rows.h"

#include <math.h>

static uint64_t random_state = 0x123456789abcdef1;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static const reel_field *field_called(const char *name)
{
    const reel_field *field = reel_table_field(&every_table, name);
    assert_non_null(field);
    return field;
}

/* Random bits in every field; floats that are not finite become the one NaN that text can say. */
static void random_row(every *row, uint8_t *text, uint8_t *blob)
{
    memset(row, 0, sizeof *row);
    for (size_t f = 0; f < every_table.field_count; f++) {
        const reel_field *field = &every_fields[f];
        size_t size = reel_type_size(field->type);
        if (field->type == REEL_STRING || field->type == REEL_BYTES) continue;
        for (size_t i = 0; i < size * field->count; i++) ((uint8_t *)row + field->offset)[i] = (uint8_t)random_bits();
    }
    row->flag &= 1;
    row->present = (uint8_t)(random_bits() & 3);
    if (random_bits() % 4 == 0) row->kind = (int32_t)(random_bits() % 9) - 5;
    float *floats[] = { &row->f32,     &row->position.x, &row->position.y,       &row->position.z,       &row->list[0],
                        &row->list[1], &row->list[2],    &row->maybe_position.x, &row->maybe_position.y, &row->maybe_position.z };
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        if (random_bits() % 16 == 0) *floats[i] = random_bits() & 1 ? INFINITY : -INFINITY;
        if (isnan(*floats[i])) *floats[i] = NAN;
    }
    if (isnan(row->time)) row->time = (double)NAN;
    if (!(row->present & 1)) row->maybe = 0;
    if (!(row->present & 2)) row->maybe_position = (reel_vec3){ 0, 0, 0 };
    for (size_t i = 0; i < 64; i++) {
        text[i] = (uint8_t)random_bits();
        blob[i] = (uint8_t)random_bits();
    }
    row->text = (reel_string){ (const char *)text, (size_t)(random_bits() % 65) };
    row->blob = (reel_bytes){ blob, (size_t)(random_bits() % 65) };
}

static void text_of_a_value_reads_back_to_it(void **state)
{
    (void)state;
    for (int n = 0; n < 20000; n++) {
        every row, back;
        uint8_t text[64], blob[64], memory[1024];
        random_row(&row, text, blob);
        memset(&back, 0, sizeof back);
        for (size_t f = 0; f < every_table.field_count; f++) {
            const reel_field *field = &every_fields[f];
            char buffer[512];
            size_t size = reel_field_text(field, &row, n & 1, buffer, sizeof buffer);
            assert_true(size < sizeof buffer);
            assert_int_equal(strlen(buffer), size);
            if (reel_field_parse(field, &back, buffer, memory, NULL) != REEL_OK) fail_msg("%s: %s", field->name, buffer);
            const uint8_t *a = (const uint8_t *)&row + field->offset, *b = (const uint8_t *)&back + field->offset;
            if (field->type == REEL_STRING) {
                assert_int_equal(row.text.size, back.text.size);
                assert_memory_equal(row.text.data, back.text.data, row.text.size);
            } else if (field->type == REEL_BYTES) {
                assert_int_equal(row.blob.size, back.blob.size);
                assert_memory_equal(row.blob.data, back.blob.data, row.blob.size);
            } else if (memcmp(a, b, reel_type_size(field->type) * field->count) != 0) {
                fail_msg("%s: %s does not read back", field->name, buffer);
            }
        }
        assert_int_equal(row.present, back.present);
    }
}

/* The inverse that docs/export.md gives: a code point U+F700 or U+F780 to U+F7FF is the byte of its low eight bits. Fails where the
 * text is not UTF-8. */
static size_t bytes_of(const uint8_t *text, size_t size, uint8_t *out)
{
    size_t made = 0;
    for (size_t i = 0; i < size;) {
        size_t length = text[i] < 0x80 ? 1 : text[i] >= 0xf0 ? 4 : text[i] >= 0xe0 ? 3 : 2;
        uint32_t code = length == 1 ? text[i] : text[i] & (0xffu >> (length + 1));
        assert_true(i + length <= size);
        for (size_t k = 1; k < length; k++) {
            assert_int_equal(text[i + k] & 0xc0, 0x80);
            code = code << 6 | (text[i + k] & 0x3f);
        }
        static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
        assert_true(code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
        if (code == 0xf700 || (code >= 0xf780 && code <= 0xf7ff)) {
            out[made++] = (uint8_t)code;
        } else {
            memcpy(out + made, text + i, length);
            made += length;
        }
        i += length;
    }
    return made;
}

/* Random bytes, many of them the beginnings of what looks like UTF-8 or like the private code points. */
static size_t awkward_bytes(uint8_t *out, size_t capacity)
{
    static const uint8_t likely[] = { 0xef, 0x9c, 0x9e, 0x9f, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0xf4, 0xa0, 0x90, 'a', 0, '"' };
    size_t size = (size_t)(random_bits() % capacity);
    for (size_t i = 0; i < size; i++) out[i] = random_bits() % 4 ? likely[random_bits() % sizeof likely] : (uint8_t)random_bits();
    return size;
}

static void any_bytes_become_utf8_that_gives_them_back(void **state)
{
    (void)state;
    const reel_field *field = field_called("text");
    for (int n = 0; n < 100000; n++) {
        uint8_t bytes[40], back[200];
        char text[200];
        size_t size = awkward_bytes(bytes, sizeof bytes);
        every row = { .text = { (const char *)bytes, size } }, parsed = { 0 };
        size_t text_size = reel_field_text(field, &row, false, text, sizeof text);
        assert_int_equal(bytes_of((const uint8_t *)text, text_size, back), size);
        assert_memory_equal(back, bytes, size);
        assert_int_equal(reel_field_parse(field, &parsed, text, back, NULL), REEL_OK);
        assert_int_equal(parsed.text.size, size);
        assert_memory_equal(parsed.text.data, bytes, size);
    }
}

static void long_text_is_cut_and_its_length_told(void **state)
{
    (void)state;
    const reel_field *field = field_called("position");
    every row = { .position = { 1, 2, -3.5f } };
    char text[32];
    assert_int_equal(reel_field_text(field, &row, false, text, sizeof text), 12);
    assert_string_equal(text, "1.0 2.0 -3.5");
    assert_int_equal(reel_field_text(field, &row, false, text, 6), 12);
    assert_string_equal(text, "1.0 2");
    assert_int_equal(reel_field_text(field, &row, false, text, 1), 12);
    assert_string_equal(text, "");
    assert_int_equal(reel_field_text(field, &row, false, NULL, 0), 12);
}

static void absent_values_are_empty_text(void **state)
{
    (void)state;
    const reel_field *field = field_called("maybe");
    every row = { .maybe = 5 };
    char text[32] = "x";
    assert_int_equal(reel_field_text(field, &row, false, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(reel_field_parse(field, &row, "-7", NULL, NULL), REEL_OK);
    assert_int_equal(row.present, 1);
    assert_int_equal(row.maybe, -7);
    assert_int_equal(reel_field_parse(field, &row, "", NULL, NULL), REEL_OK);
    assert_int_equal(row.present, 0);
    assert_int_equal(row.maybe, 0);
}

static void text_that_is_no_value_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *field, *text;
    } cases[] = {
        { "u8", "256" },
        { "u8", "-1" },
        { "u8", "" },
        { "u8", "1 " },
        { "u8", " 1" },
        { "u8", "1.0" },
        { "u8", "0x1" },
        { "i8", "128" },
        { "i8", "-129" },
        { "u16", "65536" },
        { "i16", "32768" },
        { "i16", "-32769" },
        { "u32", "4294967296" },
        { "i32", "2147483648" },
        { "i32", "-2147483649" },
        { "u64", "18446744073709551616" },
        { "u64", "-1" },
        { "i64", "9223372036854775808" },
        { "i64", "-9223372036854775809" },
        { "f32", "" },
        { "f32", "1e39" },
        { "f32", "nan" },
        { "f32", "1,5" },
        { "f32", "NaNs" },
        { "time", "1e309" },
        { "flag", "yes" },
        { "flag", "2" },
        { "flag", "" },
        { "kind", "goo" },
        { "kind", "good cuts" },
        { "position", "1 2" },
        { "position", "1 2 3 4" },
        { "position", "1  2 3" },
        { "position", "1 2 x" },
        { "blob", "A" },
        { "blob", "AAA" },
        { "blob", "AA=A" },
        { "blob", "A===" },
        { "blob", "====" },
        { "blob", "AB==" },
        { "blob", "AAB=" },
        { "blob", "AA==AA==" },
        { "blob", "AA-A" },
        { "id", "" },
        { "id", "00112233-4455-6677-8899-aabbccddeef" },
        { "id", "00112233-4455-6677-8899-aabbccddeeff0" },
        { "id", "0011223344556677-8899-aabbccddeeff00" },
        { "id", "00112233-4455-6677-8899-aabbccddeefg" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        every row, before;
        uint8_t memory[64];
        reel_error error = { 0 };
        memset(&row, 0x55, sizeof row);
        memcpy(&before, &row, sizeof row);
        if (reel_field_parse(field_called(cases[i].field), &row, cases[i].text, memory, &error) != REEL_ARGUMENT)
            fail_msg("%s: \"%s\" was taken", cases[i].field, cases[i].text);
        assert_string_equal(error.rule, "field.value");
        assert_memory_equal(&row, &before, sizeof row);
    }
}

static void the_words_of_an_enumeration_are_listed(void **state)
{
    (void)state;
    reel_label many[30] = { { 0, "zero" } };
    every row = { 0 };
    reel_error error;
    reel_field field = *field_called("kind");
    assert_int_equal(reel_field_parse(&field, &row, "bad", NULL, &error), REEL_ARGUMENT);
    assert_string_equal(error.message,
                        "\"bad\" is not a valid value of kind, which has type i32: a number, or none, good, good cut, "
                        "a \"quoted\", one");
    for (size_t i = 0; i < 29; i++) many[i] = (reel_label){ (int64_t)i, "abcdefgh" };
    field.labels = many;
    assert_int_equal(reel_field_parse(&field, &row, "bad", NULL, &error), REEL_ARGUMENT);
    const char *end = error.message + strlen(error.message) - strlen("abcdefgh, ...");
    assert_string_equal(end, "abcdefgh, ...");
}

static void a_name_without_its_level_is_the_first_level(void **state)
{
    (void)state;
    static const reel_label levels[] = { { 1, "zip_3_fast" }, { 2, "zip_x" }, { 3, "zip_3" }, { 4, "zip_9" }, { 0, NULL } };
    every row = { 0 };
    reel_field field = *field_called("kind");
    field.labels = levels;
    assert_int_equal(reel_field_parse(&field, &row, "zip", NULL, NULL), REEL_OK);
    assert_int_equal(row.kind, 3);
    assert_int_equal(reel_field_parse(&field, &row, "zip_9", NULL, NULL), REEL_OK);
    assert_int_equal(row.kind, 4);
    assert_int_equal(reel_field_parse(&field, &row, "zi", NULL, NULL), REEL_ARGUMENT);
    assert_int_equal(reel_field_parse(&field, &row, "zip_", NULL, NULL), REEL_ARGUMENT);
}

static void names_and_other_spellings_are_read(void **state)
{
    (void)state;
    every row = { 0 };
    assert_int_equal(reel_field_parse(field_called("kind"), &row, "good cut", NULL, NULL), REEL_OK);
    assert_int_equal(row.kind, -5);
    assert_int_equal(reel_field_parse(field_called("kind"), &row, "good", NULL, NULL), REEL_OK);
    assert_int_equal(row.kind, 1);
    assert_int_equal(reel_field_parse(field_called("flag"), &row, "1", NULL, NULL), REEL_OK);
    assert_int_equal(row.flag, 1);
    assert_int_equal(reel_field_parse(field_called("flag"), &row, "0", NULL, NULL), REEL_OK);
    assert_int_equal(row.flag, 0);
    assert_int_equal(reel_field_parse(field_called("f32"), &row, "18", NULL, NULL), REEL_OK);
    assert_true(row.f32 == 18);
    assert_int_equal(reel_field_parse(field_called("id"), &row, "00112233-4455-6677-8899-AABBCCDDEEFF", NULL, NULL), REEL_OK);
    assert_int_equal(row.id.bytes[15], 0xff);
}

static void columns_are_named_after_their_field_and_component(void **state)
{
    (void)state;
    char name[32], small[4];
    assert_int_equal(reel_column_name(field_called("time"), 0, name, sizeof name), 4);
    assert_string_equal(name, "time");
    assert_int_equal(reel_column_name(field_called("maybe_position"), 2, name, sizeof name), 16);
    assert_string_equal(name, "maybe_position_z");
    assert_int_equal(reel_column_name(field_called("list"), 2, name, sizeof name), 6);
    assert_string_equal(name, "list_2");
    reel_field long_list = *field_called("list");
    long_list.count = 300;
    reel_column_name(&long_list, 207, name, sizeof name);
    assert_string_equal(name, "list_207");
    assert_int_equal(reel_column_name(field_called("list"), 2, small, sizeof small), 6);
    assert_string_equal(small, "lis");
    assert_int_equal(reel_column_name(field_called("list"), 2, NULL, 0), 6);
}

static void columns_are_found_by_name(void **state)
{
    (void)state;
    static const char *const none[] = { "position", "position_", "position_w", "position_xy", "position.x",
                                        "list_3",   "list_00",   "time_0",     "tim",         "" };
    const reel_field *field = NULL;
    size_t index = 7;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (reel_table_column(&every_table, none[i], &field, &index)) fail_msg("%s was found", none[i]);
    assert_null(field);
    assert_int_equal(index, 7);
    assert_true(reel_table_column(&every_table, "pair_b", &field, &index));
    assert_ptr_equal(field, field_called("pair"));
    assert_int_equal(index, 1);
    assert_true(reel_table_column(&every_table, "time", &field, &index));
    assert_ptr_equal(field, field_called("time"));
    assert_int_equal(index, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_a_value_reads_back_to_it),
        cmocka_unit_test(any_bytes_become_utf8_that_gives_them_back),
        cmocka_unit_test(long_text_is_cut_and_its_length_told),
        cmocka_unit_test(absent_values_are_empty_text),
        cmocka_unit_test(text_that_is_no_value_is_refused_and_changes_nothing),
        cmocka_unit_test(the_words_of_an_enumeration_are_listed),
        cmocka_unit_test(a_name_without_its_level_is_the_first_level),
        cmocka_unit_test(names_and_other_spellings_are_read),
        cmocka_unit_test(columns_are_named_after_their_field_and_component),
        cmocka_unit_test(columns_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
