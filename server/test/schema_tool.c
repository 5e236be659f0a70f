/* SPDX-License-Identifier: MIT
 * schema_tool WHERE VERSION: brings a catalogue forward to a version of its tables and stops there, as a server of that time would have left it.
 * Without VERSION, prints the newest one. The linker puts a driver that stops before the one of the database. */
#include "driver.h"
#include "store/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t wanted, last;

static reel_status watch_run(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row,
                             void *context, uint64_t *changed, reel_error *error)
{
    static const char step[] = "UPDATE reel_version SET version = $1";
    reel_status status = real->run(connection, text, values, count, row, context, changed, error);
    if (status < 0 || strcmp(text, step) != 0) return status;
    last = values[0].integer;
    if (last != wanted) return status;
    status = real->run(connection, "COMMIT", NULL, 0, NULL, NULL, NULL, error);
    real->close(connection);
    exit(status < 0);
}

static reel_status watch_once(sql *connection, const char *text, sql_row *row, void *context, reel_error *error)
{
    return real->once(connection, text, row, context, error);
}

static reel_status watch_open(sql *connection, reel_error *error) { return (void)connection, (void)error, REEL_OK; }

int main(int count, char **arguments)
{
    reel_error error = { .message = "" };
    catalogue *c = NULL;
    if (count < 2) return 2;
    wanted = count > 2 ? strtol(arguments[2], NULL, 10) : 0;
    reel_status status = catalogue_open(arguments[1], 1, &c, &error);
    if (c) catalogue_close(c);
    if (status < 0) fprintf(stderr, "%s: %s\n", error.rule, error.message);
    if (status >= 0) printf("%d\n", (int)last);
    return status < 0 || wanted;
}
