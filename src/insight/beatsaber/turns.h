/* SPDX-License-Identifier: MIT
 * The order in which the game counted the notes of a ScoreSaber play. */
#ifndef INSIGHT_BEATSABER_TURNS_H
#define INSIGHT_BEATSABER_TURNS_H

#include "insight/beatsaber/order.h"

/* A note of a ScoreSaber play, and when it counted. */
typedef struct play_turn {
    float time;
    uint32_t row;
} play_turn;

/* The notes of a ScoreSaber play in the order in which the game counted them: play_turn. False: out of memory. */
bool reel__play_order_notes(const reel_chunk *chunk, const reel_allocator *allocator, play_list *turns);

#endif
