/* SPDX-License-Identifier: MIT
 * From the payload of a ROWS or HEADER record to the rows of a chunk. */
#ifndef CONTAINERS_ARCHIVE_ROWS_H
#define CONTAINERS_ARCHIVE_ROWS_H

#include "containers/archive_outline.h"
#include "core/reader.h"

/* What is known of the rows of the replay that is read. */
typedef struct archive_rows {
    archive_schema schema;
    uint64_t *known;   /* rows of each table, so far */
    bool header_given; /* header rows are final for the caller */
    bool gaps;         /* records are skipped: rows may be missing before those that follow */
    bool proves;       /* spans and bounds are compared with the rows */
    bool rounded;      /* poses differ from those that were written */
    archive_outline *outline;
    uint64_t offset;  /* of the record, from the head of the archive */
    reel_error extra; /* the first thing that the archive has and a reader does not return; REEL_OK if there is none */
} archive_rows;

/* Keeps the first thing that is passed over without being damage. */
void reel__archive_pass_over(archive_rows *rows, const char *rule, const char *section, uint64_t offset, const char *what);

/* Reads a payload into d->chunk: the rows that the decoder's options ask for. A HEADER record's rows replace the earlier ones; if header rows
 * are final, they are only counted. REEL_CORRUPT, REEL_UNSUPPORTED, REEL_LIMIT, REEL_MEMORY; REEL_OK, with a finding, for a coding that is
 * not known. */
reel_status reel__archive_rows_read(archive_rows *rows, reel_decoder *d, reel_cursor *in, bool header);

/* Fails with REEL_MEMORY at the place that is read. */
reel_status reel__archive_no_memory(reel_decoder *d);

#endif
