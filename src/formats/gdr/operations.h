/* SPDX-License-Identifier: MIT
 * Declarations shared by the operations on macros. */
#ifndef GDR_OPERATIONS_H
#define GDR_OPERATIONS_H

#include "formats/gdr/fixes.h"
#include "formats/gdr/gdr2.h"
#include "formats/gdr/macro.h"

/* Drops the marked items. Returns their number, and the index of the first in *first. */
uint64_t reel__macro_remove_marked(macro *m, uint64_t *first);
/* The same, reports "edit.dropped", and stores the rest in the chunk. */
reel_status reel__macro_store_unmarked(macro *m, const char *message);

/* Number of extensions of the whole replay. */
uint64_t reel__macro_count_extensions(const reel_chunk *chunk);
/* Reports a note about `count` extensions of the whole replay, if any. */
void reel__macro_report_header(const reel_change *change, const char *rule, uint64_t count, const char *message);
/* Reports extensions in a bot's own format, in which a change of time leaves frame numbers unchanged: all but those that were `moved`. */
void reel__macro_report_opaque(const reel_change *change, uint64_t moved);
/* The same for the data of inputs in a bot's own format. */
void reel__macro_report_blocks(const reel_change *change);
/* What a cut reports about rows that it drops. */
#define MACRO_CUT_REASON "outside the time range, dropped"
/* Fails because a frame would be out of range. */
reel_status reel__macro_out_of_range(const reel_change *change, const reel_table *table, uint64_t row, int64_t value);
/* Changes the frames and the players of all that has them: deaths, position fixes, known extensions. The inputs are the caller's. */
reel_status reel__macro_move_others(const reel_change *change, const macro_motion *motion);

/* The duration in the header, in frames. False if it states none. */
bool reel__macro_duration(const reel_chunk *chunk, double *frames);
void reel__macro_set_duration(const reel_change *change, double frames);
/* That of a macro with the same framerate, which has so many frames: without rounding. */
void reel__macro_take_duration(const reel_change *change, const reel_chunk *other, double frames);

/* What nearly all macros have, and what bots assume where it is missing. */
enum { GDR_USUAL_RATE = 240 };
/* Frames per second, or 0 if the framerate is invalid. */
double reel__macro_framerate(const reel_chunk *chunk);

/* Of every macro: REEL_CLEAN. */
extern const reel_operation reel__gdr_cleaning;

reel_status reel__gdr_shift(reel_change *change);
reel_status reel__gdr_set_tps(reel_change *change);
reel_status reel__gdr_stretch(reel_change *change);

#endif
