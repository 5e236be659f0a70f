/* SPDX-License-Identifier: MIT
 * A run of bytes whose size the reader knows: stored, or packed by zstd. */
#ifndef COLUMNS_CODER_BYTES_H
#define COLUMNS_CODER_BYTES_H

#include "columns/coder/block.h"

/* First byte of such a run. */
typedef enum bytes_method { BYTES_STORED = 0, BYTES_ZSTD = 1 } bytes_method;

/* Appends `size` bytes. `plane`: they are planes of so many bytes, each of which gets a code of its own; 0: they have one. */
void reel__bytes_encode(block_writer *block, const uint8_t *data, size_t size, size_t plane, reel_memory *to);
/* Sets *data to `size` bytes, which live as long as the source or the input. */
reel_status reel__bytes_decode(block_source *source, reel_cursor *in, uint64_t size, const uint8_t **data);

#endif
