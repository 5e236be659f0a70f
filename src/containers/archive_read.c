/* SPDX-License-Identifier: MIT */
#include "containers/archive.h"
#include "containers/archive_index.h"
#include "containers/archive_rows.h"
#include "core/rows.h"

typedef struct archive_reader {
    archive_rows rows;
    uint64_t base, after;  /* offsets of the archive and of the record after START */
    uint64_t sum;          /* of the checksums of the records */
    archive_visit *visits; /* the records to read, if not all are wanted */
    size_t visit_count, visit;
    uint64_t visited; /* offset behind the last one */
    bool visiting;
    bool header_known; /* HEADER records were read, the last one too */
    bool lost;         /* a damaged record was skipped */
    bool rounded;      /* START says so */
    bool done;
    reel_error first; /* the first damage; returned at the end */
    archive_original original;
    bool ended;           /* END was read */
    archive_chain chain;  /* of the records that were read when the archive was opened */
    archive_watch *watch; /* gets the records that follow; NULL: nobody asked */
    void *watch_context;
} archive_reader;

/* ---- records -------------------------------------------------------------------------------------------------------- */

/* A record in the window. */
typedef struct record_view {
    archive_record record;
    const uint8_t *bytes;
    reel_cursor in; /* its payload */
} record_view;

static reel_status truncated(reel_decoder *d)
{
    return reel_fail(d->error, REEL_TRUNCATED, "archive.record", "record", reel_offset(&d->in), "the file ends inside a record");
}

/* The next record, with d->in behind it. REEL_END: there is none, or another archive begins. A record with a wrong checksum fails, and is
 * skipped. */
static reel_status next_record(reel_decoder *d, record_view *view)
{
    reel_status status = reel_fill(d, RECORD_HEAD);
    if (status < 0 || status == REEL_AGAIN) return status;
    uint64_t offset = reel_offset(&d->in);
    if (reel_left(&d->in) == 0 || d->in.at[0] == archive_magic[0]) return REEL_END;
    if (status == REEL_END) return truncated(d);
    if (!record_parse(d->in.at, &view->record))
        return reel_fail(d->error, REEL_CORRUPT, "archive.record", "record", offset, "this is not a record of an archive");
    size_t size = view->record.size;
    if (size > SIZE_MAX - RECORD_HEAD) /* where a size has 32 bits */
        return reel_fail(d->error, REEL_LIMIT, "archive.record-size", "record", offset, "the record is too large");
    size += RECORD_HEAD;
    status = reel_fill(d, size);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END) return truncated(d);
    view->bytes = reel_take(&d->in, size);
    view->in = (reel_cursor){ .at = view->bytes + RECORD_HEAD, .end = view->bytes + size, .end_offset = offset + size };
    if (record_is_sound(&view->record, view->bytes)) return REEL_OK;
    return reel_fail(d->error, REEL_CORRUPT, "archive.checksum", "record", offset, "wrong checksum of a record");
}

static reel_status read_rows(reel_decoder *d, reel_cursor *in, bool header)
{
    archive_reader *state = d->state;
    state->rows.gaps = state->lost || state->visiting;
    return archive_rows_read(&state->rows, d, in, header);
}

/* A correction of the header that comes after its rows were returned. */
static reel_status read_header(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    if (state->header_known) return REEL_OK;
    reel_status status = read_rows(d, &view->in, true);
    if (status < 0 || !state->rows.header_given) return status;
    reel_find(&d->reporter,
              (reel_finding){ .rule = "archive.late-header",
                              .severity = REEL_WARNING,
                              .section = "header",
                              .offset = view->in.end_offset - view->record.size },
              "the header was corrected after its rows were read: read the file again");
    return REEL_OK;
}

/* ---- the end of a replay -------------------------------------------------------------------------------------------- */

static reel_status read_end(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    reel_cursor *in = &view->in;
    archive_original *original = &state->original;
    state->done = state->ended = true;
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
    if (same) return REEL_OK;
    return reel_fail(d->error, REEL_CORRUPT, "archive.totals", "end", reel_offset(in),
                     "the rows of the archive are not those that its end counts");
}

static reel_status watch_record(reel_decoder *d, const record_view *view)
{
    const archive_reader *state = d->state;
    if (!state->watch || !view->bytes) return REEL_OK;
    return state->watch(state->watch_context, view->bytes, RECORD_HEAD + (size_t)view->record.size) ? REEL_OK
                                                                                                    : archive_no_memory(d);
}

