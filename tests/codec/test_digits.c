/* SPDX-License-Identifier: MIT
 * Eight bytes at once: how many digits come first, and the number that they form. A loop over the bytes says what is right. */
#include "codec/digits.h"
#include "support.h"

#include <reel/format.h>

static uint64_t random_state = 0x2545f4914f6cdd1d;

static uint64_t draw(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void is_right(const uint8_t text[8])
{
    unsigned count = 0;
    uint64_t value = 0;
    while (count < 8 && text[count] >= '0' && text[count] <= '9') value = value * 10 + (uint64_t)(text[count++] - '0');
    const uint64_t word = reel_load_u64le(text);
    assert_int_equal(digits_count(word), count);
    if (count) assert_int_equal(digits_value(word, count), value);
}

static void each_byte_ends_the_digits_or_does_not(void **state)
{
    (void)state;
    for (unsigned at = 0; at < 8; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint8_t text[8] = { '9', '0', '1', '8', '2', '7', '3', '6' };
            text[at] = (uint8_t)byte;
            is_right(text);
        }
    }
}

static void random_bytes_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < by_effort(1000000, 100000, 20000); i++) {
        uint64_t bits = draw();
        uint8_t text[8];
        for (unsigned n = 0; n < 8; n++, bits >>= 8) text[n] = (uint8_t)(bits & 0xc0 ? '0' + bits % 10 : bits & 0xff);
        is_right(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_byte_ends_the_digits_or_does_not),
        cmocka_unit_test(random_bytes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
