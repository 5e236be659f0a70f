/* SPDX-License-Identifier: MIT
 * Files in use, and who closes them. The linker puts __wrap_close before close. Prints "ok NAME" for each test, and ends with status 1 at
 * the first that fails; test_units.py runs it. */
#include "base/scratch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

enum { FILES = 2000, BYTES = SCRATCH_MEMORY + 1 };

int __real_close(int file);
int __wrap_close(int file);

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* other threads close nothing while it is locked */
static pthread_t test_thread;
static unsigned closed_here, closed_elsewhere;

int __wrap_close(int file)
{
    if (pthread_equal(pthread_self(), test_thread)) return closed_here++, __real_close(file);
    pthread_mutex_lock(&gate);
    closed_elsewhere++;
    pthread_mutex_unlock(&gate);
    return __real_close(file);
}

static void begin(scratch *s, budget *memory)
{
    *memory = (budget){ .most = UINT64_MAX };
    CHECK(scratch_open(s, "/tmp", UINT64_MAX, memory));
    closed_here = closed_elsewhere = 0;
}

static scratch_file make(scratch *s)
{
    static const char bytes[BYTES];
    scratch_file file = scratch_none;
    CHECK(scratch_append(s, &file, bytes, 1) && scratch_append(s, &file, bytes, BYTES - 1) && file.on_disk);
    return file;
}

/* A file system that takes its time keeps only the thread that closes waiting. */
static void large_files_are_closed_by_a_thread_of_its_own(void)
{
    budget memory;
    scratch s;
    begin(&s, &memory);
    scratch_file one = make(&s), two = make(&s);
    closed_here = 0; /* of those that moved to the disk */
    CHECK(atomic_load(&s.disk.used) == 2 * BYTES && atomic_load(&memory.used) == 0);
    pthread_mutex_lock(&gate);
    scratch_drop(&s, &one);
    scratch_drop(&s, &two);
    CHECK(one.file == -1 && two.file == -1 && closed_here == 0);
    CHECK(atomic_load(&s.disk.used) == 2 * BYTES); /* what a file took is in use until it is closed */
    pthread_mutex_unlock(&gate);
    scratch_close(&s);
    CHECK(closed_elsewhere == 2 && atomic_load(&s.disk.used) == 0);
}

static void files_that_wait_to_be_closed_are_few(void)
{
    budget memory;
    scratch s;
    begin(&s, &memory);
    pthread_mutex_lock(&gate);
    for (unsigned n = 0; n < FILES; n++) {
        scratch_file file = scratch_none;
        CHECK(scratch_reserve(&s, &file, BYTES));
        scratch_drop(&s, &file);
    }
    CHECK(closed_here > FILES / 2);
    pthread_mutex_unlock(&gate);
    scratch_close(&s);
    CHECK(closed_here + closed_elsewhere == FILES && atomic_load(&s.disk.used) == 0);
}

static void small_files_are_memory_and_closed_at_once(void)
{
    budget memory;
    scratch s;
    begin(&s, &memory);
    scratch_file file = scratch_none;
    CHECK(scratch_append(&s, &file, "a", 1) && !file.on_disk && atomic_load(&memory.used) == 1);
    scratch_drop(&s, &file);
    CHECK(closed_here == 1 && atomic_load(&memory.used) == 0);
    scratch_close(&s);
    CHECK(closed_elsewhere == 0);
}

#define RUN(test) (test(), puts("ok " #test))

int main(void)
{
    test_thread = pthread_self();
    RUN(large_files_are_closed_by_a_thread_of_its_own);
    RUN(files_that_wait_to_be_closed_are_few);
    RUN(small_files_are_memory_and_closed_at_once);
    return 0;
}
