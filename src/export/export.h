/* SPDX-License-Identifier: MIT
 * What the exporters share: the tables and columns that go out. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "core/output.h"

#include <reel/export.h>

/* A field that goes out. */
typedef struct export_column {
    const reel_field *field;
    const char *key; /* "name": */
    size_t key_size;
    size_t value_size; /* bytes of one value in the row */
    bool labelled;     /* values are said by name where they have one */
} export_column;

typedef struct export_table {
    const reel_table *table;
    const reel_field *time; /* by which rows are left out; NULL: none is */
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
    bool streams, cuts; /* cuts: only rows with from <= time < to */
    double from, to;
    const char *format_id;
    const char *origin; /* name of the column that says of which replay a row is; NULL: none */
    reel_string origin_value;
    const char **fields;  /* as asked for, ending with NULL; NULL: all */
    export_table *tables; /* NULL until they are known */
    size_t count;
    uint64_t chunks; /* written */
    bool set_off;    /* the next thing needs a comma before it */
};

struct reel_exporter {
    const char *id;
    bool one_table;
    void (*begin)(reel_export *e); /* once the tables are known, or at the end where they never were */
    void (*chunk)(reel_export *e, const reel_chunk *chunk);
    void (*end)(reel_export *e);
};

extern const reel_exporter export_json, export_jsonl, export_csv;

/* Whether a row goes out, by its time. */
bool export_takes(const reel_export *e, const export_table *table, const void *row);

/* Text as a JSON string with its quotes. */
void json_text(reel_output *out, const uint8_t *text, size_t size);
/* The columns of a row as members of a JSON object, with commas between them. `line` goes before each name. */
void json_columns(reel_output *out, const export_table *table, const uint8_t *row, reel_string line);

#endif
