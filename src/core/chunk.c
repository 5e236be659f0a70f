/* SPDX-License-Identifier: MIT */
#include "core/chunk.h"
#include "core/rows.h"

static size_t tables_count(const reel_table *const *tables)
{
    size_t count = 0;
    while (tables[count]) count++;
    return count;
}

static bool is_wanted(const reel_table *table, const reel_table *const *wanted)
{
    if (table->flags & REEL_TABLE_HEADER) return true;
    if (!wanted) return !(table->flags & REEL_TABLE_ON_REQUEST);
    for (; *wanted; wanted++)
        if (*wanted == table) return true;
    return false;
}

reel_chunk *reel__chunk_new(const reel_table *const *tables, const reel_table *const *wanted, uint64_t row_limit,
                            const reel_allocator *allocator)
{
    const size_t count = tables_count(tables), lists = sizeof(reel_chunk), spans = lists + count * sizeof(reel_row_list);
    reel_chunk *chunk = reel__memory_new(allocator, spans + count * sizeof(chunk_span));
    if (!chunk) return NULL;
    chunk->allocator = *allocator;
    chunk->strings.allocator = chunk->lasting.allocator = *allocator;
    chunk->tables = tables;
    chunk->row_limit = row_limit;
    chunk->count = count;
    chunk->lists = (reel_row_list *)(void *)((char *)chunk + lists);
    chunk->spans = (chunk_span *)(void *)((char *)chunk + spans);
    for (size_t i = 0; i < chunk->count; i++)
        chunk->lists[i] = (reel_row_list){ .table = tables[i], .wanted = is_wanted(tables[i], wanted), .chunk = chunk };
    return chunk;
}

void reel__chunk_free(reel_chunk *chunk)
{
    if (!chunk) return;
    reel_allocator allocator = chunk->allocator;
    for (size_t i = 0; i < chunk->count; i++) reel__memory_drop(&allocator, chunk->lists[i].data);
    reel__arena_free(&chunk->strings);
    reel__arena_free(&chunk->lasting);
    reel__memory_drop(&allocator, chunk);
}

void reel__chunk_reset(reel_chunk *chunk)
{
    for (size_t i = 0; i < chunk->count; i++) {
        reel_row_list *list = &chunk->lists[i];
        list->first += list->count + chunk->spans[i].passed;
        list->count = 0;
        chunk->spans[i] = (chunk_span){ 0 };
    }
    reel__arena_reset(&chunk->strings);
}

bool reel__row_within(const reel_field *time, const void *row, double from, double to)
{
    if (!reel_field_present(time, row)) return false;
    double at = reel_field_number(time, row, 0);
    return at >= from && at < to;
}

/* The same for the most usual type of a time that every row has. */
static inline bool tick_within(const reel_field *time, const uint8_t *row, double from, double to)
{
    int32_t at;
    memcpy(&at, row + time->offset, sizeof at);
    return at >= from && at < to;
}

/* Rows that go at the beginning or at the end leave the numbers of the others right. */
static void narrow(reel_row_list *list, const reel_field *time, double from, double to)
{
    chunk_span *span = chunk_span_of(list);
    const bool ticks = time->type == REEL_I32 && !time->present_mask;
    size_t size = list->table->row_size, kept = span->compared, before = 0, after = 0;
    for (size_t i = kept; i < list->count; i++) {
        uint8_t *row = list->data + i * size;
        if (!(ticks ? tick_within(time, row, from, to) : reel__row_within(time, row, from, to))) {
            kept ? after++ : before++;
            continue;
        }
        if (kept != i) memmove(list->data + kept * size, row, size);
        kept++;
    }
    list->count = span->compared = kept;
    list->first += before;
    span->passed += after;
}

void reel__chunk_narrow(reel_chunk *chunk, double from, double to)
{
    for (size_t i = 0; i < chunk->count; i++) {
        const reel_field *time = reel_table_time(chunk->lists[i].table);
        if (time) narrow(&chunk->lists[i], time, from, to);
    }
}

bool reel__chunk_empty(const reel_chunk *chunk)
{
    for (size_t i = 0; i < chunk->count; i++)
        if (chunk->lists[i].count) return false;
    return true;
}

