/* SPDX-License-Identifier: MIT */
#include "formats/gdr/cleared.h"

enum { RUN_LEAST = 2, STEPS_LEAST = 8, FAR = INT32_MAX };

static bool same_input(const gdr_input *a, const gdr_input *b)
{
    return a->frame == b->frame && a->button == b->button && a->player2 == b->player2 && a->down == b->down;
}

/* The number of inputs at the end that repeat the one or two before. */
static size_t equal_inputs(const gdr_input *rows, size_t count, size_t period)
{
    size_t run = count < period ? count : period;
    while (run && run < count && same_input(&rows[count - run - 1], &rows[count - run - 1 + period])) run++;
    return run;
}

/* The number of inputs at the end that are equally many frames apart, as 0xFF are in formats with steps, or on one frame far away. The first
 * may have lost a part of itself. */
static size_t equal_steps(const gdr_input *rows, size_t count)
{
    size_t run = 2;
    if (count < run) return 0;
    const int64_t step = rows[count - 1].frame - rows[count - 2].frame;
    for (; run < count; run++) {
        const gdr_input *a = &rows[count - run - 1], *b = &rows[count - run];
        if (b->frame - a->frame != step || a->button != b->button || a->player2 != b->player2 || a->down != b->down) break;
    }
    const bool far = step == 0 && rows[count - 1].frame >= FAR;
    return run >= STEPS_LEAST || far ? run + (run < count) : 0;
}

static bool is_earlier(const gdr_input *rows, size_t count, int64_t frame)
{
    for (size_t i = count; i-- > 0;)
        if (rows[i].frame > frame) return true;
    return false;
}

/* The input that the padding begins in has lost a part of itself: its frame goes back, or it changes nothing. */
size_t reel__gdr_cleared_inputs(const gdr_input *rows, size_t count, uint8_t byte, bool steps)
{
    if (byte) return equal_steps(rows, count);
    size_t run = equal_inputs(rows, count, 1);
    const size_t clicks = run < RUN_LEAST ? equal_inputs(rows, count, 2) : 0; /* zeros are clicks within a frame, for some */
    if (clicks >= STEPS_LEAST && rows[count - 1].frame == rows[count - 2].frame) run = clicks;
    if (run < RUN_LEAST) return 0;
    const gdr_input *last = &rows[count - 1];
    const bool at_start = !steps && last->frame == 0 && is_earlier(rows, count - run, 0);
    const bool cleared = at_start || run >= STEPS_LEAST;
    if (!cleared || run == count) return 0;
    const gdr_input *begun = last - run;
    for (const gdr_input *before = begun; before-- > rows;) {
        if (before->frame > begun->frame) return run + 1;
        if (before->player2 == begun->player2 && before->button == begun->button) return run + (before->down == begun->down);
    }
    return run + !begun->down;
}
