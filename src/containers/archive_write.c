/* SPDX-License-Identifier: MIT */
#include "containers/archive_write.h"
#include "containers/archive_index.h"
#include "core/rows.h"

static reel_status no_memory(const archive_writer *writer)
{
    return reel_fail(writer->error, REEL_MEMORY, "reel.memory", "archive", 0, "no memory for the archive");
}

static reel_status write_bytes(archive_writer *writer, const uint8_t *data, size_t size)
{
    reel_status status = writer->sink->write(writer->sink->context, data, size, writer->error);
    if (status == REEL_OK) writer->offset += size;
    return status;
}

/* Ends the record in the making and writes it. */
static reel_status write_record(archive_writer *writer, record_kind kind)
{
    if (!record_seal(&writer->record, kind))
        return reel_fail(writer->error, REEL_LIMIT, "archive.record-size", "archive", writer->offset,
                         "a record of an archive is smaller than 4 GiB");
    archive_chain_add(&writer->chain, writer->record.data, writer->record.size);
    if (kind < RECORD_END) writer->sum = record_sum(writer->sum, writer->record.data);
    return write_bytes(writer, writer->record.data, writer->record.size);
}

static bool put_start(archive_writer *writer, const char *id)
{
    reel_memory *record = &writer->record, schema = { .allocator = writer->allocator };
    const coder_options *coder = &writer->coder;
    bool steps = coder->position_step > 0 || coder->rotation_step > 0;
    bool fits = record_begin(record) && payload_text(record, writer->format->id, strlen(writer->format->id)) &&
                payload_text(record, id, strlen(id)) && payload_number(record, steps ? START_STEPS : 0);
    if (steps)
        fits = fits && payload_u64(record, reel_double_bits(coder->position_step)) &&
               payload_u64(record, reel_double_bits(coder->rotation_step));
    fits = fits && schema_put(&schema, writer->format) && payload_part(record, &schema);
    reel_memory_free(&schema);
    return fits;
}

reel_status archive_begin(archive_writer *writer, const reel_format *format, const char *id, const coder_options *coder,
                          size_t part_rows, reel_sink *sink, const reel_allocator *allocator, reel_error *error)
{
    *writer = (archive_writer){ .allocator = *allocator,
                                .format = format,
                                .sink = sink,
                                .coder = *coder,
                                .part_rows = part_rows ? part_rows : ARCHIVE_ROWS,
                                .record.allocator = *allocator,
                                .index.allocator = *allocator,
                                .error = error };
    uint8_t head[ARCHIVE_HEAD];
    archive_put_head(head);
    if (schema_of_format(&writer->schema, format, allocator) < 0) return no_memory(writer);
    writer->rows = memory_new(allocator, (writer->schema.count + 1) * sizeof *writer->rows);
    if (!writer->rows || !put_start(writer, id)) return no_memory(writer);
    reel_status status = write_bytes(writer, head, sizeof head);
    return status < 0 ? status : write_record(writer, RECORD_START);
}

/* Adds the rows of a table from `first` on in the chunk to the record, and what the index says about them. */
static reel_status put_rows(archive_writer *writer, reel_memory *entry, size_t t, const reel_row_list *list, size_t first,
                            size_t count)
{
    const archive_table *table = &writer->schema.tables[t];
    const uint8_t *rows = list->data + first * list->table->row_size;
    reel_memory block = { .allocator = writer->allocator };
    bool header = table->flags & REEL_TABLE_HEADER;
    archive_part part = { .table = t, .first = header ? first : writer->rows[t], .count = count };
    part_measure(&part, list->table, rows);
    reel_status status = coder_encode(&table->coder, rows, count, &writer->coder, &block, writer->error);
    if (status == REEL_OK && !(part_put(&writer->record, &part) && payload_text(&writer->record, block.data, block.size) &&
                               part_put(entry, &part) && part_put_bounds(entry, &part, list->table, rows)))
        status = no_memory(writer);
    reel_memory_free(&block);
    if (status == REEL_OK) writer->rows[t] = part.first + count;
    return status;
}

/* How many rows of a table the slice numbered `slice` of a chunk has, and where they begin. */
static size_t slice_of(const archive_writer *writer, const reel_row_list *list, size_t slice, size_t *first)
{
    size_t size = writer->part_rows;
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
    return most / writer->part_rows + (most % writer->part_rows != 0);
}

