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

const swing_grip reel__swing_grip_plain = { .ahead = { 0, 0, 1 } };

/* ---- the blade -------------------------------------------------------------------------------------------------- */

static space_vec blade_of(const swing_frame *frame) { return space_sub(space_of(&frame->tip), space_of(&frame->hilt)); }

/* The normal of the triangle of the blade and the middle of the blade before. The blade is 1 m long, so the length of the product is the height of
 * the triangle. */
static void set_segment(swing_frame *now, const swing_frame *before)
{
    const space_vec middle = space_middle(space_of(&before->tip), space_of(&before->hilt));
    const space_vec product = space_cross(blade_of(now), space_sub(middle, space_of(&now->hilt)));
    now->normal = space_store(space_unit(product));
    now->height = (float)space_length(product);
    now->angle = (float)reel__space_angle(blade_of(before), blade_of(now));
}

void reel__swing_take(swing_frame *frame, const reel_pose *hand, const swing_grip *grip, float time, const swing_frame *before)
{
    const reel_quaternion *q = &hand->rotation;
    const space_turn turn = { (double)q->x, (double)q->y, (double)q->z, (double)q->w };
    const bool plain = grip == &reel__swing_grip_plain;
    const space_vec place = space_of(&hand->position), hilt = plain ? place : space_add(place, space_turned(turn, grip->hilt));
    const space_vec blade = plain ? space_turned_ahead(turn) : space_turned(turn, grip->ahead);
    *frame = (swing_frame){ .hilt = space_store(hilt), .tip = space_store(space_add(hilt, blade)), .time = time };
    if (before) set_segment(frame, before);
}

/* ---- the swing -------------------------------------------------------------------------------------------------- */

/* How much a segment counts whose normal is `normal`, for a swing whose normal is `of`; -1: the swing has ended. */
static double segment_weight(const reel_vec3 *normal, const reel_vec3 *of)
{
    const space_vec a = space_of(normal), b = space_of(of);
    const double cosine = space_dot(a, b);
    if (cosine > NEAR_COSINE) return 1;
    if (cosine < 0) return -1;
    const double angle = reel__space_angle(a, b);
    return angle <= NEAR_NORMAL ? 1 : 1 - (angle - NEAR_NORMAL) / FADING;
}

static bool is_known(const swing_frame *frame, double height) { return !frame->broken && (double)frame->height >= height; }

/* The part of a swing that ends with frame `last`, of whose segment only `angle` degrees count. */
static swing_part rate_before(const swing_frame *frames, size_t last, double angle, const swing_note *note)
{
    const double end = (double)frames[last].time, time = SWING_TIME * note->speed;
    double sum = angle, least = angle, earliest = end;
    bool open = false;
    size_t i = 1;
    for (; i < SWING_FRAMES && i < last && end - earliest < time; i++) {
        const swing_frame *frame = &frames[last - i];
        open = open || !is_known(frame, note->height);
        if (frame->broken) break;
        const double weight = segment_weight(&frame->normal, &frames[last].normal);
        if (weight < 0) break;
        sum += (double)frame->angle * weight;
        earliest = (double)frame->time;
        if (!open) least = sum;
    }
    open = open || (i >= last && end - earliest < time);
    return (swing_part){ sum / BEFORE_ANGLE, least / BEFORE_ANGLE, open };
}

typedef struct swing_walk {
    const swing_frame *frames;
    const swing_note *note;
    space_vec plane; /* of the note, by its normal */
    double cut_time;
    size_t cut;
    bool full; /* `after` has reached 1 */
} swing_walk;

static double plane_side(const swing_walk *walk, const swing_frame *frame)
{
    return space_dot(space_sub(space_of(&frame->tip), walk->note->center), walk->plane);
}

/* The tip passes the plane in frame `at`: the swing is divided there. */
static void pass_plane(const swing_walk *walk, size_t at, double side_before, double side, swing_rating *rating)
{
    const swing_frame *before = &walk->frames[at - 1], *now = &walk->frames[at];
    const space_vec from = space_of(&before->tip), step = space_sub(space_of(&now->tip), from);
    const space_vec tip = space_add(from, space_scale(step, side_before / (side_before - side)));
    const space_vec blade = space_sub(tip, space_middle(space_of(&before->hilt), space_of(&now->hilt)));
    const bool open = rating->after.open;
    rating->before = rate_before(walk->frames, at, reel__space_angle(blade, blade_of(before)), walk->note);
    rating->after = (swing_part){ .rating = reel__space_angle(blade, blade_of(now)) / AFTER_ANGLE, .open = open };
    if (!open) rating->after.least = rating->after.rating;
    rating->passed = at;
}

