/* SPDX-License-Identifier: MIT
 * Damaged copies of a file: what a number and the name of the file choose, the same each time. */
#ifndef REEL_TEST_COPIES_H
#define REEL_TEST_COPIES_H

#include "machinery.h"

typedef struct copy {
    uint8_t *data; /* malloc'ed */
    size_t size;
    char what[128]; /* the last damage, in words */
} copy;

copy copy_of(const void *data, size_t size);

/* Damages it once more, as record_draw says: call record_seed before. A copy of number 0 stays as it is. */
void copy_damage(copy *c, size_t number);

/* Removes bytes at a place, and puts others there. */
void copy_splice(copy *c, size_t at, size_t removed, const void *added, size_t size);

#endif
