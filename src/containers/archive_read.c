/* SPDX-License-Identifier: MIT */
#include "containers/archive_reader.h"

#include "core/moment.h"
#include "core/rows.h"

/* ---- records -------------------------------------------------------------------------------------------------------- */

static reel_status read_rows(reel_decoder *d, record_view *view, bool header)
{
    archive_reader *state = d->state;
    state->rows.gaps = state->lost || state->visiting;
    state->rows.offset = record_offset(view) - state->base;
    return reel__archive_rows_read(&state->rows, d, &view->in, header);
}

/* A stream cannot correct a header whose rows were returned. */
static reel_status read_header(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    uint64_t offset = record_offset(view);
    reel_status status = read_rows(d, view, true);
    if (status < 0 || !state->delivered) return status;
    reel__archive_pass_over(&state->rows, "archive.late-header", "header", offset, "the header was corrected after rows");
    if (state->header_known) return REEL_OK;
    reel_find(&d->reporter,
              (reel_finding){ .rule = "archive.late-header", .severity = REEL_WARNING, .section = "header", .offset = offset },
              "the header was corrected after its rows were read: read the file again");
    return REEL_OK;
}

/* ---- the end of a replay -------------------------------------------------------------------------------------------- */

static reel_status read_end(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    reel_cursor *in = &view->in;
    archive_original *original = &state->original;
    state->ended = true;
    original->known = reel_get_leb128(in) & END_ORIGINAL;
    if (original->known) {
        original->size = reel_get_leb128(in);
        const uint8_t *hash = reel_take(in, SHA256_SIZE);
        if (hash) memcpy(original->hash, hash, SHA256_SIZE);
    }
    uint64_t sum = reel_get_u64le(in), tables = reel_get_leb128(in);
    bool same = !in->failed && tables == state->rows.schema.count && (state->lost || sum == state->sum);
    for (size_t t = 0; t < state->rows.schema.count && same; t++) {
        uint64_t rows = reel_get_leb128(in);
        same = !in->failed && (state->lost || rows == state->rows.known[t]);
    }
    if (same && !reel_left(in)) return REEL_OK;
    return reel_fail(d->error, REEL_CORRUPT, "archive.totals", "end", reel_offset(in),
                     "the rows of the archive are not those that its end counts");
}

static reel_status watch_record(reel_decoder *d, const record_view *view)
{
    const archive_reader *state = d->state;
    if (!state->watch) return REEL_OK;
    return state->watch(state->watch_context, view->bytes, RECORD_HEAD + (size_t)view->record.size) ? REEL_OK
                                                                                                    : reel__archive_no_memory(d);
}

/* An index that was written for other records, or by somebody else, is damage. After lost records nothing can be compared with it. */
static reel_status read_index(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    uint64_t offset = record_offset(view);
    if (state->lost) return REEL_OK;
    if (view->record.kind == RECORD_TAIL)
        return reel__outline_check_tail(&state->outline, &view->in, offset - state->base - state->outline.index, offset,
                                        d->error);
    reel_status status =
        reel__outline_check_index(&state->outline, &view->in, &state->rows.schema, d->budget, &d->allocator, offset, d->error);
    if (status == REEL_END)
        reel__archive_pass_over(&state->rows, "archive.index", "index", offset,
                                "an index of types that this version does not know");
    return status < 0 ? status : REEL_OK;
}

static reel_status read_unknown(reel_decoder *d, const record_view *view)
{
    archive_reader *state = d->state;
    uint64_t offset = record_offset(view);
    if (!(view->record.flags & RECORD_OPTIONAL))
        return reel_fail(d->error, REEL_UNSUPPORTED, "archive.record-kind", "record", offset, "unknown kind of record: %d",
                         view->record.kind);
    reel__archive_pass_over(&state->rows, "archive.record-kind", "record", offset, "a record of an unknown kind");
    return REEL_OK;
}

