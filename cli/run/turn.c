/* SPDX-License-Identifier: MIT */
#include "run/turn.h"
#include "base/print.h"
#include "base/system.h"

/* A file whose output does not fit waits. Its thread is free for no other file then, so there is room for several files of usual size. */
enum { HELD_MOST = 16 << 20 };

bool turn_came(const struct job *job) { return atomic_load(&job->turn->next) == job->number; }

bool turn_hold(struct job *job, const void *data, size_t size)
{
    if (atomic_fetch_add(&job->turn->held, size) + size <= HELD_MOST) {
        char *room = text_room(&job->out, size);
        if (room) {
            memcpy(room, data, size);
            job->out.size += size;
            return true;
        }
    }
    atomic_fetch_sub(&job->turn->held, size);
    return false;
}

void turn_printed(struct job *job)
{
    if (job->turn) atomic_fetch_sub(&job->turn->held, job->out.size);
    text_free(&job->out);
}

bool turn_wait(struct job *job)
{
    const uint64_t before = clock_ms();
    while (!turn_came(job) && !was_interrupted() && !print_has_failed()) rest();
    job->began += clock_ms() - before;
    return turn_came(job);
}
