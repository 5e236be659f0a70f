/* SPDX-License-Identifier: MIT
 * reel_content_hash and reel_source_hash. */
#include "jobs/content_hash.h"

#include "codec/sha256.h"
#include "core/reader.h"

_Static_assert((int)REEL_HASH_SIZE == (int)BLAKE3_OUT_LEN, "a content hash is one of BLAKE3");
_Static_assert((int)REEL_HASH_SIZE == (int)SHA256_SIZE, "the hash of a file is one of SHA-256");

/* Rows packed at a time, and bytes hashed at a time: BLAKE3 is fastest with long pieces. */
enum { ROWS = 64, PACKED = 1 << 15, PLAIN = 1 << 18 };

/* Fields that are not content. */
static const uint32_t skipped = REEL_FIELD_DERIVED | REEL_FIELD_PERSONAL | PACKING_ABSENT;

static bool is_content(const reel_table *table)
{
    return !(table->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT | REEL_TABLE_ON_REQUEST));
}

static const reel_field *group_of(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_GROUP) return &table->fields[i];
    return NULL;
}

bool reel__content_begin(content_hash *content, const reel_format *format, const reel_allocator *allocator)
{
    size_t count = 0;
    while (format->tables[count]) count++;
    *content = (content_hash){ .format = format,
                               .tables = reel__memory_new(allocator, count * sizeof *content->tables),
                               .packed.allocator = *allocator };
    if (!content->tables) return false;
    for (const reel_table *const *table = format->tables; *table; table++) {
        if (!is_content(*table)) continue;
        content_table *own = &content->tables[content->count++];
        own->table = *table;
        own->group = group_of(*table);
        blake3_hasher_init(&own->sums[0]);
        blake3_hasher_init(&own->sums[1]);
    }
    return true;
}

static size_t group_at(const content_table *table, const uint8_t *row) { return table->group && row[table->group->offset] != 0; }

/* Number of the first rows, at most `count` of them, that are in one group. */
static size_t run_of(const content_table *table, const uint8_t *rows, size_t count)
{
    size_t run = 1, group = group_at(table, rows);
    if (!table->group) return count;
    while (run < count && group_at(table, rows + run * table->table->row_size) == group) run++;
    return run;
}

static reel_status hash_bytes(blake3_hasher *sum, const uint8_t *bytes, size_t size, reel_budget *budget)
{
    for (size_t piece; size; bytes += piece, size -= piece) {
        piece = size < PLAIN ? size : PLAIN;
        blake3_hasher_update(sum, bytes, piece);
        reel_status status = reel_spend(budget, piece);
        if (status < 0) return status;
    }
    return REEL_OK;
}

/* Hashes rows of one group. */
static reel_status hash_packed(content_hash *content, content_table *table, const uint8_t *rows, size_t count,
                               reel_budget *budget)
{
    reel_memory *packed = &content->packed;
    blake3_hasher *sum = &table->sums[group_at(table, rows)];
    while (count) {
        size_t some = count < ROWS ? count : ROWS;
        if (!reel__packing_add(packed, table->table, rows, some, skipped)) return REEL_MEMORY;
        rows += some * table->table->row_size;
        count -= some;
        if (count && packed->size < PACKED) continue;
        reel_status status = hash_bytes(sum, packed->data, packed->size, budget);
        packed->size = 0;
        if (status < 0) return status;
    }
    return REEL_OK;
}

static reel_status add_rows(content_hash *content, content_table *table, const uint8_t *rows, size_t count, reel_budget *budget)
{
    table->rows += count;
    if (!table->group && reel__packing_is_plain(table->table, skipped))
        return hash_bytes(&table->sums[0], rows, count * table->table->row_size, budget);
    while (count) {
        size_t run = run_of(table, rows, count);
        reel_status status = hash_packed(content, table, rows, run, budget);
        if (status < 0) return status;
        rows += run * table->table->row_size;
        count -= run;
    }
    return REEL_OK;
}

reel_status reel__content_add(content_hash *content, const reel_chunk *chunk, reel_budget *budget)
{
    for (size_t i = 0; i < content->count; i++) {
        size_t count;
        const void *rows = reel_chunk_rows(chunk, content->tables[i].table, &count);
        reel_status status = add_rows(content, &content->tables[i], rows, count, budget);
        if (status < 0) return status;
    }
    return REEL_OK;
}

static void add_text(blake3_hasher *sum, const char *text) { blake3_hasher_update(sum, text, strlen(text) + 1); }

