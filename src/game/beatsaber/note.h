/* SPDX-License-Identifier: MIT
 * Where a note is while it flies towards the player, and where it looks. docs/evidence.md, "The place of a note". */
#ifndef GAME_BEATSABER_NOTE_H
#define GAME_BEATSABER_NOTE_H

#include "game/beatsaber/space.h"

enum { NOTE_LINES = 4, NOTE_LAYERS = 3, NOTE_DOT = 8 };

/* How the notes of a play fly. */
typedef struct note_flight {
    double speed;    /* of the notes, m/s */
    double distance; /* of their jump, m */
    double height;   /* added to the height of the layers, for the height of the player, m */
    bool tilted;     /* notes start with a tilt that depends on the note; not in recent versions of the game */
} note_flight;

/* One note. */
typedef struct note_spot {
    int line, layer;
    int start_layer; /* where it starts to jump: below its layer, unless notes are stacked */
    int direction;   /* of the arrow, as in bsor_note_parts; NOTE_DOT */
    double time;     /* of the note in the map, s */
} note_spot;

/* What the height of a player adds to the height of the layers, m. */
double reel__note_height_for(double player);

double reel__note_x(int line);
/* `to_hit`: the time of the note less that of the song, s. */
double reel__note_y(const note_flight *flight, const note_spot *note, double to_hit);
/* The part of `flight->height` that follows from the height of a center, the inverse of reel__note_y. */
double reel__note_height(const note_flight *flight, const note_spot *note, double to_hit, double y);
/* `head_z`: of the player, m. Notes come to a place ahead of the head. */
double reel__note_z(const note_flight *flight, double to_hit, double head_z);
/* Where the center of the note is: all three. */
space_vec reel__note_center(const note_flight *flight, const note_spot *note, double to_hit, double head_z);
/* What the head adds to reel__note_z, as a factor of its z. */
double reel__note_head_share(const note_flight *flight, double to_hit);
/* What does not change while a note flies: its own rotations, from upright to tilted, and on to that of its arrow. */
typedef struct note_own {
    space_arc rise, settle;
} note_own;
note_own reel__note_own(const note_flight *flight, const note_spot *note);
/* Which of the NOTE_OWNS that notes of one flight have, below that. */
enum { NOTE_OWNS = 90 };
size_t reel__note_own_number(const note_flight *flight, const note_spot *note);
/* How a note is turned: (0, 0, 1) to the direction in which it faces away from the player, and (0, -1, 0) to that of its arrow. Notes turn to
 * the head until the time of the note; from then on they stay as they were in the last frame before it, which is the frame to ask for. */
space_turn reel__note_turn_of(const note_flight *flight, const note_own *own, double to_hit, space_vec center, space_vec head);
/* How much of its rotation in the frame before a note keeps at this time: 0 at the begin of its jump, 1 at its time. */
double reel__note_keeps(const note_flight *flight, double to_hit);
/* How a note is turned whose top was there in the frame before; it keeps that: exactly as in the game, where the roll of a note depends on all
 * frames since the begin of its jump. */
space_turn reel__note_turn_on(const note_flight *flight, const note_own *own, const note_spot *note, double to_hit,
                              const reel_vec3 *head, space_vec up);

/* The same for a note of whose frames the first were left out. All that a frame takes from the one before is where the top was. */
typedef struct note_top {
    space_vec up;
    double off; /* from where it is if no frame is left out, no more than this, rad; above 1: it may be anywhere */
} note_top;
/* `top` as the note has it by itself; `off` is reel__note_lag_at. */
space_vec reel__note_own_top(const note_flight *flight, const note_own *own, double to_hit);
/* `turn` may be NULL. It is off by no more than `top->off` then. */
void reel__note_top_on(const note_flight *flight, const note_own *own, const note_spot *note, double to_hit,
                       const reel_vec3 *head, note_top *top, space_turn *turn);

/* The angle between the arrow of a note that is turned so and the way of a saber, as the player sees it, degrees. Of a dot, it means nothing. */
double reel__note_deviation(space_turn turn, space_vec way);

#endif
