/* SPDX-License-Identifier: MIT
 * Memory of the whole process: what is made of the contents of files is counted and may be limited, the rest is not. */
#ifndef REEL_CLI_MEMORY_H
#define REEL_CLI_MEMORY_H

#include <reel/reel.h>

/* From now on no more than so many bytes may be live at once; 0: no limit. Call it once, before any thread begins. */
void counted_limit(uint64_t bytes);
/* The allocator for the library's options: NULL, which means malloc, without a limit. */
const reel_allocator *counted_allocator(void);

/* Counted memory for the command's own use. NULL: refused; *old* stays as it was. */
void *counted_resize(void *old, size_t size);
void counted_free(void *pointer); /* NULL is fine */

/* Whether this thread was refused counted memory since it was last asked, and whether that was by the limit. */
struct counted_refusal {
    bool any, by_limit;
};
struct counted_refusal counted_refused(void);

/* Uncounted memory for paths, names and lists. A reserve is let go where there is none; where that does not help either the process
 * ends with a message and status 3. */
void *grow(void *old, size_t size);
/* Gets the reserve (back); between two files is a good moment. */
void grow_reserve(void);

#endif