static size_t parts_of(const archive_writer *writer, const reel_chunk *chunk, bool header, size_t from, size_t to)
{
    size_t parts = 0, first;
    for (size_t t = 0; t < chunk->count; t++)
        for (size_t s = from; s < to && belongs(&chunk->lists[t], header); s++)
            parts += slice_of(writer, &chunk->lists[t], s, &first) != 0;
    return parts;
}

/* Writes the slices from <= s < to of all tables as one record. */
static reel_status write_slices(archive_writer *writer, const reel_chunk *chunk, bool header, size_t from, size_t to)
{
    uint64_t offset = writer->offset;
    size_t parts = parts_of(writer, chunk, header, from, to);
    reel_memory entry = { .allocator = writer->allocator };
    reel_status status = record_begin(&writer->record) && payload_number(&writer->record, parts) ? REEL_OK : no_memory(writer);
    for (size_t t = 0; t < chunk->count; t++) {
        const reel_row_list *list = &chunk->lists[t];
        for (size_t s = from; s < to && belongs(list, header) && status == REEL_OK; s++) {
            size_t first, count = slice_of(writer, list, s, &first);
            if (count) status = put_rows(writer, &entry, t, list, first, count);
        }
    }
    record_kind kind = header ? RECORD_HEADER : RECORD_ROWS;
    if (status == REEL_OK) status = write_record(writer, kind);
    if (status == REEL_OK &&
        !(index_put_entry(&writer->index, (uint8_t)kind, offset, parts) && memory_add(&writer->index, entry.data, entry.size)))
        status = no_memory(writer);
    writer->entries++;
    reel_memory_free(&entry);
    return status;
}

reel_status archive_add(archive_writer *writer, const reel_chunk *chunk)
{
    reel_status status = REEL_OK;
    size_t headers = slices_of(writer, chunk, true), slices = slices_of(writer, chunk, false);
    if (headers) status = write_slices(writer, chunk, true, 0, headers);
    size_t step = writer->format->flags & REEL_FORMAT_STREAMS ? slices : 1;
    for (size_t s = 0; s < slices && status == REEL_OK; s += step) status = write_slices(writer, chunk, false, s, s + step);
    return status;
}

static bool put_end(archive_writer *writer, const archive_original *original)
{
    reel_memory *record = &writer->record;
    bool fits = record_begin(record) && payload_number(record, original->known ? END_ORIGINAL : 0);
    if (original->known) fits = fits && payload_number(record, original->size) && memory_add(record, original->hash, SHA256_SIZE);
    fits = fits && payload_u64(record, writer->sum) && payload_number(record, writer->schema.count);
    for (size_t t = 0; t < writer->schema.count; t++) fits = fits && payload_number(record, writer->rows[t]);
    return fits;
}

/* The index says which END record it belongs to: archives may follow each other in a file. */
static reel_status write_index(archive_writer *writer, uint64_t end, uint64_t end_checksum)
{
    uint64_t begin = writer->offset;
    reel_memory entries = { .allocator = writer->allocator };
    bool fits = record_begin(&writer->record) && payload_number(&writer->record, end) &&
                payload_u64(&writer->record, end_checksum) && payload_number(&entries, writer->entries) &&
                memory_add(&entries, writer->index.data, writer->index.size) && payload_part(&writer->record, &entries);
    reel_memory_free(&entries);
    reel_status status = fits ? write_record(writer, RECORD_INDEX) : no_memory(writer);
    if (status < 0) return status;
    if (!record_tail(&writer->record, writer->offset - begin)) return no_memory(writer);
    return write_bytes(writer, writer->record.data, writer->record.size);
}

reel_status archive_end(archive_writer *writer, const archive_original *original)
{
    uint64_t end = writer->offset;
    reel_status status = put_end(writer, original) ? write_record(writer, RECORD_END) : no_memory(writer);
    return status < 0 ? status : write_index(writer, end, reel_load_u64le(writer->record.data + 8));
}

void archive_free(archive_writer *writer)
{
    schema_free(&writer->schema);
    if (writer->rows) memory_drop(&writer->allocator, writer->rows);
    reel_memory_free(&writer->record);
    reel_memory_free(&writer->index);
    writer->rows = NULL;
}
