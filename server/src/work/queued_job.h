/* SPDX-License-Identifier: MIT
 * A job that waits for a worker. */
#ifndef SERVER_WORK_QUEUED_JOB_H
#define SERVER_WORK_QUEUED_JOB_H

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
    int map;           /* of JOB_INSPECT and JOB_FINISH, open if job.map is not empty */
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

#endif
