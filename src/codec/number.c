/* SPDX-License-Identifier: MIT
 * Numbers on top of yyjson, and floats with a single rounding. */
#include "codec/number.h"

#include "codec/yyjson_static.h"

/* ---- writing ---------------------------------------------------------------------------------------------------- */

size_t reel__number_f32(char *buffer, float value)
{
    u8 *end = write_f32_raw((u8 *)buffer, f64_to_raw((double)value), 0); /* NULL: infinite or NaN */
    return end ? (size_t)(end - (u8 *)buffer) : 0;
}

size_t reel__number_f64(char *buffer, double value)
{
    u8 *end = write_f64_raw((u8 *)buffer, f64_to_raw(value), 0);
    return end ? (size_t)(end - (u8 *)buffer) : 0;
}

size_t reel__number_u64(char *buffer, uint64_t value)
{
    u8 *end = write_u64(value, (u8 *)buffer);
    return (size_t)(end - (u8 *)buffer);
}

size_t reel__number_i64(char *buffer, int64_t value)
{
    if (value >= 0) return reel__number_u64(buffer, (uint64_t)value);
    buffer[0] = '-';
    return 1 + reel__number_u64(buffer + 1, 0 - (uint64_t)value);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

const char *reel__number_read_f64(const char *text, double *value)
{
    yyjson_val number;
    const char *end = yyjson_read_number(text, &number, YYJSON_READ_NOFLAG, NULL, NULL);
    if (!end) return NULL;
    if (yyjson_is_real(&number))
        *value = number.uni.f64;
    else if (yyjson_is_sint(&number) && number.uni.u64)
        *value = (double)number.uni.i64;
    else
        *value = text[0] == '-' ? -0.0 : (double)number.uni.u64;
    return end;
}

enum { LIMB = 1000000000, LIMB_DIGITS = 9, LIMB_COUNT = 16 };

/* A positive decimal: 0.digits * 10^exponent. */
typedef struct decimal {
    char digits[LIMB_COUNT * LIMB_DIGITS];
    size_t count;
    int64_t exponent;
} decimal;

/* The exact decimal digits of a midpoint between two floats: 25 bits, a multiple of 2^-150, so at most 113 digits. */
static void decimal_of(double midpoint, decimal *to)
{
    uint64_t bits = f64_to_raw(midpoint);
    uint64_t significand = (bits & F64_SIG_MASK) | (uint64_t)1 << F64_SIG_BITS;
    int power = (int)(bits >> F64_SIG_BITS) - F64_EXP_BIAS - F64_SIG_BITS;
    for (; !(significand & 1); significand >>= 1) power++;
    uint32_t limbs[LIMB_COUNT] = { (uint32_t)(significand % LIMB), (uint32_t)(significand / LIMB) };
    for (int n = power < 0 ? -power : power; n > 0; n--) {
        uint64_t carry = 0;
        for (size_t i = 0; i < LIMB_COUNT; i++) {
            carry += (uint64_t)limbs[i] * (power < 0 ? 5 : 2); /* 2^-n = 5^n / 10^n */
            limbs[i] = (uint32_t)(carry % LIMB);
            carry /= LIMB;
        }
    }
    to->count = 0;
    for (size_t i = LIMB_COUNT; i-- > 0;) {
        for (uint32_t unit = LIMB / 10; unit; unit /= 10) {
            char digit = (char)('0' + limbs[i] / unit % 10);
            if (to->count || digit != '0') to->digits[to->count++] = digit;
        }
    }
    to->exponent = (int64_t)to->count + (power < 0 ? power : 0);
    while (to->count && to->digits[to->count - 1] == '0') to->count--;
}

/* Compares the magnitude of a JSON number with a decimal. Returns less than 0, 0 or more than 0. */
static int compare(const char *text, const decimal *with)
{
    const char *at = text + (*text == '-'), *first = NULL;
    int64_t exponent = 0, literal = 0;
    bool point = false;
    for (; digi_is_digit((u8)*at) || *at == '.'; at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        if (!first && *at != '0') first = at;
        if (first && !point) exponent++;
        if (!first && point) exponent--;
    }
    const char *end = at;
    if (*at == 'e' || *at == 'E') {
        bool below = at[1] == '-';
        for (at += 1 + (at[1] == '-' || at[1] == '+'); digi_is_digit((u8)*at); at++)
            if (literal < INT64_MAX / 20) literal = literal * 10 + (*at - '0');
        exponent += below ? -literal : literal;
    }
    if (exponent != with->exponent) return exponent < with->exponent ? -1 : 1;
    size_t digit = 0;
    for (at = first; at && at < end; at++) {
        if (*at == '.') continue;
        char other = digit < with->count ? with->digits[digit] : '0';
        if (*at != other) return *at < other ? -1 : 1;
        digit++;
    }
    return digit < with->count ? -1 : 0; /* the last digit of the decimal is not 0 */
}

#define F32_INFINITY 0x7f800000u

/* Parses a float with a single correct rounding. Rounding the exact value t to a double d, and d to a float, rounds twice.
 *
 * That is still correct unless d is a midpoint m of two adjacent floats. Such a midpoint has 25 significant bits, so it is a double
 * itself, and rounding t to d cannot cross it: t < m implies d <= m. If d is not a midpoint, t and d are therefore between the same
 * two midpoints, and round to the same float. If d is the midpoint m, t may be below, at or above it. Then the text is compared,
 * digit by digit, with the exact decimal expansion of m. A tie rounds to the float with an even significand. */
const char *reel__number_read_f32(const char *text, float *value)
{
    double number;
    const char *end = reel__number_read_f64(text, &number);
    if (!end) return NULL;
    double size = number < 0 ? -number : number;
    float nearest = (float)size;
    uint32_t bits = f32_to_raw(nearest);
    if ((double)nearest != size) {
        uint32_t low = (double)nearest > size ? bits - 1 : bits, high = low + 1;
        double high_value = high == F32_INFINITY ? 0x1p128 : (double)f32_from_raw(high);
        if ((double)f32_from_raw(low) + high_value == 2 * size) {
            decimal midpoint;
            decimal_of(size, &midpoint);
            int order = compare(text, &midpoint);
            bits = order < 0 || (order == 0 && !(low & 1)) ? low : high;
        }
    }
    if (bits == F32_INFINITY) return NULL;
    *value = f32_from_raw(bits | (text[0] == '-' ? 0x80000000u : 0));
    return end;
}

const char *reel__number_read_u64(const char *text, uint64_t *value)
{
    uint64_t sum = 0;
    if (!digi_is_digit((u8)*text)) return NULL;
    for (; digi_is_digit((u8)*text); text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (sum > UINT64_MAX / 10 || sum * 10 > UINT64_MAX - digit) return NULL;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return text;
}

const char *reel__number_read_i64(const char *text, int64_t *value)
{
    bool negative = *text == '-';
    uint64_t size;
    const char *end = reel__number_read_u64(text + negative, &size);
    if (!end || size > (uint64_t)INT64_MAX + negative) return NULL;
    *value = negative ? (int64_t)(0 - size) : (int64_t)size;
    return end;
}

int reel__number_digits(const char *text, size_t count)
{
    int value = 0;
    for (size_t i = 0; i < count; i++) {
        if (!digi_is_digit((u8)text[i])) return -1;
        value = 10 * value + (text[i] - '0');
    }
    return value;
}
