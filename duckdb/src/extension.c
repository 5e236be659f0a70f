/* SPDX-License-Identifier: MIT
 * The entry point of the extension: registers the table functions and the replacement scan. */
#include "functions.h"

#include <reel/format.h>

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

/* The entry point of DuckDB's header would define the API here, which all that it calls uses: api.c does. */
#undef DUCKDB_EXTENSION_GLOBAL
#define DUCKDB_EXTENSION_GLOBAL

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info, struct duckdb_extension_access *access)
{
    const registration to = { .connection = connection, .macros = macros_begin(connection) };
    if (!add_read_functions(&to) || !add_findings_function(&to) || !add_files_function(&to) || !add_tables_function(&to) ||
        !add_plays_function(&to)) {
        access->set_error(info, "reel: DuckDB refused a table function");
        return false;
    }
    duckdb_add_replacement_scan(*access->get_database(info), replace_name, NULL, NULL);
    return true;
}
