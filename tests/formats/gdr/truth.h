/* SPDX-License-Identifier: MIT
 * What the tests of GDR share: tables of expected values, and the hash of a list of inputs. */
#ifndef TEST_GDR_TRUTH_H
#define TEST_GDR_TRUTH_H

#include "corpus.h"

#include <reel/gdr.h>

typedef struct sha256 {
    uint32_t state[8];
    uint8_t block[64];
    uint64_t size;
} sha256;

static inline uint32_t sha_turn(uint32_t v, unsigned n) { return v >> n | v << (32 - n); }

static inline void sha_block(sha256 *s)
{
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
        0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
        0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
        0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)s->block[4 * i] << 24 | (uint32_t)s->block[4 * i + 1] << 16 | (uint32_t)s->block[4 * i + 2] << 8 |
               s->block[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (sha_turn(w[i - 15], 7) ^ sha_turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
               (sha_turn(w[i - 2], 17) ^ sha_turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, s->state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t a =
            v[7] + (sha_turn(v[4], 6) ^ sha_turn(v[4], 11) ^ sha_turn(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        uint32_t b =
            (sha_turn(v[0], 2) ^ sha_turn(v[0], 13) ^ sha_turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += a;
        v[0] = a + b;
    }
    for (int i = 0; i < 8; i++) s->state[i] += v[i];
}

static inline void sha_add(sha256 *s, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        s->block[s->size++ % 64] = ((const uint8_t *)data)[i];
        if (s->size % 64 == 0) sha_block(s);
    }
}

static inline sha256 sha_new(void)
{
    return (
        sha256){ { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 }, { 0 }, 0 };
}

/* The hash as 64 hex digits, static until the next call. */
static inline const char *sha_text(sha256 *s)
{
    static char text[65];
    uint64_t bits = s->size * 8;
    sha_add(s, "\x80", 1);
    while (s->size % 64 != 56) sha_add(s, "", 1);
    for (int i = 7; i >= 0; i--) sha_add(s, &(uint8_t){ (uint8_t)(bits >> 8 * i) }, 1);
    for (int i = 0; i < 8; i++) snprintf(text + 8 * i, 9, "%08x", s->state[i]);
    return text;
}

/* sha256 of the lines "frame TAB button TAB player2 TAB down LF". */
static inline const char *inputs_hash(const gdr_input *inputs, size_t count)
{
    sha256 s = sha_new();
    for (size_t i = 0; i < count; i++) {
        char line[80];
        int size = snprintf(line, sizeof line, "%lld\t%d\t%d\t%d\n", (long long)inputs[i].frame, inputs[i].button,
                            inputs[i].player2 != 0, inputs[i].down != 0);
        sha_add(&s, line, (size_t)size);
    }
    return sha_text(&s);
}

/* A line of a table of expected values. */
typedef struct truth_row {
    const tsv *table;
    size_t row;
} truth_row;

static inline const char *truth_cell(const truth_row *row, const char *name) { return tsv_cell(row->table, row->row, name); }

/* Calls `each` for every line of a table whose sample is there, and prints how many it compared: `each` returns false for a line that it
 * leaves out. */
static inline void truth_each(const char *name, bool (*each)(const truth_row *row))
{
    tsv table;
    size_t compared = 0;
    if (!corpus_table(name, &table)) skip();
    for (size_t i = 0; i < table.rows; i++) {
        char sample[600];
        const truth_row row = { &table, i };
        snprintf(sample, sizeof sample, "samples/gdr/%s", truth_cell(&row, "path"));
        if (corpus_path(sample)) compared += each(&row);
    }
    tsv_free(&table);
    corpus_compared(compared, "macros");
}

/* The sample called `path` below samples/gdr. */
static inline uint8_t *read_sample(const char *path, size_t *size)
{
    char name[600];
    snprintf(name, sizeof name, "samples/gdr/%s", path);
    const char *found = corpus_find(name);
    if (!found) fail_msg("no sample %s", path);
    return read_file(found, size);
}

/* Findings, counted by rule. */
typedef struct seen {
    char rule[64];
    uint64_t count, offset;
} seen;
typedef struct seen_list {
    seen items[64];
    size_t count;
} seen_list;

static inline void see(void *context, const reel_finding *finding)
{
    seen_list *list = context;
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].rule, finding->rule)) continue;
        list->items[i].count += finding->count;
        if (finding->offset < list->items[i].offset) list->items[i].offset = finding->offset;
        return;
    }
    if (list->count == 64) return;
    seen *item = &list->items[list->count++];
    snprintf(item->rule, sizeof item->rule, "%s", finding->rule);
    item->count = finding->count;
    item->offset = finding->offset;
}

#endif
