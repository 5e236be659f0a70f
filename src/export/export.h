/* SPDX-License-Identifier: MIT
 * Shared by the exporters: the tables and columns to export. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "core/output.h"
#include "core/rows.h"

#include <reel/export.h>

/* A field to export. */
typedef struct export_column {
    const reel_field *field;
    const char *key; /* "name": */
    size_t key_size;
    size_t value_size; /* bytes of one value in the row */
    bool labelled;     /* values are written by name, if they have one */
    bool is_moment;    /* the moment that `field` holds, which has the name of that column */
    bool is_valid;     /* a value that is not valid is missing: reel_field_valid */
} export_column;

/* Whether a row has a value in the column. */
static inline bool column_has_value(const export_column *c, const void *row)
{
    return c->is_valid ? reel_field_valid(c->field, row) : reel_field_present(c->field, row);
}

typedef struct export_table {
    const reel_table *table;
    const reel_field *time; /* field that the time range applies to; NULL: none */
    export_column *columns;
    size_t count;
} export_table;

struct reel_export {
    const reel_exporter *exporter;
    reel_allocator allocator;
    memory_arena arena;
    reel_sink sink;
    reel_output out;
    reel_error error;
    reel_status status; /* the first failure */
    uint32_t flags;
    int zstd_level;
    bool begun;         /* the output: at the first chunk, or at the end */
    bool clean;         /* values that are not valid are missing */
    bool streams, cuts; /* cuts: only rows with from <= time < to */
    double from, to;
    bool (*takes_row)(void *context, const reel_table *table, const void *row); /* may be NULL */
    void *takes_context;
    const reel_format *format; /* may be NULL */
    const char *format_id;
    const char *origin; /* name of the column that states the replay of a row; NULL: none */
    reel_string origin_value;
    const char **fields;  /* selected names, ending with NULL; NULL: all */
    export_table *tables; /* NULL until they are known */
    size_t count;
    uint64_t chunks; /* written */
    bool set_off;    /* the next member needs a comma before it */
    void *state;     /* of the exporter */
};

struct reel_exporter {
    const char *id;
    bool one_table;
    bool has_moments;              /* moments are among the columns even if nobody asks for them */
    void (*begin)(reel_export *e); /* called before the first chunk, or at the end */
    void (*chunk)(reel_export *e, const reel_chunk *chunk);
    void (*end)(reel_export *e);
    void (*drop)(reel_export *e); /* frees the exporter's state, which may be NULL; NULL: no state to free */
    /* Adds rows of an output that was made before; takes the source over. NULL: not supported */
    void (*copy)(reel_export *e, reel_source source, uint64_t rows, const reel_export_range *ranges, size_t count,
                 uint64_t *found);
};

extern const reel_exporter reel__export_json, reel__export_jsonl, reel__export_csv, reel__export_arrow, reel__export_arrows,
    reel__export_parquet;

/* Returns true if a row is in the time range, and the caller takes it. */
bool reel__export_takes(const reel_export *e, const export_table *table, const void *row);

/* Writes the name of the column of a value, which needs no quotes or escapes. */
void reel__put_column_name(reel_output *out, const reel_field *field, size_t index);
/* Writes text as a JSON string, with quotes. */
void reel__json_text(reel_output *out, const uint8_t *text, size_t size);
/* Writes the columns of a row as members of a JSON object, separated by commas. `line` is written before each name. */
void reel__json_columns(reel_output *out, const export_table *table, const uint8_t *row, reel_string line);

#endif
