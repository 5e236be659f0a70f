/* SPDX-License-Identifier: MIT
 * Columns of reel as types and vectors of DuckDB. */
#ifndef REEL_DUCKDB_VECTOR_H
#define REEL_DUCKDB_VECTOR_H

#include "api.h"

#include <reel/arrow.h>

/* The type of a column. `field` is its field, or NULL if it has none; with `enums`, an enumeration is an ENUM of its names. The caller
 * destroys it. NULL: a type that DuckDB has no type for, or no memory. */
duckdb_logical_type vector_type(const struct ArrowSchema *schema, const reel_field *field, bool enums);

/* Copies the values of an array, at most duckdb_vector_size() of them, to a vector of that type. False: a value of an ENUM has no name;
 * `unnamed` is then its number as text, valid as long as the array. */
bool vector_fill(duckdb_vector vector, const struct ArrowSchema *schema, const struct ArrowArray *array, bool enums,
                 duckdb_string_t *unnamed);

/* Text that is not UTF-8, changed as the exports of reel do: such a byte becomes the code point U+F700 + byte. NULL: the text is UTF-8, or there
 * is not enough memory. The caller frees it. */
char *text_valid(const char *text);
/* Set one value. Text is made valid. */
void vector_set_text(duckdb_vector vector, idx_t row, const char *text);
void vector_set_number(duckdb_vector vector, idx_t row, uint64_t number); /* UBIGINT */
void vector_set_flag(duckdb_vector vector, idx_t row, bool flag);         /* BOOLEAN */
void vector_set_double(duckdb_vector vector, idx_t row, double number);   /* DOUBLE */
void vector_set_null(duckdb_vector vector, idx_t row);

#endif
