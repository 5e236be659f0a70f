/* SPDX-License-Identifier: MIT */
#include "columns/flatbuffer.h"

enum { FIRST_CAPACITY = 1024, LARGEST_ALIGNMENT = 8 };

void reel__flatbuffer_begin(flatbuffer *buffer, const reel_allocator *allocator)
{
    *buffer = (flatbuffer){ .allocator = *allocator };
}

void reel__flatbuffer_reset(flatbuffer *buffer)
{
    buffer->size = 0;
    buffer->failed = false;
}

void reel__flatbuffer_free(flatbuffer *buffer)
{
    reel__memory_drop(&buffer->allocator, buffer->data);
    buffer->data = NULL;
    buffer->capacity = buffer->size = 0;
}

static bool grow(flatbuffer *buffer, size_t need)
{
    size_t capacity = buffer->capacity ? buffer->capacity : FIRST_CAPACITY;
    while (capacity < need && capacity <= UINT32_MAX / 2) capacity *= 2;
    uint8_t *data = capacity < need ? NULL : buffer->allocator.alloc(buffer->allocator.context, capacity);
    if (!data) return false;
    if (buffer->size) memcpy(data + capacity - buffer->size, buffer->data + buffer->capacity - buffer->size, buffer->size);
    reel__memory_drop(&buffer->allocator, buffer->data);
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

/* Room for `size` bytes in front of what is there, so that they begin at a multiple of `alignment`; the bytes between become 0.
 * NULL: no memory. */
static uint8_t *push(flatbuffer *buffer, size_t size, size_t alignment)
{
    if (buffer->failed) return NULL;
    size_t padding = (alignment - (buffer->size + size) % alignment) % alignment;
    size_t need = buffer->size + padding + size;
    if (need > buffer->capacity && !grow(buffer, need)) {
        buffer->failed = true;
        return NULL;
    }
    buffer->size = need;
    uint8_t *at = buffer->data + buffer->capacity - need;
    memset(at + size, 0, padding);
    return at;
}

/* An offset to `place`, at the place that it is pushed to. */
static void push_offset(flatbuffer *buffer, uint32_t place)
{
    uint8_t *at = push(buffer, 4, 4);
    if (at) reel_store_u32le(at, (uint32_t)buffer->size - place);
}

uint32_t reel__flatbuffer_string(flatbuffer *buffer, const void *text, size_t size)
{
    if (size >= UINT32_MAX / 4) buffer->failed = true;
    uint8_t *at = push(buffer, 4 + size + 1, 4);
    if (!at) return 0;
    reel_store_u32le(at, (uint32_t)size);
    if (size) memcpy(at + 4, text, size);
    at[4 + size] = 0;
    return (uint32_t)buffer->size;
}

uint32_t reel__flatbuffer_list(flatbuffer *buffer, const uint32_t *places, size_t count)
{
    for (size_t i = count; i > 0; i--) push_offset(buffer, places[i - 1]);
    uint8_t *at = push(buffer, 4, 4);
    if (!at) return 0;
    reel_store_u32le(at, (uint32_t)count);
    return (uint32_t)buffer->size;
}

uint32_t reel__flatbuffer_structs(flatbuffer *buffer, const uint64_t *numbers, size_t count, size_t width)
{
    uint8_t *at = push(buffer, count * width * 8, 8);
    for (size_t i = 0; at && i < count * width; i++) reel_store_u64le(at + 8 * i, numbers[i]);
    at = push(buffer, 4, 4);
    if (!at) return 0;
    reel_store_u32le(at, (uint32_t)count);
    return (uint32_t)buffer->size;
}

void reel__flatbuffer_table(flatbuffer *buffer)
{
    memset(buffer->slots, 0, sizeof buffer->slots);
    buffer->start = buffer->size;
}

static uint8_t *push_member(flatbuffer *buffer, size_t slot, size_t size)
{
    uint8_t *at = push(buffer, size, size);
    buffer->slots[slot] = (uint32_t)buffer->size;
    return at;
}

void reel__flatbuffer_u8(flatbuffer *buffer, size_t slot, uint8_t value)
{
    uint8_t *at = push_member(buffer, slot, 1);
    if (at) *at = value;
}

static void store_u16(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

void reel__flatbuffer_i16(flatbuffer *buffer, size_t slot, int16_t value)
{
    uint8_t *at = push_member(buffer, slot, 2);
    if (at) store_u16(at, (uint16_t)value);
}

void reel__flatbuffer_i32(flatbuffer *buffer, size_t slot, int32_t value)
{
    uint8_t *at = push_member(buffer, slot, 4);
    if (at) reel_store_u32le(at, (uint32_t)value);
}

void reel__flatbuffer_i64(flatbuffer *buffer, size_t slot, int64_t value)
{
    uint8_t *at = push_member(buffer, slot, 8);
    if (at) reel_store_u64le(at, (uint64_t)value);
}

void reel__flatbuffer_place(flatbuffer *buffer, size_t slot, uint32_t place)
{
    if (!place) return;
    push_offset(buffer, place);
    buffer->slots[slot] = (uint32_t)buffer->size;
}

/* The table begins with the distance to its vtable, which is right in front of it: the sizes of both in bytes, then for each slot the
 * distance of the member from the start of the table, 0 if it is missing. */
uint32_t reel__flatbuffer_end(flatbuffer *buffer)
{
    if (!push(buffer, 4, 4)) return 0;
    size_t table = buffer->size;
    uint8_t *at = push(buffer, 4 + 2 * FLATBUFFER_SLOTS, 2);
    if (!at) return 0;
    store_u16(at, 4 + 2 * FLATBUFFER_SLOTS);
    store_u16(at + 2, (uint16_t)(table - buffer->start));
    for (size_t i = 0; i < FLATBUFFER_SLOTS; i++)
        store_u16(at + 4 + 2 * i, (uint16_t)(buffer->slots[i] ? table - buffer->slots[i] : 0));
    reel_store_u32le(buffer->data + buffer->capacity - table, (uint32_t)(buffer->size - table));
    return (uint32_t)table;
}

bool reel__flatbuffer_finish(flatbuffer *buffer, uint32_t root, reel_bytes *bytes)
{
    uint8_t *at = push(buffer, 4, LARGEST_ALIGNMENT);
    if (!at) return false;
    reel_store_u32le(at, (uint32_t)buffer->size - root);
    *bytes = (reel_bytes){ at, buffer->size };
    return true;
}