static void add_table(blake3_hasher *sum, const content_table *table)
{
    uint8_t bytes[BLAKE3_OUT_LEN];
    add_text(sum, table->table->name);
    reel_store_u64le(bytes, table->rows);
    blake3_hasher_update(sum, bytes, sizeof(uint64_t));
    for (size_t group = 0; group < (table->group ? 2u : 1u); group++) {
        blake3_hasher_finalize(&table->sums[group], bytes, sizeof bytes);
        blake3_hasher_update(sum, bytes, sizeof bytes);
    }
}

bool reel__content_end(content_hash *content, uint8_t hash[BLAKE3_OUT_LEN])
{
    blake3_hasher sum;
    bool any = false;
    blake3_hasher_init(&sum);
    add_text(&sum, "reel content 1");
    add_text(&sum, content->format->game);
    for (size_t i = 0; i < content->count; i++) {
        if (!content->tables[i].rows) continue;
        add_table(&sum, &content->tables[i]);
        any = true;
    }
    blake3_hasher_finalize(&sum, hash, BLAKE3_OUT_LEN);
    if (!any) memset(hash, 0, BLAKE3_OUT_LEN);
    return any;
}

void reel__content_free(content_hash *content)
{
    if (!content->tables) return;
    reel__memory_drop(&content->packed.allocator, content->tables);
    content->tables = NULL;
    reel_memory_free(&content->packed);
}

static reel_status failure_of(reel_reader *reader, reel_status status, reel_error *error)
{
    if (status == REEL_MEMORY) return reel__memory_fail(error);
    return reel_fail_budget(&reader->budget, error, "", reel_reader_offset(reader));
}

static reel_status hash_rows(content_hash *content, reel_reader *reader, reel_error *error)
{
    const reel_chunk *chunk;
    reel_status status;
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK) {
        status = reel__content_add(content, chunk, &reader->budget);
        if (status < 0) return failure_of(reader, status, error);
    }
    return status < 0 ? status : REEL_OK;
}

reel_status reel_content_hash(reel_source source, const reel_options *options, uint8_t hash[REEL_HASH_SIZE], reel_error *error)
{
    reel_options all = reel__reader_raw_options(options);
    all.tables = NULL;
    all.select = NULL;
    memset(hash, 0, REEL_HASH_SIZE);
    reel_reader *reader;
    reel_status status = reel_open(source, &all, &reader, error);
    if (status < 0) return status;
    content_hash content;
    if (reel__content_begin(&content, reader->format, &reader->allocator)) {
        status = hash_rows(&content, reader, error);
        if (status == REEL_OK && !reel__content_end(&content, hash)) status = REEL_END;
        reel__content_free(&content);
    } else {
        status = failure_of(reader, REEL_MEMORY, error);
    }
    reel_close(reader);
    return status;
}

/* ---- of a file ---------------------------------------------------------------------------------------------------- */

/* Bytes hashed between two checks whether the caller wants to go on, and read at a time. */
enum { PIECE = 1 << 16 };

static reel_status hash_input(sha256 *sum, reel_input *input, reel_budget *budget, reel_error *error)
{
    reel_cursor window = { .at = NULL };
    reel_status status = REEL_OK;
    while (status == REEL_OK) {
        status = reel__input_fill(input, &window, PIECE, error);
        if (status < 0) return status;
        size_t size = reel_left(&window) < PIECE ? reel_left(&window) : PIECE;
        reel__sha256_add(sum, window.at, size);
        window.at += size;
        if (reel_spend(budget, size) < 0) return reel_fail_budget(budget, error, "", reel_offset(&window));
    }
    return REEL_OK;
}

reel_status reel_source_hash(reel_source source, const reel_options *options, uint8_t hash[REEL_HASH_SIZE], reel_error *error)
{
    reel_options known = reel__reader_raw_options(options);
    const reel_limits none = { .input_bytes = 0 };
    reel_limits limits = reel__budget_limits(&none);
    reel_allocator allocator = reel__memory_allocator(known.allocator);
    reel_budget budget = reel__budget_of(&limits, known.on_progress, known.progress_context);
    reel_input input;
    reel_error own;
    sha256 sum;
    reel__sha256_begin(&sum);
    reel__input_open(&input, source, UINT64_MAX, limits.buffer_bytes, &budget, &allocator);
    reel_status status = hash_input(&sum, &input, &budget, error ? error : &own);
    reel__input_close(&input);
    reel__sha256_end(&sum, hash);
    if (status < 0) memset(hash, 0, REEL_HASH_SIZE);
    return status;
}
