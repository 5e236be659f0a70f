/* SPDX-License-Identifier: MIT
 * The entry point of the extension: registers the table functions and the replacement scan. */
#include "functions.h"

#include <reel/format.h>

#include <ctype.h>

/* ---- SELECT * FROM 'play.bsor' -------------------------------------------------------------------------------------- */

/* Whether a name ends with a dot and an extension, in any case. */
static bool has_extension(const char *name, size_t size, const char *extension)
{
    size_t length = strlen(extension);
    if (size <= length || name[size - length - 1] != '.') return false;
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)name[size - length + i]) != extension[i]) return false;
    return true;
}

/* .json and .dat are left to others: most such files are not replays. */
static bool is_shared(const char *extension)
{
    size_t size = strlen(extension);
    return strcmp(extension, "dat") == 0 || strcmp(extension, "json") == 0 || has_extension(extension, size, "json");
}

static bool is_replay_name(const char *name)
{
    static const char *const packed[] = { "gz", "xz", "zst" };
    size_t size = strlen(name);
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (has_extension(name, size, packed[i])) {
            size -= strlen(packed[i]) + 1;
            break;
        }
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const char *const *extension = (*format)->extensions; *extension; extension++)
            if (!is_shared(*extension) && has_extension(name, size, *extension)) return true;
    return false;
}

static void replace_name(duckdb_replacement_scan_info info, const char *name, void *data)
{
    (void)data;
    if (!is_replay_name(name)) return;
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
    if (!add_read_functions(connection) || !add_report_functions(connection) || !add_tables_function(connection)) {
        access->set_error(info, "reel: DuckDB refused a table function");
        return false;
    }
    duckdb_add_replacement_scan(*access->get_database(info), replace_name, NULL, NULL);
    return true;
}
