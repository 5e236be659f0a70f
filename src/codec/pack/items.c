/* SPDX-License-Identifier: MIT */
#include "codec/pack/items.h"

void *reel__items_alloc(const reel_allocator *allocator, size_t items, size_t size)
{
    if (size && items > SIZE_MAX / size) return NULL;
    return allocator->alloc(allocator->context, items * size);
}
