/* SPDX-License-Identifier: MIT
 * Numbers as text: they come back as they were, no shorter text would, and reading rounds to the nearest. */
#include "codec/number.h"
#include "support.h"

#include <float.h>
#include <math.h>

static uint64_t random_state = 0x9e3779b97f4a7c15;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static float f32_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double f64_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static size_t significant_digits(const char *text)
{
    size_t digits = 0, zeros = 0;
    for (const char *c = text; *c && *c != 'e'; c++) {
        if (*c < '0' || *c > '9' || (!digits && *c == '0')) continue;
        zeros = *c == '0' ? zeros + 1 : 0;
        digits++;
    }
    return digits - zeros;
}

/* A number as JSON spells it: a leading digit, a point or an exponent so that it is seen to be a float. */
static void assert_json_float(const char *text)
{
    const char *c = text + (*text == '-');
    assert_true(*c >= '0' && *c <= '9');
    if (*c == '0') assert_int_equal(c[1], '.');
    assert_non_null(strpbrk(text, ".e"));
    for (; *c; c++)
        if (*c == '.') assert_true(c[1] >= '0' && c[1] <= '9');
}

/* What is not finite has no text. */
static void f32_comes_back(uint32_t bits)
{
    float value = f32_of(bits), back = 1;
    char text[NUMBER_SIZE + 1];
    size_t size = reel__number_f32(text, value);
    if (!isfinite(value) && size) fail_msg("%a takes %zu bytes", (double)value, size);
    if (!isfinite(value)) return;
    if (size > NUMBER_SIZE) fail_msg("%a takes %zu bytes", (double)value, size);
    text[size] = 0;
    const char *end = reel__number_read_f32(text, &back);
    if (end != text + size || memcmp(&value, &back, sizeof value) != 0) fail_msg("%a became %s", (double)value, text);
}

static void f64_comes_back(uint64_t bits)
{
    double value = f64_of(bits), back = 1;
    char text[NUMBER_SIZE + 1];
    size_t size = reel__number_f64(text, value);
    if (!isfinite(value) && size) fail_msg("%a takes %zu bytes", value, size);
    if (!isfinite(value)) return;
    text[size] = 0;
    const char *end = reel__number_read_f64(text, &back);
    if (size > NUMBER_SIZE || end != text + size || memcmp(&value, &back, sizeof value) != 0)
        fail_msg("%a became %s", value, text);
}

static void f32_is_shortest(float value)
{
    char text[NUMBER_SIZE + 1], other[64];
    text[reel__number_f32(text, value)] = 0;
    assert_json_float(text);
    if (strtof(text, NULL) != value) fail_msg("%a became %s", (double)value, text);
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(other, sizeof other, "%.*e", digits - 1, (double)value);
        if (strtof(other, NULL) != value) continue;
        if (significant_digits(text) > (size_t)digits) fail_msg("%s is longer than %s", text, other);
        break;
    }
}

static void f64_is_shortest(double value)
{
    char text[NUMBER_SIZE + 1], other[64];
    text[reel__number_f64(text, value)] = 0;
    assert_json_float(text);
    if (strtod(text, NULL) != value) fail_msg("%a became %s", value, text);
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(other, sizeof other, "%.*e", digits - 1, value);
        if (strtod(other, NULL) != value) continue;
        if (significant_digits(text) > (size_t)digits) fail_msg("%s is longer than %s", text, other);
        break;
    }
}

static void floats_of_every_exponent_come_back(void **state)
{
    (void)state;
    for (uint32_t exponent = 0; exponent <= 255; exponent++)
        for (uint32_t low = 0; low < 64; low++)
            for (uint32_t sign = 0; sign < 2; sign++) {
                f32_comes_back(sign << 31 | exponent << 23 | low);
                f32_comes_back(sign << 31 | exponent << 23 | (0x7fffff - low));
            }
    for (uint64_t exponent = 0; exponent <= 2047; exponent++)
        for (uint64_t low = 0; low < 16; low++) {
            f64_comes_back(exponent << 52 | low);
            f64_comes_back(UINT64_C(1) << 63 | exponent << 52 | (UINT64_C(0xfffffffffffff) - low));
        }
}

