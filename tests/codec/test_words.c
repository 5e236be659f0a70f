/* SPDX-License-Identifier: MIT
 * Bytes that are looked for eight at a time: a loop over the bytes says what is right. */
#include "codec/words.h"
#include "support.h"

#include <string.h>

enum { MOST = 96 };

static uint64_t drawn = 11;

static size_t draw(size_t end)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(drawn >> 33) % end;
}

static size_t first_of(const uint8_t *text, size_t size, uint8_t one, uint8_t other)
{
    size_t at = 0;
    while (at < size && text[at] != one && text[at] != other) at++;
    return at;
}

/* Texts of few different bytes, which are near to each other: a carry would be noticed. The one that is looked for may be at any distance. */
static void searches_find_the_first(void **state)
{
    (void)state;
    for (size_t turn = 0; turn < by_effort(2000000, 200000, 50000); turn++) {
        uint8_t text[MOST];
        const size_t size = draw(MOST), rare = 1 + draw(200);
        const uint8_t one = (uint8_t)draw(256), other = (uint8_t)(turn % 2 ? draw(256) : one);
        for (size_t i = 0; i < size; i++) text[i] = (uint8_t)(one + (draw(rare) ? 1 + draw(2) * 127 : 0));
        assert_int_equal(word_search(text, text + size, one, other) - text, first_of(text, size, one, other));
        assert_int_equal(word_search_byte(text, text + size, one) - text, first_of(text, size, one, one));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_find_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
