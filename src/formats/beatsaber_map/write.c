/* SPDX-License-Identifier: MIT
 * Writes a map: the file as it was if its rows did not change, else the file with what changed; rows without a file as a new one. */
#include "core/kept.h"
#include "core/rows.h"
#include "formats/beatsaber_map/level.h"
#include "formats/beatsaber_map/package.h"
#include "formats/beatsaber_map/writer.h"

static const beatsaber_map_original *original_of(const reel_chunk *rows)
{
    size_t count;
    const beatsaber_map_original *row = reel_chunk_rows(rows, &beatsaber_map_originals, &count);
    return count == 1 ? row : NULL;
}

static reel_status fail_count(reel_error *error, const char *rule, const char *table, size_t row, const char *why)
{
    return reel_fail(error, REEL_ARGUMENT, rule, table, 0, "row %zu of %s: %s", row, table, why);
}

/* A file of a difficulty does not say what it is called. */
static reel_status check_lone(const reel_encoder *e, const reel_chunk *staged)
{
    size_t count;
    const beatsaber_map_difficulty *row = reel_chunk_rows(staged, &beatsaber_map_difficulties, &count);
    if (count != 1)
        return reel_fail(e->error, REEL_ARGUMENT, "beatsaber-map.difficulties", "difficulties", 0,
                         "a file of a difficulty has one row of difficulties, not %zu", count);
    beatsaber_map_difficulty only = { .version = row->version };
    if (!reel__rows_are_equal(&beatsaber_map_difficulties, row, &only, 1))
        return fail_count(e->error, "beatsaber-map.info", "difficulties", 0, "Info.dat says that, which is another file");
    reel_chunk_rows(staged, &beatsaber_map_infos, &count);
    if (count) return fail_count(e->error, "beatsaber-map.info", "info", 0, "Info.dat says that, which is another file");
    for (size_t i = 0; i < MAP_LISTS; i++) {
        const reel_table *table = reel__bsmap_lists[i];
        const uint8_t *rows = reel_chunk_rows(staged, table, &count);
        for (size_t k = 0; k < count; k++)
            if (*reel__bsmap_difficulty(table, (void *)(uintptr_t)(rows + k * table->row_size)))
                return fail_count(e->error, "beatsaber-map.difficulty", table->name, k, "its difficulty has no row");
    }
    return REEL_OK;
}

static reel_status write_lone(reel_encoder *e, const reel_chunk *staged, reel_bytes original)
{
    size_t count;
    reel_memory made = { .allocator = e->allocator };
    reel_status status = check_lone(e, staged);
    if (status != REEL_OK) return status;
    const beatsaber_map_difficulty *difficulty = reel_chunk_rows(staged, &beatsaber_map_difficulties, &count);
    map_file_writing job = { .encoder = e, .staged = staged, .original = original, .version = difficulty->version };
    for (size_t i = 0; i < MAP_LISTS; i++) job.rows[i] = reel_chunk_rows(staged, reel__bsmap_lists[i], &job.counts[i]);
    unsigned form;
    status = reel__bsmap_write_file(&job, &made, &form);
    if (status == REEL_OK) {
        reel_put(e->out, made.data, made.size);
        status = e->out->status;
    }
    reel_memory_free(&made);
    return status;
}

/* An Info.dat without its zip is kept as it was: rows that were copied without the checksum of the original are compared with its own. */
static reel_status write_lone_info(reel_encoder *e, const reel_chunk *staged, reel_bytes original)
{
    reel_error error;
    reel_chunk *old = reel__chunk_new(reel__bsmap_tables, NULL, UINT64_MAX, &e->allocator);
    if (!old) return reel__memory_fail(e->error);
    reel_decoder decoder = { .chunk = old, .allocator = e->allocator, .error = &error };
    decoder.limits.nesting = PULL_MOST_DEPTH;
    decoder.in = (reel_cursor){ .at = original.data, .end = original.data + original.size, .end_offset = original.size };
    const reel_status status = reel__bsmap_read_lone_info(&decoder);
    const bool full = status == REEL_MEMORY || reel_build_status(old) == REEL_MEMORY;
    const bool same = status == REEL_OK && reel__kept_sum(old, reel__bsmap_tables, NULL, original) ==
                                               reel__kept_sum(staged, reel__bsmap_tables, NULL, original);
    reel__chunk_free(old);
    if (full) return reel__memory_fail(e->error);
    if (!same)
        return reel_fail(e->error, REEL_ARGUMENT, "beatsaber-map.info", "info", 0,
                         "rows of info and difficulties cannot be changed");
    reel_put(e->out, original.data, original.size);
    return e->out->status;
}

reel_status reel__bsmap_finish(reel_encoder *e, const reel_chunk *staged)
{
    const beatsaber_map_original *row = original_of(staged);
    const reel_bytes original = row ? row->bytes : (reel_bytes){ NULL, 0 };
    if (row && row->rows && row->rows == reel__kept_sum(staged, reel__bsmap_tables, NULL, row->bytes)) {
        reel_put(e->out, original.data, original.size);
        return e->out->status;
    }
    if (reel__package_begins(original.data, original.size)) return reel__bsmap_write_level(e, staged, original);
    if (original.size && reel__bsmap_is_info(original.data, original.size)) return write_lone_info(e, staged, original);
    return write_lone(e, staged, original);
}
