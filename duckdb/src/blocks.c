/* SPDX-License-Identifier: MIT */
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

/* Before each block. As large as the strictest alignment, which is that of malloc. */
typedef union block_head {
    struct {
        size_t kind; /* BLOCKS_KINDS: not one that is kept */
        size_t size; /* that fits, without the head */
    } is;
    max_align_t alignment;
} block_head;

static size_t kind_of(size_t size)
{
    if (size + sizeof(block_head) < (size_t)1 << (BLOCKS_SMALLEST - 1)) return BLOCKS_KINDS;
    size_t kind = 0;
    while (kind < BLOCKS_KINDS && ((size_t)1 << (BLOCKS_SMALLEST + kind)) - sizeof(block_head) < size) kind++;
    return kind;
}

/* `old` is NULL for a new block. */
static void *resize_block(block_head *old, size_t kind, size_t size)
{
    if (size > SIZE_MAX - sizeof *old) return NULL;
    block_head *head = realloc(old, sizeof *head + size);
    if (!head) return NULL;
    head->is.kind = kind;
    head->is.size = size;
    return head + 1;
}

static void *blocks_alloc(void *context, size_t size)
{
    blocks *store = context;
    size_t kind = kind_of(size);
    if (kind < BLOCKS_KINDS) {
        block_head *head = store->kept[kind];
        store->kept[kind] = NULL;
        if (head) return head + 1;
        size = ((size_t)1 << (BLOCKS_SMALLEST + kind)) - sizeof *head;
    }
    return resize_block(NULL, kind, size);
}

static void blocks_release(void *context, void *pointer)
{
    blocks *store = context;
    if (!pointer) return;
    block_head *head = (block_head *)pointer - 1;
    if (head->is.kind < BLOCKS_KINDS && !store->kept[head->is.kind])
        store->kept[head->is.kind] = head;
    else
        free(head);
}

static void *blocks_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    if (!old) return blocks_alloc(context, new_size);
    block_head *head = (block_head *)old - 1;
    size_t kind = kind_of(new_size);
    if (kind == head->is.kind) return kind < BLOCKS_KINDS ? old : resize_block(head, kind, new_size);
    void *fresh = blocks_alloc(context, new_size);
    if (!fresh) return NULL;
    memcpy(fresh, old, old_size < new_size ? old_size : new_size);
    blocks_release(context, old);
    return fresh;
}

void blocks_begin(blocks *store) { *store = (blocks){ .allocator = { blocks_alloc, blocks_resize, blocks_release, store } }; }

void blocks_free(blocks *store)
{
    for (size_t i = 0; i < BLOCKS_KINDS; i++) free(store->kept[i]);
}
