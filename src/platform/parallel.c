/* SPDX-License-Identifier: MIT
 * Jobs over threads. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

#include "platform/system.h"

#include <reel/reel.h>

typedef struct work {
    pthread_mutex_t lock;
    size_t next, count;
    void (*job)(void *context, size_t index);
    void *context;
} work;

static void *worker(void *given)
{
    work *w = given;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        size_t index = w->next;
        if (index < w->count) w->next++;
        pthread_mutex_unlock(&w->lock);
        if (index >= w->count) return NULL;
        w->job(w->context, index);
    }
}

unsigned system_processors(void)
{
#ifdef _WIN32
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (unsigned)info.dwNumberOfProcessors;
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
#endif
}

void reel_parallel(size_t count, unsigned threads, void (*job)(void *context, size_t index), void *context)
{
    work w = { .count = count, .job = job, .context = context };
    if (threads == 0) threads = system_processors();
    if (threads > count) threads = (unsigned)count;
    pthread_mutex_init(&w.lock, NULL);
    pthread_t *others = threads > 1 ? malloc((threads - 1) * sizeof *others) : NULL;
    unsigned started = 0;
    while (others && started < threads - 1 && pthread_create(&others[started], NULL, worker, &w) == 0) started++;
    worker(&w);
    for (unsigned i = 0; i < started; i++) pthread_join(others[i], NULL);
    free(others);
    pthread_mutex_destroy(&w.lock);
}
