/* SPDX-License-Identifier: MIT
 * SHA-1 (RFC 3174) of bytes that come in pieces: for ids that formats define by it, not for security. */
#ifndef CODEC_SHA1_H
#define CODEC_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_SIZE = 20, SHA1_BLOCK = 64 };

typedef struct sha1 {
    uint32_t state[5];
    uint8_t block[SHA1_BLOCK]; /* the last size % SHA1_BLOCK bytes */
    uint64_t size;             /* bytes added so far */
} sha1;

void reel__sha1_begin(sha1 *sha1);
void reel__sha1_add(sha1 *sha1, const void *data, size_t size);
/* Ends the hash: begin again before the next bytes. */
void reel__sha1_end(sha1 *sha1, uint8_t hash[SHA1_SIZE]);

#endif
