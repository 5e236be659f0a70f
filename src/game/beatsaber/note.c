/* SPDX-License-Identifier: MIT */
#include "game/beatsaber/note.h"

#include "game/beatsaber/angle.h"

#define LINE_STEP 0.6
#define HIT_Z 0.9      /* m, ahead of the player's origin and the head */
#define HEAD_SHARE 0.8 /* how far the head's height is moved to that of the note before the note turns to it */
#define TILT 20.0      /* degrees */
#define UPRIGHT_FROM 0.125

static const double top_heights[NOTE_LAYERS] = { 0.85, 1.4, 1.9 }, start_heights[NOTE_LAYERS] = { 0.25, 0.85, 1.45 };

double reel__note_height_for(double player)
{
    const double height = (player - 1.8) / 2;
    return height < -0.2 ? -0.2 : height > 0.6 ? 0.6 : height;
}

double reel__note_x(int line) { return ((double)line - (NOTE_LINES - 1) / 2.0) * LINE_STEP; }

/* ---- the jump --------------------------------------------------------------------------------------------------- */

/* How far the jump is, 0 to 1; a half at the time of the note. */
static double jump_part(const note_flight *flight, double to_hit)
{
    const double part = flight->distance > 0 ? 0.5 - to_hit * flight->speed / flight->distance : 0.5;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

/* A note rises from its start to its layer by a parabola, whose top is at the time of the note. This is the part that is missing. */
static double missing_rise(const note_flight *flight, double to_hit)
{
    const double half = flight->distance > 0 ? 2 * to_hit * flight->speed / flight->distance : 0;
    return half * half;
}

double reel__note_y(const note_flight *flight, const note_spot *note, double to_hit)
{
    const double top = top_heights[note->layer] + flight->height, start = start_heights[note->start_layer];
    return top - (top - start) * missing_rise(flight, to_hit);
}

double reel__note_height(const note_flight *flight, const note_spot *note, double to_hit, double y)
{
    const double missing = missing_rise(flight, to_hit), start = start_heights[note->start_layer];
    return missing < 1 ? (y - start * missing) / (1 - missing) - top_heights[note->layer] : 0;
}

double reel__note_head_share(const note_flight *flight, double to_hit)
{
    const double part = jump_part(flight, to_hit);
    return part < 0.5 ? 2 * part * (1 - part) + part : 1;
}

double reel__note_z(const note_flight *flight, double to_hit, double head_z)
{
    return HIT_Z + flight->speed * to_hit + head_z * reel__note_head_share(flight, to_hit);
}

static inline space_vec center_of(const note_flight *flight, const note_spot *note, double to_hit, double head_z)
{
    return (space_vec){ reel__note_x(note->line), reel__note_y(flight, note, to_hit), reel__note_z(flight, to_hit, head_z) };
}

space_vec reel__note_center(const note_flight *flight, const note_spot *note, double to_hit, double head_z)
{
    return center_of(flight, note, to_hit, head_z);
}

/* ---- where it looks --------------------------------------------------------------------------------------------- */

/* The tilt that a note begins with, in parts of TILT about x, y and z. Which of them a note has depends on its time and place. */
enum { TILTS = 10 };
static const space_vec tilts[TILTS] = {
    { -0.9543871, -0.1183784, 0.2741019 }, { 0.7680854, -0.08805521, 0.6342642 }, { -0.6780157, 0.306681, -0.6680131 },
    { 0.1255014, 0.9398643, 0.3176546 },   { 0.365105, -0.3664974, -0.8557909 },  { -0.8790653, -0.06244748, -0.4725934 },
    { 0.01886305, -0.8065798, 0.5908241 }, { -0.1455435, 0.8901445, 0.4318099 },  { 0.07651193, 0.9474725, -0.3105508 },
    { 0.1306983, -0.2508438, -0.9591639 },
};

/* Rounds half to even. */
static int64_t whole_of(double value)
{
    if (!(value > -1e9 && value < 1e9)) return 0;
    const int64_t below = (int64_t)value - (value < (double)(int64_t)value);
    const double rest = value - (double)below;
    return below + (rest > 0.5 || (rest == 0.5 && below % 2 != 0));
}

static size_t tilt_number(const note_spot *note)
{
    const double start = start_heights[note->start_layer];
    const int64_t key = whole_of(note->time * 10 + reel__note_x(note->line) * 2 + start * 2);
    return (size_t)(key < 0 ? -key : key) % TILTS;
}

static double arrow_angle(int direction)
{
    static const double angles[NOTE_DOT + 1] = { -180, 0, -90, 90, -135, 135, -45, 45, 0 };
    return direction >= 0 && direction <= NOTE_DOT ? angles[direction] : 0;
}

/* The rotation of its arrow, and that with the tilt, which it has on the way there. */
static void find_ends(const note_flight *flight, const note_spot *note, space_turn *middle, space_turn *end)
{
    const double arrow = arrow_angle(note->direction);
    *end = (space_turn){ 0, 0, 0, 0 };
    reel__angle_sine_cosine(arrow / 2, &end->z, &end->w);
    *middle = *end;
    if (!flight->tilted) return;
    const space_vec tilt = space_scale(tilts[tilt_number(note)], TILT);
    *middle = reel__space_turn_by((space_vec){ tilt.x, tilt.y, arrow + tilt.z });
}

static const space_turn upright = { 0, 0, 0, 1 };

_Static_assert(NOTE_OWNS == (NOTE_DOT + 1) * TILTS, "one for each arrow and tilt");
size_t reel__note_own_number(const note_flight *flight, const note_spot *note)
{
    const size_t arrow = note->direction >= 0 && note->direction <= NOTE_DOT ? (size_t)note->direction : NOTE_DOT;
    return arrow * TILTS + (flight->tilted ? tilt_number(note) : 0);
}

note_own reel__note_own(const note_flight *flight, const note_spot *note)
{
    space_turn middle, end;
    find_ends(flight, note, &middle, &end);
    return (note_own){ reel__space_arc_between(upright, middle), reel__space_arc_between(middle, end) };
}

/* The part of an arc after so much of the jump. */
static inline double rise_at(double part) { return reel__angle_sine(part * 720); }
static inline double settle_at(double part) { return reel__angle_sine((part - UPRIGHT_FROM) * 360); }

/* sine(x) / x and cosine(x) of an angle of less than 0.8 rad, by its square; to 1e-9. */
static inline double sine_part(double s) { return 1 + s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880)))); }
static inline double cosine_of(double s)
{
    return 1 + s * (-1.0 / 2 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 + s * (-1.0 / 3628800)))));
}