static void subnormal_floats_come_back(void **state)
{
    (void)state;
    const uint32_t step = (uint32_t)by_effort(7, 31, 211);
    for (uint32_t bits = 1; bits < 0x800000; bits += step) f32_comes_back(bits);
}

static void random_floats_come_back(void **state)
{
    (void)state;
    const size_t narrow = by_effort(4000000, 400000, 50000), wide = narrow / 4;
    for (size_t i = 0; i < narrow; i++) f32_comes_back((uint32_t)random_bits());
    for (size_t i = 0; i < wide; i++) f64_comes_back(random_bits());
}

static void floats_are_shortest(void **state)
{
    (void)state;
    const size_t count = by_effort(100000, 20000, 3000);
    for (size_t i = 0; i < count; i++) {
        float value = f32_of((uint32_t)random_bits());
        if (isfinite(value) && value != 0) f32_is_shortest(value);
        double wide = f64_of(random_bits());
        if (i % 10 == 0 && isfinite(wide)) f64_is_shortest(wide);
    }
    for (uint32_t bits = 1; bits < 3000; bits++) f32_is_shortest(f32_of(bits)); /* the smallest */
    for (int power = -45; power <= 38; power++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", power);
        f32_is_shortest(strtof(text, NULL));
    }
}

static void writes_the_forms_that_json_has(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *f32, *f64;
    } cases[] = {
        { 0.0, "0.0", "0.0" },
        { -0.0, "-0.0", "-0.0" },
        { 1.0, "1.0", "1.0" },
        { -1.0, "-1.0", "-1.0" },
        { 1e30, "1e30", "1e30" },
        { 0.5, "0.5", "0.5" },
        { 16777216.0, "16777216.0", "16777216.0" },
        { 1e20, "100000000000000000000.0", "100000000000000000000.0" },
        { 0x1p-149, "1e-45", "1.401298464324817e-45" },
        { 0x1.fffffep127, "3.4028235e38", "3.4028234663852886e38" },
        { 1e-7, "1e-7", "1e-7" },
        { 123.25, "123.25", "123.25" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[NUMBER_SIZE + 1];
        text[reel__number_f32(text, (float)cases[i].value)] = 0;
        assert_string_equal(text, cases[i].f32);
        text[reel__number_f64(text, cases[i].value)] = 0;
        assert_string_equal(text, cases[i].f64);
    }
}

static void reads_like_the_c_library(const char *text)
{
    float value = 0, expected = strtof(text, NULL);
    const char *end = reel__number_read_f32(text, &value);
    if (isinf(expected)) {
        if (end) fail_msg("%s is out of range, read as %a", text, (double)value);
        return;
    }
    if (!end || *end || memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("%s: read %a, expected %a", text, (double)value, (double)expected);
}

/* Decimals at, just below and just above the middle between two floats, where a way over double goes wrong. */
static void reads_floats_rounded_once(void **state)
{
    (void)state;
    const int count = (int)by_effort(60000, 10000, 2000);
    for (int i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)random_bits() & 0x7fffffff;
        if (i % 4 == 0) bits &= 0x7fffff; /* subnormal */
        if (i % 64 == 1) bits = 0x7f7fffff;
        if (i % 64 == 2) bits = 0;
        if (bits >= 0x7f800000) continue;
        double low = (double)f32_of(bits);
        double high = bits == 0x7f7fffff ? 0x1p128 : (double)f32_of(bits + 1);
        char text[256];
        int size = snprintf(text, sizeof text, i & 1 ? "%.150e" : "%.130e", (low + high) / 2);
        reads_like_the_c_library(text);
        char *last = strchr(text, 'e') - 1;
        *last = '1'; /* above */
        reads_like_the_c_library(text);
        *last = '0';
        for (char *c = last; c > text; c--) { /* below: the last digit that is not 0, less one */
            if (*c == '0' || *c == '.') continue;
            --*c;
            break;
        }
        reads_like_the_c_library(text);
        memmove(text + 1, text, (size_t)size + 1);
        text[0] = '-';
        reads_like_the_c_library(text);
        snprintf(text, sizeof text, "%.*e", 15 + i % 6, (low + high) / 2);
        reads_like_the_c_library(text);
    }
    reads_like_the_c_library("16777217");
    reads_like_the_c_library("16777217.0000000000000001");
    reads_like_the_c_library("16777219");
    reads_like_the_c_library("16777216999999999999999e-15");
    reads_like_the_c_library("0.000000000000000016777217000000001e0024");
    reads_like_the_c_library("-0");
    reads_like_the_c_library("-0.0");
    reads_like_the_c_library("0e5");
    reads_like_the_c_library("340282356779733661637539395458142568447");
    reads_like_the_c_library("340282356779733661637539395458142568448");
}

