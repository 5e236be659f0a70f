/* SPDX-License-Identifier: MIT */
#include "core/padding.h"

enum {
    BLOCK_LEAST = 64, /* bytes of a repeated block: rows that are alike are shorter than a block of a disk */
    BLOCK_MOST = 1 << 20,
    SHORTEST = 16,  /* the shortest block */
    AT_ONCE = 4096, /* periods that are ruled out together */
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

/* What has to be repeated: the last eight bytes of the file, and one of the last SHORTEST that is rare in most files, which are full of 0. */
typedef struct padding_mark {
    const uint8_t *last, *rare;
    uint64_t word;
} padding_mark;

static padding_mark mark_of(const padded_bytes *bytes)
{
    const uint8_t *end = bytes->rest + bytes->rest_size, *rare = end - 1;
    while (rare > end - SHORTEST && (*rare == 0 || *rare == 0xff)) rare--;
    return (padding_mark){ end - 8, rare, reel_load_u64le(end - 8) };
}

static bool has_mark(const padding_mark *mark, size_t period)
{
    return *(mark->rare - period) == *mark->rare && reel_load_u64le(mark->last - period) == mark->word;
}

/* Whether one of the periods from `period` up to `end` has the mark. */
static bool have_mark(const padding_mark *mark, size_t period, size_t end)
{
    const uint8_t *at = mark->rare - end + 1, *behind = mark->rare - period + 1;
    while (at < behind && (at = memchr(at, *mark->rare, (size_t)(behind - at))))
        if (has_mark(mark, (size_t)(mark->rare - at++))) return true;
    return false;
}

/* The next period that has the mark, if the bytes are in one piece; otherwise the given one. Nearly all periods end here, so this is what the
 * search costs. */
static size_t next_period(const padded_bytes *bytes, size_t period, size_t longest)
{
    if (bytes->rest_size < SHORTEST) return period;
    const padding_mark mark = mark_of(bytes);
    const size_t most = longest < bytes->rest_size - SHORTEST ? longest : bytes->rest_size - SHORTEST;
    while (period <= most) {
        const size_t end = period + (most - period < AT_ONCE ? most - period + 1 : AT_ONCE);
        if (have_mark(&mark, period, end))
            for (; period < end; period++)
                if (has_mark(&mark, period)) return period;
        period = end;
    }
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
