/* SPDX-License-Identifier: MIT
 * A demo whose runs cannot be played again by reading off what was pressed: small, smooth errors of places and aims, and keys that go down a
 * little late. They follow from a key, so that the same recording gives the same demo, and two of them tell no more than one. */
#ifndef PAIRS_DDNET_SCRAMBLE_H
#define PAIRS_DDNET_SCRAMBLE_H

#include <reel/demo.h>
#include <reel/teehistorian.h>

typedef struct scrambler scrambler;

/* The key counts with the id of the game: who knows a game that was scrambled learns nothing of another one. NULL: out of memory. */
scrambler *reel__scramble_begin(const reel_allocator *allocator, const void *key, size_t key_size, const reel_uuid *game);
void reel__scramble_end(const reel_allocator *allocator, scrambler *s); /* NULL is fine */

/* A tick begins: where all tees are, shown or not. */
void reel__scramble_tick(scrambler *s, int32_t tick);
void reel__scramble_place(scrambler *s, int32_t cid, int32_t x, int32_t y);
/* After all places: what is stated of a tee. */
void reel__scramble_character(scrambler *s, demo_character *row);
/* A point that belongs to a tee of this tick or of the one before goes with it; others are moved on their own, always in the same way. */
void reel__scramble_point(scrambler *s, int32_t *x, int32_t *y);
/* The direction of a shot of a client, which it aimed in a tick. */
void reel__scramble_direction(const scrambler *s, int32_t cid, int32_t tick, int32_t *x, int32_t *y);

#endif
