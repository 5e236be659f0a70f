/* SPDX-License-Identifier: MIT
 * Numbers as text and back, without stdio and without locale. */
#ifndef CODEC_NUMBER_H
#define CODEC_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buffer size for every number_* writer. It is larger than the longest text: the writers use the rest as scratch space. */
#define NUMBER_SIZE 40

/* Each writes a value as text, without a NUL, and returns the length. Floats are written with the fewest digits that read back to the
 * same value, as valid JSON: "1.0", "-0.0", "0.1", "1e30". JSON has no infinity and no NaN: for them the length is 0. */
size_t reel__number_f32(char *buffer, float value);
size_t reel__number_f64(char *buffer, double value);
size_t reel__number_u64(char *buffer, uint64_t value);
size_t reel__number_i64(char *buffer, int64_t value);

/* Each parses the number at the start of `text` and returns a pointer to the byte after it, or NULL if there is no number or it is out
 * of range. A byte that cannot be part of a number (NUL, space, comma) must follow it. Floats follow the grammar of JSON, may have any
 * length, and are rounded to nearest, ties to even. Integers are digits; i64 accepts a leading minus. */
const char *reel__number_read_f32(const char *text, float *value);
const char *reel__number_read_f64(const char *text, double *value);
const char *reel__number_read_u64(const char *text, uint64_t *value);
const char *reel__number_read_i64(const char *text, int64_t *value);

/* The value of as many digits, at most 9, with nothing else between them, as in a date; -1 if a byte is not a digit. */
int reel__number_digits(const char *text, size_t count);

#endif
