/* SPDX-License-Identifier: MIT
 * Motion that occurs twice, bit for bit. Trackers have noise: no two seconds of a person are the same. Each frame is looked up among the earlier
 * ones by a hash of its poses, and where the frames that were found follow each other as these do, they are a window. One sort, so the cost is
 * linear. */
#include "insight/beatsaber/evidence.h"

#define LEAST_TIME 1.0f /* s */
enum { LEAST_FRAMES = 20, NONE = -1 };

static uint32_t mix(uint32_t hash, float value)
{
    hash ^= reel_float_bits(value);
    hash *= 0x9E3779B1u;
    return hash ^ hash >> 15;
}

static uint32_t pose_hash(uint32_t hash, const reel_pose *pose)
{
    const reel_vec3 *p = &pose->position;
    const reel_quaternion *q = &pose->rotation;
    const float values[] = { p->x, p->y, p->z, q->x, q->y, q->z, q->w };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) hash = mix(hash, values[i]);
    return hash;
}

static bool same_pose(const reel_pose *a, const reel_pose *b)
{
    const reel_vec3 *p = &a->position, *o = &b->position;
    const reel_quaternion *q = &a->rotation, *r = &b->rotation;
    return p->x == o->x && p->y == o->y && p->z == o->z && q->x == r->x && q->y == r->y && q->z == r->z && q->w == r->w;
}

static bool same_hands(const evidence_pose *a, const evidence_pose *b)
{
    return same_pose(&a->hands[LEFT], &b->hands[LEFT]) && same_pose(&a->hands[RIGHT], &b->hands[RIGHT]);
}

/* Sets earlier[i] to the latest frame before frame i with the same hands, or NONE. Frames in which nothing moved have none. */
static void find_earlier(const evidence_pose *poses, size_t count, play_key *keys, int64_t *earlier)
{
    for (size_t i = 0; i < count; i++) {
        keys[i] = (play_key){ pose_hash(pose_hash(0, &poses[i].hands[LEFT]), &poses[i].hands[RIGHT]), (uint32_t)i };
        earlier[i] = NONE;
    }
    play_sort(keys, keys + count, count);
    for (size_t i = 1; i < count; i++) {
        const uint32_t one = keys[i - 1].index, two = keys[i].index;
        if (keys[i].key == keys[i - 1].key && two > one + 1 && same_hands(&poses[one], &poses[two])) earlier[two] = one;
    }
}

static uint32_t sum_windows(const evidence_pose *poses, size_t count, const int64_t *earlier)
{
    uint64_t sum = 0;
    for (size_t start = 0, end; start < count; start = end) {
        end = start + 1;
        if (earlier[start] == NONE) continue;
        while (end < count && earlier[end] != NONE && earlier[end] == earlier[end - 1] + 1) end++;
        if (end - start >= LEAST_FRAMES && poses[end - 1].time - poses[start].time >= LEAST_TIME) sum += end - start;
    }
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

bool evidence_repeats(const play_state *play, uint32_t *frames)
{
    const play_evidence *evidence = &play->evidence;
    const size_t count = evidence->poses.count;
    play_list keys = { 0 }, earlier = { 0 };
    play_key *sorted = play_list_grow(&keys, 2 * count + 2, sizeof *sorted, &play->allocator);
    int64_t *found = play_list_grow(&earlier, count + 1, sizeof *found, &play->allocator);
    if (sorted && found) {
        find_earlier(evidence->poses.data, count, sorted, found);
        *frames = sum_windows(evidence->poses.data, count, found);
    }
    play_list_free(&keys, &play->allocator);
    play_list_free(&earlier, &play->allocator);
    return sorted && found;
}
