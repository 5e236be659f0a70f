/* SPDX-License-Identifier: MIT
 * Packs bzip2, at level 9, with the choices of bzip2 1.0: where blocks end, how many codes a block has, how these are refined. Files that other
 * programs packed at that level are so packed again to the same bytes, whatever sorts the rotations; docs/formats/ecrreplay.md.
 *
 * Rotations are sorted by doubling: those that are equal in their first h bytes form a group, and the rank of the rotation h bytes further on
 * orders a group by twice as many bytes. A group takes the rank of its first member. Ranks that were refined in the same round already are
 * as good. Rotations that are equal in all their bytes may come in any order. */
#include "codec/pack/bzip2.h"
#include "core/memory.h"
#include "core/rank.h"

enum {
    LEVEL = 9,
    BLOCK_MOST = LEVEL * BZIP2_UNIT - 19,
    RUN_MOST = 255,
    RUN_SHOWN = 4,
    SELECTORS = BLOCK_MOST / BZIP2_GROUP + 2,
    ROUNDS = 4,        /* of refining the codes */
    LONGEST_MADE = 17, /* of the codes that are made */
    SMALL_GROUP = 24,
    NO_BYTE = 256
};

typedef struct bzip2_table {
    uint8_t lengths[BZIP2_ALPHABET];
    uint32_t codes[BZIP2_ALPHABET];
    uint32_t counts[BZIP2_ALPHABET];
} bzip2_table;

struct bzip2_writer {
    reel_allocator allocator;
    reel_output *out;
    uint64_t word;
    unsigned bits;
    unsigned run_byte, run; /* that is not in the block yet */
    size_t count;           /* bytes of the block that is being packed */
    uint32_t sum, combined;
    bool used[256];
    uint32_t crc[256];
    reel_memory block;
    bool failed; /* out of memory */
    /* in memory of the block that is being packed */
    uint64_t *keys, *spare;
    uint32_t *order, *rank;
    uint16_t *symbols;
    uint32_t symbol_count, alphabet;
    uint32_t frequencies[BZIP2_ALPHABET];
    uint8_t selectors[SELECTORS];
    bzip2_table tables[BZIP2_TABLES];
};

/* ---- bits ------------------------------------------------------------------------------------------------------- */

/* At most 32. */
static void put_bits(bzip2_writer *w, uint32_t value, unsigned count)
{
    w->word = w->word << count | value;
    for (w->bits += count; w->bits >= 8; w->bits -= 8) reel_put_u8(w->out, (uint8_t)(w->word >> (w->bits - 8)));
}

static void put_long(bzip2_writer *w, uint64_t value)
{
    put_bits(w, (uint32_t)(value >> 24), 24);
    put_bits(w, (uint32_t)(value & 0xffffff), 24);
}

/* ---- sorting ---------------------------------------------------------------------------------------------------- */

/* Orders rotations by two bytes, and ranks them. */
static void sort_pairs(bzip2_writer *w)
{
    uint32_t *starts = (uint32_t *)(void *)w->keys; /* 65536 pairs, which a block may have fewer bytes than */
    const size_t n = w->count;
    size_t sum = 0;
    for (size_t pair = 0; pair < 65536; pair++) starts[pair] = 0;
    for (size_t i = 0; i < n; i++) starts[w->block.data[i] << 8 | w->block.data[i + 1 < n ? i + 1 : 0]]++;
    for (size_t pair = 0; pair < 65536; pair++) {
        const uint32_t some = starts[pair];
        starts[pair] = (uint32_t)sum;
        sum += some;
    }
    for (size_t i = 0; i < n; i++) w->rank[i] = starts[w->block.data[i] << 8 | w->block.data[i + 1 < n ? i + 1 : 0]];
    for (size_t i = 0; i < n; i++) w->order[starts[w->block.data[i] << 8 | w->block.data[i + 1 < n ? i + 1 : 0]]++] = (uint32_t)i;
}

