/* SPDX-License-Identifier: MIT */
#include "functions.h"

#include <stdlib.h>

bool add_function(const registration *to, const function *added)
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
    bool fine = duckdb_register_table_function(to->connection, table) == DuckDBSuccess;
    duckdb_destroy_table_function(&table);
    if (fine && to->macros) macros_add(to->connection, added);
    return fine;
}

void add_columns(duckdb_bind_info info, const result_column *columns)
{
    for (; columns->name; columns++) {
        duckdb_logical_type type = duckdb_create_logical_type(columns->type);
        duckdb_bind_add_result_column(info, columns->name, type);
        duckdb_destroy_logical_type(&type);
    }
}

needed *needed_new(duckdb_init_info info)
{
    const idx_t count = duckdb_init_get_column_count(info);
    needed *list = calloc(1, sizeof *list + count * sizeof *list->columns);
    if (!list) return NULL;
    list->count = count;
    for (idx_t i = 0; i < count; i++) list->columns[i] = duckdb_init_get_column_index(info, i);
    return list;
}

bool needs(const needed *list, idx_t column)
{
    for (idx_t i = 0; i < list->count; i++)
        if (list->columns[i] == column) return true;
    return false;
}
