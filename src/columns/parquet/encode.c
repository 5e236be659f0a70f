/* SPDX-License-Identifier: MIT */
#include "columns/parquet/encode.h"

#include "columns/parquet/thrift.h"

/* Adds `size` bytes that the caller fills; NULL: no memory. */
static uint8_t *add_room(reel_memory *to, size_t size)
{
    if (to->capacity - to->size < size && !reel__memory_room(to, size)) return NULL;
    to->size += size;
    return to->data + to->size - size;
}

static unsigned bits_of(uint64_t value)
{
    unsigned bits = 0;
    for (unsigned step = 32; step; step /= 2)
        if (value >> step) {
            value >>= step;
            bits += step;
        }
    return bits + (value != 0);
}

/* ---- bit packing --------------------------------------------------------------------------------------------------- */

/* Packs `count` values of `width` bits each, from the lowest bit of the first byte on. The values fill whole bytes: a count is a
 * multiple of 8. A word of 64 bits is stored when it is full. */
#define PACK(name, type)                                                                                                         \
    static void name(uint8_t *at, const type *values, size_t count, unsigned width)                                              \
    {                                                                                                                            \
        uint64_t word = 0;                                                                                                       \
        unsigned filled = 0;                                                                                                     \
        for (size_t i = 0; i < count; i++) {                                                                                     \
            uint64_t value = values[i];                                                                                          \
            word |= value << filled;                                                                                             \
            filled += width;                                                                                                     \
            if (filled < 64) continue;                                                                                           \
            reel_store_u64le(at, word);                                                                                          \
            at += 8;                                                                                                             \
            filled -= 64;                                                                                                        \
            word = filled ? value >> (width - filled) : 0;                                                                       \
        }                                                                                                                        \
        for (; filled; filled -= 8, word >>= 8) *at++ = (uint8_t)word;                                                           \
    }

PACK(pack32, uint32_t)
PACK(pack64, uint64_t)

/* ---- runs --------------------------------------------------------------------------------------------------------- */

/* The RLE and bit-packing hybrid has two kinds of runs: one value repeated (its count, with a 0 as the lowest bit, and the value), and
 * groups of eight values packed (the number of groups, with a 1 as the lowest bit, and the bits). */
enum { GROUP = 8, FEWEST_GROUPS = 4 /* that a repeated run of bits pays for */ };

static bool add_repeated(reel_memory *to, uint64_t count, uint32_t value, unsigned width)
{
    if (!count) return true;
    uint8_t bytes[4];
    reel_store_u32le(bytes, value);
    return reel__varint_add(to, count << 1) && memory_add(to, bytes, (width + 7) / 8);
}

/* How many of the bytes are equal to the first. */
static size_t equal_bytes(const uint8_t *bytes, size_t count)
{
    size_t same = 1;
    while (same < count && bytes[same] == bytes[0]) same++;
    return same;
}

static bool is_repeated(const uint8_t *bytes, size_t count)
{
    return (bytes[0] == 0 || bytes[0] == 0xff) && equal_bytes(bytes, count) >= FEWEST_GROUPS;
}

static bool add_bit_runs(reel_memory *to, const uint8_t *bits, size_t count)
{
    size_t whole = count / GROUP, groups = (count + GROUP - 1) / GROUP;
    for (size_t at = 0; at < groups;) {
        size_t same = at < whole && is_repeated(bits + at, whole - at) ? equal_bytes(bits + at, whole - at) : 0;
        if (same) {
            if (!add_repeated(to, same * GROUP, bits[at] & 1, 1)) return false;
            at += same;
            continue;
        }
        size_t end = at + 1;
        while (end < groups && !(end < whole && is_repeated(bits + end, whole - end))) end++;
        if (!reel__varint_add(to, (uint64_t)(end - at) << 1 | 1) || !memory_add(to, bits + at, end - at)) return false;
        at = end;
    }
    return true;
}

bool reel__encode_bits(reel_memory *to, const uint8_t *bits, size_t count)
{
    size_t start = to->size;
    if (!add_room(to, 4)) return false;
    if (!(bits ? add_bit_runs(to, bits, count) : add_repeated(to, count, 1, 1))) return false;
    reel_store_u32le(to->data + start, (uint32_t)(to->size - start - 4));
    return true;
}

static bool add_packed(reel_memory *to, const uint32_t *values, size_t count, unsigned width)
{
    size_t groups = (count + GROUP - 1) / GROUP, whole = count / GROUP * GROUP;
    if (!groups) return true;
    if (!reel__varint_add(to, (uint64_t)groups << 1 | 1)) return false;
    uint8_t *at = add_room(to, groups * width);
    if (!at) return false;
    uint32_t last[GROUP] = { 0 };
    if (whole) pack32(at, values, whole, width);
    if (count > whole) memcpy(last, values + whole, (count - whole) * sizeof *last);
    if (count > whole) pack32(at + whole / GROUP * width, last, GROUP, width);
    return true;
}