static void sort_keys(bzip2_writer *w, size_t count)
{
    if (count > SMALL_GROUP) {
        reel__rank_numbers(w->keys, w->spare, count);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const uint64_t key = w->keys[i];
        size_t at = i;
        for (; at && w->keys[at - 1] > key; at--) w->keys[at] = w->keys[at - 1];
        w->keys[at] = key;
    }
}

/* Orders a group by the ranks of the rotations `step` bytes further on. */
static void sort_group(bzip2_writer *w, size_t start, size_t count, size_t step)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t rotation = w->order[start + i];
        const size_t ahead = rotation + step < w->count ? rotation + step : rotation + step - w->count;
        w->keys[i] = (uint64_t)w->rank[ahead] << 32 | rotation;
    }
    sort_keys(w, count);
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        if (w->keys[i] >> 32 != w->keys[first] >> 32) first = i;
        w->order[start + i] = (uint32_t)w->keys[i];
        w->rank[(uint32_t)w->keys[i]] = (uint32_t)(start + first);
    }
}

static void sort_rotations(bzip2_writer *w)
{
    const size_t n = w->count;
    bool groups = true;
    sort_pairs(w);
    for (size_t step = 2; groups && step < n; step *= 2) {
        groups = false;
        for (size_t i = 0; i < n;) {
            size_t end = i + 1;
            while (end < n && w->rank[w->order[end]] == i) end++;
            if (end - i > 1) {
                sort_group(w, i, end - i, step);
                groups = true;
            }
            i = end;
        }
    }
}

/* ---- ranks ------------------------------------------------------------------------------------------------------ */

static void add_symbol(bzip2_writer *w, unsigned symbol)
{
    w->symbols[w->symbol_count++] = (uint16_t)symbol;
    w->frequencies[symbol]++;
}

/* A run of rank 0, with the digits 1 and 2 of a number to the base 2, the lowest first. */
static void add_run(bzip2_writer *w, size_t run)
{
    for (; run; run = (run - 1) / 2) add_symbol(w, run & 1 ? 0 : 1);
}

/* The symbols of the block: move-to-front ranks of the last column. */
static void make_symbols(bzip2_writer *w)
{
    uint8_t order[256];
    unsigned used = 0;
    size_t run = 0;
    for (unsigned i = 0; i < 256; i++)
        if (w->used[i]) order[used++] = (uint8_t)i;
    w->alphabet = used + 2;
    w->symbol_count = 0;
    memset(w->frequencies, 0, sizeof w->frequencies);
    for (size_t i = 0; i < w->count; i++) {
        const uint8_t byte = w->block.data[w->order[i] ? w->order[i] - 1 : w->count - 1];
        if (order[0] == byte) {
            run++;
            continue;
        }
        add_run(w, run);
        run = 0;
        unsigned rank = 1;
        uint8_t before = order[0];
        order[0] = byte;
        for (; order[rank] != byte; rank++) {
            const uint8_t moved = order[rank];
            order[rank] = before;
            before = moved;
        }
        order[rank] = before;
        add_symbol(w, rank + 1);
    }
    add_run(w, run);
    add_symbol(w, used + 1);
}

/* ---- codes ------------------------------------------------------------------------------------------------------ */

/* A heap of nodes, the lightest first, as bzip2 keeps it: weights are frequencies in the upper 24 bits, depths in the lower 8. */
typedef struct code_heap {
    uint32_t weights[2 * BZIP2_ALPHABET];
    uint16_t parents[2 * BZIP2_ALPHABET];
    uint16_t nodes[BZIP2_ALPHABET + 2];
    unsigned count;
} code_heap;

static void heap_up(code_heap *h, unsigned at)
{
    const uint16_t node = h->nodes[at];
    for (; at > 1 && h->weights[node] < h->weights[h->nodes[at / 2]]; at /= 2) h->nodes[at] = h->nodes[at / 2];
    h->nodes[at] = node;
}

static void heap_add(code_heap *h, unsigned node)
{
    h->nodes[++h->count] = (uint16_t)node;
    heap_up(h, h->count);
}

