/* SPDX-License-Identifier: MIT
 * Rows near other rows in time. The other rows are put in order of time once; those near a row are a span of that order, which begins and ends
 * not before that of the row above if the rows are in order too. So each end is looked for from where it was, in steps that double:
 * the sum of the logarithms of the distances, which is linear for rows in order and n log n at most, whatever the times are. */
#include "core/memory.h"

#include <reel/insight.h>

#include <math.h>

/* ---- order ------------------------------------------------------------------------------------------------------------ */

/* Merges the neighbours [from, middle) and [middle, end), each in order; of equal times, those of the first come first. */
static void merge(const double *times, const uint64_t *in, uint64_t *out, size_t from, size_t middle, size_t end)
{
    size_t a = from, b = middle;
    for (size_t i = from; i < end; i++) {
        const bool takes_a = a < middle && (b == end || times[in[a]] <= times[in[b]]);
        out[i] = in[takes_a ? a++ : b++];
    }
}

static size_t run_end(const double *times, const uint64_t *order, size_t from, size_t end)
{
    size_t at = from + 1;
    while (at < end && times[order[at - 1]] <= times[order[at]]) at++;
    return at;
}

/* A merge sort of the runs that are in order already: one pass if all are one. */
static reel_status sort(const double *times, uint64_t *order, size_t count, const reel_allocator *allocator, reel_error *error)
{
    if (!count || run_end(times, order, 0, count) == count) return REEL_OK;
    uint64_t *room = count <= SIZE_MAX / sizeof *room ? reel__memory_new(allocator, count * sizeof *room) : NULL;
    if (!room) return reel__memory_fail(error);
    for (size_t runs = 2; runs > 1;) {
        runs = 0;
        for (size_t from = 0, end; from < count; from = end, runs++) {
            const size_t middle = run_end(times, order, from, count);
            end = middle < count ? run_end(times, order, middle, count) : middle;
            merge(times, order, room, from, middle, end);
        }
        memcpy(order, room, count * sizeof *order);
    }
    reel__memory_drop(allocator, room);
    return REEL_OK;
}

/* ---- spans ------------------------------------------------------------------------------------------------------------ */

typedef struct ordered {
    const double *times;
    const uint64_t *order;
    size_t count; /* that have a time */
} ordered;

/* Whether place `i` is before the end that is looked for: its time is less, or, `after`, not greater. */
static bool is_before(const ordered *rows, size_t i, double time, bool after)
{
    const double own = rows->times[rows->order[i]];
    return after ? own <= time : own < time;
}

/* The first place that is not before `time`, looked for from `from` on. */
static size_t find_end(const ordered *rows, size_t from, double time, bool after)
{
    size_t low = 0, high = rows->count, step = 1; /* all below `low` are before, `high` and those above are not */
    if (from < rows->count && is_before(rows, from, time, after)) {
        for (low = from + 1; low + step < rows->count && is_before(rows, low + step, time, after); step *= 2) low += step + 1;
        if (low + step < rows->count) high = low + step;
    } else {
        for (high = from; high >= step && !is_before(rows, high - step, time, after); step *= 2) high -= step;
        if (high >= step) low = high - step;
    }
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_before(rows, middle, time, after))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

reel_status reel_around(const double *times, size_t count, const double *others, size_t other_count, double before, double after,
                        const reel_allocator *given, uint64_t *order, reel_near *near, uint64_t *pairs, reel_error *error)
{
    const reel_allocator allocator = reel__memory_allocator(given);
    ordered rows = { .times = others, .order = order };
    uint64_t all = 0;
    size_t from = 0, end = 0, without = other_count;
    if (!(before >= 0) || !(after >= 0) || isinf(before) || isinf(after))
        return reel_fail(error, REEL_ARGUMENT, "around.within", "", 0, "the distances in time must be numbers of at least 0");
    for (size_t i = 0; i < other_count; i++)
        if (isfinite(others[i])) order[rows.count++] = i;
    for (size_t i = other_count; i > 0; i--)
        if (!isfinite(others[i - 1])) order[--without] = i - 1;
    reel_status status = sort(others, order, rows.count, &allocator, error);
    if (status < 0) return status;
    for (size_t i = 0; i < count; i++) {
        near[i] = (reel_near){ 0, 0 };
        if (!isfinite(times[i])) continue;
        from = find_end(&rows, from, times[i] - before, false);
        end = find_end(&rows, end > from ? end : from, times[i] + after, true);
        near[i] = (reel_near){ from, end - from };
        all = end - from > UINT64_MAX - all ? UINT64_MAX : all + (end - from);
    }
    if (pairs) *pairs = all;
    return REEL_OK;
}
