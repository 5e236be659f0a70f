/* SPDX-License-Identifier: MIT */
#ifndef REEL_TESTS_NOTE_TURN_H
#define REEL_TESTS_NOTE_TURN_H

#include "game/beatsaber/note.h"

/* How a note is turned that is looked at once. */
static inline space_turn note_turn(const note_flight *flight, const note_spot *note, double to_hit, space_vec center,
                                   space_vec head)
{
    const note_own own = reel__note_own(flight, note);
    return reel__note_turn_of(flight, &own, to_hit, center, head);
}

#endif
