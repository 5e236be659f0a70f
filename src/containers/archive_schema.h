/* SPDX-License-Identifier: MIT
 * The schema of a replay in an archive: its tables and fields by name, and how they map to the tables of this library. */
#ifndef CONTAINERS_ARCHIVE_SCHEMA_H
#define CONTAINERS_ARCHIVE_SCHEMA_H

#include "columns/coder.h"
#include "containers/archive_record.h"

typedef struct archive_table {
    const reel_table *table; /* NULL: this library has none of this name */
    uint32_t flags;          /* REEL_TABLE_HEADER, ... as the file says */
    bool readable;           /* every type of a field is known */
    coder_table coder;       /* fields in the order of the file */
    coder_field *fields;
    bool whole_time; /* the time axis has whole numbers of at most 32 bits */
    bool ordered;    /* its rows can take part in an order */
    uint64_t bounds; /* bytes of the least and greatest values of a part's columns, in an index */
} archive_table;

typedef struct archive_schema {
    reel_allocator allocator;
    archive_table *tables;
    size_t count;
} archive_schema;

/* The schema of a format, as a writer needs it. REEL_MEMORY. */
reel_status reel__schema_of_format(archive_schema *schema, const reel_format *format, const reel_allocator *allocator);
/* Writes the schema of a format. False: no memory. */
bool reel__schema_put(reel_memory *block, const archive_schema *schema);
/* Reads a schema and maps it to `tables`, ending with NULL; reports what differs. REEL_CORRUPT or REEL_MEMORY. `offset` is that of the
 * record. Whatever it returns, free with reel__schema_free. */
reel_status reel__schema_get(archive_schema *schema, reel_cursor *in, const reel_table *const *tables,
                             const reel_allocator *allocator, const reel_reporter *reporter, uint64_t offset, reel_error *error);
void reel__schema_free(archive_schema *schema);

#endif
