/* SPDX-License-Identifier: MIT
 * Writes a level with changed rows: the files of difficulties that changed are stored in the zip, everything else stays as it is. */
#include "codec/pack/zlib.h"
#include "core/memory.h"
#include "core/rank.h"
#include "core/rows.h"
#include "formats/beatsaber_map/level.h"
#include "formats/beatsaber_map/writer.h"

/* Offsets in a local header (APPNOTE 4.3.7), in an entry of the directory (4.3.12) and in the record at the end (4.3.16). */
enum { LOCAL_FLAGS = 6, LOCAL_METHOD = 8, LOCAL_CHECKSUM = 14, LOCAL_EXTRA = 28 };
enum { LISTED_FLAGS = 8, LISTED_METHOD = 10, LISTED_CHECKSUM = 16, LISTED_OFFSET = 42, LISTED_SIZE = 46 };
enum { END_OFFSET = 16, END_SIZE = 22 };
enum { SIZES_FOLLOW = 8 };

typedef struct level_writing {
    reel_encoder *e;
    const reel_chunk *staged;
    reel_decoder decoder;
    reel_error error;
    reel_chunk *old;
    package package;
    reel_memory *made; /* one an entry: its new text; no data: it stays */
    uint64_t *offsets; /* where the entries are now */
    map_level level;
} level_writing;

static reel_status refuse(const level_writing *w, const char *rule, const char *table, const char *why)
{
    return reel_fail(w->e->error, REEL_ARGUMENT, rule, table, 0, "the level cannot be written: %s", why);
}

/* ---- what changed ------------------------------------------------------------------------------------------------- */

static bool same_rows(const level_writing *w, const reel_table *table)
{
    size_t count, old_count;
    const void *now = reel_chunk_rows(w->staged, table, &count), *old = reel_chunk_rows(w->old, table, &old_count);
    return count == old_count && reel__rows_are_equal(table, old, now, count);
}

/* The rows of a difficulty, which follow those of the difficulties before it. */
static const uint8_t *rows_of(const reel_chunk *chunk, const reel_table *table, size_t difficulty, size_t *count)
{
    size_t all, first = 0, end;
    const uint8_t *rows = reel_chunk_rows(chunk, table, &all);
    while (first < all && *reel__bsmap_difficulty(table, (void *)(uintptr_t)(rows + first * table->row_size)) < difficulty)
        first++;
    end = first;
    while (end < all && *reel__bsmap_difficulty(table, (void *)(uintptr_t)(rows + end * table->row_size)) == difficulty) end++;
    *count = end - first;
    return *count ? rows + first * table->row_size : NULL;
}

/* Rows of one difficulty stand together, in the order of difficulties. */
static reel_status check_order(const level_writing *w, size_t difficulties)
{
    for (size_t t = 0; t < MAP_LISTS; t++) {
        const reel_table *table = reel__bsmap_lists[t];
        size_t count;
        const uint8_t *rows = reel_chunk_rows(w->staged, table, &count);
        uint32_t last = 0;
        for (size_t i = 0; i < count; i++) {
            const uint32_t difficulty = *reel__bsmap_difficulty(table, (void *)(uintptr_t)(rows + i * table->row_size));
            if (difficulty < last || difficulty >= difficulties)
                return reel_fail(w->e->error, REEL_ARGUMENT, "beatsaber-map.difficulty", table->name, 0,
                                 "row %zu of %s is not among those of its difficulty, or that has no row", i, table->name);
            last = difficulty;
        }
    }
    return REEL_OK;
}

static bool is_light(const reel_table *table)
{
    return table == &beatsaber_map_lights || table == &beatsaber_map_light_boxes || table == &beatsaber_map_light_events;
}

