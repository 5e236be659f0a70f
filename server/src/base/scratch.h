/* SPDX-License-Identifier: MIT
 * Bodies and answers while they are in use: in memory if they are small, else in files on a disk, which have no names and end with the
 * process. What they take comes from a budget of memory and one of the disk. */
#ifndef SERVER_BASE_SCRATCH_H
#define SERVER_BASE_SCRATCH_H

#include "base/budget.h"

#include <pthread.h>
#include <stddef.h>

enum { SCRATCH_MEMORY = 1 << 16 /* bytes of one that is in memory, at most */ };

/* Closing a large file without a name frees its blocks, for which the file system may have to wait. A thread of its own does that. */
typedef struct scratch_closer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct scratch_closing *first;
    unsigned waiting;
    bool started, stopping;
} scratch_closer;

typedef struct scratch {
    char *folder;
    budget disk;
    budget *memory;
    scratch_closer closer;
} scratch;

typedef struct scratch_file {
    int file; /* -1: nothing was written */
    bool on_disk;
    uint64_t size;
    uint64_t taken; /* from the budget */
} scratch_file;

static const scratch_file scratch_none = { .file = -1 };

/* `folder`: where files can be made; NULL: /var/tmp. `most`: bytes on the disk. False: errno says why. */
bool scratch_open(scratch *scratch, const char *folder, uint64_t most, budget *memory);
/* Whether a file can be made and written. False: errno says why. */
bool scratch_try(const scratch *scratch);
void scratch_close(scratch *scratch);

/* Appends bytes. False: a budget is used up, or the disk is full. */
bool scratch_append(scratch *scratch, scratch_file *to, const void *data, size_t size);
/* Makes an empty file, to which another process may write `most` bytes. Then scratch_settle gives back what was not used. */
bool scratch_reserve(scratch *scratch, scratch_file *to, uint64_t most);
void scratch_settle(scratch *scratch, scratch_file *of);
/* A descriptor that cannot write, which the caller closes. -1: errno says why. */
int scratch_share(const scratch_file *of);
/* Closes the file, and gives back what it took when that is done: soon after, if it is on the disk. */
void scratch_drop(scratch *scratch, scratch_file *of);

#endif
