/* SPDX-License-Identifier: MIT
 * The powers of ten of yyjson, computed instead of stored: they are 10 kB that gzip cannot compress. Included in place of the table by
 * codecs.cmake.
 *
 * The entry of exponent e has the first 128 bits of 10^e, truncated, most significant half first. 10^e begins with the bits of 5^e. A whole
 * number of 1024 bits has all of 5^324; and 2^1023 divided by 5, again and again, has 128 bits left after 343 times. Each quotient is
 * truncated, which does not accumulate: floor(floor(n / a) / b) is floor(n / ab). */
#define POWER_WORDS 32
#define POWER_COUNT (POW10_SIG_TABLE_MAX_EXP - POW10_SIG_TABLE_MIN_EXP + 1)

static u64 pow10_sig_table[2 * POWER_COUNT];

/* The 64 bits before bit `end`, of words that begin with the least significant one. Bits before the first are 0. */
static u64 power_bits(const u32 *words, int end)
{
    int word = (end - 64) >> 5, shift = (end - 64) & 31;
    u64 bits = (word >= 0 ? words[word] : 0) | (u64)(word >= -1 ? words[word + 1] : 0) << 32;
    return shift ? bits >> shift | (u64)(word >= -2 ? words[word + 2] : 0) << (64 - shift) : bits;
}

static void power_put(const u32 *words, int exponent)
{
    u64 *entry = &pow10_sig_table[2 * (exponent - POW10_SIG_TABLE_MIN_EXP)];
    int last = POWER_WORDS - 1;
    while (words[last] == 0) last--;
    int end = 32 * (last + 1) - __builtin_clz(words[last]);
    entry[0] = power_bits(words, end);
    entry[1] = power_bits(words, end - 64);
}

__attribute__((constructor)) static void powers_make(void)
{
    u32 large[POWER_WORDS] = { 1 }, small[POWER_WORDS] = { 0 };
    small[POWER_WORDS - 1] = 1u << 31;
    for (int exponent = 0; exponent <= -POW10_SIG_TABLE_MIN_EXP; exponent++) {
        u64 carry = 0, rest = 0;
        if (exponent <= POW10_SIG_TABLE_MAX_EXP) power_put(large, exponent);
        power_put(small, -exponent);
        for (int i = 0; i < POWER_WORDS; i++) {
            carry += (u64)large[i] * 5;
            large[i] = (u32)carry;
            carry >>= 32;
        }
        for (int i = POWER_WORDS - 1; i >= 0; i--) {
            rest = rest << 32 | small[i];
            small[i] = (u32)(rest / 5);
            rest %= 5;
        }
    }
}
