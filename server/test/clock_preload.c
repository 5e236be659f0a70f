/* SPDX-License-Identifier: MIT
 * For LD_PRELOAD: the time of day is off by as many seconds as the file that REEL_TEST_CLOCK names has, as an int64_t. The clock that only
 * goes forward is the real one. If REEL_TEST_STARVED is set, the system says of each process that it waits for a processor all the time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now);
time_t time(time_t *now);

static const volatile int64_t none, *seconds = &none;

/* Before main: the sandbox of a worker opens no files. */
__attribute__((constructor)) static void open_clock(void)
{
    const char *path = getenv("REEL_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *bytes = file >= 0 ? mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    if (bytes != MAP_FAILED) seconds = bytes;
    if (file >= 0) close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += *seconds;
    return (int)result;
}

time_t time(time_t *now)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    if (now) *now = at.tv_sec;
    return at.tv_sec;
}

/* What /proc/PID/schedstat would say. */
static int open_statistics(void)
{
    struct timespec now;
    int file = memfd_create("schedstat", MFD_CLOEXEC);
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    if (file >= 0) dprintf(file, "0 %lld 0\n", (long long)now.tv_sec * 1000000000 + now.tv_nsec);
    if (file >= 0) lseek(file, 0, SEEK_SET);
    return file;
}

int open(const char *path, int flags, ...)
{
    typedef int open_function(const char *, int, ...);
    const size_t size = strlen(path), suffix = sizeof "/schedstat" - 1;
    if (getenv("REEL_TEST_STARVED") && size > suffix && strcmp(path + size - suffix, "/schedstat") == 0) return open_statistics();
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return ((open_function *)dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}
