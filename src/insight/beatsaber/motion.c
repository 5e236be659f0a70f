/* SPDX-License-Identifier: MIT
 * Tracking statistics of the frames, in one pass: frames that count, mean head position, jitters, hands at the origin.
 * docs/insight/beatsaber.md, "Tracking".
 *
 * A jitter is four frames in a row whose three steps change direction twice by 100 degrees or more. The angle between steps a and
 * b is that large if cos = a.b / (|a| |b|) <= cos 100. Both sides are negative, so squaring them reverses the comparison: a.b < 0
 * and (a.b)^2 >= cos^2 100 * |a|^2 * |b|^2. This needs only products and sums, so every platform gets the same result.
 *
 * Most steps continue in the direction of the one before, which a positive product in float32 shows. The exact test, in float64, is made
 * only for two turns in a row whose products are not positive. */
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/samples_pose.h"

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

/* Trackers are numbered LEFT, RIGHT and HEAD. */
enum { HEAD = 2, AXES = 3, TRACKERS = PLAY_PLACES / AXES, PLACES = PLAY_PLACES, PAST = PLAY_PAST_FRAMES, BLOCK = 64 };

_Static_assert((int)PLAY_PAST_FRAMES + 1 == (int)JITTER_FRAMES, "a jitter may start in the frames before a block");

/* Up to BLOCK frames that are kept, after the PAST frames before them: a column for each coordinate of the left hand, the right hand and
 * the head, so that the compiler can look at several frames at once. */
typedef struct frame_block {
    float places[PLACES][PAST + BLOCK];
    float times[BLOCK];
    uint64_t rows[BLOCK];
    uint64_t first; /* number of the first of them */
    size_t count;
} frame_block;

/* The steps of a tracker: number i leads from frame i of the block, counting the past ones, to the next. */
typedef struct tracker_steps {
    float x[PAST + BLOCK], y[PAST + BLOCK], z[PAST + BLOCK];
} tracker_steps;

static double dot(const tracker_steps *steps, size_t i, size_t j)
{
    return (double)steps->x[i] * (double)steps->x[j] + (double)steps->y[i] * (double)steps->y[j] +
           (double)steps->z[i] * (double)steps->z[j];
}

/* Returns true if the angle between step i and the one after it is 100 degrees or more, see above. */
static bool reverses(const tracker_steps *steps, size_t i)
{
    double product = dot(steps, i, i + 1);
    if (!(product < 0.0)) return false;
    return product * product >= REVERSAL_COSINE_SQUARED * dot(steps, i, i) * dot(steps, i + 1, i + 1);
}

/* Marks each step after which the tracker may turn back, unless a positive product in float32 says that it does not. */
static void mark_turns(const float (*places)[PAST + BLOCK], size_t frames, unsigned tracker, tracker_steps *steps,
                       uint32_t *turns)
{
    for (size_t i = 0; i + 1 < frames; i++) steps->x[i] = places[0][i + 1] - places[0][i];
    for (size_t i = 0; i + 1 < frames; i++) steps->y[i] = places[1][i + 1] - places[1][i];
    for (size_t i = 0; i + 1 < frames; i++) steps->z[i] = places[2][i + 1] - places[2][i];
    for (size_t i = 0; i + 2 < frames; i++) {
        float product = steps->x[i + 1] * steps->x[i] + steps->y[i + 1] * steps->y[i] + steps->z[i + 1] * steps->z[i];
        turns[i] |= (product > 0.0f ? 0u : 1u) << tracker;
    }
}

/* Keeps the marks of steps after which the tracker may turn back twice. Returns whether there are any. */
static bool mark_double_turns(uint32_t *turns, size_t frames)
{
    uint32_t any = 0;
    for (size_t i = 0; i + PAST < frames; i++) {
        turns[i] &= turns[i + 1];
        any |= turns[i];
    }
    return any != 0;
}

/* The trackers, of those in `found`, with a jitter that starts with step `at`: both turns are reversals, and the first step is not
 * tiny. */
static unsigned jitters_at(const tracker_steps *steps, size_t at, unsigned found)
{
    for (unsigned t = 0; t < TRACKERS; t++)
        if (found >> t & 1 &&
            !(reverses(&steps[t], at) && reverses(&steps[t], at + 1) && dot(&steps[t], at, at) >= LEAST_STEP_SQUARED))
            found &= ~(1u << t);
    return found;
}

