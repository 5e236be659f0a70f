/* SPDX-License-Identifier: MIT
 * How far a note that turns to the head may be from how it is by itself. */
#ifndef GAME_BEATSABER_NOTE_LAG_H
#define GAME_BEATSABER_NOTE_LAG_H

#include "game/beatsaber/note.h"

/* For notes of one flight, if frames since the begin of their jump follow each other in no more than a `step` of its half, and the line from the head
 * to the note has no more than some length across the flight in all of them. The head is no farther ahead than NOTE_LAG_AHEAD. */
enum { NOTE_LAG_STEPS = 38 };
#define NOTE_LAG_LEAST_STEP 0.02
#define NOTE_LAG_AHEAD 1.0 /* m */
typedef struct note_lag {
    double step; /* of reel__note_keeps: there is a frame in each of them */
    double most[NOTE_LAG_STEPS];
    double moved; /* how far a note turns by itself in a step */
    double least; /* that reel__note_lag_at returns */
} note_lag;

/* How much of the height between note and head is in that line: notes turn with their backs nearly upright. */
#define NOTE_LAG_HEIGHT 0.2
void reel__note_lag_make(const note_flight *flight, double across, double step, note_lag *lag);
/* How far the top of a note in the frame before one that keeps so much may be from that of the note by itself in this frame, rad. */
double reel__note_lag_at(const note_lag *lag, double keeps);

#endif
