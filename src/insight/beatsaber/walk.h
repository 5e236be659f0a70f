/* SPDX-License-Identifier: MIT
 * The events of a play in order of time. */
#ifndef INSIGHT_BEATSABER_WALK_H
#define INSIGHT_BEATSABER_WALK_H

#include "insight/beatsaber/state.h"

/* A note that lost swing points, to be matched with jitters. */
typedef struct play_loss {
    float time;
    uint32_t row;
} play_loss;

typedef struct play_walk {
    /* results to produce; NULL: not wanted */
    reel_row_list *events, *underswings, *graph;
    uint32_t seconds; /* rows of the graph */
    bool wants_losses, wants_streak;
    /* results */
    int64_t score, max_score, underswing;
    uint32_t combo, max_combo, max_streak;
    bool has_streak;
    float energy, min_energy;
    float empty_time; /* of the first event with no energy left */
    bool empty;
    bool energy_open; /* the song ended in a wall: energy is not known from then on */
    float accuracy, fc_accuracy;
    play_list losses_before, losses_after; /* play_loss, sorted by time */
} play_walk;

/* Processes all events in order of time. False: out of memory. */
bool reel__play_walk_run(play_walk *walk, play_state *play);
void reel__play_walk_free(play_walk *walk, const reel_allocator *allocator);

#endif
