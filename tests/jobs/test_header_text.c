/* SPDX-License-Identifier: MIT
 * reel_header_text: the player and the level, whatever a format calls them. */
#include "machinery.h"

#include <reel/bsor.h>
#include <reel/gdr.h>
#include <reel/xror.h>

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

static void test_the_game_is_that_of_the_replay(void **state)
{
    static const struct {
        reel_string app;
        const char *game;
    } cases[] = { { TEXT("Beat Saber"), "Beat Saber" },
                  { TEXT("tilt brush"), "Tilt Brush" },
                  { TEXT("Beat"), "Beat" },
                  { TEXT("Beat Saber, Tilt Brush"), "Beat Saber, Tilt Brush" }, /* a program of that name */
                  { TEXT(""), "" } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        xror_info info = { .app_name = cases[i].app };
        info.keys[XROR_APP_NAME / 8] |= (uint8_t)(1u << XROR_APP_NAME % 8);
        reel_memory file;
        char text[64];
        reel_reader *reader = reader_of(&reel_format_xror, &xror_infos, &info, &file);
        assert_int_equal(reel_replay_game(&reel_format_xror, reel_header(reader), text, sizeof text), strlen(cases[i].game));
        assert_string_equal(text, cases[i].game);
        for (size_t size = 0; size < sizeof text; size++) {
            memset(text, '#', sizeof text);
            assert_int_equal(reel_replay_game(&reel_format_xror, reel_header(reader), size ? text : NULL, size),
                             strlen(cases[i].game));
            assert_int_equal(text[size], '#');
        }
        reel_close(reader);
        reel_memory_free(&file);
    }
    char text[64];
    assert_int_equal(reel_replay_game(&reel_format_xror, NULL, text, sizeof text), 0);
    assert_int_equal(reel_replay_game(&reel_format_bsor, NULL, text, sizeof text), 10);
    assert_string_equal(text, "Beat Saber");
    assert_true(reel_format_has_game(&reel_format_xror, "TILT BRUSH"));
    assert_false(reel_format_has_game(&reel_format_xror, "Tilt"));
    assert_false(reel_format_has_game(&reel_format_bsor, ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_game_is_that_of_the_replay),
        cmocka_unit_test(test_player_and_level_of_a_play),
        cmocka_unit_test(test_text_is_cut_at_any_size),
        cmocka_unit_test(test_numbers_that_are_zero_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
