/* SPDX-License-Identifier: MIT
 * Whose job is next (fair queueing, as for packets of a network). Jobs are started by their rounds: a client's jobs are in rounds that follow
 * each other, so that each client has one job in each. The rounds of who sends what takes long are further apart, so that clients share the time of
 * workers and not the number of jobs. */
#ifndef SERVER_WORK_TURNS_H
#define SERVER_WORK_TURNS_H

#include "work/queued_job.h"

enum { TURNS_CLIENTS = 256 };

/* What the jobs of a client took lately. */
typedef struct turns_client {
    uint64_t key; /* 0: none */
    uint64_t used;
    uint32_t ms; /* the longest, which fades with each that is shorter */
} turns_client;

/* Of one pool, under its lock. All zeros at first. */
typedef struct turns {
    uint64_t round; /* of the job that was started last */
    uint64_t used;  /* counts the uses of clients */
    turns_client clients[TURNS_CLIENTS];
} turns;

/* Puts a job into its round. Returns how many of the jobs in the list are of its client. */
unsigned turns_add(turns *turns, const queued_job *jobs, queued_job *queued);
/* The job of the list to start now, on one of `workers`: of the lowest round, and of these the one that came first. NULL: none has its turn. A
 * client leaves one worker to the others, unless its jobs are known to be short. */
queued_job *turns_next(turns *turns, queued_job *jobs, unsigned workers);
/* What a job took, and which one it was. */
void turns_end(turns *turns, const queued_job *queued);

#endif
