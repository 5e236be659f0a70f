/* SPDX-License-Identifier: MIT */
#include "work/worker_job.h"

#include "base/fail.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static reel_status sink_write(void *context, const void *data, size_t size, reel_error *error)
{
    descriptor_sink *sink = context;
    for (const char *at = data; size;) {
        ssize_t count = write(sink->file, at, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            const int why = count < 0 ? errno : EIO;
            if (why == EFBIG) return fail(error, REEL_LIMIT, "server.output-size", "the answer is larger than the server allows");
            return fail(error, REEL_IO, "server.output", "the answer cannot be written: %s", strerror(why));
        }
        for (ssize_t i = count; i-- > 0;)
            if (at[i] != ' ' && at[i] != '\n') {
                sink->last = at[i];
                break;
            }
        at += count;
        size -= (size_t)count;
        sink->size += (uint64_t)count;
    }
    return REEL_OK;
}

static reel_status sink_patch(void *context, uint64_t offset, const void *data, size_t size, reel_error *error)
{
    const descriptor_sink *sink = context;
    ssize_t count;
    do count = pwrite(sink->file, data, size, (off_t)offset);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)size
               ? REEL_OK
               : fail(error, REEL_IO, "server.output", "the answer cannot be written: %s", strerror(count < 0 ? errno : EIO));
}

static reel_status sink_commit(void *context, reel_error *error) { return (void)context, (void)error, REEL_OK; }
static void sink_discard(void *context) { (void)context; }

reel_sink worker_sink(worker_job *t)
{
    return (reel_sink){
        .context = &t->out, .write = sink_write, .commit = sink_commit, .discard = sink_discard, .patch = sink_patch
    };
}

text worker_json(const worker_job *t) { return (text){ .before = t->out.last }; }

reel_status worker_send(worker_job *t, text *json)
{
    const reel_status status = json->failed ? fail(&t->error, REEL_MEMORY, "server.memory", "out of memory")
                                            : sink_write(&t->out, json->data, json->size, &t->error);
    text_free(json);
    return status;
}

reel_status worker_begin_object(worker_job *t)
{
    text json = { .data = NULL };
    json_begin_object(&json, NULL);
    return worker_send(t, &json);
}

reel_status worker_name(worker_job *t, const char *name)
{
    text json = worker_json(t);
    json_name(&json, name);
    return worker_send(t, &json);
}

reel_status worker_end_object(worker_job *t)
{
    text json = worker_json(t);
    json_end_object(&json);
    return worker_send(t, &json);
}

reel_source worker_replay(const worker_job *t) { return reel_source_memory(t->replay.data, t->replay.size); }

void worker_damage(worker_job *t, const reel_error *damage)
{
    if (!damage || damage->status >= 0) return;
    t->result->has_damage = 1;
    t->error = *damage;
}

void copy_text(char *to, size_t size, const char *text) { snprintf(to, size, "%s", text ? text : ""); }
