/* SPDX-License-Identifier: MIT */
#include "columns/parquet/decode.h"

enum { GROUP = 8 };

/* ---- bit packing --------------------------------------------------------------------------------------------------- */

static uint64_t load_word(const uint8_t *at, size_t size)
{
    if (size >= 8) return reel_load_u64le(at);
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++) word |= (uint64_t)at[i] << 8 * i;
    return word;
}

/* Unpacks `count` values of `width` bits each, from 1 to 64, which fill whole bytes. */
static void unpack(const uint8_t *at, uint64_t *values, size_t count, unsigned width)
{
    const uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    size_t left = count * width / 8;
    uint64_t word = 0;
    unsigned have = 0; /* bits in the word */
    for (size_t i = 0; i < count; i++) {
        uint64_t value = word;
        if (have >= width) {
            word = width < 64 ? word >> width : 0;
            have -= width;
        } else {
            const uint64_t next = load_word(at, left);
            const unsigned bits = left < 8 ? 8 * (unsigned)left : 64, used = width - have;
            value |= next << have;
            word = used < 64 ? next >> used : 0;
            have = bits - used;
            at += bits / 8;
            left -= bits / 8;
        }
        values[i] = value & mask;
    }
}

/* ---- runs --------------------------------------------------------------------------------------------------------- */

/* The next run: a value repeated, or groups of eight that follow. */
typedef struct run_head {
    size_t count;
    bool is_packed;
    uint32_t value;
} run_head;

static bool take_run(thrift_in *in, unsigned width, size_t left, run_head *run)
{
    const uint64_t head = reel__thrift_take_varint(in), groups = (left + GROUP - 1) / GROUP;
    const size_t size = (width + 7) / 8;
    run->is_packed = head & 1;
    if (in->failed || !(head >> 1) || head >> 1 > (run->is_packed ? groups : left)) return false;
    run->count = (size_t)(head >> 1) * (run->is_packed ? GROUP : 1);
    if (run->is_packed) return run->count / GROUP * width <= (size_t)(in->end - in->at);
    if (size > (size_t)(in->end - in->at)) return false;
    run->value = (uint32_t)load_word(in->at, size);
    in->at += size;
    return true;
}

#define RUNS(name, type)                                                                                                         \
    static bool name(thrift_in *in, unsigned width, type *values, size_t count)                                                  \
    {                                                                                                                            \
        run_head run;                                                                                                            \
        for (size_t at = 0; at < count; at += run.count) {                                                                       \
            uint64_t group[GROUP];                                                                                               \
            if (!take_run(in, width, count - at, &run)) return false;                                                            \
            for (size_t i = 0; !run.is_packed && i < run.count; i++) values[at + i] = (type)run.value;                           \
            for (size_t i = 0; run.is_packed && i < run.count; i += GROUP, in->at += width) {                                    \
                unpack(in->at, group, GROUP, width);                                                                             \
                for (size_t k = 0; k < GROUP && at + i + k < count; k++) values[at + i + k] = (type)group[k];                    \
            }                                                                                                                    \
        }                                                                                                                        \
        return true;                                                                                                             \
    }

RUNS(runs8, uint8_t)
RUNS(runs32, uint32_t)

bool reel__decode_bits(thrift_in *in, uint8_t *values, size_t count)
{
    if (in->end - in->at < 4) return false;
    const size_t size = reel_load_u32le(in->at);
    in->at += 4;
    if (size > (size_t)(in->end - in->at)) return false;
    thrift_in runs = { .at = in->at, .end = in->at + size };
    in->at += size;
    if (!runs8(&runs, 1, values, count) || runs.at != runs.end) return false;
    for (size_t i = 0; i < count; i++)
        if (values[i] > 1) return false;
    return true;
}

bool reel__decode_indexes(thrift_in *in, uint32_t *indexes, size_t count, uint32_t labels)
{
    const unsigned width = in->at < in->end ? *in->at++ : 0;
    if (width < 1 || width > 32 || !runs32(in, width, indexes, count)) return false;
    for (size_t i = 0; i < count; i++)
        if (indexes[i] >= labels) return false;
    return true;
}

/* ---- differences -------------------------------------------------------------------------------------------------- */

enum { BLOCK = 128, MINIBLOCKS = 4, MINIBLOCK = BLOCK / MINIBLOCKS };

static void store(void *values, size_t width, size_t i, uint64_t value)
{
    if (width == 8)
        ((uint64_t *)values)[i] = value;
    else
        ((uint32_t *)values)[i] = (uint32_t)value;
}

/* Adds the values of a block to those before it. Numbers of 32 bits are the lower halves of what is computed. */
static bool take_block(thrift_in *in, void *values, size_t width, size_t from, size_t count, uint64_t *last)
{
    const uint64_t least = (uint64_t)reel__thrift_take_number(in);
    if (in->failed || in->end - in->at < MINIBLOCKS) return false;
    const uint8_t *widths = in->at;
    in->at += MINIBLOCKS;
    for (size_t m = 0; m * MINIBLOCK < count; m++) {
        const size_t size = (size_t)widths[m] * MINIBLOCK / 8, left = count - m * MINIBLOCK,
                     step = left < MINIBLOCK ? left : MINIBLOCK;
        uint64_t above[MINIBLOCK] = { 0 };
        if (widths[m] > 64 || size > (size_t)(in->end - in->at)) return false;
        if (size) unpack(in->at, above, MINIBLOCK, widths[m]);
        in->at += size;
        for (size_t i = 0; i < step; i++) store(values, width, from + m * MINIBLOCK + i, *last += least + above[i]);
    }
    return true;
}

bool reel__decode_delta(thrift_in *in, void *values, size_t width, size_t count)
{
    const uint64_t block = reel__thrift_take_varint(in), miniblocks = reel__thrift_take_varint(in);
    const uint64_t all = reel__thrift_take_varint(in);
    uint64_t last = (uint64_t)reel__thrift_take_number(in);
    if (in->failed || block != BLOCK || miniblocks != MINIBLOCKS || all != count) return false;
    if (count) store(values, width, 0, last);
    for (size_t at = 1; at < count; at += BLOCK)
        if (!take_block(in, values, width, at, count - at < BLOCK ? count - at : BLOCK, &last)) return false;
    return true;
}

/* ---- planes ------------------------------------------------------------------------------------------------------- */

/* Without branches and with a plane each, so that compilers make vector instructions of them. */
static void join32(uint32_t *restrict values, const uint8_t *restrict planes, size_t count)
{
    const uint8_t *restrict b = planes + count, *restrict c = b + count, *restrict d = c + count;
    for (size_t i = 0; i < count; i++) values[i] = planes[i] | (uint32_t)b[i] << 8 | (uint32_t)c[i] << 16 | (uint32_t)d[i] << 24;
}

static void join64(uint64_t *restrict values, const uint8_t *restrict planes, size_t count)
{
    memset(values, 0, count * sizeof *values);
    for (unsigned shift = 0; shift < 64; shift += 8, planes += count)
        for (size_t i = 0; i < count; i++) values[i] |= (uint64_t)planes[i] << shift;
}

bool reel__decode_split(thrift_in *in, void *values, size_t width, size_t count)
{
    if ((size_t)(in->end - in->at) / width != count || (size_t)(in->end - in->at) % width) return false;
    if (width == sizeof(uint32_t))
        join32(values, in->at, count);
    else
        join64(values, in->at, count);
    in->at = in->end;
    return true;
}
