/* SPDX-License-Identifier: MIT
 * FlatBuffers, as the messages of Arrow are written. A buffer is built from its end to its start, children before what refers to them.
 * A place is the distance of an object from the end of the buffer, so it stays the same while the buffer grows; 0: missing. */
#ifndef COLUMNS_FLATBUFFER_H
#define COLUMNS_FLATBUFFER_H

#include "core/memory.h"

enum { FLATBUFFER_SLOTS = 8 };

typedef struct flatbuffer {
    reel_allocator allocator;
    uint8_t *data;
    size_t capacity, size; /* the last `size` bytes of `data` are written */
    size_t start;          /* size before the table that is being built */
    uint32_t slots[FLATBUFFER_SLOTS];
    bool failed; /* no memory: nothing is written any more */
} flatbuffer;

void reel__flatbuffer_begin(flatbuffer *buffer, const reel_allocator *allocator);
void reel__flatbuffer_reset(flatbuffer *buffer); /* forgets what was built, keeps the room */
void reel__flatbuffer_free(flatbuffer *buffer);

uint32_t reel__flatbuffer_string(flatbuffer *buffer, const void *text, size_t size);
/* A vector of places. */
uint32_t reel__flatbuffer_list(flatbuffer *buffer, const uint32_t *places, size_t count);
/* A vector of structs of 64-bit numbers: `count` structs of `width` numbers each. */
uint32_t reel__flatbuffer_structs(flatbuffer *buffer, const uint64_t *numbers, size_t count, size_t width);

/* Builds a table: between table and end only members are added, in any order and each at most once. */
void reel__flatbuffer_table(flatbuffer *buffer);
void reel__flatbuffer_u8(flatbuffer *buffer, size_t slot, uint8_t value);
void reel__flatbuffer_i16(flatbuffer *buffer, size_t slot, int16_t value);
void reel__flatbuffer_i32(flatbuffer *buffer, size_t slot, int32_t value);
void reel__flatbuffer_i64(flatbuffer *buffer, size_t slot, int64_t value);
void reel__flatbuffer_place(flatbuffer *buffer, size_t slot, uint32_t place); /* 0: nothing is added */
uint32_t reel__flatbuffer_end(flatbuffer *buffer);

/* Makes `root` the root of the buffer, whose bytes are then complete; they are a multiple of 8. False: no memory, now or before. */
bool reel__flatbuffer_finish(flatbuffer *buffer, uint32_t root, reel_bytes *bytes);

#endif
