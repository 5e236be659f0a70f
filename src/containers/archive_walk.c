/* SPDX-License-Identifier: MIT
 * Records by their heads: where the header is, and which records have the rows that are wanted. The parts of a record say that, each before its
 * block; so a walk reads a few bytes of each part. They have no checksum of their own: the index repeats them, and has one. */
#include "containers/archive_reader.h"

#include <math.h>

typedef struct archive_walker {
    archive_outline outline;
    bool selects; /* not all rows are wanted: the parts matter */
    bool some;    /* a part is not wanted */
} archive_walker;

static bool wants_part(const reel_decoder *d, const archive_part *part)
{
    const archive_reader *state = d->state;
    const reel_table *table = state->rows.schema.tables[part->table].table;
    return table && reel_chunk_table(d->chunk, table) && reel__part_within(part, d->from, d->to);
}

/* Whether what the caller wants can leave out rows. */
static bool is_selective(const reel_decoder *d)
{
    const archive_reader *state = d->state;
    bool selects = d->from > -INFINITY || d->to < INFINITY;
    for (size_t t = 0; t < state->rows.schema.count && !selects; t++) {
        const reel_table *table = state->rows.schema.tables[t].table;
        selects = table && !reel_chunk_table(d->chunk, table);
    }
    return selects;
}

/* Goes on at an offset: within the window, if it is there. */
static reel_status pass_to(reel_decoder *d, uint64_t offset)
{
    uint64_t step = offset - reel_offset(&d->in);
    if (step > reel_left(&d->in)) return offset <= d->input_size ? reel__archive_move(d, offset) : REEL_END;
    d->in.at += step;
    return REEL_OK;
}

enum { COUNT_MOST = 10, PART_HEAD_MOST = 8 * COUNT_MOST, LEAST_PART = 5 };

/* The window up to `most` bytes further, and not beyond a record that ends at `end`. */
static reel_status open_window(reel_decoder *d, uint64_t end, size_t most, reel_cursor *in)
{
    uint64_t left = end - reel_offset(&d->in);
    reel_status status = reel_fill(d, left < most ? (size_t)left : most);
    if (status != REEL_OK) return status;
    *in = d->in;
    if (reel_left(in) > left) {
        in->end = in->at + left;
        in->end_offset = end;
    }
    return REEL_OK;
}

static reel_status walk_part(reel_decoder *d, archive_walker *walker, uint64_t end, bool *wanted)
{
    const archive_reader *state = d->state;
    archive_part part;
    reel_cursor in;
    reel_status status = open_window(d, end, PART_HEAD_MOST, &in);
    if (status != REEL_OK) return status;
    reel__part_get(&in, &state->rows.schema, &part);
    uint64_t size = reel_get_leb128(&in), offset = reel_offset(&in);
    if (in.failed || part.table >= state->rows.schema.count || size > end - offset) return REEL_CORRUPT;
    reel__outline_part(&walker->outline, &part);
    bool wants = wants_part(d, &part);
    *wanted = *wanted || wants;
    return pass_to(d, offset + size);
}

static reel_status walk_rows(reel_decoder *d, archive_walker *walker, uint64_t offset, uint64_t end)
{
    archive_reader *state = d->state;
    reel_cursor in;
    bool wanted = false;
    if (!walker->selects) return pass_to(d, end);
    reel_status status = pass_to(d, offset + RECORD_HEAD);
    if (status == REEL_OK) status = open_window(d, end, COUNT_MOST, &in);
    if (status != REEL_OK) return status;
    uint64_t count = reel_get_leb128(&in);
    if (in.failed || count > (end - offset) / LEAST_PART) return REEL_CORRUPT;
    d->in.at = in.at;
    reel__outline_entry(&walker->outline, RECORD_ROWS, offset - state->base, count);
    for (; count && status == REEL_OK; count--) status = walk_part(d, walker, end, &wanted);
    if (status == REEL_OK) status = pass_to(d, end);
    if (!wanted) walker->some = true;
    const archive_visit visit = { offset, RECORD_ROWS };
    if (status != REEL_OK || !wanted) return status;
    return memory_add(&state->visits, &visit, sizeof visit) ? REEL_OK : reel__archive_no_memory(d);
}

static reel_status walk_record(reel_decoder *d, archive_walker *walker, uint64_t offset)
{
    archive_reader *state = d->state;
    record_view view;
    reel_status status = reel__archive_next_record(d, &view);
    if (status != REEL_OK) return status;
    state->rows.offset = offset - state->base;
    switch (view.record.kind) {
    case RECORD_HEADER: return reel__archive_rows_read(&state->rows, d, &view.in, true);
    case RECORD_INDEX:
        if (!walker->selects) return REEL_OK;
        return reel__outline_check_index(&walker->outline, &view.in, &state->rows.schema, d->budget, &d->allocator, offset,
                                         d->error);
    case RECORD_TAIL:
        return reel__outline_check_tail(&walker->outline, &view.in, offset - state->base - walker->outline.index, offset,
                                        d->error);
    default: return view.record.flags & RECORD_OPTIONAL || view.record.kind == RECORD_END ? REEL_OK : REEL_UNSUPPORTED;
    }
}

/* REEL_END: the records end as they should. */
static reel_status walk_all(reel_decoder *d, archive_walker *walker)
{
    archive_reader *state = d->state;
    for (;;) {
        archive_record record;
        uint64_t offset = reel_offset(&d->in);
        reel_status status = reel__archive_next_head(d, &record);
        if (status != REEL_OK) return status;
        if (!reel__outline_record(&walker->outline, &record, offset - state->base)) return REEL_CORRUPT;
        if (record.kind == RECORD_ROWS)
            status = walk_rows(d, walker, offset, offset + RECORD_HEAD + record.size);
        else
            status = walk_record(d, walker, offset);
        if (status != REEL_OK) return status == REEL_END ? REEL_TRUNCATED : status;
    }
}

/* What the walk has read of the header is forgotten, unless it is the whole header. */
static void forget_header(reel_decoder *d)
{
    const archive_reader *state = d->state;
    for (size_t t = 0; t < state->rows.schema.count; t++) {
        const reel_table *table = state->rows.schema.tables[t].table;
        reel_row_list *list = table && table->flags & REEL_TABLE_HEADER ? reel_chunk_table(d->chunk, table) : NULL;
        if (list) chunk_forget(list);
    }
}

reel_status reel__archive_walk(reel_decoder *d)
{
    archive_reader *state = d->state;
    if (!reel__input_moves(d->input) || d->input_size == REEL_UNKNOWN_SIZE) return REEL_OK;
    archive_walker walker = { .outline = state->outline, .selects = is_selective(d) };
    walker.outline.bounded = false;
    state->rows.outline = &walker.outline;
    reel_status status = walk_all(d, &walker);
    bool whole = status == REEL_END && walker.outline.ended;
    state->rows.outline = &state->outline;
    state->header_known = whole;
    state->visiting = whole && walker.outline.indexed && walker.some && reel_left(&d->in) == 0;
    if (!state->visiting) reel_memory_free(&state->visits);
    if (!whole) forget_header(d);
    memset(state->rows.known, 0, state->rows.schema.count * sizeof *state->rows.known);
    if (status == REEL_MEMORY || status == REEL_IO || status == REEL_CANCELLED) return status;
    return reel__archive_move(d, state->after);
}
