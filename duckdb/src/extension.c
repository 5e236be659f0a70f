/* SPDX-License-Identifier: MIT
 * The entry point of the extension: registers the table functions and the replacement scan. */
#define DUCKDB_EXTENSION_NAME reel
#include "duckdb_extension.h"

#include "functions.h"

#include <reel/format.h>

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

/* ---- SELECT * FROM 'play.bsor' -------------------------------------------------------------------------------------- */

static void replace_name(duckdb_replacement_scan_info info, const char *name, void *data)
{
    (void)data;
    if (!reel_is_replay_name(name)) return;
    duckdb_value path = duckdb_create_varchar(name);
    duckdb_replacement_scan_set_function_name(info, "read_replay");
    duckdb_replacement_scan_add_parameter(info, path);
    duckdb_destroy_value(&path);
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info, struct duckdb_extension_access *access)
{
    if (!add_read_functions(connection) || !add_report_functions(connection) || !add_tables_function(connection)) {
        access->set_error(info, "reel: DuckDB refused a table function");
        return false;
    }
    duckdb_add_replacement_scan(*access->get_database(info), replace_name, NULL, NULL);
    return true;
}
