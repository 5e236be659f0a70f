/* SPDX-License-Identifier: MIT
 * The index: a file beside a replay that says at many places what a reader has to know to go on from there. docs/index.md has its
 * layout. An index is believed only where its checksum is right, the header of the replay is the one that it was made for, and the
 * bytes before the place are those that were there. */
#include "jobs/index.h"
#include "core/output.h"
#include "core/packing.h"

static const uint8_t magic[8] = { 0x89, 'r', 'e', 'e', 'l', 'i', 'x', '\n' };

enum {
    VERSION = 1,
    CONTEXT_BYTES = 64, /* of the replay before a place that are held against it */
    USUAL_EVERY = 4 << 20
};

static reel_status no_memory(reel_error *error)
{
    return reel_fail(error, REEL_MEMORY, "reel.memory", "index", 0, "no memory for the index");
}

/* ---- what a replay is known by ------------------------------------------------------------------------------------ */

/* A sum over the tables of the format: an index of another version of the library is none. */
static uint32_t schema_of(const reel_format *format)
{
    uint32_t schema = 0;
    for (const reel_table *const *table = format->tables; *table; table++) schema = schema * 31 + packing_schema(*table);
    return schema;
}

/* A sum over the header's rows, which are in the chunk once the reader is open. */
static bool header_sum(const reel_reader *reader, uint64_t *sum)
{
    reel_memory packed = { .allocator = reader->allocator };
    bool fits = true;
    for (size_t i = 0; i < reader->chunk->count && fits; i++) {
        const reel_row_list *list = &reader->chunk->lists[i];
        if (list->table->flags & REEL_TABLE_HEADER)
            fits = packing_add(&packed, list->table, list->data, list->count, REEL_FIELD_DERIVED);
    }
    if (fits) *sum = packed.size ? packing_checksum(packed.data, packed.size) : 0;
    reel_memory_free(&packed);
    return fits;
}

/* The bytes before the next one that the window still has, up to CONTEXT_BYTES. */
static size_t context_of(const reel_reader *reader, const uint8_t **bytes)
{
    const reel_input *input = &reader->input;
    const uint8_t *at = reader->decoder.in.at, *start = input->source.data ? input->source.data : input->buffer;
    size_t size = at && start ? (size_t)(at - start) : 0;
    if (size > CONTEXT_BYTES) size = CONTEXT_BYTES;
    *bytes = size ? at - size : NULL;
    return size;
}

/* ---- making one ----------------------------------------------------------------------------------------------------- */

static void put_head(reel_output *out, const reel_reader *reader, uint64_t sum)
{
    const reel_format *format = reader->format;
    reel_put(out, magic, sizeof magic);
    reel_put_u32le(out, VERSION);
    reel_put_u32le(out, schema_of(format));
    reel_put_u8(out, (uint8_t)strlen(format->id));
    reel_put(out, format->id, strlen(format->id));
    reel_put_u64le(out, sum);
    reel_put_u32le(out, (uint32_t)reader->chunk->count);
}

/* The state of the reader as the format tells it, in a block of its own because its size comes first. */
static reel_status snapshot(const reel_reader *reader, reel_memory *state, double *time, reel_error *error)
{
    reel_sink sink = reel_sink_memory(state, &reader->allocator);
    reel_output out;
    if (!output_open(&out, &sink, &reader->allocator, error)) {
        sink.discard(sink.context);
        return no_memory(error);
    }
    reel_status status = reader->facet->positions->snapshot(&reader->decoder, &out, time);
    if (status == REEL_OK) status = output_flush(&out);
    output_close(&out, &reader->allocator);
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
    reel_put_u64le(out, packing_checksum(context, size));
    for (size_t i = 0; i < reader->chunk->count; i++)
        reel_put_u64le(out, reader->chunk->lists[i].first + reader->chunk->lists[i].count);
    reel_put_u32le(out, (uint32_t)state.size);
    reel_put(out, state.data, state.size);
    reel_memory_free(&state);
    return out->status;
}

static reel_status put_entries(reel_output *out, reel_reader *reader, uint64_t every, reel_error *error)
{
    const reel_chunk *chunk;
    reel_status status;
    uint64_t last = reel_reader_offset(reader);
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK) {
        if (reader->ended || reel_reader_offset(reader) - last < every) continue;
        status = put_entry(out, reader, error);
        if (status < 0) return status;
        if (status == REEL_OK) last = reel_reader_offset(reader);
    }
    return status < 0 ? status : REEL_OK;
}

/* The checksum of all that was written needs all of it: an index is small beside its replay, and is made in memory. */
static reel_status make(reel_reader *reader, uint64_t every, reel_memory *made, reel_error *error)
{
    uint64_t sum;
    reel_sink sink = reel_sink_memory(made, &reader->allocator);
    reel_output out;
    if (!header_sum(reader, &sum) || !output_open(&out, &sink, &reader->allocator, error)) {
        sink.discard(sink.context);
        return no_memory(error);
    }
    put_head(&out, reader, sum);
    reel_status status = put_entries(&out, reader, every ? every : USUAL_EVERY, error);
    if (status >= 0) {
        reel_put_u8(&out, 0);
        status = output_flush(&out);
    }
    output_close(&out, &reader->allocator);
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
    reel_store_u64le(sum, packing_checksum(made.data, made.size));
    status = sink->write(sink->context, made.data, made.size, error);
    if (status >= 0) status = sink->write(sink->context, sum, sizeof sum, error);
    reel_memory_free(&made);
    return status;
}

