/* SPDX-License-Identifier: MIT
 * Blocks of columns: the first byte chooses the format, the second its table, two more the number of rows and which fields are wanted, the
 * rest is the block. What can be decoded is encoded and decoded again: the rows are the same. */
#include "support.h"

#include "columns/coder.h"
#include "core/memory.h"
#include "core/rows.h"

#include <stdlib.h>

enum { FIELDS = 256, ROWS_MOST = 512 };

static const reel_table *table_of(uint8_t format, uint8_t table)
{
    const reel_format *const *formats = fuzz_formats();
    size_t count = 0, tables = 0;
    while (formats[count]) count++;
    const reel_format *chosen = formats[format % count];
    while (chosen->tables[tables]) tables++;
    return chosen->tables[table % tables];
}

static uint8_t *decode(const coder_table *coded, const reel_table *const *list, reel_cursor in, size_t count, reel_chunk **chunk,
                       const reel_allocator *allocator, reel_status *status)
{
    reel_limits limits = { .work = 1 << 26, .unpacked_bytes = 1 << 22 };
    reel_budget budget = budget_of(&limits, NULL, NULL);
    uint8_t *rows = calloc(count + 1, coded->row_size);
    *chunk = chunk_new(list, NULL, UINT64_MAX, allocator);
    require(rows && *chunk, "allocation succeeds");
    *status = coder_decode(coded, &in, rows, count, *chunk, &budget, allocator, NULL);
    return rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    reel_cursor in = { .at = data, .end = data + size, .end_offset = size };
    uint8_t format = reel_get_u8(&in), number = reel_get_u8(&in), wanted;
    const reel_table *list[] = { table_of(format, number), NULL };
    size_t count = reel_get_u8(&in) * 2u % ROWS_MOST;
    coder_field fields[FIELDS];
    coder_table coded = coder_table_of(list[0], fields);
    wanted = reel_get_u8(&in);
    for (size_t f = 0; f < coded.count; f++)
        if (wanted && !(wanted >> f % 8 & 1)) fields[f].field = NULL;
    meter meter = { 0 };
    reel_allocator allocator = meter_allocator(&meter);
    reel_chunk *chunk, *again;
    reel_status status;
    uint8_t *rows = decode(&coded, list, in, count, &chunk, &allocator, &status);
    if (status == REEL_OK && !wanted && count) {
        reel_memory block = { .allocator = allocator };
        require(coder_encode(&coded, rows, count, NULL, &block, NULL) == REEL_OK, "rows can be encoded");
        reel_cursor second = { .at = block.data, .end = block.data + block.size, .end_offset = block.size };
        uint8_t *back = decode(&coded, list, second, count, &again, &allocator, &status);
        require(status == REEL_OK, "what was encoded can be decoded");
        for (size_t r = 0; r < count; r++)
            for (size_t f = 0; f < coded.count; f++)
                require(field_values_equal(&list[0]->fields[f], rows + r * coded.row_size, back + r * coded.row_size),
                        "rows come back");
        free(back);
        chunk_free(again);
        reel_memory_free(&block);
    }
    free(rows);
    chunk_free(chunk);
    require(meter.live == 0, "no memory leaks");
    return 0;
}
