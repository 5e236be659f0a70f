/* SPDX-License-Identifier: MIT */
#include "service/chores.h"

#include "base/clear.h"
#include "base/clock.h"
#include "rules/sign_in.h"
#include "store/account.h"
#include "store/events.h"
#include "store/moderation.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define REFUSED_MS (INT64_C(24) * 3600 * 1000 * REFUSED_DAYS)
enum { PURGE_SECONDS = 5 };
#define FLOW_MS                                                                                                                  \
    (INT64_C(1000) * FLOW_SECONDS) /* for which sessions that are over are kept: what they began with cannot be used again */
#define EVENT_MS (INT64_C(30) * 24 * 3600 * 1000) /* for which events are kept */

struct chores {
    const repository *keep;
    login *login;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool stopping;
    int64_t warned; /* when a failure was last printed */
};

static void purge(chores *c)
{
    enum { WARN_MS = 60000 };
    reel_error error;
    unsigned count;
    int64_t now = clock_wall_ms();
    reel_status status = moderation_purge(c->keep->catalogue, c->keep->store, now, &count, &error);
    if (status >= 0) status = event_prune(c->keep->catalogue, now - EVENT_MS, &error);
    if (status >= 0) status = catalogue_forget_refusals(c->keep->catalogue, now - REFUSED_MS, &error);
    if (status >= 0) status = account_prune(c->keep->catalogue, now - FLOW_MS, &error);
    if (status >= 0) return;
    if (c->warned && clock_steady_ms() - c->warned < WARN_MS) return;
    c->warned = clock_steady_ms();
    fprintf(stderr, "reel-server: old replays and events stay for now: %s\n", error.message);
}

static void *run(void *argument)
{
    chores *c = argument;
    pthread_mutex_lock(&c->lock);
    while (!c->stopping) {
        pthread_mutex_unlock(&c->lock);
        login_refresh(c->login);
        purge(c);
        clear_stack();
        pthread_mutex_lock(&c->lock);
        if (!c->stopping) clock_wait(&c->stop, &c->lock, PURGE_SECONDS * 1000);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void end(chores *c)
{
    pthread_cond_destroy(&c->stop);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

chores *chores_start(const repository *keep, login *login)
{
    chores *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->keep = keep;
    c->login = login;
    pthread_mutex_init(&c->lock, NULL);
    clock_cond_init(&c->stop);
    int why = pthread_create(&c->thread, NULL, run, c);
    if (why == 0) return c;
    end(c);
    errno = why;
    return NULL;
}

void chores_stop(chores *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_cond_signal(&c->stop);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    end(c);
}
