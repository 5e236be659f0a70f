/* SPDX-License-Identifier: MIT */
#include "containers/archive_write.h"
#include "containers/archive_index.h"
#include "core/rows.h"

static reel_status write_bytes(archive_writer *writer, const uint8_t *data, size_t size)
{
    reel_status status = writer->sink->write(writer->sink->context, data, size, writer->error);
    if (status == REEL_OK) writer->offset += size;
    return status;
}

/* Ends the record in the making and writes it. */
static reel_status write_record(archive_writer *writer, record_kind kind)
{
    if (!reel__record_seal(&writer->record, kind))
        return reel_fail(writer->error, REEL_LIMIT, "archive.record-size", "archive", writer->offset,
                         "a record of an archive is smaller than 4 GiB");
    if (kind < RECORD_END) writer->sum = reel__record_sum(writer->sum, writer->record.data);
    return write_bytes(writer, writer->record.data, writer->record.size);
}

static bool put_start(archive_writer *writer, const char *id)
{
    reel_memory *record = &writer->record, schema = { .allocator = writer->allocator };
    const coder_options *coder = &writer->coder;
    bool steps = coder->position_step > 0 || coder->rotation_step > 0;
    bool fits = reel__record_begin(record) && reel__payload_text(record, writer->format->id, strlen(writer->format->id)) &&
                reel__payload_text(record, id, strlen(id)) && reel__payload_number(record, steps ? START_STEPS : 0);
    if (steps)
        fits = fits && reel__payload_u64(record, reel_double_bits(coder->position_step)) &&
               reel__payload_u64(record, reel_double_bits(coder->rotation_step));
    fits = fits && reel__schema_put(&schema, &writer->schema) && reel__payload_part(record, &schema);
    reel_memory_free(&schema);
    return fits;
}

reel_status reel__archive_begin(archive_writer *writer, const reel_format *format, const char *id, const coder_options *coder,
                                size_t part_rows, reel_sink *sink, const reel_allocator *allocator, reel_error *error)
{
    *writer = (archive_writer){ .allocator = *allocator,
                                .format = format,
                                .sink = sink,
                                .coder = *coder,
                                .part_rows = part_rows ? part_rows : ARCHIVE_ROWS,
                                .record.allocator = *allocator,
                                .index.allocator = *allocator,
                                .block.allocator = *allocator,
                                .entry.allocator = *allocator,
                                .payload.allocator = *allocator,
                                .error = error };
    uint8_t head[ARCHIVE_HEAD];
    reel__archive_put_head(head);
    if ((coder->position_step != 0 || coder->rotation_step != 0) && !reel__coder_can_round(coder))
        return reel_fail(
            error, REEL_ARGUMENT, "archive.precision", "archive", 0,
            "poses are rounded as a whole: give bounds for positions, up to 0.5 m, and for rotations, up to 45 degrees");
    if (reel__schema_of_format(&writer->schema, format, allocator) < 0) return reel__memory_fail(writer->error);
    writer->rows = reel__memory_new(allocator, (writer->schema.count + 1) * sizeof *writer->rows);
    if (!writer->rows || !put_start(writer, id)) return reel__memory_fail(writer->error);
    reel_status status = write_bytes(writer, head, sizeof head);
    return status < 0 ? status : write_record(writer, RECORD_START);
}

static bool streams(const archive_writer *writer) { return writer->format->flags & REEL_FORMAT_STREAMS; }

/* A record of a format that streams has what belongs together: its rows are divided only to bound the coder's memory. */
enum { STREAM_ROWS = 65536 };

static size_t slice_rows(const archive_writer *writer)
{
    return streams(writer) && writer->part_rows < STREAM_ROWS ? STREAM_ROWS : writer->part_rows;
}

/* How many rows of a table the slice numbered `slice` of a chunk has, and where they begin. */
static size_t slice_of(const archive_writer *writer, const reel_row_list *list, size_t slice, size_t *first)
{
    size_t size = slice_rows(writer);
    *first = slice * size;
    if (*first >= list->count) return 0;
    size_t left = list->count - *first;
    return left < size ? left : size;
}

static bool belongs(const reel_row_list *list, bool header) { return !(list->table->flags & REEL_TABLE_HEADER) == !header; }

static size_t slices_of(const archive_writer *writer, const reel_chunk *chunk, bool header)
{
    size_t most = 0;
    for (size_t t = 0; t < chunk->count; t++)
        if (belongs(&chunk->lists[t], header) && chunk->lists[t].count > most) most = chunk->lists[t].count;
    return most / slice_rows(writer) + (most % slice_rows(writer) != 0);
}

/* A part in the making. */
typedef struct writer_part {
    size_t table;
    const reel_row_list *list;
    const uint8_t *rows;
    size_t count;
    coder_member *member; /* NULL: it is in no order */
} writer_part;

