/* SPDX-License-Identifier: MIT
 * The extension block of .dat ("SSX1"): entries with an id, a version and a length. Entries of a known layout become rows of their own
 * table; others become bytes. */
#include "core/rows.h"
#include "formats/scoresaber/layout.h"

enum { KNOWN_VERSION = 1, PAUSE_BYTES = 28, WALL_BYTES = 36 };

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Each reader adds the rows of an entry, or returns false and adds none. Without a decoder it only checks. *any: the entry has rows. */
static bool read_single(reel_decoder *d, reel_cursor in, const reel_table *table, bool *any)
{
    union {
        scoresaber_play_settings settings;
        scoresaber_controller_offsets offsets;
    } row;
    memset(&row, 0, sizeof row);
    reel__dat_get_record(&in, table, &row);
    if (in.failed || reel_left(&in)) return false;
    *any = true;
    reel_row_list *list = d ? reel_chunk_table(d->chunk, table) : NULL;
    uint8_t *stored = list ? reel_row_add(list) : NULL;
    if (stored) memcpy(stored, &row, table->row_size);
    for (size_t f = 0; stored && f < table->field_count; f++) {
        if (table->fields[f].type != REEL_STRING) continue;
        reel_bytes text = text_value(stored + table->fields[f].offset);
        text = reel_chunk_bytes(d->chunk, text.data, text.size);
        memcpy(stored + table->fields[f].offset, &text, sizeof text);
    }
    return true;
}

/* Reads a count. Returns false unless that many records fill the rest of the entry. */
static bool read_count(reel_cursor *in, size_t bytes, uint32_t *count)
{
    *count = reel_get_u32le(in);
    return !in->failed && *count <= INT32_MAX && reel_left(in) == (uint64_t)*count * bytes;
}

static bool read_pauses(reel_decoder *d, reel_cursor in, const reel_table *table, bool *any)
{
    uint32_t count;
    if (!read_count(&in, PAUSE_BYTES, &count)) return false;
    *any = count > 0;
    reel_row_list *list = d ? reel_chunk_table(d->chunk, table) : NULL;
    scoresaber_pause *rows = list && count ? reel_row_grow(list, count, true) : NULL;
    if (rows) memset(rows, 0, count * sizeof *rows);
    for (size_t i = 0; rows && i < count; i++) reel__dat_get_record(&in, table, &rows[i]);
    return true;
}

_Static_assert(sizeof(scoresaber_wall) == WALL_BYTES && offsetof(scoresaber_wall, line) == 20,
               "a wall in memory has the layout of the file");

static bool read_walls(reel_decoder *d, reel_cursor in, const reel_table *table, bool *any)
{
    uint32_t count;
    if (!read_count(&in, WALL_BYTES, &count)) return false;
    *any = count > 0;
    reel_row_list *list = d ? reel_chunk_table(d->chunk, table) : NULL;
    void *rows = list && count ? reel_row_grow(list, count, true) : NULL;
    if (rows) dat_copy_words(rows, in.at, (size_t)count * WALL_BYTES);
    return true;
}

static const struct {
    const char *id;
    const reel_table *table;
    bool (*read)(reel_decoder *, reel_cursor, const reel_table *, bool *);
    bool list; /* one entry has all rows; otherwise it has one row */
} known[] = {
    { EXTENSION_SETTINGS, &scoresaber_play_settings_rows, read_single, false },
    { EXTENSION_PAUSES, &scoresaber_pauses, read_pauses, true },
    { EXTENSION_WALLS, &scoresaber_walls, read_walls, true },
    { EXTENSION_OFFSETS, &scoresaber_offsets, read_single, false },
};
enum { KNOWN = sizeof known / sizeof *known };

/* The index in `known` of an id and version, or KNOWN. */
static size_t known_entry(reel_string id, int32_t version)
{
    size_t i = version == KNOWN_VERSION ? 0 : KNOWN;
    while (i < KNOWN && (id.size != strlen(known[i].id) || memcmp(id.data, known[i].id, id.size) != 0)) i++;
    return i;
}

bool reel__dat_is_foreign_block(const uint8_t *bytes, size_t size)
{
    if (size < 8) return false;
    return reel_load_u32le(bytes) != DAT_EXTENSION_MAGIC || reel_load_u32le(bytes + 4) != DAT_EXTENSION_VERSION;
}

typedef struct entry {
    const uint8_t *id;
    size_t id_size;
    int32_t version;
    reel_cursor payload;
} entry;