/* One frame. False: the swing has ended. */
static bool swing_step(swing_walk *walk, size_t at, swing_rating *rating)
{
    const swing_frame *now = &walk->frames[at];
    swing_part *after = &rating->after;
    if ((double)now->time - walk->cut_time > SWING_TIME * walk->note->speed || walk->full) return false;
    after->open = after->open || !is_known(now, walk->note->height);
    if (now->broken) return false;
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
    const bool was = after->rating >= 1;
    after->rating += (double)now->angle * weight / AFTER_ANGLE;
    if (!after->open) after->least = after->rating;
    walk->full = was && rating->passed != SIZE_MAX;
    return true;
}

swing_rating reel__swing_rate(const swing_frame *frames, size_t count, size_t cut, const swing_note *note)
{
    swing_rating rating = { .passed = SIZE_MAX };
    swing_walk walk = { .frames = frames,
                        .note = note,
                        .plane = space_unit(space_cross(space_of(&frames[cut].normal), note->facing)),
                        .cut_time = (double)frames[cut].time,
                        .cut = cut };
    size_t at = cut, end = count - cut > SWING_FRAMES ? cut + SWING_FRAMES : count;
    while (at < end && swing_step(&walk, at, &rating)) at++;
    if (at == count) rating.after.open = true;
    if (rating.passed == SIZE_MAX) rating.before = rate_before(frames, cut, (double)frames[cut].angle, note);
    if (rating.passed == SIZE_MAX && rating.after.open) { /* where the swing is divided is unknown */
        rating.before.open = true;
        rating.before.least = rating.after.least = 0;
    }
    return rating;
}

double reel__swing_distance(const swing_frame *frame, space_vec point)
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

double reel__swing_reach(const swing_frame *frame, const swing_frame *before, space_vec point)
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

/* ---- the box of a note ------------------------------------------------------------------------------------------ */

#define BOX_SIDE 0.5 /* m, half of it */
#define BOX_DEPTH 0.85
#define BOX_AHEAD (-0.25)

/* Whether an axis separates the triangle from the box around the origin. Axes that are nearly zero separate nothing. */
static bool separates(const space_vec *corners, space_vec axis)
{
    const double reach = BOX_SIDE * (fabs(axis.x) + fabs(axis.y)) + BOX_DEPTH * fabs(axis.z);
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < 3; i++) {
        const double at = space_dot(corners[i], axis);
        if (at < least) least = at;
        if (at > most) most = at;
    }
    return least > reach || most < -reach;
}

/* Two convex bodies are apart if one of the normals of their sides, or of the products of their edges, separates them. */
static bool triangle_touches(const space_vec *corners)
{
    static const space_vec sides[] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const space_vec edges[] = { space_sub(corners[1], corners[0]), space_sub(corners[2], corners[1]),
                                space_sub(corners[0], corners[2]) };
    bool apart = separates(corners, space_cross(edges[0], edges[1]));
    for (size_t i = 0; i < 3; i++) {
        apart = apart || separates(corners, sides[i]);
        for (size_t k = 0; k < 3; k++) apart = apart || separates(corners, space_cross(sides[i], edges[k]));
    }
    return !apart;
}

bool reel__swing_touches(const swing_frame *frame, const swing_frame *before, space_vec center, space_turn turn)
{
    const space_turn back = { -turn.x, -turn.y, -turn.z, turn.w };
    space_vec corners[] = { space_of(&frame->tip), space_of(&frame->hilt), space_of(&before->tip), space_of(&before->hilt) };
    for (size_t i = 0; i < 4; i++) {
        corners[i] = reel__space_turn_vec(back, space_sub(corners[i], center));
        corners[i].z -= BOX_AHEAD;
    }
    return triangle_touches(corners) || triangle_touches(corners + 1);
}

/* ---- where the game finds a cut --------------------------------------------------------------------------------- */

