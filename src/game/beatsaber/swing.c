/* SPDX-License-Identifier: MIT
 * The rules that docs/evidence.md derives from recorded plays. The game keeps the last 500 positions of a saber, so no swing is longer. */
#include "game/beatsaber/swing.h"

#include <math.h>

#define SWING_TIME 0.4 /* s, before and after the cut */
#define BEFORE_ANGLE 100.0
#define AFTER_ANGLE 60.0
/* Segments count fully if their normals are this near to that of the cut, and not at all from a right angle on, where the swing ends. */
#define NEAR_NORMAL 75.0
#define NEAR_COSINE 0.25881904510252074
#define FADING 15.0

const swing_grip swing_grip_plain = { .ahead = { 0, 0, 1 } };

/* ---- the blade -------------------------------------------------------------------------------------------------- */

/* The normal of the triangle of the blade and the middle of the blade before. */
static reel_vec3 segment_normal(const swing_frame *now, const swing_frame *before)
{
    const space_vec hilt = space_of(&now->hilt), blade = space_sub(space_of(&now->tip), hilt);
    const space_vec middle = space_middle(space_of(&before->tip), space_of(&before->hilt));
    return space_store(space_unit(space_cross(blade, space_sub(middle, hilt))));
}

static space_vec blade_of(const swing_frame *frame) { return space_sub(space_of(&frame->tip), space_of(&frame->hilt)); }

void swing_take(swing_frame *frame, const reel_pose *hand, const swing_grip *grip, float time, const swing_frame *before)
{
    const reel_quaternion *q = &hand->rotation;
    const space_turn turn = { (double)q->x, (double)q->y, (double)q->z, (double)q->w };
    const space_vec hilt = space_add(space_of(&hand->position), space_turn_vec(turn, grip->hilt));
    *frame = (swing_frame){ .hilt = space_store(hilt),
                            .tip = space_store(space_add(hilt, space_turn_vec(turn, grip->ahead))),
                            .time = time };
    if (!before) return;
    frame->normal = segment_normal(frame, before);
    frame->angle = (float)space_angle(blade_of(before), blade_of(frame));
}

/* ---- the swing -------------------------------------------------------------------------------------------------- */

/* How much a segment counts whose normal is `normal`, for a swing whose normal is `of`; -1: the swing has ended. */
static double segment_weight(const reel_vec3 *normal, const reel_vec3 *of)
{
    const space_vec a = space_of(normal), b = space_of(of);
    const double cosine = space_dot(a, b);
    if (cosine > NEAR_COSINE) return 1;
    if (cosine < 0) return -1;
    const double angle = space_angle(a, b);
    return angle <= NEAR_NORMAL ? 1 : 1 - (angle - NEAR_NORMAL) / FADING;
}

/* The sum of the swing that ends with frame `last`, of whose segment only `angle` degrees count. */
static double rate_before(const swing_frame *frames, size_t last, double angle, double time)
{
    double sum = angle;
    const double end = (double)frames[last].time;
    double earliest = end;
    for (size_t i = 1; i < SWING_FRAMES && i < last && end - earliest < time; i++) {
        const swing_frame *frame = &frames[last - i];
        const double weight = segment_weight(&frame->normal, &frames[last].normal);
        if (weight < 0) break;
        sum += (double)frame->angle * weight;
        earliest = (double)frame->time;
    }
    return sum / BEFORE_ANGLE;
}

typedef struct swing_walk {
    const swing_frame *frames;
    space_vec center, plane; /* the plane of the note, by its normal */
    double cut_time, time;
    size_t cut;
    bool full; /* `after` has reached 1 */
} swing_walk;

static double plane_side(const swing_walk *walk, const swing_frame *frame)
{
    return space_dot(space_sub(space_of(&frame->tip), walk->center), walk->plane);
}

/* The tip passes the plane in frame `at`: the swing is divided there. */
static void pass_plane(const swing_walk *walk, size_t at, double side_before, double side, swing_rating *rating)
{
    const swing_frame *before = &walk->frames[at - 1], *now = &walk->frames[at];
    const space_vec from = space_of(&before->tip), step = space_sub(space_of(&now->tip), from);
    const space_vec tip = space_add(from, space_scale(step, side_before / (side_before - side)));
    const space_vec blade = space_sub(tip, space_middle(space_of(&before->hilt), space_of(&now->hilt)));
    rating->before = rate_before(walk->frames, at, space_angle(blade, blade_of(before)), walk->time);
    rating->after = space_angle(blade, blade_of(now)) / AFTER_ANGLE;
    rating->passed = at;
}

/* One frame. False: the swing has ended. */
static bool swing_step(swing_walk *walk, size_t at, swing_rating *rating)
{
    const swing_frame *now = &walk->frames[at];
    if ((double)now->time - walk->cut_time > walk->time || walk->full) return false;
    if (rating->passed == SIZE_MAX) {
        const double before = plane_side(walk, now - 1), side = plane_side(walk, now);
        if ((before > 0) != (side > 0)) {
            pass_plane(walk, at, before, side, rating);
            walk->cut_time = (double)now->time;
            return true;
        }
    }
    const double weight = segment_weight(&now->normal, &walk->frames[walk->cut].normal);
    if (weight < 0) return false;
    const bool was = rating->after >= 1;
    rating->after += (double)now->angle * weight / AFTER_ANGLE;
    walk->full = was && rating->passed != SIZE_MAX;
    return true;
}

swing_rating swing_rate(const swing_frame *frames, size_t count, size_t cut, const swing_note *note)
{
    swing_rating rating = { .passed = SIZE_MAX };
    swing_walk walk = { .frames = frames,
                        .center = note->center,
                        .plane = space_unit(space_cross(space_of(&frames[cut].normal), note->facing)),
                        .cut_time = (double)frames[cut].time,
                        .time = SWING_TIME * note->speed,
                        .cut = cut };
    rating.before = rate_before(frames, cut, (double)frames[cut].angle, walk.time);
    size_t at = cut, end = count - cut > SWING_FRAMES ? cut + SWING_FRAMES : count;
    while (at < end && swing_step(&walk, at, &rating)) at++;
    rating.open = at == count && rating.after < 1;
    return rating;
}

double swing_distance(const swing_frame *frame, space_vec point)
{
    return space_dot(space_of(&frame->normal), space_sub(point, space_of(&frame->hilt)));
}

static double edge_distance(space_vec from, space_vec to, space_vec point)
{
    const space_vec edge = space_sub(to, from), way = space_sub(point, from);
    const double length = space_dot(edge, edge), along = length > 0 ? space_dot(way, edge) / length : 0;
    const double at = along < 0 ? 0 : along > 1 ? 1 : along;
    return space_length(space_sub(way, space_scale(edge, at)));
}

double swing_reach(const swing_frame *frame, const swing_frame *before, space_vec point)
{
    const space_vec corners[] = { space_of(&frame->hilt), space_of(&frame->tip),
                                  space_middle(space_of(&before->tip), space_of(&before->hilt)) };
    const space_vec normal = space_of(&frame->normal);
    double least = INFINITY;
    bool inside = true;
    for (size_t i = 0; i < 3; i++) {
        const space_vec from = corners[i], to = corners[(i + 1) % 3];
        const double distance = edge_distance(from, to, point);
        if (distance < least) least = distance;
        inside = inside && space_dot(space_cross(space_sub(to, from), space_sub(point, from)), normal) >= 0;
    }
    return inside ? 0 : least;
}
