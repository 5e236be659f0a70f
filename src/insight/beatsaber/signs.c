/* SPDX-License-Identifier: MIT
 * Collects what the check "beatsaber-signs" judges: values of good cuts, and sums of the times between frames. Sums are of doubles, in
 * file order: the same findings on every machine. */
#include "insight/beatsaber/motion.h"

/* The lowest bit of a speed may be a mark of the mod: bsor_cut. */
static uint32_t speed_bits(float speed) { return reel_float_bits(speed) & ~UINT32_C(1); }

static void add_value(play_spread *spread, double value)
{
    if (!spread->count) spread->first = value;
    double apart = value - spread->first; /* small, so that its square loses nothing */
    spread->count++;
    spread->sum += apart;
    spread->squares += apart * apart;
}

bool reel__play_sign_cut(play_state *play, uint8_t scoring, const play_cut *cut)
{
    if (play->no_cuts || cut->missing || !reel__play_traits_of(scoring)->has_center) return true;
    play_sign_values *values = reel__play_list_grow(&play->signs.cuts, 1, sizeof *values, &play->allocator);
    if (!values) return false;
    *values = (play_sign_values){ { reel_float_bits(cut->time_deviation), speed_bits(cut->saber_speed),
                                    reel_float_bits(cut->distance) } };
    add_value(&play->signs.timing, (double)cut->time_deviation);
    return true;
}

static bool same_rotation(const reel_quaternion *a, const reel_quaternion *b)
{
    return reel_float_bits(a->x) == reel_float_bits(b->x) && reel_float_bits(a->y) == reel_float_bits(b->y) &&
           reel_float_bits(a->z) == reel_float_bits(b->z) && reel_float_bits(a->w) == reel_float_bits(b->w);
}

static bool same_head(const reel_pose *a, const reel_pose *b)
{
    return play_same_position(&a->position, &b->position) || same_rotation(&a->rotation, &b->rotation);
}

void reel__play_sign_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_signs *signs = &play->signs;
    play_spread steps = signs->steps;
    const reel_pose *head = &signs->head;
    float last = play->motion.last_time;
    for (size_t i = 0; i < count; i++) {
        float time = frames[i].time;
        if (time == 0.0f || time == last) continue; /* frames that the statistics drop */
        if (signs->started) {
            add_value(&steps, (double)time - (double)last);
            signs->still += same_head(&frames[i].head, head);
        }
        signs->started = true;
        last = time;
        head = &frames[i].head;
    }
    signs->head = *head;
    signs->steps = steps;
    play->motion.last_time = last;
}
