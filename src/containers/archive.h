/* SPDX-License-Identifier: MIT
 * The archive: a replay of any format as chunks of coded columns. docs/formats/reel.md specifies it. */
#ifndef CONTAINERS_ARCHIVE_H
#define CONTAINERS_ARCHIVE_H

#include "containers/archive_write.h"
#include "core/reader.h"

/* Reads the first replay of an archive: record by record if its format streams, otherwise all that is there. */
extern const reel_container reel__archive_container;

/* What the END record of the replay said, once its reader has returned it. False: nothing, or the reader is not one of an archive. */
bool reel__archive_original_of(const reel_reader *reader, archive_original *original);
/* Whether the poses of the replay were rounded. */
bool reel__archive_is_rounded(const reel_reader *reader);

/* The first thing that was passed over without being damage: another replay, a record of an unknown kind, an unknown feature, a header that was
 * corrected late. Complete once the last chunk was read. NULL: the rows that were returned are all that the archive has. */
const reel_error *reel__archive_extra_of(const reel_reader *reader);

/* Gets a record as it is in the file: head and payload. False: no memory. */
typedef bool archive_watch(void *context, const uint8_t *record, size_t size);
/* Gives `watch` each record of the replay that follows, in order, while its reader reads them, and lets the reader compare spans and bounds with
 * the rows: for a reader that has just been opened. Sets
 * *chain to the hash chain of the records before, and *offset to that of the next one. False: the reader is not one of an archive, or it
 * does not read every record. */
bool reel__archive_watch_records(reel_reader *reader, archive_watch *watch, void *context, archive_chain *chain,
                                 uint64_t *offset);

#endif
