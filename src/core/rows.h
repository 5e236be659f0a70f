/* SPDX-License-Identifier: MIT
 * Rows compared and summed by the values of their fields, walked by the field table: neither padding nor the byte order of the machine
 * counts. Fields flagged DERIVED are left out. */
#ifndef CORE_ROWS_H
#define CORE_ROWS_H

#include <reel/format.h>

/* The words of the flags of a field, ending with a NULL word. */
typedef struct field_flag {
    uint32_t flag;
    const char *word;
} field_flag;
extern const field_flag reel__field_flags[];

static inline bool type_is_text(reel_type type) { return type == REEL_STRING || type == REEL_BYTES; }

/* A STRING or BYTES value of a row: both are a pointer and a size. */
static inline reel_bytes text_value(const void *slot)
{
    reel_bytes value;
    memcpy(&value, slot, sizeof value);
    return value;
}

/* What a name selects in a table: reel_table_select. */
typedef struct field_choice {
    const reel_field *field;
    size_t first, count; /* its values: all of them, or one */
    const char *name;    /* of the field, or the end of the given name */
    bool is_moment;      /* the moment that the field holds */
} field_choice;
/* False: nothing. (select.c) */
bool reel__field_choose(const reel_table *table, const char *name, field_choice *choice);

static inline bool field_is_float(const reel_field *field) { return field->type == REEL_F32 || field->type == REEL_F64; }

/* A BOOL or integer value. A U64 value keeps its bits. */
int64_t reel__integer_value(reel_type type, const void *value);

/* Whether two STRING or BYTES values are the same bytes. */
bool reel__text_values_equal(const void *a, const void *b);
/* Whether two rows have the same value of a field, bit for bit. */
bool reel__field_values_equal(const reel_field *field, const void *a, const void *b);
/* Whether a row's value of a field is all zeros, or empty text. */
bool reel__field_is_zero(const reel_field *field, const void *row);

enum { ROW_PLAN_RUNS = 128, ROW_PLAN_TEXTS = 32, ROW_PLAN_RUN_BYTES = 512, ROW_PLAN_PARTS = 64 };

/* Neighbouring bytes of a row, and the size of one value among them. */
typedef struct row_run {
    uint16_t offset, size, unit;
} row_run;

/* Bytes of a run that are in one word of the sum: of the eight at `from`, those that `mask` leaves after a shift to the right. */
typedef struct row_part {
    uint64_t mask;
    uint16_t from;
    uint8_t right, left; /* bits */
    bool ends;           /* the word is complete */
} row_part;

/* Which bytes of a row are summed: numbers that lie side by side joined to runs, and texts. A plan is made once per table. */
typedef struct row_plan {
    const reel_table *table; /* NULL: not made yet */
    size_t run_count, text_count, part_count, number_bytes;
    size_t rows; /* summed so far, of each call as many as make cutting runs into parts worth while */
    row_run runs[ROW_PLAN_RUNS];
    row_part parts[ROW_PLAN_PARTS];
    uint16_t texts[ROW_PLAN_TEXTS]; /* offsets */
} row_plan;

/* Adds rows of one table, and their number, to *sum. `plan` starts zeroed and serves one table after another. */
void reel__row_sum_add(uint64_t *sum, row_plan *plan, const reel_table *table, const void *rows, size_t count);
/* Adds bytes and their number. */
void reel__row_sum_bytes(uint64_t *sum, const void *data, size_t size);

/* Whether `count` rows have the same values, bit for bit. */
bool reel__rows_are_equal(const reel_table *table, const void *a, const void *b, size_t count);
/* The first field that has a value in `meant` and another one, or none, in `got`; NULL: all agree. Numbers with a fraction may be off by
 * `share` of their size and by `least`; a rotation that is a quaternion is compared by its direction alone. */
const reel_field *reel__row_difference(const reel_table *table, const void *meant, const void *got, double share, double least);

#endif