uint64_t reel__chunk_bytes(const reel_chunk *chunk)
{
    uint64_t bytes = chunk->strings.total;
    for (size_t i = 0; i < chunk->count; i++) bytes += (uint64_t)chunk->lists[i].count * chunk->tables[i]->row_size;
    return bytes;
}

reel_row_list *reel__chunk_list(const reel_chunk *chunk, const reel_table *table)
{
    for (size_t i = 0; i < chunk->count; i++)
        if (chunk->tables[i] == table) return &chunk->lists[i];
    return NULL;
}

reel_row_list *reel_chunk_table(reel_chunk *chunk, const reel_table *table)
{
    reel_row_list *list = reel__chunk_list(chunk, table);
    return list && list->wanted ? list : NULL;
}

reel_row_list *reel_change_rows(reel_chunk *chunk, const reel_table *table) { return reel__chunk_list(chunk, table); }

const void *reel_chunk_rows(const reel_chunk *chunk, const reel_table *table, size_t *count)
{
    const reel_row_list *list = reel__chunk_list(chunk, table);
    *count = list ? list->count : 0;
    return *count ? list->data : NULL;
}

uint64_t reel_chunk_first(const reel_chunk *chunk, const reel_table *table)
{
    const reel_row_list *list = reel__chunk_list(chunk, table);
    return list ? list->first : 0;
}

const reel_table *const *reel_chunk_tables(const reel_chunk *chunk) { return chunk->tables; }

reel_status reel_build_status(const reel_chunk *chunk) { return chunk->status; }

void *reel__chunk_refuse(reel_chunk *chunk, reel_status status)
{
    if (chunk->status == REEL_OK) chunk->status = status;
    return NULL;
}

reel_status reel__chunk_failure(const reel_chunk *chunk, uint64_t offset, reel_error *error)
{
    reel_status status = chunk->status;
    if (chunk->budget && chunk->budget->status == status) return reel_fail_budget(chunk->budget, error, "", offset);
    if (status == REEL_LIMIT)
        return reel_fail(error, status, "reel.row-limit", "", offset, "too many rows: the limit is %llu",
                         (unsigned long long)chunk->row_limit);
    if (status == REEL_CORRUPT) /* reel__fill_end */
        return reel_fail(error, status, "reel.internal", "", offset,
                         "internal error: fewer or more bytes of a text were written than measured; please report this");
    return reel__memory_fail(error);
}

enum { FIRST_ROWS = 16, SAMPLE_PART = 64, SAMPLE_BYTES = 4096, SPARE_BYTES = 65536 };

/* The number of rows in the end, with a sixteenth to spare, if the rest of the input is like the part already read; 0 if that part is
 * too small to tell. An estimate is at most SAMPLE_PART times the rows that exist. Until the first estimate a list grows by doubling:
 * its pages are touched one by one and moved, so a long file should leave that phase early. */
static uint64_t estimate_rows(const reel_chunk *chunk, size_t count)
{
    if (chunk->read < SAMPLE_BYTES || chunk->read < chunk->size / SAMPLE_PART || chunk->read >= chunk->size) return 0;
    double rows = (double)count * ((double)chunk->size / (double)chunk->read);
    rows += rows / 16 + FIRST_ROWS;
    return rows < (double)chunk->row_limit ? (uint64_t)rows : chunk->row_limit;
}

static bool resize_rows(reel_row_list *list, size_t capacity)
{
    reel_allocator *allocator = &list->chunk->allocator;
    size_t size = list->table->row_size;
    uint8_t *data = allocator->resize(allocator->context, list->data, list->capacity * size, capacity * size);
    if (!data) return false;
    list->data = data;
    list->capacity = capacity;
    return true;
}

/* Makes room for `need` rows: exactly that many, or else the estimated total, or twice the previous capacity if there is no estimate
 * or it was too low. An estimate below twice the capacity is still a geometric step, because it exceeds the rows by a sixteenth. */
