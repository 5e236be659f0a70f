/* SPDX-License-Identifier: MIT */
#include "functions.h"

DUCKDB_EXTENSION_GLOBAL

bool add_function(duckdb_connection connection, const function *added)
{
    duckdb_table_function table = duckdb_create_table_function();
    duckdb_logical_type any = duckdb_create_logical_type(DUCKDB_TYPE_ANY);
    duckdb_table_function_set_name(table, added->name);
    duckdb_table_function_add_parameter(table, any);
    duckdb_destroy_logical_type(&any);
    for (const parameter *each = added->parameters; each && each->name; each++) {
        duckdb_logical_type type = duckdb_create_logical_type(each->type);
        duckdb_table_function_add_named_parameter(table, each->name, type);
        duckdb_destroy_logical_type(&type);
    }
    duckdb_table_function_set_extra_info(table, added->extra, NULL);
    duckdb_table_function_set_bind(table, added->bind);
    duckdb_table_function_set_init(table, added->init);
    if (added->local_init) duckdb_table_function_set_local_init(table, added->local_init);
    duckdb_table_function_set_function(table, added->next);
    duckdb_table_function_supports_projection_pushdown(table, true);
    bool fine = duckdb_register_table_function(connection, table) == DuckDBSuccess;
    duckdb_destroy_table_function(&table);
    return fine;
}
