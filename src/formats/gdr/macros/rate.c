/* SPDX-License-Identifier: MIT
 * Frames of a macro whose framerate changes, at its first framerate. */
#include "formats/gdr/macros/macros.h"

/* Between two changes of the rate, time passes at one rate. */
static double frame_of(const macros_clock *clock, int64_t frame)
{
    return clock->here + ((double)frame - clock->there) * clock->first / clock->rate;
}

void reel__macros_clock_pass(macros_clock *clock, const macros_event *events, size_t count, uint64_t index)
{
    for (; clock->event < count && events[clock->event].index <= index; clock->event++) {
        const macros_event *event = &events[clock->event];
        if (event->kind == MACROS_TPS && reel__macros_rate_is_valid(event->tps)) {
            clock->here = frame_of(clock, event->frame);
            clock->there = (double)event->frame;
            clock->rate = event->tps;
        } else if (clock->restarts && event->kind <= MACROS_DEATH) {
            clock->here = clock->there = 0;
        }
    }
}

int64_t reel__macros_clock_frame(const macros_clock *clock, int64_t frame)
{
    double moved = frame_of(clock, frame) + 0.5; /* rounded half up */
    if (!(moved > -1)) return -1;                /* the file had a negative frame */
    return moved < 4611686018427387904.0 ? (int64_t)moved : (int64_t)MACROS_MOST_FRAME;
}
