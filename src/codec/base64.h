/* SPDX-License-Identifier: MIT
 * Base64 as in RFC 4648, with padding. */
#ifndef CODEC_BASE64_H
#define CODEC_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t base64_size(size_t size) { return (size + 2) / 3 * 4; }
/* Writes base64_size(size) characters. */
void reel__base64_text(char *out, const uint8_t *data, size_t size);
/* Decodes base64 into `out` of at least size / 4 * 3 bytes. Returns false if the text is not canonical base64. */
bool reel__base64_read(const char *text, size_t size, uint8_t *out, size_t *got);

/* Bytes encoded at a time: a multiple of three whose text fits in one reel_put_space. */
enum { BASE64_BLOCK = 3000 };

#endif