static reel_status make_room(reel_row_list *list, size_t need, bool exact)
{
    reel_chunk *chunk = list->chunk;
    size_t size = list->table->row_size, capacity = need;
    if (!exact && capacity < 2 * list->capacity) capacity = 2 * list->capacity;
    if (!exact && capacity < FIRST_ROWS) capacity = FIRST_ROWS;
    if (capacity > chunk->row_limit)
        capacity = (size_t)chunk->row_limit; /* rows are added without asking as long as there is room */
    if (capacity > SIZE_MAX / size) return REEL_MEMORY;
    uint64_t estimate = exact ? 0 : estimate_rows(chunk, list->count);
    if (estimate >= need && estimate < capacity) capacity = (size_t)estimate;
    reel_status status = reel_spend(chunk->budget, (uint64_t)(capacity - list->capacity) * size);
    if (status != REEL_OK) return status;
    if (estimate > capacity && estimate <= SIZE_MAX / size && resize_rows(list, (size_t)estimate)) return REEL_OK;
    return resize_rows(list, capacity) ? REEL_OK : REEL_MEMORY;
}

void *reel_row_grow(reel_row_list *list, size_t count, bool exact)
{
    reel_chunk *chunk = list->chunk;
    if (count > chunk->row_limit || list->count > chunk->row_limit - count) return reel__chunk_refuse(chunk, REEL_LIMIT);
    if (list->capacity - list->count < count) {
        reel_status status = make_room(list, list->count + count, exact);
        if (status != REEL_OK) return reel__chunk_refuse(chunk, status);
    }
    void *rows = list->data + list->count * list->table->row_size;
    list->count += count;
    return rows;
}

bool reel__chunk_grow_tables(reel_chunk *chunk, row_request *requests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        reel_row_list *list = reel_chunk_table(chunk, requests[i].table);
        requests[i].rows = list && requests[i].count ? reel_row_grow(list, requests[i].count, false) : NULL;
    }
    if (chunk->status == REEL_OK) return true;
    for (size_t i = 0; i < count; i++) {
        if (requests[i].rows) reel_chunk_table(chunk, requests[i].table)->count -= requests[i].count;
        requests[i].rows = NULL;
    }
    return false;
}

void reel__chunk_trim(reel_chunk *chunk)
{
    for (size_t i = 0; i < chunk->count; i++) {
        reel_row_list *list = &chunk->lists[i];
        size_t spare = list->capacity - list->count;
        bool worth = list->count && spare > list->count && spare > SPARE_BYTES / list->table->row_size;
        if (worth) resize_rows(list, list->count); /* refused: it stays as it is */
    }
}

void *reel_chunk_alloc(reel_chunk *chunk, size_t size)
{
    reel_status status = reel_spend(chunk->budget, size);
    if (status != REEL_OK) return reel__chunk_refuse(chunk, status);
    void *place = reel__arena_push(&chunk->strings, size);
    return place ? place : reel__chunk_refuse(chunk, REEL_MEMORY);
}

reel_bytes reel_chunk_bytes(reel_chunk *chunk, const void *data, size_t size)
{
    if (size == 0) return (reel_bytes){ NULL, 0 };
    uint8_t *copy = reel_chunk_alloc(chunk, size);
    if (!copy) return (reel_bytes){ NULL, 0 };
    memcpy(copy, data, size);
    return (reel_bytes){ copy, size };
}

reel_string reel_chunk_string(reel_chunk *chunk, const void *data, size_t size)
{
    reel_bytes copy = reel_chunk_bytes(chunk, data, size);
    return (reel_string){ (const char *)copy.data, copy.size };
}

reel_string reel__chunk_lasting_string(reel_chunk *chunk, const void *data, size_t size)
{
    if (size == 0) return (reel_string){ NULL, 0 };
    reel_status status = reel_spend(chunk->budget, size);
    char *copy = status == REEL_OK ? reel__arena_push(&chunk->lasting, size) : NULL;
    if (!copy) {
        reel__chunk_refuse(chunk, status == REEL_OK ? REEL_MEMORY : status);
        return (reel_string){ NULL, 0 };
    }
    memcpy(copy, data, size);
    return (reel_string){ copy, size };
}