/* Whether another replay follows is worth a note: this reader reads the first one. */
static reel_status report_more(reel_decoder *d)
{
    record_view view;
    reel_error kept = *d->error;
    reel_status status, watched = REEL_OK;
    while ((status = next_record(d, &view)) == REEL_OK && view.record.kind >= RECORD_SIGNATURE && watched >= 0)
        watched = watch_record(d, &view);
    if (watched < 0) return watched;
    bool more = (status == REEL_OK && view.record.kind == RECORD_START) || (status == REEL_END && reel_left(&d->in));
    *d->error = kept;
    if (more)
        reel_find(&d->reporter, (reel_finding){ .rule = "archive.more", .severity = REEL_NOTE, .offset = reel_offset(&d->in) },
                  "more replays follow in the archive; only one is read");
    return REEL_OK;
}

static reel_status read_record(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    uint64_t offset = view->in.end_offset - view->record.size - RECORD_HEAD;
    if (view->record.kind < RECORD_END) state->sum = record_sum(state->sum, view->bytes);
    switch (view->record.kind) {
    case RECORD_ROWS: return read_rows(d, &view->in, false);
    case RECORD_HEADER: return read_header(d, view);
    case RECORD_END: return read_end(d, view);
    case RECORD_START:
        d->in.at = view->bytes; /* of the next replay */
        return REEL_END;
    default:
        if (view->record.flags & RECORD_OPTIONAL) return REEL_OK;
        return reel_fail(d->error, REEL_UNSUPPORTED, "archive.record-kind", "record", offset, "unknown kind of record: %d",
                         view->record.kind);
    }
}

/* ---- opening -------------------------------------------------------------------------------------------------------- */

