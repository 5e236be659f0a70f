/* SPDX-License-Identifier: MIT
 * A whole replay from a source, and how much memory that may take. */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* madvise */
#endif

#include "core/reader.h"
#include "core/replay.h"

#include <errno.h>
#include <stdlib.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

/* ---- the default allocator of reel_load -----------------------------------------------------------------------------
 * The first access to a page of new memory is a fault. For a long recording the faults cost more than decoding: 30 MB of
 * teehistorian become 250 MB of rows, which is 60,000 pages of 4 KiB. So large blocks ask for pages of 2 MiB. malloc enlarges
 * such blocks by moving their pages, without copying. Moving may split large pages, so a block that only doubles, and will
 * probably double again, does not ask. */

enum { LARGE_BLOCK = 4 << 20, LARGE_STEP = 4 };

static void request_large_pages(void *block, size_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const uintptr_t page = (uintptr_t)2 << 20;
    const uintptr_t start = ((uintptr_t)block + page - 1) & ~(page - 1), end = ((uintptr_t)block + size) & ~(page - 1);
    int before = errno;
    if (end > start) madvise((void *)start, end - start, MADV_HUGEPAGE); /* only a hint: failure changes nothing */
    errno = before;
#else
    (void)block, (void)size;
#endif
}

static void *load_alloc(void *context, size_t size)
{
    (void)context;
    void *block = malloc(size);
    if (block && size >= LARGE_BLOCK) request_large_pages(block, size);
    return block;
}

static void *load_resize(void *context, void *old, size_t old_size, size_t size)
{
    (void)context;
    void *block = realloc(old, size);
    if (block && size >= LARGE_BLOCK && old_size <= size / LARGE_STEP) request_large_pages(block, size);
    return block;
}

static void load_free(void *context, void *block)
{
    (void)context;
    free(block);
}

reel_status reel_load(reel_source source, const reel_options *given, reel_replay **replay, reel_error *error)
{
    static const reel_allocator allocator = { load_alloc, load_resize, load_free, NULL };
    reel_options options;
    memory_options(&options, sizeof options, given, given ? given->struct_size : 0);
    if (!options.allocator) options.allocator = &allocator;
    options.struct_size = sizeof options;
    *replay = NULL;
    reel_reader *reader;
    reel_status status = reel_open(source, &options, &reader, error);
    return status < 0 ? status : reader_load(reader, replay, error);
}

/* ---- how much memory a load may take ---------------------------------------------------------------------------------- */

/* The library's own, in any load: the handle, the window, arena blocks that are not full. */
enum { OWN_BYTES = 65536 + 65536 };

static uint64_t bound_of(const reel_format *format, uint64_t size, const reel_limits *limits)
{
    uint64_t limit = limits->input_bytes ? limits->input_bytes : format->input_limit;
    if (limit && size > limit) size = limit;
    if (format->memory_bound) return OWN_BYTES + format->memory_bound(size, limits);
    uint64_t largest = 1; /* row of the format: a byte may become one */
    for (const reel_table *const *table = format->tables; *table; table++)
        if ((*table)->row_size > largest) largest = (*table)->row_size;
    /* the input with room to grow, strings with their alignment, rows with room to grow */
    return OWN_BYTES + 2 * size + 4 * size + 2 * largest * size;
}

uint64_t reel_memory_bound(const reel_format *format, uint64_t size, const reel_options *given)
{
    reel_options options = reader_options(given);
    return bound_of(format, size, &options.limits);
}

/* A decompressor: its window, and its own. */
enum { UNPACKER_BYTES = (128 << 20) + (1 << 20) };

uint64_t reel_memory_bound_packed(const reel_format *format, uint64_t size, const reel_options *given)
{
    reel_options options = reader_options(given);
    reel_limits limits = options.limits;
    limits.unpacked_bytes = reel_unpacked_most(&limits, size); /* of all layers, the wrapper being one */
    return UNPACKER_BYTES + bound_of(format, limits.unpacked_bytes, &limits);
}