/* Fills writer->parts with those of the slices from <= s < to of all tables. False: no memory. */
static bool find_parts(archive_writer *writer, const reel_chunk *chunk, bool header, size_t from, size_t to, size_t *count)
{
    for (size_t t = 0; t < chunk->count; t++) {
        const reel_row_list *list = &chunk->lists[t];
        for (size_t s = from; s < to && belongs(list, header); s++) {
            size_t first, rows = slice_of(writer, list, s, &first);
            if (!rows) break;
            writer_part *parts =
                reel__memory_items(&writer->allocator, writer->parts, &writer->part_room, *count + 1, sizeof *parts);
            if (!parts) return false;
            writer->parts = parts;
            parts[(*count)++] = (writer_part){ t, list, list->data + first * list->table->row_size, rows, NULL };
        }
    }
    return true;
}

/* Adds a part to the payload, and what the index says about it. */
static reel_status put_rows(archive_writer *writer, const coder_options *coder, reel_memory *payload, reel_memory *entry,
                            const writer_part *rows)
{
    const archive_table *table = &writer->schema.tables[rows->table];
    reel_memory *block = &writer->block;
    block->size = 0;
    bool header = table->flags & REEL_TABLE_HEADER;
    archive_part part = { .table = rows->table, .first = header ? 0 : writer->rows[rows->table], .count = rows->count };
    if (header) part.first = (size_t)(rows->rows - rows->list->data) / rows->list->table->row_size;
    part.ordered = rows->member;
    reel__part_measure(&part, rows->list->table, rows->rows);
    reel_status status = reel__coder_encode(&table->coder, rows->rows, rows->count, rows->member, coder, block, writer->error);
    if (status == REEL_OK &&
        !(reel__part_put(payload, &writer->schema, &part) && reel__payload_text(payload, block->data, block->size) &&
          reel__part_put(entry, &writer->schema, &part) && reel__part_put_bounds(entry, &part, rows->list->table, rows->rows)))
        status = reel__memory_fail(writer->error);
    if (status == REEL_OK) writer->rows[rows->table] = part.first + rows->count;
    return status;
}

/* Finds the order of the parts that have one. */
static reel_status find_order(archive_writer *writer, size_t count, coder_order *order, reel_memory *bytes)
{
    writer_part *parts = writer->parts;
    size_t room = 0;
    for (size_t p = 0; p < count; p++) room += writer->schema.tables[parts[p].table].ordered;
    order->members = room ? reel__arena_push(&order->memory, room * sizeof *order->members) : NULL;
    if (!room) return REEL_OK;
    if (!order->members) return reel__memory_fail(writer->error);
    for (size_t p = 0; p < count; p++) {
        const archive_table *table = &writer->schema.tables[parts[p].table];
        if (!table->ordered) continue;
        parts[p].member = &order->members[order->count];
        order->members[order->count++] = (coder_member){ .table = &table->coder, .rows = parts[p].rows, .count = parts[p].count };
    }
    reel_status status = reel__coder_encode_order(order, bytes, writer->error);
    for (size_t p = 0; p < count && status != REEL_OK; p++) parts[p].member = NULL;
    return status < 0 ? status : REEL_OK;
}

static reel_status put_parts(archive_writer *writer, const coder_options *coder, reel_memory *payload, size_t count)
{
    reel_status status = reel__payload_number(payload, count) ? REEL_OK : reel__memory_fail(writer->error);
    for (size_t p = 0; p < count && status == REEL_OK; p++)
        status = put_rows(writer, coder, payload, &writer->entry, &writer->parts[p]);
    return status;
}

/* Header rows are packed together, as they say much the same in several tables: as columns, or as rows, whichever is smaller. */
static reel_status put_header(archive_writer *writer, size_t count)
{
    reel_memory packed[2] = { { .allocator = writer->allocator }, { .allocator = writer->allocator } };
    reel_status status = REEL_OK;
    for (int as_rows = 0; as_rows < 2 && status == REEL_OK; as_rows++) {
        coder_options coder = writer->coder;
        coder.as_rows = as_rows;
        writer->entry.size = writer->payload.size = 0;
        status = put_parts(writer, &coder, &writer->payload, count);
        if (status == REEL_OK && !reel__payload_part(&packed[as_rows], &writer->payload))
            status = reel__memory_fail(writer->error);
    }
    const reel_memory *smaller = &packed[packed[1].size < packed[0].size];
    if (status == REEL_OK && !memory_add(&writer->record, smaller->data, smaller->size))
        status = reel__memory_fail(writer->error);
    reel_memory_free(&packed[0]);
    reel_memory_free(&packed[1]);
    return status;
}

/* The same for a recorder, which has no time for it. */
static reel_status store_header(archive_writer *writer, size_t count)
{
    writer->payload.size = 0;
    reel_status status = put_parts(writer, &writer->coder, &writer->payload, count);
    if (status == REEL_OK && !reel__payload_stored(&writer->record, &writer->payload)) status = reel__memory_fail(writer->error);
    return status;
}

