/* SPDX-License-Identifier: MIT
 * Rows as bytes that do not depend on the machine: every value of every field in the order of the field table, little-endian,
 * strings as a u32 length and their bytes. The spool stores rows so, and digests are taken of it. */
#ifndef CORE_PACKING_H
#define CORE_PACKING_H

#include "core/chunk.h"

/* Of `skip`: numbers with a fraction; values that the row does not have (REEL_PRESENT_IF). */
#define PACKING_FLOATS (UINT32_C(1) << 31)
#define PACKING_ABSENT (UINT32_C(1) << 30)

/* Adds `count` rows; false: no memory. `skip`: fields with one of these flags are left out. */
bool reel__packing_add(reel_memory *packed, const reel_table *table, const void *rows, size_t count, uint32_t skip);
/* Whether the bytes of rows in memory are those that reel__packing_add adds: no gaps, no strings, nothing left out, little-endian. */
bool reel__packing_is_plain(const reel_table *table, uint32_t skip);

/* Fields that are packed together: their values stand side by side in the row as in the result, and a row has all or none of them. */
typedef struct packing_run {
    const reel_field *first; /* NULL: the end */
    size_t size;             /* bytes in the row */
    bool is_copied;          /* its bytes are those of the row */
    bool is_always_there;    /* whatever the row says of its presence: whoever makes rows may leave a DERIVED field zero */
} packing_run;

enum { PACKING_RUNS = 64 };

/* How rows of a table are packed: what reel__packing_add finds out at each call. */
typedef struct packing_plan {
    const reel_table *table;
    uint32_t skip;
    bool plain;         /* reel__packing_is_plain */
    bool single;        /* one run, which is copied as it is */
    size_t count, rest; /* runs; the fields from `rest` on are in none of them */
    packing_run runs[PACKING_RUNS];
} packing_plan;
/* Only the runs that there are get values: rows are packed one by one, too. */
void reel__packing_make_plan(packing_plan *plan, const reel_table *table, uint32_t skip);
bool reel__packing_add_planned(reel_memory *packed, const packing_plan *plan, const void *rows, size_t count);

/* Reads one row back, its strings into the chunk. A cursor that fails, or a chunk without memory, leaves the row useless. */
void reel__packing_read(reel_cursor *in, const reel_table *table, void *row, reel_chunk *chunk);
/* Fewest bytes that a row of the table can have. */
size_t reel__packing_least(const reel_table *table);

/* A number that changes when the fields of a table do. */
uint32_t reel__packing_schema(const reel_table *table);
/* A checksum (Fletcher's, over 32-bit words) of bytes. */
uint64_t reel__packing_checksum(const uint8_t *data, size_t size);

#endif
