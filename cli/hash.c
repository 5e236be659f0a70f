/* SPDX-License-Identifier: MIT
 * SHA-256 of a file (FIPS 180-4), as sha256sum prints it. */
#include "hash.h"
#include "report.h"
#include "system.h"

#include <stdio.h>

enum { BLOCK = 64, WORDS = 8, ROUNDS = 64, BUFFER = 1 << 14 };

struct sha256 {
    uint32_t state[WORDS];
    uint8_t block[BLOCK]; /* bytes that do not fill a block yet */
    uint64_t size;
};

static uint32_t rotated(uint32_t word, unsigned bits) { return word >> bits | word << (32 - bits); }

static void add_block(struct sha256 *sha, const uint8_t *data)
{
    static const uint32_t constants[ROUNDS] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
        0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
        0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
        0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    };
    uint32_t w[ROUNDS], s[WORDS];
    for (int i = 0; i < 16; i++, data += 4)
        w[i] = (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 | (uint32_t)data[2] << 8 | data[3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t near = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
        uint32_t far = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
        w[i] = near + w[i - 7] + far + w[i - 16];
    }
    memcpy(s, sha->state, sizeof s);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]), majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t one = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) + choice + constants[i] + w[i];
        uint32_t two = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) + majority;
        memmove(s + 1, s, sizeof s - sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < WORDS; i++) sha->state[i] += s[i];
}

static void add_bytes(struct sha256 *sha, const uint8_t *data, size_t size)
{
    while (size) {
        size_t used = (size_t)(sha->size % BLOCK), some = BLOCK - used < size ? BLOCK - used : size;
        memcpy(sha->block + used, data, some);
        sha->size += some;
        data += some;
        size -= some;
        if (sha->size % BLOCK == 0) add_block(sha, sha->block);
    }
}

/* The end: a bit 1, zeros, and the number of bits, which fill the last block. */
static void finish(struct sha256 *sha, char *hex)
{
    static const uint8_t padding[BLOCK] = { 0x80 };
    uint64_t bits = 8 * sha->size;
    uint8_t length[8];
    for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    add_bytes(sha, padding, 1 + (size_t)((2 * BLOCK - 9 - sha->size % BLOCK) % BLOCK));
    add_bytes(sha, length, sizeof length);
    for (int i = 0; i < WORDS; i++) snprintf(hex + (size_t)i * 8, 9, "%08x", (unsigned)sha->state[i]);
}

reel_status job_hash(struct job *job)
{
    struct sha256 sha = { .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                                     0x5be0cd19 } };
    uint8_t buffer[BUFFER];
    reel_source source;
    job->hash[0] = '\0';
    if (!job_can_reopen(job)) return REEL_OK;
    reel_status status = job_source(job, &source);
    if (status < 0) return status;
    for (size_t got = 0; status == REEL_OK; got = 0) {
        status = source.read(source.context, buffer, sizeof buffer, &got, &job->error);
        add_bytes(&sha, buffer, got);
        if (status == REEL_OK && (was_interrupted() || job_is_late(job))) status = REEL_CANCELLED;
    }
    if (source.close) source.close(source.context);
    if (status == REEL_CANCELLED) fail_job(job, status, "reel.interrupted", "interrupted");
    if (status >= 0) finish(&sha, job->hash);
    return status < 0 ? status : REEL_OK;
}