static bool is_selected(const char *const *select, const reel_table *table, const reel_field *field)
{
    for (; *select; select++) {
        reel_field named;
        if (!strcmp(*select, table->name)) return true;
        if (strchr(*select, '.') && field_select(table, *select, &named) && named.offset >= field->offset &&
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
    reel_status status = next_record(d, &view);
    if (status < 0 || status == REEL_AGAIN) return status;
    uint64_t offset = reel_offset(&d->in);
    if (status == REEL_END) return truncated(d);
    if (view.record.kind != RECORD_START)
        return reel_fail(d->error, REEL_CORRUPT, "archive.start", "start", offset, "the archive does not begin with a replay");
    state->sum = record_sum(0, view.bytes);
    archive_chain_add(&state->chain, view.bytes, RECORD_HEAD + (size_t)view.record.size);
    payload_get_text(&view.in); /* the format, which archive_container.recognise knows */
    payload_get_text(&view.in);
    if (reel_get_leb128(&view.in) & START_STEPS) {
        state->rounded = true;
        double position = reel_get_f64le(&view.in), rotation = reel_get_f64le(&view.in);
        reel_find(&d->reporter, (reel_finding){ .rule = "archive.precision", .severity = REEL_NOTE, .section = "start" },
                  "poses were rounded: positions by at most %f mm, rotations by at most %f degrees", 1000 * position, rotation);
    }
    reel_memory bytes;
    status = payload_get_part(&view.in, d->budget, &d->allocator, &bytes, d->error);
    if (status < 0) return status;
    reel_cursor in = { .at = bytes.data, .end = bytes.data + bytes.size };
    status = schema_get(&state->rows.schema, &in, d->chunk->tables, &d->allocator, &d->reporter, offset, d->error);
    reel_memory_free(&bytes);
    if (status < 0) return status;
    select_columns(d);
    state->rows.known = memory_new(&d->allocator, (state->rows.schema.count + 1) * sizeof *state->rows.known);
    state->after = reel_offset(&d->in);
    return state->rows.known ? REEL_OK : archive_no_memory(d);
}

/* What the index has to do with what is wanted. */
typedef struct wish {
    const reel_decoder *d;
    size_t headers; /* records with header rows */
    bool some;      /* a part is not wanted */
} wish;

static bool wants_part(void *context, uint8_t kind, const archive_part *part)
{
    wish *w = context;
    const archive_reader *state = w->d->state;
    if (kind == RECORD_HEADER) {
        w->headers++;
        return true;
    }
    const reel_table *table = state->rows.schema.tables[part->table].table;
    if (!table) return false; /* costs nothing to pass by */
    bool wanted = reel_chunk_table(w->d->chunk, table) && part_within(part, w->d->from, w->d->to);
    if (!wanted) w->some = true;
    return wanted;
}

static reel_status move(reel_decoder *d, uint64_t offset) { return input_move(d->input, &d->in, offset, d->error); }

/* Finds the INDEX record that ends the input, and reads it. REEL_END: there is none of this replay. */
static reel_status find_index(reel_decoder *d, wish *wanted)
{
    archive_reader *state = d->state;
    record_view view;
    if (d->input_size < state->after + RECORD_TAIL_SIZE) return REEL_END;
    uint64_t tail = d->input_size - RECORD_TAIL_SIZE;
    reel_status status = move(d, tail);
    if (status == REEL_OK) status = next_record(d, &view);
    if (status != REEL_OK || view.record.kind != RECORD_TAIL || view.record.size != 8)
        return status == REEL_MEMORY ? status : REEL_END;
    uint64_t distance = reel_get_u64le(&view.in);
    if (distance > tail - state->after || (status = move(d, tail - distance)) != REEL_OK) return REEL_END;
    status = next_record(d, &view);
    if (status != REEL_OK || view.record.kind != RECORD_INDEX) return status == REEL_MEMORY ? status : REEL_END;
    uint64_t end = reel_get_leb128(&view.in), checksum = reel_get_u64le(&view.in);
    status = index_get(&view.in, &state->rows.schema, wants_part, wanted, d->budget, &d->allocator, &state->visits,
                       &state->visit_count, d->error);
    if (status < 0) return status == REEL_MEMORY ? status : REEL_END;
    if (end > tail - distance - state->base || move(d, state->base + end) != REEL_OK) return REEL_END;
    status = next_record(d, &view);
    if (status != REEL_OK) return status == REEL_MEMORY ? status : REEL_END;
    return view.record.kind == RECORD_END && view.record.checksum == checksum ? REEL_OK : REEL_END;
}

static void drop_visits(reel_decoder *d)
{
    archive_reader *state = d->state;
    if (state->visits) memory_drop(&d->allocator, state->visits);
    state->visits = NULL;
    state->visit_count = 0;
}

/* Reads the next record that the index names. Records do not overlap: the index costs no more than the file. */
static reel_status visit(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    const archive_visit *next = &state->visits[state->visit++];
    uint64_t offset = state->base + next->offset;
    bool fits = next->offset <= d->input_size - state->base && offset >= state->visited;
    reel_status status = fits ? move(d, offset) : REEL_END;
    if (status == REEL_OK) status = next_record(d, view);
    state->visited = reel_offset(&d->in);
    if (status != REEL_END && (status != REEL_OK || view->record.kind == next->kind)) return status;
    return reel_fail(d->error, REEL_CORRUPT, "archive.index", "index", offset,
                     "the index of the archive does not match its records");
}

/* Reads the header as it is at the end of the replay, and finds out whether any record can be skipped. */
static reel_status use_index(reel_decoder *d)
{
    archive_reader *state = d->state;
    if (!input_moves(d->input) || d->input_size == REEL_UNKNOWN_SIZE) return REEL_OK;
    wish wanted = { .d = d };
    reel_status status = find_index(d, &wanted);
    state->visited = state->after;
    if (status == REEL_OK) {
        state->visiting = wanted.some;
        state->header_known = true;
        while (state->visit < state->visit_count && status == REEL_OK) {
            record_view view;
            if (state->visits[state->visit].kind != RECORD_HEADER)
                state->visit++;
            else if ((status = visit(d, &view)) == REEL_OK)
                status = read_rows(d, &view.in, true);
        }
    }
    if (status == REEL_MEMORY || status == REEL_IO) return status;
    if (status < 0) state->visiting = state->header_known = false; /* the records themselves will say what is wrong */
    if (!state->visiting) drop_visits(d);
    state->visit = 0;
    state->visited = state->after;
    return move(d, state->after);
}

/* The header, which precedes the rows. What is wrong with it is said when rows are read. */
static reel_status first_header(reel_decoder *d)
{
    archive_reader *state = d->state;
    record_view view = { .bytes = NULL };
    if (state->header_known) return REEL_OK;
    reel_status status = next_record(d, &view);
    if (status == REEL_OK && view.record.kind == RECORD_HEADER) {
        archive_chain_add(&state->chain, view.bytes, RECORD_HEAD + (size_t)view.record.size);
        return read_record(d, &view);
    }
    if (view.bytes) d->in.at = view.bytes;
    return status == REEL_AGAIN || status == REEL_MEMORY || status == REEL_IO || status == REEL_CANCELLED ? status : REEL_OK;
}

static reel_status archive_open(reel_decoder *d)
{
    archive_reader *state = d->state;
    state->base = reel_offset(&d->in);
    reel_status status = reel_fill(d, ARCHIVE_HEAD);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END) return truncated(d);
    status = archive_check_head(d->in.at, state->base, d->error);
    if (status < 0) return status;
    d->in.at += ARCHIVE_HEAD;
    status = read_start(d);
    if (status != REEL_OK) return status;
    status = use_index(d);
    return status < 0 ? status : first_header(d);
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

static reel_status unfinished(reel_decoder *d)
{
    archive_reader *state = d->state;
    state->done = true;
    if (!state->ended && !state->visiting)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "archive.unfinished", .severity = REEL_WARNING, .offset = reel_offset(&d->in) },
                  "the replay has no end: the recording was not finished, or the file was cut");
    return REEL_END;
}

