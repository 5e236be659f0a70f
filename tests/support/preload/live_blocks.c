/* SPDX-License-Identifier: MIT
 * Counts the blocks of memory that some libraries of a process have allocated and that nobody has freed. For the soak tests of the doors:
 *
 *   cc -shared -fPIC -O2 -o live_blocks.so live_blocks.c -pthread
 *   LD_PRELOAD=./live_blocks.so python3 ...     then, by ctypes: live_watch("pyreel"), live_count()
 *
 * A call belongs to the library from which it comes. Resident memory cannot tell a leak from an allocator that keeps free pages; this can. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { BLOCKS = 1 << 17, MODULES = 64 };

typedef struct live_block {
    uintptr_t at, caller;
    size_t size;
} live_block;

static live_block blocks[BLOCKS]; /* an open hash table; `at` is 0 where it is empty */
static size_t block_count, byte_count;
static struct {
    uintptr_t begin, end;
} modules[MODULES];
static size_t module_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_watched(uintptr_t caller)
{
    for (size_t i = 0; i < module_count; i++)
        if (caller >= modules[i].begin && caller < modules[i].end) return true;
    return false;
}

static size_t slot_of(uintptr_t at) { return (at >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 47; }

static void add(void *block, size_t size, void *caller)
{
    if (!block || !is_watched((uintptr_t)caller)) return;
    pthread_mutex_lock(&lock);
    if (block_count > BLOCKS / 2) abort();
    size_t i = slot_of((uintptr_t)block);
    while (blocks[i].at) i = (i + 1) % BLOCKS;
    blocks[i] = (live_block){ (uintptr_t)block, (uintptr_t)caller, size };
    block_count++;
    byte_count += size;
    pthread_mutex_unlock(&lock);
}

/* Fills the gap at `empty` with a later block that would not be found beyond it. */
static void close_gap(size_t empty)
{
    for (size_t i = (empty + 1) % BLOCKS; blocks[i].at; i = (i + 1) % BLOCKS) {
        if ((i - slot_of(blocks[i].at)) % BLOCKS < (i - empty) % BLOCKS) continue;
        blocks[empty] = blocks[i];
        empty = i;
    }
    blocks[empty].at = 0;
}

/* Whether the block was counted. */
static bool drop(void *block)
{
    if (!block || !module_count) return false;
    pthread_mutex_lock(&lock);
    size_t i = slot_of((uintptr_t)block);
    while (blocks[i].at && blocks[i].at != (uintptr_t)block) i = (i + 1) % BLOCKS;
    const bool found = blocks[i].at != 0;
    if (found) {
        block_count--;
        byte_count -= blocks[i].size;
        close_gap(i);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* ---- what the C library offers ------------------------------------------------------------------------------------------------------- */

void *malloc(size_t size)
{
    void *block = __libc_malloc(size);
    add(block, size, __builtin_return_address(0));
    return block;
}

void *calloc(size_t count, size_t size)
{
    void *block = __libc_calloc(count, size);
    add(block, count * size, __builtin_return_address(0));
    return block;
}

/* The old block is dropped first: another thread may get its address as soon as it is free. */
void *realloc(void *old, size_t size)
{
    const bool was_counted = drop(old);
    void *block = __libc_realloc(old, size);
    if (block) add(block, size, __builtin_return_address(0));
    if (!block && size && was_counted) add(old, 0, __builtin_return_address(0));
    return block;
}

void free(void *block)
{
    const int before = errno;
    drop(block);
    __libc_free(block);
    errno = before;
}

void *memalign(size_t alignment, size_t size)
{
    void *block = __libc_memalign(alignment, size);
    add(block, size, __builtin_return_address(0));
    return block;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    void *block = __libc_memalign(alignment, size);
    add(block, size, __builtin_return_address(0));
    return block;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made = __libc_memalign(alignment, size);
    if (!made) return ENOMEM;
    add(made, size, __builtin_return_address(0));
    *block = made;
    return 0;
}

/* ---- what the tests ask -------------------------------------------------------------------------------------------------------------- */

static int add_module(struct dl_phdr_info *info, size_t size, void *part)
{
    (void)size;
    if (!strstr(info->dlpi_name, part)) return 0;
    for (int i = 0; i < info->dlpi_phnum && module_count < MODULES; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
        modules[module_count].begin = info->dlpi_addr + segment->p_vaddr;
        modules[module_count].end = modules[module_count].begin + segment->p_memsz;
        module_count++;
    }
    return 0;
}

/* Counts from now on what is allocated by the loaded libraries whose path contains `part`. Returns how many parts of code these are. */
size_t live_watch(const char *part)
{
    dl_iterate_phdr(add_module, (void *)part);
    return module_count;
}

size_t live_count(void) { return block_count; }
size_t live_bytes(void) { return byte_count; }

/* Prints the places in the code that have allocated the blocks: for `sort | uniq -c`, and addr2line. */
void live_print(void)
{
    for (size_t i = 0; i < BLOCKS; i++) {
        Dl_info place;
        if (!blocks[i].at || !dladdr((void *)blocks[i].caller, &place)) continue;
        fprintf(stderr, "%s+%#lx %zu bytes\n", place.dli_fname, (unsigned long)(blocks[i].caller - (uintptr_t)place.dli_fbase),
                blocks[i].size);
    }
}
