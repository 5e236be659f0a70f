/* SPDX-License-Identifier: MIT
 * Measures reading, analysis, export and recording of BSOR, compared with copying the same bytes. `reel_bench FILE…` prints one table. */
#include <reel/bsor.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { ROUNDS = 7 };
static const double LEAST = 0.1;

typedef struct work {
    const bytes *files;
    char **paths;
    size_t count, total;
    uint8_t *warm; /* as large as the largest file */
    reel_replay **loaded;
    uint64_t written;
} work;

static volatile uint8_t sink_byte; /* prevents the compiler from removing the copies */

static void copy_fresh(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        uint8_t *copy = malloc(w->files[i].size);
        if (!copy) exit(1);
        memcpy(copy, w->files[i].data, w->files[i].size);
        sink_byte = copy[w->files[i].size / 2];
        free(copy);
    }
}

static void copy_warm(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        memcpy(w->warm, w->files[i].data, w->files[i].size);
        sink_byte = w->warm[w->files[i].size / 2];
    }
}

static reel_replay *load(const bytes *file)
{
    reel_replay *replay;
    reel_error error;
    must(reel_load(reel_source_memory(file->data, file->size), NULL, &replay, &error), &error);
    return replay;
}

static void decode(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) reel_free(load(&w->files[i]));
}

static void decode_notes_only(void *context)
{
    const work *w = context;
    static const reel_table *const wanted[] = { &bsor_notes, NULL };
    const reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
    for (size_t i = 0; i < w->count; i++) {
        reel_replay *replay;
        reel_error error;
        must(reel_load(reel_source_memory(w->files[i].data, w->files[i].size), &options, &replay, &error), &error);
        reel_free(replay);
    }
}

static void header(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        reel_reader *reader;
        reel_error error;
        must(reel_open(reel_source_memory(w->files[i].data, w->files[i].size), NULL, &reader, &error), &error);
        reel_close(reader);
    }
}

static void decode_and_measure(void *context)
{
    const work *w = context;
    const reel_insight *insight = reel_insight_by_id("beatsaber");
    for (size_t i = 0; i < w->count; i++) {
        reel_replay *replay = load(&w->files[i]), *result;
        reel_error error;
        must(reel_insight_run_chunk(insight, &reel_format_bsor, reel_replay_chunk(replay), NULL, &result, &error), &error);
        reel_free(result);
        reel_free(replay);
    }
}

static reel_status null_write(void *context, const void *data, size_t size, reel_error *error)
{
    (void)data, (void)error;
    *(uint64_t *)context += size;
    return REEL_OK;
}

static reel_status null_commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void null_discard(void *context) { (void)context; }

static reel_sink null_sink(uint64_t *written)
{
    return (reel_sink){ .context = written, .write = null_write, .commit = null_commit, .discard = null_discard };
}

static void export_all(work *w, const char *id, const reel_export_options *options)
{
    w->written = 0;
    for (size_t i = 0; i < w->count; i++) {
        reel_export *out;
        reel_error error;
        must(reel_export_open(reel_exporter_by_id(id), null_sink(&w->written), &reel_format_bsor, options, &out, &error), &error);
        reel_export_chunk(out, reel_replay_chunk(w->loaded[i]));
        must(reel_export_finish(out, &error), &error);
    }
}

static void export_json(void *context) { export_all(context, "json", NULL); }

static void export_csv(void *context)
{
    static const reel_table *const frames[] = { &bsor_frames, NULL };
    const reel_export_options options = { REEL_SIZED(reel_export_options), .tables = frames };
    export_all(context, "csv", &options);
}

static void write_back(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        reel_memory memory;
        reel_error error;
        must(reel_write(reel_replay_chunk(w->loaded[i]), &reel_format_bsor, reel_sink_memory(&memory, NULL), NULL, &error),
             &error);
        reel_memory_free(&memory);
    }
}

enum { RECORDED = 20000 };

