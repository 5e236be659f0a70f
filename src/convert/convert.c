/* SPDX-License-Identifier: MIT
 * reel_convert: a reader joined to a writer, with what happens to the rows between them, and the proof afterwards. */
#include "convert/digest.h"
#include "convert/edit.h"
#include "core/reader.h"
#include "core/writer.h"

typedef struct conversion {
    reel_reader *reader;
    reel_writer *writer;
    const reel_format *to;
    const reel_convert_options *how;
    reel_reporter reporter;
    reel_mender mender;
    digest meant;
    reel_error *error;
} conversion;

static reel_status mend(conversion *c, reel_chunk *chunk)
{
    const reel_format *format = c->reader->format;
    if (!(c->how->flags & REEL_MEND) || !format->mend) return REEL_OK;
    c->mender.chunk = chunk;
    c->mender.reporter = c->reporter;
    c->mender.error = c->error;
    return format->mend(&c->mender);
}

static reel_status pass_chunk(conversion *c, reel_chunk *chunk, bool first)
{
    reel_status status = mend(c, chunk);
    if (status >= 0) status = edit_chunk(chunk, c->to, c->how, first, &c->reporter, c->error);
    if (status >= 0 && !digest_chunk(&c->meant, chunk))
        status = reel_fail(c->error, REEL_MEMORY, "reel.memory", "", 0, "no memory to compare with");
    if (status >= 0 && reel_append_chunk(c->writer, chunk) < 0) status = writer_complete(c->writer, c->error);
    return status;
}

static reel_status pass_all(conversion *c)
{
    bool first = true;
    const reel_chunk *chunk;
    reel_status status;
    while ((status = reel_next(c->reader, &chunk, c->error)) == REEL_OK) {
        status = pass_chunk(c, c->reader->chunk, first);
        if (status < 0) return status;
        first = false;
    }
    if (status < 0) return status;
    const reel_error *damage = reel_reader_damage(c->reader);
    if (damage && !(c->how->flags & REEL_MEND))
        return reel_fail(c->error, damage->status, damage->rule, damage->section, damage->offset, "%s", damage->message);
    return writer_complete(c->writer, c->error);
}

/* An output that does not even read back is a loss; the system's refusals stay what they are. */
static reel_status unreadable(conversion *c, reel_status status)
{
    if (status == REEL_LOSS || status == REEL_IO || status == REEL_MEMORY) return status;
    reel_error why = *c->error;
    return reel_fail(c->error, REEL_LOSS, "convert.verify", why.section, why.offset, "what was written does not read back: %s",
                     why.message);
}

/* Reads the output back and compares it with what was meant. */
static reel_status verify(conversion *c)
{
    reel_source written;
    reel_sink *sink = writer_sink(c->writer);
    reel_status status = sink->reopen(sink->context, &written, c->error);
    if (status < 0) return status;
    reel_options options = { .flags = REEL_STRICT, .allocator = &c->reader->allocator, .limits = c->reader->options.limits,
                             .formats = c->reader->options.formats, .format = c->to };
    reel_reader *reader;
    status = reel_open(written, &options, &reader, c->error);
    if (status < 0) return unreadable(c, status);
    digest found = { .scratch.allocator = c->reader->allocator };
    const reel_chunk *chunk;
    while ((status = reel_next(reader, &chunk, c->error)) == REEL_OK) {
        if (digest_chunk(&found, chunk)) continue;
        status = reel_fail(c->error, REEL_MEMORY, "reel.memory", "", 0, "no memory to compare with");
        break;
    }
    const reel_table *differs = status >= 0 ? digest_difference(&c->meant, &found, c->to->tables) : NULL;
    if (differs)
        status = reel_fail(c->error, REEL_LOSS, "convert.verify", differs->name, 0,
                           "what was written does not read back as it was meant, in table %s", differs->name);
    digest_free(&found);
    reel_close(reader);
    return status < 0 ? unreadable(c, status) : REEL_OK;
}

/* An output that cannot be read back is made in memory first, unless the format streams: then it is not verified. */
static bool needs_memory(const reel_sink *sink, const reel_format *to, const reel_convert_options *how)
{
    return !(how->flags & REEL_NO_VERIFY) && !sink->reopen && !(to->flags & REEL_FORMAT_STREAMS);
}

static reel_status copy_out(const reel_memory *memory, reel_sink *sink, reel_error *error)
{
    reel_status status = memory->size ? sink->write(sink->context, memory->data, memory->size, error) : REEL_OK;
    if (status < 0) {
        sink->discard(sink->context);
        return status;
    }
    return sink->commit(sink->context, error);
}

static reel_status run(conversion *c, reel_sink sink)
{
    reel_reporter *reporter = &c->reporter;
    bool in_memory = needs_memory(&sink, c->to, c->how), verifies = !(c->how->flags & REEL_NO_VERIFY);
    reel_memory memory;
    reel_sink target = in_memory ? reel_sink_memory(&memory, &c->reader->allocator) : sink;
    if (verifies && !target.reopen) {
        verifies = false;
        reel_find(reporter, (reel_finding){ .rule = "convert.unverified", .severity = REEL_NOTE, .row = REEL_NO_ROW,
                                            .offset = REEL_NO_OFFSET },
                  "the output cannot be read back and was not compared");
    }
    reel_write_options options = { .allocator = &c->reader->allocator, .report = reporter->report,
                                   .report_context = reporter->context };
    reel_status status = reel_create(target, c->to, &options, &c->writer, c->error);
    if (status >= 0) {
        status = pass_all(c);
        if (status >= 0 && verifies) status = verify(c);
        if (status < 0)
            reel_discard(c->writer);
        else
            status = reel_finish(c->writer, c->error);
    }
    if (in_memory && status >= 0) {
        status = copy_out(&memory, &sink, c->error);
        reel_memory_free(&memory);
    } else if (in_memory) {
        sink.discard(sink.context);
    }
    return status;
}

reel_status reel_convert(reel_source source, const reel_options *options, const reel_format *to, reel_sink sink,
                         const reel_convert_options *given, reel_error *error)
{
    reel_error own;
    reel_convert_options how;
    memory_options(&how, sizeof how, given, given ? given->struct_size : 0);
    conversion c = { .how = &how, .error = error ? error : &own };
    reel_status status = reel_open(source, options, &c.reader, c.error);
    if (status < 0) {
        sink.discard(sink.context);
        return status;
    }
    const reel_format *from = c.reader->format;
    c.to = to ? to : from;
    c.reporter = c.reader->decoder.reporter;
    c.meant.scratch.allocator = c.reader->allocator;
    c.mender.state = memory_new(&c.reader->allocator, from->mend_size);
    if (c.to != from)
        status = reel_fail(c.error, REEL_UNSUPPORTED, "convert.no-way", "", 0, "there is no way from %s to %s", from->name,
                           c.to->name);
    else if (!c.mender.state)
        status = reel_fail(c.error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the conversion");
    if (status < 0)
        sink.discard(sink.context);
    else
        status = run(&c, sink);
    digest_free(&c.meant);
    memory_drop(&c.reader->allocator, c.mender.state);
    reel_close(c.reader);
    return status;
}
