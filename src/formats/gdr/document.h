/* SPDX-License-Identifier: MIT
 * The bytes of a file, stored beside its rows, and whether they still agree with the rows. */
#ifndef GDR_DOCUMENT_H
#define GDR_DOCUMENT_H

#include "core/kept.h"

#include <reel/format.h>
#include <reel/gdr.h>

/* The file that `staged` was read from; size 0: rows of a program. */
reel_bytes gdr_document_of(const reel_chunk *staged);
/* Reads the document again. *replay stays NULL if it cannot be read. That is not a failure: only its rows are used then. */
reel_status gdr_document_load(reel_encoder *encoder, const reel_format *format, reel_bytes document, reel_replay **replay);

#endif
