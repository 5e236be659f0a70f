/* SPDX-License-Identifier: MIT
 * PostgreSQL by libpq. A connection that was lost is made again by the next statement outside a transaction. A statement that has no answer
 * in time loses its connection: a database that hangs must not keep the threads of the server. */
#include "base/clock.h"
#include "base/fail.h"
#include "base/real.h"
#include "store/sql.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { PARAMETERS = 32, COLUMNS = 32, NUMBER = REAL_TEXT, WAIT_MS = 10000, CONNECT_SECONDS = 10 };
enum { TYPE_BOOL = 16, TYPE_INT8 = 20, TYPE_INT4 = 23, TYPE_FLOAT8 = 701, TYPE_NUMERIC = 1700 }; /* of pg_type, fixed for ever */

typedef struct postgres_connection {
    sql sql;
    PGconn *connection;
    bool in_transaction;
} postgres_connection;

static reel_status failed(postgres_connection *c, const PGresult *result, reel_error *error)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    /* 40001 serialization failure, 40P01 deadlock, 08* lost connection */
    bool again = !state || strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0 || strncmp(state, "08", 2) == 0;
    const char *message = PQerrorMessage(c->connection);
    return fail(error, REEL_IO, again ? "sql.busy" : "sql.failed", "database: %.*s", (int)strcspn(message, "\n"), message);
}

static void postgres_close(sql *connection)
{
    postgres_connection *c = (postgres_connection *)connection;
    PQfinish(c->connection);
    free(c);
}

/* Notices, such as that a table exists already, are not for the log. */
static void drop_notice(void *context, const char *text) { (void)context, (void)text; }

static reel_status postgres_open(const char *where, sql **connection, reel_error *error)
{
    postgres_connection *c = calloc(1, sizeof *c);
    if (!c) return fail(error, REEL_MEMORY, "sql.memory", "out of memory");
    c->sql.driver = &sql_postgres;
    static const char *const names[] = { "connect_timeout", "dbname", NULL };
    char seconds[NUMBER];
    snprintf(seconds, sizeof seconds, "%d", CONNECT_SECONDS);
    /* the address comes last: what it sets wins */
    const char *const values[] = { seconds, where, NULL };
    c->connection = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(c->connection, drop_notice, NULL);
    if (PQstatus(c->connection) == CONNECTION_OK) {
        *connection = &c->sql;
        return REEL_OK;
    }
    failed(c, NULL, error);
    postgres_close(&c->sql);
    return error->status;
}

/* Waits for the result of a statement. False: it took too long. Transactions only change tables at the start, and may take their time. */
static bool await_result(postgres_connection *c)
{
    int64_t deadline = clock_steady_ms() + WAIT_MS;
    struct pollfd one = { .fd = PQsocket(c->connection), .events = POLLIN };
    for (int ready = 1; PQisBusy(c->connection);) {
        int64_t left = deadline - clock_steady_ms();
        if (left < 0) left = 0;
        ready = poll(&one, 1, c->in_transaction ? -1 : (int)left);
        if (ready == 0 || (ready < 0 && errno != EINTR)) return false;
        if (ready > 0 && !PQconsumeInput(c->connection)) return true; /* the connection is lost: PQgetResult says so */
    }
    return true;
}

/* Ends a connection whose answer is not awaited any more; the next statement makes it again. */
static void give_up(postgres_connection *c)
{
    shutdown(PQsocket(c->connection), SHUT_RDWR);
    PQconsumeInput(c->connection); /* sees the end */
}

/* Runs a statement. NULL: there is no answer, and *late says whether that is because it took too long. */
static PGresult *run_statement(postgres_connection *c, const char *text, size_t count, const char *const *texts, bool *late)
{
    PGresult *result = NULL, *next;
    *late = false;
    if (!PQsendQueryParams(c->connection, text, (int)count, NULL, texts, NULL, NULL, 0)) return NULL;
    *late = !await_result(c);
    if (*late) return NULL;
    while ((next = PQgetResult(c->connection)) != NULL) {
        PQclear(result);
        result = next;
    }
    return result;
}

static sql_value column_of(const PGresult *result, int row, int column)
{
    if (PQgetisnull(result, row, column)) return SQL_NOTHING;
    const char *text = PQgetvalue(result, row, column);
    switch ((int)PQftype(result, column)) {
    case TYPE_BOOL: return sql_integer(*text == 't');
    case TYPE_INT4:
    case TYPE_INT8: return sql_integer(strtoll(text, NULL, 10));
    case TYPE_FLOAT8:
    case TYPE_NUMERIC: return sql_real(strtod(text, NULL));
    default: return sql_text(text);
    }
}

static reel_status postgres_run(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row,
                                void *context, uint64_t *changed, reel_error *error)
{
    postgres_connection *c = (postgres_connection *)connection;
    const char *texts[PARAMETERS];
    char numbers[PARAMETERS][NUMBER];
    if (PQstatus(c->connection) != CONNECTION_OK && !c->in_transaction) PQreset(c->connection);
    for (size_t i = 0; i < count; i++) {
        texts[i] = values[i].kind == SQL_TEXT ? values[i].text : values[i].kind == SQL_NULL ? NULL : numbers[i];
        if (values[i].kind == SQL_INTEGER) snprintf(numbers[i], NUMBER, "%lld", (long long)values[i].integer);
        if (values[i].kind == SQL_REAL) real_text(values[i].real, numbers[i]);
    }
    bool late;
    PGresult *result = run_statement(c, text, count, texts, &late);
    if (late) {
        give_up(c);
        return fail(error, REEL_IO, "sql.late", "database: no answer in %d seconds", WAIT_MS / 1000);
    }
    ExecStatusType state = PQresultStatus(result);
    reel_status status = state == PGRES_COMMAND_OK || state == PGRES_TUPLES_OK ? REEL_OK : failed(c, result, error);
    for (int i = 0; status == REEL_OK && row && i < PQntuples(result); i++) {
        sql_value all[COLUMNS];
        int columns = PQnfields(result);
        for (int j = 0; j < columns && j < COLUMNS; j++) all[j] = column_of(result, i, j);
        if (!row(context, all, (size_t)columns)) break;
    }
    if (changed) *changed = strtoull(PQcmdTuples(result), NULL, 10);
    PQclear(result);
    c->in_transaction = PQtransactionStatus(c->connection) == PQTRANS_INTRANS;
    return status;
}

static reel_status postgres_once(sql *connection, const char *text, sql_row *row, void *context, reel_error *error)
{
    return postgres_run(connection, text, NULL, 0, row, context, NULL, error);
}

const sql_driver sql_postgres = { postgres_open, postgres_run, postgres_once, postgres_close };
