/* SPDX-License-Identifier: MIT
 * Reads the words that options take as values. False: the word is not such a value. */
#ifndef REEL_CLI_VALUES_H
#define REEL_CLI_VALUES_H

#include "args/args.h"

/* A finite number. */
bool read_seconds(const char *value, double *seconds);
/* "80.5", "1:20", "1h2m" or "4000t". */
bool read_moment(const char *value, struct moment *moment);
bool read_count(const char *value, uint64_t *count);
/* "1000", "64K", "512M", "2G": suffixes are powers of 1024. */
bool read_size(const char *value, uint64_t *size);
/* Adds the words of a list, "a,b". */
void split_words(struct names *names, const char *value);

#endif
