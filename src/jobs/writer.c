/* SPDX-License-Identifier: MIT */
#include "jobs/writer.h"

struct reel_writer {
    reel_allocator allocator;
    const reel_format *format;
    const reel_format_writer *facet;
    reel_encoder encoder;
    reel_output out;
    reel_sink sink;
    reel_chunk *staged; /* rows that the format has not got yet */
    row_spool spool;
    reel_error error; /* the first failure, which sticks */
    reel_status status;
    bool complete;
};

enum { BATCH_BYTES = 65536 }; /* a format that streams gets its rows in batches of about this size */

static reel_status no_memory(reel_error *error)
{
    reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the writer");
    return REEL_MEMORY; /* as a constant: gcc -fanalyzer sees that there is no writer only after a failure */
}

static reel_status stick(reel_writer *writer, reel_status status)
{
    if (status >= 0 || writer->status < 0) return writer->status;
    writer->error.status = status;
    return writer->status = status;
}

static reel_status tell(const reel_writer *writer, reel_error *error)
{
    if (writer->status < 0 && error) *error = writer->error;
    return writer->status;
}

static void writer_free(reel_writer *writer)
{
    if (writer->encoder.state && writer->facet->end) writer->facet->end(&writer->encoder);
    memory_drop(&writer->allocator, writer->encoder.state);
    chunk_free(writer->staged);
    output_close(&writer->out, &writer->allocator);
    reel_allocator allocator = writer->allocator;
    memory_drop(&allocator, writer);
}

static reel_status start(reel_writer *writer, const reel_write_options *options)
{
    const reel_format *format = writer->format;
    const reel_format_writer *facet = writer->facet;
    reel_encoder *encoder = &writer->encoder;
    writer->error = (reel_error){ .rule = "", .section = "" };
    if (!facet)
        return reel_fail(&writer->error, REEL_UNSUPPORTED, "reel.read-only", "", 0, "%s can be read only", format->name);
    if (!knows_convention(facet->conventions, options->convention))
        return reel_fail(&writer->error, REEL_ARGUMENT, "reel.convention", "", 0, "%s has no way of writing called %s", format->name,
                         options->convention);
    if (!output_open(&writer->out, &writer->sink, &writer->allocator, &writer->error)) return no_memory(&writer->error);
    writer->staged = chunk_new(format->tables, format->tables, UINT64_MAX, &writer->allocator);
    encoder->state = memory_new(&writer->allocator, facet->state_size);
    if (!writer->staged || !encoder->state) return no_memory(&writer->error);
    encoder->out = &writer->out;
    encoder->reporter = (reel_reporter){ options->report, options->report_context };
    encoder->allocator = writer->allocator;
    encoder->convention = options->convention;
    encoder->error = &writer->error;
    return facet->begin ? facet->begin(encoder) : REEL_OK;
}

reel_status reel_create(reel_sink sink, const reel_format *format, const reel_write_options *given, reel_writer **writer,
                        reel_error *error)
{
    reel_write_options options;
    memory_options(&options, sizeof options, given, given ? given->struct_size : 0);
    reel_allocator allocator = memory_allocator(options.allocator);
    *writer = NULL;
    reel_writer *fresh = memory_new(&allocator, sizeof *fresh);
    if (!fresh) {
        sink.discard(sink.context);
        return no_memory(error);
    }
    fresh->allocator = allocator;
    fresh->format = format;
    fresh->facet = format->writer;
    fresh->sink = sink;
    if (stick(fresh, start(fresh, &options)) < 0) {
        reel_status status = tell(fresh, error);
        reel_discard(fresh);
        return status;
    }
    *writer = fresh;
    return REEL_OK;
}

reel_status reel_spool(reel_writer *writer, reel_sink spool, uint64_t (*clock_ms)(void), reel_error *error)
{
    if (writer->spool.open || !chunk_empty(writer->staged)) {
        spool.discard(spool.context);
        return reel_fail(error, REEL_ARGUMENT, "spool.late", "", 0, "a spool is begun once, before the first row");
    }
    stick(writer, spool_open(&writer->spool, spool, writer->format, clock_ms, &writer->allocator, &writer->error));
    return tell(writer, error);
}

/* Hands the rows that wait to a format that streams. */
static reel_status pass_on(reel_writer *writer)
{
    if (writer->status < 0 || !writer->facet->rows || chunk_empty(writer->staged)) return writer->status;
    stick(writer, writer->facet->rows(&writer->encoder, writer->staged));
    chunk_reset(writer->staged);
    return writer->status;
}

