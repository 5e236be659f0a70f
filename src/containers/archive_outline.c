/* SPDX-License-Identifier: MIT */
#include "containers/archive_outline.h"

void reel__outline_begin(archive_outline *outline)
{
    *outline = (archive_outline){ .bounded = true };
    reel__sha256_begin(&outline->parts);
    reel__sha256_begin(&outline->bounds);
}

/* ---- the order of records ------------------------------------------------------------------------------------------- */

static bool is_allowed(const archive_outline *outline, uint8_t kind)
{
    const uint8_t last = outline->last;
    if (!last) return kind == RECORD_START;
    switch (kind) {
    case RECORD_START:
    case RECORD_NAME: return false;
    case RECORD_ROWS:
    case RECORD_HEADER:
    case RECORD_END: return !outline->ended;
    case RECORD_SIGNATURE: return last <= RECORD_END;
    case RECORD_INDEX: return outline->ended && last <= RECORD_SIGNATURE;
    case RECORD_TAIL: return last == RECORD_INDEX;
    default: return last <= RECORD_SIGNATURE;
    }
}

bool reel__outline_record(archive_outline *outline, const archive_record *record, uint64_t offset)
{
    if (!is_allowed(outline, record->kind)) return false;
    if (record->kind <= RECORD_KNOWN) outline->last = record->kind;
    if (record->kind == RECORD_INDEX) outline->index = offset;
    if (record->kind != RECORD_END) return true;
    outline->ended = true;
    outline->end = offset;
    outline->end_checksum = record->checksum;
    return true;
}

/* ---- the index ------------------------------------------------------------------------------------------------------ */

static void add_numbers(sha256 *sum, const uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[8];
        reel_store_u64le(bytes, numbers[i]);
        reel__sha256_add(sum, bytes, sizeof bytes);
    }
}

static void add_entry(sha256 *sum, uint8_t kind, uint64_t offset, uint64_t parts)
{
    const uint64_t numbers[] = { kind, offset, parts };
    add_numbers(sum, numbers, sizeof numbers / sizeof *numbers);
}

static void add_part(sha256 *sum, const archive_part *part)
{
    const uint64_t numbers[] = { part->table,
                                 part->first,
                                 part->count,
                                 (part->spans ? PART_SPAN : 0) | (part->ordered ? PART_ORDERED : 0),
                                 part->spans ? reel_double_bits(part->from) : 0,
                                 part->spans ? reel_double_bits(part->to) : 0 };
    add_numbers(sum, numbers, sizeof numbers / sizeof *numbers);
}

void reel__outline_entry(archive_outline *outline, uint8_t kind, uint64_t offset, uint64_t parts)
{
    outline->entries++;
    add_entry(&outline->parts, kind, offset, parts);
}

void reel__outline_part(archive_outline *outline, const archive_part *part) { add_part(&outline->parts, part); }

void reel__outline_bounds(archive_outline *outline, const void *bounds, size_t size)
{
    reel__sha256_add(&outline->bounds, bounds, size);
}

/* What an index says, in the same form. */
typedef struct index_sums {
    sha256 parts, bounds;
} index_sums;

enum { LEAST_ENTRY = 3, LEAST_PART = 5 };

static bool sum_part(reel_cursor *in, const archive_schema *schema, index_sums *sums)
{
    archive_part part;
    reel__part_get(in, schema, &part);
    const uint8_t *bounded = reel_take(in, 1);
    if (!bounded || *bounded > 1 || part.table >= schema->count) return false;
    const uint64_t size = *bounded ? schema->tables[part.table].bounds : 0;
    if (!reel_count_fits(in, size, 1)) return false;
    const uint8_t *bounds = reel_take(in, (size_t)size);
    add_part(&sums->parts, &part);
    reel__sha256_add(&sums->bounds, bounded, 1);
    if (size) reel__sha256_add(&sums->bounds, bounds, (size_t)size);
    return true;
}

static bool sum_entry(reel_cursor *in, const archive_schema *schema, index_sums *sums)
{
    uint8_t kind = reel_get_u8(in);
    uint64_t offset = reel_get_leb128(in), parts = reel_get_leb128(in);
    if (in->failed || !reel_count_fits(in, parts, LEAST_PART)) return false;
    add_entry(&sums->parts, kind, offset, parts);
    for (; parts; parts--)
        if (!sum_part(in, schema, sums)) return false;
    return true;
}

static bool equal_sums(sha256 a, sha256 b)
{
    uint8_t x[SHA256_SIZE], y[SHA256_SIZE];
    reel__sha256_end(&a, x);
    reel__sha256_end(&b, y);
    return memcmp(x, y, SHA256_SIZE) == 0;
}

static bool says_the_same(const archive_outline *outline, reel_cursor *in, const archive_schema *schema)
{
    index_sums sums;
    uint64_t entries = reel_get_leb128(in);
    if (in->failed || entries != outline->entries || !reel_count_fits(in, entries, LEAST_ENTRY)) return false;
    reel__sha256_begin(&sums.parts);
    reel__sha256_begin(&sums.bounds);
    for (; entries; entries--)
        if (!sum_entry(in, schema, &sums)) return false;
    return !reel_left(in) && equal_sums(sums.parts, outline->parts) &&
           (!outline->bounded || equal_sums(sums.bounds, outline->bounds));
}

static reel_status wrong_index(uint64_t offset, reel_error *error)
{
    return reel_fail(error, REEL_CORRUPT, "archive.index", "index", offset,
                     "the index of the archive does not match its records");
}

reel_status reel__outline_check_index(archive_outline *outline, reel_cursor *in, const archive_schema *schema,
                                      reel_budget *budget, const reel_allocator *allocator, uint64_t offset, reel_error *error)
{
    reel_memory bytes;
    for (size_t t = 0; t < schema->count; t++)
        if (!schema->tables[t].readable) return REEL_END;
    bool same = reel_get_leb128(in) == outline->end;
    same &= reel_get_u64le(in) == outline->end_checksum;
    reel_status status = reel__payload_get_part(in, budget, allocator, &bytes, error);
    if (status < 0) return status;
    reel_cursor entries = { .at = bytes.data, .end = bytes.data + bytes.size, .end_offset = bytes.size };
    same = same && !reel_left(in) && says_the_same(outline, &entries, schema);
    reel_memory_free(&bytes);
    return same ? REEL_OK : wrong_index(offset, error);
}

reel_status reel__outline_check_tail(archive_outline *outline, reel_cursor *in, uint64_t distance, uint64_t offset,
                                     reel_error *error)
{
    outline->indexed = reel_left(in) == 8 && reel_get_u64le(in) == distance;
    return outline->indexed ? REEL_OK : wrong_index(offset, error);
}
