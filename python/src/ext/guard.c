/* SPDX-License-Identifier: MIT
 * A stream for the process that opened it only.
 *
 * After fork(), the child has a copy of the stream, but not its threads, and shares the position in its file with the parent: it would
 * wait for ever, or read what the parent left. Nothing can be released either, since that waits for the threads; the copy is left as
 * it is. */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct guard {
    struct ArrowArrayStream inner;
    stream_owner *owner; /* released by the inner stream; NULL if it has none */
    pid_t process;
} guard;

static const char forked[] = "a stream cannot be continued in a forked process; read the table again there";

static bool is_forked(const guard *guard)
{
    if (guard->process == getpid()) return false;
    if (guard->owner) {
        reel_error error = { .status = REEL_ARGUMENT, .rule = "python.fork", .section = "" };
        PyOS_snprintf(error.message, sizeof error.message, "%s", forked);
        owner_failure(guard->owner, NULL, &error);
    }
    return true;
}

static int guard_schema(struct ArrowArrayStream *self, struct ArrowSchema *schema)
{
    guard *guard = self->private_data;
    return is_forked(guard) ? EPERM : guard->inner.get_schema(&guard->inner, schema);
}

static int guard_next(struct ArrowArrayStream *self, struct ArrowArray *array)
{
    guard *guard = self->private_data;
    if (!is_forked(guard)) return guard->inner.get_next(&guard->inner, array);
    *array = (struct ArrowArray){ 0 };
    return EPERM;
}

static const char *guard_error(struct ArrowArrayStream *self)
{
    guard *guard = self->private_data;
    return guard->process == getpid() ? guard->inner.get_last_error(&guard->inner) : forked;
}

static void guard_release(struct ArrowArrayStream *self)
{
    guard *guard = self->private_data;
    if (guard->process == getpid()) guard->inner.release(&guard->inner);
    free(guard);
    *self = (struct ArrowArrayStream){ 0 };
}

int stream_guard(struct ArrowArrayStream *stream, stream_owner *owner)
{
    guard *guard = calloc(1, sizeof *guard);
    if (!guard) {
        stream->release(stream);
        return PyErr_NoMemory(), -1;
    }
    guard->inner = *stream;
    guard->owner = owner;
    guard->process = getpid();
    *stream = (struct ArrowArrayStream){ guard_schema, guard_next, guard_error, guard_release, guard };
    return 0;
}
