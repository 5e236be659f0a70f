/* SPDX-License-Identifier: MIT
 * Tracking statistics of the frames, in one pass: frames that count, mean head position, jitters, hands at the origin.
 * docs/insight/beatsaber.md, "Tracking".
 *
 * A jitter is four frames in a row whose three steps change direction twice by 100 degrees or more. The angle between steps a and
 * b is that large if cos = a.b / (|a| |b|) <= cos 100. Both cosines are negative then, so squaring turns the order around: a.b < 0
 * and (a.b)^2 >= cos^2 100 * |a|^2 * |b|^2. This needs only products and sums, so every platform gets the same result. Each
 * tracker stores its last step and whether that step reversed the one before it, so a frame costs a constant number of
 * operations. Most frames continue in the same direction: a positive float32 product skips the float64 test. */
#include "insight/beatsaber/play.h"

#include <math.h>

enum {
    FIRST_FRAME = 10,  /* counted frames before this one are ignored: trackers are still settling */
    JITTER_FRAMES = 4, /* consecutive frames of a jitter: three steps, two reversals */
    JITTER_PAUSE = 5,  /* frames from a jitter to the earliest start of the next */
    RESET_PAUSE = 2
};

#define REVERSAL_COSINE_SQUARED 0.030153689607045842 /* of 100 degrees, the minimum angle of a reversal */
#define LEAST_STEP_SQUARED 0.001                     /* m^2, of the first step of a jitter */
#define LOSS_TIME 0.125                              /* s, maximum between a jitter and a note that lost points */
#define ORIGIN_DISTANCE 0.01f                        /* m, on each axis */

static double square_length(const float step[3])
{
    double x = (double)step[0], y = (double)step[1], z = (double)step[2];
    return x * x + y * y + z * z;
}

/* Returns true if the angle between two steps is 100 degrees or more, see above. */
static bool reverses(const float a[3], const float b[3])
{
    double product = (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2];
    if (!(product < 0.0)) return false;
    return product * product >= REVERSAL_COSINE_SQUARED * square_length(a) * square_length(b);
}

/* Advances a tracker by a frame, the `depth`-th since its last restart. Returns true if this frame ends a jitter. */
static inline bool tracker_move(play_tracker *tracker, reel_vec3 to, unsigned depth)
{
    float step[3] = { to.x - tracker->position[0], to.y - tracker->position[1], to.z - tracker->position[2] };
    float rough = step[0] * tracker->step[0] + step[1] * tracker->step[1] + step[2] * tracker->step[2];
    bool jitters = false, reversed = false;
    /* Fast path: most frames continue in the same direction. */
    if (!(rough > 0.0f) && depth >= 2 && reverses(tracker->step, step)) {
        jitters = tracker->reversed && depth >= JITTER_FRAMES - 1;
        reversed = square_length(tracker->step) >= LEAST_STEP_SQUARED;
    }
    tracker->reversed = reversed;
    memcpy(tracker->step, step, sizeof step);
    tracker->position[0] = to.x;
    tracker->position[1] = to.y;
    tracker->position[2] = to.z;
    return jitters;
}

static bool watch_jitter(play_state *play, const bsor_frame *frame, uint64_t row, uint64_t number)
{
    play_motion *motion = &play->motion;
    if (number < motion->jitter_from) {
        motion->depth = 0;
        return true;
    }
    unsigned depth = motion->depth;
    if (depth < JITTER_FRAMES) motion->depth = depth + 1;
    bool left = tracker_move(&motion->trackers[0], frame->left_hand.position, depth);
    bool right = tracker_move(&motion->trackers[1], frame->right_hand.position, depth);
    bool head = tracker_move(&motion->trackers[2], frame->head.position, depth);
    if (!left && !right && !head) return true;
    beatsaber_jitter *jitter = play_list_grow(&motion->jitters, 1, sizeof *jitter, &play->allocator);
    if (!jitter) return false;
    *jitter = (beatsaber_jitter){ .time = frame->time, .frame_row = row, .left = left, .right = right, .head = head };
    motion->jitter_from = number + JITTER_PAUSE;
    return true;
}

