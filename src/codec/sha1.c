/* SPDX-License-Identifier: MIT */
#include "codec/sha1.h"

#include <reel/format.h>

static uint32_t rotate(uint32_t word, unsigned bits) { return word << bits | word >> (32 - bits); }

typedef struct words {
    uint32_t a, b, c, d, e;
} words;

static inline void step(words *v, uint32_t f, uint32_t w)
{
    const uint32_t next = f + rotate(v->a, 5) + v->e + w;
    v->e = v->d, v->d = v->c, v->c = rotate(v->b, 30), v->b = v->a, v->a = next;
}

static void mix_block(sha1 *s, const uint8_t *block)
{
    uint32_t w[80];
    words v = { s->state[0], s->state[1], s->state[2], s->state[3], s->state[4] };
    for (unsigned i = 0; i < 16; i++) w[i] = reel_load_u32be(block + (size_t)4 * i);
    for (unsigned i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (unsigned i = 0; i < 20; i++) step(&v, (v.d ^ (v.b & (v.c ^ v.d))) + 0x5a827999u, w[i]);
    for (unsigned i = 20; i < 40; i++) step(&v, (v.b ^ v.c ^ v.d) + 0x6ed9eba1u, w[i]);
    for (unsigned i = 40; i < 60; i++) step(&v, ((v.b & v.c) | (v.d & (v.b | v.c))) + 0x8f1bbcdcu, w[i]);
    for (unsigned i = 60; i < 80; i++) step(&v, (v.b ^ v.c ^ v.d) + 0xca62c1d6u, w[i]);
    s->state[0] += v.a, s->state[1] += v.b, s->state[2] += v.c, s->state[3] += v.d, s->state[4] += v.e;
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
