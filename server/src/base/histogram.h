/* SPDX-License-Identifier: MIT
 * Durations, counted for /metrics. Any thread may add. */
#ifndef SERVER_BASE_HISTOGRAM_H
#define SERVER_BASE_HISTOGRAM_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdint.h>

enum { HISTOGRAM_BOUNDS = 12 };

typedef struct histogram {
    atomic_ulong counts[HISTOGRAM_BOUNDS + 1]; /* up to each bound, and above the last */
    atomic_ulong micros;
    atomic_ulong failed; /* of them */
} histogram;

void histogram_add(histogram *histogram, int64_t micros, bool failed);
unsigned long histogram_count(histogram *histogram);
/* Writes a histogram without its HELP and TYPE. `labels`: "a=\"b\"", or empty. */
void histogram_write(text *to, const char *name, const char *labels, histogram *histogram);

#endif
