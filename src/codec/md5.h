/* SPDX-License-Identifier: MIT
 * MD5 (RFC 1321) of bytes that come in pieces: for names and ids that formats define by it, not for security. */
#ifndef CODEC_MD5_H
#define CODEC_MD5_H

#include <stddef.h>
#include <stdint.h>

enum { MD5_SIZE = 16, MD5_BLOCK = 64 };

typedef struct md5 {
    uint32_t state[4];
    uint8_t block[MD5_BLOCK]; /* the last size % MD5_BLOCK bytes */
    uint64_t size;            /* bytes added so far */
} md5;

void reel__md5_begin(md5 *md5);
void reel__md5_add(md5 *md5, const void *data, size_t size);
/* Ends the hash: begin again before the next bytes. */
void reel__md5_end(md5 *md5, uint8_t hash[MD5_SIZE]);

#endif