/* Whether rows of lights, or of other tables, changed. */
static bool rows_changed(const level_writing *w, size_t difficulty, bool lights)
{
    for (size_t t = 0; t < MAP_LISTS; t++) {
        const reel_table *table = reel__bsmap_lists[t];
        size_t count, old_count;
        if (is_light(table) != lights) continue;
        const uint8_t *now = rows_of(w->staged, table, difficulty, &count), *old = rows_of(w->old, table, difficulty, &old_count);
        if (count != old_count || !reel__rows_are_equal(table, old, now, count)) return true;
    }
    return false;
}

/* A file that could not be read to its end is made anew of its rows. */
static bool is_cut(const level_writing *w, size_t difficulty)
{
    size_t all;
    const beatsaber_map_difficulty *row = reel_chunk_rows(w->old, &beatsaber_map_difficulties, &all);
    row += difficulty;
    return !(row->present & BEATSABER_MAP_HAS_COUNTS) && reel__package_find(&w->package, row->map_file);
}

/* ---- a difficulty ------------------------------------------------------------------------------------------------- */

static reel_status make_file(level_writing *w, size_t number, const beatsaber_map_difficulty *difficulty, map_share part,
                             unsigned *form)
{
    const reel_string name = part == MAP_LIGHTS ? difficulty->lights : difficulty->map_file;
    const package_entry *entry = reel__package_find(&w->package, name);
    package_file file;
    const char *why;
    if (!entry) return refuse(w, "beatsaber-map.no-file", "difficulties", "a difficulty with rows has no file");
    reel_memory *made = &w->made[entry - w->package.entries];
    if (made->data)
        return refuse(w, "beatsaber-map.shared-file", "difficulties", "two difficulties with changed rows have one file");
    made->allocator = w->e->allocator;
    reel_status status = reel__package_read(&w->package, entry, NULL, &file, &why);
    map_file_writing job = { .encoder = w->e,
                             .staged = w->staged,
                             .difficulty = (uint32_t)number,
                             .part = part,
                             .version = part == MAP_LIGHTS ? (reel_string){ "", 0 } : difficulty->version };
    job.original = (reel_bytes){ file.text, file.text_size };
    for (size_t t = 0; t < MAP_LISTS; t++) job.rows[t] = rows_of(w->staged, reel__bsmap_lists[t], number, &job.counts[t]);
    status = status == REEL_MEMORY ? reel__memory_fail(w->e->error) : reel__bsmap_write_file(&job, made, form);
    reel__package_file_free(&file);
    return status;
}

/* Lights of version 4 are in a file that other difficulties may have, too. */
static reel_status make_lights(level_writing *w, size_t number, const beatsaber_map_difficulty *rows, size_t count)
{
    const package_entry *entry = reel__package_find(&w->package, rows[number].lights);
    unsigned form;
    for (size_t i = 0; i < count; i++)
        if (entry && i != number && reel__package_find(&w->package, rows[i].lights) == entry)
            return refuse(w, "beatsaber-map.shared-file", "difficulties", "two difficulties have one file of lights");
    return make_file(w, number, &rows[number], MAP_LIGHTS, &form);
}

static reel_status make_difficulty(level_writing *w, size_t number, const beatsaber_map_difficulty *rows, size_t count)
{
    const bool lights = rows_changed(w, number, true), others = rows_changed(w, number, false) || is_cut(w, number);
    unsigned form;
    if (!lights && !others) return REEL_OK;
    const reel_status status = make_file(w, number, &rows[number], w->level.version4 ? MAP_PLAYED : MAP_WHOLE_FILE, &form);
    if (status != REEL_OK || !w->level.version4 || form != 4 || !lights) return status;
    if (!others) reel_memory_free(&w->made[reel__package_find(&w->package, rows[number].map_file) - w->package.entries]);
    return make_lights(w, number, rows, count);
}

static reel_status make_files(level_writing *w)
{
    size_t count;
    const beatsaber_map_difficulty *rows = reel_chunk_rows(w->staged, &beatsaber_map_difficulties, &count);
    reel_status status = check_order(w, count);
    for (size_t i = 0; i < count && status == REEL_OK; i++) status = make_difficulty(w, i, rows, count);
    return status;
}

