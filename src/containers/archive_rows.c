/* SPDX-License-Identifier: MIT */
#include "containers/archive_rows.h"

#include "columns/coder/block.h"
#include "core/rows.h"

reel_status reel__archive_no_memory(reel_decoder *d) { return reel__memory_fail(d->error); }

void reel__archive_pass_over(archive_rows *rows, const char *rule, const char *section, uint64_t offset, const char *what)
{
    if (rows->extra.status == REEL_OK) reel_fail(&rows->extra, REEL_UNSUPPORTED, rule, section, offset, "%s", what);
}

/* Rows of a table that are not read count in the numbers of those that follow. */
static void pass_rows(reel_row_list *list, uint64_t count)
{
    if (list->count)
        chunk_span_of(list)->passed += count;
    else
        list->first += count;
}

static reel_status bad_part(reel_decoder *d, const reel_cursor *in)
{
    return reel_fail(d->error, REEL_CORRUPT, "archive.rows", "rows", reel_offset(in), "rows do not fit their record");
}

/* A part of the record that is read: where its block is, and where its rows go. */
typedef struct reading_part {
    archive_part part;
    const archive_table *table;
    reel_cursor block;
    reel_row_list *list;  /* NULL: nobody wants its rows */
    size_t first;         /* of its rows in the list */
    uint64_t gap;         /* rows of the table that were skipped before it */
    bool within;          /* its rows are in the span that is wanted */
    coder_member *member; /* NULL: it is in no order */
} reading_part;

static reel_status report_unsupported(archive_rows *rows, reel_decoder *d)
{
    const reel_error *error = d->error;
    reel__archive_pass_over(rows, error->rule, error->section, error->offset, error->message);
    reel_find(&d->reporter,
              (reel_finding){ .rule = error->rule, .severity = REEL_ERROR, .section = error->section, .offset = error->offset },
              "%s", error->message);
    return REEL_OK;
}

static reel_status decode_part(archive_rows *archive, reel_decoder *d, reading_part *p)
{
    if (p->table->table->flags & REEL_TABLE_HEADER && p->part.first == 0) chunk_forget(p->list);
    pass_rows(p->list, p->gap);
    if (!p->within) {
        pass_rows(p->list, p->part.count);
        return REEL_OK;
    }
    const archive_table *table = p->table;
    reel_cursor *block = &p->block;
    if (reel__coder_least(&table->coder, p->part.count) > reel_left(block)) return bad_part(d, block);
    uint64_t bytes = p->part.count > UINT64_MAX / table->coder.row_size ? UINT64_MAX : p->part.count * table->coder.row_size;
    if (reel_spend_unpacked(d->budget, bytes) != REEL_OK)
        return reel_fail_budget(d->budget, d->error, "rows", reel_offset(block));
    size_t count = (size_t)p->part.count;
    if (!count) return REEL_OK;
    p->first = p->list->count;
    void *rows = reel_row_grow(p->list, count, false);
    if (!rows) return reel_build_status(d->chunk);
    memset(rows, 0, count * table->coder.row_size);
    reel_status status =
        reel__coder_decode(&table->coder, block, rows, count, p->member, d->chunk, d->budget, &d->allocator, d->error);
    if (status == REEL_UNSUPPORTED) return report_unsupported(archive, d);
    if (status < 0) p->list->count -= count;
    return status;
}

/* The lengths of a part's rows, whose other columns nobody wants. */
static reel_status decode_lengths(archive_rows *rows, reel_decoder *d, reading_part *p)
{
    coder_table table = p->table->coder;
    if (p->part.count == 0) {
        p->member->lengths_known = true;
        return REEL_OK;
    }
    if (reel_left(&p->block) + CODER_ROLES < table.count) return bad_part(d, &p->block); /* a column has more than one byte */
    table.row_size = 0;                                                                  /* nothing is stored in its rows */
    uint8_t row = 0;
    coder_field *fields = reel__memory_new(&d->allocator, (table.count + 1) * sizeof *fields);
    if (!fields) return reel__archive_no_memory(d);
    for (size_t f = 0; f < table.count; f++) {
        fields[f] = p->table->fields[f];
        fields[f].field = NULL;
    }
    table.fields = fields;
    reel_status status = reel__coder_decode(&table, &p->block, &row, (size_t)p->part.count, p->member, d->chunk, d->budget,
                                            &d->allocator, d->error);
    reel__memory_drop(&d->allocator, fields);
    return status == REEL_UNSUPPORTED ? report_unsupported(rows, d) : status;
}

/* Rows for each byte of a block whose rows have two u64 and a clock: reel__coder_least, without looking at the other fields. */
enum { ORDERED_ROWS_MOST = 64 };

