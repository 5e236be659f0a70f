/* SPDX-License-Identifier: MIT */
#include "core/encoder.h"
#include "core/reader.h"

reel_status reel__encoder_begin(encoder_run *run, const reel_format *format, reel_sink sink, const reel_write_options *options,
                                const reel_allocator *allocator)
{
    const reel_format_writer *facet = format->writer;
    reel_encoder *encoder = &run->encoder;
    run->facet = facet;
    run->allocator = *allocator;
    run->sink = sink;
    run->error = (reel_error){ .rule = "", .section = "" };
    if (!facet)
        return reel_fail(&run->error, REEL_UNSUPPORTED, "reel.read-only", "", 0, "writing %s is not supported", format->name);
    if (!reel__knows_convention(facet->conventions, options->convention))
        return reel_fail(&run->error, REEL_ARGUMENT, "reel.convention", "", 0, "%s has no writing convention called %s",
                         format->name, options->convention);
    encoder->state = reel__memory_new(allocator, facet->state_size);
    if (!encoder->state || !reel__output_open(&run->out, &run->sink, allocator, &run->error))
        return reel__memory_fail(&run->error);
    encoder->format = format;
    encoder->out = &run->out;
    encoder->reporter = (reel_reporter){ options->report, options->report_context };
    encoder->allocator = *allocator;
    encoder->convention = options->convention;
    encoder->error = &run->error;
    return facet->begin ? facet->begin(encoder) : REEL_OK;
}

reel_status reel__encoder_finish(encoder_run *run, const reel_chunk *staged)
{
    reel_status status = run->facet->finish(&run->encoder, staged);
    return status < 0 ? status : reel__output_flush(&run->out);
}

void reel__encoder_end(encoder_run *run)
{
    if (run->encoder.state && run->facet->end) run->facet->end(&run->encoder);
    reel__memory_drop(&run->allocator, run->encoder.state);
    reel__output_close(&run->out, &run->allocator);
}

reel_status reel__encoder_check_rows(row_check *check, const void *of, const reel_table *table, const void *rows, size_t count,
                                     reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status >= 0; i++)
        status = check(of, table, (const uint8_t *)rows + i * table->row_size, i, error);
    return status;
}

reel_status reel__encoder_check_chunk(row_check *check, const void *of, const reel_chunk *chunk, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < chunk->count && status >= 0; i++)
        status = reel__encoder_check_rows(check, of, chunk->tables[i], chunk->lists[i].data, chunk->lists[i].count, error);
    return status;
}

reel_status reel__encode_chunk(const reel_format *format, const reel_chunk *chunk, const reel_allocator *allocator,
                               reel_memory *bytes, reel_error *error)
{
    encoder_run run = { 0 };
    reel_sink sink = reel_sink_memory(bytes, allocator);
    reel_status status = reel__encoder_begin(
        &run, format, sink, &(reel_write_options){ REEL_SIZED(reel_write_options), .allocator = allocator }, allocator);
    bool streams = status >= 0 && run.facet->rows;
    if (streams) status = run.facet->rows(&run.encoder, chunk);
    if (status >= 0) status = reel__encoder_finish(&run, streams ? NULL : chunk);
    reel__encoder_end(&run);
    run.error.status = status;
    if (status < 0) *error = run.error;
    if (status >= 0) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}