static void record(bool spooled)
{
    uint64_t written = 0, spool_bytes = 0;
    reel_writer *writer;
    reel_error error;
    must(reel_create(null_sink(&written), &reel_format_bsor, NULL, &writer, &error), &error);
    if (spooled) must(reel_spool(writer, null_sink(&spool_bytes), NULL, &error), &error);
    bsor_frame frame = { .fps = 90 };
    for (int i = 0; i < RECORDED; i++) {
        frame.time = (float)i / 90;
        reel_append(writer, &bsor_frames, &frame, 1);
    }
    must(reel_finish(writer, &error), &error);
}

static void record_plain(void *context)
{
    (void)context;
    record(false);
}

static void record_spooled(void *context)
{
    (void)context;
    record(true);
}

static void read_files(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        bytes b = read_all(w->paths[i]);
        sink_byte = b.data[b.size / 2];
        free(b.data);
    }
}

static void load_files(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        reel_replay *replay;
        reel_error error;
        must(reel_load_file(w->paths[i], NULL, &replay, &error), &error);
        reel_free(replay);
    }
}

/* Current and peak bytes of an allocator. */
typedef struct counted {
    size_t live, peak;
} counted;

static void *counted_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    counted *c = context;
    size_t *block = realloc(old ? (size_t *)old - 2 : NULL, new_size + 2 * sizeof(size_t));
    if (!block) return NULL;
    *block = new_size;
    c->live = c->live - old_size + new_size;
    if (c->live > c->peak) c->peak = c->live;
    return block + 2;
}

static void *counted_alloc(void *context, size_t size) { return counted_resize(context, NULL, 0, size); }

static void counted_free(void *context, void *pointer)
{
    if (!pointer) return;
    size_t *block = (size_t *)pointer - 2;
    ((counted *)context)->live -= *block;
    free(block);
}

static size_t row_bytes(const reel_replay *replay)
{
    size_t sum = 0, count;
    for (const reel_table *const *table = reel_format_bsor.tables; *table; table++) {
        reel_rows(replay, *table, &count);
        sum += count * (*table)->row_size;
    }
    return sum;
}

/* The largest excess over rows of the peak memory of a decode, in bytes. */
static size_t memory_excess(const work *w, bool from_file)
{
    size_t worst = 0;
    for (size_t i = 0; i < w->count; i++) {
        counted c = { 0 };
        const reel_allocator allocator = { counted_alloc, counted_resize, counted_free, &c };
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
        reel_replay *replay;
        reel_error error;
        if (from_file)
            must(reel_load_file(w->paths[i], &options, &replay, &error), &error);
        else
            must(reel_load(reel_source_memory(w->files[i].data, w->files[i].size), &options, &replay, &error), &error);
        size_t owed = row_bytes(replay);
        if (c.peak > owed && c.peak - owed > worst) worst = c.peak - owed;
        reel_free(replay);
    }
    return worst;
}

static void line(const char *what, double value, const char *unit, const char *note)
{
    printf("| %-44s | %10.4g %-8s | %-40s |\n", what, value, unit, note);
}

static void rate(work *w, const char *what, void (*job)(void *), double copy)
{
    double seconds = measure(job, w, ROUNDS, LEAST);
    char note[64];
    snprintf(note, sizeof note, "%.0f %% of memcpy", 100 * copy / seconds);
    line(what, (double)w->total / seconds / 1e6, "MB/s", copy > 0 ? note : "");
}

