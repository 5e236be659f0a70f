/* SPDX-License-Identifier: MIT
 * Memory of the caller's allocator for libraries that ask for a number of items of a size. */
#ifndef CODEC_PACK_ITEMS_H
#define CODEC_PACK_ITEMS_H

#include "core/memory.h"

/* Room for `items` of `size` bytes each, to be freed with reel__memory_drop. NULL: no memory, or more than a size_t holds. */
void *reel__items_alloc(const reel_allocator *allocator, size_t items, size_t size);

#endif