/* Reads the head of a part, and finds out whether its rows are wanted. */
static reel_status read_part(archive_rows *rows, reel_decoder *d, reel_cursor *in, bool header, reading_part *p)
{
    archive_part *part = &p->part;
    reel__part_get(in, &rows->schema, part);
    uint64_t end = reel_offset(in);
    reel_string bytes = reel__payload_get_text(in);
    if (in->failed || part->table >= rows->schema.count || part->first > UINT64_MAX - part->count) return bad_part(d, in);
    const archive_table *table = p->table = &rows->schema.tables[part->table];
    reel__outline_part(rows->outline, part);
    p->block = (reel_cursor){ .at = (const uint8_t *)bytes.data, .end = (const uint8_t *)bytes.data + bytes.size };
    p->block.end_offset = bytes.size ? reel_offset(in) : end;
    uint64_t *known = &rows->known[part->table];
    bool gaps = rows->gaps && !header;
    if (header && part->first == 0) *known = 0; /* these rows replace the earlier ones */
    if (gaps ? part->first < *known : part->first != *known) return bad_part(d, &p->block);
    uint64_t gap = part->first - *known;
    *known = part->first + part->count;
    if (part->ordered && (!table->ordered || header)) return bad_part(d, &p->block);
    bool fits = !part->ordered || part->count / ORDERED_ROWS_MOST <= reel_left(&p->block);
    if (!fits || part->count > SIZE_MAX) return bad_part(d, &p->block);
    if (!table->table || !table->readable || (part->count == 0 && !header)) return REEL_OK;
    if (!(table->table->flags & REEL_TABLE_HEADER) != !header) return bad_part(d, &p->block);
    if (header && rows->header_given) return REEL_OK; /* too late: its rows are only counted */
    p->list = reel_chunk_table(d->chunk, table->table);
    p->gap = gap;
    p->within = p->list && (header || reel__part_within(part, d->from, d->to));
    return REEL_OK;
}

/* Reads the order of the parts that have one, if it is wanted. */
static reel_status read_order(reel_decoder *d, reel_cursor *in, reading_part *parts, size_t count, coder_order *order)
{
    bool wanted = false, lengths = false;
    size_t members = 0;
    for (size_t p = 0; p < count; p++) {
        const coder_table *table = &parts[p].table->coder;
        if (!parts[p].part.ordered) continue;
        members++;
        wanted = wanted || parts[p].within;
        lengths = lengths || (parts[p].within && table->fields[table->roles[CODER_OFFSET] - 1].field);
    }
    if (!members) return reel_left(in) ? bad_part(d, in) : REEL_OK;
    if (!wanted) return REEL_OK;
    order->members = reel__arena_push(&order->memory, members * sizeof *order->members);
    if (!order->members) return reel__archive_no_memory(d);
    for (size_t p = 0; p < count; p++) {
        if (!parts[p].part.ordered) continue;
        parts[p].member = &order->members[order->count++];
        *parts[p].member =
            (coder_member){ .table = &parts[p].table->coder, .count = (size_t)parts[p].part.count, .lengths_wanted = lengths };
    }
    return reel__coder_decode_order(order, in, d->budget, d->error);
}

/* Offsets depend on the lengths of all rows. */
static void store_offsets(reading_part *parts, size_t count, coder_order *order)
{
    for (size_t m = 0; m < order->count; m++)
        if (!order->members[m].lengths_known) return;
    reel__coder_place_offsets(order);
    for (size_t p = 0; p < count; p++) {
        const coder_table *table = &parts[p].table->coder;
        const coder_field *field = parts[p].member && parts[p].within ? &table->fields[table->roles[CODER_OFFSET] - 1] : NULL;
        if (field && field->field)
            reel__series_store(field, 0, parts[p].list->data + parts[p].first * table->row_size, table->row_size,
                               parts[p].member->count, parts[p].member->values[CODER_OFFSET]);
    }
}

static reel_status decode_parts(archive_rows *rows, reel_decoder *d, reel_cursor *in, reading_part *parts, size_t count)
{
    coder_order order = { .memory.allocator = d->allocator };
    reel_status status = read_order(d, in, parts, count, &order);
    for (size_t p = 0; p < count && status == REEL_OK; p++) {
        if (parts[p].list) status = decode_part(rows, d, &parts[p]);
        if (status == REEL_OK && !parts[p].within && parts[p].member && parts[p].member->lengths_wanted)
            status = decode_lengths(rows, d, &parts[p]);
    }
    if (status == REEL_OK && order.count && order.members->lengths_wanted) store_offsets(parts, count, &order);
    reel__coder_order_free(&order);
    return status;
}

/* ---- what is said of rows ------------------------------------------------------------------------------------------- */

static bool maps(const archive_table *table, const reel_field *own)
{
    for (size_t f = 0; f < table->coder.count; f++)
        if (table->fields[f].field == own) return true;
    return false;
}