static reel_status read_record(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    if (view->record.kind < RECORD_END) state->sum = reel__record_sum(state->sum, view->bytes);
    switch (view->record.kind) {
    case RECORD_ROWS: return read_rows(d, view, false);
    case RECORD_HEADER: return read_header(d, view);
    case RECORD_END: return read_end(d, view);
    case RECORD_SIGNATURE: return REEL_OK;
    case RECORD_INDEX:
    case RECORD_TAIL: return read_index(d, view);
    default: return read_unknown(d, view);
    }
}

/* ---- opening -------------------------------------------------------------------------------------------------------- */

static bool is_selected(const char *const *select, const reel_table *table, const reel_field *field)
{
    for (; *select; select++) {
        reel_field named;
        if (!strcmp(*select, table->name)) return true;
        if (strchr(*select, '.') && reel_table_select(table, *select, &named, NULL) && named.offset >= field->offset &&
            named.offset < field->offset + field->count * reel_type_size(field->type))
            return true;
    }
    return false;
}

/* The fields of a table that need not be decoded get no place in its rows. The time axis is needed for spans, and the field that says
 * whether a value is there. */
static void select_fields(const archive_table *table, const char *const *select)
{
    for (size_t i = 0; i < table->coder.count; i++) {
        const reel_field *own = table->fields[i].field;
        bool needed = own && (own->flags & REEL_FIELD_TIME || is_selected(select, table->table, own));
        for (size_t f = 0; f < table->table->field_count && own && !needed; f++) {
            const reel_field *other = &table->table->fields[f];
            needed = other->present_mask && other->present_offset == own->offset && is_selected(select, table->table, other);
        }
        if (!needed) table->fields[i].field = NULL;
    }
}

static void select_columns(const reel_decoder *d)
{
    const archive_reader *state = d->state;
    const char *const *select = d->chunk->select;
    for (size_t t = 0; select && t < state->rows.schema.count; t++) {
        const archive_table *table = &state->rows.schema.tables[t];
        if (table->table && !(table->table->flags & REEL_TABLE_HEADER)) select_fields(table, select);
    }
}

static reel_status read_start(reel_decoder *d)
{
    archive_reader *state = d->state;
    record_view view;
    reel_status status = reel__archive_next_record(d, &view);
    if (status < 0 || status == REEL_AGAIN) return status;
    uint64_t offset = reel_offset(&d->in);
    if (status == REEL_END) return reel__archive_truncated(d);
    reel__outline_begin(&state->outline);
    state->rows.outline = &state->outline;
    if (!reel__outline_record(&state->outline, &view.record, ARCHIVE_HEAD))
        return reel_fail(d->error, REEL_CORRUPT, "archive.start", "start", offset, "the archive does not begin with a replay");
    state->sum = reel__record_sum(0, view.bytes);
    reel__archive_chain_add(&state->chain, view.bytes, RECORD_HEAD + (size_t)view.record.size);
    reel__payload_get_text(&view.in); /* the format, which reel__archive_container.recognise knows */
    reel__payload_get_text(&view.in);
    if (reel_get_leb128(&view.in) & START_STEPS) {
        state->rows.rounded = true;
        double position = reel_get_f64le(&view.in), rotation = reel_get_f64le(&view.in);
        reel_find(&d->reporter, (reel_finding){ .rule = "archive.precision", .severity = REEL_NOTE, .section = "start" },
                  "poses were rounded: positions by at most %f mm, rotations by at most %f degrees", 1000 * position, rotation);
    }
    reel_memory bytes;
    status = reel__payload_get_part(&view.in, d->budget, &d->allocator, &bytes, d->error);
    if (status < 0) return status;
    reel_cursor in = { .at = bytes.data, .end = bytes.data + bytes.size };
    status = reel__schema_get(&state->rows.schema, &in, d->chunk->tables, &d->allocator, &d->reporter, offset, d->error);
    reel_memory_free(&bytes);
    if (status < 0) return status;
    select_columns(d);
    state->rows.known = reel__memory_new(&d->allocator, (state->rows.schema.count + 1) * sizeof *state->rows.known);
    state->after = reel_offset(&d->in);
    return state->rows.known ? REEL_OK : reel__archive_no_memory(d);
}

