/* SPDX-License-Identifier: MIT
 * The worker processes: one job at a time each. A worker that dies costs the job that it had, and is replaced. */
#ifndef SERVER_WORK_POOL_H
#define SERVER_WORK_POOL_H

#include "work/queued_job.h"

typedef struct pool_options {
    unsigned workers; /* processes, at most POOL_WORKERS */
    unsigned queue;   /* jobs that may wait */
    unsigned seconds; /* that a job may take */
    uint64_t memory;  /* address space of a worker; 0: no limit, for sanitizers */
    uint64_t data;    /* bytes of memory that a worker may fill; 0: no limit of its own */
    uint64_t output;  /* bytes of the output of a job */
    unsigned jobs;    /* after which a worker is replaced */
    int nice;         /* how much the processes give way to others */
} pool_options;

enum { POOL_WORKERS = 256 };

typedef struct pool_count {
    unsigned waiting, running;
    unsigned long died; /* workers, so far */
} pool_count;

typedef struct pool pool;

/* Starts the threads; processes start with their first job. NULL: errno says why. */
pool *pool_start(const pool_options *options);
/* Adds a job. Clients take turns (turns.h): a job does not wait for all that came before. False: the queue
 * is full, or the client has half of it, and `done` is not called. Thread-safe. */
bool pool_add(pool *pool, queued_job *queued);
/* Starts a worker and ends it, without a job. The error says why none can be started. Thread-safe. */
reel_status pool_try(pool *pool, reel_error *error);
/* Adds to *count. Thread-safe. */
void pool_add_count(pool *pool, pool_count *count);
/* Ends waiting jobs with JOB_STOPPED, waits for those that run, and ends the processes. */
void pool_stop(pool *pool);

#endif
