/* SPDX-License-Identifier: MIT
 * The table functions. Each adds itself to the connection; false: DuckDB refused it. */
#ifndef REEL_DUCKDB_FUNCTIONS_H
#define REEL_DUCKDB_FUNCTIONS_H

#include "api.h"

bool add_read_functions(duckdb_connection connection);   /* read_replay, replay_stats */
bool add_report_functions(duckdb_connection connection); /* replay_findings, replay_files */
bool add_tables_function(duckdb_connection connection);  /* replay_tables */

/* A named parameter; a list of them ends with a NULL name. */
typedef struct parameter {
    const char *name;
    duckdb_type type;
} parameter;

/* The callbacks of a table function, whose first parameter is a path or a list of paths. */
typedef struct function {
    const char *name;
    const parameter *parameters;
    duckdb_table_function_bind_t bind;
    duckdb_table_function_init_t init, local_init; /* local_init may be NULL */
    duckdb_table_function_t next;
    void *extra; /* for duckdb_bind_get_extra_info */
} function;

bool add_function(duckdb_connection connection, const function *added);

/* DuckDB asks for paths from several threads, and stops at the number of files only if there is one. */
enum { MOST_THREADS = 1024 };

#endif