/* Tilts are short arcs, and most notes are looked at while they settle, so that this is done without the functions of all angles. */
#define SHORT_ARC 45.0 /* degrees */
#define PI 3.14159265358979323846
static inline space_turn settled(const note_own *own, double part)
{
    const double rest = (part - UPRIGHT_FROM) * (2 * PI) - PI / 2; /* a sine is the cosine of what is missing to a right angle: */
    const double half = rest / 2, c = cosine_of(half * half),
                 at = 2 * c * c - 1; /* by that of its half, which is less than 0.8 */
    if (!(own->settle.degrees > 0 && own->settle.degrees < SHORT_ARC)) return space_arc_at(&own->settle, at);
    const double x = own->settle.degrees * (PI / 180) * at, s = x * x;
    return space_turn_sum(own->settle.from, cosine_of(s), own->settle.across, x * sine_part(s));
}

static inline space_turn own_turn(const note_flight *flight, const note_own *own, double part)
{
    if (part < UPRIGHT_FROM) return space_arc_at(&own->rise, rise_at(part));
    return flight->tilted ? settled(own, part) : own->settle.from;
}

/* How far the jump is, up to the time of the note. */
static inline double looking_part(const note_flight *flight, double to_hit)
{
    const double part = jump_part(flight, to_hit);
    return part > 0.5 ? 0.5 : part;
}

/* From its own rotation towards the head, with the top towards `up`. */
static inline space_turn turn_to_head(space_turn own, double part, space_vec center, space_vec head, space_vec up)
{
    head.y += (center.y - head.y) * HEAD_SHARE;
    return space_turn_line(own, space_turn_toward(space_sub(center, head), up), part * 2);
}

/* Where (0, 1, 0) is turned to. */
static inline space_vec top_of(const space_turn *t)
{
    return (space_vec){ 2 * (t->x * t->y - t->z * t->w), 1 - 2 * (t->x * t->x + t->z * t->z), 2 * (t->y * t->z + t->x * t->w) };
}

space_turn reel__note_turn_of(const note_flight *flight, const note_own *own, double to_hit, space_vec center, space_vec head)
{
    const double part = looking_part(flight, to_hit);
    const bool rises = part < UPRIGHT_FROM;
    const space_turn turn = space_arc_at(rises ? &own->rise : &own->settle, rises ? rise_at(part) : settle_at(part));
    return turn_to_head(turn, part, center, head, top_of(&turn));
}

double reel__note_keeps(const note_flight *flight, double to_hit) { return looking_part(flight, to_hit) * 2; }

