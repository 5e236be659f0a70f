/* SPDX-License-Identifier: MIT
 * Thefts of motion: frames of one play made from those of another, and plays of one player with habits of their own. */
#ifndef FINGERPRINT_THEFTS_H
#define FINGERPRINT_THEFTS_H

#include "made_motion.h"

/* ---- a player with habits ------------------------------------------------------------------------------------------ */

/* A play of a level by a player: the level decides where the hands cut, the player how far they swing and where they turn, and each
 * play differs from that by `spread` (m) and some milliseconds. */
typedef struct habits {
    uint64_t level, player, play;
    double seconds, spread;
} habits;

typedef struct turn_point {
    double time, at[3];
} turn_point;

static inline double hashed_normal(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t state = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xc2b2ae3d27d4eb4f) ^ c * UINT64_C(0x165667b19e3779f9);
    random_bits(&state);
    return random_normal(&state);
}

/* Where a hand turns round after each note, in order of time. Returns their number. */
static inline size_t turn_points(const habits *h, int hand, turn_point *points, size_t most)
{
    static const double across[8] = { 0, 0, -1, 1, -0.7, 0.7, -0.7, 0.7 }, up[8] = { 1, -1, 0, 0, 0.7, 0.7, -0.7, -0.7 };
    uint64_t level = h->level * 2 + (uint64_t)hand + 1, play = h->play * 2 + (uint64_t)hand + 1000;
    double time = 1, stretch = 0.45 + 0.1 * hashed_normal(h->player, 77, 0);
    size_t count = 0;
    for (; time < h->seconds && count < most; count++) {
        uint64_t bits = random_bits(&level);
        int side = (int)(count & 1), turn = (int)(bits % 4),
            cut = turn == 0   ? side
                  : turn == 1 ? 4 + side * 2
                  : turn == 2 ? 5 + side * 2
                              : side;
        uint64_t kind = (uint64_t)hand * 1000 + (uint64_t)cut * 100 + (bits >> 8) % 12;
        double lane = (double)((bits >> 8) % 4) * 0.2 - 0.3, row = 0.9 + 0.3 * (double)((bits >> 8) % 3);
        double reach = stretch * (1 + 0.15 * hashed_normal(h->player, kind, 1));
        const double ideal[3] = { lane + across[cut] * reach, row + up[cut] * reach, 0.45 - 0.15 * up[cut] * side };
        for (int axis = 0; axis < 3; axis++)
            points[count].at[axis] =
                ideal[axis] + 0.06 * hashed_normal(h->player, kind, 2 + (uint64_t)axis) + h->spread * random_normal(&play);
        points[count].time = time + 0.08 + 0.02 * hashed_normal(h->player, kind, 9) + 0.012 * random_normal(&play);
        if (count && points[count].time < points[count - 1].time + 0.1) points[count].time = points[count - 1].time + 0.1;
        static const double steps[4] = { 0.25, 0.375, 0.5, 0.25 };
        time += steps[bits >> 16 & 3];
    }
    return count;
}

/* From one turn to the next as a hand moves: slow, fast, slow; through an arc. */
static inline void between_turns(const turn_point *from, const turn_point *to, double bow, double time, double at[3])
{
    double u = (time - from->time) / (to->time - from->time);
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    double share = u * u * u * (10 - 15 * u + 6 * u * u), arc = 16 * u * u * (1 - u) * (1 - u);
    for (int axis = 0; axis < 3; axis++) at[axis] = from->at[axis] + share * (to->at[axis] - from->at[axis]);
    at[2] += bow * arc;
    at[0] += 0.3 * bow * arc;
}

