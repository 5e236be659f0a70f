/* SPDX-License-Identifier: MIT
 * The bytes of a file, kept beside its rows, and whether the rows still say what those bytes say. */
#ifndef FORMATS_GDR_DOCUMENT_H
#define FORMATS_GDR_DOCUMENT_H

#include <reel/format.h>
#include <reel/gdr.h>

/* The file that `staged` was read from; size 0: rows of a program. */
reel_bytes gdr_document_of(const reel_chunk *staged);
/* Reads the document again and compares, layout and derived fields aside. */
reel_status gdr_document_agrees(reel_encoder *encoder, const reel_format *format, const reel_chunk *staged, bool *agrees);

#endif