/* A record that may not follow those before it. */
static reel_status out_of_order(reel_decoder *d, const record_view *view)
{
    return reel_fail(d->error, REEL_CORRUPT, "archive.order", "record", record_offset(view),
                     "a record of kind %d may not follow here", view->record.kind);
}

static bool follows(archive_reader *state, const record_view *view)
{
    return reel__outline_record(&state->outline, &view->record, record_offset(view) - state->base);
}

/* The header, which precedes the rows. What is wrong with it is said when rows are read. */
static reel_status first_header(reel_decoder *d)
{
    archive_reader *state = d->state;
    record_view view;
    if (state->header_known) return REEL_OK;
    reel_status status = reel__archive_next_record(d, &view);
    if (status == REEL_OK && view.record.kind == RECORD_HEADER) {
        follows(state, &view);
        reel__archive_chain_add(&state->chain, view.bytes, RECORD_HEAD + (size_t)view.record.size);
        return read_record(d, &view);
    }
    if (view.bytes) d->in.at = view.bytes;
    return status == REEL_AGAIN || status == REEL_MEMORY || status == REEL_IO || status == REEL_CANCELLED ? status : REEL_OK;
}

static reel_status archive_open(reel_decoder *d)
{
    archive_reader *state = d->state;
    state->base = reel_offset(&d->in);
    state->visits.allocator = d->allocator;
    reel_status status = reel_fill(d, ARCHIVE_HEAD);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END) return reel__archive_truncated(d);
    status = reel__archive_check_head(d->in.at, state->base, d->error);
    if (status < 0) return status;
    if (reel_load_u32le(d->in.at + ARCHIVE_OPTIONAL))
        reel__archive_pass_over(&state->rows, "archive.feature", "head", state->base + ARCHIVE_OPTIONAL,
                                "an unknown optional feature");
    d->in.at += ARCHIVE_HEAD;
    status = read_start(d);
    if (status == REEL_OK) status = reel__archive_walk(d);
    if (status != REEL_OK) return status;
    state->rows.header_given = state->header_known;
    return first_header(d);
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

/* Behind the last record: nothing, or another replay, which is worth a note, as this reader reads one. */
static reel_status finish(reel_decoder *d)
{
    archive_reader *state = d->state;
    state->done = true;
    if (state->visiting) return REEL_END;
    if (!state->ended)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "archive.unfinished", .severity = REEL_WARNING, .offset = reel_offset(&d->in) },
                  "the replay has no end: the recording was not finished, or the file was cut");
    if (state->outline.last == RECORD_INDEX && !state->lost) return reel__archive_truncated(d);
    if (!reel_left(&d->in)) return REEL_END;
    reel_find(&d->reporter, (reel_finding){ .rule = "archive.more", .severity = REEL_NOTE, .offset = reel_offset(&d->in) },
              "more replays follow in the archive; only one is read");
    reel__archive_pass_over(&state->rows, "archive.more", "", reel_offset(&d->in), "another replay");
    return REEL_END;
}

/* The next record that is wanted. The index was compared with the records, so what it names is there. */
static reel_status find_record(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    if (!state->visiting) return reel__archive_next_record(d, view);
    *view = (record_view){ .bytes = NULL };
    if (state->visit >= state->visits.size / sizeof(archive_visit)) return REEL_END;
    reel_status status = reel__archive_move(d, ((const archive_visit *)(const void *)state->visits.data)[state->visit++].offset);
    return status == REEL_OK ? reel__archive_next_record(d, view) : status;
}

/* A damaged record does not hide the others, unless rows depend on those before them. */
static bool can_skip(const reel_decoder *d, reel_status status, const record_view *view, bool streams)
{
    return status == REEL_CORRUPT && view->bytes && !streams && reel_offset(&d->in) > 0;
}

static reel_status accept(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    if (!follows(state, view)) {
        if (!state->lost) return out_of_order(d, view);
        state->done = true; /* the record that was lost may be the one that is missing */
        return REEL_END;
    }
    reel_status status = watch_record(d, view);
    return status < 0 ? status : read_record(d, view);
}