/* Position in the block of the frame with a number, or of the first one if that is before it. */
static size_t position_of(const frame_block *block, uint64_t number)
{
    return number <= block->first ? 0 : number - block->first < block->count ? (size_t)(number - block->first) : block->count;
}

static bool watch_jitters(play_state *play, const frame_block *block)
{
    play_motion *motion = &play->motion;
    tracker_steps steps[TRACKERS];
    uint32_t turns[PAST + BLOCK] = { 0 };
    for (unsigned t = 0; t < TRACKERS; t++) mark_turns(&block->places[t * AXES], PAST + block->count, t, &steps[t], turns);
    if (!mark_double_turns(turns, PAST + block->count)) return true;
    for (size_t i = position_of(block, motion->jitter_from + PAST); i < block->count;) {
        unsigned found = turns[i] ? jitters_at(steps, i, turns[i]) : 0;
        if (!found) {
            i++;
            continue;
        }
        beatsaber_jitter *jitter = reel__play_list_grow(&motion->jitters, 1, sizeof *jitter, &play->allocator);
        if (!jitter) return false;
        *jitter = (beatsaber_jitter){ .time = block->times[i],
                                      .frame_row = block->rows[i],
                                      .left = found >> LEFT & 1,
                                      .right = found >> RIGHT & 1,
                                      .head = found >> HEAD & 1 };
        motion->jitter_from = block->first + i + JITTER_PAUSE;
        i += JITTER_PAUSE + PAST;
    }
    return true;
}

/* Marks the frames in which a hand is at the origin. */
static void mark_origin(const float (*places)[PAST + BLOCK], size_t count, reel_vec3 offset, unsigned hand, uint32_t *marks)
{
    const float *xs = places[0] + PAST, *ys = places[1] + PAST, *zs = places[2] + PAST;
    for (size_t i = 0; i < count; i++) {
        float x = fabsf(xs[i] - offset.x), y = fabsf(ys[i] - offset.y), z = fabsf(zs[i] - offset.z);
        marks[i] |= (unsigned)((x < ORIGIN_DISTANCE) & (y < ORIGIN_DISTANCE) & (z < ORIGIN_DISTANCE)) << hand;
    }
}

static bool watch_resets(play_state *play, const frame_block *block)
{
    play_motion *motion = &play->motion;
    uint32_t marks[BLOCK] = { 0 };
    for (unsigned hand = LEFT; hand <= RIGHT; hand++)
        mark_origin(&block->places[hand * AXES], block->count, motion->offsets[hand], hand, marks);
    for (size_t i = position_of(block, motion->reset_from); i < block->count; i++) {
        if (!marks[i]) continue;
        beatsaber_origin_reset *reset = reel__play_list_grow(&motion->resets, 1, sizeof *reset, &play->allocator);
        if (!reset) return false;
        *reset = (beatsaber_origin_reset){
            .time = block->times[i], .frame_row = block->rows[i], .left = marks[i] >> LEFT & 1, .right = marks[i] >> RIGHT & 1
        };
        motion->reset_from = block->first + i + RESET_PAUSE;
        i += RESET_PAUSE - 1;
    }
    return true;
}

static void add_heads(play_state *play, const frame_block *block)
{
    play_motion *motion = &play->motion;
    const float *xs = block->places[HEAD * AXES] + PAST, *ys = block->places[HEAD * AXES + 1] + PAST,
                *zs = block->places[HEAD * AXES + 2] + PAST;
    double x = motion->head[0], y = motion->head[1], z = motion->head[2];
    uint64_t left_out = 0;
    for (size_t i = 0; i < block->count; i++) {
        if (!isfinite(xs[i]) || !isfinite(ys[i]) || !isfinite(zs[i])) {
            motion->not_finite++;
            left_out += !play->server;
            if (!play->server) continue;
        }
        x += (double)xs[i];
        y += (double)ys[i];
        z += (double)zs[i];
    }
    motion->head[0] = x;
    motion->head[1] = y;
    motion->head[2] = z;
    motion->head_count += block->count - left_out;
}

/* Fills the block with the frames that are kept of the first of `count`. Returns how many frames that took. A frame whose time is not
 * finite has none, but `server` keeps it. */
