/* SPDX-License-Identifier: MIT
 * The contacts with walls of a ScoreSaber play. */
#ifndef INSIGHT_BEATSABER_CONTACTS_H
#define INSIGHT_BEATSABER_CONTACTS_H

#include "insight/beatsaber/state.h"

/* s of the song. A frame of 45 Hz at the speed of 1.5: times of one event in a file of ScoreSaber differ by one frame at most. */
#define PLAY_FRAME_TIME 0.035

/* A contact with a wall in a file of ScoreSaber. */
typedef struct play_contact {
    float time, exit_time;
    float energy; /* at its end, or PLAY_ENERGY_UNKNOWN */
    uint32_t row; /* of the table "walls"; PLAY_NO_ROW: known by the combo and the multiplier only */
} play_contact;

/* The contacts with walls of a ScoreSaber play, in order of time: play_contact (contacts.c). False: out of memory. */
bool reel__play_find_contacts(const reel_chunk *chunk, const reel_allocator *allocator, play_list *contacts);

#endif
