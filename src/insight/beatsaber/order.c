/* SPDX-License-Identifier: MIT
 * Growing lists, and a stable radix sort. It takes at most four passes over the items, whatever their keys. */
#include "insight/beatsaber/order.h"
#include "core/memory.h"

bool reel__play_list_reserve(play_list *list, size_t count, size_t size, const reel_allocator *allocator)
{
    if (count > SIZE_MAX - list->count) return false;
    void *data = reel__memory_items(allocator, list->data, &list->capacity, list->count + count, size);
    if (data) list->data = data;
    return data != NULL;
}

void *reel__play_list_grow(play_list *list, size_t count, size_t size, const reel_allocator *allocator)
{
    if (!reel__play_list_reserve(list, count, size, allocator)) return NULL;
    void *room = (uint8_t *)list->data + list->count * size;
    list->count += count;
    return room;
}

void reel__play_list_free(play_list *list, const reel_allocator *allocator)
{
    if (list->data) allocator->free(allocator->context, list->data);
    *list = (play_list){ 0 };
}

/* The bits of a float are a sign and a magnitude: positive floats compare like their bits, negative ones in reverse. Setting the
 * sign bit of positive floats and inverting all bits of negative ones gives unsigned integers in the order of the floats. Adding 0
 * turns -0 into 0; NaN gets the lowest key. */
uint32_t reel__play_key_of(float value)
{
    if (value != value) return 0;
    uint32_t bits = reel_float_bits(value + 0.0f);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/* One pass of a radix sort, by byte `shift / 8` of the key. Returns false if all keys have the same byte there. */
static bool sort_round(const play_key *from, play_key *to, size_t count, unsigned shift)
{
    size_t starts[256] = { 0 };
    for (size_t i = 0; i < count; i++) starts[from[i].key >> shift & 255]++;
    if (starts[from[0].key >> shift & 255] == count) return false;
    size_t start = 0;
    for (size_t byte = 0; byte < 256; byte++) {
        size_t here = starts[byte];
        starts[byte] = start;
        start += here;
    }
    for (size_t i = 0; i < count; i++) to[starts[from[i].key >> shift & 255]++] = from[i];
    return true;
}

/* Puts each item behind those before it that are not larger. */
static void sort_few(play_key *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const play_key item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].key > item.key; at--) items[at] = items[at - 1];
        items[at] = item;
    }
}

void reel__play_sort(play_key *items, play_key *spare, size_t count)
{
    enum { FEW = 40 }; /* below that, the tables of a radix sort cost more than the items */
    size_t sorted = 1;
    while (sorted < count && items[sorted - 1].key <= items[sorted].key) sorted++;
    if (sorted >= count) return;
    if (count < FEW) {
        sort_few(items, count);
        return;
    }
    play_key *from = items, *to = spare;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        if (!sort_round(from, to, count, shift)) continue;
        play_key *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) memcpy(items, from, count * sizeof *items);
}

float reel__play_value_of(uint32_t key) { return reel_float_of(key & 0x80000000u ? key & 0x7fffffffu : ~key); }

/* Moves keys to the side of the middle one to which they belong, until one is alone: at worst as many steps as the square of so few. */
static uint32_t nth_of_few(play_key *keys, size_t count, size_t before)
{
    size_t first = 0, end = count;
    while (end - first > 1) {
        const uint32_t middle = keys[first + (end - first) / 2].key;
        size_t low = first, high = end - 1;
        for (;; low++, high--) {
            while (keys[low].key < middle) low++;
            while (keys[high].key > middle) high--;
            if (low >= high) break;
            const play_key swap = keys[low];
            keys[low] = keys[high];
            keys[high] = swap;
        }
        if (before < low) /* those below `low` are not larger, and those from it on not smaller */
            end = low;
        else
            first = low;
    }
    return keys[first].key;
}

/* Byte by byte from the highest one, keeps the keys that have the byte of the one that is looked for. */
uint32_t reel__play_nth(play_key *keys, size_t count, size_t before)
{
    enum { FEW = 128 }; /* tables of a byte cost more than these */
    for (unsigned shift = 32; shift && count > FEW;) {
        uint32_t counts[256] = { 0 }, byte = 0;
        size_t kept = 0;
        shift -= 8;
        for (size_t i = 0; i < count; i++) counts[keys[i].key >> shift & 255]++;
        for (; counts[byte] <= before; byte++) before -= counts[byte];
        if (counts[byte] == count) continue;
        for (size_t i = 0; i < count; i++)
            if ((keys[i].key >> shift & 255) == byte) keys[kept++] = keys[i];
        count = kept;
    }
    return count > FEW ? keys->key : nth_of_few(keys, count, before);
}

float reel__play_median(play_key *keys, size_t count) { return reel__play_value_of(reel__play_nth(keys, count, count / 2)); }
