/* SPDX-License-Identifier: MIT
 * How the benchmarks measure: the best of several rounds, each long enough to be worth a clock. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <reel/reel.h>
#include <stddef.h>
#include <stdint.h>

/* Seconds of a clock that never goes back. */
double now(void);

/* Seconds that one call of job(context) takes: the best of `rounds` rounds, each of at least `least` seconds of calls. */
double measure(void (*job)(void *context), void *context, int rounds, double least);
/* The same in seconds of the processor, which other programs on a busy machine do not change much. */
double measure_processor(void (*job)(void *context), void *context, int rounds, double least);

/* Makes malloc of glibc keep large blocks that are freed, as in a process that has run for a while: no page is measured that the system gives anew. */
void keep_memory(void);

/* A file in memory, malloc'ed; exits where it cannot be read. */
typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;
bytes read_all(const char *path);

/* Prints the message of a failure and exits. */
void must(reel_status status, const reel_error *error);

/* What was allocated, and how often. */
typedef struct counts {
    size_t allocations, bytes;
} counts;
reel_allocator counting_allocator(counts *of);

#endif