static unsigned heap_take(code_heap *h)
{
    const uint16_t taken = h->nodes[1], node = h->nodes[h->count--];
    unsigned at = 1;
    for (unsigned next = 2; next <= h->count; next = 2 * at) {
        if (next < h->count && h->weights[h->nodes[next + 1]] < h->weights[h->nodes[next]]) next++;
        if (h->weights[node] < h->weights[h->nodes[next]]) break;
        h->nodes[at] = h->nodes[next];
        at = next;
    }
    if (h->count) h->nodes[at] = node;
    return taken;
}

static uint32_t joined_weight(uint32_t a, uint32_t b)
{
    const uint32_t deepest = (a & 255) > (b & 255) ? a & 255 : b & 255;
    return ((a & ~UINT32_C(255)) + (b & ~UINT32_C(255))) | (deepest + 1);
}

/* Lengths of a Huffman code; false: one is too long. */
static bool join_nodes(code_heap *h, unsigned alphabet, uint8_t *lengths)
{
    enum { ROOT = 0 };
    unsigned nodes = alphabet;
    bool fits = true;
    h->count = 0;
    for (unsigned i = 1; i <= alphabet; i++) heap_add(h, i);
    memset(h->parents, 0, sizeof h->parents);
    while (h->count > 1) {
        const unsigned a = heap_take(h), b = heap_take(h);
        h->parents[a] = h->parents[b] = (uint16_t)++nodes;
        h->weights[nodes] = joined_weight(h->weights[a], h->weights[b]);
        heap_add(h, nodes);
    }
    for (unsigned i = 1; i <= alphabet; i++) {
        unsigned length = 0;
        for (unsigned node = i; h->parents[node] != ROOT; node = h->parents[node]) length++;
        lengths[i - 1] = (uint8_t)length;
        fits &= length <= LONGEST_MADE;
    }
    return fits;
}

static void make_lengths(const uint32_t *counts, unsigned alphabet, uint8_t *lengths)
{
    code_heap h;
    h.weights[0] = 0;
    for (unsigned i = 0; i < alphabet; i++) h.weights[i + 1] = (counts[i] ? counts[i] : 1) << 8;
    while (!join_nodes(&h, alphabet, lengths)) /* flatter frequencies give shorter codes */
        for (unsigned i = 1; i <= alphabet; i++) h.weights[i] = (1 + (h.weights[i] >> 8) / 2) << 8;
}

/* The first codes: each table is good for a range of symbols, which have about the same frequency in all. */
static void begin_tables(bzip2_writer *w, unsigned tables)
{
    enum { GOOD = 0, BAD = 15 };
    uint32_t left = w->symbol_count;
    int start = 0;
    for (unsigned parts = tables; parts; parts--) {
        const uint32_t wanted = left / parts;
        int end = start - 1;
        uint32_t sum = 0;
        while (sum < wanted && end < (int)w->alphabet - 1) sum += w->frequencies[++end];
        if (end > start && parts != tables && parts != 1 && (tables - parts) % 2 == 1) sum -= w->frequencies[end--];
        for (int i = 0; i < (int)w->alphabet; i++) w->tables[parts - 1].lengths[i] = i >= start && i <= end ? GOOD : BAD;
        start = end + 1;
        left -= sum;
    }
}

/* Chooses the table of each group of symbols, and makes tables of what was chosen. Returns the number of groups. */
static unsigned refine_tables(bzip2_writer *w, unsigned tables)
{
    unsigned groups = 0;
    for (unsigned t = 0; t < tables; t++) memset(w->tables[t].counts, 0, sizeof w->tables[t].counts);
    for (uint32_t at = 0; at < w->symbol_count; at += BZIP2_GROUP) {
        const uint32_t end = w->symbol_count - at < BZIP2_GROUP ? w->symbol_count : at + BZIP2_GROUP;
        unsigned best = 0;
        uint32_t least = UINT32_MAX;
        for (unsigned t = 0; t < tables; t++) {
            uint32_t cost = 0;
            for (uint32_t i = at; i < end; i++) cost += w->tables[t].lengths[w->symbols[i]];
            if (cost >= least) continue;
            least = cost;
            best = t;
        }
        w->selectors[groups++] = (uint8_t)best;
        for (uint32_t i = at; i < end; i++) w->tables[best].counts[w->symbols[i]]++;
    }
    for (unsigned t = 0; t < tables; t++) make_lengths(w->tables[t].counts, w->alphabet, w->tables[t].lengths);
    return groups;
}

