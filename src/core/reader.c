/* SPDX-License-Identifier: MIT */
#include "core/reader.h"
#include "core/moment.h"
#include "core/rows.h"

#include <math.h>

reel_options reel__reader_options(const reel_options *given)
{
    reel_options options;
    reel__memory_options(&options, sizeof options, given);
    options.limits = reel__budget_limits(&options.limits);
    if (!options.has_from) options.from = -INFINITY;
    if (!options.has_to) options.to = INFINITY;
    return options;
}

reel_options reel__reader_raw_options(const reel_options *given)
{
    reel_options options = reel__reader_options(given);
    options.flags &= ~(uint32_t)REEL_CLEAN;
    return options;
}

/* The offset in the file, if the text of the file is read in another encoding. */
static uint64_t offset_in_file(const reel_reader *reader, uint64_t offset)
{
    return reader->file_offset && offset != REEL_NO_OFFSET ? reader->file_offset(&reader->input.source, offset) : offset;
}

static void report_in_file(const reel_reader *reader, reel_reporter to, const reel_finding *finding)
{
    reel_finding found = *finding;
    found.offset = offset_in_file(reader, finding->offset);
    if (finding->length) found.length = offset_in_file(reader, finding->offset + finding->length) - found.offset;
    to.report(to.context, &found);
}

static void report_own(void *context, const reel_finding *finding)
{
    const reel_reader *reader = context;
    report_in_file(reader, (reel_reporter){ reader->options.report, reader->options.report_context }, finding);
}

static void report_to(void *context, const reel_finding *finding)
{
    const reader_report *own = context;
    report_in_file(own->reader, own->to, finding);
}

reel_reporter reel__reader_report_to(reader_report *own, const reel_reader *reader, reel_reporter to)
{
    if (!reader->file_offset || !to.report) return to;
    *own = (reader_report){ reader, to };
    return (reel_reporter){ report_to, own };
}

reel_reporter reel__reader_reporter(reel_reader *reader)
{
    if (reader->file_offset && reader->options.report) return (reel_reporter){ report_own, reader };
    return (reel_reporter){ reader->options.report, reader->options.report_context };
}

static void report_counted(void *context, const reel_finding *finding)
{
    reel_reader *reader = context;
    const reel_reporter to = reel__reader_reporter(reader);
    reel__reading_count(reader->chunk ? &reader->chunk->reading : &reader->early, finding);
    if (to.report) to.report(to.context, finding);
}

reel_reporter reel__reader_counting(reel_reader *reader) { return (reel_reporter){ report_counted, reader }; }

reel_status reel__reader_failure(const reel_reader *reader, reel_status status, reel_error *error)
{
    if (error) *error = reader->error;
    if (error && error->status != status) error->status = status;
    return status;
}

/* A chunk that could not hold something fails the call that built it, whatever the format's function made of it. */
static reel_status build_failure(reel_reader *reader)
{
    return reel__chunk_failure(reader->chunk, reel_offset(&reader->decoder.in), &reader->error);
}

/* Where the input itself broke off, that is why the format found no more: its failure takes the place of the format's. */
static reel_status input_failure(reel_reader *reader, reel_status status)
{
    const reel_error *failure = &reader->input.failure;
    if (failure->status >= 0 || status == REEL_MEMORY || status == REEL_IO || status == REEL_CANCELLED) return status;
    reader->error = *failure;
    return failure->status;
}

bool reel__knows_convention(const char *const *known, const char *word)
{
    if (!word) return true;
    while (known && *known && strcmp(*known, word) != 0) known++;
    return known && *known;
}

/* The table that a word of reel_options.select is about: "table" or "table.field". */
static const reel_table *selected(const reel_format *format, const char *word)
{
    const char *dot = strchr(word, '.');
    size_t size = dot ? (size_t)(dot - word) : strlen(word);
    for (const reel_table *const *table = format->tables; *table; table++) {
        if (strlen((*table)->name) != size || memcmp((*table)->name, word, size) != 0) continue;
        reel_field field;
        return !dot || reel_table_select(*table, word, &field, NULL) ? *table : NULL;
    }
    return NULL;
}

