/* SPDX-License-Identifier: MIT
 * Declarations shared by the operations on macros. */
#ifndef GDR_OPERATIONS_H
#define GDR_OPERATIONS_H

#include "formats/gdr/gdr2.h"
#include "formats/gdr/macro.h"

/* Drops the items that are marked; returns how many, and the number of the first in *first. */
uint64_t macro_remove_marked(macro *m, uint64_t *first);
/* The same, reported as "edit.dropped"; then writes the rest back to the chunk. */
reel_status macro_store_unmarked(macro *m, const char *message);

/* A note about `count` extensions of the replay as a whole; nothing if there are none. */
void macro_report_header(const reel_change *change, const char *rule, uint64_t count, const char *message);
/* A change of time does not affect data in a bot's own format. */
void macro_report_opaque(const reel_change *change);

/* Frames per second, 0 if the header has no valid framerate. */
double macro_framerate(const reel_chunk *chunk);

reel_status gdr_shift(reel_change *change);
reel_status gdr_set_tps(reel_change *change);

#endif
