/* SPDX-License-Identifier: MIT
 * A play re-enacted: what the sabers do to the notes of the map, by frames and map alone. docs/levels.md has the rules. */
#ifndef INSIGHT_BEATSABER_LEVEL_REENACT_H
#define INSIGHT_BEATSABER_LEVEL_REENACT_H

#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/level.h"

/* What the motion does to an object of the map. */
typedef struct reenacted_object {
    uint32_t frame;                /* of the cut; EVIDENCE_NO_FRAME: there is none */
    uint8_t outcome;               /* beatsaber_level_outcome, if there is no reason why it is unknown */
    uint8_t reason;                /* beatsaber_reenacted_reason */
    uint8_t saber;                 /* that cuts it */
    uint8_t before, center, after; /* points of a good cut */
    uint8_t start_layer;           /* in which it starts to jump */
    bool deep;                     /* of a bomb: the saber goes through the middle of it */
    float before_rating, after_rating, distance;
    double height; /* of its flight */
    note_own own;
    space_turn turn;    /* how it was turned last */
    note_top top;       /* the same, for the frame that comes next */
    uint32_t turned_at; /* that frame; 0: none was yet */
} reenacted_object;

/* Re-enacts the objects of the map, each into its own of as many. */
void reel__level_reenact(const evidence_judge *j, const level_map *map, reenacted_object *objects);

/* Counts the times that the head is in a wall without an event (level_heads.c). False: out of memory. */
bool reel__level_walls_pass(const evidence_judge *j, const level_map *map);

/* Whether the poses are exact enough to say on which side of something a saber or the head is. */
bool reel__level_is_exact(const evidence_result *evidence);

/* The rows of a play that was re-enacted (level_cuts.c): their sum, and one for each object into `cuts`, which may be NULL. `objects` are those
 * of evidence_result. False: out of memory. */
bool reel__level_cuts(play_state *play, const level_result *level, const evidence_result *evidence,
                      beatsaber_level_reenacted *sum, reel_row_list *cuts);

#endif
