/* SPDX-License-Identifier: MIT
 * The inputs of a macro, as collected and sorted for the insight and the check. */
#ifndef INSIGHT_GEOMETRYDASH_MACRO_H
#define INSIGHT_GEOMETRYDASH_MACRO_H

#include <reel/gdr.h>
#include <reel/geometrydash.h>

typedef struct macro {
    gdr_input *inputs;
    size_t count, capacity;
    double framerate, duration; /* duration: 0 if the header states none */
    bool framerate_stated;
    bool platformer;  /* stated by the header */
    bool whole;       /* Mega Hack: the duration is a number of frames */
    size_t abandoned; /* inputs with the mark MACRO_ABANDONED */
    uint64_t attempts;
} macro;

/* In gdr_input.extra: of an attempt before the last one. */
enum { MACRO_ABANDONED = 0xff };

/* Appends the inputs of a chunk and reads its header. Fails with REEL_MEMORY. */
reel_status reel__macro_collect(macro *m, const reel_analysis *a, const reel_chunk *chunk);
/* Stable merge sort by frame, with inputs of the first player before those of the second. O(n log n). */
reel_status reel__macro_order(macro *m, const reel_analysis *a);
/* Counts the attempts, and marks the inputs of those before the last. Before reel__macro_order, which loses the order of the file. */
reel_status reel__macro_find_attempts(macro *m, const reel_analysis *a);
/* Removes the marked inputs. */
void reel__macro_keep_last(macro *m);
/* The duration in seconds: some tools state frames. Needs the inputs in order. *in_frames: this one does. */
double reel__macro_seconds(const macro *m, bool *in_frames);
void reel__macro_free(macro *m, const reel_analysis *a);

/* Frames are arbitrary 64-bit values; a difference out of range wraps. */
static inline int64_t frames_between(int64_t from, int64_t to) { return (int64_t)((uint64_t)to - (uint64_t)from); }

/* SHA-256 of the lines "frame TAB button TAB player2 TAB down LF" as 64 hex digits. */
enum { HASH_DIGITS = 64 };
void reel__macro_hash(const macro *m, char digits[HASH_DIGITS]);

#endif