static inline frames habitual_frames(const habits *h)
{
    enum { MOST = 4096 };
    frames made = { NULL, (size_t)(h->seconds * MADE_RATE) };
    turn_point *points = malloc(MOST * sizeof *points);
    made.data = calloc(made.count + 1, sizeof *made.data);
    for (int hand = 0; hand < 2; hand++) {
        size_t count = turn_points(h, hand, points, MOST), at = 0;
        double bow = 0.18 + 0.05 * hashed_normal(h->player, 5, (uint64_t)hand);
        for (size_t i = 0; i < made.count; i++) {
            double time = (double)i / MADE_RATE, place[3];
            while (at + 2 < count && points[at + 1].time <= time) at++;
            between_turns(&points[at], &points[at + 1], bow, time, place);
            bsor_frame *frame = &made.data[i];
            frame->time = (float)time;
            frame->fps = MADE_RATE;
            reel_pose *pose = pose_of(frame, 1 + hand);
            pose->rotation.w = frame->head.rotation.w = 1;
            for (int axis = 0; axis < 3; axis++)
                *axis_of(pose, axis) = (float)(place[axis] + (axis == 0 ? (hand ? 0.25 : -0.25) : 0));
        }
    }
    for (size_t i = 0; i < made.count; i++)
        for (int axis = 0; axis < 3; axis++)
            *axis_of(&made.data[i].head, axis) =
                (float)((axis == 1 ? 1.7 : 0) +
                        0.03 * made_curve(h->player * 8 + h->play * 64 + (uint64_t)axis, (double)i / MADE_RATE, 0.6));
    free(points);
    return made;
}

/* ---- thefts ---------------------------------------------------------------------------------------------------------- */

static inline void warp_slowly(frames *f, double amount, double period)
{
    for (size_t i = 0; i < f->count; i++)
        f->data[i].time += (float)(amount * sin((double)f->data[i].time * 2 * 3.14159265358979323846 / period));
}

/* Half of each 20 s is played faster by a share, the other half slower. */
static inline void slow_and_fast(frames *f, double share)
{
    double time = 0, last = f->count ? (double)f->data[0].time : 0;
    for (size_t i = 0; i < f->count; i++) {
        double now = (double)f->data[i].time, step = now - last;
        last = now;
        time += step * (now - 20 * floor(now / 20) < 10 ? 1 + share : 1 - share);
        f->data[i].time = (float)time;
    }
}

static inline void exchange_hands(frames *f)
{
    for (size_t i = 0; i < f->count; i++) {
        reel_pose left = f->data[i].left_hand;
        f->data[i].left_hand = f->data[i].right_hand;
        f->data[i].right_hand = left;
    }
}

static inline double last_time(frames f) { return f.count ? (double)f.data[f.count - 1].time : 0; }

