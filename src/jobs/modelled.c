/* SPDX-License-Identifier: MIT
 * A reader of the archive and a writer of the file are joined: what the writer makes of each chunk is what is read. */
#include "jobs/modelled.h"

#include "containers/archive.h"
#include "core/budget.h"
#include "core/memory.h"
#include "core/models.h"
#include "core/options.h"
#include "core/reader.h"

const reel_format *const *reel__modelled_as(const reel_format *format)
{
    return reel__models_have(format) ? reel__models() : NULL;
}

bool reel__modelled_are(const reel_format *const *formats) { return formats == reel__models(); }

#if defined(REEL_READ_ONLY) || defined(REEL_RECORD_ONLY) /* without writers that make the file, or without archives */

const reel_format *const *reel__modelled_begins(const uint8_t *head, size_t size)
{
    (void)head, (void)size;
    return NULL;
}

reel_status reel__modelled_open(reel_source inner, const uint8_t *head, size_t head_size, const reel_options *options, bool plain,
                                reel_budget *budget, const reel_allocator *allocator, reel_source *outer, reel_error *error)
{
    (void)inner, (void)head, (void)head_size, (void)options, (void)plain, (void)budget, (void)allocator, (void)error;
    *outer = (reel_source){ 0 };
    return REEL_END;
}

#else

const reel_format *const *reel__modelled_begins(const uint8_t *head, size_t size)
{
    int bits;
    return reel__archive_container.recognise(head, size, reel__models(), &bits) ? reel__models() : NULL;
}

typedef struct modelled {
    reel_allocator allocator;
    reel_source inner;
    reel_memory head; /* what was read of `inner` before */
    size_t head_at;
    reel_budget *budget;
    reel_reader *reader;
    reel_writer *writer;
    reel_memory made; /* bytes of the file that were not read yet, from `at` on */
    size_t at;
    uint64_t given;
    bool ended;
    reel_error error;
} modelled;

/* ---- the archive ------------------------------------------------------------------------------------------------ */

static reel_status inner_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    modelled *m = context;
    size_t left = m->head.size - m->head_at;
    if (left) {
        *got = left < capacity ? left : capacity;
        memcpy(buffer, m->head.data + m->head_at, *got);
        m->head_at += *got;
        return REEL_OK;
    }
    reel_status status = m->inner.read(m->inner.context, buffer, capacity, got, error);
    if (status != REEL_OK || reel__budget_read(m->budget, *got) == REEL_OK) return status;
    return reel_fail_budget(m->budget, error, "archive", m->given);
}

