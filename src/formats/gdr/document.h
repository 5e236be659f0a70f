/* SPDX-License-Identifier: MIT
 * The bytes of a file, kept beside its rows, and whether the rows still say what those bytes say. */
#ifndef GDR_DOCUMENT_H
#define GDR_DOCUMENT_H

#include <reel/format.h>
#include <reel/gdr.h>

/* The file that `staged` was read from; size 0: rows of a program. */
reel_bytes gdr_document_of(const reel_chunk *staged);
/* Reads the document again. *replay stays NULL where it cannot be read, which is no failure: its rows are then all there is. */
reel_status gdr_document_load(reel_encoder *encoder, const reel_format *format, reel_bytes document, reel_replay **replay);
/* Whether the rows say what the replay says, layout and derived fields aside. */
bool gdr_document_agrees(const reel_replay *replay, const reel_chunk *staged);
bool gdr_same_rows(const reel_replay *replay, const void *rows, size_t count, const reel_table *table);

#endif
