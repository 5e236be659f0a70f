/* SPDX-License-Identifier: MIT
 * reel_level_key and reel_player_key: one key for all spellings. */
#include "support.h"

#include <stdlib.h>

#define HASH "0123456789abcdef0123456789ABCDEF01234567"
#define LOWER "0123456789abcdef0123456789abcdef01234567"

typedef size_t key_maker(const char *text, size_t size, char *buffer, size_t capacity);

static void expect_key(key_maker *make, const char *text, const char *key)
{
    char found[256], again[256];
    size_t size = make(text, strlen(text), found, sizeof found);
    assert_string_equal(found, key);
    assert_int_equal(size, strlen(key));
    make(found, size, again, sizeof again);
    assert_string_equal(again, key); /* a key is its own key */
}

static void test_spellings_of_one_map_have_one_key(void **state)
{
    static const char *const all[] = {
        HASH "/ExpertPlus/Standard",
        LOWER "/ExpertPlus/Standard",
        "custom_level_" HASH "/ExpertPlus/Standard",
        "Custom_Level_" HASH " WIP/expertplus/standard",
        " " HASH " / ExpertPlus / Standard ",
        HASH " WIP/ExpertPlus/Standard",
        HASH " Song - Artist/ExpertPlus/Standard",
        HASH "_extra/ExpertPlus/Standard",
        HASH "/9/Standard",
        HASH "/Expert+/Standard",
        HASH "/Expert Plus/Standard",
        HASH "/ExpertPlus\t/\xC2\xA0Standard",
        "\xEF\xBB\xBF" HASH "/\xE2\x80\x8B"
        "ExpertPlus/Standard",
        HASH "//ExpertPlus//Standard/",
        "/" HASH "/ExpertPlus/Standard",
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) expect_key(reel_level_key, all[i], LOWER "/expertplus/standard");
}

static void test_other_levels_have_other_keys(void **state)
{
    (void)state;
    expect_key(reel_level_key, HASH "/Expert/Standard", LOWER "/expert/standard");
    expect_key(reel_level_key, HASH "/7/OneSaber", LOWER "/expert/onesaber");
    expect_key(reel_level_key, HASH "0/Expert", LOWER "0/expert"); /* 41 digits are not the hash of a map */
    expect_key(reel_level_key, "100Bills/Expert/Standard", "100bills/expert/standard");
    expect_key(reel_level_key, "Stereo  Madness", "stereo madness");
    expect_key(reel_level_key, "A map WIP WIP", "a map");
    expect_key(reel_level_key, "WIP", "wip");
    expect_key(reel_level_key, "Kobra/7", "kobra/7");
    expect_key(reel_level_key, "custom_level_custom_level_x", "x");
    expect_key(reel_level_key, "/custom_level_x", "x");
    expect_key(reel_level_key, "", "");
    expect_key(reel_level_key, " / /\t", " / /\t"); /* not unknown */
    expect_key(reel_level_key, "\xFF\xFE", "\xFF\xFE");
    expect_key(reel_level_key, "\xC3\x84\xC3\xA4", "\xC3\x84\xC3\xA4"); /* letters beyond ASCII stay */
}

static void test_player_keeps_case_and_loses_blanks(void **state)
{
    (void)state;
    expect_key(reel_player_key, "76561190000000001", "76561190000000001");
    expect_key(reel_player_key, " 7656 ", "7656");
    expect_key(reel_player_key, "Ann  B/c\xE2\x80\x8F", "Ann B/c");
    expect_key(reel_player_key, "", "");
    expect_key(reel_player_key, "\xC2\xA0 \n", "\xC2\xA0 \n");
}

static void test_key_is_cut_at_any_size(void **state)
{
    static const char level[] = " custom_level_" HASH " WIP/9/Standard";
    char whole[128];
    (void)state;
    size_t length = reel_level_key(level, sizeof level - 1, whole, sizeof whole);
    assert_int_equal(reel_level_key(level, sizeof level - 1, NULL, 0), length);
    for (size_t size = 1; size <= length + 1; size++) {
        char text[128];
        memset(text, '#', sizeof text);
        assert_int_equal(reel_level_key(level, sizeof level - 1, text, size), length);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, whole, size - 1);
        assert_int_equal(text[size], '#');
    }
}

/* Any bytes: what follows the key is not touched, a key is its own key, and it is not longer than what it is made of, but for names of
 * difficulties. */
static void test_any_bytes_have_a_key_that_is_its_own(void **state)
{
    static const char *const pieces[] = { HASH,      "custom_level_", " WIP",     "/",       " ",    "9",
                                          "Expert+", "\xE2\x80\x8B",  "\xC2\xA0", "x",       "\xFF", "wip",
                                          "A",       "\xE3\x80\x80",  "\n",       "\xC3\xA4" };
    (void)state;
    srand(7);
    for (int draw = 0; draw < 20000; draw++) {
        char text[512] = "", once[1024], twice[1024];
        for (int i = rand() % 8; i >= 0; i--) strcat(text, pieces[(size_t)rand() % (sizeof pieces / sizeof *pieces)]);
        for (int which = 0; which < 2; which++) {
            key_maker *make = which ? reel_player_key : reel_level_key;
            size_t size = make(text, strlen(text), once, sizeof once);
            assert_true(size < sizeof once);
            assert_int_equal(make(once, size, twice, sizeof twice), size);
            assert_string_equal(once, twice);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings_of_one_map_have_one_key),    cmocka_unit_test(test_other_levels_have_other_keys),
        cmocka_unit_test(test_player_keeps_case_and_loses_blanks),   cmocka_unit_test(test_key_is_cut_at_any_size),
        cmocka_unit_test(test_any_bytes_have_a_key_that_is_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
