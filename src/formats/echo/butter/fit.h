/* SPDX-License-Identifier: MIT
 * Rows of another format on their way into a .butter: rounding that keeps blocks small, and the errors that it makes. */
#ifndef ECHO_BUTTER_FIT_H
#define ECHO_BUTTER_FIT_H

#include "core/memory.h"
#include "formats/echo/butter/frames.h"

/* Quantities whose errors are reported, in the order of the findings. */
enum {
    ERROR_CLOCK,
    ERROR_POINTS,
    ERROR_VR,
    ERROR_DISC,
    ERROR_DISC_VELOCITY,
    ERROR_DIRECTIONS,
    ERROR_SCORE,
    ERROR_THROW,
    ERROR_PAYLOAD,
    ERROR_TEAM_TIME,
    ERROR_PLAYER_TIME,
    ERROR_LOSS,
    ERROR_VELOCITY,
    ERROR_HEAD,
    ERROR_BODY,
    ERROR_LEFT_HAND,
    ERROR_RIGHT_HAND,
    ERROR_BONE,
    ERROR_BONE_ROTATION,
    ERROR_COUNT
};

typedef struct error_sum {
    double largest, sum;
    uint64_t count;
} error_sum;

/* One frame with rounded rows. */
typedef struct fitted_frame {
    butter_frame frame;
    echo_team teams[3];
    reel_memory players, bones;
} fitted_frame;

/* Rounds the rows of *in to values that cost few bytes, given what a decoder knows before this frame, and makes *in point to
 * the rounded rows in `fitted`. false: out of memory. */
bool reel__fit_frame(fitted_frame *fitted, const frame_state *model, frame_input *in);

/* Adds the largest difference of a coordinate between the directions of a rotation and those that it was made from. */
void reel__error_add_directions(error_sum *sum, reel_quaternion q, reel_vec3 forward, reel_vec3 up);
/* Reports a sum, unless it is empty: rule "convert.error". `unit` is a thousandth of the values' unit. */
void reel__error_report(const error_sum *sum, const char *name, const char *unit, const reel_reporter *reporter);
/* Adds the differences between the rows of a frame and the same number of rows that a decoder returns for it. */
void reel__errors_add(error_sum errors[ERROR_COUNT], const frame_input *in, const frame_input *decoded);
/* Reports every sum. */
void reel__errors_report(const error_sum errors[ERROR_COUNT], const reel_reporter *reporter);

#endif