space_turn reel__note_turn_on(const note_flight *flight, const note_own *own, const note_spot *note, double to_hit,
                              const reel_vec3 *head, space_vec up)
{
    const double part = looking_part(flight, to_hit);
    const space_vec center = center_of(flight, note, to_hit, (double)head->z);
    return turn_to_head(own_turn(flight, own, part), part, center, space_of(head), up);
}

/* ---- from a frame on ---------------------------------------------------------------------------------------------- */

#define LEAST_SAME 0.1   /* of the quaternions of two rotations: below that, half turns are near, whose axis is not known well */
#define LEAST_ACROSS 0.1 /* of the top across the line to the head */

/* How far tops are apart after a frame, if they were `off` apart before it: no more than this. `lean`: the part of the one that is known along the
 * line to the head. `same`: the cosine of the angle between the quaternions of the note by itself, and turned to the head; `square`: of their sum.
 *
 * Across that line, a top is as long as the cosine of how far it leans, so that the roll that follows differs by a chord of no more than off / cosine;
 * 2 asin(c / 2) is below c + c^3 / 20 up to 1.1. Quaternions differ by half of that roll. Along the arc between them, the direction of the sum
 * changes by `keeps` / its length for each rad, and rotations by twice as much. The sum is the shorter the more the quaternions differ: the cosine
 * falls by no more than sine * half + half^2 / 2. None of it holds if the shorter arc to the head may be the other one.
 *
 * Instead of roots there is what is above them: 1 / sqrt(x) is convex, so that the line from 0.5 to 1 is, and a root is no more than the mean of its
 * square by 0.2 and 0.2. */
static inline double off_after(double off, double lean, double same, double square, double keeps)
{
    const double leans = (fabs(lean) + off) * (fabs(lean) + off);
    if (!(leans < 0.85)) return SPACE_ANY_ANGLE;
    const double chord = off * (leans > 0.5 ? 1 / sqrt(1 - leans) : 1 + 0.8285 * leans);
    if (!(chord < 1.1)) return SPACE_ANY_ANGLE;
    const double half = chord * (1 + chord * chord / 20) / 2, sine = (1 - same * same) * 2.5 + 0.1,
                 less = half * (sine + half / 2);
    const double least = square - 2 * keeps * (1 - keeps) * less;
    return less < same ? keeps * half * 2 * (1.8285 - 0.8285 * least) + SPACE_ROUNDING : SPACE_ANY_ANGLE;
}

space_vec reel__note_own_top(const note_flight *flight, const note_own *own, double to_hit)
{
    const space_turn turn = own_turn(flight, own, looking_part(flight, to_hit));
    return top_of(&turn);
}

/* From the head to the note, as a note sees it that turns to it. */
static inline space_vec line_to_head(const note_flight *flight, const note_spot *note, double to_hit, double keeps,
                                     const reel_vec3 *head)
{
    const double top = top_heights[note->layer] + flight->height, missing = to_hit > 0 ? (1 - keeps) * (1 - keeps) : 0;
    const double y = top - (top - start_heights[note->start_layer]) * missing, share = keeps * (1.5 - keeps / 2);
    return (space_vec){ reel__note_x(note->line) - (double)head->x, (1 - HEAD_SHARE) * (y - (double)head->y),
                        HIT_Z + flight->speed * to_hit + (double)head->z * (share - 1) };
}

/* A rotation about z. */
static inline space_vec rolled(space_vec v, double cosine, double sine)
{
    return (space_vec){ v.x * cosine - v.y * sine, v.x * sine + v.y * cosine, v.z };
}

/* The axes of a rotation: where (1, 0, 0), (0, 1, 0) and (0, 0, 1) are turned to. */
typedef struct note_axes {
    space_vec x, y, z;
} note_axes;

static inline note_axes axes_of(space_turn t)
{
    const double x = 2 * t.x, y = 2 * t.y, z = 2 * t.z, xx = t.x * x, yy = t.y * y, zz = t.z * z, xy = t.x * y, xz = t.x * z,
                 yz = t.y * z, wx = t.w * x, wy = t.w * y, wz = t.w * z;
    return (note_axes){ { 1 - (yy + zz), xy + wz, xz - wy },
                        { xy - wz, 1 - (xx + zz), yz + wx },
                        { xz + wy, yz - wx, 1 - (xx + yy) } };
}

static inline space_vec along_axes(const note_axes *axes, space_vec v)
{
    return (space_vec){ axes->x.x * v.x + axes->y.x * v.y + axes->z.x * v.z, axes->x.y * v.x + axes->y.y * v.y + axes->z.y * v.z,
                        axes->x.z * v.x + axes->y.z * v.y + axes->z.z * v.z };
}

