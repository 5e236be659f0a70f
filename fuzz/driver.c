/* SPDX-License-Identifier: MIT
 * The fuzz target of every format, as one of two by REEL_FUZZ_REWRITE:
 *
 *     0  everything that reads: load, check, insights, exports; memory stays within reel_memory_bound
 *     1  what was read and written reads as the same rows, and writes as the same bytes
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

/* What was read whole reads back the same. Of what was damaged every row comes back; a header that was never reached may have
 * been made up. */
static bool tell(void *context, const reel_difference *difference)
{
    const bool *whole = context;
    bool made_up = !difference->a && difference->table->flags & REEL_TABLE_HEADER;
    if (!*whole && made_up) return true;
    fprintf(stderr, "table %s, field %s, rows %llu and %llu\n", difference->table->name,
            difference->field ? difference->field->name : "(all)", (unsigned long long)difference->row_a,
            (unsigned long long)difference->row_b);
    require(false, "what was written reads as the same rows");
    return false;
}

static void require_same(const reel_replay *a, const reel_replay *b, bool whole)
{
    require(reel_diff(a, b, whole, tell, &whole, NULL, NULL) == REEL_OK, "replays of one format can be compared");
}

static bool write_to(const reel_replay *replay, const reel_format *format, reel_memory *memory)
{
    return reel_write(reel_replay_chunk(replay), format, reel_sink_memory(memory, NULL), NULL, NULL) == REEL_OK;
}

static void fuzz_rewrite(const uint8_t *data, size_t size)
{
    reel_options options = options_of(NULL);
    reel_replay *replay, *again;
    reel_memory first, second;
    if (reel_load(reel_source_memory(data, size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    bool whole = !reel_replay_damage(replay);
    bool written = write_to(replay, format, &first);
    require(written || !whole, "what reads whole can be written");
    if (written) {
        options.format = format;
        require(reel_load(reel_source_memory(first.data, first.size), &options, &again, NULL) == REEL_OK, "what was written reads");
        require_same(replay, again, whole);
        require(write_to(again, format, &second), "what was written can be written again");
        require(first.size == second.size && memcmp(first.data, second.data, first.size) == 0, "it is then the same bytes");
        reel_memory_free(&first);
        reel_memory_free(&second);
        reel_free(again);
    }
    reel_free(replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (REEL_FUZZ_REWRITE ? fuzz_rewrite : fuzz_read)(data, size);
    return 0;
}
