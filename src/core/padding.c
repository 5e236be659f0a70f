/* SPDX-License-Identifier: MIT */
#include "core/padding.h"

enum {
    BLOCK_LEAST = 64, /* bytes of a repeated block: rows that are alike are shorter than a block of a disk */
    BLOCK_MOST = 1 << 20,
    SHORTEST = 16,  /* the shortest block */
    MOST_STEPS = 16 /* bytes that are compared, for each of the file: bounds the work on files that repeat short pieces */
};

static size_t size_of(const padded_bytes *bytes) { return bytes->first_size + bytes->rest_size; }

static uint8_t byte_at(const padded_bytes *bytes, size_t i)
{
    return i < bytes->first_size ? bytes->first[i] : bytes->rest[i - bytes->first_size];
}

/* How many of the last bytes of a word are the same in another one. `differ`: their bits that are not. */
static size_t alike_at_end(uint64_t differ)
{
    size_t count = 0;
    for (; !(differ >> 56); differ <<= 8) count++;
    return count;
}

/* How many bytes at the end are those `period` before them, up to `most`. */
static size_t run_of(const padded_bytes *bytes, size_t period, size_t most)
{
    size_t size = size_of(bytes), run = 0;
    const uint8_t *end = bytes->rest + bytes->rest_size;
    for (; run + 8 <= most && run + period + 8 <= bytes->rest_size; run += 8) {
        const uint8_t *at = end - run - 8;
        const uint64_t differ = reel_load_u64le(at) ^ reel_load_u64le(at - period);
        if (differ) return run + alike_at_end(differ);
    }
    while (run < most && run + period < size && byte_at(bytes, size - 1 - run) == byte_at(bytes, size - 1 - run - period)) run++;
    return run;
}

/* The next period whose last eight bytes are the last ones of the file, if these are in one piece; otherwise the given one. Nearly all periods
 * end here, so this loop is what the search costs. */
static size_t next_period(const padded_bytes *bytes, size_t period, size_t longest)
{
    if (bytes->rest_size < 8) return period;
    const uint8_t *last = bytes->rest + bytes->rest_size - 8;
    const size_t most = longest < bytes->rest_size - 8 ? longest : bytes->rest_size - 8;
    const uint64_t word = reel_load_u64le(last);
    while (period <= most && reel_load_u64le(last - period) != word) period++;
    return period;
}

padding reel__padding_find(const padded_bytes *bytes, size_t least, size_t least_block)
{
    size_t size = size_of(bytes);
    if (least < PADDING_LEAST) least = PADDING_LEAST;
    uint8_t last = size ? byte_at(bytes, size - 1) : 1;
    if (size >= least && (last == 0 || last == 0xff)) {
        size_t run = 1 + run_of(bytes, 1, size);
        if (run >= least) return (padding){ .size = run, .period = 1, .byte = last };
    }
    if (least_block < BLOCK_LEAST) least_block = BLOCK_LEAST;
    if (size < least_block) return (padding){ 0 };
    size_t longest = size / 2 < BLOCK_MOST ? size / 2 : BLOCK_MOST;
    for (size_t period = SHORTEST, steps = 0; steps < MOST_STEPS * size; period++) {
        period = next_period(bytes, period, longest);
        if (period > longest) break;
        size_t run = run_of(bytes, period, period);
        if (run >= 8) steps += run; /* a shorter one is not noticed in one piece */
        if (run < period) continue;
        run = run_of(bytes, period, size);
        steps += run;
        if (run >= least_block) return (padding){ .size = run, .period = period };
    }
    return (padding){ 0 };
}

padding reel__padding_of_file(const void *data, size_t size)
{
    return reel__padding_find(&(padded_bytes){ .rest = data, .rest_size = size }, PADDING_LEAST, BLOCK_LEAST);
}

void reel__padding_report(const reel_reporter *reporter, const char *rule, const char *section, uint64_t offset,
                          const padding *found)
{
    const reel_finding finding = {
        .rule = rule, .severity = REEL_ERROR, .section = section, .offset = offset, .length = found->size, .count = found->size
    };
    unsigned long long size = found->size;
    if (found->period == 1)
        reel_find(reporter, finding, "the last %llu bytes are all %s: the file was not written to its end", size,
                  found->byte ? "0xFF" : "0");
    else
        reel_find(reporter, finding, "the last %llu bytes repeat the %llu before them: the file was not written to its end", size,
                  (unsigned long long)found->period);
}
