/* SPDX-License-Identifier: MIT */
#include "store/catalogue_internal.h"

#include "base/clock.h"
#include "base/fail.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 5, TRIES_MS = 10000 /* after which a transaction is not tried again: each try waits, too */ };

/* ---- connections ------------------------------------------------------------------------------------------------ */

static sql *borrow(catalogue *c)
{
    pthread_mutex_lock(&c->lock);
    while (!c->free) pthread_cond_wait(&c->freed, &c->lock);
    sql *connection = c->connections[--c->free];
    pthread_mutex_unlock(&c->lock);
    return connection;
}

static void give_back(catalogue *c, sql *connection)
{
    pthread_mutex_lock(&c->lock);
    c->connections[c->free++] = connection;
    pthread_cond_signal(&c->freed);
    pthread_mutex_unlock(&c->lock);
}

/* Waits until no other thread writes, for as long as a transaction may be tried. */
static reel_status begin_writing(catalogue *c, reel_error *error)
{
    const int64_t until = clock_steady_ms() + TRIES_MS;
    if (!c->has_one_writer) return REEL_OK;
    pthread_mutex_lock(&c->lock);
    for (int64_t left = TRIES_MS; c->is_written && left > 0; left = until - clock_steady_ms())
        clock_wait(&c->written, &c->lock, left);
    const bool is_free = !c->is_written;
    c->is_written = true;
    pthread_mutex_unlock(&c->lock);
    return is_free ? REEL_OK : fail(error, REEL_IO, "sql.busy", "database: other writers take too long");
}

static void end_writing(catalogue *c)
{
    if (!c->has_one_writer) return;
    pthread_mutex_lock(&c->lock);
    c->is_written = false;
    pthread_cond_signal(&c->written);
    pthread_mutex_unlock(&c->lock);
}

static bool only_reads(const char *text) { return strncmp(text, "SELECT", 6) == 0 || strncmp(text, "WITH", 4) == 0; }

static bool is_busy(reel_status status, const reel_error *error, int64_t begun)
{
    return status < 0 && strcmp(error->rule, "sql.busy") == 0 && clock_steady_ms() - begun < TRIES_MS;
}

/* Borrows a connection for `once`, which is tried again while the database is busy. */
static reel_status in_turn(catalogue *c, bool writes, catalogue_steps *once, void *context, reel_error *error)
{
    reel_status status = REEL_OK;
    const int64_t begun = clock_steady_ms(), began = clock_steady_us();
    if (writes && begin_writing(c, error) < 0) return histogram_add(&c->times, clock_steady_us() - began, true), error->status;
    sql *connection = borrow(c);
    for (int i = 0; i < TRIES; i++) {
        status = once(connection, context, error);
        if (!is_busy(status, error, begun)) break;
    }
    give_back(c, connection);
    if (writes) end_writing(c);
    histogram_add(&c->times, clock_steady_us() - began, status < 0);
    return status;
}

typedef struct statement {
    const char *text;
    const sql_value *values;
    size_t count;
    sql_row *row;
    void *context;
    uint64_t *changed;
} statement;

static reel_status run_once(sql *connection, void *context, reel_error *error)
{
    const statement *s = context;
    return connection->driver->run(connection, s->text, s->values, s->count, s->row, s->context, s->changed, error);
}

reel_status catalogue_run(catalogue *c, const char *text, const sql_value *values, size_t count, sql_row *row, void *context,
                          uint64_t *changed, reel_error *error)
{
    statement s = { text, values, count, row, context, changed };
    return in_turn(c, !only_reads(text), run_once, &s, error);
}

typedef struct transaction {
    catalogue_steps *steps;
    void *context;
} transaction;

static reel_status transact_once(sql *connection, void *context, reel_error *error)
{
    const transaction *t = context;
    reel_error ignored;
    reel_status status = sql_do(connection, "BEGIN", NULL, 0, NULL, error);
    if (status < 0) return status;
    status = t->steps(connection, t->context, error);
    reel_status ended = status == REEL_OK ? sql_do(connection, "COMMIT", NULL, 0, NULL, error) : REEL_OK;
    if (status != REEL_OK || ended < 0) sql_do(connection, "ROLLBACK", NULL, 0, NULL, &ignored);
    return status < 0 ? status : ended;
}

