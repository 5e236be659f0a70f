/* SPDX-License-Identifier: MIT
 * A sink whose bytes are written by a thread. Writing copies into a block that the thread exchanges for an empty one, so the caller waits
 * for no more than that exchange, and both blocks are used again: nothing is allocated once they are large enough. */
#include "core/memory.h"
#include "platform/file.h"
#include "platform/system.h"
#include "platform/threads.h"

#include <stdlib.h>
#include <string.h>

/* What may wait for the disk. When there is more, a write waits too, as it would without a thread; a spool is given up instead, since it is
 * not worth a game that stands still. */
enum { MOST_WAITING = 64 << 20 };

typedef struct background {
    reel_sink inner;
    system_mutex lock;
    system_condition changed;
    system_thread thread;
    reel_memory waiting; /* under the lock */
    reel_memory leaving; /* the thread's */
    bool flush, busy, ending;
    bool keep;
    uint32_t process;   /* that has the thread: a fork has none */
    reel_status status; /* the first failure */
    reel_error error;
} background;

static bool is_forked(const background *b) { return b->process != reel__system_process(); }

static bool has_work(const background *b) { return b->waiting.size || b->flush; }

/* One round of the thread: what waited is written without the lock. */
static void write_waiting(background *b)
{
    reel_memory block = b->waiting;
    bool flush = b->flush && b->inner.flush;
    b->waiting = b->leaving;
    b->waiting.size = 0;
    b->leaving = block;
    b->flush = false;
    b->busy = true;
    reel_status status = b->status;
    reel__system_mutex_unlock(&b->lock);
    reel_error error = { .rule = "", .section = "" };
    if (status >= 0 && block.size) status = b->inner.write(b->inner.context, block.data, block.size, &error);
    if (status >= 0 && flush) status = b->inner.flush(b->inner.context, &error);
    reel__system_mutex_lock(&b->lock);
    b->busy = false;
    if (status < 0 && b->status >= 0) {
        b->status = status;
        b->error = error;
    }
    reel__system_condition_wake(&b->changed);
}

static void write_all(void *context)
{
    background *b = context;
    reel__system_mutex_lock(&b->lock);
    while (has_work(b) || !b->ending) {
        if (has_work(b))
            write_waiting(b);
        else
            reel__system_condition_wait(&b->changed, &b->lock);
    }
    reel__system_mutex_unlock(&b->lock);
}

static reel_status first_failure(const background *b, reel_error *error)
{
    if (b->status < 0 && error) *error = b->error;
    return b->status;
}

/* Adds as many bytes as may wait. */
static reel_status add_some(background *b, const uint8_t *data, size_t size, size_t *added, reel_error *error)
{
    const size_t room = MOST_WAITING - b->waiting.size;
    *added = size < room ? size : room;
    if (b->keep && *added < size)
        return reel_fail(error, REEL_IO, "file.too-slow", "", 0, "the disk is %d MiB behind", MOST_WAITING >> 20);
    if (!memory_add(&b->waiting, data, *added)) return reel__memory_fail(error);
    reel__system_condition_wake(&b->changed);
    return REEL_OK;
}

/* The lock of a fork may be held by a thread that it does not have. The sink says why it fails. */
static reel_status fail_fork(const background *b, reel_error *error) { return b->inner.write(b->inner.context, "", 0, error); }

static reel_status background_write(void *context, const void *data, size_t size, reel_error *error)
{
    background *b = context;
    if (is_forked(b)) return fail_fork(b, error);
    const uint8_t *at = data;
    reel__system_mutex_lock(&b->lock);
    reel_status status = first_failure(b, error);
    for (size_t added; size && status >= 0; size -= added, at += added) {
        added = 0;
        if (b->keep || b->waiting.size < MOST_WAITING)
            status = add_some(b, at, size, &added, error);
        else
            reel__system_condition_wait(&b->changed, &b->lock);
        if (status >= 0) status = first_failure(b, error);
    }
    reel__system_mutex_unlock(&b->lock);
    return status;
}

static reel_status background_flush(void *context, reel_error *error)
{
    background *b = context;
    if (is_forked(b)) return fail_fork(b, error);
    reel__system_mutex_lock(&b->lock);
    b->flush = true;
    reel__system_condition_wake(&b->changed);
    reel_status status = first_failure(b, error);
    reel__system_mutex_unlock(&b->lock);
    return status;
}

static reel_status background_reopen(void *context, reel_source *source, reel_error *error)
{
    background *b = context;
    if (is_forked(b)) return fail_fork(b, error);
    reel__system_mutex_lock(&b->lock);
    while (has_work(b) || b->busy) reel__system_condition_wait(&b->changed, &b->lock);
    reel_status status = first_failure(b, error);
    reel__system_mutex_unlock(&b->lock);
    return status < 0 ? status : b->inner.reopen(b->inner.context, source, error);
}

static void stop(background *b)
{
    if (is_forked(b)) return;
    reel__system_mutex_lock(&b->lock);
    b->ending = true;
    reel__system_condition_wake(&b->changed);
    reel__system_mutex_unlock(&b->lock);
    reel__system_thread_join(b->thread);
}

static void background_free(background *b)
{
    if (!is_forked(b)) {
        reel__system_mutex_free(&b->lock);
        reel__system_condition_free(&b->changed);
    }
    reel_memory_free(&b->waiting);
    reel_memory_free(&b->leaving);
    free(b);
}

static reel_status background_commit(void *context, reel_error *error)
{
    background *b = context;
    stop(b);
    reel_status status = first_failure(b, error);
    if (status < 0 && !b->keep) {
        b->inner.discard(b->inner.context);
    } else {
        reel_status committed = b->inner.commit(b->inner.context, status < 0 ? NULL : error);
        if (status >= 0) status = committed;
    }
    background_free(b);
    return status;
}

static void background_discard(void *context)
{
    background *b = context;
    stop(b);
    b->inner.discard(b->inner.context);
    background_free(b);
}

reel_status reel__sink_in_background(reel_sink inner, bool keep, reel_sink *sink, reel_error *error)
{
    background *b = calloc(1, sizeof *b);
    if (b) {
        b->inner = inner;
        b->keep = keep;
        b->waiting.allocator = b->leaving.allocator = reel__memory_allocator(NULL);
        b->process = reel__system_process();
        reel__system_mutex_init(&b->lock);
        reel__system_condition_init(&b->changed);
    }
    if (!b || !reel__system_thread_start(&b->thread, write_all, b)) {
        if (b) background_free(b);
        inner.discard(inner.context);
        return reel__memory_fail(error);
    }
    *sink = (reel_sink){ .context = b,
                         .write = background_write,
                         .flush = background_flush,
                         .reopen = inner.reopen ? background_reopen : NULL,
                         .commit = background_commit,
                         .discard = background_discard };
    return REEL_OK;
}
