/* SPDX-License-Identifier: MIT */
#include "places.h"

#include "containers/archive_record.h"
#include "core/budget.h"

#if defined(REEL_TEST_PLACES) && defined(__GLIBC__)

#include <execinfo.h>

enum { SLOTS = 16 * PLACES_MOST, CALLERS = 8 };

static bool every_use_asks;
static place_list *noted;
static uint64_t seen[SLOTS]; /* hashes of the callers; 0: free */

bool places_are_known(void) { return true; }
void places_begin(void) { every_use_asks = true; }
void places_end(void) { every_use_asks = false; }
void places_forget(void) { memset(seen, 0, sizeof seen); }

static void note_place(size_t call)
{
    if (!noted || noted->count == PLACES_MOST) return;
    void *callers[CALLERS + 2];
    int depth = backtrace(callers, CALLERS + 2);
    uint64_t hash = 1;
    for (int i = 2; i < depth; i++) hash = (hash ^ (uint64_t)(uintptr_t)callers[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
    size_t slot = (size_t)(hash % SLOTS);
    while (seen[slot] && seen[slot] != hash) slot = (slot + 1) % SLOTS;
    if (seen[slot]) return;
    seen[slot] = hash;
    noted->calls[noted->count++] = call;
}

static void *place_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    test_allocator *state = context;
    note_place(state->calls + 1);
    return test_allocator_of(state).resize(context, old, old_size, new_size);
}

static void *place_alloc(void *context, size_t size)
{
    test_allocator *state = context;
    note_place(state->calls + 1);
    return test_allocator_of(state).alloc(context, size);
}

reel_allocator places_allocator(test_allocator *state, place_list *places)
{
    reel_allocator allocator = test_allocator_of(state);
    noted = places;
    allocator.resize = place_resize;
    allocator.alloc = place_alloc;
    return allocator;
}

/* ---- in front of the library ----------------------------------------------------------------------------------- */

/* The names that the linker has: the build gives internal ones a prefix. */
#define WRAP(name) WRAP_NAMED(name)
#define WRAP_NAMED(name) __wrap_##name
#define REAL(name) REAL_NAMED(name)
#define REAL_NAMED(name) __real_##name

bool REAL(reel__memory_room)(reel_memory *block, size_t more);
bool WRAP(reel__memory_room)(reel_memory *block, size_t more);
void *REAL(reel__memory_items)(const reel_allocator *allocator, void *items, size_t *capacity, size_t need, size_t size);
void *WRAP(reel__memory_items)(const reel_allocator *allocator, void *items, size_t *capacity, size_t need, size_t size);
void *REAL(reel__arena_push)(memory_arena *arena, size_t size);
void *WRAP(reel__arena_push)(memory_arena *arena, size_t size);
bool REAL(reel__record_begin)(reel_memory *block);
bool WRAP(reel__record_begin)(reel_memory *block);

bool WRAP(reel__memory_room)(reel_memory *block, size_t more)
{
    if (!every_use_asks || block->capacity - block->size >= more || more > SIZE_MAX / 2 - block->size)
        return REAL(reel__memory_room)(block, more);
    size_t capacity = block->size + more;
    void *data = block->allocator.resize(block->allocator.context, block->data, block->capacity, capacity);
    if (!data) return false;
    block->data = data;
    block->capacity = capacity;
    return true;
}

void *WRAP(reel__memory_items)(const reel_allocator *allocator, void *items, size_t *capacity, size_t need, size_t size)
{
    if (!every_use_asks || (need <= *capacity && items) || need > SIZE_MAX / 2 / size)
        return REAL(reel__memory_items)(allocator, items, capacity, need, size);
    void *moved = allocator->resize(allocator->context, items, *capacity * size, need * size);
    if (moved) *capacity = need;
    return moved;
}

void *WRAP(reel__arena_push)(memory_arena *arena, size_t size)
{
    if (every_use_asks) {
        void *asked = arena->allocator.alloc(arena->allocator.context, 1);
        if (!asked) return NULL;
        arena->allocator.free(arena->allocator.context, asked);
    }
    return REAL(reel__arena_push)(arena, size);
}

static size_t charges, refused_charge;
static reel_status refused_with;

size_t places_refuse_work(size_t n, reel_status status)
{
    size_t before = charges;
    charges = 0;
    refused_charge = n;
    refused_with = status;
    return before;
}

static bool is_refused(reel_budget *budget)
{
    if (!budget || budget->status != REEL_OK || ++charges != refused_charge) return false;
    budget->status = refused_with;
    return true;
}

reel_status __real_reel_spend(reel_budget *budget, uint64_t steps);
reel_status __wrap_reel_spend(reel_budget *budget, uint64_t steps);
reel_status __real_reel_spend_unpacked(reel_budget *budget, uint64_t bytes);
reel_status __wrap_reel_spend_unpacked(reel_budget *budget, uint64_t bytes);
reel_status REAL(reel__budget_read)(reel_budget *budget, uint64_t bytes);
reel_status WRAP(reel__budget_read)(reel_budget *budget, uint64_t bytes);

reel_status __wrap_reel_spend(reel_budget *budget, uint64_t steps)
{
    return is_refused(budget) ? refused_with : __real_reel_spend(budget, steps);
}

reel_status __wrap_reel_spend_unpacked(reel_budget *budget, uint64_t bytes)
{
    return is_refused(budget) ? refused_with : __real_reel_spend_unpacked(budget, bytes);
}

reel_status WRAP(reel__budget_read)(reel_budget *budget, uint64_t bytes)
{
    return is_refused(budget) ? refused_with : REAL(reel__budget_read)(budget, bytes);
}

/* Records are made in a block that is used again. */
bool WRAP(reel__record_begin)(reel_memory *block)
{
    if (every_use_asks) {
        reel__memory_drop(&block->allocator, block->data);
        *block = (reel_memory){ .allocator = block->allocator };
    }
    return REAL(reel__record_begin)(block);
}

#else

bool places_are_known(void) { return false; }
void places_begin(void) {}
void places_end(void) {}
void places_forget(void) {}

size_t places_refuse_work(size_t n, reel_status status)
{
    (void)n, (void)status;
    return 0;
}

reel_allocator places_allocator(test_allocator *state, place_list *places)
{
    (void)places;
    return test_allocator_of(state);
}

#endif
