/* SPDX-License-Identifier: MIT
 * The outline of a replay: in which order its records follow each other, and what its index has to say. Whoever reads records, one after
 * the other or by their heads only, adds them here; so the order is judged in one place, and an index is believed only if it says exactly
 * what the records say. */
#ifndef CONTAINERS_ARCHIVE_OUTLINE_H
#define CONTAINERS_ARCHIVE_OUTLINE_H

#include "containers/archive_index.h"

typedef struct archive_outline {
    uint8_t last;               /* kind of the last record that is known; 0: there was none */
    bool ended;                 /* END was there */
    bool indexed;               /* an INDEX that is right, and its TAIL */
    bool bounded;               /* `bounds` has those of every part so far: all rows were decoded, and none was rounded */
    uint64_t end, end_checksum; /* of END: its offset, from the head of the archive, and its checksum */
    uint64_t index;             /* offset of INDEX */
    uint64_t entries;
    sha256 parts;  /* of what an index says of each part, but its bounds */
    sha256 bounds; /* of the bounds */
} archive_outline;

void reel__outline_begin(archive_outline *outline);
/* The next record, at an offset from the head of the archive. False: it is not allowed here. START comes first; ROWS and HEADER follow in any
 * order; END, SIGNATURE, INDEX and TAIL once each, in this order. A recorder's signature may also follow START, ROWS or HEADER. Records of
 * kinds that are not known may be anywhere else than before TAIL, or behind it. */
bool reel__outline_record(archive_outline *outline, const archive_record *record, uint64_t offset);
/* What the index says about a ROWS or HEADER record, then about each of its parts. */
void reel__outline_entry(archive_outline *outline, uint8_t kind, uint64_t offset, uint64_t parts);
void reel__outline_part(archive_outline *outline, const archive_part *part);
/* Adds the bounds of a part, as an index has them. */
void reel__outline_bounds(archive_outline *outline, const void *bounds, size_t size);

/* Compares the payload of INDEX, or of TAIL, at an offset in the input, with the records before it. REEL_CORRUPT, rule "archive.index"; REEL_END: a
 * table has a type that is not known, so they cannot be compared; else as reel__payload_get_part. */
reel_status reel__outline_check_index(archive_outline *outline, reel_cursor *in, const archive_schema *schema,
                                      reel_budget *budget, const reel_allocator *allocator, uint64_t offset, reel_error *error);
reel_status reel__outline_check_tail(archive_outline *outline, reel_cursor *in, uint64_t distance, uint64_t offset,
                                     reel_error *error);

#endif
