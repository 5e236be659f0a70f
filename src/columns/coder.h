/* SPDX-License-Identifier: MIT
 * Rows of one table as a block of coded columns: what a chunk of an archive holds. docs/formats/reel-columns.md specifies the bytes.
 *
 * A block is decoded alone: it needs no other block. Each column says by which method it was coded, so that a reader skips columns that
 * nobody wants. Values come back bit for bit, NaN payloads and the sign of zero included, on every machine. */
#ifndef COLUMNS_CODER_H
#define COLUMNS_CODER_H

#include "core/chunk.h"
#include "core/memory.h"

/* What a field's values are in the order of the rows of several tables, which a block of each can leave out. */
typedef enum coder_role {
    CODER_VALUE = 0,    /* nothing */
    CODER_SEQUENCE = 1, /* the number of the event in the file, counted over all tables: u64 */
    CODER_OFFSET = 2,   /* the offset of the event in the file: u64 */
    CODER_CLOCK = 3,    /* the time axis, of whole numbers */
    CODER_KEY = 4,      /* whose event it is; a table may have none */
    CODER_ROLES = 5
} coder_role;

/* One field as a block stores it. A reader makes these from the schema in the file, a writer from the field table. */
typedef struct coder_field {
    reel_type type;
    uint16_t count; /* values in a row, as in reel_field */
    bool pose; /* three f32 of a position, and the next field is the rotation of the same device: four f32 (REEL_FIELD_POSE) */
    bool time; /* the time axis (REEL_FIELD_TIME) */
    coder_role role;
    const reel_field *field; /* where the values are in a row; for decoding NULL if they are not wanted */
} coder_field;

/* Whether a row has one whole number in it. */
bool reel__coder_is_whole(const coder_field *field);

typedef struct coder_table {
    const coder_field *fields;
    size_t count;
    size_t row_size;
    size_t roles[CODER_ROLES]; /* 1 + the number of the field with a role; 0: none */
} coder_table;

/* Fills the roles of a table from those of its fields. False: two fields have the same role, or one whose values cannot have it. */
bool reel__coder_set_roles(coder_table *table);
/* Whether rows of a table can take part in an order: it has a field of each role but CODER_KEY. */
bool reel__coder_is_ordered(const coder_table *table);

/* FASTEST: motion is planes of bytes, which zstd reads, rather than residuals of any length. */
typedef enum coder_level { CODER_FASTEST = 0, CODER_FAST = 1, CODER_DEFAULT = 2 } coder_level;

typedef struct coder_options {
    coder_level level;
    bool as_rows; /* in any case, rather than where that is smaller: for a part of a file that is packed afterwards */
    /* Quantise poses with errors of at most this many metres and degrees. 0: exact; poses are exact unless both are given, and poses with values
     * that are not finite or above 10^4, or whose rotation is not a unit quaternion, are always exact. */
    double position_step, rotation_step;
} coder_options;

/* Whether both steps are given, and in range. */
bool reel__coder_can_round(const coder_options *options);

/* ---- the order of rows of several tables ------------------------------------------------------------------------ */

/* Rows of one table that take part in an order. */
typedef struct coder_member {
    const coder_table *table; /* of which reel__coder_is_ordered */
    const void *rows;         /* for writing */
    size_t count, done;
    uint64_t *values[CODER_ROLES]; /* by role. CODER_OFFSET are lengths, until reel__coder_place_offsets */
    bool lengths_wanted, lengths_known;
} coder_member;

/* `members` and `memory.allocator` are set by the caller, who calls reel__coder_order_free. */
typedef struct coder_order {
    memory_arena memory;
    coder_member *members;
    size_t count;
    size_t rows;                    /* of all members */
    uint32_t *turns;                /* the member of each row in order */
    uint64_t *missing;              /* and the numbers that are missing before it */
    uint64_t offset, missing_bytes; /* of the first row, and of a missing number */
} coder_order;

enum { ORDER_RATIO = 1024 }; /* rows for each byte, at most */

/* Appends the order of the members' rows to `to`, and fills their values, with which they are to be encoded. REEL_END: their order cannot
 * be written, and they are encoded without it. REEL_MEMORY. */
reel_status reel__coder_encode_order(coder_order *order, reel_memory *to, reel_error *error);
/* Fills the values of the members but their lengths, from the order in `in`, which ends with it. REEL_CORRUPT, REEL_MEMORY, REEL_LIMIT. */
reel_status reel__coder_decode_order(coder_order *order, reel_cursor *in, reel_budget *budget, reel_error *error);
/* Turns the lengths of all members, which must be known, into offsets. */
void reel__coder_place_offsets(coder_order *order);
void reel__coder_order_free(coder_order *order);

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

/* Appends the block of `count` rows to `to`. `member`: their part in an order; NULL: none. REEL_MEMORY, or REEL_LIMIT if a value's text is above 2 GiB. */
reel_status reel__coder_encode(const coder_table *table, const void *rows, size_t count, const coder_member *member,
                               const coder_options *options, reel_memory *to, reel_error *error);

/* Fills the wanted fields of `count` rows at `rows`, which the caller has zeroed, from the block in `in`, which ends with it. Text and bytes
 * are copied into `chunk`. Charges the budget for what it decompresses and loops over. REEL_CORRUPT and REEL_UNSUPPORTED (a method that this
 * version does not know; the other columns are still filled) with offsets of `in`; REEL_MEMORY; REEL_LIMIT. Of a member it fills the lengths
 * too if they are wanted; its offsets are not filled. */
reel_status reel__coder_decode(const coder_table *table, reel_cursor *in, void *rows, size_t count, coder_member *member,
                               reel_chunk *chunk, reel_budget *budget, const reel_allocator *allocator, reel_error *error);

/* Fewest bytes that a block of `count` rows can have: bounds the rows that a hostile block claims. */
uint64_t reel__coder_least(const coder_table *table, uint64_t count);

#endif