/* Whether a list of tables is empty or has one of the format: tables of other formats beside it, as in reel_insight.inputs, do no harm. */
static bool has_own_table(const reel_format *format, const reel_table *const *tables)
{
    for (const reel_table *const *wanted = tables; *wanted; wanted++)
        for (const reel_table *const *table = format->tables; *table; table++)
            if (*table == *wanted) return true;
    return !*tables;
}

/* The chunk to build, with the tables that are wanted. */
static reel_status make_chunk(reel_reader *reader, reel_error *error)
{
    const reel_options *options = &reader->options;
    const reel_format *format = reader->format;
    size_t count = 0;
    while (options->select && options->select[count]) count++;
    const reel_table **tables = options->select ? reel__memory_new(&reader->allocator, (count + 1) * sizeof *tables) : NULL;
    if (options->select && !tables) return reel__memory_fail(error);
    reel_status status = REEL_OK;
    if (!tables && options->tables && !has_own_table(format, options->tables))
        status = reel_fail(error, REEL_ARGUMENT, "reel.foreign-table", "", 0, "%s has no table called %s", format->name,
                           options->tables[0]->name);
    for (size_t i = 0; i < count && status >= 0; i++) {
        tables[i] = selected(format, options->select[i]);
        if (!tables[i])
            status = reel_fail(error, REEL_ARGUMENT, "reel.select", "", 0, "%s has no table or field \"%s\"", format->name,
                               options->select[i]);
    }
    if (status >= 0) {
        const reel_table *const *wanted = tables ? tables : options->tables;
        reader->chunk = reel__chunk_new(format->tables, wanted, options->limits.rows, &reader->allocator);
    }
    reel__memory_drop(&reader->allocator, tables);
    return status;
}

static void *new_state(const reel_reader *reader, const reel_format_reader *facet)
{
    void *state = reader->allocator.alloc(reader->allocator.context, facet->state_size);
    return state ? memset(state, 0, facet->zeroed ? facet->zeroed : facet->state_size) : NULL;
}

reel_status reel__reader_start(reel_reader *reader, const reel_format *format, const reel_format_reader *facet, reel_error *error)
{
    const reel_options *options = &reader->options;
    reader->error = (reel_error){ .rule = "", .section = "" };
    reader->format = format;
    if (!reel__knows_convention(facet->conventions, options->convention))
        return reel_fail(error, REEL_ARGUMENT, "reel.convention", "", 0, "%s has no reading convention called %s", format->name,
                         options->convention);
    reel_status selecting = make_chunk(reader, error);
    if (selecting >= 0) selecting = reel__clean_begin(reader, error);
    if (selecting < 0) return selecting;
    void *state = facet->state_size && reader->chunk ? new_state(reader, facet) : NULL;
    if (!reader->chunk || (facet->state_size && !state)) return reel__memory_fail(error);
    reader->chunk->budget = &reader->budget;
    reader->chunk->marked = reader->marked;
    reel_decoder *decoder = &reader->decoder;
    decoder->state = state;
    decoder->chunk = reader->chunk;
    decoder->reporter = reel__reader_counting(reader);
    reader->chunk->reading = reader->early;
    reader->chunk->reading.known = 1;
    decoder->limits = options->limits;
    decoder->convention = options->convention;
    decoder->member = options->member;
    decoder->flags = options->flags;
    decoder->from = options->from;
    decoder->to = options->to;
    decoder->input_size = reader->input.source.size;
    decoder->allocator = reader->allocator;
    decoder->error = &reader->error;
    decoder->budget = &reader->budget;
    decoder->input = &reader->input;
    reader->facet = facet;
    reader->chunk->clean = reader->clean_state != NULL;
    if (!reader->clean_state) reader->chunk->select = options->select; /* what is clean depends on other fields */
    reel_status status = facet->open(decoder);
    reader->chunk->select = NULL; /* was borrowed */
    decoder->member = NULL;
    if (reader->chunk->status != REEL_OK) status = build_failure(reader);
    if (status == REEL_AGAIN)
        status = reel_fail(&reader->error, REEL_TRUNCATED, "reel.no-header-yet", "", reader->input.end_offset,
                           "the header is not complete yet");
    if (status < 0) status = input_failure(reader, status);
    if (status < 0) reader->error.offset = offset_in_file(reader, reader->error.offset);
    return status < 0 ? reel__reader_failure(reader, status, error) : REEL_OK;
}