/* ---- the zip ------------------------------------------------------------------------------------------------------ */

static void store16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* Flags, method, checksum and sizes of a stored file; `flags` is where they begin, `checksum` where these do. */
static void state_stored(uint8_t *flags, uint8_t *checksum, const reel_memory *made)
{
    store16(flags, reel_load_u16le(flags) & ~(unsigned)SIZES_FOLLOW);
    store16(flags + 2, 0);
    reel_store_u32le(checksum, reel__zlib_crc32(made->data, made->size));
    reel_store_u32le(checksum + 4, (uint32_t)made->size);
    reel_store_u32le(checksum + 8, (uint32_t)made->size);
}

static void put_entry(level_writing *w, size_t number, uint64_t end)
{
    const package_entry *entry = &w->package.entries[number];
    const reel_memory *made = &w->made[number];
    const uint8_t *from = w->package.data + entry->offset;
    uint8_t header[ZIP_HEADER];
    w->offsets[number] = reel_put_offset(w->e->out);
    if (!made->data) {
        reel_put(w->e->out, from, (size_t)(end - entry->offset));
        return;
    }
    memcpy(header, from, sizeof header);
    state_stored(header + LOCAL_FLAGS, header + LOCAL_CHECKSUM, made);
    store16(header + LOCAL_EXTRA, 0);
    reel_put(w->e->out, header, sizeof header);
    reel_put(w->e->out, from + ZIP_HEADER, reel_load_u16le(from + 26));
    reel_put(w->e->out, made->data, made->size);
}

static bool comes_before(const void *items, size_t a, size_t b)
{
    const package_entry *entries = items;
    return entries[a].offset < entries[b].offset;
}

/* Where the bytes of an entry end, with what follows them. */
static uint64_t end_of(const package *p, const size_t *order, size_t i)
{
    return i + 1 < p->count ? p->entries[order[i + 1]].offset : p->tail.directory;
}

/* Whether no entry has bytes of another one: a new file would take them away. */
static bool are_apart(const package *p, const size_t *order)
{
    for (size_t i = 0; i < p->count; i++) {
        const package_entry *entry = &p->entries[order[i]];
        if ((uint64_t)(entry->packed - p->data) + entry->packed_size > end_of(p, order, i)) return false;
    }
    return true;
}

static reel_status put_entries(level_writing *w)
{
    const package *p = &w->package;
    size_t *order;
    reel_status status = reel__rank_items(p->entries, p->count, comes_before, &w->e->allocator, NULL, &order);
    if (status != REEL_OK) return reel__memory_fail(w->e->error);
    if (!are_apart(p, order)) status = refuse(w, "beatsaber-map.zip", "original", "entries of its zip have bytes in common");
    if (status == REEL_OK) reel_put(w->e->out, p->data, (size_t)p->entries[order[0]].offset);
    for (size_t i = 0; i < p->count && status == REEL_OK; i++) put_entry(w, order[i], end_of(p, order, i));
    reel__memory_drop(&w->e->allocator, order);
    return status;
}

static void put_directory(level_writing *w)
{
    const package *p = &w->package;
    const uint64_t begins = reel_put_offset(w->e->out);
    zip_walk walk = { p->data, (size_t)(p->tail.directory + p->tail.directory_size), (size_t)p->tail.directory };
    zip_listed listed;
    for (size_t i = 0; reel__zip_next(&walk, &listed); i++) {
        uint8_t record[LISTED_SIZE];
        memcpy(record, p->data + listed.at, sizeof record);
        if (w->made[i].data) state_stored(record + LISTED_FLAGS, record + LISTED_CHECKSUM, &w->made[i]);
        reel_store_u32le(record + LISTED_OFFSET, (uint32_t)w->offsets[i]);
        reel_put(w->e->out, record, sizeof record);
        reel_put(w->e->out, p->data + listed.at + LISTED_SIZE, walk.at - (size_t)listed.at - LISTED_SIZE);
    }
    reel_put(w->e->out, p->data + walk.at, (size_t)p->tail.at - walk.at);
    uint8_t end[END_SIZE];
    memcpy(end, p->data + p->tail.at, sizeof end);
    reel_store_u32le(end + END_OFFSET, (uint32_t)begins);
    reel_put(w->e->out, end, sizeof end);
    reel_put(w->e->out, p->data + p->tail.at + END_SIZE, p->size - (size_t)p->tail.at - END_SIZE);
}

