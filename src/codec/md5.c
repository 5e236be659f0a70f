/* SPDX-License-Identifier: MIT */
#include "codec/md5.h"

#include <reel/format.h>

static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af,
    0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
    0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97,
    0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const uint8_t rotations[4][4] = { { 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 } };

static void mix_block(md5 *m)
{
    uint32_t a = m->state[0], b = m->state[1], c = m->state[2], d = m->state[3];
    for (unsigned i = 0; i < 64; i++) {
        uint32_t f;
        unsigned word;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d), word = i; break;
        case 1: f = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d, word = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d), word = 7 * i % 16; break;
        }
        f += a + sines[i] + reel_load_u32le(m->block + (size_t)4 * word);
        unsigned rotation = rotations[i / 16][i % 4];
        a = d, d = c, c = b;
        b += f << rotation | f >> (32 - rotation);
    }
    m->state[0] += a, m->state[1] += b, m->state[2] += c, m->state[3] += d;
}

void reel__md5_begin(md5 *m) { *m = (md5){ .state = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 } }; }

void reel__md5_add(md5 *m, const void *data, size_t size)
{
    const uint8_t *from = data;
    for (size_t i = 0; i < size; i++) {
        m->block[m->size++ % MD5_BLOCK] = from[i];
        if (m->size % MD5_BLOCK == 0) mix_block(m);
    }
}

void reel__md5_end(md5 *m, uint8_t hash[MD5_SIZE])
{
    uint64_t bits = m->size * 8;
    const uint8_t one = 0x80, zero = 0;
    uint8_t length[8];
    reel__md5_add(m, &one, 1);
    while (m->size % MD5_BLOCK != MD5_BLOCK - 8) reel__md5_add(m, &zero, 1);
    reel_store_u64le(length, bits);
    reel__md5_add(m, length, sizeof length);
    for (size_t i = 0; i < 4; i++) reel_store_u32le(hash + 4 * i, m->state[i]);
}
