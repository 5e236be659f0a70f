/* SPDX-License-Identifier: MIT
 * What the functions with one row, or some rows, for each replay have in common. */
#ifndef REEL_DUCKDB_REPORT_H
#define REEL_DUCKDB_REPORT_H

#include "functions.h"
#include "select.h"

typedef struct report_bind {
    patterns found;
    char *wanted; /* the parameter rows; NULL: none */
    selection selected;
    reel_levels *levels; /* of the parameter level; NULL: none */
} report_bind;

typedef struct report_query {
    paths *files;
    needed *columns;
} report_query;

/* Reads the parameters and declares the columns. `rows`: with the parameters rows and level. */
void report_bind_columns(duckdb_bind_info info, const result_column *columns, bool rows);
void report_init(duckdb_init_info info);
/* A thread's `size` bytes of zeros, which `release` frees. */
void report_init_thread(duckdb_init_info info, size_t size, duckdb_delete_callback_t release);
/* Moves on to the next wanted replay. False after the last one, or if the query failed. */
bool report_next(duckdb_function_info info, replay *current);

void set_text_or_null(duckdb_vector vector, idx_t row, const char *text);
void set_number_or_null(duckdb_vector vector, idx_t row, uint64_t number, bool has);

#endif
