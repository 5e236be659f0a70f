/* SPDX-License-Identifier: MIT */
#include "core/output.h"

enum { OUTPUT_SIZE = 32768, LARGEST_SPACE = 4096 };

bool reel__output_open(reel_output *out, reel_sink *sink, const reel_allocator *allocator, reel_error *error)
{
    *out = (reel_output){ .sink = sink, .error = error };
    out->buffer = allocator->alloc(allocator->context, OUTPUT_SIZE);
    out->at = out->buffer;
    out->end = out->buffer ? out->buffer + OUTPUT_SIZE : NULL;
    return out->buffer != NULL;
}

void reel__output_close(reel_output *out, const reel_allocator *allocator)
{
    reel__memory_drop(allocator, out->buffer);
    *out = (reel_output){ .status = REEL_ARGUMENT };
}

static void send(reel_output *out, const void *data, size_t size)
{
    if (out->status == REEL_OK && size) out->status = out->sink->write(out->sink->context, data, size, out->error);
    out->flushed += size;
}

reel_status reel__output_flush(reel_output *out)
{
    send(out, out->buffer, (size_t)(out->at - out->buffer));
    out->at = out->buffer;
    return out->status;
}

reel_status reel__output_patch(reel_output *out, uint64_t offset, const void *data, size_t size)
{
    if (reel__output_flush(out) == REEL_OK) out->status = out->sink->patch(out->sink->context, offset, data, size, out->error);
    return out->status;
}

uint8_t *reel_put_space_slow(reel_output *out, size_t size)
{
    if (out->status == REEL_OK && size > LARGEST_SPACE)
        out->status = reel_fail(out->error, REEL_ARGUMENT, "reel.space", "", reel_put_offset(out),
                                "cannot reserve %zu bytes of output at once", size);
    if (out->status != REEL_OK || reel__output_flush(out) != REEL_OK) return NULL;
    uint8_t *place = out->at;
    out->at += size;
    return place;
}

void reel_put(reel_output *out, const void *data, size_t size)
{
    if ((size_t)(out->end - out->at) >= size) {
        if (size) memcpy(out->at, data, size);
        out->at += size;
        return;
    }
    if (reel__output_flush(out) != REEL_OK) return;
    if (size >= OUTPUT_SIZE) {
        send(out, data, size);
    } else {
        memcpy(out->at, data, size);
        out->at += size;
    }
}

void reel_put_leb128(reel_output *out, uint64_t value)
{
    uint8_t *place = reel_put_space(out, 10);
    if (!place) return;
    size_t size = 0;
    for (; value > 0x7f; value >>= 7) place[size++] = (uint8_t)(value | 0x80);
    place[size++] = (uint8_t)value;
    out->at -= 10 - size;
}

static reel_status memory_write(void *context, const void *data, size_t size, reel_error *error)
{
    reel_memory *memory = context;
    if (!memory_add(memory, data, size)) return reel__memory_fail(error);
    return REEL_OK;
}

static reel_status memory_reopen(void *context, reel_source *source, reel_error *error)
{
    (void)error;
    const reel_memory *memory = context;
    *source = reel_source_memory(memory->data, memory->size);
    return REEL_OK;
}

static reel_status memory_patch(void *context, uint64_t offset, const void *data, size_t size, reel_error *error)
{
    const reel_memory *memory = context;
    if (offset > memory->size || size > memory->size - offset)
        return reel_fail(error, REEL_ARGUMENT, "reel.patch", "", offset, "nothing was written there yet");
    memcpy(memory->data + offset, data, size);
    return REEL_OK;
}

static reel_status memory_commit(void *context, reel_error *error)
{
    (void)context;
    (void)error;
    return REEL_OK;
}

static void memory_discard(void *context) { reel_memory_free(context); }

reel_sink reel_sink_memory(reel_memory *memory, const reel_allocator *allocator)
{
    *memory = (reel_memory){ .allocator = reel__memory_allocator(allocator) };
    return (reel_sink){ .context = memory,
                        .write = memory_write,
                        .reopen = memory_reopen,
                        .commit = memory_commit,
                        .discard = memory_discard,
                        .patch = memory_patch };
}

void reel_memory_free(reel_memory *memory)
{
    if (memory->data) reel__memory_drop(&memory->allocator, memory->data);
    memory->data = NULL;
    memory->size = memory->capacity = 0;
}
