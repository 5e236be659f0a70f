/* SPDX-License-Identifier: MIT */
#include "containers/spool.h"

/* Head: magic, u8 length and id of the format, u8 number of tables, for each table: u8 length, name, u32 schema.
 * Then blocks: u32 size, u64 checksum, and `size` bytes of batches: u8 table, u32 count, the packed rows. The table DROPPED has no rows but a
 * time: the last rows of every table that are after it were taken back. */
static const uint8_t magic[8] = { 'R', 'E', 'E', 'L', 'S', 'P', 'L', '1' };

enum { BLOCK_HEAD = 12, BATCH_HEAD = 5, MOST_BLOCK = 65536, FLUSH_MS = 1000, MOST_TABLES = 255, DROPPED = 255 };

static size_t tables_of(const reel_format *format)
{
    size_t count = 0;
    while (format->tables[count]) count++;
    return count;
}

static bool add_name(reel_memory *head, const char *name)
{
    uint8_t length = (uint8_t)strlen(name);
    return memory_add(head, &length, 1) && memory_add(head, name, length);
}

static bool make_head(reel_memory *head, const reel_format *format)
{
    uint8_t tables = (uint8_t)tables_of(format);
    if (!memory_add(head, magic, sizeof magic) || !add_name(head, format->id) || !memory_add(head, &tables, 1)) return false;
    for (const reel_table *const *table = format->tables; *table; table++) {
        uint8_t schema[4];
        reel_store_u32le(schema, reel__packing_schema(*table));
        if (!add_name(head, (*table)->name) || !memory_add(head, schema, sizeof schema)) return false;
    }
    return true;
}

static reel_status write_out(row_spool *spool, reel_error *error)
{
    reel_status status = spool->sink.write(spool->sink.context, spool->block.data, spool->block.size, error);
    spool->block.size = spool->batch = 0;
    if (status == REEL_OK && spool->sink.flush) status = spool->sink.flush(spool->sink.context, error);
    return status;
}

reel_status reel__spool_open(row_spool *spool, reel_sink sink, const reel_format *format, uint64_t (*clock_ms)(void),
                             const reel_allocator *allocator, reel_error *error)
{
    spool->sink = sink;
    spool->format = format;
    spool->clock_ms = clock_ms;
    spool->block = (reel_memory){ .allocator = *allocator };
    spool->open = true;
    spool->last = clock_ms ? clock_ms() : 0;
    if (tables_of(format) > MOST_TABLES) return reel_fail(error, REEL_ARGUMENT, "spool.tables", "spool", 0, "too many tables");
    spool->plans = reel__memory_new(allocator, tables_of(format) * sizeof *spool->plans);
    if (!spool->plans || !make_head(&spool->block, format)) return reel__memory_fail(error);
    return write_out(spool, error);
}

reel_status reel__spool_flush(row_spool *spool, reel_error *error)
{
    if (spool->clock_ms) spool->last = spool->clock_ms();
    if (spool->block.size <= BLOCK_HEAD) return REEL_OK;
    size_t size = spool->block.size - BLOCK_HEAD;
    reel_store_u32le(spool->block.data, (uint32_t)size);
    reel_store_u64le(spool->block.data + 4, reel__packing_checksum(spool->block.data + BLOCK_HEAD, size));
    return write_out(spool, error);
}

static const packing_plan *find_plan(row_spool *spool, const reel_table *table, size_t *index)
{
    *index = spool->latest;
    if (spool->format->tables[*index] != table)
        for (*index = 0; spool->format->tables[*index] != table;) ++*index;
    packing_plan *plan = &spool->plans[*index];
    if (!plan->table) reel__packing_make_plan(plan, table, 0);
    return plan;
}

/* Begins a batch in the block that waits. */
static bool begin_batch(row_spool *spool, uint8_t table, uint32_t count)
{
    static const uint8_t room_for_head[BLOCK_HEAD] = { 0 };
    uint8_t head[BATCH_HEAD] = { table };
    reel_memory *block = &spool->block;
    reel_store_u32le(head + 1, count);
    if (!block->size && !memory_add(block, room_for_head, BLOCK_HEAD)) return false;
    spool->batch = block->size;
    return memory_add(block, head, BATCH_HEAD);
}

/* Adds rows to the block that waits: to its last batch, if that has rows of the same table. A row that takes the place of another one has a
 * batch of its own. */
static reel_status add_rows(row_spool *spool, const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    if (count == 0) return REEL_OK;
    size_t index;
    const packing_plan *plan = find_plan(spool, table, &index);
    if (count > UINT32_MAX) return reel__memory_fail(error);
    uint32_t before = 0;
    const bool alone = table->flags & REEL_TABLE_ONE_ROW;
    if (spool->batch && spool->latest == index && !alone) before = reel_load_u32le(spool->block.data + spool->batch + 1);
    if (before && count <= UINT32_MAX - before)
        reel_store_u32le(spool->block.data + spool->batch + 1, before + (uint32_t)count);
    else if (!begin_batch(spool, (uint8_t)index, (uint32_t)count))
        return reel__memory_fail(error);
    spool->latest = index;
    return reel__packing_add_planned(&spool->block, plan, rows, count) ? REEL_OK : reel__memory_fail(error);
}