static reel_status put_record(archive_writer *writer, bool header, size_t count)
{
    if (!reel__record_begin(&writer->record)) return reel__memory_fail(writer->error);
    if (!header) return put_parts(writer, &writer->coder, &writer->record, count);
    return writer->coder.as_rows ? store_header(writer, count) : put_header(writer, count);
}

/* Writes the slices from <= s < to of all tables as one record. */
static reel_status write_slices(archive_writer *writer, const reel_chunk *chunk, bool header, size_t from, size_t to)
{
    uint64_t offset = writer->offset;
    size_t count = 0;
    coder_order order = { .memory.allocator = writer->allocator };
    reel_memory bytes = { .allocator = writer->allocator };
    writer->entry.size = 0;
    reel_status status = find_parts(writer, chunk, header, from, to, &count) ? REEL_OK : reel__memory_fail(writer->error);
    if (status == REEL_OK && !writer->coder.as_rows) status = find_order(writer, count, &order, &bytes);
    if (status == REEL_OK) status = put_record(writer, header, count);
    if (status == REEL_OK && !memory_add(&writer->record, bytes.data, bytes.size)) status = reel__memory_fail(writer->error);
    record_kind kind = header ? RECORD_HEADER : RECORD_ROWS;
    if (status == REEL_OK) status = write_record(writer, kind);
    const reel_memory *entry = &writer->entry;
    if (status == REEL_OK && !(reel__index_put_entry(&writer->index, (uint8_t)kind, offset, count) &&
                               memory_add(&writer->index, entry->data, entry->size)))
        status = reel__memory_fail(writer->error);
    writer->entries++;
    reel__coder_order_free(&order);
    reel_memory_free(&bytes);
    return status;
}

reel_status reel__archive_add(archive_writer *writer, const reel_chunk *chunk)
{
    reel_status status = REEL_OK;
    size_t headers = slices_of(writer, chunk, true), slices = slices_of(writer, chunk, false);
    if (headers) status = write_slices(writer, chunk, true, 0, headers);
    size_t step = streams(writer) ? slices : 1;
    for (size_t s = 0; s < slices && status == REEL_OK; s += step) status = write_slices(writer, chunk, false, s, s + step);
    return status;
}

static bool put_end(archive_writer *writer, const archive_original *original)
{
    reel_memory *record = &writer->record;
    bool fits = reel__record_begin(record) && reel__payload_number(record, original->known ? END_ORIGINAL : 0);
    if (original->known)
        fits = fits && reel__payload_number(record, original->size) && memory_add(record, original->hash, SHA256_SIZE);
    fits = fits && reel__payload_u64(record, writer->sum) && reel__payload_number(record, writer->schema.count);
    for (size_t t = 0; t < writer->schema.count; t++) fits = fits && reel__payload_number(record, writer->rows[t]);
    return fits;
}

/* The index says which END record it belongs to: archives may follow each other in a file. */
static reel_status write_index(archive_writer *writer, uint64_t end, uint64_t end_checksum)
{
    uint64_t begin = writer->offset;
    reel_memory entries = { .allocator = writer->allocator };
    bool fits = reel__record_begin(&writer->record) && reel__payload_number(&writer->record, end) &&
                reel__payload_u64(&writer->record, end_checksum) && reel__payload_number(&entries, writer->entries) &&
                memory_add(&entries, writer->index.data, writer->index.size);
    fits = fits && (writer->coder.as_rows ? reel__payload_stored : reel__payload_part)(&writer->record, &entries);
    reel_memory_free(&entries);
    reel_status status = fits ? write_record(writer, RECORD_INDEX) : reel__memory_fail(writer->error);
    if (status < 0) return status;
    if (!reel__record_tail(&writer->record, writer->offset - begin)) return reel__memory_fail(writer->error);
    return write_bytes(writer, writer->record.data, writer->record.size);
}

/* Nothing can be skipped in an archive of a header and one record of rows. */
enum { INDEX_ENTRIES = 3 };

reel_status reel__archive_end(archive_writer *writer, const archive_original *original)
{
    uint64_t end = writer->offset;
    reel_status status = put_end(writer, original) ? write_record(writer, RECORD_END) : reel__memory_fail(writer->error);
    return status < 0 || writer->entries < INDEX_ENTRIES ? status
                                                         : write_index(writer, end, reel_load_u64le(writer->record.data + 8));
}

void reel__archive_free(archive_writer *writer)
{
    reel__schema_free(&writer->schema);
    if (writer->rows) reel__memory_drop(&writer->allocator, writer->rows);
    if (writer->parts) reel__memory_drop(&writer->allocator, writer->parts);
    reel_memory_free(&writer->record);
    reel_memory_free(&writer->index);
    reel_memory_free(&writer->block);
    reel_memory_free(&writer->entry);
    reel_memory_free(&writer->payload);
    writer->rows = NULL;
    writer->parts = NULL;
}
