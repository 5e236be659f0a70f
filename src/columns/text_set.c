/* SPDX-License-Identifier: MIT */
#include "columns/text_set.h"

enum { SIZE_BYTES = 4, FIRST_SLOTS = 256, MOST_STEPS = 256 };

void reel__text_set_begin(text_set *set, const reel_allocator *allocator, size_t most)
{
    *set = (text_set){ .allocator = *allocator, .page.allocator = *allocator, .most = most };
}

void reel__text_set_reset(text_set *set)
{
    set->page.size = 0;
    set->count = 0;
    if (set->slots) memset(set->slots, 0, set->slot_count * sizeof *set->slots);
}

void reel__text_set_free(text_set *set)
{
    reel_memory_free(&set->page);
    reel__memory_drop(&set->allocator, set->starts);
    reel__memory_drop(&set->allocator, set->slots);
    set->starts = set->slots = NULL;
}

reel_bytes reel__text_set_at(const text_set *set, uint32_t index)
{
    const uint8_t *at = set->page.data + set->starts[index];
    return (reel_bytes){ at + SIZE_BYTES, reel_load_u32le(at) };
}

/* Mixes eight bytes at a time by a multiplication with an odd number and a fold of its high bits. A file can be made to have many texts
 * with one hash: the set counts as full before the search for a text gets long. */
static uint32_t hash_of(const uint8_t *text, size_t size)
{
    uint64_t hash = size + 1;
    for (; size >= 8; size -= 8, text += 8) {
        hash = (hash ^ reel_load_u64le(text)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    uint8_t last[8] = { 0 };
    if (size) memcpy(last, text, size);
    hash = (hash ^ reel_load_u64le(last)) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32 ^ hash >> 47);
}

/* The slot of a text, or a free one for it; NULL: neither within `most` steps. */
static uint32_t *find_slot(const text_set *set, const void *text, size_t size, uint32_t most)
{
    uint32_t at = hash_of(text, size) & (set->slot_count - 1);
    for (; set->slots[at]; at = (at + 1) & (set->slot_count - 1)) {
        reel_bytes known = reel__text_set_at(set, set->slots[at] - 1);
        if (known.size == size && (!size || !memcmp(known.data, text, size))) break;
        if (!most--) return NULL;
    }
    return &set->slots[at];
}

/* Half of the slots stay free. */
static bool make_slots(text_set *set)
{
    if (set->slots && set->count < set->slot_count / 2) return true;
    uint32_t count = set->slots ? 2 * set->slot_count : FIRST_SLOTS;
    uint32_t *slots = reel__memory_new(&set->allocator, count * sizeof *slots);
    if (!slots) return false;
    reel__memory_drop(&set->allocator, set->slots);
    set->slots = slots;
    set->slot_count = count;
    for (uint32_t i = 0; i < set->count; i++) {
        reel_bytes text = reel__text_set_at(set, i);
        *find_slot(set, text.data, text.size, UINT32_MAX) = i + 1;
    }
    return true;
}

text_set_result reel__text_set_add(text_set *set, const void *text, size_t size, uint32_t *index)
{
    if (!make_slots(set)) return TEXT_SET_NO_MEMORY;
    uint32_t *slot = find_slot(set, text, size, MOST_STEPS);
    if (!slot) return TEXT_SET_FULL;
    if (*slot) {
        *index = *slot - 1;
        return TEXT_SET_KNOWN;
    }
    if (size > set->most - SIZE_BYTES || set->page.size > set->most - SIZE_BYTES - size) return TEXT_SET_FULL;
    uint32_t *starts = reel__memory_items(&set->allocator, set->starts, &set->capacity, set->count + 1u, sizeof *starts);
    if (!starts) return TEXT_SET_NO_MEMORY;
    set->starts = starts;
    uint32_t start = (uint32_t)set->page.size;
    uint8_t head[SIZE_BYTES];
    reel_store_u32le(head, (uint32_t)size);
    if (!memory_add(&set->page, head, sizeof head) || !memory_add(&set->page, text, size)) return TEXT_SET_NO_MEMORY;
    set->starts[set->count] = start;
    *slot = ++set->count;
    *index = set->count - 1;
    return TEXT_SET_NEW;
}
