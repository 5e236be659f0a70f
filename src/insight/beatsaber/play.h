/* SPDX-License-Identifier: MIT
 * The notes of a play, their sums, and its modifiers. */
#ifndef INSIGHT_BEATSABER_PLAY_H
#define INSIGHT_BEATSABER_PLAY_H

#include "insight/beatsaber/state.h"

/* Adds a note, and updates the sums if they are wanted. If signs are wanted, does nothing but that. `cut` is read for good and bad cuts
 * only. False: out of memory. */
bool reel__play_add_note(play_state *play, const reel__play_note *note, const play_cut *cut);
void reel__play_add_height(play_state *play, double height);
bool reel__play_add_pause(play_state *play, float time, int64_t duration); /* false: out of memory */
/* Computes the means of hands, cells and scorings. */
void reel__play_finish_sums(play_state *play);
/* Returns true if the modifiers ("NF,DA") include `code`. */
bool reel__play_modifiers_have(reel_string modifiers, const char *code);
/* The entry of a known fault of the program that recorded the play: game/beatsaber/recorder.h. NULL: it does not have it. */
const recorder_known_fault *reel__play_fault(const play_state *play, recorder_fault fault);
/* Which difficulty the play states: its name, or, if that is empty, its number. */
void reel__play_take_level(play_state *play, reel_string difficulty, int64_t rank, reel_string mode, bool left_handed);
void reel__play_free(play_state *play);

/* ---- modifiers (modifiers.c) ------------------------------------------------------------------------------------ */

typedef struct play_modified {
    int64_t score;
    beatsaber_rank rank;
} play_modified;

/* The score with the factors of the convention, and the rank that the game shows for it. `empty`: energy ran out. */
play_modified reel__play_modify(const play_state *play, int64_t score, int64_t max_score, bool empty);
/* `speed`: that of a practice, or 0. */
void reel__play_take_modifiers(play_state *play, reel_string modifiers, float speed);

/* Seconds of the song in a second of the room, if the song is slower than usual; else 1. What is known of hands and headsets is in the time of
 * the room, but files have the time of the song. */
float reel__play_slowness(const play_state *play);
/* The speed of practice mode, or 0: `speed` is that of the song, which modifiers change, too. */
float reel__play_practice_speed(reel_string modifiers, float speed);

#endif
