/* SPDX-License-Identifier: MIT
 * The allocator and the arena. */
#ifndef CORE_MEMORY_H
#define CORE_MEMORY_H

#include <reel/format.h>

/* The caller's allocator, or the one of the C library. */
reel_allocator reel__memory_allocator(const reel_allocator *allocator);
void *reel__memory_new(const reel_allocator *allocator, size_t size);   /* zeroed; NULL: out of memory */
void reel__memory_drop(const reel_allocator *allocator, void *pointer); /* NULL is fine */

/* Reports that memory ran out, by rule "reel.memory". Returns REEL_MEMORY. (findings.c) */
reel_status reel__memory_fail(reel_error *error);

/* A growing array: `items` of `size` bytes each with room for at least `need` of them, perhaps moved; *capacity is the room it has.
 * It at least doubles, so that adding one at a time costs linear time. NULL: no memory, and nothing changed. */
void *reel__memory_items(const reel_allocator *allocator, void *items, size_t *capacity, size_t need, size_t size);

/* Room in a growing block for `more` bytes behind those that it has; false: no memory, and nothing changed. */
bool reel__memory_room(reel_memory *block, size_t more);
/* Adds bytes to one. `data` may be NULL if `size` is 0. */
static inline bool memory_add(reel_memory *block, const void *data, size_t size)
{
    if (block->capacity - block->size < size && !reel__memory_room(block, size)) return false;
    if (size) memcpy(block->data + block->size, data, size);
    block->size += size;
    return true;
}

/* Copies the caller's option struct, which may be shorter or longer, into `own` of the size that this library knows; the rest becomes zero. Its
 * first member, struct_size, becomes own_size; OPTIONS_UNSIZED if the caller's is not the size of a struct, of which nothing is copied then; or
 * OPTIONS_NEWER if the caller sets what this library does not know. options_are_known (options.h) refuses both. */
#define OPTIONS_NEWER SIZE_MAX
#define OPTIONS_UNSIZED (SIZE_MAX - 1)
void reel__memory_options(void *own, size_t own_size, const void *options);

/* Many small things that go at once. Blocks grow with what was asked for; a large thing gets a block of its own size. */
typedef struct arena_block arena_block;
typedef struct memory_arena {
    reel_allocator allocator;
    arena_block *blocks; /* the one in use first */
    size_t used;         /* of the block in use */
    size_t total;        /* bytes of all blocks */
} memory_arena;

void *reel__arena_push(memory_arena *arena, size_t size); /* aligned for any type; NULL: no memory */
void reel__arena_reset(memory_arena *arena);              /* forgets everything, keeps the block in use */
void reel__arena_free(memory_arena *arena);

#endif
