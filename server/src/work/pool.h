/* SPDX-License-Identifier: MIT
 * The worker processes: one job at a time each. A worker that dies costs the job that it had, and is replaced. */
#ifndef SERVER_WORK_POOL_H
#define SERVER_WORK_POOL_H

#include "base/address.h"
#include "work/job.h"

typedef enum job_end {
    JOB_DONE,      /* `result` is what the worker said */
    JOB_DIED,      /* the worker died: a bug, or memory that ran out */
    JOB_LATE,      /* it took too long and was ended */
    JOB_UNSTARTED, /* no worker could be started: `why` */
    JOB_STOPPED    /* the server stops */
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
    ip_address client; /* whose job it is; zeros: of nobody in particular */
    const char *token; /* the name of its token; NULL: none */
    bool heavy;        /* the client has used much: it leaves a worker free for the others */
    /* What the worker may use, set by `step`; 0: as the options of the pool say. */
    unsigned seconds;
    uint64_t output;
    int64_t worked_ms; /* time of workers that was used so far */
    uint64_t round;    /* the pool's: see turns.h */
    bool running;
    job_end end;       /* set before `done` */
    int why;           /* only for JOB_UNSTARTED: an errno */
    job_result result; /* only for JOB_DONE */
    struct queued_job *next;
} queued_job;

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