static void store_entry(reel_decoder *d, const entry *e)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &scoresaber_extensions);
    scoresaber_extension *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->id = reel_chunk_string(d->chunk, e->id, e->id_size);
    row->layout_version = e->version;
    row->payload = reel_chunk_bytes(d->chunk, e->payload.at, reel_left(&e->payload));
}

/* Whether an entry of known layout has no rows: it is kept as bytes, since rows would not show that it was there. */
static bool is_empty_list(size_t i, reel_cursor payload)
{
    bool any = false;
    return known[i].read(NULL, payload, known[i].table, &any) && !any;
}

/* Returns true if the entry was stored in a table of its own. */
static bool read_known_entry(reel_decoder *d, const entry *e, unsigned *seen)
{
    bool any = false;
    size_t i = known_entry((reel_string){ (const char *)e->id, e->id_size }, e->version);
    if (i == KNOWN) return false;
    uint64_t offset = reel_offset(&e->payload), length = reel_left(&e->payload);
    if (is_empty_list(i, e->payload)) return false;
    if (*seen >> i & 1) {
        reel__scoresaber_warn(d, "scoresaber.extension-repeated", "extensions", offset, length, 1,
                              "duplicate extension: kept as bytes");
        return false;
    }
    if (!known[i].read(d, e->payload, known[i].table, &any)) {
        reel__scoresaber_warn(d, "scoresaber.extension-layout", "extensions", offset, length, 1,
                              "the extension does not match the layout of its version: kept as bytes");
        return false;
    }
    *seen |= 1u << i;
    return true;
}

static bool read_entry(reel_cursor *in, entry *e)
{
    e->id_size = reel_get_u32le(in);
    e->id = reel_take(in, e->id_size);
    e->version = reel_get_i32le(in);
    uint32_t length = reel_get_u32le(in);
    const uint8_t *payload = reel_take(in, length);
    if (in->failed) return false;
    e->payload = (reel_cursor){ .at = payload, .end = payload + length, .end_offset = reel_offset(in) };
    return true;
}

/* Reserves exactly the rows needed: entries are the smallest records of the format compared with their rows. */
static bool reserve_entries(reel_decoder *d, reel_cursor in, int32_t count)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &scoresaber_extensions);
    entry e;
    size_t whole = 0;
    for (int32_t n = 0; list && n < count && read_entry(&in, &e); n++) {
        const size_t i = known_entry((reel_string){ (const char *)e.id, e.id_size }, e.version);
        whole += i == KNOWN || is_empty_list(i, e.payload);
    }
    if (!whole) return true;
    if (!reel_row_grow(list, whole, true)) return false;
    list->count -= whole;
    return true;
}

