/* SPDX-License-Identifier: MIT
 * A file stored in an archive: a head of at most 16 bytes below 256 MiB, then the bytes of the file as they are, as a zstd frame, as LZMA2, or, of
 * teehistorian, as streams. docs/formats/reel.md specifies it. unpack_open reads it like a .zst. */
#ifndef CODEC_PACK_STORED_H
#define CODEC_PACK_STORED_H

#include "core/memory.h"

typedef enum stored_method { STORED_PLAIN = 0, STORED_PACKED = 1, STORED_LZMA2 = 2, STORED_STREAMS = 3 } stored_method;

enum { STORED_MAGIC_SIZE = 8, STORED_CHECK = 4, STORED_HEAD_MOST = STORED_MAGIC_SIZE + 10 + STORED_CHECK };
#define STORED_MAGIC(method)                                                                                                     \
    {                                                                                                                            \
        0x89, 'r', 'e', 'e', 'l', 's', (method), '\n'                                                                            \
    }

/* The head of a stored file: sizes of the head and of what follows it. */
typedef struct stored_head {
    stored_method method;
    size_t size;
    uint64_t body;
    uint8_t check[STORED_CHECK]; /* the first bytes of the SHA-256 of the file */
} stored_head;

bool reel__stored_begins(const uint8_t *bytes, size_t size);
/* Reads a head. False: not such a head, or cut short. */
bool reel__stored_parse(const uint8_t *bytes, size_t size, stored_head *head);

/* How a file is compressed: not at all; so that it is read fast; so that it is small. */
typedef enum stored_effort { STORED_AS_IS, STORED_FAST, STORED_SMALL } stored_effort;

/* Whether the file, stored small, may have fewer than `than` bytes. An estimate from a quick method and samples, which costs little: of 401 files,
 * LZMA made none smaller than 0.43 of what zstd 3 makes, or than 0.77 of what the samples let expect. */
bool reel__stored_may_be_smaller(reel_bytes file, size_t than, const reel_allocator *allocator);

/* Appends a file, compressed if that is smaller, and has fewer than `than` bytes: methods stop there. REEL_MEMORY, or REEL_CANCELLED by `budget` (NULL: none), with nothing appended. A method for which
 * the budget does not suffice is left out: they take up to STORED_METHODS steps a byte. */
enum { STORED_METHODS = 8 };
reel_status reel__stored_pack(reel_bytes file, stored_effort effort, size_t than, reel_budget *budget, reel_memory *to);

#endif
