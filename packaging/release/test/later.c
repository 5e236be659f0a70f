// SPDX-License-Identifier: MIT
// Preloaded, the clock of a program that uses libc is three days ahead. Times of files stay those of the kernel.
//
//   cc -shared -fPIC later.c -o later.so && LD_PRELOAD=$PWD/later.so date

#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Less than a week, after which apt refuses the lists of a distribution's packages that it has.
enum { AHEAD = 3 * 24 * 60 * 60 };

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += AHEAD;
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    int status = (int)syscall(SYS_gettimeofday, now, zone);
    if (status == 0) now->tv_sec += AHEAD;
    return status;
}

int timespec_get(struct timespec *now, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

time_t time(time_t *now)
{
    struct timespec read;
    if (clock_gettime(CLOCK_REALTIME, &read) != 0) return -1;
    if (now) *now = read.tv_sec;
    return read.tv_sec;
}
