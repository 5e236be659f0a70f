/* SPDX-License-Identifier: MIT
 * A connection to SQLite or PostgreSQL. Statements are in the part of SQL that both have, with parameters $1, $2, ... A connection is for one
 * thread at a time. */
#ifndef SERVER_STORE_SQL_H
#define SERVER_STORE_SQL_H

#include <reel/reel.h>

typedef enum sql_kind { SQL_NULL, SQL_INTEGER, SQL_REAL, SQL_TEXT } sql_kind;

/* A parameter, or a value of a row; text is borrowed. */
typedef struct sql_value {
    sql_kind kind;
    int64_t integer;
    double real;
    const char *text;
} sql_value;

static inline sql_value sql_text(const char *text) { return (sql_value){ .kind = text ? SQL_TEXT : SQL_NULL, .text = text }; }
static inline sql_value sql_integer(int64_t value) { return (sql_value){ .kind = SQL_INTEGER, .integer = value }; }
static inline sql_value sql_real(double value) { return (sql_value){ .kind = SQL_REAL, .real = value }; }
/* The number in a column: a database may store a real without a fraction as an integer. */
static inline double sql_number(const sql_value *value)
{
    return value->kind == SQL_INTEGER ? (double)value->integer : value->real;
}
#define SQL_NOTHING ((sql_value){ .kind = SQL_NULL })

typedef struct sql sql;

/* Receives a row; its values are valid during the call. False: no more rows are wanted. */
typedef bool sql_row(void *context, const sql_value *values, size_t count);

/* What a database can do. */
typedef struct sql_driver {
    reel_status (*open)(const char *where, sql **connection, reel_error *error);
    /* Runs one statement. Sets *changed to the number of rows that it changed; `changed` and `row` may be NULL. Fails with REEL_IO, rule
     * "sql.busy" if another connection was in the way and the transaction may be tried again, else "sql.failed". */
    reel_status (*run)(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row, void *context,
                       uint64_t *changed, reel_error *error);
    /* The same for a text that is used once, without parameters: `run` keeps statements by the address of their text. */
    reel_status (*once)(sql *connection, const char *text, sql_row *row, void *context, reel_error *error);
    void (*close)(sql *connection);
} sql_driver;

/* Commits to SQLite go to a log, which has to be copied into the database from time to time. The commit that finds it long does that, unless the
 * connection has a sql_log: then it calls `grown`, on its thread, and something else is to call sql_settle soon. */
typedef struct sql_log {
    void (*grown)(void *context);
    void *context;
} sql_log;

struct sql {
    const sql_driver *driver;
    const sql_log *log; /* of SQLite; NULL: none */
};

extern const sql_driver sql_sqlite, sql_postgres;
/* Bytes that all connections to SQLite fill: at most 2 MB of pages for each, and the statements that are kept. */
int64_t sql_sqlite_memory(void);

/* Opens "postgres://..." or the path of an SQLite file. */
reel_status sql_open(const char *where, sql **connection, reel_error *error);
static inline void sql_close(sql *connection) { connection->driver->close(connection); }
/* Whether it is SQLite, which has one writer at a time. */
static inline bool sql_has_one_writer(const sql *connection) { return connection->driver == &sql_sqlite; }
/* Copies the log into the database, while others read and write. For SQLite only. */
void sql_settle(sql *connection);

/* Runs a statement without rows. */
reel_status sql_do(sql *connection, const char *text, const sql_value *values, size_t count, uint64_t *changed,
                   reel_error *error);
/* Runs a statement with rows. */
reel_status sql_ask(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row, void *context,
                    reel_error *error);

#endif
