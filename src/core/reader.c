/* SPDX-License-Identifier: MIT */
#include "core/reader.h"
#include "core/index.h"

#include <math.h>

reel_options reader_options(const reel_options *given)
{
    reel_options options;
    memory_options(&options, sizeof options, given, given ? given->struct_size : 0);
    options.limits = budget_limits(&options.limits);
    if (!options.has_from) options.from = -INFINITY;
    if (!options.has_to) options.to = INFINITY;
    return options;
}

static reel_status give_error(const reel_reader *reader, reel_status status, reel_error *error)
{
    if (error) *error = reader->error;
    if (error && error->status != status) error->status = status;
    return status;
}

/* A chunk that could not hold something fails the call that built it, whatever the format's function made of it. */
static reel_status build_failure(reel_reader *reader)
{
    return chunk_failure(reader->chunk, reel_offset(&reader->decoder.in), &reader->error);
}

/* Where the input itself broke off, that is why the format found no more: its failure takes the place of the format's. */
static reel_status input_failure(reel_reader *reader, reel_status status)
{
    const reel_error *failure = &reader->input.failure;
    if (failure->status >= 0 || status == REEL_MEMORY || status == REEL_IO || status == REEL_CANCELLED) return status;
    reader->error = *failure;
    return failure->status;
}

bool knows_convention(const char *const *known, const char *word)
{
    if (!word) return true;
    while (known && *known && strcmp(*known, word) != 0) known++;
    return known && *known;
}

reel_status reader_start(reel_reader *reader, const reel_format *format, const reader_functions *functions, reel_error *error)
{
    const reel_options *options = &reader->options;
    reader->error = (reel_error){ .rule = "", .section = "" };
    reader->format = format;
    if (!knows_convention(format->conventions, options->convention))
        return reel_fail(error, REEL_ARGUMENT, "reel.convention", "", 0, "%s has no way of reading called %s", format->name,
                         options->convention);
    reader->chunk = chunk_new(format->tables, options->tables, options->limits.rows, &reader->allocator);
    void *state = functions->size && reader->chunk ? memory_new(&reader->allocator, functions->size) : NULL;
    if (!reader->chunk || (functions->size && !state))
        return reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the reader");
    reader->chunk->budget = &reader->budget;
    reel_decoder *decoder = &reader->decoder;
    decoder->state = state;
    decoder->chunk = reader->chunk;
    decoder->reporter = (reel_reporter){ options->report, options->report_context };
    decoder->limits = options->limits;
    decoder->convention = options->convention;
    decoder->from = options->from;
    decoder->to = options->to;
    decoder->input_size = reader->input.source.size;
    decoder->allocator = reader->allocator;
    decoder->error = &reader->error;
    decoder->budget = &reader->budget;
    decoder->input = &reader->input;
    reader->functions = *functions;
    reel_status status = functions->open(decoder);
    if (reader->chunk->status != REEL_OK) status = build_failure(reader);
    if (status == REEL_AGAIN)
        status = reel_fail(&reader->error, REEL_TRUNCATED, "reel.no-header-yet", "", reader->input.end_offset,
                           "the header is not all there yet");
    if (status < 0) status = input_failure(reader, status);
    if (status >= 0) status = index_enter(reader, options->index);
    reader->options.index = (reel_bytes){ NULL, 0 }; /* was borrowed */
    return status < 0 ? give_error(reader, status, error) : REEL_OK;
}

const reel_format *reel_reader_format(const reel_reader *reader) { return reader->format; }

const reel_chunk *reel_header(const reel_reader *reader) { return reader->chunk; }

const reel_error *reel_reader_damage(const reel_reader *reader) { return reader->damaged ? &reader->damage : NULL; }

uint64_t reel_reader_offset(const reel_reader *reader) { return reel_offset(&reader->decoder.in); }

/* Damage ends the reading; what was built before it still goes out, unless the caller is strict. */
static reel_status meet_damage(reel_reader *reader, reel_status status)
{
    reader->ended = true;
    reader->damaged = true;
    reader->error.status = status;
    reader->damage = reader->error;
    bool partial = status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
    if (!partial || reader->options.flags & REEL_STRICT) return status;
    const reel_error *error = &reader->damage;
    reel_find(
        &reader->decoder.reporter,
        (reel_finding){
            .rule = error->rule, .severity = REEL_ERROR, .section = error->section, .offset = error->offset, .row = REEL_NO_ROW },
        "%s", error->message);
    return REEL_OK;
}

/* Builds the next slice in the chunk, as far as it lies in the window of the options. */
static reel_status build(reel_reader *reader)
{
    reel_status status = reader->functions.next(&reader->decoder);
    const reel_options *options = &reader->options;
    if (options->has_from || options->has_to) chunk_narrow(reader->chunk, options->from, options->to);
    if (!reader->keep) reel_spend(&reader->budget, chunk_bytes(reader->chunk)); /* room that is used again was not charged for */
    if (status >= 0 && reader->budget.status != REEL_OK)
        status = reel_fail_budget(&reader->budget, &reader->error, "", reel_offset(&reader->decoder.in));
    return status;
}