reel_status reel__dat_read_extensions(reel_decoder *d, reel_cursor in)
{
    uint64_t start = reel_offset(&in);
    size_t size = reel_left(&in);
    uint32_t magic = reel_get_u32le(&in);
    int32_t version = reel_get_i32le(&in);
    if (!in.failed && (magic != DAT_EXTENSION_MAGIC || version != DAT_EXTENSION_VERSION)) {
        reel__scoresaber_warn(d, "scoresaber.extension-block", "extensions", start, size, 1,
                              "the block at the end is not of version 1: readers ignore it");
        reel__dat_store_gap(d, SCORESABER_AFTER_EXTENSIONS, in.at - 8, size);
        return REEL_OK;
    }
    int32_t count = reel_get_i32le(&in);
    unsigned seen = 0;
    int32_t i = 0;
    if (!in.failed && !reserve_entries(d, in, count)) return reel_build_status(d->chunk);
    for (; i < count && !in.failed && reel_build_status(d->chunk) == REEL_OK; i++) {
        entry e;
        uint64_t entry_start = reel_offset(&in);
        if (!read_entry(&in, &e))
            return reel_fail(d->error, REEL_CORRUPT, "scoresaber.extension", "extensions", entry_start,
                             "extension %d of %d does not fit into the block", i + 1, count);
        if (!read_known_entry(d, &e, &seen)) store_entry(d, &e);
    }
    if (reel_build_status(d->chunk) != REEL_OK) return reel_build_status(d->chunk);
    if (in.failed || count < 0)
        return reel_fail(d->error, REEL_CORRUPT, "scoresaber.extension", "extensions", start,
                         "the block at the end is truncated, or has an invalid count: %d extensions", count);
    if (!reel_left(&in) && !count) reel__dat_store_gap(d, SCORESABER_AFTER_EXTENSIONS, in.at, 0);
    if (!reel_left(&in)) return REEL_OK;
    reel__scoresaber_warn(d, "scoresaber.gap", "extensions", reel_offset(&in), reel_left(&in), 1,
                          "unused bytes after the last extension");
    reel__dat_store_gap(d, SCORESABER_AFTER_EXTENSIONS, in.at, reel_left(&in));
    return REEL_OK;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Writes the head of an entry. end_entry fills in the length. */
static size_t begin_entry(dat_payload *to, reel_string id, int32_t version)
{
    reel__dat_put_string(to, id);
    reel__dat_put_i32(to, version);
    reel__dat_put_i32(to, 0);
    return to->bytes.size;
}

static void end_entry(dat_payload *to, size_t begun)
{
    if (!to->no_memory) reel_store_u32le(to->bytes.data + begun - 4, (uint32_t)(to->bytes.size - begun));
}

static size_t rows_in(const reel_chunk *rows, const reel_table *table)
{
    size_t count;
    reel_chunk_rows(rows, table, &count);
    return count;
}

/* A list is one entry; settings and offsets are one entry per row. */
static size_t entry_count(const reel_chunk *rows, size_t table)
{
    size_t count = rows_in(rows, known[table].table);
    return known[table].list && count ? 1 : count;
}

static size_t total_entries(const reel_chunk *rows)
{
    size_t count = rows_in(rows, &scoresaber_extensions);
    for (size_t i = 0; i < KNOWN; i++) count += entry_count(rows, i);
    return count;
}

bool reel__dat_reads_as_rows(const reel_chunk *rows, const scoresaber_extension *extension, const reel_table **table)
{
    bool any = false;
    const size_t t = known_entry(extension->id, extension->layout_version);
    const reel_bytes *payload = &extension->payload;
    reel_cursor in = { .end_offset = payload->size };
    if (payload->size) in.at = payload->data, in.end = payload->data + payload->size;
    if (t == KNOWN || rows_in(rows, known[t].table) || !known[t].read(NULL, in, known[t].table, &any) || !any) return false;
    *table = known[t].table;
    return true;
}

/* Settings and offsets have at most one row, because a second entry would be read as bytes. For the same reason, bytes may only have the
 * layout of a known entry if that table has rows already. */
reel_status reel__dat_check_extensions(const reel_chunk *rows, reel_error *error)
{
    size_t count;
    for (size_t t = 0; t < KNOWN; t++)
        if (entry_count(rows, t) > 1)
            return reel_fail(error, REEL_ARGUMENT, "scoresaber.too-many-rows", "extensions", 0,
                             "more than one row of %s; a file has only one", known[t].table->name);
    const scoresaber_extension *others = reel_chunk_rows(rows, &scoresaber_extensions, &count);
    for (size_t i = 0; i < count; i++) {
        const reel_table *table;
        if (!reel__dat_reads_as_rows(rows, &others[i], &table)) continue;
        return reel_fail(error, REEL_ARGUMENT, "scoresaber.extension-known", "extensions", 0,
                         "extension %zu would be read as rows of %s: add rows to that table instead", i, table->name);
    }
    return REEL_OK;
}

bool reel__dat_has_extensions(const reel_chunk *rows) { return total_entries(rows) != 0; }

void reel__dat_put_extensions(dat_payload *to, const reel_chunk *rows)
{
    reel__dat_put_i32(to, DAT_EXTENSION_MAGIC);
    reel__dat_put_i32(to, DAT_EXTENSION_VERSION);
    reel__dat_put_i32(to, (int32_t)total_entries(rows));
    for (size_t t = 0; t < KNOWN; t++) {
        size_t count;
        const uint8_t *first = reel_chunk_rows(rows, known[t].table, &count);
        for (size_t i = 0; i < entry_count(rows, t); i++) {
            size_t begun = begin_entry(to, (reel_string){ known[t].id, strlen(known[t].id) }, KNOWN_VERSION);
            size_t end = known[t].list ? count : i + 1;
            if (known[t].list) reel__dat_put_i32(to, (int32_t)count);
            for (size_t row = i; row < end; row++)
                reel__dat_put_record(to, known[t].table, first + row * known[t].table->row_size);
            end_entry(to, begun);
        }
    }
    size_t count;
    const scoresaber_extension *others = reel_chunk_rows(rows, &scoresaber_extensions, &count);
    for (size_t i = 0; i < count; i++) {
        size_t begun = begin_entry(to, others[i].id, others[i].layout_version);
        reel__dat_put(to, others[i].payload.data, others[i].payload.size);
        end_entry(to, begun);
    }
}
