/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "pair.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 9 };
static const double LEAST = 0.03; /* seconds of each round */

typedef struct list {
    void (*job)(void *context);
    char *contexts;
    size_t count, size;
} list;

static void run_list(void *context)
{
    const list *l = context;
    for (size_t i = 0; i < l->count; i++) l->job(l->contexts + i * l->size);
}

/* Seconds that one call takes, in a process of its own: the memory that one side leaves in pieces must not slow down the other. Both
 * reuse memory. */
static double seconds_alone(list jobs)
{
    int ends[2];
    double seconds = 0;
    if (pipe(ends) != 0) exit(1);
    const pid_t child = fork();
    if (child == 0) {
        keep_memory();
        seconds = measure_processor(run_list, &jobs, 1, LEAST);
        _exit(write(ends[1], &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
    }
    close(ends[1]);
    const bool got = child > 0 && read(ends[0], &seconds, sizeof seconds) == sizeof seconds && waitpid(child, NULL, 0) == child;
    close(ends[0]);
    if (!got) exit(1);
    return seconds;
}

static int compare(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

void pair_row(const char *what, const char *peer, void (*theirs)(void *context), void (*ours)(void *context), void *contexts,
              size_t count, size_t size)
{
    const list of_peer = { theirs, contexts, count, size }, own = { ours, contexts, count, size };
    double ratios[ROUNDS];
    if (!count) {
        pair_missing(what, peer);
        return;
    }
    fflush(stdout);
    for (int i = 0; i < ROUNDS; i++) {
        const double peer_time = seconds_alone(of_peer);
        ratios[i] = peer_time / seconds_alone(own);
    }
    qsort(ratios, ROUNDS, sizeof *ratios, compare);
    const int places = ratios[ROUNDS / 2] < 0.1 ? 4 : 2; /* of work that takes many times as long as a copy */
    printf("| %s | %s | %.*f | %.*f to %.*f |\n", what, peer, places, ratios[ROUNDS / 2], places, ratios[0], places,
           ratios[ROUNDS - 1]);
    fflush(stdout);
}

void pair_missing(const char *what, const char *peer) { printf("| %s | %s | not measured | |\n", what, peer); }
