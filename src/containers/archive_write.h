/* SPDX-License-Identifier: MIT
 * Writes the records of one replay: chunks of rows as they come, then the totals and the index. docs/formats/reel.md specifies them. */
#ifndef CONTAINERS_ARCHIVE_WRITE_H
#define CONTAINERS_ARCHIVE_WRITE_H

#include "containers/archive_schema.h"
#include "core/chunk.h"

enum { ARCHIVE_ROWS = 4096 }; /* rows of a table in a part, by default */

typedef struct archive_writer {
    reel_allocator allocator;
    const reel_format *format;
    reel_sink *sink;
    coder_options coder;
    size_t part_rows;
    archive_schema schema;
    uint64_t *rows;     /* of each table, written so far */
    reel_memory record; /* in the making */
    reel_memory index;  /* entries of the records so far */
    uint64_t entries;
    uint64_t offset;           /* bytes written */
    uint64_t sum;              /* of the checksums of the records so far */
    struct writer_part *parts; /* of the record in the making, with room for `part_room` */
    size_t part_room;
    reel_memory block, entry, payload; /* of the record in the making, used again by each */
    reel_error *error;
} archive_writer;

/* What the END record says of the original file. */
typedef struct archive_original {
    bool known; /* false: there was no file, as in a recording */
    uint64_t size;
    uint8_t hash[SHA256_SIZE];
} archive_original;

/* Writes the head and the START record to the sink, which stays the caller's. `part_rows` 0: the default. Whatever it returns, end with
 * reel__archive_free. The functions fail like the sink, with REEL_MEMORY, or REEL_LIMIT for a record of 4 GiB. */
reel_status reel__archive_begin(archive_writer *writer, const reel_format *format, const char *id, const coder_options *coder,
                                size_t part_rows, reel_sink *sink, const reel_allocator *allocator, reel_error *error);
/* Writes the rows of a chunk: those of HEADER tables as a HEADER record that replaces the earlier ones, the others in one record if the
 * format streams, otherwise in as many as are needed. */
reel_status reel__archive_add(archive_writer *writer, const reel_chunk *chunk);
/* Writes the END record, and the index if there are records to choose from. */
reel_status reel__archive_end(archive_writer *writer, const archive_original *original);
void reel__archive_free(archive_writer *writer);

#endif
