/* SPDX-License-Identifier: MIT
 * Two kinds of memory. Memory for the contents of files is counted and can be limited; all other memory is not. */
#ifndef REEL_CLI_MEMORY_H
#define REEL_CLI_MEMORY_H

#include <reel/reel.h>

/* Limits counted memory to `bytes` for the whole process; 0 means no limit. Call it once, before any thread starts. */
void counted_limit(uint64_t bytes);
/* The allocator to set in the library's options; NULL, meaning malloc, without --limit-memory. */
const reel_allocator *counted_allocator(void);

/* Counted memory for use in cli/. Returns NULL if refused; *old* is then unchanged. */
void *counted_resize(void *old, size_t size);
void counted_free(void *pointer); /* NULL is fine */

/* Whether counted memory was refused to this thread since the last call, and whether the limit was the reason. */
struct counted_refusal {
    bool any, by_limit;
};
struct counted_refusal counted_refused(void);
/* Makes it so, for memory that this thread lacks and that is not counted: a result is not whole. */
void counted_refuse(void);

/* Uncounted memory for paths, names and lists. If malloc fails, a reserve is released and the allocation tried again; if it
 * still fails, the process prints a message and exits with status 3. */
void *grow(void *old, size_t size);
/* Allocates the reserve if it was released. Called between files. */
void grow_reserve(void);

#endif