/* REEL_END: there are no more that are wanted. */
static reel_status find_record(reel_decoder *d, record_view *view)
{
    archive_reader *state = d->state;
    if (!state->visiting) return next_record(d, view);
    while (state->visit < state->visit_count && state->visits[state->visit].kind != RECORD_ROWS) state->visit++;
    return state->visit < state->visit_count ? visit(d, view) : REEL_END;
}

/* A damaged record does not hide the others, unless rows depend on those before them. */
static bool can_skip(const reel_decoder *d, reel_status status, const record_view *view, bool streams)
{
    return status == REEL_CORRUPT && view->bytes && !streams && reel_offset(&d->in) > 0;
}

static reel_status one_record(reel_decoder *d, bool streams)
{
    archive_reader *state = d->state;
    record_view view = { .bytes = NULL };
    reel_status status = find_record(d, &view), watched = watch_record(d, &view);
    if (watched < 0) return watched;
    if (can_skip(d, status, &view, streams)) {
        if (state->first.status == REEL_OK) state->first = *d->error;
        state->lost = true;
        return REEL_OK;
    }
    if (status == REEL_OK) status = read_record(d, &view);
    if (status == REEL_END) return unfinished(d);
    return status == REEL_OK && state->ended ? report_more(d) : status;
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
        state->rows.header_given = true;
        if (!chunk_empty(d->chunk)) break;
    }
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
    schema_free(&state->rows.schema);
    drop_visits(d);
    if (state->rows.known) memory_drop(&d->allocator, state->rows.known);
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
    if (!archive_begins(head, size) || size < ARCHIVE_HEAD + RECORD_HEAD || head[ARCHIVE_HEAD] != RECORD_START) return NULL;
    reel_cursor in = { .at = head + ARCHIVE_HEAD + RECORD_HEAD, .end = head + size, .end_offset = size };
    reel_string id = payload_get_text(&in);
    for (; *formats && !in.failed; formats++) {
        if (strlen((*formats)->id) != id.size || memcmp((*formats)->id, id.data, id.size) != 0) continue;
        *bits = 64 + 8 * (int)id.size;
        return *formats;
    }
    return NULL;
}

const reel_container archive_container = { .recognise = recognise, .reader = reader_of };

static const archive_reader *state_of(const reel_reader *reader)
{
    return reader->facet->open == archive_open ? reader->decoder.state : NULL;
}

bool archive_original_of(const reel_reader *reader, archive_original *original)
{
    const archive_reader *state = state_of(reader);
    if (!state || !state->ended) return false;
    *original = state->original;
    return true;
}

bool archive_is_rounded(const reel_reader *reader)
{
    const archive_reader *state = state_of(reader);
    return state && state->rounded;
}

bool archive_watch_records(reel_reader *reader, archive_watch *watch, void *context, archive_chain *chain, uint64_t *offset)
{
    if (reader->facet->open != archive_open) return false;
    archive_reader *state = reader->decoder.state;
    if (state->visiting) return false;
    *chain = state->chain;
    *offset = reel_offset(&reader->decoder.in);
    state->watch = watch;
    state->watch_context = context;
    return true;
}
