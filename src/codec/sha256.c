/* SPDX-License-Identifier: MIT
 * The message schedule is a ring of 16 words, extended as the rounds go by, and the eight working variables change names from round to
 * round instead of moving: the variables stay in registers. */
#include "codec/sha256.h"
#include "codec/sha256_blocks.h"

#include <reel/format.h>

static inline uint32_t rotate_right(uint32_t word, unsigned by) { return word >> by | word << (32 - by); }

/* Word i of the schedule, from the 16 before it. */
static inline void extend(uint32_t *w, unsigned i)
{
    uint32_t old = w[(i + 1) & 15], recent = w[(i + 14) & 15];
    uint32_t low = rotate_right(old, 7) ^ rotate_right(old, 18) ^ old >> 3;
    uint32_t high = rotate_right(recent, 17) ^ rotate_right(recent, 19) ^ recent >> 10;
    w[i & 15] += low + w[(i + 9) & 15] + high;
}

/* One round: `word` includes its constant. Of the eight variables only d and h get new values. */
static inline void mix(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g, uint32_t *h,
                       uint32_t word)
{
    uint32_t sum = *h + word + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) + (g ^ (e & (f ^ g)));
    *d += sum;
    *h = sum + (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) + ((a & b) | (c & (a | b)));
}

static void add_block(uint32_t state[8], const uint8_t *data)
{
    uint32_t w[16];
    for (unsigned i = 0; i < 16; i++) w[i] = reel_load_u32be(data + 4 * (size_t)i);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (unsigned at = 0; at < 64; at += 8) {
        if (at >= 16)
            for (unsigned i = at; i < at + 8; i++) extend(w, i);
        const uint32_t *k = reel__sha256_constants + at, *v = w + (at & 15);
        mix(a, b, c, &d, e, f, g, &h, k[0] + v[0]);
        mix(h, a, b, &c, d, e, f, &g, k[1] + v[1]);
        mix(g, h, a, &b, c, d, e, &f, k[2] + v[2]);
        mix(f, g, h, &a, b, c, d, &e, k[3] + v[3]);
        mix(e, f, g, &h, a, b, c, &d, k[4] + v[4]);
        mix(d, e, f, &g, h, a, b, &c, k[5] + v[5]);
        mix(c, d, e, &f, g, h, a, &b, k[6] + v[6]);
        mix(b, c, d, &e, f, g, h, &a, k[7] + v[7]);
    }
    const uint32_t added[8] = { a, b, c, d, e, f, g, h };
    for (unsigned i = 0; i < 8; i++) state[i] += added[i];
}

void reel__sha256_portable(uint32_t state[8], const uint8_t *data, size_t count)
{
    for (; count; count--, data += SHA256_BLOCK) add_block(state, data);
}

static void add_blocks(uint32_t state[8], const uint8_t *data, size_t count)
{
    if (reel__sha256_x86_is_supported())
        reel__sha256_x86(state, data, count);
    else
        reel__sha256_portable(state, data, count);
}

void reel__sha256_begin(sha256 *sha)
{
    static const uint32_t first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(sha->state, first, sizeof first);
    sha->size = 0;
}

void reel__sha256_add(sha256 *sha, const void *data, size_t size)
{
    const uint8_t *from = data;
    size_t used = (size_t)(sha->size % SHA256_BLOCK);
    if (!size) return;
    sha->size += size;
    if (used) {
        size_t some = SHA256_BLOCK - used < size ? SHA256_BLOCK - used : size;
        memcpy(sha->block + used, from, some);
        from += some;
        size -= some;
        if (used + some < SHA256_BLOCK) return;
        add_blocks(sha->state, sha->block, 1);
    }
    add_blocks(sha->state, from, size / SHA256_BLOCK);
    memcpy(sha->block, from + size / SHA256_BLOCK * SHA256_BLOCK, size % SHA256_BLOCK);
}

/* A bit 1, zeros, and the number of bits, which fill the last block. */
void reel__sha256_end(sha256 *sha, uint8_t hash[SHA256_SIZE])
{
    static const uint8_t padding[SHA256_BLOCK] = { 0x80 };
    uint64_t bits = 8 * sha->size;
    uint8_t length[8];
    for (unsigned i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    reel__sha256_add(sha, padding, 1 + (size_t)((2 * SHA256_BLOCK - 9 - sha->size % SHA256_BLOCK) % SHA256_BLOCK));
    reel__sha256_add(sha, length, sizeof length);
    for (unsigned i = 0; i < SHA256_SIZE; i++) hash[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}