static void refuses_what_is_no_number(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", "-", "+1", ".5", "x", "nan", "NaN", "Infinity", "1e400", "-1e400", "1e", "1.", "e5"
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        float narrow;
        double wide;
        assert_null(reel__number_read_f32(texts[i], &narrow));
        assert_null(reel__number_read_f64(texts[i], &wide));
    }
    float narrow;
    assert_null(reel__number_read_f32("1e39", &narrow));
}

static void stops_where_the_number_ends(void **state)
{
    (void)state;
    static const char text[] = "1.5 -2,7";
    double value;
    uint64_t whole;
    int64_t with_sign;
    assert_ptr_equal(reel__number_read_f64(text, &value), text + 3);
    assert_true(value == 1.5);
    assert_ptr_equal(reel__number_read_i64(text + 4, &with_sign), text + 6);
    assert_int_equal(with_sign, -2);
    assert_ptr_equal(reel__number_read_u64(text + 7, &whole), text + 8);
    assert_int_equal(whole, 7);
}

static void integers_are_exact(void **state)
{
    (void)state;
    const int count = (int)by_effort(300000, 50000, 10000);
    for (int i = 0; i < count; i++) {
        uint64_t value = random_bits() >> (i % 64), back = 1;
        if (i == 0) value = 0;
        if (i == 1) value = UINT64_MAX;
        char text[NUMBER_SIZE + 1], expected[32];
        text[reel__number_u64(text, value)] = 0;
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
        assert_string_equal(text, expected);
        assert_non_null(reel__number_read_u64(text, &back));
        assert_true(back == value);

        int64_t whole = i == 2 ? INT64_MIN : i == 3 ? INT64_MAX : (int64_t)random_bits() >> (i % 64), whole_back = 1;
        text[reel__number_i64(text, whole)] = 0;
        snprintf(expected, sizeof expected, "%lld", (long long)whole);
        assert_string_equal(text, expected);
        assert_non_null(reel__number_read_i64(text, &whole_back));
        assert_true(whole_back == whole);
    }
}

static void integers_out_of_range_are_refused(void **state)
{
    (void)state;
    uint64_t value;
    int64_t whole;
    assert_non_null(reel__number_read_u64("18446744073709551615", &value));
    assert_null(reel__number_read_u64("18446744073709551616", &value));
    assert_null(reel__number_read_u64("184467440737095516150", &value));
    assert_null(reel__number_read_u64("-1", &value));
    assert_null(reel__number_read_u64("", &value));
    assert_non_null(reel__number_read_i64("-9223372036854775808", &whole));
    assert_true(whole == INT64_MIN);
    assert_null(reel__number_read_i64("-9223372036854775809", &whole));
    assert_null(reel__number_read_i64("9223372036854775808", &whole));
    assert_null(reel__number_read_i64("--1", &whole));
}

static void digits_are_digits_only(void **state)
{
    (void)state;
    assert_int_equal(reel__number_digits("2026-11", 4), 2026);
    assert_int_equal(reel__number_digits("007", 3), 7);
    assert_int_equal(reel__number_digits("", 0), 0);
    for (int byte = 0; byte < 256; byte++)
        for (size_t at = 0; at < 3; at++) {
            char text[3] = { '1', '2', '3' };
            text[at] = (char)byte;
            bool digit = byte >= '0' && byte <= '9';
            assert_int_equal(reel__number_digits(text, 3) >= 0, digit);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_every_exponent_come_back),
        cmocka_unit_test(subnormal_floats_come_back),
        cmocka_unit_test(random_floats_come_back),
        cmocka_unit_test(floats_are_shortest),
        cmocka_unit_test(writes_the_forms_that_json_has),
        cmocka_unit_test(reads_floats_rounded_once),
        cmocka_unit_test(refuses_what_is_no_number),
        cmocka_unit_test(stops_where_the_number_ends),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(integers_out_of_range_are_refused),
        cmocka_unit_test(digits_are_digits_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
