/* SPDX-License-Identifier: MIT
 * Changes to the rows of a replay on their way from a reader to a writer. */
#ifndef JOBS_REWRITE_EDIT_H
#define JOBS_REWRITE_EDIT_H

#include "core/chunk.h"

/* Sets the header fields of how->settings. */
reel_status reel__edit_set(reel_chunk *chunk, const reel_format *format, const reel_convert_options *how, reel_error *error);
/* Drops rows outside of the change's span of time, in tables that have a time axis. False: there were none. */
bool reel__edit_cut(reel_change *change);
/* Replaces the values of fields that say who played. */
void reel__edit_hide(reel_change *change);

#endif
