/* SPDX-License-Identifier: MIT
 * The original file, stored beside its rows so that a writer can reproduce it. */
#ifndef GDR_DOCUMENT_H
#define GDR_DOCUMENT_H

#include "core/kept.h"

#include <reel/format.h>
#include <reel/gdr.h>

/* The file that `staged` was read from, or size 0 if its rows do not come from a file. */
reel_bytes reel__gdr_document_of(const reel_chunk *staged);
/* Reads the document again. If it cannot be read, *replay stays NULL and the rows alone are used; that is not a failure. */
reel_status reel__gdr_document_load(reel_encoder *encoder, reel_bytes document, reel_replay **replay);

/* Whether `to` is `delta` frames after `from`. */
static inline bool gdr_is_moved(const gdr_input *from, const gdr_input *to, int64_t delta)
{
    return (uint64_t)to->frame - (uint64_t)from->frame == (uint64_t)delta;
}

/* Whether `part` is `whole` without some inputs, all of them *delta frames later: which input of the original one is, where others are like it. */
bool reel__gdr_find_part(const gdr_input *part, size_t count, const gdr_input *whole, size_t total, int64_t *delta);

#endif
