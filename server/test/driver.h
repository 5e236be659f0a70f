/* SPDX-License-Identifier: MIT
 * A driver of a test before the one of the database: the linker puts __wrap_sql_open before sql_open, and every statement passes the function
 * of the program that includes this. */
#ifndef SERVER_TEST_DRIVER_H
#define SERVER_TEST_DRIVER_H

#include "store/sql.h"

/* The driver of the database. */
static const sql_driver *real;

/* What the program does: runs a statement, or a text that is used once, and prepares a connection that was opened. */
static reel_status watch_run(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row,
                             void *context, uint64_t *changed, reel_error *error);
static reel_status watch_once(sql *connection, const char *text, sql_row *row, void *context, reel_error *error);
static reel_status watch_open(sql *connection, reel_error *error);

static void end_connection(sql *connection) { real->close(connection); }

reel_status __real_sql_open(const char *where, sql **connection, reel_error *error);
reel_status __wrap_sql_open(const char *where, sql **connection, reel_error *error);

reel_status __wrap_sql_open(const char *where, sql **connection, reel_error *error)
{
    static sql_driver driver;
    reel_status status = __real_sql_open(where, connection, error);
    if (status < 0) return status;
    real = (*connection)->driver;
    driver = (sql_driver){ real->open, watch_run, watch_once, end_connection };
    (*connection)->driver = &driver;
    return watch_open(*connection, error);
}

#endif
