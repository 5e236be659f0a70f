/* SPDX-License-Identifier: MIT
 * Files that are one packed stream, perhaps behind a magic: damage to their contents, which a changed byte of the file seldom makes, as it
 * ends the stream. */
#ifndef REEL_TEST_INSIDE_H
#define REEL_TEST_INSIDE_H

#include "machinery.h"

typedef enum inside_kind { INSIDE_NONE, INSIDE_LZMA, INSIDE_BZIP2, INSIDE_ZSTD } inside_kind;

typedef struct inside {
    inside_kind kind;
    size_t before;      /* bytes of the file that stay in front of the stream */
    reel_memory memory; /* what is unpacked */
} inside;

/* Unpacks. `kind` is INSIDE_NONE if the file is not packed as a whole, or if its codec is not built in. */
inside inside_of(const uint8_t *data, size_t size);
/* The file with other contents, malloc'ed. */
uint8_t *inside_packed(const inside *in, const uint8_t *file, const uint8_t *contents, size_t size, size_t *made);
void inside_free(inside *in);

#endif
