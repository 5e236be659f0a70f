/* SPDX-License-Identifier: MIT
 * Numbers of 4 bytes that are next to each other in a row, moved to columns of their own: most values of most replays. */
#ifndef COLUMNS_TRANSPOSE_H
#define COLUMNS_TRANSPOSE_H

#include <stddef.h>
#include <stdint.h>

enum { TRANSPOSE_WORD = 4 };

/* Whether reel__transpose_words uses vectors. Without them it has nothing over copying one column after the other. */
#define TRANSPOSE_HAS_VECTORS 0
#if defined(__has_builtin) && (defined(__SSE2__) || defined(__aarch64__))
#if __has_builtin(__builtin_shufflevector)
#undef TRANSPOSE_HAS_VECTORS
#define TRANSPOSE_HAS_VECTORS 1
#endif
#endif

/* Copies word w of row r to columns[w] + 4 * r.
 *
 * words    number of columns
 * rows     the first word of the first row
 * left     bytes of a row from its first word on; at least those of the words
 * count    number of rows */
void reel__transpose_words(uint8_t *const *columns, size_t words, const uint8_t *rows, size_t row_size, size_t left,
                           size_t count);

#endif
