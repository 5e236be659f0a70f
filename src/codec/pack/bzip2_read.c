/* SPDX-License-Identifier: MIT
 * Unpacks bzip2.
 *
 * A block is the last column of its sorted rotations, as move-to-front ranks, with runs of rank 0 counted in a number system of the digits 1
 * and 2, in up to six Huffman codes. The links lead from each byte to the one that follows it in the text: sorting the column gives the first
 * column, and the n-th byte of a value in the one is the n-th of that value in the other. They are followed twice: first for the size and the
 * checksum of the text, then for the text itself. */
#include "codec/pack/bzip2.h"
#include "core/memory.h"

static const char section[] = "bzip2";

enum { LEAST_GROUPS = 2, SMALL_RUN = 4, MOST_WEIGHT = 1 << 21 };

int reel__bzip2_begins(const uint8_t *head, size_t size)
{
    static const uint8_t block[] = { 0x31, 0x41, 0x59, 0x26, 0x53, 0x59 };
    if (size < BZIP2_HEAD || memcmp(head, "BZh", 3) != 0 || head[3] < '1' || head[3] > '9') return 0;
    return memcmp(head + 4, block, sizeof block) == 0 ? 24 + 4 + 48 : 0;
}

void reel__bzip2_crc_table(uint32_t table[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t sum = i << 24;
        for (unsigned bit = 0; bit < 8; bit++) sum = sum << 1 ^ (sum >> 31 ? 0x04c11db7u : 0);
        table[i] = sum;
    }
}

/* ---- bits, highest first ---------------------------------------------------------------------------------------- */

static void load_bits(bzip2_reader *r, unsigned count)
{
    while (r->bits < count) {
        r->word <<= 8;
        if (r->at < r->size)
            r->word |= r->data[r->at++];
        else
            r->beyond += 8;
        r->bits += 8;
    }
}

/* Whether bits were taken that are behind the end. They may be looked at: they are zeros. */
static bool is_cut(const bzip2_reader *r) { return r->bits < r->beyond; }

/* At most 32 bits. */
static uint32_t take_bits(bzip2_reader *r, unsigned count)
{
    load_bits(r, count);
    r->bits -= count;
    return (uint32_t)(r->word >> r->bits & ((UINT64_C(1) << count) - 1));
}

static uint64_t take_long(bzip2_reader *r)
{
    const uint64_t high = take_bits(r, 24);
    return high << 24 | take_bits(r, 24);
}

/* Of the next bit. */
static size_t position(const bzip2_reader *r) { return is_cut(r) ? r->size : r->at - (r->bits - r->beyond) / 8; }

static reel_status broken(const bzip2_reader *r, reel_error *error, const char *what)
{
    if (is_cut(r)) return reel_fail(error, REEL_TRUNCATED, "unpack.truncated", section, r->size, "the bzip2 stream is cut off");
    return reel_fail(error, REEL_CORRUPT, "unpack.corrupt", section, position(r), "the bzip2 stream is damaged: %s", what);
}

/* ---- the codes -------------------------------------------------------------------------------------------------- */

/* Bytes that occur, in order: a bit for each sixteen of them, then bits for those. Returns how many. */
static unsigned read_used(bzip2_reader *r, uint8_t used[256])
{
    const uint32_t ranges = take_bits(r, 16);
    unsigned count = 0;
    for (unsigned range = 0; range < 16; range++) {
        const uint32_t bytes = ranges >> (15 - range) & 1 ? take_bits(r, 16) : 0;
        for (unsigned i = 0; i < 16; i++)
            if (bytes >> (15 - i) & 1) used[count++] = (uint8_t)(16 * range + i);
    }
    return count;
}

static bool read_selectors(bzip2_reader *r, unsigned tables)
{
    uint8_t order[BZIP2_TABLES];
    for (unsigned i = 0; i < BZIP2_TABLES; i++) order[i] = (uint8_t)i;
    r->selector_count = take_bits(r, 15);
    for (unsigned i = 0; i < r->selector_count; i++) {
        unsigned rank = 0;
        while (take_bits(r, 1))
            if (++rank >= tables) return false;
        if (is_cut(r)) return false;
        const uint8_t table = order[rank];
        memmove(order + 1, order, rank);
        order[0] = r->selectors[i] = table;
    }
    return r->selector_count > 0;
}

