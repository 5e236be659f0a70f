/* SPDX-License-Identifier: MIT
 * Parts of records, and the index that ends a replay: where each record is, which rows it has, and their bounds. */
#ifndef CONTAINERS_ARCHIVE_INDEX_H
#define CONTAINERS_ARCHIVE_INDEX_H

#include "containers/archive_schema.h"

enum { START_STEPS = 1 };  /* flag of START: the steps of quantised poses follow */
enum { END_ORIGINAL = 1 }; /* flag of END: size and hash of the original file follow */
/* Flags of a part: its least and greatest time follow; it takes part in the record's order. */
enum { PART_SPAN = 1, PART_ORDERED = 2 };
enum { BOUNDS_LEAST = 256 }; /* rows of a part from which on its columns have bounds */

/* The head of a part: rows of one table. */
typedef struct archive_part {
    uint64_t table, first, count;
    bool spans, ordered;
    double from, to; /* least and greatest time, if every row has one */
} archive_part;

/* Finds the span of rows. */
void reel__part_measure(archive_part *part, const reel_table *table, const void *rows);
bool reel__part_put(reel_memory *block, const archive_schema *schema, const archive_part *part);
void reel__part_get(reel_cursor *in, const archive_schema *schema, archive_part *part);
/* Whether rows of a part may be in from <= time < to. */
bool reel__part_within(const archive_part *part, double from, double to);

/* Adds the least and the greatest value of each column of numbers, or says that there are none. */
bool reel__part_put_bounds(reel_memory *block, const archive_part *part, const reel_table *table, const void *rows);

/* Begins the entry of a record; its parts with their bounds follow. */
bool reel__index_put_entry(reel_memory *index, uint8_t kind, uint64_t offset, size_t parts);

#endif
