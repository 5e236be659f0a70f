/* SPDX-License-Identifier: MIT
 * SHA-256 (FIPS 180-4) of the inputs of a macro. Macros with the same inputs have the same hash, whatever their headers state. */
#include "codec/number.h"
#include "macro.h"

typedef struct sha256_state {
    uint32_t state[8];
    uint8_t block[64];
    uint64_t size;
} sha256_state;

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate_right(uint32_t v, unsigned by) { return v >> by | v << (32 - by); }

static void sha256_block(sha256_state *d)
{
    uint32_t w[64], s[8];
    for (size_t i = 0; i < 16; i++) w[i] = reel_load_u32be(d->block + 4 * i);
    for (size_t i = 16; i < 64; i++) {
        uint32_t low = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t high = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    memcpy(s, d->state, sizeof s);
    for (size_t i = 0; i < 64; i++) {
        uint32_t high = rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25),
                 choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t low = rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22),
                 most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t first = s[7] + high + choice + constants[i] + w[i];
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + low + most;
    }
    for (size_t i = 0; i < 8; i++) d->state[i] += s[i];
}

static void sha256_add(sha256_state *d, const void *data, size_t size)
{
    const uint8_t *from = data;
    for (size_t i = 0; i < size; i++) {
        d->block[d->size++ % 64] = from[i];
        if (d->size % 64 == 0) sha256_block(d);
    }
}

static void sha256_finish(sha256_state *d, char digits[HASH_DIGITS])
{
    static const char hex[] = "0123456789abcdef";
    uint64_t bits = d->size * 8;
    uint8_t length[8];
    for (size_t i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(d, "\x80", 1);
    while (d->size % 64 != 56) sha256_add(d, "", 1);
    sha256_add(d, length, sizeof length);
    for (size_t i = 0; i < HASH_DIGITS; i++) digits[i] = hex[d->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
}

void macro_hash(const macro *m, char digits[HASH_DIGITS])
{
    sha256_state d = { .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                                  0x5be0cd19 } };
    for (size_t i = 0; i < m->count; i++) {
        const gdr_input *in = &m->inputs[i];
        char line[2 * NUMBER_SIZE];
        size_t size = number_i64(line, in->frame);
        line[size++] = '\t';
        size += number_u64(line + size, in->button);
        memcpy(line + size, "\t0\t0\n", 5);
        line[size + 1] = in->player2 ? '1' : '0';
        line[size + 3] = in->down ? '1' : '0';
        sha256_add(&d, line, size + 5);
    }
    sha256_finish(&d, digits);
}
