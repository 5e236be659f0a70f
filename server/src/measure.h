/* SPDX-License-Identifier: MIT
 * Durations, counted for /metrics. Any thread may add. */
#ifndef SERVER_MEASURE_H
#define SERVER_MEASURE_H

#include "text.h"

#include <stdatomic.h>

enum { MEASURE_BOUNDS = 12 };

typedef struct measure {
    atomic_ulong counts[MEASURE_BOUNDS + 1]; /* up to each bound, and above the last */
    atomic_ulong micros;
    atomic_ulong failed; /* of them */
} measure;

void measure_add(measure *measure, int64_t micros, bool failed);
unsigned long measure_count(measure *measure);
/* Writes a histogram without its HELP and TYPE. `labels`: "a=\"b\"", or empty. */
void measure_write(text *to, const char *name, const char *labels, measure *measure);

#endif
