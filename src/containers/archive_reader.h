/* SPDX-License-Identifier: MIT
 * The state of a reader of an archive, and its two ways through the records: one after the other, and by their heads. */
#ifndef CONTAINERS_ARCHIVE_READER_H
#define CONTAINERS_ARCHIVE_READER_H

#include "containers/archive.h"
#include "containers/archive_rows.h"

/* A record that a reader should visit. */
typedef struct archive_visit {
    uint64_t offset; /* in the input */
    uint8_t kind;
} archive_visit;

typedef struct archive_reader {
    archive_rows rows;
    archive_outline outline; /* of the records that were read */
    uint64_t base, after;    /* offsets of the archive and of the record after START */
    uint64_t sum;            /* of the checksums of the records */
    reel_memory visits;      /* archive_visit: the ROWS records to read, if not all are wanted */
    size_t visit;
    bool visiting;
    bool header_known; /* HEADER records were read, the last one too */
    bool delivered;    /* rows were returned: a stream cannot correct its header any more */
    bool lost;         /* a damaged record was skipped */
    bool done;
    reel_error first; /* the first damage; returned at the end */
    archive_original original;
    bool ended;           /* END was read */
    archive_chain chain;  /* of the records that were read when the archive was opened */
    archive_watch *watch; /* gets the records that follow; NULL: nobody asked */
    void *watch_context;
} archive_reader;

/* A record in the window. */
typedef struct record_view {
    archive_record record;
    const uint8_t *bytes;
    reel_cursor in; /* its payload */
} record_view;

static inline uint64_t record_offset(const record_view *view) { return view->in.end_offset - view->record.size - RECORD_HEAD; }

/* Fails at the end of the window: the file ends inside a record. */
reel_status reel__archive_truncated(reel_decoder *d);
/* The head of the next record, which stays in the window. REEL_END if there is none, or another member of the archive begins. */
reel_status reel__archive_next_head(reel_decoder *d, archive_record *record);
/* The next record, with d->in behind it. A record with a wrong checksum fails, and is skipped: view->bytes is set. */
reel_status reel__archive_next_record(reel_decoder *d, record_view *view);
/* Moves the window to an offset. REEL_END: the input does not reach so far. */
reel_status reel__archive_move(reel_decoder *d, uint64_t offset);

/* Walks over all records of a seekable archive by their heads, from state->after on. Reads the header as it is at the end of the replay, and lists in
 * state->visits the records that are needed for what is wanted, if the archive has an index and that says the same as the records. What is damaged is
 * left to the reading of records one after the other. */
reel_status reel__archive_walk(reel_decoder *d);

#endif
