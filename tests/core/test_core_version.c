/* SPDX-License-Identifier: MIT
 * One version: the header's numbers are those of the text, of the linked library and of the build. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_made_of_its_numbers),
        cmocka_unit_test(the_library_has_the_version_of_its_headers),
        cmocka_unit_test(the_build_has_the_version_of_the_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
