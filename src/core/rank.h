/* SPDX-License-Identifier: MIT
 * Sorting, stably. Sorts of the C library are not stable, and may allocate memory behind the caller's allocator. */
#ifndef CORE_RANK_H
#define CORE_RANK_H

#include "core/memory.h"

#include <reel/format.h>

/* Whether item `a` comes before item `b`. */
typedef bool rank_before(const void *items, size_t a, size_t b);

/* Sorts the indices in `order`; `spare` has room for as many. Linear if they are at most two sorted runs, n log n otherwise. Charges the
 * steps to the budget, which may be NULL, and fails as reel_spend does. */
reel_status reel__rank_order(const void *items, rank_before *before, size_t *order, size_t *spare, size_t count,
                             reel_budget *budget);
/* The same for the indices of all `count` items, in memory of the allocator: free *order with reel__memory_drop. REEL_MEMORY; after a failure
 * *order is NULL. */
reel_status reel__rank_items(const void *items, size_t count, rank_before *before, const reel_allocator *allocator,
                             reel_budget *budget, size_t **order);

/* Sorts numbers in ascending order; `spare` has room for as many. */
void reel__rank_numbers(uint64_t *numbers, uint64_t *spare, size_t count);

#endif
