/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <limits.h>
#include <stdatomic.h>
#include <time.h>

static int64_t read_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t steady_ms(void)
{
    static atomic_llong most = LLONG_MIN; /* that the time was ahead of the clock that only goes forward */
    int64_t steady = read_ms(CLOCK_MONOTONIC);
    long long ahead = read_ms(CLOCK_REALTIME) - steady, known = atomic_load(&most);
    while (ahead > known && !atomic_compare_exchange_weak(&most, &known, ahead)) continue;
    return steady + (ahead > known ? ahead : known);
}