text_fields reel__table_texts(const reel_table *table)
{
    text_fields texts = { 0, 0 };
    for (size_t i = 0; i < table->field_count; i++) {
        if (!type_is_text(table->fields[i].type)) continue;
        if (!texts.end) texts.first = i;
        texts.end = i + 1;
    }
    return texts;
}

/* Rows that follow each other and share a string share the copy, so that a long one is not multiplied by the rows that point to it. */
static void own_texts(reel_chunk *chunk, const reel_table *table, text_fields texts, uint8_t *rows, size_t count)
{
    for (size_t f = texts.first; f < texts.end; f++) {
        const reel_field *field = &table->fields[f];
        if (!type_is_text(field->type)) continue;
        size_t step = reel_type_size(field->type);
        reel_bytes last = { NULL, 0 }, copy = { NULL, 0 };
        for (size_t r = 0; r < count; r++) {
            for (size_t i = 0; i < field->count; i++) {
                uint8_t *place = rows + r * table->row_size + field->offset + i * step;
                reel_bytes value = text_value(place);
                if (value.size == 0 || value.data != last.data || value.size != last.size) {
                    last = value;
                    copy = reel_chunk_bytes(chunk, value.data, value.size);
                }
                memcpy(place, &copy, sizeof copy);
            }
        }
    }
}

void reel__chunk_own_texts(reel_chunk *chunk, const reel_table *table, uint8_t *rows, size_t count)
{
    own_texts(chunk, table, reel__table_texts(table), rows, count);
}

_Static_assert(sizeof(reel_string) == sizeof(reel_bytes) && offsetof(reel_string, size) == offsetof(reel_bytes, size),
               "reel_string and reel_bytes must have the same layout");

void reel__chunk_drop_after(reel_chunk *chunk, double time)
{
    for (size_t i = 0; i < chunk->count; i++) {
        reel_row_list *list = &chunk->lists[i];
        const bool stays = list->count == 0 || list->table->flags & REEL_TABLE_HEADER;
        const reel_field *axis = stays ? NULL : reel_table_time(list->table);
        const uint8_t *rows = list->data;
        while (axis && list->count) {
            const uint8_t *last = rows + (list->count - 1) * list->table->row_size;
            if (!reel_field_present(axis, last) || !(reel_field_number(axis, last, 0) > time)) break;
            list->count--;
        }
        if (chunk->spans[i].compared > list->count) chunk->spans[i].compared = list->count;
    }
}

reel_status reel__chunk_append_to(reel_row_list *list, const void *rows, size_t count, text_fields texts)
{
    reel_chunk *chunk = list->chunk;
    size_t size = list->table->row_size;
    if (count == 0) return chunk->status;
    bool roomy = list->capacity - list->count >= count && list->capacity <= chunk->row_limit;
    uint8_t *copy = roomy ? list->data + list->count * size : reel_row_grow(list, count, false);
    if (!copy) return chunk->status;
    if (roomy) list->count += count;
    memcpy(copy, rows, count * size);
    own_texts(chunk, list->table, texts, copy, count);
    return chunk->status;
}

reel_status reel__chunk_append(reel_chunk *chunk, const reel_table *table, const void *rows, size_t count)
{
    reel_row_list *list = reel__chunk_list(chunk, table);
    return list ? reel__chunk_append_to(list, rows, count, reel__table_texts(table)) : REEL_ARGUMENT;
}

bool reel__header_field(const reel_table *const *tables, const char *path, reel_field *field, const reel_table **table)
{
    bool found = false;
    for (const reel_table *const *t = tables; *t; t++) {
        reel_field candidate;
        bool is_moment;
        if (!((*t)->flags & REEL_TABLE_HEADER) || !reel_table_select(*t, path, &candidate, &is_moment)) continue;
        if (candidate.flags & REEL_FIELD_DERIVED || is_moment) continue;
        if (found) return false;
        found = true;
        *field = candidate;
        *table = *t;
    }
    return found;
}

void reel__reading_count(reel_reading *reading, const reel_finding *finding)
{
    uint32_t *counts[] = { &reading->notes, &reading->warnings, &reading->errors };
    if (finding->severity >= REEL_NOTE && finding->severity <= REEL_ERROR && *counts[finding->severity] < UINT32_MAX)
        ++*counts[finding->severity];
}
