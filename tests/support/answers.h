/* SPDX-License-Identifier: MIT
 * Everything that the library makes of a file, as one block of bytes: rows with the gaps between their fields, findings, exports, statistics,
 * plots, conversions, archives, indexes, spools, hashes. Two blocks can be compared, part by part. */
#ifndef REEL_TEST_ANSWERS_H
#define REEL_TEST_ANSWERS_H

#include "support.h"

typedef struct answer_part {
    char name[80];
    size_t end;      /* of its bytes in the block; they begin where those of the part before end */
    ptrdiff_t unset; /* with MemorySanitizer: the offset in the part of the first byte that was never set; -1: none */
} answer_part;

typedef struct answers {
    uint8_t *data;
    size_t size, capacity;
    answer_part *parts;
    size_t count;
} answers;

/* Collects the answers for a file. `allocator` may be NULL. `options` has the formats. `before_each` is called before each part. */
void answers_collect(answers *all, const void *data, size_t size, const reel_options *options, void (*before_each)(void));
/* The name of the first part that differs, with *at set to the offset in that part; NULL: none. */
const char *answers_difference(const answers *a, const answers *b, size_t *at);
/* The name of the first part with a byte that was never set, as far as MemorySanitizer sees it, with *at set to its offset; NULL: none. */
const char *answers_unset(const answers *all, size_t *at);
/* Whether the bytes are in one of the answers; the name of the part, or NULL. */
const char *answers_find(const answers *all, const char *mark);
void answers_free(answers *all);

#endif
