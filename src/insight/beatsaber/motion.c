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

static double square_length(const reel_vec3 *step)
{
    double x = (double)step->x, y = (double)step->y, z = (double)step->z;
    return x * x + y * y + z * z;
}

/* Returns true if the angle between two steps is 100 degrees or more, see above. */
static bool reverses(const reel_vec3 *a, const reel_vec3 *b)
{
    double product = (double)a->x * (double)b->x + (double)a->y * (double)b->y + (double)a->z * (double)b->z;
    if (!(product < 0.0)) return false;
    return product * product >= REVERSAL_COSINE_SQUARED * square_length(a) * square_length(b);
}

static inline reel_vec3 step_between(reel_vec3 from, reel_vec3 to)
{
    return (reel_vec3){ to.x - from.x, to.y - from.y, to.z - from.z };
}

/* A cheap test before reverses(): false if the second step continues in the direction of the first. */
static inline bool may_reverse(reel_vec3 a, reel_vec3 b)
{
    float product = b.x * a.x + b.y * a.y + b.z * a.z;
    return !(product > 0.0f);
}

/* Up to BLOCK frames that are kept, after the PAST frames before them. */
enum { TRACKERS = 3, PAST = JITTER_FRAMES - 1, BLOCK = 64 };

typedef struct frame_block {
    const bsor_frame *frames[PAST + BLOCK];
    uint64_t rows[BLOCK];
    uint64_t first; /* number of the first of them */
    size_t count;
} frame_block;

typedef struct play_steps {
    reel_vec3 of[TRACKERS]; /* left, right, head */
} play_steps;

static inline play_steps steps_between(const bsor_frame *from, const bsor_frame *to)
{
    return (play_steps){ { step_between(from->left_hand.position, to->left_hand.position),
                           step_between(from->right_hand.position, to->right_hand.position),
                           step_between(from->head.position, to->head.position) } };
}

/* The trackers, as bits, whose steps may be a reversal. */
static inline unsigned may_turn(const play_steps *a, const play_steps *b)
{
    unsigned turned = 0;
    for (unsigned t = 0; t < TRACKERS; t++) turned |= (unsigned)may_reverse(a->of[t], b->of[t]) << t;
    return turned;
}

/* The trackers with a jitter in four frames: both turns are reversals, and the first step is not tiny. */
static inline unsigned jitters_in(const bsor_frame *const frames[JITTER_FRAMES])
{
    const play_steps third = steps_between(frames[2], frames[3]), second = steps_between(frames[1], frames[2]);
    unsigned turned = may_turn(&second, &third);
    if (!turned) return 0;
    const play_steps first = steps_between(frames[0], frames[1]);
    turned &= may_turn(&first, &second);
    for (unsigned t = 0; t < TRACKERS; t++)
        if (turned >> t & 1 && !(reverses(&second.of[t], &third.of[t]) && reverses(&first.of[t], &second.of[t]) &&
                                 square_length(&first.of[t]) >= LEAST_STEP_SQUARED))
            turned &= ~(1u << t);
    return turned;
}

/* Position in the block of the frame with a number, or of the first one if that is before it. */
static size_t position_of(const frame_block *block, uint64_t number)
{
    return number <= block->first ? 0 : number - block->first < block->count ? (size_t)(number - block->first) : block->count;
}

static bool watch_jitters(play_state *play, const frame_block *block)
{
    play_motion *motion = &play->motion;
    for (size_t i = position_of(block, motion->jitter_from + PAST); i < block->count;) {
        unsigned found = jitters_in(&block->frames[i]);
        if (!found) {
            i++;
            continue;
        }
        beatsaber_jitter *jitter = play_list_grow(&motion->jitters, 1, sizeof *jitter, &play->allocator);
        if (!jitter) return false;
        *jitter = (beatsaber_jitter){ .time = block->frames[PAST + i]->time,
                                      .frame_row = block->rows[i],
                                      .left = found & 1,
                                      .right = found >> 1 & 1,
                                      .head = found >> 2 & 1 };
        motion->jitter_from = block->first + i + JITTER_PAUSE;
        i += JITTER_PAUSE + PAST;
    }
    return true;
}