static reel_source inner_source(modelled *m)
{
    if (m->inner.data) return (reel_source){ .data = m->inner.data, .size = m->inner.size, .read = m->inner.read };
    return (reel_source){ .context = m, .size = m->inner.size, .read = inner_read };
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static reel_status made_write(void *context, const void *data, size_t size, reel_error *error)
{
    modelled *m = context;
    return memory_add(&m->made, data, size) ? REEL_OK : reel__memory_fail(error);
}

static reel_status made_flush(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void made_discard(void *context) { (void)context; }

/* Makes more of the file. */
static reel_status make_more(modelled *m)
{
    const reel_chunk *chunk;
    m->at = m->made.size = 0;
    reel_status status = reel_next(m->reader, &chunk, &m->error);
    if (status == REEL_OK) {
        status = reel_append_chunk(m->writer, chunk);
        if (status < 0) m->error = *reel_writer_error(m->writer);
        return status;
    }
    if (status != REEL_END) return status;
    m->ended = true;
    status = reel_finish(m->writer, &m->error);
    m->writer = NULL;
    return status < 0 ? status : REEL_OK;
}

static reel_status modelled_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    modelled *m = context;
    *got = 0;
    while (m->at == m->made.size) {
        if (m->error.status < 0) {
            *error = m->error;
            return m->error.status;
        }
        if (m->ended) return REEL_END;
        reel_status status = make_more(m);
        if (status < 0) m->error.status = status;
        if (status == REEL_AGAIN) return status;
    }
    const size_t left = m->made.size - m->at;
    *got = left < capacity ? left : capacity;
    memcpy(buffer, m->made.data + m->at, *got);
    m->at += *got;
    m->given += *got;
    return reel_spend_unpacked(m->budget, *got) == REEL_OK ? REEL_OK : reel_fail_budget(m->budget, error, "archive", m->given);
}

static void modelled_close(void *context)
{
    modelled *m = context;
    reel_allocator allocator = m->allocator;
    if (m->writer) reel_discard(m->writer);
    if (m->reader) reel_close(m->reader);
    if (m->inner.close) m->inner.close(m->inner.context);
    reel_memory_free(&m->head);
    reel_memory_free(&m->made);
    reel__memory_drop(&allocator, m);
}

/* A reader of the archive's rows. */
static reel_status open_rows(modelled *m, const reel_options *given, reel_error *error)
{
    enum { HEAD_SIZE = 4096 };
    const reel_options options = { REEL_SIZED(reel_options),
                                   .flags = REEL_STRICT,
                                   .allocator = &m->allocator,
                                   .limits = given->limits,
                                   .formats = reel__models(),
                                   .on_progress = given->on_progress,
                                   .progress_context = given->progress_context };
    int bits;
    reel_reader *fresh = m->reader = reel__memory_new(&m->allocator, sizeof *fresh);
    if (!fresh) return reel__memory_fail(error);
    fresh->allocator = m->allocator;
    fresh->options = reel__reader_options(&options);
    fresh->budget = reel__budget_of(&options.limits, options.on_progress, options.progress_context);
    reel__input_open(&fresh->input, inner_source(m), UINT64_MAX, options.limits.buffer_bytes, &fresh->budget, &m->allocator);
    reel_cursor *in = &fresh->decoder.in;
    reel_status status = reel__input_fill(&fresh->input, in, HEAD_SIZE, error);
    if (status < 0) return status;
    const reel_container *archive = &reel__archive_container;
    const reel_format *format = archive->recognise(in->at, reel_left(in), reel__models(), &bits);
    if (!format) return reel_fail(error, REEL_CORRUPT, "archive.start", "start", 0, "the archive changed while it was read");
    return reel__reader_start(fresh, format, archive->reader(format), error);
}

static reel_status start(modelled *m, const reel_options *given, bool plain, reel_error *error)
{
    const reel_sink sink = { .context = m, .write = made_write, .commit = made_flush, .discard = made_discard };
    const reel_write_options writing = { REEL_SIZED(reel_write_options), .allocator = &m->allocator,
                                         .convention = plain ? MODEL_PLAIN : NULL };
    reel_status status = open_rows(m, given, error);
    return status < 0 ? status : reel_create(sink, reel_reader_format(m->reader), &writing, &m->writer, error);
}

reel_status reel__modelled_open(reel_source inner, const uint8_t *head, size_t head_size, const reel_options *options, bool plain,
                                reel_budget *budget, const reel_allocator *allocator, reel_source *outer, reel_error *error)
{
    *outer = (reel_source){ 0 };
    if (!reel__modelled_begins(head, head_size)) return REEL_END;
    modelled *m = reel__memory_new(allocator, sizeof *m);
    if (!m) {
        if (inner.close) inner.close(inner.context);
        return reel__memory_fail(error);
    }
    *m = (modelled){
        .allocator = *allocator, .inner = inner, .head.allocator = *allocator, .made.allocator = *allocator, .budget = budget
    };
    reel_status status = !inner.data && !memory_add(&m->head, head, head_size) ? reel__memory_fail(error) : REEL_OK;
    if (status == REEL_OK) status = start(m, options, plain, error);
    if (status < 0 || status == REEL_AGAIN) {
        modelled_close(m);
        return status;
    }
    *outer = (reel_source){ .context = m, .size = REEL_UNKNOWN_SIZE, .read = modelled_read, .close = modelled_close };
    return REEL_OK;
}

#endif
