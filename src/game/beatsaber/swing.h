/* SPDX-License-Identifier: MIT
 * How a saber moves, and how the swing of a cut is rated. docs/evidence.md, "The rules of a cut". */
#ifndef GAME_BEATSABER_SWING_H
#define GAME_BEATSABER_SWING_H

#include "game/beatsaber/space.h"

#include <stdbool.h>

/* The saber in one frame, and the segment that it swept since the frame before. Stored in single precision, as in the game. */
typedef struct swing_frame {
    reel_vec3 hilt, tip;
    reel_vec3 normal; /* of the segment; zero in the first frame, or if the saber did not move */
    float angle;      /* between the blades of both frames, degrees */
    float time;       /* s */
    float height;     /* of the triangle of the blade and the middle of the blade before, m: how well `normal` is known */
    bool broken;      /* the pose, or that of the frame before, is missing: the segment is unknown */
} swing_frame;

/* Where the saber is in the hand. That of a plain play is reel__swing_grip_plain. */
typedef struct swing_grip {
    space_vec hilt;  /* of the saber, in the axes of the hand, m */
    space_vec ahead; /* along the blade, of length 1 */
} swing_grip;

extern const swing_grip reel__swing_grip_plain;

/* Fills a frame from the pose of the hand. `before` is the frame before it, or NULL. */
void reel__swing_take(swing_frame *frame, const reel_pose *hand, const swing_grip *grip, float time, const swing_frame *before);
/* Fills the segments of all frames but the first one, each of which follows the one before, as reel__swing_take does: far cheaper than one by one. */
void reel__swing_segments(swing_frame *frames, size_t count);

/* A note as the swing sees it. */
typedef struct swing_note {
    space_vec center; /* when it is cut */
    space_vec facing; /* where its front looks, away from the player */
    double speed;     /* of the song: 1 is normal. Swings are timed by the clock of the room */
    double height;    /* segments of a smaller height are unknown, because poses were rounded, m; 0: none is */
} swing_note;

/* A part of a swing. Sums of angles only grow, so what is known of a swing is its least rating. */
typedef struct swing_part {
    double rating; /* 1 is full; not capped */
    double least;  /* up to the first segment that is unknown, or not in the frames */
    bool open;     /* there is such a segment in the time of the swing */
} swing_part;

typedef struct swing_rating {
    swing_part before, after; /* `after`: one frame after it reached 1, or at the end of the swing */
    size_t passed;            /* the frame in which the tip passed the plane of the note; SIZE_MAX: it never did */
} swing_rating;

/* Rates the swing of a cut in frame `cut`, which is at least 1 and below `count`. Looks at no more than SWING_FRAMES frames on either side. */
enum { SWING_FRAMES = 500 };
swing_rating reel__swing_rate(const swing_frame *frames, size_t count, size_t cut, const swing_note *note);

/* How far a point is from the plane of the cut in that frame, m. Negative on the other side. */
double reel__swing_distance(const swing_frame *frame, space_vec point);
/* Whether what the blade swept since the frame before touches the box of a note, which is turned so: 1 m wide and high, and from 1.1 m before the
 * center to 0.6 m behind it. That of the game is smaller: in honest plays, no cut is beyond 0.46 m, or 1.04 m before the center. */
bool reel__swing_touches(const swing_frame *frame, const swing_frame *before, space_vec center, space_turn turn);
/* What a saber touches. A note has two colliders: the large one, of arrows or of dots, takes good cuts only, and the small one whatever touches
 * it. MetaGuard/SimSaber@0c4dc5bf noteManager.py has the sizes, and so do the cuts of honest plays. */
typedef enum swing_collider { SWING_ARROW, SWING_DOT, SWING_SMALL, SWING_BOMB } swing_collider;
/* Whether the game finds a collider in this frame: whether the rectangle of the blade and the middle of the blade before touches it, with its
 * sizes times `scale`. In honest plays, 99.9 % of cuts touch an arrow of 1.07 (a dot of 1.02), and no frame before touches an arrow of 0.9. */
bool reel__swing_finds(const swing_frame *frame, const swing_frame *before, space_vec center, space_turn turn,
                       swing_collider collider, double scale);
/* Where what the blade swept since the frame before is, for a quick look: in a ball and in a plane. */
typedef struct swing_place {
    space_vec middle, normal;
    double radius; /* m */
    double offset; /* of the plane */
} swing_place;
swing_place reel__swing_place(const swing_frame *frame);
extern const double reel__swing_extents[SWING_BOMB + 1]; /* m: corners are no farther from the center of the note */
/* The same for a smaller and a larger scale at once. */
typedef enum swing_found { SWING_FINDS_NONE, SWING_FINDS_SOME, SWING_FINDS_ALL } swing_found;
swing_found reel__swing_finds_of(const swing_frame *frame, const swing_frame *before, space_vec center, space_turn turn,
                                 swing_collider collider, double least, double most);
/* However a note is turned, by so much more than it is thought to be, in rad: times 1 + this * rad, a collider has all of it inside, and times
 * 1 - this * rad, it is inside of it. That is the farthest corner by the least half of a side: no corner moves farther. */
extern const double reel__swing_turned_by[SWING_BOMB + 1];
/* Whether reel__swing_finds may find a collider whose note has its center there, however it is turned. */
static inline bool swing_may_find(const swing_place *place, space_vec center, swing_collider collider)
{
    const space_vec way = space_sub(center, place->middle);
    const double extent = reel__swing_extents[collider], reach = place->radius + extent;
    return !(space_dot(way, way) > reach * reach) && !(fabs(space_dot(place->normal, center) - place->offset) > extent);
}
/* How far a point of that plane is from the triangle of the blade and the middle of the blade before, m; 0 inside. The game looks for notes in
 * the box around that triangle. */
double reel__swing_reach(const swing_frame *frame, const swing_frame *before, space_vec point);

#endif
