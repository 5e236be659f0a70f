/* SPDX-License-Identifier: MIT
 * The table functions. Each adds itself to the connection; false: DuckDB refused it. */
#ifndef REEL_DUCKDB_FUNCTIONS_H
#define REEL_DUCKDB_FUNCTIONS_H

#include "api.h"

#include <reel/format.h>

/* Where functions are added. */
typedef struct registration {
    duckdb_connection connection;
    bool macros; /* there is a database for macros */
} registration;

bool add_read_functions(const registration *to);    /* read_replay, replay_stats */
bool add_findings_function(const registration *to); /* replay_findings */
bool add_files_function(const registration *to);    /* replay_files */
bool add_tables_function(const registration *to);   /* replay_tables */
bool add_plays_function(const registration *to);    /* reel_plays */

/* A named parameter; a list of them ends with a NULL name. */
typedef struct parameter {
    const char *name;
    duckdb_type type;
    const char *doc;
} parameter;

/* The callbacks of a table function, whose first parameter is a path or a list of paths. */
typedef struct function {
    const char *name, *doc;
    const parameter *parameters;
    duckdb_table_function_bind_t bind;
    duckdb_table_function_init_t init, local_init; /* local_init may be NULL */
    duckdb_table_function_t next;
    void *extra; /* for duckdb_bind_get_extra_info */
} function;

bool add_function(const registration *to, const function *added);

/* Attaches a database in memory for macros. False: there is one called "reel", which is left alone. */
bool macros_begin(duckdb_connection connection);
void macros_add(duckdb_connection connection, const function *of);

/* A column of a result; a list of them ends with a NULL name. */
typedef struct result_column {
    const char *name;
    duckdb_type type;
} result_column;

void add_columns(duckdb_bind_info info, const result_column *columns);

/* The columns that a query needs. */
typedef struct needed {
    idx_t count;
    idx_t columns[];
} needed;

/* NULL: out of memory. free() frees it. */
needed *needed_new(duckdb_init_info info);
bool needs(const needed *list, idx_t column);

/* DuckDB asks for paths from several threads, and stops at the number of files only if there is one. */
enum { MOST_THREADS = 1024 };

#endif
