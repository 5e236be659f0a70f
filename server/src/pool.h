/* SPDX-License-Identifier: MIT
 * The worker processes: one job at a time each. A worker that dies costs the job that it had, and is replaced. */
#ifndef SERVER_POOL_H
#define SERVER_POOL_H

#include "job.h"

typedef enum job_end {
    JOB_DONE,   /* `result` is what the worker said */
    JOB_DIED,   /* the worker died: a bug, or memory that ran out */
    JOB_LATE,   /* it took too long and was ended */
    JOB_STOPPED /* the server stops */
} job_end;

/* A job in the queue. The caller owns it until `done` was called, on a thread of the pool. */
typedef struct queued_job {
    job job;
    int in, out, with; /* open files: the replay, what gets the output, and the candidates of JOB_SIMILAR (-1: none) */
    /* Called on a thread of the pool, before the first job and after each one that ended as JOB_DONE. May wait for disks. Returns true to run
     * the job that it has prepared, or false if the work is done. */
    bool (*step)(struct queued_job *queued);
    void (*done)(struct queued_job *queued);
    void *context;
    job_end end;       /* set before `done` */
    job_result result; /* only for JOB_DONE */
    struct queued_job *next;
} queued_job;

typedef struct pool_options {
    unsigned workers; /* processes, at most POOL_WORKERS */
    unsigned queue;   /* jobs that may wait */
    unsigned seconds; /* that a job may take */
    uint64_t memory;  /* address space of a worker; 0: no limit, for sanitizers */
    uint64_t output;  /* bytes of the output of a job */
    unsigned jobs;    /* after which a worker is replaced */
} pool_options;

enum { POOL_WORKERS = 256 };

typedef struct pool pool;

/* Starts the threads; processes start with their first job. NULL: errno says why. */
pool *pool_start(const pool_options *options);
/* Adds a job. False: the queue is full, and `done` is not called. Thread-safe. */
bool pool_add(pool *pool, queued_job *queued);
/* Jobs that wait, jobs that run, and workers that died so far. Thread-safe. */
void pool_counts(pool *pool, unsigned *waiting, unsigned *running, unsigned long *died);
/* Ends waiting jobs with JOB_STOPPED, waits for those that run, and ends the processes. */
void pool_stop(pool *pool);

#endif
