/* SPDX-License-Identifier: MIT
 * Memory is zero when it changes hands, so that nothing of one client's request is there to be read in that of another:
 *
 * - heap: free() and realloc() clear what they give back, for all libraries of the process
 * - stack: threads clear what is below them after each request
 * - static buffers, and those that are used again, are cleared by those who use them
 *
 * Needs glibc. A program with sanitizers has a heap of its own and clears nothing. */
#ifndef SERVER_BASE_CLEAR_H
#define SERVER_BASE_CLEAR_H

#include <stdbool.h>

/* Fixes the size from which on blocks have mappings of their own. To be called first of all. False: this build clears nothing. */
bool clear_start(void);
/* From here on malloc() returns zeros: for processes that read replays, out of which not even an address should come. */
void clear_start_job_heap(void);
/* Clears the next 8 KiB of the stack, which is as much as most functions use: a tenth of a microsecond. */
void clear_frames(void);
/* Clears all of the stack below the caller, in a few microseconds. A thread that enters a sandbox has to call it before, too. */
void clear_stack(void);

#endif
