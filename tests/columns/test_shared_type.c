/* SPDX-License-Identifier: MIT
 * The type that columns of one name have in all tables: it holds the values of each, and the values are the same. */
#include "support.h"

#include "columns/shared_type.h"

#include <reel/reel.h>

#include <math.h>

static reel_type shared(const char *name, reel_type type)
{
    const reel_field field = { .name = name, .type = type, .count = 1 };
    return reel__shared_type(&field);
}

static void a_name_has_one_type(void **state)
{
    (void)state;
    assert_int_equal(shared("time", REEL_F32), REEL_F64);
    assert_int_equal(shared("time", REEL_I32), REEL_F64);
    assert_int_equal(shared("line", REEL_U8), REEL_I32);
    assert_int_equal(shared("line", REEL_I32), REEL_I32);
    assert_int_equal(shared("player", REEL_U8), REEL_U32);
    assert_int_equal(shared("session_id", REEL_UUID), REEL_STRING);
    static const reel_label labels[] = { { 1, "one" }, { 0, NULL } };
    const reel_field map = { .name = "map", .type = REEL_U8, .count = 1, .labels = labels };
    assert_int_equal(reel__shared_type(&map), REEL_STRING);
    assert_int_equal(shared("wall_id", REEL_I32), REEL_F64);
    assert_int_equal(shared("practice", REEL_BOOL), REEL_I32);
    assert_int_equal(shared("seed", REEL_U64), REEL_STRING);
    assert_int_equal(shared("a name that nothing has", REEL_U8), REEL_U8);
}

static void a_type_that_does_not_fit_stays(void **state)
{
    (void)state;
    assert_int_equal(shared("layer", REEL_U32), REEL_U32);
    assert_int_equal(shared("duration", REEL_I64), REEL_I64);
    assert_int_equal(shared("player", REEL_I32), REEL_I32);
    assert_int_equal(shared("version", REEL_STRING), REEL_STRING);
    assert_int_equal(shared("length", REEL_U64), REEL_U64); /* bytes of a finding */
    assert_int_equal(shared("session_id", REEL_U8), REEL_U8);
    assert_int_equal(shared("line", REEL_F32), REEL_F32);
    assert_int_equal(shared("after", REEL_U32), REEL_U32);
}

/* Each value of `from` as one of `to`. */
#define CONVERT(to, to_type, from, from_type)                                                                                    \
    reel__shared_numbers((uint8_t *)(to), to_type, (const uint8_t *)(from), from_type, sizeof *(from),                           \
                         sizeof(from) / sizeof *(from))

static void integers_keep_their_values(void **state)
{
    (void)state;
    const int8_t small[] = { INT8_MIN, -1, 0, INT8_MAX };
    const uint16_t unsigned16[] = { 0, UINT16_MAX };
    const uint32_t unsigned32[] = { 0, UINT32_MAX };
    const uint64_t counts[] = { 7, INT64_MAX, UINT64_MAX };
    int32_t i32[4];
    int64_t i64[4];
    uint32_t u32[4];
    double f64[4];
    float f32[4];
    const uint8_t flags[] = { 0, 1, 200 };
    CONVERT(i32, REEL_I32, flags, REEL_BOOL);
    assert_true(i32[0] == 0 && i32[1] == 1 && i32[2] == 1);
    const int64_t seconds[] = { -7, INT64_C(1) << 53 };
    CONVERT(f64, REEL_F64, seconds, REEL_I64);
    assert_true(f64[0] == -7 && f64[1] == 9007199254740992);
    CONVERT(i32, REEL_I32, small, REEL_I8);
    for (size_t i = 0; i < 4; i++) assert_int_equal(i32[i], small[i]);
    CONVERT(f32, REEL_F32, small, REEL_I8);
    for (size_t i = 0; i < 4; i++) assert_true(f32[i] == small[i]);
    CONVERT(u32, REEL_U32, unsigned16, REEL_U16);
    assert_int_equal(u32[1], UINT16_MAX);
    CONVERT(i64, REEL_I64, unsigned32, REEL_U32);
    assert_true(i64[1] == UINT32_MAX);
    CONVERT(f64, REEL_F64, unsigned32, REEL_U32);
    assert_true(f64[1] == UINT32_MAX);
    CONVERT(i64, REEL_I64, counts, REEL_U64);
    assert_true(i64[0] == 7 && i64[1] == INT64_MAX && i64[2] == INT64_MAX);
}

static void floats_keep_their_bits(void **state)
{
    (void)state;
    const uint32_t bits[] = { 0,          0x80000000, 1,          0x007fffff, 0x3dcccccd, 0x7f7fffff,
                              0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffabcdef };
    double wide[sizeof bits / sizeof *bits];
    CONVERT(wide, REEL_F64, bits, REEL_F32);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        float single;
        uint64_t found;
        memcpy(&single, &bits[i], sizeof single);
        memcpy(&found, &wide[i], sizeof found);
        assert_int_equal(found >> 63, bits[i] >> 31);
        if (isnan(single))
            assert_int_equal(found & UINT64_C(0xfffffffffffff), (uint64_t)(bits[i] & 0x7fffff) << 29);
        else
            assert_true(wide[i] == (double)single);
    }
    const double decimals[] = { 0.1, -2.5, 1e300, -1e300, 1e-300 };
    float singles[sizeof decimals / sizeof *decimals];
    CONVERT(singles, REEL_F32, decimals, REEL_F64);
    assert_true(singles[0] == 0.1f && singles[1] == -2.5f && singles[4] == 0);
    assert_true(isinf(singles[2]) && singles[2] > 0 && isinf(singles[3]) && singles[3] < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_has_one_type),
        cmocka_unit_test(a_type_that_does_not_fit_stays),
        cmocka_unit_test(integers_keep_their_values),
        cmocka_unit_test(floats_keep_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
