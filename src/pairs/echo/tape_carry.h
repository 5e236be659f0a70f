/* SPDX-License-Identifier: MIT
 * The text of an .echoreplay in a capture. */
#ifndef PAIRS_ECHO_TAPE_CARRY_H
#define PAIRS_ECHO_TAPE_CARRY_H

#include "pairs/pair.h"

/* Lines on their way, in either direction. */
typedef struct carried_text {
    reel_memory text;   /* of the frame whose line is last, with what follows it; or of a chunk's frames */
    reel_memory before; /* lines before the first frame */
    reel_memory zip, message, entry;
    uint64_t header_sum; /* of a capture */
    uint32_t frame;      /* of the last line that is a frame */
    uint32_t container;
    bool any; /* there was a frame */
} carried_text;

/* To a capture: a row of `envelopes` for each line that is a frame, which the writer adds to the message of the frame. */
reel_status reel__carry_lines(pair_job *job, carried_text *c, const reel_chunk *in);
/* The same for the last line, and for the bytes of the zip. */
reel_status reel__carry_rest(pair_job *job, carried_text *c);
/* From a capture: the rows of the lines that a chunk carries, if all of its frames have one and are what was written with it. `first`: nothing was
 * written yet. */
reel_status reel__carry_restore(pair_job *job, carried_text *c, const reel_chunk *in, bool first, bool *restored);
void reel__carry_free(pair_job *job, carried_text *c);

#endif
