/* SPDX-License-Identifier: MIT
 * "did you mean": the closest known word to a mistyped one. */
#ifndef REEL_CLI_SUGGEST_H
#define REEL_CLI_SUGGEST_H

#include <stddef.h>

/* Number of insertions, deletions, substitutions and swaps of neighbouring bytes that turn one word into the other. Words
 * longer than 63 bytes are infinitely far from all others (SIZE_MAX). */
size_t word_distance(const char *a, const char *b);

/* The word of a NULL-terminated list (which may be NULL) that is closest to `word`, or NULL if none is close. */
const char *closest_word(const char *word, char *const *words);

#endif
