/* SPDX-License-Identifier: MIT
 * Compresses buffers and pages of columns with zstd, one after another with one context. */
#ifndef COLUMNS_PACKER_H
#define COLUMNS_PACKER_H

#include "core/memory.h"

/* Levels of zstd are from 1 to 22. The default compresses where zstd is built in, and otherwise not at all. */
enum { PACKER_DEFAULT = 0, PACKER_NONE = -1 };

typedef struct packer {
    reel_allocator allocator;
    void *state; /* NULL: nothing is compressed */
} packer;

/* REEL_OK, REEL_MEMORY, or REEL_UNSUPPORTED (columns.no-zstd) for a level without zstd. Ended by reel__packer_end, also after a failure. */
reel_status reel__packer_begin(packer *packer, int level, const reel_allocator *allocator, reel_error *error);
/* Adds the compressed form of `size` bytes to `to`. REEL_OK or REEL_MEMORY. */
reel_status reel__packer_add(packer *packer, const void *data, size_t size, reel_memory *to);
/* As reel__packer_add, of data that end with `count` planes of as many bytes: bytes of one plane are alike, those of two are not, so each gets
 * blocks of its own. */
reel_status reel__packer_add_planes(packer *packer, const void *data, size_t size, size_t plane, unsigned count, reel_memory *to);
void reel__packer_end(packer *packer);

#endif
