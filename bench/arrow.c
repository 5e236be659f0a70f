/* SPDX-License-Identifier: MIT
 * Measures Arrow streams of the frames of BSOR plays in memory, compared with decoding the rows alone and with copying them.
 * `reel_bench_arrow FILE…` prints one table. */
#include <reel/arrow.h>
#include <reel/bsor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { ROUNDS = 7 };
static const double LEAST = 0.1;

typedef struct work {
    const bytes *files;
    size_t count;
    const char *const *columns;
    uint64_t batch_rows, rows;
    bool reads; /* each column is read, as a consumer does */
} work;

static volatile uint64_t seen; /* prevents the compiler from removing the reads */

static void must(reel_status status, const reel_error *error)
{
    if (status >= 0) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static void sum_up(const struct ArrowArray *array)
{
    uint64_t sum = 0;
    for (int64_t c = 0; c < array->n_children; c++) {
        const uint32_t *values = array->children[c]->buffers[1];
        for (int64_t i = 0; i < array->length; i++) sum += values[i];
    }
    seen = sum;
}

static void stream_frames(void *context)
{
    work *w = context;
    w->rows = 0;
    for (size_t i = 0; i < w->count; i++) {
        const reel_arrow_options options = { .columns = w->columns, .batch_rows = w->batch_rows };
        struct ArrowArrayStream stream;
        struct ArrowArray array;
        reel_error error;
        must(reel_arrow_stream(reel_source_memory(w->files[i].data, w->files[i].size), NULL, "frames", &options, &stream, &error),
             &error);
        while (stream.get_next(&stream, &array) == 0 && array.release) {
            w->rows += (uint64_t)array.length;
            if (w->reads) sum_up(&array);
            array.release(&array);
        }
        stream.release(&stream);
    }
}

/* The rows of all files, decoded chunk by chunk. */
static void decode_frames(void *context)
{
    const work *w = context;
    static const reel_table *const wanted[] = { &bsor_frames, NULL };
    for (size_t i = 0; i < w->count; i++) {
        const reel_options options = { .tables = wanted };
        const reel_chunk *chunk;
        reel_reader *reader;
        reel_error error;
        must(reel_open(reel_source_memory(w->files[i].data, w->files[i].size), &options, &reader, &error), &error);
        while (reel_next(reader, &chunk, &error) == REEL_OK) {
            size_t count;
            seen = (uint64_t)(uintptr_t)reel_chunk_rows(chunk, &bsor_frames, &count);
        }
        reel_close(reader);
    }
}

static void line(const char *name, double seconds, uint64_t rows)
{
    double size = (double)sizeof(bsor_frame);
    printf("%-40s %8.1f M rows/s  %6.2f GB/s of rows\n", name, (double)rows / seconds / 1e6, (double)rows * size / seconds / 1e9);
}

int main(int argc, char **argv)
{
    static const char *const positions[] = { "head_position", "left_hand_position", "right_hand_position", NULL };
    static const uint64_t batches[] = { 4096, 16384, 32768, 65536 };
    if (argc < 2) {
        fprintf(stderr, "usage: reel_bench_arrow FILE...\n");
        return 2;
    }
    bytes *files = calloc((size_t)argc, sizeof *files);
    if (!files) return 1;
    work w = { .files = files, .count = (size_t)argc - 1 };
    for (size_t i = 0; i < w.count; i++) files[i] = read_all(argv[i + 1]);
    stream_frames(&w);
    printf("%zu files, %llu frames of %zu bytes\n", w.count, (unsigned long long)w.rows, sizeof(bsor_frame));
    line("decoded to rows", measure(decode_frames, &w, ROUNDS, LEAST), w.rows);
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        char name[64];
        w.batch_rows = batches[i];
        snprintf(name, sizeof name, "all columns, %llu rows an array", (unsigned long long)batches[i]);
        line(name, measure(stream_frames, &w, ROUNDS, LEAST), w.rows);
    }
    w.batch_rows = 0;
    w.reads = true;
    line("all columns, and each value read", measure(stream_frames, &w, ROUNDS, LEAST), w.rows);
    w.columns = positions;
    line("positions, and each value read", measure(stream_frames, &w, ROUNDS, LEAST), w.rows);
    w.reads = false;
    line("positions", measure(stream_frames, &w, ROUNDS, LEAST), w.rows);
    for (size_t i = 0; i < w.count; i++) free(files[i].data);
    free(files);
    return 0;
}
