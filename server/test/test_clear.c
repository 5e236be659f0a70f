/* SPDX-License-Identifier: MIT
 * What was used is zero: blocks that were freed, moved or shrunk, and the stack. The tests look for a mark in all memory of their process. Prints
 * "ok NAME" for each test, and ends with status 1 at the first that fails; test_units.py runs it. */
#include "base/clear.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

enum { MARK = 16, BUFFER = 1 << 20 };

/* ---- the mark, which is nowhere as a whole ------------------------------------------------------------------------------------- */

static char mark_byte(size_t i) { return (char)(0xa5 ^ (i * 37)); }

__attribute__((noinline)) static void write_marks(volatile char *to, size_t size)
{
    for (size_t i = 0; i < size; i++) to[i] = mark_byte(i % MARK);
}

static bool is_mark(const char *at)
{
    for (size_t i = 0; i < MARK; i++)
        if (at[i] != mark_byte(i)) return false;
    return true;
}

static char buffer[BUFFER]; /* of the search; its own bytes are left out */

static unsigned count_in(int memory, uintptr_t from, uintptr_t end)
{
    unsigned count = 0;
    for (uintptr_t at = from; at < end; at += BUFFER) {
        ssize_t size = pread(memory, buffer, BUFFER, (off_t)at);
        for (ssize_t i = 0; i + MARK <= size; i++) {
            uintptr_t here = at + (uintptr_t)i;
            bool is_own = here + MARK > (uintptr_t)buffer && here < (uintptr_t)buffer + BUFFER;
            count += !is_own && is_mark(buffer + i);
        }
    }
    memset(buffer, 0, sizeof buffer);
    return count;
}

/* How often the mark is in the memory of this process that can be written. */
static unsigned count_marks(void)
{
    char line[512];
    unsigned count = 0;
    unsigned long from, end;
    FILE *maps = fopen("/proc/self/maps", "r");
    int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    CHECK(maps && memory >= 0);
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx rw", &from, &end) == 2 && strstr(line, " rw")) count += count_in(memory, from, end);
    fclose(maps);
    close(memory);
    return count;
}

/* ---- heap ---------------------------------------------------------------------------------------------------------------------- */

static const size_t sizes[] = { 24, 100, 1000, 1032, 5000, 70000, 130000, 300000, 3 << 20 };
enum { SIZES = sizeof sizes / sizeof *sizes };

static void freed_blocks_are_zero(void)
{
    char *blocks[SIZES];
    for (size_t i = 0; i < SIZES; i++) {
        CHECK(blocks[i] = malloc(sizes[i]));
        write_marks(blocks[i], sizes[i]);
    }
    CHECK(count_marks() > 0);
    for (size_t i = 0; i < SIZES; i++) free(blocks[i]);
    CHECK(count_marks() == 0);
}

static void blocks_that_move_leave_nothing(void)
{
    for (size_t i = 0; i < SIZES; i++) {
        char *block = malloc(sizes[i]), *behind = malloc(24);
        CHECK(block && behind);
        write_marks(block, sizes[i]);
        CHECK(block = realloc(block, 2 * sizes[i]));
        for (size_t n = 0; n < sizes[i]; n++) CHECK(block[n] == mark_byte(n % MARK));
        explicit_bzero(block, sizes[i]);
        CHECK(count_marks() == 0);
        free(block);
        free(behind);
    }
}

static void blocks_that_shrink_leave_nothing(void)
{
    for (size_t i = 0; i < SIZES; i++) {
        char *block = malloc(sizes[i]), *behind = malloc(24);
        CHECK(block && behind);
        write_marks(block, sizes[i]);
        CHECK(block = realloc(block, 8));
        CHECK(block[0] == mark_byte(0) && block[7] == mark_byte(7));
        explicit_bzero(block, 8);
        free(block); /* what a mapped block has beyond its new size goes with it */
        CHECK(count_marks() == 0);
        free(behind);
    }
}

static void blocks_of_jobs_are_zero(void)
{
    uint64_t random = 1;
    char *blocks[64] = { NULL };
    void *(*const volatile allocate)(size_t) = malloc; /* or the compiler knows that nobody may rely on what is there */
    clear_start_job_heap();
    for (unsigned n = 0; n < 100000; n++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        char **block = &blocks[random >> 58];
        size_t size = (size_t)(random >> 20 & 0x7ff) << (random >> 40 & 3);
        free(*block);
        CHECK(*block = allocate(size));
        for (size_t i = 0; i < size; i++) CHECK(!(*block)[i]);
        memset(*block, 0xff, size);
    }
    for (size_t i = 0; i < 64; i++) free(blocks[i]);
}

/* ---- stack --------------------------------------------------------------------------------------------------------------------- */

__attribute__((noinline)) static unsigned use_stack(unsigned pages)
{
    char page[4096];
    write_marks(page, sizeof page);
    return pages ? use_stack(pages - 1) + (unsigned char)page[pages % sizeof page] : 0;
}

static void *clear_all_depths(void *unused)
{
    static const unsigned depths[] = { 0, 3, 20, 31, 32, 33, 60, 1000 };
    clear_stack();
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        use_stack(depths[i]);
        clear_stack();
        CHECK(count_marks() == 0);
    }
    return unused;
}

static void stacks_are_cleared_as_deep_as_they_were_used(void)
{
    pthread_t thread;
    clear_all_depths(NULL);
    CHECK(pthread_create(&thread, NULL, clear_all_depths, NULL) == 0 && pthread_join(thread, NULL) == 0);
    use_stack(20);
    CHECK(count_marks() > 0);
    clear_stack();
}

static void frames_are_cleared(void)
{
    use_stack(0);
    CHECK(count_marks() > 0);
    clear_frames();
    CHECK(count_marks() == 0);
}

#define RUN(test) (test(), puts("ok " #test))

int main(void)
{
    /* the heap of a sanitizer keeps what was freed: then nothing is cleared, and the names alone are printed */
    if (!clear_start()) {
        puts("ok freed_blocks_are_zero\nok blocks_that_move_leave_nothing\nok blocks_that_shrink_leave_nothing\n"
             "ok stacks_are_cleared_as_deep_as_they_were_used\nok frames_are_cleared\nok blocks_of_jobs_are_zero");
        return 0;
    }
    RUN(freed_blocks_are_zero);
    RUN(blocks_that_move_leave_nothing);
    RUN(blocks_that_shrink_leave_nothing);
    RUN(stacks_are_cleared_as_deep_as_they_were_used);
    RUN(frames_are_cleared);
    RUN(blocks_of_jobs_are_zero); /* for which malloc is another from then on */
    return 0;
}