reel_status reel_index(reel_source source, const reel_options *given, uint64_t every, reel_sink sink, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    reel_options options = reader_options(given);
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

/* ---- using one -------------------------------------------------------------------------------------------------------- */

/* One entry of an index, as stored. */
typedef struct place {
    double time;
    uint64_t offset, context_sum;
    uint8_t context;
    reel_cursor rows, state; /* the row numbers; the state */
} place;

static reel_cursor part(reel_cursor *in, size_t size)
{
    const uint8_t *bytes = reel_take(in, size);
    return (reel_cursor){ .at = bytes, .end = bytes ? bytes + size : NULL };
}

static bool next_place(reel_cursor *in, size_t tables, place *p)
{
    if (reel_get_u8(in) != 1) return false;
    p->time = reel_get_f64le(in);
    p->offset = reel_get_u64le(in);
    p->context = reel_get_u8(in);
    p->context_sum = reel_get_u64le(in);
    p->rows = part(in, 8 * tables);
    size_t size = reel_get_u32le(in);
    p->state = part(in, size);
    return !in->failed;
}

/* A finding about an index that is not used. */
static reel_status leave(const reel_reader *reader, const char *rule, const char *message)
{
    reel_find(&reader->decoder.reporter,
              (reel_finding){ .rule = rule, .severity = REEL_WARNING, .section = "index", .offset = REEL_NO_OFFSET }, "%s",
              message);
    return REEL_OK;
}

static bool is_whole(reel_bytes index)
{
    size_t least = sizeof magic + 4 + 4 + 1 + 8 + 4 + 1 + 8;
    if (index.size < least || memcmp(index.data, magic, sizeof magic) != 0) return false;
    size_t size = index.size - 8;
    return reel_load_u64le(index.data + size) == packing_checksum(index.data, size);
}

/* Whether the head says that the index is one of this replay; the cursor stands behind it. */
static bool is_of(const reel_reader *reader, reel_cursor *in)
{
    uint64_t sum;
    const char *id = reader->format->id;
    bool same = reel_get_u32le(in) == VERSION;
    same &= reel_get_u32le(in) == schema_of(reader->format);
    size_t size = reel_get_u8(in);
    const uint8_t *name = reel_take(in, size);
    same &= name && size == strlen(id) && memcmp(name, id, size) == 0;
    same &= header_sum(reader, &sum) && reel_get_u64le(in) == sum;
    same &= reel_get_u32le(in) == reader->chunk->count;
    return same && !in->failed;
}

/* The last place from which no row before `from` is missed that is wanted. */
static bool find_place(reel_cursor *in, const reel_reader *reader, place *best)
{
    bool found = false;
    for (place p; next_place(in, reader->chunk->count, &p);)
        if (p.time < reader->decoder.from) *best = p, found = true;
    return found;
}

/* Moves the window to a place. REEL_END: the bytes before it are not those that were there. */
static reel_status move_to(reel_reader *reader, const place *p)
{
    reel_cursor *in = &reader->decoder.in;
    if (p->offset < p->context) return REEL_END;
    reel_status status = input_move(&reader->input, in, p->offset - p->context, &reader->error);
    if (status == REEL_OK) status = input_fill(&reader->input, in, p->context, &reader->error);
    if (status != REEL_OK) return status < 0 ? status : REEL_END;
    const uint8_t *context = reel_take(in, p->context);
    return packing_checksum(context, p->context) == p->context_sum ? REEL_OK : REEL_END;
}

static reel_status go_to(reel_reader *reader, place *p)
{
    uint64_t start = reel_offset(&reader->decoder.in);
    reel_status status = move_to(reader, p);
    if (status == REEL_OK) status = reader->facet->positions->restore(&reader->decoder, &p->state);
    if (status == REEL_OK) {
        for (size_t i = 0; i < reader->chunk->count; i++) {
            reel_row_list *list = &reader->chunk->lists[i];
            list->first = reel_get_u64le(&p->rows) - list->count; /* header rows are there already */
        }
        return REEL_OK;
    }
    if (status == REEL_IO || status == REEL_MEMORY) return status;
    status = input_move(&reader->input, &reader->decoder.in, start, &reader->error);
    return status < 0
               ? status
               : leave(reader, "index.stale", "ignoring the index: it belongs to another file or an older version of this one");
}

reel_status index_enter(reel_reader *reader, reel_bytes index)
{
    if (!index.size || !reader->options.has_from || !reader->facet->positions) return REEL_OK;
    if (!input_moves(&reader->input)) return leave(reader, "index.unusable", "ignoring the index: the input is not seekable");
    if (!is_whole(index)) return leave(reader, "index.damaged", "ignoring the index: it is damaged or not an index");
    reel_cursor in = { .at = index.data + sizeof magic, .end = index.data + index.size - 8 };
    if (!is_of(reader, &in)) return leave(reader, "index.stale", "ignoring the index: it belongs to another file");
    place best = { 0 };
    return find_place(&in, reader, &best) ? go_to(reader, &best) : REEL_OK;
}
