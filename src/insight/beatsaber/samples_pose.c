/* SPDX-License-Identifier: MIT
 * The frames of a play, and the poses between them. Rotations are unit quaternions x, y, z, w, in the left-handed axes of the game: x right, y up, z forward. The
 * product of two is by Hamilton's rules: the second is applied first. */
#include "insight/beatsaber/samples_pose.h"

#include "game/beatsaber/angle.h"

static const double degree = 3.14159265358979323846 / 180;

static double length4(const double v[4]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]); }

/* The angle on the sphere of quaternions, degrees. A half-angle from two lengths is exact to the last digits for small angles, too. */
static double arc_of(const double a[4], const double b[4])
{
    double less[4], more[4];
    for (size_t i = 0; i < 4; i++) {
        less[i] = a[i] - b[i];
        more[i] = a[i] + b[i];
    }
    return 2 * reel__angle_of_point(length4(less), length4(more));
}

static double dot4(const double a[4], const double b[4]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

/* A rotation has two quaternions: the one with w >= 0. */
static void make_unit(double q[4])
{
    const double length = length4(q), scale = (q[3] < 0 ? -1 : 1) / length;
    for (size_t i = 0; i < 4; i++) q[i] *= scale;
}

static double sine_of(double degrees)
{
    double sine, cosine;
    reel__angle_sine_cosine(degrees, &sine, &cosine);
    return sine;
}

sample_pose reel__sample_between(const sample_pose *a, const sample_pose *b, double share)
{
    enum { STRAIGHT = 1 }; /* thousandths of a degree: below that, the arc is a line */
    sample_pose between;
    double end[4], from = 1 - share, to = share;
    const double sign = dot4(a->rotation, b->rotation) < 0 ? -1 : 1;
    for (size_t i = 0; i < 3; i++) between.position[i] = a->position[i] + (b->position[i] - a->position[i]) * share;
    for (size_t i = 0; i < 4; i++) end[i] = sign * b->rotation[i];
    const double arc = arc_of(a->rotation, end);
    if (arc * 1000 > STRAIGHT) {
        const double sine = sine_of(arc);
        from = sine_of((1 - share) * arc) / sine;
        to = sine_of(share * arc) / sine;
    }
    for (size_t i = 0; i < 4; i++) between.rotation[i] = from * a->rotation[i] + to * end[i];
    make_unit(between.rotation);
    return between;
}

double reel__sample_angle(const double a[4], const double b[4])
{
    const double arc = arc_of(a, b);
    return 2 * (arc > 90 ? 180 - arc : arc) * degree;
}

bool reel__sample_yaw(const double q[4], double *sine, double *cosine)
{
    const double least = 1e-6;
    const double x = 2 * (q[0] * q[2] + q[1] * q[3]), z = 1 - 2 * (q[0] * q[0] + q[1] * q[1]), level = sqrt(x * x + z * z);
    if (!(level > least)) return false;
    *sine = x / level;
    *cosine = z / level;
    return true;
}

sample_pose reel__sample_relative(const sample_pose *pose, const double from[3], double sine, double cosine)
{
    /* half of the angle, turned back; both signs of a quaternion are the same rotation */
    double w, y;
    if (cosine >= 0) {
        w = sqrt((1 + cosine) / 2);
        y = -sine / (2 * w);
    } else {
        y = sqrt((1 - cosine) / 2);
        w = -sine / (2 * y);
    }
    const double *q = pose->rotation, x = pose->position[0] - from[0], z = pose->position[2] - from[2];
    sample_pose relative = { { x * cosine - z * sine, pose->position[1] - from[1], x * sine + z * cosine },
                             { w * q[0] + y * q[2], w * q[1] + y * q[3], w * q[2] - y * q[0], w * q[3] - y * q[1] } };
    make_unit(relative.rotation);
    return relative;
}

void reel__sample_6d(const double q[4], float columns[6])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    columns[0] = (float)(1 - 2 * (y * y + z * z));
    columns[1] = (float)(2 * (x * y + z * w));
    columns[2] = (float)(2 * (x * z - y * w));
    columns[3] = (float)(2 * (x * y - z * w));
    columns[4] = (float)(1 - 2 * (x * x + z * z));
    columns[5] = (float)(2 * (y * z + x * w));
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

#define TIME_MOST 86400.0f /* s: a day */
#define PLACE_MOST 1000.0f /* m: no room is that large */
#define LENGTH_LEAST 0.001 /* of a rotation, of which the direction is known then */
#define LENGTH_MOST 1000.0f

static bool is_pose(const float values[7])
{
    double squares = 0;
    for (size_t i = 0; i < 3; i++)
        if (!(values[i] <= PLACE_MOST && values[i] >= -PLACE_MOST)) return false;
    for (size_t i = 3; i < 7; i++) {
        if (!(values[i] <= LENGTH_MOST && values[i] >= -LENGTH_MOST)) return false;
        squares += (double)values[i] * (double)values[i];
    }
    return squares >= LENGTH_LEAST * LENGTH_LEAST;
}

static void put_values(float values[7], const reel_pose *pose)
{
    const float all[7] = { pose->position.x, pose->position.y, pose->position.z, pose->rotation.x,
                           pose->rotation.y, pose->rotation.z, pose->rotation.w };
    memcpy(values, all, sizeof all);
}

bool reel__sample_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_samples *samples = &play->samples;
    if (!reel__play_list_reserve(&samples->frames, count, sizeof(sample_frame), &play->allocator)) return false;
    sample_frame *list = samples->frames.data;
    for (size_t i = 0; i < count; i++) {
        const float time = frames[i].time;
        const bool first = samples->frames.count == 0;
        if (time == 0 || !(time <= TIME_MOST && time >= -TIME_MOST) || (!first && time <= list[samples->frames.count - 1].time)) {
            samples->skipped++;
            continue;
        }
        sample_frame *frame = &list[samples->frames.count++];
        *frame = (sample_frame){ .time = time };
        put_values(frame->values[SAMPLE_HEAD], &frames[i].head);
        put_values(frame->values[SAMPLE_LEFT], &frames[i].left_hand);
        put_values(frame->values[SAMPLE_RIGHT], &frames[i].right_hand);
        for (unsigned t = 0; t < SAMPLE_TRACKERS; t++) {
            const bool valid = is_pose(frame->values[t]);
            frame->valid |= (uint8_t)(valid << t);
            samples->odd += !valid;
        }
    }
    return true;
}

sample_pose reel__sample_pose_of(const sample_frame *frame, unsigned tracker)
{
    const float *v = frame->values[tracker];
    sample_pose pose = { { (double)v[0], (double)v[1], (double)v[2] },
                         { (double)v[3], (double)v[4], (double)v[5], (double)v[6] } };
    make_unit(pose.rotation);
    return pose;
}
