/* SPDX-License-Identifier: MIT */
#include "base/clock.h"

#include <limits.h>
#include <stdatomic.h>

static int64_t micros(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_steady_us(void) { return micros(CLOCK_MONOTONIC); }

int64_t clock_thread_us(void) { return micros(CLOCK_THREAD_CPUTIME_ID); }

int64_t clock_steady_ms(void) { return clock_steady_us() / 1000; }

/* The moment that is `ms` later on that clock, for pthread_cond_timedwait. */
static struct timespec clock_steady_in(int64_t ms)
{
    int64_t at = clock_steady_us() + ms * 1000;
    return (struct timespec){ .tv_sec = at / 1000000, .tv_nsec = at % 1000000 * 1000 };
}

int64_t clock_wall_ms(void) { return micros(CLOCK_REALTIME) / 1000; }

int64_t clock_onward_ms(void)
{
    static atomic_llong most = LLONG_MIN; /* that the time was ahead of the steady clock */
    int64_t steady = clock_steady_ms();
    long long ahead = clock_wall_ms() - steady, known = atomic_load(&most);
    while (ahead > known && !atomic_compare_exchange_weak(&most, &known, ahead)) continue;
    return steady + (ahead > known ? ahead : known);
}

void clock_cond_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t ms)
{
    const struct timespec until = clock_steady_in(ms);
    pthread_cond_timedwait(condition, lock, &until);
}
