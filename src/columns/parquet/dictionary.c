/* SPDX-License-Identifier: MIT */
#include "columns/parquet/dictionary.h"

enum { SIZE_BYTES = 4, FIRST_SLOTS = 256, MOST_STEPS = 256 };

void dictionary_begin(parquet_dictionary *d, const reel_allocator *allocator)
{
    *d = (parquet_dictionary){ .allocator = *allocator, .page.allocator = *allocator };
}

void dictionary_reset(parquet_dictionary *d)
{
    d->page.size = 0;
    d->count = 0;
    if (d->slots) memset(d->slots, 0, d->slot_count * sizeof *d->slots);
}

void dictionary_free(parquet_dictionary *d)
{
    reel_memory_free(&d->page);
    memory_drop(&d->allocator, d->starts);
    memory_drop(&d->allocator, d->slots);
    d->starts = d->slots = NULL;
}

reel_bytes dictionary_text(const parquet_dictionary *d, uint32_t index)
{
    const uint8_t *at = d->page.data + d->starts[index];
    return (reel_bytes){ at + SIZE_BYTES, reel_load_u32le(at) };
}

/* Mixes eight bytes at a time by a multiplication with an odd number and a fold of its high bits. A file can be made to have many texts
 * with one hash: the dictionary counts as full before the search for a text gets long. */
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
static uint32_t *find_slot(const parquet_dictionary *d, const void *text, size_t size, uint32_t most)
{
    uint32_t at = hash_of(text, size) & (d->slot_count - 1);
    for (; d->slots[at]; at = (at + 1) & (d->slot_count - 1)) {
        reel_bytes known = dictionary_text(d, d->slots[at] - 1);
        if (known.size == size && (!size || !memcmp(known.data, text, size))) break;
        if (!most--) return NULL;
    }
    return &d->slots[at];
}

/* Half of the slots stay free. */
static bool make_slots(parquet_dictionary *d)
{
    if (d->slots && d->count < d->slot_count / 2) return true;
    uint32_t count = d->slots ? 2 * d->slot_count : FIRST_SLOTS;
    uint32_t *slots = memory_new(&d->allocator, count * sizeof *slots);
    if (!slots) return false;
    memory_drop(&d->allocator, d->slots);
    d->slots = slots;
    d->slot_count = count;
    for (uint32_t i = 0; i < d->count; i++) {
        reel_bytes text = dictionary_text(d, i);
        *find_slot(d, text.data, text.size, UINT32_MAX) = i + 1;
    }
    return true;
}

dictionary_result dictionary_add(parquet_dictionary *d, const void *text, size_t size, uint32_t *index)
{
    if (!make_slots(d)) return DICTIONARY_NO_MEMORY;
    uint32_t *slot = find_slot(d, text, size, MOST_STEPS);
    if (!slot) return DICTIONARY_FULL;
    if (*slot) {
        *index = *slot - 1;
        return DICTIONARY_KNOWN;
    }
    if (size > DICTIONARY_MOST - SIZE_BYTES || d->page.size > DICTIONARY_MOST - SIZE_BYTES - size) return DICTIONARY_FULL;
    uint32_t *starts = memory_items(&d->allocator, d->starts, &d->capacity, d->count + 1u, sizeof *starts);
    if (!starts) return DICTIONARY_NO_MEMORY;
    d->starts = starts;
    uint32_t start = (uint32_t)d->page.size;
    uint8_t head[SIZE_BYTES];
    reel_store_u32le(head, (uint32_t)size);
    if (!memory_add(&d->page, head, sizeof head) || !memory_add(&d->page, text, size)) return DICTIONARY_NO_MEMORY;
    d->starts[d->count] = start;
    *slot = ++d->count;
    *index = d->count - 1;
    return DICTIONARY_NEW;
}
