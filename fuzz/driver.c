/* SPDX-License-Identifier: MIT
 * The fuzz target of every format, as one of three by FUZZ_JOB:
 *
 *     load     the reader alone, for many executions: memory stays within reel_memory_bound
 *     read     everything that reads: load, check, insights, exports
 *     rewrite  what reads whole is written as it was, and what was repaired reads whole
 *
 * A target differs from the others by its seeds (run.sh); the content decides the format, as it does for a user. */
#include "support.h"

#include <reel/export.h>
#include <reel/insight.h>

static void fuzz_load(const uint8_t *data, size_t size) { read_within_bound(data, size, NULL); }

static void export_table(const reel_exporter *exporter, const reel_format *format, const reel_chunk *chunk,
                         const reel_table *table, const reel_allocator *allocator)
{
    uint64_t written;
    reel_sink sink = null_sink(&written);
    const reel_table *one[] = { table, NULL };
    reel_export_options options = { REEL_SIZED(reel_export_options),
                                    .flags = REEL_EXPORT_LABELS | REEL_EXPORT_LAYOUT | REEL_EXPORT_WHOLE, .allocator = allocator,
                                    .tables = one };
    reel_export *output;
    require(reel_export_open(exporter, sink, format, &options, &output, NULL) == REEL_OK, "an export opens");
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
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .allocator = allocator, .report = check_finding };
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        reel_replay *result;
        if (!reel_insight_takes(*insight, reel_replay_format(replay))) continue;
        if (reel_insight_run_chunk(*insight, reel_replay_format(replay), reel_replay_chunk(replay), &options, &result, NULL) >= 0)
            reel_free(result);
    }
}

static void fuzz_read(const uint8_t *data, size_t size)
{
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    reel_options options = fuzz_options(&allocator);
    reel_replay *replay;
    read_within_bound(data, size, NULL);
    reel_check(reel_source_memory(data, size), &options, NULL);
    if (reel_load(reel_source_memory(data, size), &options, &replay, NULL) == REEL_OK) {
        run_insights(replay, &allocator);
        export_all(replay, &allocator);
        reel_free(replay);
    }
    require(count.live == 0, "no memory leaks");
}

/* A truncated replay must only return a status; a complete one must be reproduced. */
static void write_back(const reel_replay *replay, const uint8_t *data, size_t size)
{
    reel_memory memory;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    bool whole = !reel_replay_damage(replay);
    if (reel_write(reel_replay_chunk(replay), reel_replay_format(replay), sink, NULL, NULL) < 0) {
        require(!whole, "a completely read replay can be written");
        return;
    }
    require(!whole || (memory.size == size && memcmp(memory.data, data, size) == 0), "a completely read replay is reproduced");
    reel_memory_free(&memory);
}

static void repair(const uint8_t *data, size_t size)
{
    reel_options options = fuzz_options(NULL);
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_memory memory;
    reel_replay *repaired;
    if (reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&memory, NULL), &how, NULL) < 0) return;
    options.flags = REEL_STRICT;
    require(reel_load(reel_source_memory(memory.data, memory.size), &options, &repaired, NULL) == REEL_OK,
            "a repaired replay can be read");
    reel_free(repaired);
    reel_memory_free(&memory);
}

static void fuzz_rewrite(const uint8_t *data, size_t size)
{
    reel_options options = fuzz_options(NULL);
    reel_reader *reader;
    reel_replay *replay;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) < 0) return;
    /* what is packed, and a spool, is read as a format that it is not the bytes of */
    bool itself = reel_reader_format(reader)->writer && reel_reader_format(reader)->sniff(data, size) > 0;
    reel_close(reader);
    if (itself && reel_load(reel_source_memory(data, size), &options, &replay, NULL) == REEL_OK) {
        write_back(replay, data, size);
        reel_free(replay);
    }
    repair(data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const jobs[])(const uint8_t *data, size_t size) = { fuzz_load, fuzz_read, fuzz_rewrite };
    enum { load, read, rewrite, jobs_count };
    _Static_assert(FUZZ_JOB < jobs_count, "a job");
    jobs[FUZZ_JOB](data, size);
    return 0;
}