/* One more row for the batch in the making, which is what a game does in each frame, if the row's fields stand side by side and there is room. */
static bool add_row(row_spool *spool, const reel_table *table, const uint8_t *row)
{
    const packing_plan *plan = &spool->plans[spool->latest];
    reel_memory *block = &spool->block;
    if (!spool->batch || plan->table != table || !(plan->plain || plan->single) || table->flags & REEL_TABLE_ONE_ROW)
        return false;
    const size_t size = plan->plain ? table->row_size : plan->runs[0].size;
    const uint32_t before = reel_load_u32le(block->data + spool->batch + 1);
    if (block->capacity - block->size < size || before == UINT32_MAX) return false;
    reel_store_u32le(block->data + spool->batch + 1, before + 1);
    memcpy(block->data + block->size, plan->plain ? row : row + plan->runs[0].first->offset, size);
    block->size += size;
    return true;
}

reel_status reel__spool_drop_after(row_spool *spool, double time, reel_error *error)
{
    uint8_t bits[8];
    reel_store_u64le(bits, reel_double_bits(time));
    bool stored = begin_batch(spool, DROPPED, 0) && memory_add(&spool->block, bits, sizeof bits);
    spool->batch = 0;
    return stored ? REEL_OK : reel__memory_fail(error);
}

static reel_status flush_when_due(row_spool *spool, reel_error *error)
{
    if (spool->block.size >= MOST_BLOCK || (spool->clock_ms && spool->clock_ms() - spool->last >= FLUSH_MS))
        return reel__spool_flush(spool, error);
    return REEL_OK;
}

reel_status reel__spool_append(row_spool *spool, const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    reel_status status = count == 1 && add_row(spool, table, rows) ? REEL_OK : add_rows(spool, table, rows, count, error);
    return status < 0 ? status : flush_when_due(spool, error);
}

reel_status reel__spool_append_chunk(row_spool *spool, const reel_chunk *chunk, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < chunk->count && status >= 0; i++) {
        const reel_row_list *list = &chunk->lists[i];
        if (spool->block.size > UINT32_MAX / 2) status = reel__spool_flush(spool, error); /* a block's size has 32 bits */
        if (status >= 0) status = add_rows(spool, list->table, list->data, list->count, error);
    }
    return status < 0 ? status : flush_when_due(spool, error);
}

void reel__spool_close(row_spool *spool, bool done, reel_error *error)
{
    if (!spool->open) return;
    if (!done && !spool->lost) reel__spool_flush(spool, error);
    spool->open = false;
    reel__memory_drop(&spool->block.allocator, spool->plans);
    spool->plans = NULL;
    reel_memory_free(&spool->block);
    if (done)
        spool->sink.discard(spool->sink.context);
    else
        spool->sink.commit(spool->sink.context, NULL);
}

static reel_string get_name(reel_cursor *in)
{
    size_t length = reel_get_u8(in);
    const uint8_t *name = reel_take(in, length);
    return (reel_string){ (const char *)name, name ? length : 0 };
}

bool reel__spool_begins(const uint8_t *head, size_t size, bool *complete)
{
    if (size == 0 || memcmp(head, magic, size < sizeof magic ? size : sizeof magic) != 0) return false;
    reel_cursor in = { .at = head, .end = head + size, .end_offset = size };
    reel_take(&in, sizeof magic);
    get_name(&in);
    *complete = !in.failed;
    return true;
}

static bool is_named(const char *name, reel_string text)
{
    return strlen(name) == text.size && memcmp(name, text.data, text.size) == 0;
}

static const reel_format *recognise(const uint8_t *head, size_t size, const reel_format *const *formats, int *bits)
{
    if (size < sizeof magic || memcmp(head, magic, sizeof magic) != 0) return NULL;
    reel_cursor in = { .at = head + sizeof magic, .end = head + size, .end_offset = size };
    reel_string id = get_name(&in);
    for (; *formats; formats++) {
        if (in.failed || !is_named((*formats)->id, id)) continue;
        *bits = 64 + 8 * (int)id.size;
        return *formats;
    }
    return NULL;
}

typedef struct spool_reader {
    const reel_table *tables[MOST_TABLES];
    size_t count;
    reel_status status; /* result of reading the whole spool, returned after its rows */
    reel_error error;
    bool whole; /* all rows are kept until the end, so that they can be taken back */
    bool given;
} spool_reader;

