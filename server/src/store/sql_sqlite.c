/* SPDX-License-Identifier: MIT
 * SQLite in WAL mode. A commit is on disk when it returns (synchronous = FULL).
 *
 * A commit appends to the log and syncs it. Copying the log into the database writes pages all over it and syncs it, too, which takes tens of ms on
 * a disk: so a server does that on a thread of its own (catalogue.c), and commits do not wait for it. Only if the log has grown to MOST_LOG_PAGES
 * because that thread cannot keep up, the commit does it, so that the log stays bounded. */
#include "base/fail.h"
#include "store/sql.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUSY_MS = 10000, STATEMENTS = 160, COLUMNS = 32 };
enum { LOG_PAGES = 1000, MOST_LOG_PAGES = 16000 /* 64 MB */ };

/* Prepared statements are kept by the address of their text, which is static. */
typedef struct sqlite_connection {
    sql sql;
    sqlite3 *database;
    const char *texts[STATEMENTS];
    sqlite3_stmt *statements[STATEMENTS];
    size_t count;
} sqlite_connection;

static reel_status failed(sqlite_connection *c, int result, reel_error *error)
{
    bool busy = (result & 0xff) == SQLITE_BUSY || (result & 0xff) == SQLITE_LOCKED;
    return fail(error, REEL_IO, busy ? "sql.busy" : "sql.failed", "database: %s",
                c->database ? sqlite3_errmsg(c->database) : sqlite3_errstr(result));
}

static void sqlite_close(sql *connection)
{
    sqlite_connection *c = (sqlite_connection *)connection;
    for (size_t i = 0; i < c->count; i++) sqlite3_finalize(c->statements[i]);
    sqlite3_close(c->database);
    free(c);
}

void sql_settle(sql *connection)
{
    sqlite_connection *c = (sqlite_connection *)connection;
    (void)sqlite3_wal_checkpoint_v2(c->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
                                    NULL); /* if it fails, a later one does it */
}

/* After each commit, with the number of pages in the log. */
static int committed(void *context, sqlite3 *database, const char *name, int pages)
{
    const sqlite_connection *c = context;
    const sql_log *log = c->sql.log;
    (void)database, (void)name;
    if (log && pages >= LOG_PAGES) log->grown(log->context);
    if (pages >= (log ? MOST_LOG_PAGES : LOG_PAGES)) sql_settle(context);
    return SQLITE_OK;
}

static reel_status sqlite_open(const char *where, sql **connection, reel_error *error)
{
    sqlite_connection *c = calloc(1, sizeof *c);
    if (!c) return fail(error, REEL_MEMORY, "sql.memory", "out of memory");
    c->sql.driver = &sql_sqlite;
    int result = sqlite3_open_v2(where, &c->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK) result = sqlite3_extended_result_codes(c->database, 1);
    /* no pool of small blocks of its own, which it would not clear: see clear.h */
    if (result == SQLITE_OK) result = sqlite3_db_config(c->database, SQLITE_DBCONFIG_LOOKASIDE, NULL, 0, 0);
    if (result == SQLITE_OK) result = sqlite3_busy_timeout(c->database, BUSY_MS);
    if (result == SQLITE_OK)
        result = sqlite3_exec(c->database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", NULL,
                              NULL, NULL);
    if (result == SQLITE_OK) {
        sqlite3_wal_hook(c->database, committed, c);
        *connection = &c->sql;
        return REEL_OK;
    }
    failed(c, result, error);
    if (result == SQLITE_CANTOPEN) {
        const int system = sqlite3_system_errno(c->database);
        snprintf(error->message, sizeof error->message, "%.120s: %.60s", where, system ? strerror(system) : "cannot be opened");
    }
    sqlite_close(&c->sql);
    return error->status;
}

