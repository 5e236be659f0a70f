/* SPDX-License-Identifier: MIT
 * The inputs of a macro as the insight and the check collect and walk them. */
#ifndef INSIGHT_GEOMETRYDASH_MACRO_H
#define INSIGHT_GEOMETRYDASH_MACRO_H

#include <reel/gdr.h>
#include <reel/geometrydash.h>

typedef struct macro {
    gdr_input *inputs;
    size_t count, capacity;
    double framerate, duration;
    bool framerate_said;
} macro;

/* Takes what a chunk has. */
reel_status macro_collect(macro *m, const reel_analysis *a, const reel_chunk *chunk);
/* By frame, the first player's before the second's. */
reel_status macro_order(macro *m, const reel_analysis *a);
void macro_free(macro *m, const reel_analysis *a);

/* Frames are any 64 bits; what lies further apart than these can say wraps. */
static inline int64_t frames_between(int64_t from, int64_t to) { return (int64_t)((uint64_t)to - (uint64_t)from); }

/* SHA-256 of the lines "frame TAB button TAB player2 TAB down LF" as 64 hex digits. */
enum { HASH_DIGITS = 64 };
void macro_hash(const macro *m, char digits[HASH_DIGITS]);

#endif
