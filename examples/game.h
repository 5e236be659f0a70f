/* SPDX-License-Identifier: MIT
 * A game of Beat Saber and a player of it, so that the example has something to record. A mod gets all of this from the game.
 *
 * Two sabers swing up and down. Where a swing passes, there is a note; it is cut in the first frame in which the saber touches it, and what is
 * said of the cut follows from the motion. docs/evidence.md names the rules. */
#ifndef GAME_H
#define GAME_H

#include <math.h>
#include <reel/bsor.h>
#include <stdbool.h>
#include <stdlib.h>

enum { FRAMES_PER_SECOND = 90 };

#define GAME_SPEED 16.0    /* of notes, m/s */
#define GAME_DISTANCE 18.0 /* of a jump, m */
#define GAME_HEIGHT 1.7    /* of the player, m */

/* A play: its frames, and its notes in the order of their events. */
typedef struct game_play {
    bsor_frame *frames;
    bsor_note *notes;
    size_t frame_count, note_count;
} game_play;

/* ---- vectors and rotations -------------------------------------------------------------------------------------- */

typedef struct vec {
    double x, y, z;
} vec;
typedef struct turn {
    double x, y, z, w;
} turn;

static vec vec_of(reel_vec3 v) { return (vec){ (double)v.x, (double)v.y, (double)v.z }; }
static reel_vec3 vec_single(vec v) { return (reel_vec3){ (float)v.x, (float)v.y, (float)v.z }; }
static vec plus(vec a, vec b, double share) { return (vec){ a.x + b.x * share, a.y + b.y * share, a.z + b.z * share }; }
static vec minus(vec a, vec b) { return plus(a, b, -1); }
static vec middle(vec a, vec b) { return (vec){ (a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2 }; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec cross(vec a, vec b) { return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }
static double length(vec a) { return sqrt(dot(a, a)); }
static vec unit(vec a) { return length(a) > 0 ? plus((vec){ 0, 0, 0 }, a, 1 / length(a)) : a; }
static double degrees_between(vec a, vec b) { return atan2(length(cross(a, b)), dot(a, b)) * 57.29577951308232; }

static turn then(turn p, turn q)
{
    const vec a = { p.x, p.y, p.z }, b = { q.x, q.y, q.z }, c = cross(a, b), v = plus(plus(c, b, p.w), a, q.w);
    return (turn){ v.x, v.y, v.z, p.w * q.w - dot(a, b) };
}

static turn about(vec axis, double degrees)
{
    const double half = degrees / 57.29577951308232 / 2, s = sin(half);
    return (turn){ axis.x * s, axis.y * s, axis.z * s, cos(half) };
}

static turn back(turn q) { return (turn){ -q.x, -q.y, -q.z, q.w }; }

static vec turned(turn q, vec v)
{
    const turn t = then(then(q, (turn){ v.x, v.y, v.z, 0 }), back(q));
    return (vec){ t.x, t.y, t.z };
}

/* From one rotation to another in a straight line. */
static turn between(turn p, turn q, double share)
{
    const double sign = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w < 0 ? -share : share, rest = 1 - share;
    const turn t = { p.x * rest + q.x * sign, p.y * rest + q.y * sign, p.z * rest + q.z * sign, p.w * rest + q.w * sign };
    const double size = sqrt(t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w);
    return (turn){ t.x / size, t.y / size, t.z / size, t.w / size };
}

/* ---- the player ------------------------------------------------------------------------------------------------- */

/* What people vary: some waves whose lengths have no common multiple. */
static double swaying(double time, double seed)
{
    return 0.5 * sin(0.83 * time + seed) + 0.3 * sin(2.17 * time + 2.3 * seed) + 0.2 * sin(3.71 * time + 4.1 * seed);
}

/* A hand swings up and down, its wrist rolls a little, and it wanders. */
static reel_pose hand_at(int hand, double time)
{
    const double seed = 1 + 5 * hand, phase = 6.283185307179586 * (1.1 * time + 0.06 * swaying(time, seed) + 0.5 * hand);
    const double swing = (96 + 14 * swaying(0.7 * time, seed + 2)) * sin(phase);
    const turn wrist =
        then(about((vec){ 0, 1, 0 }, 5 * swaying(time, seed + 7)), about((vec){ 0, 0, 1 }, 7 * swaying(time, seed + 9)));
    const turn q = then(wrist, about((vec){ 1, 0, 0 }, swing));
    const vec place = { (hand ? 0.3 : -0.3) + 0.16 * swaying(time, seed + 3), 1.0 + 0.06 * swaying(time, seed + 4),
                        0.25 + 0.04 * swaying(time, seed + 5) };
    return (reel_pose){ vec_single(place), { (float)q.x, (float)q.y, (float)q.z, (float)q.w } };
}

static bsor_frame frame_at(size_t number)
{
    const float time = ((float)number + 0.1f * (float)swaying((double)number, 3)) / FRAMES_PER_SECOND;
    const double t = (double)time;
    const vec head = { 0.03 * swaying(t, 11), GAME_HEIGHT - 0.1 + 0.02 * swaying(t, 12), 0.03 * swaying(t, 13) };
    const turn look = then(about((vec){ 0, 1, 0 }, 6 * swaying(t, 14)), about((vec){ 1, 0, 0 }, 8 + 4 * swaying(t, 15)));
    return (bsor_frame){ .time = time,
                         .fps = FRAMES_PER_SECOND,
                         .head = { vec_single(head), { (float)look.x, (float)look.y, (float)look.z, (float)look.w } },
                         .left_hand = hand_at(0, t),
                         .right_hand = hand_at(1, t) };
}

/* ---- a saber ---------------------------------------------------------------------------------------------------- */

/* The blade of a hand in each frame. The game computes in single precision. */
typedef struct blade {
    double time;
    vec hilt, tip, normal; /* of the plane in which it moved since the frame before */
    double angle;          /* by which it turned since then, degrees */
} blade;

static blade *blades_of(const game_play *play, int hand)
{
    blade *all = calloc(play->frame_count, sizeof *all);
    for (size_t k = 0; all && k < play->frame_count; k++) {
        const reel_pose *pose = hand ? &play->frames[k].right_hand : &play->frames[k].left_hand;
        const reel_quaternion r = pose->rotation;
        blade *b = &all[k], *before = k ? b - 1 : b;
        b->time = (double)play->frames[k].time;
        b->hilt = vec_of(pose->position);
        b->tip = vec_of(
            vec_single(plus(b->hilt, turned((turn){ (double)r.x, (double)r.y, (double)r.z, (double)r.w }, (vec){ 0, 0, 1 }), 1)));
        if (!k) continue;
        const vec now = minus(b->tip, b->hilt), way = minus(middle(before->tip, before->hilt), b->hilt);
        b->normal = vec_of(vec_single(unit(cross(now, way))));
        b->angle = (double)(float)degrees_between(minus(before->tip, before->hilt), now);
    }
    return all;
}

/* What a frame counts for a swing: nothing, if the saber moved in another plane there. */
static double counted(const blade *b, vec plane)
{
    const double apart = (degrees_between(b->normal, plane) - 75) / 15;
    return b->angle * (1 - fmax(0, fmin(1, apart)));
}

/* The rating of the swing up to frame `last`, of whose angle `part` degrees count: 1 is a hundred degrees in 0.4 s. */
static double swing_before(const blade *all, size_t last, double part)
{
    double reached = all[last].time;
    for (size_t k = last - 1; k > 0 && all[last].time - reached < 0.4 && degrees_between(all[k].normal, all[last].normal) <= 90;
         k--) {
        part += counted(&all[k], all[last].normal);
        reached = all[k].time;
    }
    return part / 100;
}

/* The ratings of a cut in frame `cut`: the second, of 60 degrees, counts from the plane through the center of the note. False: its swing has not
 * ended yet. */
static bool rate(const blade *all, size_t count, size_t cut, vec center, vec facing, bsor_cut *to)
{
    const vec plane = unit(cross(all[cut].normal, facing));
    double before = swing_before(all, cut, all[cut].angle), after = 0, since = all[cut].time;
    bool passed = false, ended = false;
    for (size_t k = cut; k < count && !ended; k++) {
        const double old = dot(minus(all[k - 1].tip, center), plane), now = dot(minus(all[k].tip, center), plane);
        if (!passed && (old > 0) != (now > 0)) {
            const vec at = plus(all[k - 1].tip, minus(all[k].tip, all[k - 1].tip), old / (old - now));
            const vec way = minus(at, middle(all[k - 1].hilt, all[k].hilt));
            before = swing_before(all, k, degrees_between(way, minus(all[k - 1].tip, all[k - 1].hilt)));
            after = degrees_between(way, minus(all[k].tip, all[k].hilt)) / 60;
            passed = true;
            since = all[k].time;
        } else if (all[k].time - since > 0.4 || degrees_between(all[k].normal, all[cut].normal) > 90) {
            ended = true;
        } else {
            ended = after >= 1 && passed;
            after += counted(&all[k], all[cut].normal) / 60;
        }
    }
    to->before_cut_rating = (float)fmin(1, before);
    to->after_cut_rating = (float)fmin(1, after);
    return ended;
}

/* ---- a note ----------------------------------------------------------------------------------------------------- */

typedef struct target {
    double time; /* when it is at the player */
    int line, layer, direction;
} target;

enum { UP, DOWN };

/* The center of a note in a frame. It rises in a parabola while it comes. */
static vec center_of(const target *note, double time, vec head)
{
    static const double tops[] = { 0.85, 1.4 };
    const double left = note->time - time, missing = 2 * left * GAME_SPEED / GAME_DISTANCE;
    const double part = fmax(0, fmin(1, 0.5 - left * GAME_SPEED / GAME_DISTANCE));
    const double top = tops[note->layer] + (GAME_HEIGHT - 1.8) / 2, share = part < 0.5 ? 2 * part * (1 - part) + part : 1;
    return (vec){ (note->line - 1.5) * 0.6, top - (top - 0.25) * missing * missing, 0.9 + GAME_SPEED * left + head.z * share };
}

/* Where it looks: more and more at the player. */
static turn facing_of(const target *note, double time, vec center, vec head)
{
    const double part = fmax(0, fmin(0.5, 0.5 - (note->time - time) * GAME_SPEED / GAME_DISTANCE));
    const turn none = { 0, 0, 0, 1 }, arrow = about((vec){ 0, 0, 1 }, note->direction == UP ? -180 : 0);
    const turn own = part < 0.125 ? between(none, arrow, part * 8) : between(arrow, arrow, 1);
    const vec up = turned(own, (vec){ 0, 1, 0 }),
              z = unit(minus(center, (vec){ head.x, head.y + (center.y - head.y) * 0.8, head.z }));
    const double yaw = atan2(z.x, z.z) * 57.29577951308232, pitch = -asin(fmax(-1, fmin(1, z.y))) * 57.29577951308232;
    const turn look = then(about((vec){ 0, 1, 0 }, yaw), about((vec){ 1, 0, 0 }, pitch));
    const vec x = unit(cross(up, z));
    const double roll = atan2(dot(x, turned(look, (vec){ 0, 1, 0 })), dot(x, turned(look, (vec){ 1, 0, 0 })));
    return between(own, then(look, about((vec){ 0, 0, 1 }, roll * 57.29577951308232)), part * 2);
}

/* What a player sees of a note in frame k. After its time it looks where it looked in the last frame before. */
static void see(const game_play *play, const target *note, size_t k, vec *center, turn *facing)
{
    size_t seen = k;
    while (seen && (double)play->frames[seen].time >= note->time) seen--;
    const vec head = vec_of(play->frames[seen].head.position);
    *center = center_of(note, (double)play->frames[k].time, vec_of(play->frames[k].head.position));
    const vec then_at = center_of(note, (double)play->frames[seen].time, head);
    *facing =
        facing_of(note, (double)play->frames[seen].time, seen == k ? *center : (vec){ center->x, then_at.y, then_at.z }, head);
}

/* Whether what the saber swept since the frame before touches the box of the note: whether no axis is between them. */
static bool touches(const blade *b, vec center, turn facing)
{
    const vec along = unit(minus(b->tip, b->hilt)), way = minus(middle(b[-1].tip, b[-1].hilt), b->hilt);
    const vec across = plus(way, along, -dot(way, along)),
              swept[] = { b->hilt, b->tip, plus(b->tip, across, 1), plus(b->hilt, across, 1) };
    const vec sides[] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const double half[] = { 0.4, 0.25, 0.5 };
    vec corners[4], axes[10];
    for (size_t i = 0; i < 4; i++) corners[i] = plus(turned(back(facing), minus(swept[i], center)), sides[2], 0.25);
    const vec edges[] = { minus(corners[1], corners[0]), minus(corners[3], corners[0]) };
    for (size_t i = 0; i < 3; i++) {
        axes[i] = sides[i];
        axes[3 + i] = cross(sides[i], edges[0]);
        axes[6 + i] = cross(sides[i], edges[1]);
    }
    axes[9] = cross(edges[0], edges[1]);
    for (size_t a = 0; a < 10; a++) {
        double least = dot(corners[0], axes[a]), most = least;
        for (size_t i = 1; i < 4; i++) {
            least = fmin(least, dot(corners[i], axes[a]));
            most = fmax(most, dot(corners[i], axes[a]));
        }
        const double reach = half[0] * fabs(axes[a].x) + half[1] * fabs(axes[a].y) + half[2] * fabs(axes[a].z);
        if (least > reach || most < -reach) return false;
    }
    return true;
}

static bool finds(const game_play *play, const blade *all, const target *note, size_t k)
{
    vec center;
    turn facing;
    see(play, note, k, &center, &facing);
    return touches(&all[k], center, facing);
}

static bsor_note event_of(const target *note, int hand)
{
    return (bsor_note){ .note_id = BSOR_NORMAL * 10000 + note->line * 1000 + note->layer * 100 + hand * 10 + note->direction,
                        .spawn_time = (float)note->time };
}

/* The cut of a note by the swing through frame k. False: it would be none. */
static bool cut(const game_play *play, const blade *all, const target *note, int hand, size_t k, bsor_note *to)
{
    vec center;
    turn facing;
    while (k > 1 && finds(play, all, note, k - 1)) k--;
    see(play, note, k, &center, &facing);
    const double step = all[k].time - all[k - 1].time, distance = dot(all[k].normal, minus(center, all[k].hilt));
    const vec way = minus(all[k].tip, all[k - 1].tip), local = turned(back(facing), way);
    const double off = degrees_between((vec){ local.x, local.y, 0 }, (vec){ 0, -1, 0 });
    *to = event_of(note, hand);
    to->event_time = play->frames[k].time;
    to->has_cut = 1;
    to->cut = (bsor_cut){ .speed_ok = 1,
                          .direction_ok = 1,
                          .saber_type_ok = 1,
                          .saber_speed = (float)(length(way) / step),
                          .saber_direction = vec_single(plus((vec){ 0, 0, 0 }, way, 1 / step)),
                          .saber_type = hand,
                          .time_deviation = to->spawn_time - to->event_time,
                          .cut_direction_deviation = (float)off,
                          .cut_point = vec_single(plus(center, all[k].normal, -distance)),
                          .cut_normal = vec_single(all[k].normal),
                          .cut_distance_to_center = (float)fabs(distance) };
    return k > 30 && finds(play, all, note, k) && to->cut.saber_speed > 3 && off < 55 &&
           rate(all, play->frame_count, k, center, turned(facing, (vec){ 0, 0, 1 }), &to->cut);
}

/* ---- a play ----------------------------------------------------------------------------------------------------- */

/* Adds a note to each swing of a hand. One in 67 is missed: no saber comes where it is. */
static void play_hand(game_play *play, int hand)
{
    const blade *all = blades_of(play, hand);
    for (size_t k = 31, next = k; all && k < play->frame_count; k++) {
        const bool down = all[k].tip.y < all[k - 1].tip.y;
        const double height = down ? 0.82 : 1.33;
        if (k < next || (all[k - 1].tip.y < height) != !down || (all[k].tip.y < height) != down) continue;
        target note = { all[k].time + 0.025 * swaying((double)k, 21) - 0.027, hand ? 2 : 1, down ? 0 : 1, down ? DOWN : UP };
        note.time = (double)(float)note.time;
        bsor_note *to = &play->notes[play->note_count];
        next = k + FRAMES_PER_SECOND / 5;
        if (!cut(play, all, &note, hand, k, to)) continue;
        if (++play->note_count % 67 == 47) {
            note.line = hand ? 3 : 0;
            note.layer = !note.layer;
            *to = event_of(&note, hand);
            to->event_type = BSOR_MISS;
            while (k + 1 < play->frame_count && all[k].time < note.time + 0.15) k++;
            to->event_time = play->frames[k].time;
        }
    }
    free((void *)(uintptr_t)all);
}

static int by_time(const void *a, const void *b)
{
    const float one = ((const bsor_note *)a)->event_time, other = ((const bsor_note *)b)->event_time;
    return one < other ? -1 : one > other;
}

static void game_end(game_play *play)
{
    free(play->frames);
    free(play->notes);
}

static bool game_begin(game_play *play, size_t seconds)
{
    *play = (game_play){ .frame_count = seconds * FRAMES_PER_SECOND };
    play->frames = calloc(play->frame_count + 1, sizeof *play->frames);
    play->notes = calloc(play->frame_count + 1, sizeof *play->notes);
    if (!play->frames || !play->notes) {
        game_end(play);
        return false;
    }
    for (size_t i = 0; i < play->frame_count; i++) play->frames[i] = frame_at(i);
    for (int hand = 0; hand < 2; hand++) play_hand(play, hand);
    qsort(play->notes, play->note_count, sizeof *play->notes, by_time);
    return true;
}

#endif