static void make_code(bzip2_code *code, const uint8_t *lengths, unsigned count)
{
    uint32_t counts[BZIP2_LONGEST + 2] = { 0 };
    uint32_t next = 0, before = 0;
    code->shortest = BZIP2_LONGEST;
    code->longest = 1;
    for (unsigned i = 0; i < count; i++) {
        counts[lengths[i]]++;
        if (lengths[i] < code->shortest) code->shortest = lengths[i];
        if (lengths[i] > code->longest) code->longest = lengths[i];
    }
    for (unsigned length = 1, place = 0; length <= BZIP2_LONGEST; length++)
        for (unsigned i = 0; i < count; i++)
            if (lengths[i] == length) code->symbols[place++] = (uint16_t)i;
    for (unsigned length = 1; length <= BZIP2_LONGEST; length++) {
        code->base[length] = (int32_t)before - (int32_t)next;
        next += counts[length];
        before += counts[length];
        code->limit[length] = next;
        next <<= 1;
    }
}

static bool read_code(bzip2_reader *r, bzip2_code *code, unsigned count)
{
    uint8_t lengths[BZIP2_ALPHABET];
    unsigned length = take_bits(r, 5);
    for (unsigned i = 0; i < count; i++) {
        while (length >= 1 && length <= BZIP2_LONGEST && take_bits(r, 1)) length += take_bits(r, 1) ? -1u : 1u;
        if (length < 1 || length > BZIP2_LONGEST || is_cut(r)) return false;
        lengths[i] = (uint8_t)length;
    }
    make_code(code, lengths, count);
    return true;
}

/* The next symbol; BZIP2_ALPHABET: there is no such code. */
static unsigned take_symbol(bzip2_reader *r, const bzip2_code *code, unsigned count)
{
    load_bits(r, BZIP2_LONGEST);
    const uint32_t ahead = (uint32_t)(r->word >> (r->bits - BZIP2_LONGEST) & ((1u << BZIP2_LONGEST) - 1));
    for (unsigned length = code->shortest; length <= code->longest; length++) {
        const uint32_t value = ahead >> (BZIP2_LONGEST - length);
        if (value >= code->limit[length]) continue;
        const int64_t place = (int64_t)value + code->base[length];
        r->bits -= length;
        return place >= 0 && place < (int64_t)count ? code->symbols[place] : BZIP2_ALPHABET;
    }
    return BZIP2_ALPHABET;
}

/* ---- a block ---------------------------------------------------------------------------------------------------- */

/* The bytes of the column, and how often each occurs. NULL: all is well. */
static const char *read_column(bzip2_reader *r, uint32_t counts[256])
{
    const size_t most = (size_t)r->level * BZIP2_UNIT;
    uint8_t order[256];
    const unsigned used = read_used(r, order);
    if (!used) return "a block without bytes";
    const unsigned alphabet = used + 2, tables = take_bits(r, 3);
    if (tables < LEAST_GROUPS || tables > BZIP2_TABLES) return "the number of its codes";
    if (!read_selectors(r, tables)) return "the list of its codes";
    for (unsigned i = 0; i < tables; i++)
        if (!read_code(r, &r->codes[i], alphabet)) return "a code";
    size_t run = 0, weight = 1;
    unsigned left = 0, group = 0;
    const bzip2_code *code = NULL;
    r->count = 0;
    for (;;) {
        if (!left) {
            if (group >= r->selector_count) return "more symbols than were announced";
            code = &r->codes[r->selectors[group++]];
            left = BZIP2_GROUP;
        }
        left--;
        const unsigned symbol = take_symbol(r, code, alphabet);
        if (is_cut(r)) return "its end";
        if (symbol == BZIP2_ALPHABET) return "a symbol";
        if (symbol <= 1) {
            if (weight > MOST_WEIGHT) return "a run";
            run += weight << symbol;
            weight <<= 1;
            continue;
        }
        if (run > most - r->count) return "a run that exceeds the block";
        counts[order[0]] += (uint32_t)run;
        for (; run; run--) r->links[r->count++] = order[0];
        weight = 1;
        if (symbol == alphabet - 1) break;
        if (r->count >= most) return "more bytes than the block has";
        const uint8_t byte = order[symbol - 1];
        memmove(order + 1, order, symbol - 1);
        order[0] = byte;
        counts[byte]++;
        r->links[r->count++] = byte;
    }
    return r->origin < r->count ? NULL : "the start of its text";
}

static void make_links(bzip2_reader *r, const uint32_t counts[256])
{
    uint32_t next[256], sum = 0;
    for (unsigned i = 0; i < 256; i++) {
        next[i] = sum;
        sum += counts[i];
    }
    for (uint32_t i = 0; i < r->count; i++) r->links[next[r->links[i] & 255]++] |= i << 8;
}

/* Follows the links. A byte that came four times is followed by how often it comes again. Returns the size of the text, which goes to `out`
 * unless that is NULL, and its checksum; UINT64_MAX: the block ends where that number should be. */
