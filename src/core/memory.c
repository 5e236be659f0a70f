/* SPDX-License-Identifier: MIT */
#include "core/memory.h"

#include <stdlib.h>

static void *libc_alloc(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void *libc_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    return realloc(old, new_size);
}

static void libc_free(void *context, void *pointer)
{
    (void)context;
    free(pointer);
}

reel_allocator reel__memory_allocator(const reel_allocator *allocator)
{
    if (allocator) return *allocator;
    return (reel_allocator){ libc_alloc, libc_resize, libc_free, NULL };
}

void *reel__memory_new(const reel_allocator *allocator, size_t size)
{
    void *pointer = allocator->alloc(allocator->context, size ? size : 1);
    return pointer ? memset(pointer, 0, size) : NULL;
}

void reel__memory_drop(const reel_allocator *allocator, void *pointer)
{
    if (pointer) allocator->free(allocator->context, pointer);
}

enum { FIRST_BYTES = 1024, FIRST_ITEMS = 16 };

void *reel__memory_items(const reel_allocator *allocator, void *items, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity && items) return items;
    if (need > SIZE_MAX / 2 / size) return NULL;
    size_t more = 2 * *capacity > need ? 2 * *capacity : need;
    if (more < FIRST_ITEMS) more = FIRST_ITEMS;
    void *moved = allocator->resize(allocator->context, items, *capacity * size, more * size);
    if (moved) *capacity = more;
    return moved;
}

bool reel__memory_room(reel_memory *block, size_t more)
{
    if (block->capacity - block->size >= more) return true;
    if (more > SIZE_MAX / 2 - block->size) return false;
    size_t capacity = block->capacity ? 2 * block->capacity : FIRST_BYTES;
    if (capacity < block->size + more) capacity = block->size + more;
    uint8_t *data = block->allocator.resize(block->allocator.context, block->data, block->capacity, capacity);
    if (!data) return false;
    block->data = data;
    block->capacity = capacity;
    return true;
}

/* Whether something is set behind what this library knows. */
static bool has_newer(const uint8_t *options, size_t own_size, size_t stated_size)
{
    for (size_t i = own_size; i < stated_size; i++)
        if (options[i]) return true;
    return false;
}

void reel__memory_options(void *own, size_t own_size, const void *options)
{
    size_t size = own_size, stated;
    memset(own, 0, own_size);
    if (options) {
        memcpy(&stated, options, sizeof stated);
        if (stated == OPTIONS_NEWER || stated == OPTIONS_UNSIZED) { /* a copy that was made here */
            memcpy(own, options, own_size);
            size = stated;
        } else if (stated < sizeof stated || stated % sizeof(void *)) { /* a pointer could be cut in two */
            size = OPTIONS_UNSIZED;
        } else {
            memcpy(own, options, stated < own_size ? stated : own_size);
            if (has_newer(options, own_size, stated)) size = OPTIONS_NEWER;
        }
    }
    memcpy(own, &size, sizeof size);
}

enum { ARENA_ALIGN = 16, ARENA_FIRST = 4096, ARENA_LARGEST = 65536 };

struct arena_block {
    arena_block *next;
    size_t size; /* bytes after the head */
};

#define BLOCK_HEAD ((sizeof(arena_block) + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1))

static arena_block *new_block(memory_arena *arena, size_t size)
{
    if (size > SIZE_MAX - BLOCK_HEAD) return NULL;
    arena_block *block = arena->allocator.alloc(arena->allocator.context, BLOCK_HEAD + size);
    if (!block) return NULL;
    block->size = size;
    arena->total += size;
    return block;
}

void *reel__arena_push(memory_arena *arena, size_t size)
{
    if (size > SIZE_MAX - ARENA_ALIGN) return NULL;
    size = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    arena_block *block = arena->blocks;
    if (block && block->size - arena->used >= size) {
        void *place = (uint8_t *)block + BLOCK_HEAD + arena->used;
        arena->used += size;
        return place;
    }
    size_t usual = arena->total / 2 < ARENA_FIRST     ? (size_t)ARENA_FIRST
                   : arena->total / 2 > ARENA_LARGEST ? (size_t)ARENA_LARGEST
                                                      : arena->total / 2;
    if (block && size > usual / 4) { /* a block of its own, behind the one in use */
        arena_block *own = new_block(arena, size);
        if (!own) return NULL;
        own->next = block->next;
        block->next = own;
        return (uint8_t *)own + BLOCK_HEAD;
    }
    arena_block *fresh = new_block(arena, size > usual ? size : usual);
    if (!fresh) return NULL;
    fresh->next = block;
    arena->blocks = fresh;
    arena->used = size;
    return (uint8_t *)fresh + BLOCK_HEAD;
}

static void drop_blocks(memory_arena *arena, arena_block *block)
{
    while (block) {
        arena_block *next = block->next;
        arena->total -= block->size;
        reel__memory_drop(&arena->allocator, block);
        block = next;
    }
}

void reel__arena_reset(memory_arena *arena)
{
    if (!arena->blocks) return;
    drop_blocks(arena, arena->blocks->next);
    arena->blocks->next = NULL;
    arena->used = 0;
}

void reel__arena_free(memory_arena *arena)
{
    drop_blocks(arena, arena->blocks);
    arena->blocks = NULL;
    arena->used = 0;
}