/* The first frame of a time or later. */
static inline size_t frame_at(frames f, double time)
{
    size_t low = 0, high = f.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((double)f.data[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Puts `seconds` of another play from a time on in place of one's own. */
static inline void insert_part(frames *own, frames other, double to, double from, double seconds)
{
    size_t first = frame_at(*own, to), end = frame_at(*own, to + seconds), start = frame_at(other, from),
           stop = frame_at(other, from + seconds), count = stop - start;
    bsor_frame *data = malloc((own->count + count + 1) * sizeof *data);
    memcpy(data, own->data, first * sizeof *data);
    for (size_t i = 0; i < count; i++) {
        data[first + i] = other.data[start + i];
        data[first + i].time = (float)((double)other.data[start + i].time - from + to);
    }
    memcpy(data + first + count, own->data + end, (own->count - end) * sizeof *data);
    own->count = first + count + own->count - end;
    free(own->data);
    own->data = data;
}

/* The hand of another play, at the times of one's own frames. */
static inline void take_part(frames *own, frames other, int to, int from)
{
    for (size_t i = 0; i < own->count; i++) {
        size_t at = frame_at(other, (double)own->data[i].time);
        if (at >= other.count) at = other.count - 1;
        bsor_frame *a = &other.data[at ? at - 1 : 0], *b = &other.data[at];
        double width = (double)b->time - (double)a->time,
               share = width > 0 ? ((double)own->data[i].time - (double)a->time) / width : 0;
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        for (int axis = 0; axis < 3; axis++) {
            double x = (double)*axis_of(pose_of(a, from), axis), y = (double)*axis_of(pose_of(b, from), axis);
            *axis_of(pose_of(&own->data[i], to), axis) = (float)(x + share * (y - x));
        }
    }
}

static inline void patch(frames *own, frames other, double every, uint64_t seed)
{
    double end = last_time(*own) < last_time(other) ? last_time(*own) : last_time(other);
    for (double time = 8; time + 9 < end; time += every) {
        double seconds = 5 + 3 * random_share(&seed);
        insert_part(own, other, time, time, seconds);
    }
}

enum { THEFT_COUNT = 22 };

/* Makes `own` from `other`, a play of somebody else. Returns the name of the theft. */
static inline const char *apply_theft(frames *own, frames other, int which)
{
    frames copy = frames_copy(other);
    const char *name = "";
    double middle = (last_time(*own) < last_time(other) ? last_time(*own) : last_time(other)) / 2;
    bool whole = true;
    switch (which) {
    case 0: exchange_hands(&copy), name = "hands and colours exchanged"; break;
    case 1: take_part(&copy, *own, 0, 0), name = "hands alone"; break;
    case 2: slow_and_fast(&copy, 0.02), name = "slow and fast by 2 %"; break;
    case 3: warp_slowly(&copy, 0.1, 10), name = "times warped by 0.1 s, period 10 s"; break;
    case 4: warp_slowly(&copy, 0.1, 5), name = "times warped by 0.1 s, period 5 s"; break;
    case 5: warp_slowly(&copy, 0.1, 3), name = "times warped by 0.1 s, period 3 s"; break;
    case 6: warp_slowly(&copy, 0.1, 2), name = "times warped by 0.1 s, period 2 s"; break;
    case 7: change_times(&copy, 1.2, 0), name = "20 % slower"; break;
    case 8: change_times(&copy, 1.25, 0), name = "at 80 % of the speed"; break;
    case 9: change_times(&copy, 1 / 1.2, 0), name = "20 % faster"; break;
    case 10: whole = false, insert_part(own, other, middle - 10, middle - 10, 20), name = "20 s stolen"; break;
    case 11:
        whole = false, insert_part(own, other, middle - 10, middle / 2 - 5, 20), name = "20 s stolen, from another time";
        break;
    case 12: whole = false, patch(own, other, 25, 7), name = "patches of 5 to 8 s, every 25 s"; break;
    case 13: whole = false, insert_part(own, other, middle, middle, 8), name = "one patch of 8 s"; break;
    case 14: whole = false, insert_part(own, other, middle, middle, 5), name = "one patch of 5 s"; break;
    case 15: whole = false, take_part(own, other, 1, 1), name = "left hand stolen"; break;
    case 16: whole = false, take_part(own, other, 2, 2), name = "right hand stolen"; break;
    case 17: whole = false, take_part(own, other, 2, 1), name = "left hand stolen, for the right one"; break;
    case 18:
        exchange_hands(&copy), warp_slowly(&copy, 0.1, 5), change_positions(&copy, add_noise, 0.001, 5),
            name = "exchanged, warped, noise of 1 mm";
        break;
    case 19:
        whole = false, patch(own, other, 25, 7), change_positions(own, add_noise, 0.003, 5), name = "patches, noise of 3 mm";
        break;
    case 20:
        mirror(&copy), change_times(&copy, 1.2, 0), change_positions(&copy, add_noise, 0.003, 5),
            name = "mirrored, 20 % slower, noise of 3 mm";
        break;
    default:
        whole = false, take_part(own, other, 1, 1), change_positions(own, add_noise, 0.003, 5),
        name = "left hand stolen, noise of 3 mm";
        break;
    }
    if (whole) {
        free(own->data);
        *own = copy;
    } else
        free(copy.data);
    return name;
}

#endif
