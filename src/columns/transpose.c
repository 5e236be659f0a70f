/* SPDX-License-Identifier: MIT
 * Rows are transposed in tiles of four rows by four words: four loads, eight shuffles and four stores move 16 values, which take 16
 * loads and 16 stores one by one. If the number of rows or words is not a multiple of four, the last tile begins earlier and writes some
 * values again.
 *
 * Two or three words make a tile with what follows them, which is not stored. Its loads must not pass the end of the last row. */
#include "columns/transpose.h"

#include <string.h>

static void copy_words(uint8_t *const *columns, size_t words, const uint8_t *rows, size_t row_size, size_t from, size_t to)
{
    for (size_t row = from; row < to; row++)
        for (size_t w = 0; w < words; w++)
            memcpy(columns[w] + row * TRANSPOSE_WORD, rows + row * row_size + w * TRANSPOSE_WORD, TRANSPOSE_WORD);
}

#if TRANSPOSE_HAS_VECTORS

enum { SIDE = 4, TILE_ROW = SIDE * TRANSPOSE_WORD };

typedef uint32_t quad __attribute__((vector_size(TILE_ROW)));

static inline quad load(const uint8_t *from)
{
    quad q;
    memcpy(&q, from, sizeof q);
    return q;
}

static inline void transpose_tile(uint8_t *const *columns, size_t words, size_t at, const uint8_t *row, size_t row_size)
{
    quad a = load(row), b = load(row + row_size), c = load(row + 2 * row_size), d = load(row + 3 * row_size);
    quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const quad sides[SIDE] = {
        __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5),
        __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
        __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
        __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7),
    };
    for (size_t w = 0; w < words; w++) memcpy(columns[w] + at * TRANSPOSE_WORD, &sides[w], sizeof sides[w]);
}

/* Tiles of at least SIDE rows. `words` is a constant wherever this is inlined. */
static inline void transpose_tiles(uint8_t *const *columns, size_t words, const uint8_t *rows, size_t row_size, size_t count)
{
    uint8_t *own[SIDE] = { NULL }; /* which no store can change */
    for (size_t w = 0; w < words; w++) own[w] = columns[w];
    size_t at = 0;
    for (; at + SIDE <= count; at += SIDE) transpose_tile(own, words, at, rows + at * row_size, row_size);
    if (at < count) transpose_tile(own, words, count - SIDE, rows + (count - SIDE) * row_size, row_size);
}

static void transpose_rows(uint8_t *const *columns, size_t words, const uint8_t *rows, size_t row_size, size_t count)
{
    if (words == 2) {
        transpose_tiles(columns, 2, rows, row_size, count);
        return;
    }
    if (words == 3) {
        transpose_tiles(columns, 3, rows, row_size, count);
        return;
    }
    for (size_t w = 0; w < words; w += SIDE) {
        size_t first = w + SIDE <= words ? w : words - SIDE;
        transpose_tiles(columns + first, SIDE, rows + first * TRANSPOSE_WORD, row_size, count);
    }
}

void reel__transpose_words(uint8_t *const *columns, size_t words, const uint8_t *rows, size_t row_size, size_t left, size_t count)
{
    size_t tiled = left < TILE_ROW && count ? count - 1 : count;
    if (tiled < SIDE || words < 2) tiled = 0;
    if (tiled) transpose_rows(columns, words, rows, row_size, tiled);
    copy_words(columns, words, rows, row_size, tiled, count);
}

#else

void reel__transpose_words(uint8_t *const *columns, size_t words, const uint8_t *rows, size_t row_size, size_t left, size_t count)
{
    (void)left;
    copy_words(columns, words, rows, row_size, 0, count);
}

#endif
