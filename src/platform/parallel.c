/* SPDX-License-Identifier: MIT
 * Jobs over threads. */
#include "platform/system.h"
#include "platform/threads.h"

#include <reel/reel.h>

#include <stdlib.h>

/* What jobs find free where threads take all memory that a process may have. */
enum { ROOM = 16 << 20 };

typedef struct work {
    system_mutex lock;
    size_t next, count;
    void (*job)(void *context, size_t index);
    void *context;
} work;

static void worker(void *given)
{
    work *w = given;
    for (;;) {
        reel__system_mutex_lock(&w->lock);
        size_t index = w->next;
        if (index < w->count) w->next++;
        reel__system_mutex_unlock(&w->lock);
        if (index >= w->count) return;
        w->job(w->context, index);
    }
}

void reel_parallel(size_t count, unsigned threads, void (*job)(void *context, size_t index), void *context)
{
    work w = { .count = count, .job = job, .context = context };
    if (threads == 0) threads = reel__system_processors();
    if (threads > count) threads = (unsigned)count;
    reel__system_mutex_init(&w.lock);
    system_thread *others = threads > 1 ? malloc((threads - 1) * sizeof *others) : NULL;
    unsigned started = 0;
    void *volatile room = others ? malloc(ROOM) : NULL; /* volatile: or the compiler leaves it out */
    reel__system_mutex_lock(&w.lock);                   /* no job begins before the room is free */
    while (others && started < threads - 1 && reel__system_thread_start(&others[started], worker, &w)) started++;
    free(room);
    reel__system_mutex_unlock(&w.lock);
    worker(&w);
    for (unsigned i = 0; i < started; i++) reel__system_thread_join(others[i]);
    free(others);
    reel__system_mutex_free(&w.lock);
}