/* Two vectors turned back, side by side. */
#ifdef __GNUC__
typedef double note_pair __attribute__((vector_size(16)));
static inline note_pair dot_pair(space_vec axis, note_pair x, note_pair y, note_pair z)
{
    return x * (note_pair){ axis.x, axis.x } + y * (note_pair){ axis.y, axis.y } + z * (note_pair){ axis.z, axis.z };
}
static inline void turn_back(const note_axes *axes, space_vec *a, space_vec *b)
{
    const note_pair x = { a->x, b->x }, y = { a->y, b->y }, z = { a->z, b->z };
    const note_pair ox = dot_pair(axes->x, x, y, z), oy = dot_pair(axes->y, x, y, z), oz = dot_pair(axes->z, x, y, z);
    *a = (space_vec){ ox[0], oy[0], oz[0] };
    *b = (space_vec){ ox[1], oy[1], oz[1] };
}
#else
static inline space_vec turned_back(const note_axes *axes, space_vec v)
{
    return (space_vec){ space_dot(v, axes->x), space_dot(v, axes->y), space_dot(v, axes->z) };
}
static inline void turn_back(const note_axes *axes, space_vec *a, space_vec *b)
{
    *a = turned_back(axes, *a);
    *b = turned_back(axes, *b);
}
#endif

/* The sum of both rotations, in the axes of the note by itself, where one of them is none: no root of it is needed to go on to the next frame.
 * Notes that are not tilted are by themselves turned about z.
 *
 * The way to the head is a roll about the front, and then the shortest turn of the front to the line. Turned back by that turn, the top is
 * (u, v, lean), so that the roll brings (0, 1) to (u, v). The quaternions of both are known without an angle: that of the turn is (-z.y, z.x, 0,
 * 1 + z.z) by a factor, and that of the roll is (0, 0, tangent, 1) by another, where `tangent` is that of half of it. */
void reel__note_top_on(const note_flight *flight, const note_own *own, const note_spot *note, double to_hit,
                       const reel_vec3 *head, note_top *top, space_turn *turn)
{
    const double part = looking_part(flight, to_hit), keeps = part * 2;
    const space_vec line = line_to_head(flight, note, to_hit, keeps, head), ahead = space_scale(line, 1 / space_length(line));
    const space_turn o = own_turn(flight, own, part);
    space_vec z = ahead, up = top->up;
    note_axes axes;
    if (flight->tilted) {
        axes = axes_of(o);
        turn_back(&axes, &z, &up);
    } else {
        axes.x = (space_vec){ o.w * o.w - o.z * o.z, 2 * o.w * o.z, 0 };
        z = rolled(z, axes.x.x, -axes.x.y);
        up = rolled(up, axes.x.x, -axes.x.y);
    }
    const double turned = 1 / (1 + z.z), beside = z.x * up.x + z.y * up.y, leans = beside * turned + up.z;
    const double u = up.x - z.x * leans, v = up.y - z.y * leans, across = sqrt(u * u + v * v), over = 1 / (across + v);
    const double same = sqrt((1 + z.z) * (across + v) / across) / 2, tangent = -u * over;
    if (!(across > LEAST_ACROSS) || !(same > LEAST_SAME)) {
        const space_turn now = reel__note_turn_on(flight, own, note, to_hit, head, top->up);
        *top = (note_top){ top_of(&now), top->off > 0 ? SPACE_ANY_ANGLE : 0 };
        if (turn) *turn = now;
        return;
    }
    const double by = keeps * same * turned, sx = (z.x * tangent - z.y) * by, sy = (z.y * tangent + z.x) * by,
                 sz = keeps * same * tangent;
    const double sw = 1 - keeps + keeps * same, square = 1 - 2 * keeps * (1 - keeps) * (1 - same), twofold = 2 / square;
    const space_vec own_up = { (sx * sy - sz * sw) * twofold, 1 - (sx * sx + sz * sz) * twofold, (sy * sz + sx * sw) * twofold };
    if (top->off > 0) top->off = off_after(top->off, beside + up.z * z.z, same, square, keeps);
    top->up = flight->tilted ? along_axes(&axes, own_up) : rolled(own_up, axes.x.x, axes.x.y);
    if (turn) *turn = space_turn_unit(space_turn_product(o, (space_turn){ sx, sy, sz, sw }));
}

double reel__note_deviation(space_turn turn, space_vec way)
{
    const space_vec own = reel__space_turn_vec((space_turn){ -turn.x, -turn.y, -turn.z, turn.w }, way);
    return reel__space_angle((space_vec){ own.x, own.y, 0 }, (space_vec){ 0, -1, 0 });
}