/* The spool is a net, not the rope: where it cannot be written the recording goes on without it. What it holds stays. */
static void lose_spool(reel_writer *writer, const reel_error *why)
{
    reel_find(&writer->encoder.reporter,
              (reel_finding){ .rule = "spool.lost",
                              .severity = REEL_WARNING,
                              .section = "spool",
                              .offset = REEL_NO_OFFSET,
                              .row = REEL_NO_ROW },
              "a crash will lose what comes from now on: %s", why->message);
    reel_error ignored;
    spool_close(&writer->spool, false, &ignored);
}

reel_status reel_append(reel_writer *writer, const reel_table *table, const void *rows, size_t count)
{
    if (writer->status < 0) return writer->status;
    reel_status status = chunk_append(writer->staged, table, rows, count);
    if (status == REEL_ARGUMENT)
        return stick(writer, reel_fail(&writer->error, status, "reel.foreign-table", "", 0, "%s has no such table as %s",
                                       writer->format->name, table->name));
    if (status < 0) return stick(writer, no_memory(&writer->error));
    reel_error spool_error = { .rule = "" };
    if (writer->spool.open && spool_append(&writer->spool, table, rows, count, &spool_error) < 0)
        lose_spool(writer, &spool_error);
    if (writer->facet->rows && chunk_bytes(writer->staged) >= BATCH_BYTES) return pass_on(writer);
    return writer->status;
}

reel_status reel_append_chunk(reel_writer *writer, const reel_chunk *chunk)
{
    if (writer->facet->rows && chunk->tables == writer->format->tables) {
        if (pass_on(writer) < 0) return writer->status;
        reel_error spool_error = { .rule = "" };
        if (writer->spool.open && spool_append_chunk(&writer->spool, chunk, &spool_error) < 0) lose_spool(writer, &spool_error);
        return stick(writer, writer->facet->rows(&writer->encoder, chunk));
    }
    for (size_t i = 0; i < chunk->count && writer->status == REEL_OK; i++)
        reel_append(writer, chunk->tables[i], chunk->lists[i].data, chunk->lists[i].count);
    return writer->status;
}

reel_status reel_flush(reel_writer *writer, reel_error *error)
{
    reel_error spool_error = { .rule = "" };
    if (writer->spool.open && spool_flush(&writer->spool, &spool_error) < 0) lose_spool(writer, &spool_error);
    if (writer->facet->rows && pass_on(writer) == REEL_OK) {
        stick(writer, output_flush(&writer->out));
        if (writer->status == REEL_OK && writer->sink.flush)
            stick(writer, writer->sink.flush(writer->sink.context, &writer->error));
    }
    return tell(writer, error);
}

/* Ends the file with the rows in `staged`, or with those that have been passed on (NULL). */
static reel_status complete(reel_writer *writer, const reel_chunk *staged)
{
    if (writer->status == REEL_OK) stick(writer, writer->facet->finish(&writer->encoder, staged));
    if (writer->status == REEL_OK) stick(writer, output_flush(&writer->out));
    writer->complete = true;
    return writer->status;
}

reel_status writer_complete(reel_writer *writer, reel_error *error)
{
    if (writer->complete) return tell(writer, error);
    pass_on(writer);
    complete(writer, writer->facet->rows ? NULL : writer->staged);
    return tell(writer, error);
}

reel_sink *writer_sink(reel_writer *writer) { return &writer->sink; }

static reel_status commit(reel_writer *writer, reel_error *error)
{
    if (writer->status < 0) {
        reel_status status = tell(writer, error);
        reel_discard(writer);
        return status;
    }
    reel_status status = writer->sink.commit(writer->sink.context, &writer->error);
    stick(writer, status);
    status = tell(writer, error);
    spool_close(&writer->spool, status == REEL_OK, &writer->error);
    writer_free(writer);
    return status;
}

reel_status reel_finish(reel_writer *writer, reel_error *error)
{
    writer_complete(writer, error);
    return commit(writer, error);
}

void reel_discard(reel_writer *writer)
{
    if (!writer) return;
    spool_close(&writer->spool, false, &writer->error);
    writer->sink.discard(writer->sink.context);
    writer_free(writer);
}

reel_status reel_write(const reel_chunk *chunk, const reel_format *format, reel_sink sink, const reel_write_options *options,
                       reel_error *error)
{
    reel_writer *writer;
    reel_status status = reel_create(sink, format, options, &writer, error);
    if (status < 0) return status;
    if (chunk->tables != format->tables) { /* rows of somebody else's tables: appending says so */
        reel_append_chunk(writer, chunk);
    } else if (format->writer->rows) {
        stick(writer, format->writer->rows(&writer->encoder, chunk));
        complete(writer, NULL);
    } else {
        complete(writer, chunk);
    }
    return reel_finish(writer, error);
}