static void bench(work *w)
{
    double fresh = measure(copy_fresh, w, ROUNDS, LEAST), warm = measure(copy_warm, w, ROUNDS, LEAST);
    line("memcpy to a new block", (double)w->total / fresh / 1e6, "MB/s", "");
    line("memcpy to a warm block", (double)w->total / warm / 1e6, "MB/s", "");
    double seconds = measure(decode, w, ROUNDS, LEAST);
    char note[96];
    snprintf(note, sizeof note, "%.0f %% of memcpy to a new block, %.0f %% warm", 100 * fresh / seconds, 100 * warm / seconds);
    line("decode to rows", (double)w->total / seconds / 1e6, "MB/s", note);
    rate(w, "decode, notes only", decode_notes_only, fresh);
    line("header only", 1e6 * measure(header, w, ROUNDS, LEAST) / (double)w->count, "us/file", "");
    rate(w, "decode and all statistics", decode_and_measure, 0);
    seconds = measure(export_json, w, 3, LEAST);
    line("export to JSON", (double)w->written / seconds / 1e6, "MB/s", "of output");
    seconds = measure(export_csv, w, 3, LEAST);
    line("export of frames to CSV", (double)w->written / seconds / 1e6, "MB/s", "of output");
    rate(w, "write to memory", write_back, fresh);
    line("append a frame", 1e9 * measure(record_plain, w, ROUNDS, LEAST) / RECORDED, "ns", "finish included");
    line("append a frame, with a spool", 1e9 * measure(record_spooled, w, ROUNDS, LEAST) / RECORDED, "ns", "to nowhere");
    rate(w, "read() of the files", read_files, 0);
    rate(w, "load from files", load_files, 0);
    line("memory beyond rows, from memory", (double)memory_excess(w, false) / 1024, "KiB", "worst file");
    line("memory beyond rows, from files", (double)memory_excess(w, true) / 1024, "KiB", "worst file");
}

/* The time of header-only reading of one file and of the same with its frames ten times over. */
static void size_independence(const bytes *file)
{
    reel_replay *replay = load(file);
    reel_error error;
    reel_memory large;
    reel_writer *writer;
    must(reel_create(reel_sink_memory(&large, NULL), &reel_format_bsor, NULL, &writer, &error), &error);
    size_t count;
    const void *info = reel_rows(replay, &bsor_infos, &count);
    reel_append(writer, &bsor_infos, info, 1);
    const void *frames = reel_rows(replay, &bsor_frames, &count);
    for (int i = 0; i < 10; i++) reel_append(writer, &bsor_frames, frames, count);
    must(reel_finish(writer, &error), &error);
    reel_free(replay);
    const bytes big = { large.data, large.size };
    work one = { .files = file, .count = 1, .total = file->size }, ten = { .files = &big, .count = 1, .total = big.size };
    char note[64];
    snprintf(note, sizeof note, "of a file of %.1f MB", (double)file->size / 1e6);
    line("header only, one file", 1e6 * measure(header, &one, ROUNDS, LEAST), "us/file", note);
    snprintf(note, sizeof note, "of a file of %.1f MB", (double)big.size / 1e6);
    line("header only, ten times the frames", 1e6 * measure(header, &ten, ROUNDS, LEAST), "us/file", note);
    reel_memory_free(&large);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: reel_bench FILE...\n");
        return 2;
    }
    work w = { .count = (size_t)argc - 1, .paths = argv + 1 };
    bytes *files = calloc(w.count, sizeof *files);
    w.loaded = calloc(w.count, sizeof(reel_replay *));
    if (!files || !w.loaded) return 1;
    size_t largest = 0;
    for (size_t i = 0; i < w.count; i++) {
        files[i] = read_all(w.paths[i]);
        w.total += files[i].size;
        if (files[i].size > largest) largest = files[i].size;
        w.loaded[i] = load(&files[i]);
    }
    w.files = files;
    w.warm = malloc(largest);
    if (!w.warm) return 1;
    printf("%zu files, %.2f MB\n\n", w.count, (double)w.total / 1e6);
    printf("| %-44s | %-19s | %-40s |\n|%.46s|%.21s|%.42s|\n", "what", "value", "note",
           "------------------------------------------------------------",
           "------------------------------------------------------------",
           "------------------------------------------------------------");
    bench(&w);
    size_independence(&files[0]);
    for (size_t i = 0; i < w.count; i++) {
        free(files[i].data);
        reel_free(w.loaded[i]);
    }
    free(files);
    free(w.loaded);
    free(w.warm);
    return 0;
}