static reel_status one_record(reel_decoder *d, bool streams)
{
    archive_reader *state = d->state;
    record_view view;
    reel_status status = find_record(d, &view);
    if (can_skip(d, status, &view, streams)) {
        if (state->first.status == REEL_OK) state->first = *d->error;
        state->lost = true;
        return REEL_OK;
    }
    if (status == REEL_AGAIN && state->ended) return finish(d); /* a recorder writes no more */
    if (status == REEL_END) return finish(d);
    return status == REEL_OK ? accept(d, &view) : status;
}

static reel_status first_damage(reel_decoder *d)
{
    archive_reader *state = d->state;
    if (state->first.status == REEL_OK) return REEL_END;
    *d->error = state->first;
    state->first.status = REEL_OK;
    return d->error->status;
}

static reel_status next_stream(reel_decoder *d)
{
    archive_reader *state = d->state;
    reel_status status = REEL_OK;
    while (!state->done && status == REEL_OK) {
        status = one_record(d, true);
        if (!reel__chunk_empty(d->chunk)) break;
    }
    state->rows.header_given = state->delivered = true;
    return state->done && status >= 0 ? REEL_END : status;
}

static reel_status next_whole(reel_decoder *d)
{
    archive_reader *state = d->state;
    reel_status status = REEL_OK;
    while (!state->done && status == REEL_OK) status = one_record(d, false);
    state->rows.header_given = true;
    if (status < 0 || status == REEL_AGAIN) return status;
    return first_damage(d);
}

static void archive_close(reel_decoder *d)
{
    archive_reader *state = d->state;
    reel__schema_free(&state->rows.schema);
    reel_memory_free(&state->visits);
    if (state->rows.known) reel__memory_drop(&d->allocator, state->rows.known);
}

static const reel_format_reader stream_reading = {
    .state_size = sizeof(archive_reader), .open = archive_open, .next = next_stream, .close = archive_close
};
static const reel_format_reader whole_reading = {
    .state_size = sizeof(archive_reader), .open = archive_open, .next = next_whole, .close = archive_close
};

static const reel_format_reader *reader_of(const reel_format *format)
{
    return format->flags & REEL_FORMAT_STREAMS ? &stream_reading : &whole_reading;
}

static const reel_format *recognise(const uint8_t *head, size_t size, const reel_format *const *formats, int *bits)
{
    if (!reel__archive_begins(head, size) || size < ARCHIVE_HEAD + RECORD_HEAD || head[ARCHIVE_HEAD] != RECORD_START) return NULL;
    reel_cursor in = { .at = head + ARCHIVE_HEAD + RECORD_HEAD, .end = head + size, .end_offset = size };
    reel_string id = reel__payload_get_text(&in);
    for (; *formats && !in.failed; formats++) {
        if (strlen((*formats)->id) != id.size || memcmp((*formats)->id, id.data, id.size) != 0) continue;
        *bits = 64 + 8 * (int)id.size;
        return *formats;
    }
    return NULL;
}

const reel_container reel__archive_container = { .recognise = recognise, .reader = reader_of };

static const archive_reader *state_of(const reel_reader *reader)
{
    return reader->facet->open == archive_open ? reader->decoder.state : NULL;
}

bool reel__archive_original_of(const reel_reader *reader, archive_original *original)
{
    const archive_reader *state = state_of(reader);
    if (!state || !state->ended) return false;
    *original = state->original;
    return true;
}

bool reel__archive_is_rounded(const reel_reader *reader)
{
    const archive_reader *state = state_of(reader);
    return state && state->rows.rounded;
}

const reel_error *reel__archive_extra_of(const reel_reader *reader)
{
    const archive_reader *state = state_of(reader);
    return state && state->rows.extra.status != REEL_OK ? &state->rows.extra : NULL;
}

bool reel__archive_watch_records(reel_reader *reader, archive_watch *watch, void *context, archive_chain *chain, uint64_t *offset)
{
    if (reader->facet->open != archive_open) return false;
    archive_reader *state = reader->decoder.state;
    if (state->visiting) return false;
    *chain = state->chain;
    *offset = reel_offset(&reader->decoder.in);
    state->rows.proves = true;
    state->watch = watch;
    state->watch_context = context;
    return true;
}
