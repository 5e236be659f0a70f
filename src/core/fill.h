/* SPDX-License-Identifier: MIT
 * Bytes of a chunk whose size is measured first, and which are then written piece by piece. New memory is not cleared: a byte that is measured
 * but not written would be what the memory held before, perhaps a part of another file. So this owns the size: it drops pieces beyond it, and
 * reel__fill_end fails, and returns nothing, unless exactly that many bytes were written. */
#ifndef CORE_FILL_H
#define CORE_FILL_H

#include "core/chunk.h"

typedef struct chunk_fill {
    reel_chunk *chunk;
    uint8_t *data;     /* NULL: no bytes, or out of memory */
    size_t size, used; /* measured; written, or wanted if that is more */
} chunk_fill;

/* Room for `size` bytes that live as long as the chunk's rows. */
chunk_fill reel__fill_begin(reel_chunk *chunk, size_t size);
/* The next `size` bytes, all of which the caller writes. NULL: out of memory, or beyond the measured size. */
uint8_t *reel__fill_room(chunk_fill *fill, size_t size);
/* Adds bytes. `data` may be NULL if `size` is 0. */
void reel__fill_bytes(chunk_fill *fill, const void *data, size_t size);
/* What was written; empty if memory ran out or the sizes differ: ask reel_build_status, which is then REEL_CORRUPT in the second case. */
reel_bytes reel__fill_end(const chunk_fill *fill);
reel_string reel__fill_text(const chunk_fill *fill); /* reel__fill_end, as text */

#endif