static size_t fill_block(play_state *play, frame_block *block, const bsor_frame *frames, size_t count)
{
    play_motion *motion = &play->motion;
    size_t i = 0, kept = 0;
    float last = motion->last_time;
    for (; i < count && kept < BLOCK; i++) {
        const bsor_frame *frame = &frames[i];
        if (frame->time == 0.0f || frame->time == last || (!isfinite(frame->time) && !play->server)) continue;
        last = frame->time;
        const reel_vec3 *places[TRACKERS] = { &frame->left_hand.position, &frame->right_hand.position, &frame->head.position };
        for (size_t t = 0; t < TRACKERS; t++) {
            block->places[t * AXES][PAST + kept] = places[t]->x;
            block->places[t * AXES + 1][PAST + kept] = places[t]->y;
            block->places[t * AXES + 2][PAST + kept] = places[t]->z;
        }
        block->times[kept] = last;
        block->rows[kept++] = motion->skipped + motion->row + i;
    }
    block->first = motion->kept;
    block->count = kept;
    motion->last_time = last;
    motion->row += i;
    motion->kept += kept;
    return i;
}

static bool add_block(play_state *play, const frame_block *block)
{
    const play_motion *motion = &play->motion;
    add_heads(play, block);
    return (!motion->wants_jitters || watch_jitters(play, block)) && (!motion->wants_resets || watch_resets(play, block));
}

/* The time of the last frame that would be kept. */
static float last_kept(const play_state *play, const bsor_frame *frames, size_t count)
{
    for (size_t i = count; i > 0; i--) {
        const float time = frames[i - 1].time;
        if (time != 0.0f && (isfinite(time) || play->server)) return time;
    }
    return play->motion.last_time;
}

bool reel__play_add_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_motion *motion = &play->motion;
    if (play->collected.wanted) {
        bsor_frame *kept = reel__play_list_grow(&play->collected.frames, count, sizeof *kept, &play->allocator);
        if (kept && count) memcpy(kept, frames, count * sizeof *kept);
        return kept != NULL;
    }
    if (play->signs.wanted) {
        reel__play_sign_frames(play, frames, count);
        return true;
    }
    if (play->physics.wanted) return reel__play_physics_frames(play, frames, count);
    if (play->samples.wanted) return reel__sample_frames(play, frames, count);
    if (play->evidence.wanted && !reel__play_evidence_frames(play, frames, count)) return false;
    if (play->stills.wanted && !reel__play_still_frames(&play->stills, frames, count, &play->allocator)) return false;
    if (motion->only_end) {
        motion->last_time = last_kept(play, frames, count);
        return true;
    }
    if (motion->row == 0) motion->jitter_from = motion->reset_from = FIRST_FRAME;
    frame_block block = { .count = 0 };
    while (count) {
        for (size_t p = 0; p < PLACES; p++) memcpy(block.places[p], motion->past[p], sizeof motion->past[p]);
        size_t done = fill_block(play, &block, frames, count);
        if (!add_block(play, &block)) return false;
        for (size_t p = 0; p < PLACES; p++) memcpy(motion->past[p], block.places[p] + block.count, sizeof motion->past[p]);
        frames += done;
        count -= done;
    }
    return true;
}

/* The first loss at or after `time`, by binary search: losses are sorted by time. Usually it is `near` or the one after that. */
static size_t first_loss_from(const play_list *losses, double time, size_t near)
{
    const play_loss *items = losses->data;
    size_t low = 0, high = losses->count;
    for (size_t i = near; i < high && i < near + 2; i++)
        if ((double)items[i].time >= time && (i == 0 || (double)items[i - 1].time < time)) return i;
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
void reel__play_mark_losses(play_state *play, const play_walk *walk)
{
    beatsaber_jitter *jitters = play->motion.jitters.data;
    const play_loss *after = walk->losses_after.data, *before = walk->losses_before.data;
    for (size_t i = 0, last_after = 0, last_before = 0; i < play->motion.jitters.count; i++) {
        double time = (double)jitters[i].time;
        size_t at = last_after = first_loss_from(&walk->losses_after, time - LOSS_TIME, last_after);
        if (at < walk->losses_after.count && (double)after[at].time < time) {
            jitters[i].loss = 1;
            jitters[i].note_row = after[at].row;
            continue;
        }
        at = last_before = first_loss_from(&walk->losses_before, time, last_before);
        if (at < walk->losses_before.count && (double)before[at].time <= time + LOSS_TIME) {
            jitters[i].loss = 1;
            jitters[i].note_row = before[at].row;
        }
    }
}

reel_vec3 reel__play_head(const play_motion *motion)
{
    if (!motion->head_count) return (reel_vec3){ 0 };
    double count = (double)motion->head_count;
    return (reel_vec3){ (float)(motion->head[0] / count), (float)(motion->head[1] / count), (float)(motion->head[2] / count) };
}
