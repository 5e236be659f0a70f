/* SPDX-License-Identifier: MIT
 * Numbers as text and back, without stdio and without locale. */
#ifndef CODEC_NUMBER_H
#define CODEC_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room that every number_* writer needs, more than what its text is long. */
#define NUMBER_SIZE 40

/* Each writes the text of a value, without a NUL, and returns its length. Floats get the fewest digits that read back to the
 * same value, in a form that JSON has: "1.0", "-0.0", "0.1", "1e30". They must be finite. */
size_t number_f32(char *buffer, float value);
size_t number_f64(char *buffer, double value);
size_t number_u64(char *buffer, uint64_t value);
size_t number_i64(char *buffer, int64_t value);

/* Each reads the number at the start of `text`, which must end in a byte that no number has (a NUL, a space, a comma), and
 * returns where it ends; NULL where there is none or it is out of range. Floats are the nearest to the text, ties to even;
 * the text is what JSON has for a number, of any length. Integers are digits, with a minus before them for i64. */
const char *number_read_f32(const char *text, float *value);
const char *number_read_f64(const char *text, double *value);
const char *number_read_u64(const char *text, uint64_t *value);
const char *number_read_i64(const char *text, int64_t *value);

#endif
