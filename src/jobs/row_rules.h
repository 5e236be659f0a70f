/* SPDX-License-Identifier: MIT
 * Which rows a replay may get after those that it has: the flags REEL_TABLE_ONE_ROW and REEL_TABLE_FIRST, for every format and every way to write
 * it. The rules depend on what was appended, not on what was flushed. */
#ifndef JOBS_ROW_RULES_H
#define JOBS_ROW_RULES_H

#include "core/chunk.h"

typedef struct only_row {
    uint64_t sum; /* of its values */
    bool known;
} only_row;

typedef struct row_rules {
    const reel_table *const *tables; /* of the format, ending with NULL */
    only_row *only;                  /* one a table, in the same order */
    bool begun;                      /* there are rows that no row of a FIRST table may follow */
} row_rules;

/* Returns false if there is no memory. */
bool reel__row_rules_begin(row_rules *rules, const reel_table *const *tables, const reel_allocator *allocator);
void reel__row_rules_end(row_rules *rules, const reel_allocator *allocator);

static inline bool table_has_rules(const reel_table *table) { return table->flags & (REEL_TABLE_ONE_ROW | REEL_TABLE_FIRST); }

/* Takes rows of a table that has rules. Sets *count to how many of them are new: an equal row is no second one. Fails with REEL_ARGUMENT, rule
 * "writer.second-row" or "writer.late-row", and takes none. */
reel_status reel__row_rules_take(row_rules *rules, const reel_table *table, const void *rows, size_t *count, reel_error *error);
/* Whether a chunk has a row of a ONE_ROW table again. If it has rows of the layout, these say what is in the file more than once. */
bool reel__row_rules_repeat(const row_rules *rules, const reel_chunk *chunk);
/* Takes the rows of a chunk that repeats none. */
reel_status reel__row_rules_take_chunk(row_rules *rules, const reel_chunk *chunk, reel_error *error);
/* Whether a ONE_ROW table has its row. */
bool reel__row_rules_has(const row_rules *rules, const reel_table *table);
/* Takes a row in the place of that one. */
void reel__row_rules_replace(row_rules *rules, const reel_table *table, const void *row);

#endif
