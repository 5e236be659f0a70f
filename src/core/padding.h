/* SPDX-License-Identifier: MIT
 * Padding at the end of a file. A crash or a power cut can leave a file at its full size with its last part never written: the file
 * system then gives zeros or 0xFF there, or a block that is in the file already. */
#ifndef CORE_PADDING_H
#define CORE_PADDING_H

#include <reel/format.h>

/* A file, or the end of one, in one or two pieces that follow each other. */
typedef struct padded_bytes {
    const uint8_t *first;
    size_t first_size;
    const uint8_t *rest;
    size_t rest_size;
} padded_bytes;

typedef struct padding {
    size_t size;   /* bytes at the end; 0: no padding was found */
    size_t period; /* 1: one byte repeated; otherwise the size of the block that is repeated */
    uint8_t byte;  /* the byte, if it is one */
} padding;

/* Fewer bytes are not taken for padding: numbers of a file that is whole end with as many zeros. */
enum { PADDING_LEAST = 16 };

/* Finds the padding at the end: a run of `least` bytes or more, all 0 or all 0xFF, or else `least_block` bytes or more that repeat those
 * before them. Takes time in proportion to the size. Whether what was found is damage is for the caller to know: a sound file may end with
 * zeros. */
padding reel__padding_find(const padded_bytes *bytes, size_t least, size_t least_block);

/* The same for a file that no sound one of its format is like: compressed data do not end with a run, or repeat themselves. */
padding reel__padding_of_file(const void *data, size_t size);

/* Reports it as an error: at `offset`, the first byte of the padding in the file. */
void reel__padding_report(const reel_reporter *reporter, const char *rule, const char *section, uint64_t offset,
                          const padding *found);

#endif
