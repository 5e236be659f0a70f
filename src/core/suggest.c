/* SPDX-License-Identifier: MIT
 * "did you mean": the closest known word to a mistyped one. */
#include <reel/reel.h>

#include <string.h>

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Optimal string alignment distance. Only the last three rows of the table are kept: row i holds the distances between the
 * first i bytes of a and each beginning of b, and a swap refers to row i - 2. */
static size_t word_distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1], a_size = strlen(a), b_size = strlen(b);
    if (a_size > LONGEST || b_size > LONGEST) return SIZE_MAX;
    for (size_t j = 0; j <= b_size; j++) rows[0][j] = j;
    for (size_t i = 1; i <= a_size; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_size; j++) {
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_size % 3][b_size];
}

/* One mistake is allowed in a short word, and one more for every five bytes. */
const char *reel_closest(const char *word, const char *const *words)
{
    size_t best = 2 + strlen(word) / 5;
    const char *closest = NULL;
    for (; words && *words; words++) {
        size_t distance = word_distance(word, *words);
        if (distance >= best || distance >= strlen(*words)) continue;
        best = distance;
        closest = *words;
    }
    return closest;
}