static inline bool at_origin(reel_vec3 position, reel_vec3 offset)
{
    float x = position.x - offset.x, y = position.y - offset.y, z = position.z - offset.z;
    return fabsf(x) < ORIGIN_DISTANCE && fabsf(y) < ORIGIN_DISTANCE && fabsf(z) < ORIGIN_DISTANCE;
}

static bool watch_reset(play_state *play, const bsor_frame *frame, uint64_t row, uint64_t number)
{
    play_motion *motion = &play->motion;
    if (number < motion->reset_from) return true;
    bool left = at_origin(frame->left_hand.position, motion->offsets[LEFT]);
    bool right = at_origin(frame->right_hand.position, motion->offsets[RIGHT]);
    if (!left && !right) return true;
    beatsaber_origin_reset *reset = play_list_grow(&motion->resets, 1, sizeof *reset, &play->allocator);
    if (!reset) return false;
    *reset = (beatsaber_origin_reset){ .time = frame->time, .frame_row = row, .left = left, .right = right };
    motion->reset_from = number + RESET_PAUSE;
    return true;
}

static void add_head(play_state *play, reel_vec3 head)
{
    play_motion *motion = &play->motion;
    if (!isfinite(head.x) || !isfinite(head.y) || !isfinite(head.z)) {
        motion->not_finite++;
        if (!play->server) return;
    }
    motion->head[0] += (double)head.x;
    motion->head[1] += (double)head.y;
    motion->head[2] += (double)head.z;
    motion->head_count++;
}

bool play_add_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_motion *motion = &play->motion;
    if (motion->row == 0) motion->jitter_from = motion->reset_from = FIRST_FRAME;
    for (size_t i = 0; i < count; i++) {
        uint64_t row = motion->row++;
        float time = frames[i].time;
        if (time == 0.0f || time == motion->last_time) continue;
        motion->last_time = time;
        uint64_t number = motion->kept++;
        add_head(play, frames[i].head.position);
        if (play->signs.wanted) play_sign_frame(&play->signs, &frames[i]);
        if (motion->wants_jitters && !watch_jitter(play, &frames[i], row, number)) return false;
        if (motion->wants_resets && !watch_reset(play, &frames[i], row, number)) return false;
    }
    return true;
}

/* The first loss at or after `time`, by binary search: losses are sorted by time. */
static size_t first_loss_from(const play_list *losses, double time)
{
    const play_loss *items = losses->data;
    size_t low = 0, high = losses->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((double)items[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A jitter can spoil the swing before the cut of a note up to LOSS_TIME later, or the swing after the cut of an earlier note. */
void play_mark_losses(play_state *play, const play_walk *walk)
{
    beatsaber_jitter *jitters = play->motion.jitters.data;
    for (size_t i = 0; i < play->motion.jitters.count; i++) {
        double time = (double)jitters[i].time;
        const play_loss *after = walk->losses_after.data, *before = walk->losses_before.data;
        size_t at = first_loss_from(&walk->losses_after, time - LOSS_TIME);
        if (at < walk->losses_after.count && (double)after[at].time < time) {
            jitters[i].loss = 1;
            jitters[i].note_row = after[at].row;
            continue;
        }
        at = first_loss_from(&walk->losses_before, time);
        if (at < walk->losses_before.count && (double)before[at].time <= time + LOSS_TIME) {
            jitters[i].loss = 1;
            jitters[i].note_row = before[at].row;
        }
    }
}

reel_vec3 play_head(const play_motion *motion)
{
    if (!motion->head_count) return (reel_vec3){ 0 };
    double count = (double)motion->head_count;
    return (reel_vec3){ (float)(motion->head[0] / count), (float)(motion->head[1] / count), (float)(motion->head[2] / count) };
}
