/* SPDX-License-Identifier: MIT
 * For LD_PRELOAD: the time of day is off by as many seconds as the file that REEL_TEST_CLOCK names has, as an int64_t. The clock that only
 * goes forward is the real one. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
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
