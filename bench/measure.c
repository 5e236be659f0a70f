/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double processor_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double measure_by(double (*clock_now)(void), void (*job)(void *context), void *context, int rounds, double least)
{
    double best = 1e30;
    job(context); /* once to warm up */
    for (int round = 0; round < rounds; round++) {
        double start = clock_now(), end;
        size_t calls = 0;
        do {
            job(context);
            calls++;
            end = clock_now();
        } while (end - start < least);
        if ((end - start) / (double)calls < best) best = (end - start) / (double)calls;
    }
    return best;
}

double measure(void (*job)(void *context), void *context, int rounds, double least)
{
    return measure_by(now, job, context, rounds, least);
}

double measure_processor(void (*job)(void *context), void *context, int rounds, double least)
{
    return measure_by(processor_now, job, context, rounds, least);
}

void keep_memory(void)
{
    void *volatile large =
        malloc((size_t)31 << 20); /* else the compiler sees that nobody uses the block, and leaves out both calls */
    free(large);
}

bytes read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    bytes b = { NULL, 0 };
    if (file && fseek(file, 0, SEEK_END) == 0) {
        b.size = (size_t)ftell(file);
        rewind(file);
        b.data = malloc(b.size ? b.size : 1);
        if (b.data && fread(b.data, 1, b.size, file) == b.size) {
            fclose(file);
            return b;
        }
    }
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
}

void must(reel_status status, const reel_error *error)
{
    if (status >= 0) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static void *count_alloc(void *context, size_t size)
{
    counts *c = context;
    c->allocations++;
    c->bytes += size;
    return malloc(size);
}

static void *count_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    counts *c = context;
    c->allocations++;
    c->bytes += new_size > old_size ? new_size - old_size : 0;
    return realloc(old, new_size);
}

static void count_free(void *context, void *pointer)
{
    (void)context;
    free(pointer);
}

reel_allocator counting_allocator(counts *of) { return (reel_allocator){ count_alloc, count_resize, count_free, of }; }
