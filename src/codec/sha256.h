/* SPDX-License-Identifier: MIT
 * SHA-256 (FIPS 180-4) of bytes that come in pieces. */
#ifndef CODEC_SHA256_H
#define CODEC_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

typedef struct sha256 {
    uint32_t state[8];
    uint64_t size;               /* bytes added so far */
    uint8_t block[SHA256_BLOCK]; /* the last size % SHA256_BLOCK of them */
} sha256;

void reel__sha256_begin(sha256 *sha);
void reel__sha256_add(sha256 *sha, const void *data, size_t size);
/* Ends the hash: begin again before the next bytes. */
void reel__sha256_end(sha256 *sha, uint8_t hash[SHA256_SIZE]);

#endif
