/* SPDX-License-Identifier: MIT
 * Measures Arrow streams of the frames of BSOR plays in memory, and decoding the rows alone, beside copying the files:
 * `reel_bench_arrow FILE…` prints rows of the table *Beside others* (bench/pairs.sh), measured in turn, by the processor's time. */
#include <reel/arrow.h>
#include <reel/bsor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { ROUNDS = 9 };
static const double LEAST = 0.05;

typedef struct work {
    const char *name;
    void (*job)(void *context);
    const bytes *files;
    size_t count;
    uint8_t *copy; /* room for the largest file */
    const char *const *columns;
    uint64_t batch_rows;
    bool reads; /* each column is read, as a consumer does */
    double seconds[ROUNDS], ratios[ROUNDS];
} work;

static volatile uint64_t seen; /* prevents the compiler from removing the reads */

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
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .columns = w->columns, .batch_rows = w->batch_rows };
        struct ArrowArrayStream stream;
        struct ArrowArray array;
        reel_error error;
        must(reel_arrow_stream(reel_source_memory(w->files[i].data, w->files[i].size), NULL, "frames", &options, &stream, &error),
             &error);
        while (stream.get_next(&stream, &array) == 0 && array.release) {
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
        const reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
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

/* The files, copied to one block again and again. */
static void copy_files(void *context)
{
    const work *w = context;
    for (size_t i = 0; i < w->count; i++) {
        memcpy(w->copy, w->files[i].data, w->files[i].size);
        seen = w->copy[w->files[i].size / 2];
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(work *w, const work *copying)
{
    for (int round = 0; round < ROUNDS; round++) w->ratios[round] = copying->seconds[round] / w->seconds[round];
    qsort(w->ratios, ROUNDS, sizeof *w->ratios, by_value);
    printf("| BSOR frames %s | memcpy of the files | %.2f | %.2f to %.2f |\n", w->name, w->ratios[ROUNDS / 2], w->ratios[0],
           w->ratios[ROUNDS - 1]);
}

int main(int argc, char **argv)
{
    static const char *const positions[] = { "head_position", "left_hand_position", "right_hand_position", NULL };
    work lines[] = {
        { .name = "", .job = copy_files },
        { .name = "decoded to rows, chunk by chunk", .job = decode_frames },
        { .name = "as Arrow, all columns", .job = stream_frames },
        { .name = "as Arrow, all columns, 4096 rows an array", .job = stream_frames, .batch_rows = 4096 },
        { .name = "as Arrow, all columns, 32768 rows an array", .job = stream_frames, .batch_rows = 32768 },
        { .name = "as Arrow, all columns, 65536 rows an array", .job = stream_frames, .batch_rows = 65536 },
        { .name = "as Arrow, all columns, and each value read", .job = stream_frames, .reads = true },
        { .name = "as Arrow, nine columns of positions", .job = stream_frames, .columns = positions },
        { .name = "as Arrow, nine columns of positions, and each value read",
          .job = stream_frames,
          .columns = positions,
          .reads = true },
    };
    enum { LINES = sizeof lines / sizeof *lines };
    if (argc < 2) {
        fprintf(stderr, "usage: reel_bench_arrow FILE...\n");
        return 2;
    }
    size_t count = (size_t)argc - 1, largest = 0;
    bytes *files = calloc(count, sizeof *files);
    if (!files) return 1;
    for (size_t i = 0; i < count; i++) {
        files[i] = read_all(argv[i + 1]);
        if (files[i].size > largest) largest = files[i].size;
    }
    uint8_t *copy = malloc(largest + 1);
    if (!copy) return 1;
    for (size_t i = 0; i < LINES; i++) {
        lines[i].files = files;
        lines[i].count = count;
        lines[i].copy = copy;
    }
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < LINES; i++) lines[i].seconds[round] = measure_processor(lines[i].job, &lines[i], 1, LEAST);
    for (size_t i = 1; i < LINES; i++) print_row(&lines[i], &lines[0]);
    for (size_t i = 0; i < count; i++) free(files[i].data);
    free(files);
    free(copy);
    return 0;
}