/* Values up to the next run that is worth being repeated; a packed run holds groups of eight, so all but the last take whole ones. */
bool reel__encode_indexes(reel_memory *to, const uint32_t *indexes, size_t count, uint32_t labels)
{
    unsigned width = labels > 1 ? bits_of(labels - 1) : 1;
    uint8_t first = (uint8_t)width;
    if (!memory_add(to, &first, 1)) return false;
    if (!count) return true;
    size_t packed = 0; /* values from here on wait to be packed */
    for (size_t at = 0; at < count;) {
        size_t end = at + 1;
        while (end < count && indexes[end] == indexes[at]) end++;
        size_t lead = (GROUP - (at - packed) % GROUP) % GROUP; /* values of the run that complete a group */
        if (end - at < lead + GROUP) {
            at = end;
            continue;
        }
        at += lead;
        if (!add_packed(to, indexes + packed, at - packed, width)) return false;
        if (!add_repeated(to, end - at, indexes[at], width)) return false;
        packed = at = end;
    }
    return add_packed(to, indexes + packed, count - packed, width);
}

/* ---- differences -------------------------------------------------------------------------------------------------- */

enum { BLOCK = 128, MINIBLOCKS = 4, MINIBLOCK = BLOCK / MINIBLOCKS };

/* A block is its least difference, the widths of its miniblocks, and what each difference has above the least, packed. Miniblocks
 * behind the last value have the width 0 and no bits. */
#define DELTA(name, type, signed_type, pack)                                                                                     \
    static bool name##_block(reel_memory *to, const type *values, size_t count)                                                  \
    {                                                                                                                            \
        type above[BLOCK] = { 0 };                                                                                               \
        uint8_t widths[MINIBLOCKS] = { 0 };                                                                                      \
        signed_type least = (signed_type)(values[0] - values[-1]);                                                               \
        for (size_t i = 0; i < count; i++) {                                                                                     \
            above[i] = values[i] - values[(ptrdiff_t)i - 1];                                                                     \
            least = (signed_type)above[i] < least ? (signed_type)above[i] : least;                                               \
        }                                                                                                                        \
        for (size_t i = 0; i < count; i++) above[i] -= (type)least;                                                              \
        if (!reel__zigzag_add(to, least)) return false;                                                                          \
        for (size_t m = 0; m < MINIBLOCKS; m++) {                                                                                \
            type all = 0;                                                                                                        \
            for (size_t i = 0; i < MINIBLOCK; i++) all |= above[m * MINIBLOCK + i];                                              \
            widths[m] = (uint8_t)bits_of(all);                                                                                   \
        }                                                                                                                        \
        if (!memory_add(to, widths, sizeof widths)) return false;                                                                \
        for (size_t m = 0; m * MINIBLOCK < count; m++) {                                                                         \
            if (!widths[m]) continue;                                                                                            \
            uint8_t *at = add_room(to, (size_t)widths[m] * MINIBLOCK / 8);                                                       \
            if (!at) return false;                                                                                               \
            pack(at, above + m * MINIBLOCK, MINIBLOCK, widths[m]);                                                               \
        }                                                                                                                        \
        return true;                                                                                                             \
    }                                                                                                                            \
                                                                                                                                 \
    bool name(reel_memory *to, const type *values, size_t count)                                                                 \
    {                                                                                                                            \
        bool fits = reel__varint_add(to, BLOCK) && reel__varint_add(to, MINIBLOCKS) && reel__varint_add(to, count) &&            \
                    reel__zigzag_add(to, count ? (signed_type)values[0] : 0);                                                    \
        for (size_t at = 1; fits && at < count; at += BLOCK)                                                                     \
            fits = name##_block(to, values + at, count - at < BLOCK ? count - at : BLOCK);                                       \
        return fits;                                                                                                             \
    }

DELTA(reel__encode_delta32, uint32_t, int32_t, pack32)
DELTA(reel__encode_delta64, uint64_t, int64_t, pack64)

/* ---- planes ------------------------------------------------------------------------------------------------------- */

bool reel__encode_split32(reel_memory *to, const uint32_t *values, size_t count)
{
    uint8_t *restrict a = add_room(to, 4 * count);
    if (!a) return false;
    uint8_t *restrict b = a + count, *restrict c = b + count, *restrict d = c + count;
    for (size_t i = 0; i < count; i++) {
        a[i] = (uint8_t)values[i];
        b[i] = (uint8_t)(values[i] >> 8);
        c[i] = (uint8_t)(values[i] >> 16);
        d[i] = (uint8_t)(values[i] >> 24);
    }
    return true;
}

bool reel__encode_split64(reel_memory *to, const uint64_t *values, size_t count)
{
    uint8_t *at = add_room(to, 8 * count);
    if (!at) return false;
    for (unsigned shift = 0; shift < 64; shift += 8, at += count)
        for (size_t i = 0; i < count; i++) at[i] = (uint8_t)(values[i] >> shift);
    return true;
}
