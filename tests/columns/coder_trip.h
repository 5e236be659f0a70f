/* SPDX-License-Identifier: MIT
 * What the tests of the coders share: rows through a block and back, compared bit for bit. */
#ifndef REEL_TEST_CODER_TRIP_H
#define REEL_TEST_CODER_TRIP_H

#include "machinery.h"

#include "coded_table.h"
#include "core/memory.h"
#include "core/rows.h"

enum { TRIP_FIELDS = 128 };

static inline reel_memory trip_encode(const reel_table *table, const void *rows, size_t count, const coder_options *options)
{
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(table, fields);
    reel_memory block = { .allocator = reel__memory_allocator(NULL) };
    assert_int_equal(reel__coder_encode(&coded, rows, count, NULL, options, &block, NULL), REEL_OK);
    assert_true(block.size >= reel__coder_least(&coded, count));
    return block;
}

/* Decodes the fields of which the bit in `wanted` is set. The rows are malloc'ed, their text is in *chunk. */
static inline reel_status trip_decode(const reel_table *table, const uint8_t *data, size_t size, size_t count, uint64_t wanted,
                                      uint8_t **rows, reel_chunk **chunk, reel_error *error)
{
    coder_field fields[TRIP_FIELDS];
    coder_table coded = coder_table_of(table, fields);
    static const reel_table *tables[2]; /* the chunk refers to it */
    reel_allocator allocator = reel__memory_allocator(NULL);
    tables[0] = table;
    reel_cursor in = { .at = data, .end = data ? data + size : NULL, .end_offset = size };
    for (size_t f = 0; f < coded.count && f < 64; f++)
        if (!(wanted >> f & 1)) fields[f].field = NULL;
    *rows = calloc(count + 1, table->row_size);
    *chunk = reel__chunk_new(tables, NULL, UINT64_MAX, &allocator);
    assert_true(*rows && *chunk);
    return reel__coder_decode(&coded, &in, *rows, count, NULL, *chunk, NULL, &allocator, error);
}

static inline void trip_compare(const reel_table *table, const uint8_t *meant, const uint8_t *got, size_t count, uint64_t wanted)
{
    for (size_t r = 0; r < count; r++)
        for (size_t f = 0; f < table->field_count; f++) {
            if (f < 64 && !(wanted >> f & 1)) continue;
            if (!reel__field_values_equal(&table->fields[f], meant + r * table->row_size, got + r * table->row_size))
                fail_msg("%s.%s of row %zu of %zu differs", table->name, table->fields[f].name, r, count);
        }
}

/* Encodes, decodes and compares; returns the size of the block. */
static inline size_t trip(const reel_table *table, const void *rows, size_t count, coder_level level, uint64_t wanted)
{
    coder_options options = { .level = level };
    reel_memory block = trip_encode(table, rows, count, &options);
    uint8_t *got;
    reel_chunk *chunk;
    reel_error error = { 0 };
    if (trip_decode(table, block.data, block.size, count, wanted, &got, &chunk, &error) != REEL_OK)
        fail_msg("%s: %s", table->name, error.message);
    trip_compare(table, rows, got, count, wanted);
    size_t size = block.size;
    free(got);
    reel__chunk_free(chunk);
    reel_memory_free(&block);
    return size;
}

#endif
