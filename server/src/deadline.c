/* SPDX-License-Identifier: MIT
 * The thread shuts a late connection's socket down; microhttpd then sees its end, and closes it itself. A slot belongs to a connection from
 * its notice of start to that of its end, before which its socket is not closed, so the number of the socket cannot be another's. */
#include "deadline.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

typedef struct slot {
    int socket;
    bool used;
    int64_t deadline; /* 0: none */
} slot;

struct deadlines {
    deadline_options options;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    pthread_t thread;
    bool stopping;
    unsigned long ended;
    size_t count, hint;
    slot slots[];
};

static int64_t now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void *sweep(void *context)
{
    deadlines *d = context;
    pthread_mutex_lock(&d->lock);
    while (!d->stopping) {
        int64_t now = now_seconds();
        for (slot *each = d->slots; each < d->slots + d->count; each++) {
            if (!each->used || !each->deadline || each->deadline > now) continue;
            shutdown(each->socket, SHUT_RDWR);
            each->deadline = 0;
            d->ended++;
        }
        struct timespec wake;
        clock_gettime(CLOCK_MONOTONIC, &wake);
        wake.tv_sec++;
        pthread_cond_timedwait(&d->stop, &d->lock, &wake);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

deadlines *deadlines_new(const deadline_options *options, unsigned connections)
{
    pthread_condattr_t attributes;
    deadlines *d = calloc(1, sizeof *d + connections * sizeof *d->slots);
    if (!d) return NULL;
    d->options = *options;
    d->count = connections;
    pthread_mutex_init(&d->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&d->stop, &attributes);
    pthread_condattr_destroy(&attributes);
    errno = pthread_create(&d->thread, NULL, sweep, d);
    if (errno == 0) return d;
    free(d);
    return NULL;
}

void deadlines_free(deadlines *d)
{
    if (!d) return;
    pthread_mutex_lock(&d->lock);
    d->stopping = true;
    pthread_cond_signal(&d->stop);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    pthread_cond_destroy(&d->stop);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

static void set_phase(deadlines *d, slot *s, deadline_phase phase)
{
    const unsigned seconds[] = { [DEADLINE_HEADER] = d->options.header_seconds,
                                 [DEADLINE_BODY] = d->options.body_seconds,
                                 [DEADLINE_NONE] = 0,
                                 [DEADLINE_ANSWER] = d->options.answer_seconds };
    s->deadline = seconds[phase] ? now_seconds() + seconds[phase] : 0;
}

/* Slots are taken in turn, so a free one is near. */
static slot *take_slot(deadlines *d)
{
    for (size_t i = 0; i < d->count; i++) {
        slot *s = &d->slots[d->hint++ % d->count];
        if (!s->used) return s;
    }
    return NULL;
}

void deadline_notify(void *context, struct MHD_Connection *connection, void **kept, enum MHD_ConnectionNotificationCode code)
{
    deadlines *d = context;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    pthread_mutex_lock(&d->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED && info) {
        slot *s = take_slot(d);
        if (s) *s = (slot){ .socket = info->connect_fd, .used = true };
        if (s) set_phase(d, s, DEADLINE_HEADER);
        *kept = s;
    } else if (code == MHD_CONNECTION_NOTIFY_CLOSED && *kept) {
        ((slot *)*kept)->used = false;
        *kept = NULL;
    }
    pthread_mutex_unlock(&d->lock);
}

void deadline_enter(deadlines *d, struct MHD_Connection *connection, deadline_phase phase)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    slot *s = info ? info->socket_context : NULL;
    if (!s) return;
    pthread_mutex_lock(&d->lock);
    set_phase(d, s, phase);
    pthread_mutex_unlock(&d->lock);
}

unsigned long deadlines_ended(deadlines *d)
{
    pthread_mutex_lock(&d->lock);
    unsigned long ended = d->ended;
    pthread_mutex_unlock(&d->lock);
    return ended;
}
