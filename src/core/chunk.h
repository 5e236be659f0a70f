/* SPDX-License-Identifier: MIT
 * The rows of one slice of a replay, or of all of it. */
#ifndef CORE_CHUNK_H
#define CORE_CHUNK_H

#include "core/budget.h"
#include "core/memory.h"

/* Rows of a list and the span of reel_options. */
typedef struct chunk_span {
    size_t compared; /* rows that are in the span */
    uint64_t passed; /* rows after the last one that were outside it: they count in the numbers of those that follow */
} chunk_span;

struct reel_chunk {
    reel_allocator allocator;
    const reel_table *const *tables; /* ending with NULL */
    reel_row_list *lists;            /* one a table, in the same order */
    chunk_span *spans;               /* one a list */
    size_t count;
    uint64_t row_limit;
    uint64_t read, size; /* of the input, if all its rows are kept and its size is known: rows are estimated by them; else 0 */
    reel_budget *budget; /* what rows and strings are charged to, or NULL */
    memory_arena strings;
    memory_arena lasting;      /* what reel__chunk_reset does not forget */
    reel_status status;        /* sticky: MEMORY, LIMIT (row_limit or the budget), CANCELLED, or CORRUPT (fill.h) */
    bool marked;               /* the file began with a byte order mark, which a writer of the same format puts there again */
    bool keep;                 /* the rows of all slices stay: reel_load */
    bool clean;                /* rows that were read with REEL_CLEAN, or statistics: exports ask reel_field_valid */
    reel_reading reading;      /* of the reader that fills it */
    const char *const *select; /* reel_options.select, while the reader opens: fields that it does not name may stay zero */
};

/* An empty chunk without a budget. `wanted` as reel_options.tables. NULL: no memory. */
reel_chunk *reel__chunk_new(const reel_table *const *tables, const reel_table *const *wanted, uint64_t row_limit,
                            const reel_allocator *allocator);
/* Fills *error with why the chunk could not hold something, and returns its status. */
reel_status reel__chunk_failure(const reel_chunk *chunk, uint64_t offset, reel_error *error);
/* Sets the status, unless there is one. Returns NULL. */
void *reel__chunk_refuse(reel_chunk *chunk, reel_status status);
void reel__chunk_free(reel_chunk *chunk); /* NULL is fine */
/* The span of one of a chunk's lists. */
static inline chunk_span *chunk_span_of(const reel_row_list *list) { return &list->chunk->spans[list - list->chunk->lists]; }
/* Forgets the rows of a list, as if they had not been read. */
static inline void chunk_forget(reel_row_list *list) { list->count = chunk_span_of(list)->compared = 0; }
/* Forgets the rows and strings, keeps the room, counts on. */
void reel__chunk_reset(reel_chunk *chunk);
/* Gives back the room of tables of which less than half is used. */
void reel__chunk_trim(reel_chunk *chunk);
bool reel__chunk_empty(const reel_chunk *chunk);
/* Whether a row is in from <= time < to by its time axis. A row whose time is missing or NaN is in no span. */
bool reel__row_within(const reel_field *time, const void *row, double from, double to);
/* Rows to add to a table. `rows` is set to the first of them; NULL: no rows, or the table is not wanted. */
typedef struct row_request {
    const reel_table *table;
    size_t count;
    void *rows;
} row_request;

/* Adds uninitialised rows to several tables, or to none of them: then reel_build_status returns the reason. For readers that fill rows of several
 * tables at once. */
bool reel__chunk_grow_tables(reel_chunk *chunk, row_request *requests, size_t count);
/* Drops rows that are new since the last call and not in from <= time < to, in tables that have a time axis. */
void reel__chunk_narrow(reel_chunk *chunk, double from, double to);
/* Drops the last rows of each table with a time axis, back to the last one that is not after `time`. HEADER tables stay. */
void reel__chunk_drop_after(reel_chunk *chunk, double time);
/* Adds copies of rows, with their strings. */
reel_status reel__chunk_append(reel_chunk *chunk, const reel_table *table, const void *rows, size_t count);
/* Where the fields of a table are that point to text or bytes: from `first` up to `end`, with others between. `end` 0: it has none. */
typedef struct text_fields {
    size_t first, end;
} text_fields;
text_fields reel__table_texts(const reel_table *table);
/* The same for a list of a chunk. `texts`: those of its table. */
reel_status reel__chunk_append_to(reel_row_list *list, const void *rows, size_t count, text_fields texts);
/* Gives rows that were copied into a chunk texts that live with it. */
void reel__chunk_own_texts(reel_chunk *chunk, const reel_table *table, uint8_t *rows, size_t count);
/* The rows of a table, wanted or not; NULL where the table is not the chunk's. */
reel_row_list *reel__chunk_list(const reel_chunk *chunk, const reel_table *table);
/* Bytes that rows and strings take. */
uint64_t reel__chunk_bytes(const reel_chunk *chunk);

/* A copy of text that lives as long as the chunk itself, whatever is reset: names that rows of every slice point to. An empty one where
 * out of memory: ask reel_build_status. */
reel_string reel__chunk_lasting_string(reel_chunk *chunk, const void *data, size_t size);

/* Counts a finding by its severity. */
void reel__reading_count(reel_reading *reading, const reel_finding *finding);

/* Finds the one field, or value of a vector, of the header tables that `path` selects (see reel_table_select), with its table. False: none,
 * or more than one. */
bool reel__header_field(const reel_table *const *tables, const char *path, reel_field *field, const reel_table **table);

#endif