static reel_status next_slice(reel_reader *reader, bool first, const reel_chunk **chunk, reel_error *error)
{
    reel_status status = build(reader);
    if (reader->chunk->status != REEL_OK) status = build_failure(reader);
    if (status < 0 || status == REEL_END) status = input_failure(reader, status);
    if (status < 0) {
        status = meet_damage(reader, status);
        if (status < 0) return give_error(reader, status, error);
    } else if (status == REEL_END) {
        reader->ended = true;
    } else if (status == REEL_AGAIN && chunk_empty(reader->chunk)) {
        return REEL_AGAIN;
    }
    if (reader->ended && !first && (reader->keep || chunk_empty(reader->chunk))) return REEL_END;
    *chunk = reader->chunk;
    return REEL_OK;
}

reel_status reel_next(reel_reader *reader, const reel_chunk **chunk, reel_error *error)
{
    *chunk = NULL;
    if (reader->ended) {
        bool failed = reader->damaged && (reader->options.flags & REEL_STRICT || reader->damage.status == REEL_IO ||
                                          reader->damage.status == REEL_MEMORY || reader->damage.status == REEL_CANCELLED);
        return failed ? give_error(reader, reader->damage.status, error) : REEL_END;
    }
    bool narrowed = reader->options.has_from || reader->options.has_to, first;
    reel_status status;
    do { /* slices of which the window leaves nothing are no news */
        if (reader->started && !reader->keep) chunk_reset(reader->chunk);
        first = !reader->started;
        reader->started = true;
        status = next_slice(reader, first, chunk, error);
    } while (status == REEL_OK && narrowed && !first && !reader->keep && !reader->ended && chunk_empty(reader->chunk));
    return status;
}

void reel_close(reel_reader *reader)
{
    if (!reader) return;
    if (reader->decoder.state && reader->functions.close) reader->functions.close(&reader->decoder);
    memory_drop(&reader->allocator, reader->decoder.state);
    chunk_free(reader->chunk);
    input_close(&reader->input);
    if (reader->packed.buffer) memory_drop(&reader->packed.allocator, reader->packed.buffer);
    reel_allocator allocator = reader->allocator;
    memory_drop(&allocator, reader);
}

reel_replay *replay_new(const reel_format *format, reel_chunk *chunk, const reel_allocator *allocator)
{
    reel_replay *replay = memory_new(allocator, sizeof *replay);
    if (!replay) {
        chunk_free(chunk);
        return NULL;
    }
    replay->allocator = *allocator;
    replay->format = format;
    replay->chunk = chunk;
    return replay;
}

reel_status reel_load(reel_source source, const reel_options *options, reel_replay **replay, reel_error *error)
{
    *replay = NULL;
    reel_reader *reader;
    reel_status status = reel_open(source, options, &reader, error);
    if (status < 0) return status;
    reader->keep = true;
    const reel_chunk *chunk;
    uint64_t size = reader->input.source.size;
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK) {
        reader->chunk->size = size == REEL_UNKNOWN_SIZE ? 0 : size;
        reader->chunk->read = reel_offset(&reader->decoder.in);
    }
    if (status < 0) {
        reel_close(reader);
        return status;
    }
    reader->chunk->size = reader->chunk->read = 0;
    chunk_trim(reader->chunk);
    *replay = replay_new(reader->format, reader->chunk, &reader->allocator);
    reader->chunk = NULL;
    if (*replay) {
        (*replay)->damaged = reader->damaged;
        (*replay)->damage = reader->damage;
    }
    reel_close(reader);
    return *replay ? REEL_OK : reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the replay");
}

const void *reel_rows(const reel_replay *replay, const reel_table *table, size_t *count)
{
    return reel_chunk_rows(replay->chunk, table, count);
}

const reel_chunk *reel_replay_chunk(const reel_replay *replay) { return replay->chunk; }

const reel_format *reel_replay_format(const reel_replay *replay) { return replay->format; }

const reel_error *reel_replay_damage(const reel_replay *replay) { return replay->damaged ? &replay->damage : NULL; }

void reel_free(reel_replay *replay)
{
    if (!replay) return;
    reel_allocator allocator = replay->allocator;
    chunk_free(replay->chunk);
    memory_drop(&allocator, replay);
}

/* The library's own, in any load: the handle, the window, arena blocks that are not full. */
enum { OWN_BYTES = 65536 + 65536 };

static uint64_t bound_of(const reel_format *format, uint64_t size, const reel_limits *limits)
{
    uint64_t limit = limits->input_bytes ? limits->input_bytes : format->input_limit;
    if (limit && size > limit) size = limit;
    if (format->memory_bound) return OWN_BYTES + format->memory_bound(size, limits);
    uint64_t ratio = 1; /* bytes of rows for a byte of input, at most */
    for (const reel_table *const *table = format->tables; *table; table++)
        if ((*table)->min_bytes && (*table)->row_size / (*table)->min_bytes + 1 > ratio)
            ratio = (*table)->row_size / (*table)->min_bytes + 1;
    /* the input with room to grow, strings with their alignment, rows with room to grow */
    return OWN_BYTES + 2 * size + 4 * size + 2 * ratio * size;
}

uint64_t reel_memory_bound(const reel_format *format, uint64_t size, const reel_options *given)
{
    reel_options options = reader_options(given);
    return bound_of(format, size, &options.limits);
}

/* A decompressor: its window, and its own. */
enum { UNPACKER_BYTES = (128 << 20) + (1 << 20) };

uint64_t reel_memory_bound_packed(const reel_format *format, uint64_t size, const reel_options *given)
{
    reel_options options = reader_options(given);
    reel_limits limits = options.limits;
    limits.unpacked_bytes = reel_unpacked_most(&limits, size); /* of all layers, the wrapper being one */
    return UNPACKER_BYTES + bound_of(format, limits.unpacked_bytes, &limits);
}
