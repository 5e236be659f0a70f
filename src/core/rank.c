/* SPDX-License-Identifier: MIT */
#include "core/rank.h"

static size_t run_end(const void *items, const size_t *order, size_t at, size_t count, rank_before *before)
{
    for (at++; at < count && !before(items, order[at], order[at - 1]);) at++;
    return at;
}

/* Merges neighbouring sorted runs in pairs. Returns the number of runs before merging. */
static size_t merge_runs(const void *items, const size_t *from, size_t *to, size_t count, rank_before *before)
{
    size_t runs = 0;
    for (size_t left = 0, end; left < count; left = end) {
        size_t middle = run_end(items, from, left, count, before);
        end = middle < count ? run_end(items, from, middle, count, before) : count;
        for (size_t i = left, j = middle, k = left; k < end; k++)
            to[k] = i < middle && (j >= end || !before(items, from[j], from[i])) ? from[i++] : from[j++];
        runs += middle < count ? 2 : 1;
    }
    return runs;
}

reel_status reel__rank_order(const void *items, rank_before *before, size_t *order, size_t *spare, size_t count,
                             reel_budget *budget)
{
    size_t *from = order, *to = spare;
    for (size_t runs = 3; runs > 2;) {
        reel_status status = reel_spend(budget, 2 * (uint64_t)count);
        if (status != REEL_OK) return status;
        runs = merge_runs(items, from, to, count, before);
        size_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != order && count) memcpy(order, from, count * sizeof *order);
    return REEL_OK;
}

reel_status reel__rank_items(const void *items, size_t count, rank_before *before, const reel_allocator *allocator,
                             reel_budget *budget, size_t **order)
{
    *order = NULL;
    if (count > SIZE_MAX / sizeof **order - 1) return REEL_MEMORY;
    size_t *made = reel__memory_new(allocator, (count + 1) * sizeof *made),
           *spare = reel__memory_new(allocator, (count + 1) * sizeof *spare);
    reel_status status = made && spare ? REEL_OK : REEL_MEMORY;
    for (size_t i = 0; i < count && status == REEL_OK; i++) made[i] = i;
    if (status == REEL_OK) status = reel__rank_order(items, before, made, spare, count, budget);
    reel__memory_drop(allocator, spare);
    if (status == REEL_OK)
        *order = made;
    else
        reel__memory_drop(allocator, made);
    return status;
}

void reel__rank_numbers(uint64_t *numbers, uint64_t *spare, size_t count)
{
    uint64_t *from = numbers, *to = spare;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = count - start < width ? count : start + width,
                   end = count - start < 2 * width ? count : start + 2 * width;
            for (size_t a = start, b = middle, out = start; out < end; out++)
                to[out] = a < middle && (b == end || from[a] <= from[b]) ? from[a++] : from[b++];
        }
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != numbers && count) memcpy(numbers, from, count * sizeof *numbers);
}
