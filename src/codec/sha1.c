/* SPDX-License-Identifier: MIT */
#include "codec/sha1.h"

#include <reel/format.h>

static uint32_t rotate(uint32_t word, unsigned bits) { return word << bits | word >> (32 - bits); }

static void mix_block(sha1 *s, const uint8_t *block)
{
    uint32_t w[80], a = s->state[0], b = s->state[1], c = s->state[2], d = s->state[3], e = s->state[4];
    for (unsigned i = 0; i < 16; i++) w[i] = reel_load_u32be(block + (size_t)4 * i);
    for (unsigned i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (unsigned i = 0; i < 80; i++) {
        uint32_t f;
        switch (i / 20) {
        case 0: f = ((b & c) | (~b & d)) + 0x5a827999u; break;
        case 1: f = (b ^ c ^ d) + 0x6ed9eba1u; break;
        case 2: f = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu; break;
        default: f = (b ^ c ^ d) + 0xca62c1d6u; break;
        }
        f += rotate(a, 5) + e + w[i];
        e = d, d = c, c = rotate(b, 30), b = a, a = f;
    }
    s->state[0] += a, s->state[1] += b, s->state[2] += c, s->state[3] += d, s->state[4] += e;
}

void reel__sha1_begin(sha1 *s) { *s = (sha1){ .state = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 } }; }

void reel__sha1_add(sha1 *s, const void *data, size_t size)
{
    const uint8_t *from = data;
    const size_t used = (size_t)(s->size % SHA1_BLOCK);
    size_t room = SHA1_BLOCK - used;
    if (!size) return;
    s->size += size;
    if (size < room) {
        memcpy(s->block + used, from, size);
        return;
    }
    if (used) {
        memcpy(s->block + used, from, room);
        mix_block(s, s->block);
    } else {
        room = 0;
    }
    for (from += room, size -= room; size >= SHA1_BLOCK; from += SHA1_BLOCK, size -= SHA1_BLOCK) mix_block(s, from);
    if (size) memcpy(s->block, from, size);
}

void reel__sha1_end(sha1 *s, uint8_t hash[SHA1_SIZE])
{
    static const uint8_t padding[SHA1_BLOCK] = { 0x80 };
    const uint64_t bits = s->size * 8;
    uint8_t length[8];
    for (unsigned i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    const size_t used = (size_t)(s->size % SHA1_BLOCK);
    reel__sha1_add(s, padding, (used < SHA1_BLOCK - 8 ? SHA1_BLOCK - 8 : 2 * SHA1_BLOCK - 8) - used);
    reel__sha1_add(s, length, sizeof length);
    for (unsigned i = 0; i < SHA1_SIZE; i++) hash[i] = (uint8_t)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}
