/* SPDX-License-Identifier: MIT
 * The bytes of a file, kept beside its rows, and whether the rows still say what those bytes say. */
#ifndef GDR_DOCUMENT_H
#define GDR_DOCUMENT_H

#include "core/kept.h"

#include <reel/format.h>
#include <reel/gdr.h>

/* The file that `staged` was read from; size 0: rows of a program. */
reel_bytes gdr_document_of(const reel_chunk *staged);
/* Reads the document again. *replay stays NULL where it cannot be read, which is no failure: its rows are then all there is. */
reel_status gdr_document_load(reel_encoder *encoder, const reel_format *format, reel_bytes document, reel_replay **replay);

#endif