/* A file that was deleted or replaced takes everything that is written to it, and nobody finds it there. */
static bool has_moved(sqlite_connection *c)
{
    int moved = 0;
    return sqlite3_file_control(c->database, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved;
}

static int find_statement(sqlite_connection *c, const char *text, sqlite3_stmt **statement)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->texts[i] == text) return *statement = c->statements[i], SQLITE_OK;
    int result = sqlite3_prepare_v3(c->database, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
    if (result != SQLITE_OK) return result;
    size_t slot = c->count < STATEMENTS ? c->count++ : (size_t)((uintptr_t)text / 16 % STATEMENTS);
    sqlite3_finalize(c->statements[slot]);
    c->texts[slot] = text;
    c->statements[slot] = *statement;
    return SQLITE_OK;
}

/* "$1" is the name of a parameter here: it is bound by name, since SQLite numbers names as they come. Texts are not copied: they are the caller's
 * until sqlite_run returns, which clears them. */
static int bind(sqlite3_stmt *statement, const sql_value *values, size_t count)
{
    int result = SQLITE_OK;
    for (size_t i = 0; i < count && result == SQLITE_OK; i++) {
        const unsigned n = (unsigned)i + 1;
        const char name[] = { '$', (char)('0' + (n < 10 ? n : n / 10)), (char)(n < 10 ? '\0' : '0' + n % 10), '\0' };
        int index = sqlite3_bind_parameter_index(statement, name);
        if (!index) continue;
        switch (values[i].kind) {
        case SQL_NULL: result = sqlite3_bind_null(statement, index); break;
        case SQL_INTEGER: result = sqlite3_bind_int64(statement, index, values[i].integer); break;
        case SQL_REAL: result = sqlite3_bind_double(statement, index, values[i].real); break;
        case SQL_TEXT: result = sqlite3_bind_text(statement, index, values[i].text, -1, SQLITE_STATIC); break;
        }
    }
    return result;
}

static sql_value column_of(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return sql_integer(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: return sql_real(sqlite3_column_double(statement, column));
    case SQLITE_TEXT: return sql_text((const char *)sqlite3_column_text(statement, column));
    default: return SQL_NOTHING;
    }
}

static int step_rows(sqlite3_stmt *statement, sql_row *row, void *context)
{
    int result, columns = sqlite3_column_count(statement);
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        sql_value values[COLUMNS];
        for (int i = 0; i < columns && i < COLUMNS; i++) values[i] = column_of(statement, i);
        if (row && !row(context, values, (size_t)columns)) return SQLITE_OK;
    }
    return result == SQLITE_DONE ? SQLITE_OK : result;
}

static reel_status sqlite_run(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row,
                              void *context, uint64_t *changed, reel_error *error)
{
    sqlite_connection *c = (sqlite_connection *)connection;
    sqlite3_stmt *statement = NULL;
    /* the system is asked before each transaction and before its commit, not for each statement in it */
    const bool is_inside = !sqlite3_get_autocommit(c->database) && strcmp(text, "COMMIT") != 0;
    if (!is_inside && has_moved(c))
        return fail(error, REEL_IO, "sql.moved", "database: its file was deleted or replaced; restart the server");
    int result = find_statement(c, text, &statement);
    if (result == SQLITE_OK) result = bind(statement, values, count);
    if (result == SQLITE_OK) result = step_rows(statement, row, context);
    reel_status status = result == SQLITE_OK ? REEL_OK : failed(c, result, error);
    if (statement) {
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement);
    }
    if (changed) *changed = (uint64_t)sqlite3_changes(c->database);
    return status;
}

static reel_status sqlite_once(sql *connection, const char *text, sql_row *row, void *context, reel_error *error)
{
    sqlite_connection *c = (sqlite_connection *)connection;
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v3(c->database, text, -1, 0, &statement, NULL);
    if (result == SQLITE_OK) result = step_rows(statement, row, context);
    reel_status status = result == SQLITE_OK ? REEL_OK : failed(c, result, error);
    sqlite3_finalize(statement);
    return status;
}

int64_t sql_sqlite_memory(void) { return sqlite3_memory_used(); }

const sql_driver sql_sqlite = { sqlite_open, sqlite_run, sqlite_once, sqlite_close };
