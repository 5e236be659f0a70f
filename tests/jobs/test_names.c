/* SPDX-License-Identifier: MIT
 * reel_is_replay_name and reel_unpacked_name. */
#include "support.h"

#include <reel/format.h>

static void every_extension_is_a_replay_unless_others_use_it(void **state)
{
    (void)state;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const char *const *extension = (*format)->extensions; *extension; extension++) {
            char name[64], upper[64];
            snprintf(name, sizeof name, "play.%s.gz", *extension);
            for (size_t i = 0; i < sizeof upper; i++)
                upper[i] = name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 32) : name[i];
            bool shared = strstr(*extension, "json") || !strcmp(*extension, "dat") || !strcmp(*extension, "txt");
            assert_int_equal(reel_is_replay_name(name), !shared);
            assert_int_equal(reel_is_replay_name(upper), !shared);
            assert_int_equal(reel_unpacked_name(name), strlen(name) - 3);
            assert_false(reel_is_replay_name(*extension));
        }
}

static void other_names_are_not(void **state)
{
    (void)state;
    static const char *const names[] = { "",           ".",         ".gz",     "bsor",       ".bsor", "play.bsor.zip",
                                         "play.bsorx", "play.json", "a.gz.gz", "play.dat.xz" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_false(reel_is_replay_name(names[i]));
    assert_int_equal(reel_unpacked_name("a.gz.gz"), 4);
    assert_int_equal(reel_unpacked_name(".gz"), 3);
    assert_int_equal(reel_unpacked_name("a.zst"), 1);
    assert_int_equal(reel_unpacked_name("a.zs"), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_extension_is_a_replay_unless_others_use_it),
        cmocka_unit_test(other_names_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