static inline bool at_origin(reel_vec3 position, reel_vec3 offset)
{
    float x = position.x - offset.x, y = position.y - offset.y, z = position.z - offset.z;
    return fabsf(x) < ORIGIN_DISTANCE && fabsf(y) < ORIGIN_DISTANCE && fabsf(z) < ORIGIN_DISTANCE;
}

static bool watch_resets(play_state *play, const frame_block *block)
{
    play_motion *motion = &play->motion;
    const reel_vec3 offsets[2] = { motion->offsets[LEFT], motion->offsets[RIGHT] };
    for (size_t i = position_of(block, motion->reset_from); i < block->count; i++) {
        const bsor_frame *frame = block->frames[PAST + i];
        bool left = at_origin(frame->left_hand.position, offsets[LEFT]),
             right = at_origin(frame->right_hand.position, offsets[RIGHT]);
        if (!left && !right) continue;
        beatsaber_origin_reset *reset = play_list_grow(&motion->resets, 1, sizeof *reset, &play->allocator);
        if (!reset) return false;
        *reset = (beatsaber_origin_reset){ .time = frame->time, .frame_row = block->rows[i], .left = left, .right = right };
        motion->reset_from = block->first + i + RESET_PAUSE;
        i += RESET_PAUSE - 1;
    }
    return true;
}

static void add_heads(play_state *play, const frame_block *block)
{
    play_motion *motion = &play->motion;
    double x = motion->head[0], y = motion->head[1], z = motion->head[2];
    uint64_t left_out = 0;
    for (size_t i = 0; i < block->count; i++) {
        const reel_vec3 *head = &block->frames[PAST + i]->head.position;
        if (!isfinite(head->x) || !isfinite(head->y) || !isfinite(head->z)) {
            motion->not_finite++;
            left_out += !play->server;
            if (!play->server) continue;
        }
        x += (double)head->x;
        y += (double)head->y;
        z += (double)head->z;
    }
    motion->head[0] = x;
    motion->head[1] = y;
    motion->head[2] = z;
    motion->head_count += block->count - left_out;
}

/* Fills the block with the frames that are kept of the first of `count`. Returns how many that are. */
static size_t fill_block(play_motion *motion, frame_block *block, const bsor_frame *frames, size_t count)
{
    size_t i = 0, kept = 0;
    float last = motion->last_time;
    for (; i < count && kept < BLOCK; i++) {
        float time = frames[i].time;
        if (time == 0.0f || time == last) continue;
        last = time;
        block->frames[PAST + kept] = &frames[i];
        block->rows[kept++] = motion->row + i;
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

bool play_add_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_motion *motion = &play->motion;
    if (play->signs.wanted) {
        play_sign_frames(play, frames, count);
        return true;
    }
    if (motion->row == 0) motion->jitter_from = motion->reset_from = FIRST_FRAME;
    frame_block block = { .frames = { &motion->past[0], &motion->past[1], &motion->past[2] } };
    while (count) {
        size_t done = fill_block(motion, &block, frames, count);
        if (!add_block(play, &block)) return false;
        memmove(block.frames, block.frames + block.count, PAST * sizeof *block.frames);
        frames += done;
        count -= done;
    }
    const bsor_frame past[PAST] = { *block.frames[0], *block.frames[1], *block.frames[2] };
    memcpy(motion->past, past, sizeof past);
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
void play_mark_losses(play_state *play, const play_walk *walk)
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

reel_vec3 play_head(const play_motion *motion)
{
    if (!motion->head_count) return (reel_vec3){ 0 };
    double count = (double)motion->head_count;
    return (reel_vec3){ (float)(motion->head[0] / count), (float)(motion->head[1] / count), (float)(motion->head[2] / count) };
}
