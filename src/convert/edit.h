/* SPDX-License-Identifier: MIT
 * Changes to the rows of a replay on their way from a reader to a writer. */
#ifndef CONVERT_EDIT_H
#define CONVERT_EDIT_H

#include "core/chunk.h"

/* Makes the changes of `how` to a chunk of `format` in place and reports what they cost. `first`: header fields are set. */
reel_status edit_chunk(reel_chunk *chunk, const reel_format *format, const reel_convert_options *how, bool first,
                       const reel_reporter *reporter, reel_error *error);

#endif
