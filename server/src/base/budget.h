/* SPDX-License-Identifier: MIT
 * How many bytes may be used, of memory or of a disk. Who gets none waits or is refused. */
#ifndef SERVER_BASE_BUDGET_H
#define SERVER_BASE_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct budget {
    uint64_t most;
    _Atomic uint64_t used;
} budget;

/* Thread-safe, as is budget_give. False: there is not enough left, and nothing was taken. */
static inline bool budget_take(budget *budget, uint64_t bytes)
{
    uint64_t used = atomic_load(&budget->used);
    do
        if (bytes > budget->most || used > budget->most - bytes) return false;
    while (!atomic_compare_exchange_weak(&budget->used, &used, used + bytes));
    return true;
}

static inline void budget_give(budget *budget, uint64_t bytes) { atomic_fetch_sub(&budget->used, bytes); }

#endif