static reel_status spool_read_head(reel_decoder *d)
{
    spool_reader *state = d->state;
    reel_status status = reel_fill(d, 65536);
    if (status < 0) return status;
    reel_cursor in = d->in;
    reel_take(&in, sizeof magic);
    get_name(&in);
    state->count = reel_get_u8(&in);
    for (size_t i = 0; i < state->count; i++) {
        reel_string name = get_name(&in);
        uint32_t schema = reel_get_u32le(&in);
        if (in.failed) break;
        for (size_t t = 0; t < d->chunk->count; t++)
            if (is_named(d->chunk->tables[t]->name, name)) state->tables[i] = d->chunk->tables[t];
        if (!state->tables[i] || reel__packing_schema(state->tables[i]) != schema)
            return reel_fail(d->error, REEL_UNSUPPORTED, "spool.schema", "head", reel_offset(&in),
                             "the spool was written by a different version: the fields of its table %.*s differ", (int)name.size,
                             name.data);
    }
    if (in.failed)
        return reel_fail(d->error, REEL_TRUNCATED, "spool.head", "head", in.failed_at, "the file ends inside the spool's header");
    d->in = in;
    reel_find(&d->reporter, (reel_finding){ .rule = "spool.unfinished", .severity = REEL_WARNING }, "recording not finished");
    return REEL_OK;
}

static reel_status read_batch(reel_decoder *d, reel_cursor *in)
{
    const spool_reader *state = d->state;
    uint64_t offset = reel_offset(in);
    size_t index = reel_get_u8(in);
    size_t count = reel_get_u32le(in);
    if (index == DROPPED && count == 0 && state->whole && reel_left(in) >= 8) {
        reel__chunk_drop_after(d->chunk, reel_get_f64le(in));
        return REEL_OK;
    }
    if (in->failed || index >= state->count || !reel_count_fits(in, count, reel__packing_least(state->tables[index])))
        return reel_fail(d->error, REEL_CORRUPT, "spool.batch", "block", offset, "a batch of rows does not fit its block");
    const reel_table *table = state->tables[index];
    reel_row_list *list = reel__chunk_list(d->chunk, table);
    if (table->flags & REEL_TABLE_ONE_ROW && state->whole) chunk_forget(list); /* reel_replace */
    for (size_t i = 0; i < count; i++) {
        uint8_t *row = reel_row_grow(list, 1, false);
        if (!row) return reel_build_status(d->chunk);
        reel__packing_read(in, table, row, d->chunk);
        if (in->failed || !list->wanted) list->count--;
        if (!in->failed) continue;
        return reel_fail(d->error, REEL_CORRUPT, "spool.row", table->name, in->failed_at, "a row does not fit its block");
    }
    return REEL_OK;
}

/* Adds the rows of one block. */
static reel_status spool_read_block(reel_decoder *d)
{
    reel_status status = reel_fill(d, BLOCK_HEAD);
    if (status < 0 || status == REEL_AGAIN) return status;
    uint64_t offset = reel_offset(&d->in);
    if (reel_left(&d->in) == 0) return REEL_END;
    if (status == REEL_END)
        return reel_fail(d->error, REEL_TRUNCATED, "spool.block", "block", offset, "the file ends inside the last block");
    size_t size = reel_load_u32le(d->in.at);
    uint64_t checksum = reel_load_u64le(d->in.at + 4);
    if (size > SIZE_MAX - BLOCK_HEAD) /* where a size has 32 bits */
        return reel_fail(d->error, REEL_LIMIT, "spool.block", "block", offset,
                         "the block has %zu {byte|bytes}, which exceeds the limit", size);
    status = reel_fill(d, BLOCK_HEAD + size);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END)
        return reel_fail(d->error, REEL_TRUNCATED, "spool.block", "block", offset, "the file ends inside the last block");
    if (reel__packing_checksum(d->in.at + BLOCK_HEAD, size) != checksum)
        return reel_fail(d->error, REEL_CORRUPT, "spool.checksum", "block", offset, "wrong checksum of the block");
    reel_cursor in = { .at = d->in.at + BLOCK_HEAD,
                       .end = d->in.at + BLOCK_HEAD + size,
                       .end_offset = offset + BLOCK_HEAD + size };
    while (reel_left(&in))
        if ((status = read_batch(d, &in)) < 0) return status;
    d->in.at += BLOCK_HEAD + size;
    return REEL_OK;
}

/* A format that comes in one chunk comes so from a spool too, with its header rows known once it is open. */
static reel_status spool_read_all(reel_decoder *d)
{
    spool_reader *state = d->state;
    state->whole = true;
    reel_status status = spool_read_head(d);
    if (status < 0) return status;
    while ((status = spool_read_block(d)) == REEL_OK) continue;
    state->status = status < 0 ? status : REEL_OK;
    state->error = *d->error;
    return REEL_OK;
}

static reel_status spool_give_all(reel_decoder *d)
{
    spool_reader *state = d->state;
    if (state->given) return REEL_END;
    state->given = true;
    *d->error = state->error;
    return state->status;
}

static const reel_format_reader stream_reading = { .state_size = sizeof(spool_reader),
                                                   .open = spool_read_head,
                                                   .next = spool_read_block };
static const reel_format_reader whole_reading = { .state_size = sizeof(spool_reader),
                                                  .open = spool_read_all,
                                                  .next = spool_give_all };

static const reel_format_reader *reader_of(const reel_format *format)
{
    return format->flags & REEL_FORMAT_STREAMS ? &stream_reading : &whole_reading;
}

const reel_container reel__spool_container = { .recognise = recognise, .reader = reader_of };
