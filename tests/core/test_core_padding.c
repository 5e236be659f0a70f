/* SPDX-License-Identifier: MIT
 * What is found does not depend on where the bytes lie: in one piece, in the other, or in both. */
#include "core/padding.h"
#include "support.h"

enum { MOST = 600 };

static uint64_t drawn = 7;

static size_t draw(size_t end)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(drawn >> 33) % end;
}

static void expect_same(const uint8_t *data, size_t size, size_t cut, size_t least, size_t least_block)
{
    const padded_bytes bytes = { data, cut, data + cut, size - cut }, one = { data, size, data + size, 0 };
    const padding found = reel__padding_find(&bytes, least, least_block), same = reel__padding_find(&one, least, least_block);
    assert_int_equal(found.size, same.size);
    assert_int_equal(found.period, same.period);
    assert_int_equal(found.byte, same.byte);
}

static void pieces_change_nothing(void **state)
{
    (void)state;
    uint8_t data[MOST];
    size_t found = 0;
    const size_t turns = by_effort(200000, 20000, 4000);
    for (size_t turn = 0; turn < turns; turn++) {
        const size_t size = 1 + draw(MOST), tail = draw(size + 1), period = 1 + draw(120);
        for (size_t i = 0; i < size; i++) data[i] = (uint8_t)draw(turn % 2 ? 3 : 256);
        for (size_t i = size - tail; i < size; i++)
            data[i] = turn % 3 == 0 ? (uint8_t)(turn % 2 * 0xff) : i >= period ? data[i - period] : 0;
        const padding whole = reel__padding_of_file(data, size);
        found += whole.size > 0;
        for (unsigned split = 0; split < 4; split++) expect_same(data, size, draw(size + 1), 16 + draw(64), 64 + draw(128));
    }
    assert_true(found > turns / 10);
}

/* Long periods are ruled out many at a time if the bytes are in one piece. */
static void long_periods_are_found(void **state)
{
    (void)state;
    enum { LONG = 20000, NARROW = 16 };
    static uint8_t data[LONG];
    const size_t turns = by_effort(4000, 400, 100);
    for (size_t turn = 0; turn < turns; turn++) {
        const size_t size = LONG - draw(300), period = 64 + draw(size / 2 - 64), tail = period + draw(size - 2 * period);
        for (size_t i = 0; i < size; i++) data[i] = (uint8_t)draw(turn % 2 ? NARROW : 256);
        data[size - tail - 1] = (uint8_t)~data[size - tail - 1 - period];
        for (size_t i = size - tail; i < size; i++) data[i] = data[i - period];
        const padding found = reel__padding_of_file(data, size);
        assert_int_equal(found.period, period);
        assert_int_equal(found.size, tail);
        expect_same(data, size, 0, PADDING_LEAST, 64);
        expect_same(data, size, draw(size), PADDING_LEAST, 64);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(pieces_change_nothing), cmocka_unit_test(long_periods_are_found) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
