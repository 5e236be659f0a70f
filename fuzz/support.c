/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "packed.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

void require(bool holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

typedef struct block {
    _Alignas(16) size_t size;
} block;

static void *meter_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    meter *count = context;
    block *head = old ? (block *)old - 1 : NULL;
    require(!head || head->size == old_size, "resize gets the size of the block");
    block *grown = realloc(head, sizeof(block) + new_size);
    if (!grown) return NULL;
    grown->size = new_size;
    count->live += (uint64_t)new_size - old_size;
    if (count->live > count->peak) count->peak = count->live;
    return grown + 1;
}

static void *meter_alloc(void *context, size_t size) { return meter_resize(context, NULL, 0, size); }

static void meter_free(void *context, void *pointer)
{
    if (!pointer) return;
    block *head = (block *)pointer - 1;
    ((meter *)context)->live -= head->size;
    free(head);
}

reel_allocator meter_allocator(meter *count) { return (reel_allocator){ meter_alloc, meter_resize, meter_free, count }; }

/* ---- options ---------------------------------------------------------------------------------------------------- */

const reel_format *const *fuzz_formats(void)
{
    static const reel_format *all[64];
    size_t count = 0;
    for (const reel_format *const *format = reel_formats(); *format && count < 60; format++) all[count++] = *format;
    all[count++] = &reel_format_toy;
    all[count++] = &reel_format_toy_stream;
    all[count++] = &reel_format_toy_packed;
    all[count] = &reel_format_toy_text;
    return all;
}

void check_finding(void *context, const reel_finding *finding)
{
    (void)context;
    require(finding->rule && finding->rule[0] && finding->section && finding->message, "a finding has a rule and a message");
}

reel_options fuzz_options(const reel_allocator *allocator)
{
    return (reel_options){ REEL_SIZED(reel_options), .formats = fuzz_formats(), .allocator = allocator, .report = check_finding,
                           .limits = { .input_bytes = 1u << 24, .rows = 1u << 24, .string_bytes = 1u << 22 } };
}

static reel_status null_write(void *context, const void *data, size_t size, reel_error *error)
{
    (void)data, (void)error;
    *(uint64_t *)context += size;
    return REEL_OK;
}
static reel_status null_commit(void *context, reel_error *error) { return (void)context, (void)error, REEL_OK; }
static void null_discard(void *context) { (void)context; }

reel_sink null_sink(uint64_t *written)
{
    *written = 0;
    return (reel_sink){ .context = written, .write = null_write, .commit = null_commit, .discard = null_discard };
}

/* ---- the bound of memory ---------------------------------------------------------------------------------------- */

static bool is_wrapped(const uint8_t *data, size_t size)
{
    static const struct {
        const char *magic;
        size_t size;
    } wrappers[] = { { "\x1f\x8b", 2 },
                     { "\xfd"
                       "7zXZ",
                       5 },
                     { "\x28\xb5\x2f\xfd", 4 },
                     { "\x89reel", 5 } };
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (size >= wrappers[i].size && memcmp(data, wrappers[i].magic, wrappers[i].size) == 0) return true;
    return false;
}

void read_within_bound(const uint8_t *data, size_t size, const reel_options *given)
{
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    reel_options options = given ? *given : fuzz_options(NULL);
    reel_reader *reader;
    const reel_chunk *chunk;
    options.allocator = &allocator;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) == REEL_OK) {
        const reel_format *format = reel_reader_format(reader);
        uint64_t bound = (is_wrapped(data, size) ? reel_memory_bound_packed : reel_memory_bound)(format, size, &options);
        while (reel_next(reader, &chunk, NULL) == REEL_OK) continue;
        if (count.peak > bound)
            fprintf(stderr, "%s: %zu bytes took %llu of %llu\n", reel_format_id(format), size, (unsigned long long)count.peak,
                    (unsigned long long)bound);
        require(count.peak <= bound, "memory stays within reel_memory_bound");
        reel_close(reader);
    }
    require(count.live == 0, "no memory leaks");
}

/* ---- inputs of more than one part --------------------------------------------------------------------------------- */

static reel_cursor cursor_over(const uint8_t *data, size_t size)
{
    return (reel_cursor){ .at = data, .end = data + size, .end_offset = size };
}

parts parts_of(const uint8_t *data, size_t size)
{
    if (size < 3) return (parts){ { data, size }, cursor_over(data, 0) };
    size_t control = reel_load_u16le(data + size - 2) % (size - 2), replay = size - 2 - control;
    return (parts){ { data, replay }, cursor_over(data + replay, control) };
}

const char *take_text(reel_cursor *control, char *buffer, size_t capacity)
{
    size_t size = reel_get_u8(control) % capacity;
    if (size > reel_left(control)) size = reel_left(control);
    const uint8_t *bytes = reel_take(control, size);
    for (size_t i = 0; i < size; i++) buffer[i] = (char)(bytes[i] ? bytes[i] : ' ');
    buffer[size] = '\0';
    return buffer;
}

double take_double(reel_cursor *control)
{
    static const double usual[] = {
        0, 1, -1, 0.5, 2, 3, 10, 50, 100, 1e3, 1e6, 1e300, -1e300, 4294967296.0, 9223372036854775808.0
    };
    uint8_t pick = reel_get_u8(control);
    return pick < sizeof usual / sizeof *usual ? usual[pick] : reel_get_f64le(control);
}

size_t list_count(const void *const *list)
{
    size_t count = 0;
    while (list && list[count]) count++;
    return count;
}

reel_memory spool_head(const reel_format *format)
{
    uint64_t written;
    reel_memory head;
    reel_writer *writer;
    require(reel_create(null_sink(&written), format, NULL, &writer, NULL) == REEL_OK, "a writer is created");
    require(reel_spool(writer, reel_sink_memory(&head, NULL), NULL, NULL) == REEL_OK, "a spool is begun");
    reel_flush(writer, NULL);
    reel_discard(writer);
    return head;
}