const reel_format *reel_reader_format(const reel_reader *reader) { return reader->format; }

const reel_chunk *reel_header(const reel_reader *reader) { return reader->chunk; }

const reel_error *reel_reader_damage(const reel_reader *reader) { return reader->damaged ? &reader->damage : NULL; }

uint64_t reel_reader_offset(const reel_reader *reader) { return offset_in_file(reader, reel_offset(&reader->decoder.in)); }

/* Damage ends the reading; what was built before it still goes out, unless the caller is strict. */
static reel_status meet_damage(reel_reader *reader, reel_status status)
{
    reader->ended = true;
    reader->damaged = true;
    const uint64_t offset = reader->error.offset;
    reader->error.status = status;
    reader->error.offset = offset_in_file(reader, offset);
    reader->damage = reader->error;
    bool partial = status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
    if (!partial || reader->options.flags & REEL_STRICT) return status;
    const reel_error *error = &reader->damage;
    reel_find(&reader->decoder.reporter,
              (reel_finding){ .rule = error->rule, .severity = REEL_ERROR, .section = error->section, .offset = offset }, "%s",
              error->message);
    return REEL_OK;
}

/* Builds the next slice in the chunk and drops rows outside the span of the options. */
static reel_status build(reel_reader *reader)
{
    reel_status status = reader->facet->next(&reader->decoder);
    const reel_options *options = &reader->options;
    if (options->has_from || options->has_to) reel__chunk_narrow(reader->chunk, options->from, options->to);
    if (!reader->keep)
        reel_spend(&reader->budget, reel__chunk_bytes(reader->chunk)); /* room that is used again was not charged for */
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
        if (status < 0) return reel__reader_failure(reader, status, error);
    } else if (status == REEL_END) {
        reader->ended = true;
        reader->chunk->reading.complete = 1;
    } else if (status == REEL_AGAIN && reel__chunk_empty(reader->chunk)) {
        return REEL_AGAIN;
    }
    if (!reader->keep && (status = reel__clean_rows(reader)) < 0) return reel__reader_failure(reader, status, error);
    if (reader->ended && !reader->keep)
        reel__clean_report(reader, reel__reader_reporter(reader)); /* not about the file: `reading` does not count it */
    if (reader->ended && !first && (reader->keep || reel__chunk_empty(reader->chunk))) return REEL_END;
    *chunk = reader->chunk;
    return REEL_OK;
}

reel_status reel_next(reel_reader *reader, const reel_chunk **chunk, reel_error *error)
{
    *chunk = NULL;
    if (reader->ended) {
        bool failed = reader->damaged && (reader->options.flags & REEL_STRICT || reader->damage.status == REEL_IO ||
                                          reader->damage.status == REEL_MEMORY || reader->damage.status == REEL_CANCELLED);
        return failed ? reel__reader_failure(reader, reader->damage.status, error) : REEL_END;
    }
    bool narrowed = reader->options.has_from || reader->options.has_to, first;
    reel_status status;
    do { /* skip slices outside the span */
        if (reader->started && !reader->keep) reel__chunk_reset(reader->chunk);
        first = !reader->started;
        reader->started = true;
        status = next_slice(reader, first, chunk, error);
    } while (status == REEL_OK && narrowed && !first && !reader->keep && !reader->ended && reel__chunk_empty(reader->chunk));
    return status;
}

void reel_close(reel_reader *reader)
{
    if (!reader) return;
    if (reader->decoder.state && reader->facet->close) reader->facet->close(&reader->decoder);
    reel__memory_drop(&reader->allocator, reader->decoder.state);
    reel__chunk_free(reader->chunk);
    reel__clean_free(reader);
    reel__input_close(&reader->input);
    if (reader->packed.buffer) reel__memory_drop(&reader->packed.allocator, reader->packed.buffer);
    reel_allocator allocator = reader->allocator;
    reel__memory_drop(&allocator, reader);
}
