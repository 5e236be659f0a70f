/* SPDX-License-Identifier: MIT
 * The fuzz target of every format, as one of two by REEL_FUZZ_REWRITE:
 *
 *     0  everything that reads: load, check, insights, exports; memory stays within reel_memory_bound
 *     1  what reads whole is written as it was, and what was repaired reads whole
 *
 * A target differs from the others by its seeds (run.sh); the content decides the format, as it does for a user. */
#include <reel/export.h>
#include <reel/format.h>
#include <reel/insight.h>

#include "toy.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

typedef struct meter { uint64_t live, peak; } meter;
typedef struct block { _Alignas(16) size_t size; } block;

static void *meter_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    meter *count = context;
    block *head = old ? (block *)old - 1 : NULL;
    require(!head || head->size == old_size, "resize is told the size of the block");
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

/* ---- what is read, and what becomes of it ----------------------------------------------------------------------- */

static const reel_format *const *formats(void)
{
    static const reel_format *all[64];
    size_t count = 0;
    for (const reel_format *const *format = reel_formats(); *format && count < 61; format++) all[count++] = *format;
    all[count++] = &reel_format_toy;
    all[count] = &reel_format_toy_stream;
    return all;
}

static void hear(void *context, const reel_finding *finding)
{
    (void)context;
    require(finding->rule && finding->rule[0] && finding->section && finding->message, "a finding says what it is");
}

static reel_options options_of(const reel_allocator *allocator)
{
    return (reel_options){ .struct_size = sizeof(reel_options), .formats = formats(), .allocator = allocator, .report = hear,
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

static void export_table(const reel_exporter *exporter, const reel_format *format, const reel_chunk *chunk,
                         const reel_table *table, const reel_allocator *allocator)
{
    uint64_t written = 0;
    reel_sink sink = { .context = &written, .write = null_write, .commit = null_commit, .discard = null_discard };
    const reel_table *one[] = { table, NULL };
    reel_export_options options = { .struct_size = sizeof options, .flags = REEL_EXPORT_LABELS | REEL_EXPORT_LAYOUT,
                                    .allocator = allocator, .tables = one };
    reel_export *output;
    require(reel_export_open(exporter, sink, format->id, false, &options, &output, NULL) == REEL_OK, "an export opens");
    reel_export_chunk(output, chunk);
    require(reel_export_finish(output, NULL) == REEL_OK, "an export is finished");
}

static void export_all(const reel_replay *replay, const reel_allocator *allocator)
{
    const reel_chunk *chunk = reel_replay_chunk(replay);
    for (const char *const *id = reel_exporter_ids(); *id; id++)
        for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++)
            export_table(reel_exporter_by_id(*id), reel_replay_format(replay), chunk, *table, allocator);
}

static void run_insights(const reel_replay *replay, const reel_allocator *allocator)
{
    reel_insight_options options = { .struct_size = sizeof options, .allocator = allocator, .report = hear };
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        reel_replay *result;
        if (!reel_insight_takes(*insight, reel_replay_format(replay))) continue;
        if (reel_insight_run_chunk(*insight, reel_replay_format(replay), reel_replay_chunk(replay), &options, &result, NULL) >= 0)
            reel_free(result);
    }
}

/* By chunks, as far as the promise about memory goes. */
static void read_within_bound(const uint8_t *data, size_t size)
{
    meter count = { 0 };
    reel_allocator allocator = { meter_alloc, meter_resize, meter_free, &count };
    reel_options options = options_of(&allocator);
    reel_reader *reader;
    const reel_chunk *chunk;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) == REEL_OK) {
        uint64_t bound = reel_memory_bound(reel_reader_format(reader), size, &options);
        while (reel_next(reader, &chunk, NULL) == REEL_OK) continue;
        /* packed bytes unfold to more than the bound of their size; limits.ratio is what holds those */
        bool packed = reel_reader_offset(reader) > size;
        require(packed || count.peak <= bound, "memory stays within reel_memory_bound");
        reel_close(reader);
    }
    require(count.live == 0, "nothing is leaked");
}

static void fuzz_read(const uint8_t *data, size_t size)
{
    meter count = { 0 };
    reel_allocator allocator = { meter_alloc, meter_resize, meter_free, &count };
    reel_options options = options_of(&allocator);
    reel_replay *replay;
    read_within_bound(data, size);
    reel_check(reel_source_memory(data, size), &options, NULL);
    if (reel_load(reel_source_memory(data, size), &options, &replay, NULL) == REEL_OK) {
        run_insights(replay, &allocator);
        export_all(replay, &allocator);
        reel_free(replay);
    }
    require(count.live == 0, "nothing is leaked");
}

/* Half a replay owes nothing but an answer; a whole one comes back as it was. */
static void write_back(const reel_replay *replay, const uint8_t *data, size_t size)
{
    reel_memory memory;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    bool whole = !reel_replay_damage(replay);
    if (reel_write(reel_replay_chunk(replay), reel_replay_format(replay), sink, NULL, NULL) < 0) {
        require(!whole, "what reads whole can be written");
        return;
    }
    require(!whole || (memory.size == size && memcmp(memory.data, data, size) == 0), "what reads whole is written as it was");
    reel_memory_free(&memory);
}

static void repair(const uint8_t *data, size_t size)
{
    reel_options options = options_of(NULL);
    reel_convert_options how = { .struct_size = sizeof how, .flags = REEL_MEND };
    reel_memory memory;
    reel_replay *mended;
    if (reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&memory, NULL), &how, NULL) < 0) return;
    options.flags = REEL_STRICT;
    require(reel_load(reel_source_memory(memory.data, memory.size), &options, &mended, NULL) == REEL_OK,
            "what was repaired reads");
    reel_free(mended);
    reel_memory_free(&memory);
}

static void fuzz_rewrite(const uint8_t *data, size_t size)
{
    reel_options options = options_of(NULL);
    reel_reader *reader;
    reel_replay *replay;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) < 0) return;
    /* what is packed, and a spool, is read as a format that it is not the bytes of */
    bool itself = reel_reader_format(reader)->finish && reel_reader_format(reader)->sniff(data, size) > 0;
    reel_close(reader);
    if (itself && reel_load(reel_source_memory(data, size), &options, &replay, NULL) == REEL_OK) {
        write_back(replay, data, size);
        reel_free(replay);
    }
    repair(data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (REEL_FUZZ_REWRITE ? fuzz_rewrite : fuzz_read)(data, size);
    return 0;
}
