/* SPDX-License-Identifier: MIT
 * Files that end where a format is recognised: every one of up to two bytes, by itself and after each beginning that is taken off. */
#include "damage.h"

#define BEGINS_WITH(text)                                                                                                        \
    {                                                                                                                            \
        text, sizeof text - 1                                                                                                    \
    }

static const struct beginning {
    const char *bytes;
    size_t size;
} beginnings[] = {
    BEGINS_WITH(""),         BEGINS_WITH("\xef\xbb\xbf"), BEGINS_WITH("\xff\xfe"),
    BEGINS_WITH("\xfe\xff"), BEGINS_WITH("\x1f\x8b"),     BEGINS_WITH("REELSPL"),
};

/* In a block of just that size, so that a read beyond the file is one beyond the block. */
static void try_file(const struct beginning *begins, const uint8_t rest[2], size_t size)
{
    char what[128];
    uint8_t *data = malloc(begins->size + size + !(begins->size + size));
    assert_non_null(data);
    memcpy(data, begins->bytes, begins->size);
    memcpy(data + begins->size, rest, size);
    snprintf(what, sizeof what, "beginning %td and %zu of the bytes %02x %02x", begins - beginnings, size, rest[0], rest[1]);
    reel_free(damage_read(what, data, begins->size + size, true));
    free(data);
}

static void answers_to_every_short_file(void **state)
{
    (void)state;
    const size_t step = by_effort(1, 7, 61);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        try_file(&beginnings[i], (const uint8_t[2]){ 0, 0 }, 0);
        for (size_t first = 0; first < 256; first++) {
            try_file(&beginnings[i], (const uint8_t[2]){ (uint8_t)first, 0 }, 1);
            for (size_t second = first % step; second < 256; second += step)
                try_file(&beginnings[i], (const uint8_t[2]){ (uint8_t)first, (uint8_t)second }, 2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(answers_to_every_short_file) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