/* The zip must be one that can be put together again: of the usual kind, and with nothing lost. */
static reel_status check_package(level_writing *w)
{
    const package *p = &w->package;
    uint64_t size = p->size;
    for (size_t i = 0; i < p->count; i++) size += w->made[i].size;
    const bool usual = p->whole && !p->lost && p->count && p->count == p->tail.entries && size < UINT32_MAX &&
                       p->tail.directory + p->tail.directory_size == p->tail.at;
    bool apart = true;
    for (size_t i = 0; i < p->count; i++) apart &= p->entries[i].offset < p->tail.directory;
    return usual && apart ? REEL_OK : refuse(w, "beatsaber-map.zip", "original", "its zip is damaged, or of an unusual kind");
}

static reel_status write_level(level_writing *w)
{
    reel_status status = check_package(w);
    if (status == REEL_OK && w->level.beyond)
        status = refuse(w, "beatsaber-map.zip", "original", "a file is damaged that has no rows, such as Info.dat");
    if (status == REEL_OK && (!same_rows(w, &beatsaber_map_infos) || !same_rows(w, &beatsaber_map_difficulties)))
        status = refuse(w, "beatsaber-map.info", "info", "rows of info and difficulties cannot be changed");
    if (status == REEL_OK) status = make_files(w);
    if (status == REEL_OK) status = check_package(w);
    if (status == REEL_OK) status = put_entries(w);
    if (status != REEL_OK) return status;
    put_directory(w);
    return w->e->out->status;
}

static reel_status read_old(level_writing *w, reel_bytes original)
{
    const uint8_t *bytes = original.data;
    w->old = reel__chunk_new(reel__bsmap_tables, NULL, UINT64_MAX, &w->e->allocator);
    if (!w->old) return REEL_MEMORY;
    w->decoder = (reel_decoder){ .chunk = w->old, .allocator = w->e->allocator, .error = &w->error };
    w->decoder.limits.nesting = PULL_MOST_DEPTH;
    w->decoder.in = (reel_cursor){ .at = bytes, .end = bytes + original.size, .end_offset = original.size };
    if (reel__bsmap_read_level(&w->decoder, &w->level) == REEL_MEMORY) return REEL_MEMORY;
    if (reel__package_open(&w->package, bytes, original.size, &w->e->allocator, NULL) != REEL_OK) return REEL_MEMORY;
    reel__package_info(&w->package);
    w->made = reel__memory_new(&w->e->allocator, (w->package.count + 1) * sizeof *w->made);
    w->offsets = reel__memory_new(&w->e->allocator, (w->package.count + 1) * sizeof *w->offsets);
    return w->made && w->offsets ? REEL_OK : REEL_MEMORY;
}

reel_status reel__bsmap_write_level(reel_encoder *e, const reel_chunk *staged, reel_bytes original)
{
    level_writing w = { .e = e, .staged = staged };
    reel_status status = read_old(&w, original);
    status = status == REEL_OK ? write_level(&w) : reel__memory_fail(e->error);
    for (size_t i = 0; w.made && i < w.package.count; i++)
        if (w.made[i].data) reel_memory_free(&w.made[i]);
    reel__memory_drop(&e->allocator, w.made);
    reel__memory_drop(&e->allocator, w.offsets);
    reel__package_close(&w.package);
    reel__chunk_free(w.old);
    return status;
}
