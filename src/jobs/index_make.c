/* SPDX-License-Identifier: MIT
 * Making an index: a file beside a replay with what a reader has to know to start at each of many positions. docs/index.md has its
 * layout. */
#include "core/output.h"
#include "core/packing.h"
#include "jobs/index.h"

enum { USUAL_EVERY = 4 << 20 };

/* The bytes before the next one that the window still has, up to INDEX_CONTEXT_BYTES. */
static size_t context_of(const reel_reader *reader, const uint8_t **bytes)
{
    const reel_input *input = &reader->input;
    const uint8_t *at = reader->decoder.in.at, *start = input->source.data ? input->source.data : input->buffer;
    size_t size = at && start ? (size_t)(at - start) : 0;
    if (size > INDEX_CONTEXT_BYTES) size = INDEX_CONTEXT_BYTES;
    *bytes = size ? at - size : NULL;
    return size;
}

static void put_head(reel_output *out, const reel_reader *reader, uint64_t sum)
{
    const reel_format *format = reader->format;
    reel_put(out, reel__index_magic, INDEX_MAGIC_BYTES);
    reel_put_u32le(out, INDEX_VERSION);
    reel_put_u32le(out, reel__index_schema(format));
    reel_put_u8(out, (uint8_t)strlen(format->id));
    reel_put(out, format->id, strlen(format->id));
    reel_put_u64le(out, sum);
    reel_put_u32le(out, (uint32_t)reader->chunk->count);
}

/* The state of the reader as the format writes it, in a block of its own because its size comes first. */
static reel_status snapshot(const reel_reader *reader, reel_memory *state, double *time, reel_error *error)
{
    reel_sink sink = reel_sink_memory(state, &reader->allocator);
    reel_output out;
    if (!reel__output_open(&out, &sink, &reader->allocator, error)) {
        sink.discard(sink.context);
        return reel__memory_fail(error);
    }
    reel_status status = reader->facet->positions->snapshot(&reader->decoder, &out, time);
    if (status == REEL_OK) status = reel__output_flush(&out);
    reel__output_close(&out, &reader->allocator);
    if (status == REEL_OK) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}

static reel_status put_entry(reel_output *out, const reel_reader *reader, reel_error *error)
{
    reel_memory state;
    double time = 0;
    reel_status status = snapshot(reader, &state, &time, error);
    if (status != REEL_OK) return status;
    const uint8_t *context;
    size_t size = context_of(reader, &context);
    reel_put_u8(out, 1);
    reel_put_u64le(out, reel_double_bits(time));
    reel_put_u64le(out, reel_offset(&reader->decoder.in));
    reel_put_u8(out, (uint8_t)size);
    reel_put_u64le(out, reel__packing_checksum(context, size));
    for (size_t i = 0; i < reader->chunk->count; i++)
        reel_put_u64le(out, reader->chunk->lists[i].first + reader->chunk->lists[i].count);
    reel_put_u32le(out, (uint32_t)state.size);
    reel_put(out, state.data, state.size);
    reel_memory_free(&state);
    return out->status;
}

static reel_status put_entries(reel_output *out, reel_reader *reader, uint64_t every, index_table *tables, reel_error *error)
{
    const reel_chunk *chunk;
    reel_status status;
    uint64_t last = reel_reader_offset(reader);
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK) {
        if (!reel__index_rows_keep(tables, chunk, reel_reader_offset(reader))) return reel__memory_fail(error);
        if (reader->ended || reel_reader_offset(reader) - last < every) continue;
        status = put_entry(out, reader, error);
        if (status < 0) return status;
        if (status != REEL_OK) continue;
        last = reel_reader_offset(reader);
        reel__index_rows_placed(tables, chunk->count);
    }
    return status < 0 ? status : REEL_OK;
}

static reel_status put_all(reel_output *out, reel_reader *reader, uint64_t every, reel_error *error)
{
    const size_t count = reader->chunk->count;
    index_table *tables = reel__memory_new(&reader->allocator, count * sizeof *tables);
    if (!tables) return reel__memory_fail(error);
    for (size_t i = 0; i < count; i++) tables[i].rows.allocator = reader->allocator;
    reel_status status = put_entries(out, reader, every ? every : USUAL_EVERY, tables, error);
    if (status >= 0) {
        reel_put_u8(out, 0);
        reel__index_rows_put(out, tables, count);
        status = reel__output_flush(out);
    }
    reel__index_rows_free(tables, count);
    reel__memory_drop(&reader->allocator, tables);
    return status;
}

/* The checksum of all that was written needs all of it: an index is small beside its replay, and is made in memory. */
static reel_status make(reel_reader *reader, uint64_t every, reel_memory *made, reel_error *error)
{
    uint64_t sum;
    reel_sink sink = reel_sink_memory(made, &reader->allocator);
    reel_output out;
    if (!reel__index_header_sum(reader, &sum) || !reel__output_open(&out, &sink, &reader->allocator, error)) {
        sink.discard(sink.context);
        return reel__memory_fail(error);
    }
    put_head(&out, reader, sum);
    reel_status status = put_all(&out, reader, every, error);
    reel__output_close(&out, &reader->allocator);
    if (status >= 0) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}

static reel_status index_into(reel_reader *reader, uint64_t every, reel_sink *sink, reel_error *error)
{
    if (!reader->facet->positions)
        return reel_fail(error, REEL_UNSUPPORTED, "index.format", "", 0,
                         "indexing is not supported: the %s reader cannot start in the middle of a file", reader->format->name);
    if (reader->packed.have || reader->packed.source.data)
        return reel_fail(error, REEL_UNSUPPORTED, "index.packed", "", 0, "indexing a compressed file is not supported");
    reel_memory made;
    reel_status status = make(reader, every, &made, error);
    if (status < 0) return status;
    uint8_t sum[8];
    reel_store_u64le(sum, reel__packing_checksum(made.data, made.size));
    status = sink->write(sink->context, made.data, made.size, error);
    if (status >= 0) status = sink->write(sink->context, sum, sizeof sum, error);
    reel_memory_free(&made);
    return status;
}

reel_status reel_index(reel_source source, const reel_options *given, uint64_t every, reel_sink sink, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    reel_options options = reel__reader_raw_options(given);
    options.tables = NULL; /* a state may lack what nobody wants */
    options.select = NULL;
    options.has_from = options.has_to = false;
    options.index = (reel_bytes){ NULL, 0 };
    reel_reader *reader;
    reel_status status = reel_open(source, &options, &reader, error);
    if (status >= 0) status = index_into(reader, every, &sink, error);
    if (status >= 0)
        status = sink.commit(sink.context, error);
    else
        sink.discard(sink.context);
    reel_close(reader);
    return status;
}
