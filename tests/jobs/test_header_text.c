/* SPDX-License-Identifier: MIT
 * reel_header_text: the player and the level, whatever a format calls them. */
#include "machinery.h"

#include <reel/bsor.h>
#include <reel/gdr.h>

/* A replay of one header row, read back. */
static reel_reader *reader_of(const reel_format *format, const reel_table *table, const void *row, reel_memory *file)
{
    reel_writer *writer;
    reel_reader *reader;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(file, NULL), format, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, table, row, 1), REEL_OK);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    assert_int_equal(reel_open(reel_source_memory(file->data, file->size), NULL, &reader, &error), REEL_OK);
    return reader;
}

#define TEXT(literal)                                                                                                            \
    {                                                                                                                            \
        literal, sizeof(literal) - 1                                                                                             \
    }

static void test_player_and_level_of_a_play(void **state)
{
    const bsor_info info = {
        .player_id = TEXT("7656"), .map_hash = TEXT("ABCD"), .difficulty = TEXT("Expert"), .mode = TEXT("Standard")
    };
    reel_memory file;
    char text[64];
    (void)state;
    reel_reader *reader = reader_of(&reel_format_bsor, &bsor_infos, &info, &file);
    assert_int_equal(reel_header_text(reel_header(reader), REEL_FIELD_PLAYER, text, sizeof text), 4);
    assert_string_equal(text, "7656");
    assert_int_equal(reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, text, sizeof text), 20);
    assert_string_equal(text, "ABCD/Expert/Standard");
    reel_close(reader);
    reel_memory_free(&file);
}

static void test_text_is_cut_at_any_size(void **state)
{
    const bsor_info info = { .map_hash = TEXT("ABCD"), .mode = TEXT("Standard") };
    const char *whole = "ABCD/Standard";
    reel_memory file;
    (void)state;
    reel_reader *reader = reader_of(&reel_format_bsor, &bsor_infos, &info, &file);
    assert_int_equal(reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, NULL, 0), strlen(whole));
    for (size_t size = 1; size <= strlen(whole) + 1; size++) {
        char text[16];
        memset(text, '#', sizeof text);
        assert_int_equal(reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, text, size), strlen(whole));
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, whole, size - 1);
        assert_int_equal(text[size], '#');
    }
    reel_close(reader);
    reel_memory_free(&file);
}

static void test_numbers_that_are_zero_are_unknown(void **state)
{
    gdr_info info = { .version = 2, .level_name = TEXT("Stereo Madness") };
    reel_memory file;
    char text[32];
    (void)state;
    reel_reader *reader = reader_of(&reel_format_gdr2, &gdr_infos, &info, &file);
    assert_int_equal(reel_header_text(reel_header(reader), REEL_FIELD_PLAYER, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, text, sizeof text), 14);
    assert_string_equal(text, "Stereo Madness");
    reel_close(reader);
    reel_memory_free(&file);
    info.level_id = 10;
    reader = reader_of(&reel_format_gdr2, &gdr_infos, &info, &file);
    reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, text, sizeof text);
    assert_string_equal(text, "10/Stereo Madness");
    reel_close(reader);
    reel_memory_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_player_and_level_of_a_play),
        cmocka_unit_test(test_text_is_cut_at_any_size),
        cmocka_unit_test(test_numbers_that_are_zero_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
