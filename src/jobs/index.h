/* SPDX-License-Identifier: MIT
 * Getting to the middle of a replay by its index. */
#ifndef JOBS_INDEX_H
#define JOBS_INDEX_H

#include "core/reader.h"

enum {
    INDEX_VERSION = 2,
    INDEX_MAGIC_BYTES = 8,
    INDEX_CONTEXT_BYTES = 64 /* of the replay before a position, which are compared with it */
};
extern const uint8_t reel__index_magic[INDEX_MAGIC_BYTES];

/* A sum over the tables of the format: another version of the library does not use the index. */
uint32_t reel__index_schema(const reel_format *format);
/* A sum over the header's rows, which are in the chunk once the reader is open. False: out of memory. */
bool reel__index_header_sum(const reel_reader *reader, uint64_t *sum);

/* Moves a reader that has just been opened to the last place of the index before its window. Without a window, and if the index has all rows of
 * the tables that are wanted, they are put into the chunk and the reader moves to the last place of all. An index that does not fit
 * leaves it where it was, with a finding if there is a window. */
reel_status reel__index_enter(reel_reader *reader, reel_bytes index);
/* Moves a reader that has no window to the last place before `from`, for a conversion that needs some of what comes before: all rows of the
 * tables `earlier` up to there are put into the chunk. *entered: whether it did. */
reel_status reel__index_enter_with(reel_reader *reader, reel_bytes index, double from, const reel_table *const *earlier,
                                   bool *entered);

/* index_rows.c: rows of tables that have few, in the index itself. */

/* Rows of one table, while an index is made. */
typedef struct index_table {
    reel_memory rows; /* packed */
    uint64_t count;
    size_t placed; /* bytes of rows before the last place */
    uint64_t placed_count;
    bool is_large; /* there are too many: none are kept */
} index_table;
/* Adds the rows of the chunk. False: out of memory. `offset`: bytes that were read, which bound the rows. */
bool reel__index_rows_keep(index_table *tables, const reel_chunk *chunk, uint64_t offset);
void reel__index_rows_placed(index_table *tables, size_t count);
void reel__index_rows_put(reel_output *out, const index_table *tables, size_t count);
void reel__index_rows_free(index_table *tables, size_t count);

/* The first rows of each table that is in `wanted` (NULL: what the chunk wants) go into the chunk, as many as `counts`, the row numbers of a place,
 * says. REEL_END: the index does not have them, and the chunk is as it was; `damaged`: because it is damaged. */
reel_status reel__index_rows_take(reel_chunk *chunk, const reel_table *const *wanted, reel_cursor in, reel_cursor counts,
                                  bool *damaged);

#endif
