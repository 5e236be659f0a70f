/* SPDX-License-Identifier: MIT
 * The thread that copies the log of SQLite into the database, so that no commit has to: sql_sqlite.c. */
#include "base/clear.h"
#include "base/clock.h"
#include "base/fail.h"
#include "store/catalogue.h"
#include "store/catalogue_internal.h"

#include <string.h>

enum { REST_MS = 50 /* between two copies, each of which syncs the disk */ };

/* Called after a commit, on its thread. */
static void grown(void *context)
{
    catalogue *c = context;
    pthread_mutex_lock(&c->lock);
    c->log_grown = true;
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
}

/* With the lock. Commits do not end it, but the end does. */
static void rest(catalogue *c)
{
    const int64_t until = clock_steady_ms() + REST_MS;
    for (int64_t left = REST_MS; left > 0 && !c->stopping; left = until - clock_steady_ms()) clock_wait(&c->wake, &c->lock, left);
}

static void *run(void *argument)
{
    catalogue *c = argument;
    pthread_mutex_lock(&c->lock);
    while (!c->stopping) {
        if (!c->log_grown) {
            pthread_cond_wait(&c->wake, &c->lock);
            continue;
        }
        c->log_grown = false;
        pthread_mutex_unlock(&c->lock);
        sql_settle(c->settler);
        clear_stack();
        pthread_mutex_lock(&c->lock);
        rest(c);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

reel_status catalogue_settle_apart(catalogue *c, const char *where, reel_error *error)
{
    if (!c->has_one_writer) return REEL_OK;
    reel_status status = sql_open(where, &c->settler, error);
    if (status < 0) return c->settler = NULL, status;
    c->log = (sql_log){ grown, c };
    clock_cond_init(&c->wake);
    const int why = pthread_create(&c->thread, NULL, run, c);
    if (why == 0) {
        for (unsigned i = 0; i < c->free; i++) c->connections[i]->log = &c->log;
        return REEL_OK;
    }
    pthread_cond_destroy(&c->wake);
    sql_close(c->settler);
    c->settler = NULL;
    return fail(error, REEL_MEMORY, "catalogue.thread", "cannot start a thread: %s", strerror(why));
}

void catalogue_end_settling(catalogue *c)
{
    if (!c->settler) return;
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    pthread_cond_destroy(&c->wake);
    sql_close(c->settler);
}
