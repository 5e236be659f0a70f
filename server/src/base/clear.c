/* SPDX-License-Identifier: MIT */
#include "base/clear.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define OTHER_HEAP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OTHER_HEAP
#endif

#ifdef OTHER_HEAP

bool clear_start(void) { return false; }
void clear_start_job_heap(void) {}
void clear_frames(void) {}
void clear_stack(void) {}

#else

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- heap -------------------------------------------------------------------------------------------------------------- */

/* glibc maps blocks from this size on one by one, and unmaps them when they are freed. It would raise the limit as it goes, and clearing would then
 * touch every page of large blocks that were hardly used. */
enum { MAPPED_FROM = 128 << 10, KEPT_AT_THE_TOP = 1 << 20 };

bool clear_start(void) { return mallopt(M_MMAP_THRESHOLD, MAPPED_FROM) && mallopt(M_TRIM_THRESHOLD, KEPT_AT_THE_TOP); }

static bool is_for_jobs;

void clear_start_job_heap(void) { is_for_jobs = true; }

/* glibc's own: the functions below replace them for the whole process, its libraries included. */
extern void *__libc_malloc(size_t size);
extern void __libc_free(void *block);
extern void *__libc_realloc(void *block, size_t size);

/* glibc keeps the size of a block in the word before it, and this bit of it for a mapping of its own (malloc/malloc.c, IS_MMAPPED). */
static bool has_mapping(const void *block)
{
    enum { IS_MMAPPED = 2 };
    size_t word;
    memcpy(&word, (const char *)block - sizeof word, sizeof word);
    return word & IS_MMAPPED;
}

/* A block that was free has sizes and addresses of glibc's lists in it. */
void *malloc(size_t size)
{
    void *block = __libc_malloc(size);
    if (is_for_jobs && block && !has_mapping(block)) explicit_bzero(block, malloc_usable_size(block));
    return block;
}

void free(void *block)
{
    if (!block) return;
    if (!has_mapping(block)) explicit_bzero(block, malloc_usable_size(block));
    __libc_free(block);
}

/* A block that moves leaves nothing where it was. */
void *realloc(void *block, size_t size)
{
    if (!block) return malloc(size);
    if (!size) return free(block), NULL;
    const size_t had = malloc_usable_size(block);
    if (has_mapping(block)) return __libc_realloc(block, size);
    if (size <= had) {
        explicit_bzero((char *)block + size, had - size);
        return __libc_realloc(block, size);
    }
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, block, had);
    free(block);
    return moved;
}

/* ---- stack ------------------------------------------------------------------------------------------------------------- */

/* Memory within USUAL_STACK is written, which is faster than giving it back to the system. */
enum { FRAMES = 8 << 10, USUAL_STACK = 128 << 10, CLOSE = 2 << 10 };

__attribute__((noinline)) void clear_frames(void)
{
    char below[FRAMES];
    explicit_bzero(below, sizeof below);
}

__attribute__((noinline)) static void clear_close_stack(void)
{
    char below[CLOSE];
    explicit_bzero(below, sizeof below);
}

/* Touches what clear_stack will write to: kernels before 5.0 let a stack grow by small steps only. */
__attribute__((noinline)) static void grow_stack(void)
{
    char below[USUAL_STACK];
    explicit_bzero(below, sizeof below);
}

/* The lowest address of the stack of this thread. 0: unknown. */
static uintptr_t find_stack(void)
{
    static _Thread_local uintptr_t lowest;
    pthread_attr_t attributes;
    void *start;
    size_t size = 0;
    if (lowest || pthread_getattr_np(pthread_self(), &attributes) != 0) return lowest;
    if (pthread_attr_getstack(&attributes, &start, &size) == 0) lowest = (uintptr_t)start;
    pthread_attr_destroy(&attributes);
    if (size > 2 * USUAL_STACK) grow_stack();
    return lowest;
}

/* Clears all but what is close: there are the frames of this function and of those that it calls. What is written to begins at a page, so that no
 * page is given back that the next call writes to. */
__attribute__((noinline)) static void clear_far_stack(void)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), here = (uintptr_t)__builtin_frame_address(0), lowest = find_stack();
    const uintptr_t usual = (here - USUAL_STACK) & ~(page - 1);
    if (!lowest || lowest >= usual) return;
    madvise((void *)lowest, usual - lowest, MADV_DONTNEED);
    explicit_bzero((void *)usual, here - CLOSE / 2 - usual);
}

/* Has nothing in its own frame, where bytes from before could be between its values. */
void clear_stack(void)
{
    clear_far_stack();
    clear_close_stack();
}

#endif