/* Whether the archive has every field of the table as this library has it, in the same order. */
static bool is_own(const archive_table *table)
{
    bool same = table->coder.count == table->table->field_count;
    for (size_t f = 0; f < table->coder.count && same; f++) same = table->fields[f].field == &table->table->fields[f];
    return same;
}

/* Whether the rows have the time axis, and what says that a row has a time. */
static bool has_time(const archive_table *table)
{
    const reel_field *time = reel_table_time(table->table);
    bool has = time && maps(table, time);
    for (size_t f = 0; f < table->table->field_count && has && time->present_mask; f++)
        if (table->table->fields[f].offset == time->present_offset) return maps(table, &table->table->fields[f]);
    return has;
}

/* A reader that wants a span goes by what a part says of its rows: it has to be true. */
static bool is_span_true(const reading_part *p, const uint8_t *rows)
{
    archive_part measured = p->part;
    if (!p->part.spans || !has_time(p->table)) return true;
    reel__part_measure(&measured, p->table->table, rows);
    return measured.spans && reel_double_bits(measured.from) == reel_double_bits(p->part.from) &&
           reel_double_bits(measured.to) == reel_double_bits(p->part.to);
}

/* Compares what parts say of their rows, and adds the bounds that an index has of them. */
static reel_status prove_part(archive_rows *rows, reel_decoder *d, const reading_part *p)
{
    archive_outline *outline = rows->outline;
    bool decoded = p->within && p->part.count && rows->extra.status == REEL_OK;
    const uint8_t *data = decoded ? p->list->data + p->first * p->table->coder.row_size : NULL;
    if (decoded && !is_span_true(p, data))
        return reel_fail(d->error, REEL_CORRUPT, "archive.rows", "rows", reel_offset(&p->block),
                         "the span of rows is not that of their times");
    if (!p->list && p->part.count && p->table->table && p->table->table->flags & REEL_TABLE_ON_REQUEST)
        reel__archive_pass_over(rows, "archive.table", "rows", reel_offset(&p->block), "rows of a table that is read on request");
    outline->bounded =
        outline->bounded && !rows->rounded && p->table->table && is_own(p->table) && (decoded || p->part.count < BOUNDS_LEAST);
    if (!outline->bounded) return REEL_OK;
    reel_memory bounds = { .allocator = d->allocator };
    bool fits = reel__part_put_bounds(&bounds, &p->part, p->table->table, data);
    if (fits) reel__outline_bounds(outline, bounds.data, bounds.size);
    reel_memory_free(&bounds);
    return fits ? REEL_OK : reel__archive_no_memory(d);
}

static reel_status prove_parts(archive_rows *rows, reel_decoder *d, const reading_part *parts, size_t count, bool header)
{
    reel_status status = REEL_OK;
    if (!rows->proves && !header) rows->outline->bounded = false;
    for (size_t p = 0; p < count && status == REEL_OK && (rows->proves || rows->outline->bounded); p++)
        status = prove_part(rows, d, &parts[p]);
    return status;
}

/* ---- records -------------------------------------------------------------------------------------------------------- */

enum { LEAST_PART = 5 };

static reel_status read_unpacked(archive_rows *rows, reel_decoder *d, reel_cursor *in, bool header)
{
    uint64_t count = reel_get_leb128(in);
    if (in->failed || !reel_count_fits(in, count, LEAST_PART)) return bad_part(d, in);
    reel__outline_entry(rows->outline, header ? RECORD_HEADER : RECORD_ROWS, rows->offset, count);
    reading_part *parts = reel__memory_new(&d->allocator, ((size_t)count + 1) * sizeof *parts);
    reel_status status = parts ? REEL_OK : reel__archive_no_memory(d);
    for (size_t p = 0; p < count && status == REEL_OK; p++) status = read_part(rows, d, in, header, &parts[p]);
    if (status == REEL_OK) status = decode_parts(rows, d, in, parts, (size_t)count);
    if (status == REEL_OK) status = prove_parts(rows, d, parts, (size_t)count, header);
    reel__memory_drop(&d->allocator, parts);
    return status;
}

/* The parts of a HEADER record are packed together. */
reel_status reel__archive_rows_read(archive_rows *rows, reel_decoder *d, reel_cursor *in, bool header)
{
    if (!header) return read_unpacked(rows, d, in, false);
    reel_memory bytes;
    reel_status status = reel__payload_get_part(in, d->budget, &d->allocator, &bytes, d->error);
    if (status < 0) return status;
    reel_cursor parts = { .at = bytes.data, .end = bytes.data + bytes.size, .end_offset = reel_offset(in) };
    status = reel_left(in) ? bad_part(d, in) : read_unpacked(rows, d, &parts, true);
    reel_memory_free(&bytes);
    return status;
}
