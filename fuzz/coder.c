/* SPDX-License-Identifier: MIT
 * Blocks of columns: the first byte chooses the format, the second its table, two more the number of rows and which fields are wanted, the
 * rest is the block. What can be decoded is encoded and decoded again: the rows are the same. With 255 as the format the rest is the order
 * of three tables, whose numbers of rows are the next three bytes: what can be read can be written and is read alike. */
#include "support.h"

#include "../tests/columns/coded_table.h"
#include "core/memory.h"
#include "core/rows.h"

#include <stdlib.h>

enum { FIELDS = 256, ROWS_MOST = 512, ORDERS = 255, MEMBERS = 3 };

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
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    uint8_t *rows = calloc(count + 1, coded->row_size);
    *chunk = reel__chunk_new(list, NULL, UINT64_MAX, allocator);
    require(rows && *chunk, "allocation succeeds");
    *status = reel__coder_decode(coded, &in, rows, count, NULL, *chunk, &budget, allocator, NULL);
    return rows;
}

typedef struct event {
    uint64_t seq, offset;
    int32_t tick, cid;
} event;

static const reel_field event_fields[] = {
    REEL_FIELD(event, "seq", seq, U64, "", "number"),
    REEL_FIELD(event, "offset", offset, U64, "bytes", "offset"),
    REEL_FIELD(event, "tick", tick, I32, "tick", "time", .flags = REEL_FIELD_TIME),
    REEL_FIELD(event, "cid", cid, I32, "", "whose it is"),
};
static const reel_table event_table = REEL_TABLE("events", "events", event, event_fields, 0);

static coder_order order_of(coder_member *members, const coder_table *table, const uint8_t *counts,
                            const reel_allocator *allocator)
{
    for (size_t m = 0; m < MEMBERS; m++) members[m] = (coder_member){ .table = table, .count = counts[m] };
    return (coder_order){ .memory.allocator = *allocator, .members = members, .count = MEMBERS };
}

static void check_order(const uint8_t *data, size_t size)
{
    meter meter = { 0 };
    reel_allocator allocator = meter_allocator(&meter);
    coder_field fields[4];
    coder_table table = coder_table_of(&event_table, fields);
    for (size_t f = 0; f < table.count; f++) fields[f].role = (coder_role)(CODER_SEQUENCE + f);
    require(reel__coder_set_roles(&table), "the roles fit");
    coder_member members[MEMBERS], again[MEMBERS];
    coder_order order = order_of(members, &table, data, &allocator), second = order_of(again, &table, data, &allocator);
    reel_cursor in = { .at = data + MEMBERS, .end = data + size, .end_offset = size };
    event *rows = calloc((size_t)MEMBERS * UINT8_MAX, sizeof *rows);
    reel_memory bytes = { .allocator = allocator };
    require(rows, "allocation succeeds");
    if (reel__coder_decode_order(&order, &in, NULL, NULL) == REEL_OK) {
        for (size_t m = 0; m < MEMBERS; m++)
            for (size_t i = 0; i < members[m].count; i++) members[m].values[CODER_OFFSET][i] = 3 * i + m;
        reel__coder_place_offsets(&order);
        for (size_t m = 0; m < MEMBERS; m++) {
            event *own = rows + m * UINT8_MAX;
            for (size_t i = 0; i < members[m].count; i++)
                own[i] = (event){ members[m].values[CODER_SEQUENCE][i], members[m].values[CODER_OFFSET][i],
                                  (int32_t)members[m].values[CODER_CLOCK][i], (int32_t)members[m].values[CODER_KEY][i] };
            again[m].rows = own;
        }
        if (reel__coder_encode_order(&second, &bytes, NULL) == REEL_OK) reel__coder_place_offsets(&second);
        for (size_t m = 0; m < MEMBERS && bytes.size; m++)
            for (size_t i = 0; i < members[m].count; i++)
                require(again[m].values[CODER_OFFSET][i] == rows[m * UINT8_MAX + i].offset, "offsets come back");
    }
    free(rows);
    reel__coder_order_free(&order);
    reel__coder_order_free(&second);
    reel_memory_free(&bytes);
    require(meter.live == 0, "no memory leaks");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    if (data[0] == ORDERS) {
        if (size > MEMBERS) check_order(data + 1, size - 1);
        return 0;
    }
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
        require(reel__coder_encode(&coded, rows, count, NULL, NULL, &block, NULL) == REEL_OK, "rows can be encoded");
        reel_cursor second = { .at = block.data, .end = block.data + block.size, .end_offset = block.size };
        uint8_t *back = decode(&coded, list, second, count, &again, &allocator, &status);
        require(status == REEL_OK, "what was encoded can be decoded");
        for (size_t r = 0; r < count; r++)
            for (size_t f = 0; f < coded.count; f++)
                require(reel__field_values_equal(&list[0]->fields[f], rows + r * coded.row_size, back + r * coded.row_size),
                        "rows come back");
        free(back);
        reel__chunk_free(again);
        reel_memory_free(&block);
    }
    free(rows);
    reel__chunk_free(chunk);
    require(meter.live == 0, "no memory leaks");
    return 0;
}
