/* SPDX-License-Identifier: MIT */
#include "store/sql.h"

#include <string.h>

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

reel_status sql_open(const char *where, sql **connection, reel_error *error)
{
    bool postgres = begins(where, "postgres://") || begins(where, "postgresql://");
    return (postgres ? &sql_postgres : &sql_sqlite)->open(where, connection, error);
}

reel_status sql_do(sql *connection, const char *text, const sql_value *values, size_t count, uint64_t *changed, reel_error *error)
{
    return connection->driver->run(connection, text, values, count, NULL, NULL, changed, error);
}

reel_status sql_ask(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row, void *context,
                    reel_error *error)
{
    return connection->driver->run(connection, text, values, count, row, context, NULL, error);
}