static void number_codes(bzip2_table *table, unsigned alphabet)
{
    uint32_t next = 0;
    for (unsigned length = 1; length <= LONGEST_MADE; length++, next <<= 1)
        for (unsigned i = 0; i < alphabet; i++)
            if (table->lengths[i] == length) table->codes[i] = next++;
}

/* ---- a block ---------------------------------------------------------------------------------------------------- */

static void put_used(bzip2_writer *w)
{
    uint32_t ranges = 0, words[16] = { 0 };
    for (unsigned i = 0; i < 256; i++)
        if (w->used[i]) words[i / 16] |= UINT32_C(1) << (15 - i % 16);
    for (unsigned i = 0; i < 16; i++) ranges |= (uint32_t)(words[i] != 0) << (15 - i);
    put_bits(w, ranges, 16);
    for (unsigned i = 0; i < 16; i++)
        if (words[i]) put_bits(w, words[i], 16);
}

static void put_selectors(bzip2_writer *w, unsigned groups)
{
    uint8_t order[BZIP2_TABLES];
    for (unsigned i = 0; i < BZIP2_TABLES; i++) order[i] = (uint8_t)i;
    put_bits(w, groups, 15);
    for (unsigned i = 0; i < groups; i++) {
        unsigned rank = 0;
        while (order[rank] != w->selectors[i]) rank++;
        memmove(order + 1, order, rank);
        order[0] = w->selectors[i];
        put_bits(w, (1u << (rank + 1)) - 2, rank + 1);
    }
}

static void put_lengths(bzip2_writer *w, const bzip2_table *table)
{
    enum { UP = 2, DOWN = 3 };
    unsigned length = table->lengths[0];
    put_bits(w, length, 5);
    for (unsigned i = 0; i < w->alphabet; i++) {
        for (; length < table->lengths[i]; length++) put_bits(w, UP, 2);
        for (; length > table->lengths[i]; length--) put_bits(w, DOWN, 2);
        put_bits(w, 0, 1);
    }
}

static void put_symbols(bzip2_writer *w)
{
    static const struct {
        uint32_t below;
        unsigned tables;
    } sizes[] = { { 200, 2 }, { 600, 3 }, { 1200, 4 }, { 2400, 5 }, { UINT32_MAX, BZIP2_TABLES } };
    unsigned size = 0, groups = 0;
    while (w->symbol_count >= sizes[size].below) size++;
    const unsigned tables = sizes[size].tables;
    begin_tables(w, tables);
    for (unsigned round = 0; round < ROUNDS; round++) groups = refine_tables(w, tables);
    put_used(w);
    put_bits(w, tables, 3);
    put_selectors(w, groups);
    for (unsigned t = 0; t < tables; t++) put_lengths(w, &w->tables[t]);
    for (unsigned t = 0; t < tables; t++) number_codes(&w->tables[t], w->alphabet);
    for (uint32_t i = 0; i < w->symbol_count; i++) {
        const bzip2_table *table = &w->tables[w->selectors[i / BZIP2_GROUP]];
        put_bits(w, table->codes[w->symbols[i]], table->lengths[w->symbols[i]]);
    }
}

