/* SPDX-License-Identifier: MIT
 * The API of DuckDB. Its functions are pointers that the entry point fills in. */
#ifndef REEL_DUCKDB_API_H
#define REEL_DUCKDB_API_H

#define DUCKDB_EXTENSION_NAME reel
#include "duckdb_extension.h"

DUCKDB_EXTENSION_EXTERN

#endif
