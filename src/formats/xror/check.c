/* SPDX-License-Identifier: MIT
 * What is readable and wrong, or unusual: times and poses. */
#include "core/rules.h"
#include "formats/xror/layout.h"

typedef enum check_id { CHECK_ABSOLUTE, CHECK_BACK, CHECK_NOT_FINITE, CHECK_ROTATION, CHECKS } check_id;

static const check_rule rules[CHECKS] = {
    [CHECK_ABSOLUTE] = { "xror.absolute-time", REEL_NOTE, "the times do not count from the start of the recording" },
    [CHECK_BACK] = { "xror.time-backwards", REEL_WARNING, "time goes backwards at %llu {frame|frames}" },
    [CHECK_NOT_FINITE] = { "xror.not-finite", REEL_WARNING,
                           "%llu {frame has a value|frames have values} that {is|are} NaN or infinite" },
    [CHECK_ROTATION] = { "xror.rotation", REEL_NOTE, "%llu {frame has a rotation|frames have rotations} whose length is not 1" },
};

typedef struct checker {
    rule_count counts[CHECKS];
    uint64_t row;
    rule_clock clock;
} checker;

#define LATE 1e5 /* seconds: no recording is that long */

static bool is_unit(const reel_quaternion *q)
{
    double length =
        (double)q->x * (double)q->x + (double)q->y * (double)q->y + (double)q->z * (double)q->z + (double)q->w * (double)q->w;
    return length > 0.98 && length < 1.02;
}

static void check_frame(checker *c, const xror_frame *frame)
{
    const reel_pose *poses[] = { &frame->head, &frame->left_hand, &frame->right_hand };
    bool finite = frame->time - frame->time == 0, unit = true;
    for (size_t p = 0; p < 3; p++) {
        if (!(frame->poses >> p & 1)) continue;
        const reel_vec3 *at = &poses[p]->position;
        double sum = (double)at->x + (double)at->y + (double)at->z;
        const reel_quaternion *q = &poses[p]->rotation;
        double turn = (double)q->x + (double)q->y + (double)q->z + (double)q->w;
        finite = finite && sum - sum == 0 && turn - turn == 0;
        unit = unit && is_unit(q);
    }
    if (!finite) rule_violated(&c->counts[CHECK_NOT_FINITE], c->row, REEL_NO_OFFSET);
    if (finite && !unit) rule_violated(&c->counts[CHECK_ROTATION], c->row, REEL_NO_OFFSET);
    if (c->row == 0 && frame->time > LATE) rule_violated(&c->counts[CHECK_ABSOLUTE], 0, REEL_NO_OFFSET);
    if (rule_time_backwards(&c->clock, frame->time)) rule_violated(&c->counts[CHECK_BACK], c->row, REEL_NO_OFFSET);
    c->row++;
}

static reel_status check_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    size_t count;
    const xror_frame *frames = reel_chunk_rows(chunk, &xror_frames, &count);
    for (size_t i = 0; i < count; i++) check_frame(analysis->state, &frames[i]);
    return REEL_OK;
}

static reel_status check_finish(reel_analysis *analysis)
{
    const checker *c = analysis->state;
    for (size_t i = 0; i < CHECKS; i++) reel__rule_report(&analysis->reporter, &rules[i], "frames", &xror_frames, &c->counts[i]);
    return REEL_OK;
}

static const reel_table *const inputs[] = { &xror_frames, NULL };

const reel_insight reel__xror_check = {
    .id = "xror-check",
    .name = "Check of recordings",
    .doc = "times and poses of a recording",
    .inputs = inputs,
    .state_size = sizeof(checker),
    .chunk = check_chunk,
    .finish = check_finish,
};