static uint64_t follow(const bzip2_reader *r, uint8_t *out, uint32_t *checksum)
{
    uint32_t link = r->links[r->origin] >> 8, sum = UINT32_MAX;
    uint64_t size = 0;
    unsigned same = 0;
    int last = -1;
    for (size_t i = 0; i < r->count; i++) {
        link = r->links[link];
        const uint8_t byte = (uint8_t)link;
        link >>= 8;
        unsigned times = 1;
        uint8_t text = byte;
        if (same == SMALL_RUN) {
            times = byte;
            text = (uint8_t)last;
            same = 0;
            last = -1;
        } else {
            same = byte == last ? same + 1 : 1;
            last = byte;
        }
        if (out) {
            memset(out + size, text, times);
        } else {
            for (unsigned n = 0; n < times; n++) sum = bzip2_crc_add(r->crc, sum, text);
        }
        size += times;
    }
    if (!out) *checksum = ~sum;
    return same == SMALL_RUN ? UINT64_MAX : size;
}

static reel_status read_block(bzip2_reader *r, reel_memory *out, reel_error *error)
{
    uint32_t counts[256] = { 0 }, made = 0;
    const uint32_t stated = take_bits(r, 32);
    const bool randomised = take_bits(r, 1);
    const size_t start = position(r);
    r->origin = take_bits(r, 24);
    if (is_cut(r)) return broken(r, error, "");
    if (randomised)
        return reel_fail(error, REEL_UNSUPPORTED, "unpack.randomised", section, start,
                         "a randomised block, which only bzip2 before 0.9.5 wrote, is not supported");
    const char *fault = read_column(r, counts);
    if (fault) return broken(r, error, fault);
    make_links(r, counts);
    const uint64_t size = follow(r, NULL, &made);
    if (size == UINT64_MAX) return broken(r, error, "its end");
    if (reel_spend_unpacked(r->budget, size) != REEL_OK) return reel_fail_budget(r->budget, error, section, start);
    if (made != stated)
        return reel_fail(error, REEL_CORRUPT, "unpack.corrupt", section, start, "the checksum of a bzip2 block is wrong");
    if (size > SIZE_MAX || !reel__memory_room(out, (size_t)size)) return reel__memory_fail(error);
    follow(r, out->data + out->size, NULL);
    out->size += (size_t)size;
    r->combined = (r->combined << 1 | r->combined >> 31) ^ made;
    return REEL_OK;
}

/* ---- streams ---------------------------------------------------------------------------------------------------- */

static reel_status begin_stream(bzip2_reader *r, reel_error *error)
{
    enum { HEAD = 4 };
    if (!r->links) reel__bzip2_crc_table(r->crc);
    const uint8_t level = (uint8_t)(r->data[r->used + 3] - '0');
    const size_t need = (size_t)level * BZIP2_UNIT;
    if (r->room < need) {
        reel__memory_drop(&r->allocator, r->links);
        r->links = NULL;
        r->room = 0;
        uint32_t *links = r->allocator.alloc(r->allocator.context, need * sizeof *links);
        if (!links) return reel__memory_fail(error);
        r->links = links;
        r->room = need;
    }
    r->level = level;
    r->at = r->used + HEAD;
    r->word = 0;
    r->bits = 0;
    r->beyond = 0;
    r->inside = true;
    r->combined = 0;
    return REEL_OK;
}

static bool stream_follows(const bzip2_reader *r)
{
    const uint8_t *at = r->data + r->used;
    return r->size - r->used >= 4 && memcmp(at, "BZh", 3) == 0 && at[3] >= '1' && at[3] <= '9';
}

reel_status reel__bzip2_block(bzip2_reader *r, reel_memory *out, reel_error *error)
{
    for (;;) {
        if (!r->inside) {
            if (!stream_follows(r)) return REEL_END;
            const reel_status status = begin_stream(r, error);
            if (status < 0) return status;
        }
        const size_t start = position(r);
        const uint64_t magic = take_long(r);
        if (is_cut(r)) return broken(r, error, "");
        if (magic == BZIP2_BLOCK) return read_block(r, out, error);
        if (magic != BZIP2_END)
            return reel_fail(error, REEL_CORRUPT, "unpack.corrupt", section, start,
                             "the bzip2 stream is damaged: neither a block nor the end is here");
        const uint32_t stated = take_bits(r, 32);
        if (is_cut(r)) return broken(r, error, "");
        r->inside = false;
        r->used = position(r);
        if (stated != r->combined)
            return reel_fail(error, REEL_CORRUPT, "unpack.corrupt", section, start, "the checksum of the bzip2 stream is wrong");
    }
}

void reel__bzip2_close(bzip2_reader *r)
{
    reel__memory_drop(&r->allocator, r->links);
    r->links = NULL;
}
