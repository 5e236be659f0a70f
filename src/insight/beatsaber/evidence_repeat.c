/* SPDX-License-Identifier: MIT
 * Motion of a hand that occurs twice, bit for bit. Trackers have noise: no two swings of a person are the same. A table has the latest frame of
 * each hash of a pose. A frame whose pose was there before begins a window, which goes on while both places go on alike. A frame that is
 * overwritten in the table is not found, but the ones after it are. Windows do not overlap, so the cost is linear. */
#include "insight/beatsaber/evidence.h"

#define LEAST_TIME 0.1f /* s */
#define LEAST_WAY 0.1   /* m, of the tip of the saber: hands that rest or alternate between two places do not count as motion */
enum { LEAST_FRAMES = 10, SLOTS = 2 /* for each frame */ };

static uint32_t mix(uint32_t hash, float value)
{
    hash ^= reel_float_bits(value);
    hash *= 0x9E3779B1u;
    return hash ^ hash >> 15;
}

static uint32_t pose_hash(const reel_pose *pose)
{
    const reel_vec3 *p = &pose->position;
    const reel_quaternion *q = &pose->rotation;
    return mix(mix(mix(mix(mix(0, p->x), p->y), p->z), q->x), q->w);
}

static bool same_pose(const reel_pose *a, const reel_pose *b)
{
    const reel_vec3 *p = &a->position, *o = &b->position;
    const reel_quaternion *q = &a->rotation, *r = &b->rotation;
    return p->x == o->x && p->y == o->y && p->z == o->z && q->x == r->x && q->y == r->y && q->z == r->z && q->w == r->w;
}

typedef struct repeat_search {
    const evidence_pose *poses;
    size_t count, mask;
    uint32_t *slots; /* the latest frame of a hash, plus 1 */
} repeat_search;

/* Puts the frame into the table, and returns the one that it replaces, or `at`. */
static size_t earlier_frame(const repeat_search *search, uint8_t hand, size_t at)
{
    uint32_t *slot = &search->slots[pose_hash(&search->poses[at].hands[hand]) & search->mask];
    const uint32_t was = *slot;
    *slot = (uint32_t)at + 1;
    return was ? was - 1 : at;
}

static space_vec tip_of(const reel_pose *hand)
{
    const reel_quaternion *q = &hand->rotation;
    const space_turn turn = { (double)q->x, (double)q->y, (double)q->z, (double)q->w };
    return space_add(space_of(&hand->position), reel__space_turn_vec(turn, reel__swing_grip_plain.ahead));
}

static bool counts(const evidence_pose *first, const evidence_pose *last, double way, size_t frames)
{
    return frames >= LEAST_FRAMES && last->time - first->time >= LEAST_TIME && way >= LEAST_WAY;
}

static uint32_t sum_windows(const repeat_search *search, uint8_t hand)
{
    const evidence_pose *poses = search->poses;
    size_t sum = 0;
    memset(search->slots, 0, (search->mask + 1) * sizeof *search->slots);
    for (size_t at = 0, end; at < search->count; at = end) {
        const size_t one = earlier_frame(search, hand, at);
        double way = 0;
        end = at + 1;
        if (one + 1 >= at || !same_pose(&poses[one].hands[hand], &poses[at].hands[hand])) continue;
        const space_vec from = tip_of(&poses[at].hands[hand]);
        for (; end < search->count && same_pose(&poses[one + end - at].hands[hand], &poses[end].hands[hand]); end++) {
            const double step = space_length(space_sub(tip_of(&poses[end].hands[hand]), from));
            if (step > way) way = step;
            earlier_frame(search, hand, end);
        }
        if (counts(&poses[at], &poses[end - 1], way, end - at)) sum += end - at;
    }
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

bool reel__evidence_repeats(const play_state *play, uint32_t *frames)
{
    repeat_search search = { .poses = play->evidence.poses.data, .count = play->evidence.poses.count, .mask = 1 };
    play_list list = { 0 };
    while (search.mask < SLOTS * search.count) search.mask *= 2;
    search.slots = reel__play_list_grow(&list, search.mask, sizeof *search.slots, &play->allocator);
    search.mask--;
    if (!search.slots) return false;
    const uint32_t left = sum_windows(&search, LEFT), right = sum_windows(&search, RIGHT);
    *frames = left > right ? left : right;
    reel__play_list_free(&list, &play->allocator);
    return true;
}