/* Room for all that sorting a block needs, widest first. */
static void *begin_block(bzip2_writer *w)
{
    enum { PAIRS = 65536 };
    const size_t n = w->count, keys = n > PAIRS / 2 ? n : PAIRS / 2;
    uint64_t *room = w->allocator.alloc(w->allocator.context, (keys + n + n + 1) * sizeof *room + (n + 2) * sizeof *w->symbols);
    if (!room) return NULL;
    w->keys = room;
    w->spare = w->keys + keys;
    w->order = (uint32_t *)(void *)(w->spare + n);
    w->rank = w->order + n;
    w->symbols = (uint16_t *)(void *)(w->spare + n + n + 1);
    return room;
}

static void put_block(bzip2_writer *w)
{
    uint32_t origin = 0;
    w->count = w->block.size;
    if (!w->count || w->failed) return;
    void *const room = begin_block(w);
    w->failed = !room;
    if (!room) return;
    w->sum = ~w->sum;
    w->combined = (w->combined << 1 | w->combined >> 31) ^ w->sum;
    sort_rotations(w);
    while (w->order[origin] != 0) origin++;
    make_symbols(w);
    put_long(w, BZIP2_BLOCK);
    put_bits(w, w->sum, 32);
    put_bits(w, 0, 1);
    put_bits(w, origin, 24);
    put_symbols(w);
    reel__memory_drop(&w->allocator, room);
    w->block.size = 0;
    w->sum = UINT32_MAX;
    memset(w->used, 0, sizeof w->used);
}

/* ---- the stream ------------------------------------------------------------------------------------------------- */

/* Moves the run to the block: up to four bytes, and how many more they stand for. */
static void end_run(bzip2_writer *w)
{
    if (w->run_byte == NO_BYTE) return;
    const uint8_t byte = (uint8_t)w->run_byte, shown = (uint8_t)(w->run < RUN_SHOWN ? w->run : RUN_SHOWN);
    const uint8_t bytes[RUN_SHOWN + 1] = { byte, byte, byte, byte, (uint8_t)(w->run - shown) };
    for (unsigned i = 0; i < w->run; i++) w->sum = bzip2_crc_add(w->crc, w->sum, byte);
    w->used[byte] = true;
    if (shown == RUN_SHOWN) w->used[w->run - RUN_SHOWN] = true;
    if (!w->failed && !memory_add(&w->block, bytes, shown == RUN_SHOWN ? RUN_SHOWN + 1 : shown)) w->failed = true;
}

bzip2_writer *reel__bzip2_new(reel_output *out, const reel_allocator *allocator)
{
    bzip2_writer *w = allocator->alloc(allocator->context, sizeof *w);
    if (!w) return NULL;
    w->allocator = *allocator;
    w->out = out;
    w->word = w->bits = w->run = 0;
    w->run_byte = NO_BYTE;
    w->block = (reel_memory){ .allocator = *allocator };
    w->failed = false;
    w->sum = UINT32_MAX;
    w->combined = 0;
    memset(w->used, 0, sizeof w->used);
    reel__bzip2_crc_table(w->crc);
    reel_put(out, "BZh9", 4);
    return w;
}

void reel__bzip2_add(bzip2_writer *w, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        if (w->block.size >= BLOCK_MOST) put_block(w);
        if (bytes[i] == w->run_byte && w->run < RUN_MOST) {
            w->run++;
            continue;
        }
        end_run(w);
        w->run_byte = bytes[i];
        w->run = 1;
    }
}

bool reel__bzip2_end(bzip2_writer *w)
{
    enum { BYTE = 8 };
    if (w->block.size >= BLOCK_MOST) put_block(w); /* before the last run is added, as for any other */
    end_run(w);
    w->run_byte = NO_BYTE;
    put_block(w);
    put_long(w, BZIP2_END);
    put_bits(w, w->combined, 32);
    if (w->bits) put_bits(w, 0, BYTE - w->bits);
    return !w->failed;
}

void reel__bzip2_free(bzip2_writer *w)
{
    if (!w) return;
    const reel_allocator allocator = w->allocator;
    reel__memory_drop(&allocator, w->block.data);
    reel__memory_drop(&allocator, w);
}