/* Halves of the sides, m, and how far the box is behind the center. */
static const struct {
    space_vec half;
    double behind;
} colliders[] = {
    [SWING_ARROW] = { { 0.4, 0.25, 0.5 }, BOX_AHEAD },
    [SWING_DOT] = { { 0.4, 0.4, 0.5 }, BOX_AHEAD },
    [SWING_SMALL] = { { 0.175, 0.175, 0.175 }, 0 },
    [SWING_BOMB] = { { 0.15, 0.15, 0.15 }, 0 },
};
const double reel__swing_extents[] = { [SWING_ARROW] = 0.89, [SWING_DOT] = 0.942, [SWING_SMALL] = 0.306, [SWING_BOMB] = 0.262 };

const double reel__swing_turned_by[] = {
    [SWING_ARROW] = 0.89 / 0.25, [SWING_DOT] = 0.942 / 0.4, [SWING_SMALL] = 0.306 / 0.175, [SWING_BOMB] = 0.262 / 0.15
};

/* What the blade swept, from the middle of the collider, in its axes: a rectangle by its middle and the halves of its edges. */
typedef struct swept_area {
    space_vec middle, along, across;
    space_vec half; /* of the collider */
} swept_area;

/* Lowers what is known of colliders of two sizes, by one axis that may separate them. */
static inline bool is_apart(const swept_area *area, const double *scales, space_vec axis, bool *all)
{
    const double box = area->half.x * fabs(axis.x) + area->half.y * fabs(axis.y) + area->half.z * fabs(axis.z);
    const double way =
        fabs(space_dot(area->middle, axis)) - (fabs(space_dot(area->along, axis)) + fabs(space_dot(area->across, axis)));
    *all = *all && !(way > box * scales[0]);
    return way > box * scales[1];
}

/* The rectangle along the blade that reaches to the middle of the blade before. */
static swept_area area_of(const swing_frame *frame, const swing_frame *before, space_vec center, space_turn back)
{
    const space_vec hilt = space_of(&frame->hilt), blade = blade_of(frame), along = space_unit(blade);
    const space_vec way = space_sub(space_middle(space_of(&before->tip), space_of(&before->hilt)), hilt);
    const space_vec across = space_scale(space_sub(way, space_scale(along, space_dot(way, along))), 0.5);
    const space_vec half = space_scale(blade, 0.5), middle = space_add(hilt, space_add(half, across));
    return (swept_area){ .middle = reel__space_turn_vec(back, space_sub(middle, center)),
                         .along = reel__space_turn_vec(back, half),
                         .across = reel__space_turn_vec(back, across) };
}

/* Two convex bodies are apart if one of the normals of their sides, or of the products of their edges, separates them. */
swing_found reel__swing_finds_of(const swing_frame *frame, const swing_frame *before, space_vec center, space_turn turn,
                                 swing_collider collider, double least, double most)
{
    static const space_vec sides[] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    swept_area area = area_of(frame, before, center, (space_turn){ -turn.x, -turn.y, -turn.z, turn.w });
    const double scales[] = { least, most };
    bool all = least > 0;
    area.middle.z -= colliders[collider].behind;
    area.half = colliders[collider].half;
    if (is_apart(&area, scales, space_cross(area.along, area.across), &all)) return SWING_FINDS_NONE;
    for (size_t i = 0; i < 3; i++)
        if (is_apart(&area, scales, sides[i], &all) || is_apart(&area, scales, space_cross(sides[i], area.along), &all) ||
            is_apart(&area, scales, space_cross(sides[i], area.across), &all))
            return SWING_FINDS_NONE;
    return all ? SWING_FINDS_ALL : SWING_FINDS_SOME;
}

bool reel__swing_finds(const swing_frame *frame, const swing_frame *before, space_vec center, space_turn turn,
                       swing_collider collider, double scale)
{
    return reel__swing_finds_of(frame, before, center, turn, collider, scale, scale) == SWING_FINDS_ALL;
}

/* ---- where it cannot be --------------------------------------------------------------------------------------------- */

#define PLACE_MARGIN 0.001    /* m: heights are floats */
#define SHORTEST_BLADE 0.0001 /* m */

/* The rectangle is as long as the blade, and as wide as the middle of the blade before is far from its line. */
swing_place reel__swing_place(const swing_frame *frame)
{
    const space_vec hilt = space_of(&frame->hilt), blade = blade_of(frame), normal = space_of(&frame->normal);
    const double length = space_length(blade);
    return (swing_place){ .middle = space_add(hilt, space_scale(blade, 0.5)),
                          .normal = normal,
                          .radius =
                              length > SHORTEST_BLADE ? length / 2 + (double)frame->height / length + PLACE_MARGIN : INFINITY,
                          .offset = space_dot(normal, hilt) };
}
