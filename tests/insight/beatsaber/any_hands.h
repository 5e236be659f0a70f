/* SPDX-License-Identifier: MIT
 * Hands that swing in any way, from seeds. */
#ifndef ANY_HANDS_H
#define ANY_HANDS_H

#include "moved_play.h"

static uint64_t seed;

/* SplitMix64: seeds that follow each other give sequences that have nothing to do with each other. */
static inline uint32_t below(uint32_t most)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(((z ^ z >> 31) >> 32) * most >> 32);
}

static inline double between(double low, double high) { return low + (high - low) * (double)below(1u << 20) / (1u << 20); }

typedef struct hand_motion {
    double rate, phase, amplitude, roll, roll_rate, place[3], sway;
} hand_motion;

static inline hand_motion any_motion(int hand)
{
    return (hand_motion){ .rate = between(1.5, 3.5),
                          .phase = between(0, 6),
                          .amplitude = between(40, 85),
                          .roll = between(-80, 80),
                          .roll_rate = between(0.1, 2),
                          .place = { (hand ? 0.3 : -0.3) + between(-0.2, 0.2), between(0.8, 1.3), between(0.1, 0.5) },
                          .sway = between(0, 0.15) };
}

static inline reel_pose pose_at(const hand_motion *m, double time)
{
    const double swing = m->amplitude * sin(6.283185307 * m->rate * time + m->phase);
    const space_turn turn =
        reel__space_turn_by((space_vec){ swing, 20 * sin(time + m->phase), m->roll * sin(m->roll_rate * time + m->phase) });
    return (reel_pose){ .position = { (float)(m->place[0] + m->sway * sin(3 * time)),
                                      (float)(m->place[1] + m->sway * cos(2 * time)), (float)m->place[2] },
                        .rotation = { (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w } };
}

#endif
