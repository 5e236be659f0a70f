/* SPDX-License-Identifier: MIT
 * Motion that looks like a play: sums of waves with frequencies of their own, so that no two seconds are alike. Only +, * and integers,
 * so that it is the same on every machine. */
#ifndef FINGERPRINT_MADE_MOTION_H
#define FINGERPRINT_MADE_MOTION_H

#include "changes.h"

enum { MADE_RATE = 90 };

/* A smooth random curve: knots 0.4 s apart, joined by cubics. */
static inline double made_curve(uint64_t seed, double time, double knot)
{
    double at = time / knot, values[4];
    int64_t index = (int64_t)at;
    double u = at - (double)index;
    for (int i = 0; i < 4; i++) {
        uint64_t state = seed * 1000003 + (uint64_t)(index + i);
        values[i] = random_share(&state) * 2 - 1;
    }
    double a = values[1], b = (values[2] - values[0]) / 2, e = (values[3] - values[1]) / 2;
    double c = 3 * (values[2] - values[1]) - 2 * b - e, d = 2 * (values[1] - values[2]) + b + e;
    return a + u * (b + u * (c + u * d));
}

static inline frames made_frames(uint64_t seed, double seconds)
{
    frames made = { NULL, (size_t)(seconds * MADE_RATE) };
    made.data = calloc(made.count + 1, sizeof *made.data);
    for (size_t i = 0; i < made.count; i++) {
        bsor_frame *frame = &made.data[i];
        double time = (double)i / MADE_RATE;
        *frame = (bsor_frame){ .time = (float)time, .fps = MADE_RATE };
        for (int part = 0; part < 3; part++) {
            reel_pose *pose = pose_of(frame, part);
            double size = part ? 0.3 : 0.06, side = part == 1 ? -0.3 : part == 2 ? 0.3 : 0;
            pose->position.x = (float)(side + size * made_curve(seed * 16 + (uint64_t)(3 * part), time, 0.43));
            pose->position.y = (float)(1.2 + size * made_curve(seed * 16 + (uint64_t)(3 * part + 1), time, 0.37));
            pose->position.z = (float)(0.3 + size * made_curve(seed * 16 + (uint64_t)(3 * part + 2), time, 0.51));
            pose->rotation.w = 1;
        }
    }
    return made;
}

#endif
