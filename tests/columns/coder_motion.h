/* SPDX-License-Identifier: MIT
 * Made-up motion for the tests of the coders: the same bits on every machine, for it is made of + - * / and sqrt. */
#ifndef REEL_TEST_CODER_MOTION_H
#define REEL_TEST_CODER_MOTION_H

#include "coder_trip.h"

#include <reel/bsor.h>

#include <math.h>

static inline uint32_t motion_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* Between -1 and 1. */
static inline double motion_noise(uint64_t *state) { return (double)motion_random(state) / 1073741824.0 - 1.0; }

/* A body that swings: springs that are pushed at random. */
typedef struct swing {
    double at[7], speed[7];
} swing;

static inline void swing_step(swing *s, uint64_t *random, double pull)
{
    for (int k = 0; k < 7; k++) {
        s->speed[k] = s->speed[k] * 0.98 - s->at[k] * pull + motion_noise(random) * 0.0004;
        s->at[k] += s->speed[k];
    }
}

static inline void swing_pose(const swing *s, reel_pose *pose)
{
    double q[4], norm = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = s->at[3 + k] + (k == 3);
        norm += q[k] * q[k];
    }
    norm = sqrt(norm);
    pose->position = (reel_vec3){ (float)s->at[0], (float)(s->at[1] + 1.5), (float)s->at[2] };
    pose->rotation = (reel_quaternion){ (float)(q[0] / norm), (float)(q[1] / norm), (float)(q[2] / norm), (float)(q[3] / norm) };
}

static inline bsor_frame *swing_frames(size_t count, uint64_t seed)
{
    bsor_frame *frames = calloc(count, sizeof *frames);
    swing body[3] = { 0 };
    assert_non_null(frames);
    for (size_t i = 0; i < count; i++) {
        for (int b = 0; b < 3; b++) swing_step(&body[b], &seed, 0.004 + 0.003 * b);
        frames[i].time = (float)((double)i / 90.0 + motion_noise(&seed) * 0.0005);
        frames[i].fps = 90;
        swing_pose(&body[0], &frames[i].head);
        swing_pose(&body[1], &frames[i].left_hand);
        swing_pose(&body[2], &frames[i].right_hand);
    }
    return frames;
}

/* Such motion without the bits that `mask` clears. */
static inline bsor_frame *grained_frames(size_t count, uint64_t seed, uint32_t mask)
{
    bsor_frame *frames = swing_frames(count, seed);
    for (size_t i = 0; i < count; i++) {
        reel_pose *const poses[] = { &frames[i].head, &frames[i].left_hand, &frames[i].right_hand };
        for (size_t p = 0; p < sizeof poses / sizeof *poses; p++) {
            uint32_t values[sizeof(reel_pose) / sizeof(uint32_t)];
            memcpy(values, poses[p], sizeof values);
            for (size_t k = 0; k < sizeof values / sizeof *values; k++) values[k] &= mask;
            memcpy(poses[p], values, sizeof values);
        }
    }
    return frames;
}

/* Such motion as floats that were halves before: the 13 lowest bits of all values are 0. */
static inline bsor_frame *half_frames(size_t count, uint64_t seed) { return grained_frames(count, seed, ~UINT32_C(0x1fff)); }

#endif
