/* SPDX-License-Identifier: MIT */
#include "base/histogram.h"

static const struct {
    int64_t micros;
    const char *seconds;
} bounds[HISTOGRAM_BOUNDS] = { { 1000, "0.001" },  { 2500, "0.0025" }, { 5000, "0.005" },  { 10000, "0.01" },
                               { 25000, "0.025" }, { 50000, "0.05" },  { 100000, "0.1" },  { 250000, "0.25" },
                               { 1000000, "1" },   { 2500000, "2.5" }, { 10000000, "10" }, { 30000000, "30" } };

void histogram_add(histogram *m, int64_t micros, bool failed)
{
    size_t slot = 0;
    while (slot < HISTOGRAM_BOUNDS && micros > bounds[slot].micros) slot++;
    atomic_fetch_add_explicit(&m->counts[slot], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&m->micros, micros > 0 ? (unsigned long)micros : 0, memory_order_relaxed);
    if (failed) atomic_fetch_add_explicit(&m->failed, 1, memory_order_relaxed);
}

unsigned long histogram_count(histogram *m)
{
    unsigned long count = 0;
    for (size_t i = 0; i <= HISTOGRAM_BOUNDS; i++) count += atomic_load(&m->counts[i]);
    return count;
}

void histogram_write(text *to, const char *name, const char *labels, histogram *m)
{
    unsigned long count = 0;
    const char *comma = *labels ? "," : "";
    for (size_t i = 0; i <= HISTOGRAM_BOUNDS; i++) {
        count += atomic_load(&m->counts[i]);
        text_print(to, "%s_bucket{%s%sle=\"%s\"} %lu\n", name, labels, comma, i < HISTOGRAM_BOUNDS ? bounds[i].seconds : "+Inf",
                   count);
    }
    const char *open = *labels ? "{" : "", *close = *labels ? "}" : "";
    text_print(to, "%s_sum%s%s%s %.6f\n", name, open, labels, close, (double)atomic_load(&m->micros) / 1e6);
    text_print(to, "%s_count%s%s%s %lu\n", name, open, labels, close, count);
}
