/* SPDX-License-Identifier: MIT
 * A play that was slowed down to be played, and then had its times made those of the song, agrees with itself in all but one thing: each frame
 * states how many there were in a second of the room. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define SAME_RATE 0.03 /* 0.007 at most in the plays that were seen: standalone headsets round rates down */
#define LEAST_RATE 40  /* frames a second: rates are whole numbers, and lower ones say too little */
#define MOST_RATE 1000
enum { LEAST_FRAMES = 100, SAMPLES = 2000 };

bool evidence_rate_of(const play_state *play, float *rate)
{
    const evidence_pose *poses = play->evidence.poses.data;
    const size_t all = play->evidence.poses.count;
    play_list list = { 0 };
    const size_t step_over = all / SAMPLES + 1; /* a part of the frames has the same median, nearly */
    play_key *keys = play_list_grow(&list, 2 * (all / step_over) + 4, sizeof *keys, &play->allocator);
    size_t count = 0;
    if (!keys) return false;
    for (size_t i = 1; i < all; i += step_over) {
        const double step = (double)poses[i].time - (double)poses[i - 1].time;
        if (!(step > 0) || poses[i].fps < LEAST_RATE || poses[i].fps > MOST_RATE) continue;
        keys[count++] = (play_key){ play_key_of((float)(step * (double)poses[i].fps)), 0 };
    }
    *rate = count >= LEAST_FRAMES ? play_median(keys, count) : 0;
    play_list_free(&list, &play->allocator);
    return true;
}

bool evidence_rate_differs(float rate, double speed)
{
    return fabs((double)rate - 1) > SAME_RATE && fabs((double)rate - speed) > SAME_RATE * speed;
}