reel_status catalogue_transact(catalogue *c, catalogue_steps *steps, void *context, reel_error *error)
{
    return in_turn(c, true, transact_once, &(transaction){ steps, context }, error);
}

reel_status catalogue_look(catalogue *c, catalogue_steps *steps, void *context, reel_error *error)
{
    return in_turn(c, false, transact_once, &(transaction){ steps, context }, error);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

bool catalogue_read_integer(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(int64_t *)context = values[0].integer;
    return false;
}

void catalogue_copy(char *to, size_t size, const sql_value *value)
{
    snprintf(to, size, "%s", value->kind == SQL_TEXT ? value->text : "");
}

static double number(const sql_value *value) { return value->kind == SQL_INTEGER ? (double)value->integer : value->real; }

static void read_entry(const sql_value *v, replay_entry *entry)
{
    *entry = (replay_entry){ .received = v[1].integer,
                             .size = v[2].integer,
                             .verdict = (int32_t)v[3].integer,
                             .has_score = v[9].kind != SQL_NULL,
                             .score = number(&v[9]),
                             .has_accuracy = v[21].kind != SQL_NULL,
                             .accuracy = number(&v[21]),
                             .seconds = number(&v[10]),
                             .errors = v[11].integer,
                             .warnings = v[12].integer,
                             .ranked = v[14].integer != 0,
                             .number = v[15].integer };
    catalogue_copy(entry->id, sizeof entry->id, &v[0]);
    catalogue_copy(entry->format, sizeof entry->format, &v[4]);
    catalogue_copy(entry->game, sizeof entry->game, &v[5]);
    catalogue_copy(entry->player, sizeof entry->player, &v[6]);
    catalogue_copy(entry->player_name, sizeof entry->player_name, &v[7]);
    catalogue_copy(entry->level, sizeof entry->level, &v[8]);
    catalogue_copy(entry->uploader, sizeof entry->uploader, &v[13]);
    catalogue_copy(entry->title, sizeof entry->title, &v[16]);
    catalogue_copy(entry->author, sizeof entry->author, &v[17]);
    catalogue_copy(entry->detail, sizeof entry->detail, &v[18]);
    catalogue_copy(entry->modifiers, sizeof entry->modifiers, &v[19]);
    catalogue_copy(entry->headset, sizeof entry->headset, &v[20]);
}

bool catalogue_read_entry(void *context, const sql_value *values, size_t count)
{
    (void)count;
    read_entry(values, context);
    return false;
}

bool catalogue_read_each(void *context, const sql_value *values, size_t count)
{
    const entry_reader *reader = context;
    replay_entry entry;
    catalogue_read_entry(&entry, values, count);
    reader->each(reader->context, &entry);
    return true;
}

reel_status catalogue_next_number(sql *db, int64_t *number, reel_error *error)
{
    reel_status status = sql_do(db,
                                "UPDATE reel_sequence SET last = last + 1, counted = CASE WHEN counted = last THEN last + 1 ELSE "
                                "counted END",
                                NULL, 0, NULL, error);
    if (status < 0) return status;
    return sql_ask(db, "SELECT last FROM reel_sequence", NULL, 0, catalogue_read_integer, number, error);
}

reel_status catalogue_find_withdrawn(sql *db, const char *id, const char *content, bool *withdrawn, reel_error *error)
{
    const sql_value values[] = { sql_text(id), sql_text(content) };
    int64_t found = 0;
    reel_status status =
        sql_ask(db,
                "SELECT 1 WHERE EXISTS (SELECT 1 FROM withdrawn WHERE id = $1) OR EXISTS (SELECT 1 FROM withdrawn "
                "WHERE content = $2 AND content <> '') OR EXISTS (SELECT 1 FROM doomed WHERE id = $1)",
                values, 2, catalogue_read_integer, &found, error);
    *withdrawn = found != 0;
    return status;
}
