/* SPDX-License-Identifier: MIT
 * Motion with a bounded error. Positions are whole numbers of a grid that is just below twice the error that is allowed. Of a rotation the
 * largest component of the row is left out: the other three decide it, and none of them is larger, so that its error is at most the sum
 * of theirs. If each is off by e, the quaternion is off by at most the root of 3 e^2 + (3 e)^2 = 3.47 e, and the angle by twice that. */
#include "columns/coder/motion_model.h"

/* Rounding does not pay if more than one value in this many is an exception. */
enum { EXCEPTION_SHARE = 32 };

/* A component's error is at most this part of the angle: the sum of all is seldom too much, and then it is an exception. */
static const double angle_share = 5;
static const double position_share = 1.96, radians = 0.017453292519943295, value_most = 1e4, unit_error = 1e-3;

typedef struct quantiser {
    motion_group *group;
    motion_changes *changes;
    motion_exceptions *exceptions;
    size_t exceptions_most;
    double position_step, angle;
    uint32_t *copies; /* rounded values: rotation and position of a device in a row */
} quantiser;

typedef struct quantised_device {
    lanes before;   /* the row before */
    bool negated;   /* against the rows */
    unsigned state; /* which component is left out, and its sign, as in a change */
} quantised_device;

static int32_t whole_of(double value, double grid)
{
    double steps = value / grid;
    return (int32_t)(steps < 0 ? steps - 0.5 : steps + 0.5);
}

static bool load_values(const uint8_t *at, int count, lanes *to)
{
    for (int k = 0; k < count; k++) {
        uint32_t bits = motion_load(at + 4 * (size_t)k);
        if ((bits & 0x7f800000u) == 0x7f800000u) return false;
        to->v[k] = (double)reel_float_of(bits);
        if (!(to->v[k] > -value_most && to->v[k] < value_most)) return false;
    }
    return true;
}

static bool quantise_position(quantiser *q, const motion_device *device, size_t row, int32_t *wholes, uint32_t *copy)
{
    lanes p;
    if (!load_values(device->position + row * device->position_stride, MOTION_AXES, &p)) return false;
    for (int k = 0; k < MOTION_AXES; k++) {
        wholes[k] = whole_of(p.v[k], q->group->position_grid);
        float rounded = (float)((double)wholes[k] * q->group->position_grid);
        double error = (double)rounded - p.v[k];
        if (!(error <= q->position_step && error >= -q->position_step)) return false;
        copy[k] = reel_float_bits(rounded);
    }
    return true;
}

static unsigned largest_of(lanes a)
{
    unsigned largest = 0;
    for (unsigned k = 1; k < MOTION_ROTATION; k++)
        if (fabs(a.v[k]) > fabs(a.v[largest])) largest = k;
    return largest;
}

static bool quantise_rotation(quantiser *q, const motion_device *device, size_t row, uint64_t number, quantised_device *state,
                              int32_t *wholes, uint32_t *copy)
{
    lanes given, rounded;
    if (!load_values(device->rotation + row * device->rotation_stride, MOTION_ROTATION, &given)) return false;
    double norm = motion_dot(given, given), rest = 1, distance = 0;
    if (!(norm > 1 - unit_error && norm < 1 + unit_error)) return false;
    lanes frame = lanes_scale(given, (state->negated ? -1 : 1) / sqrt(norm));
    unsigned change = motion_dot(frame, state->before) < 0 ? MOTION_FLIP : 0;
    if (change) frame = lanes_scale(frame, -1);
    bool negated = state->negated != (change != 0);
    unsigned largest = largest_of(frame), now = largest << MOTION_LEFT_OUT_SHIFT | (frame.v[largest] < 0 ? MOTION_NEGATIVE : 0);
    for (unsigned k = 0; k < MOTION_ROTATION; k++) {
        wholes[k] = k == largest ? 0 : whole_of(frame.v[k], q->group->rotation_grid);
        rounded.v[k] = (double)wholes[k] * q->group->rotation_grid;
        rest -= rounded.v[k] * rounded.v[k];
    }
    rounded.v[largest] = rest > 0 ? sqrt(rest) : 0;
    if (frame.v[largest] < 0) rounded.v[largest] = -rounded.v[largest];
    for (unsigned k = 0; k < MOTION_ROTATION; k++) {
        distance += (rounded.v[k] - frame.v[k]) * (rounded.v[k] - frame.v[k]);
        copy[k] = reel_float_bits((float)(negated ? -rounded.v[k] : rounded.v[k]));
    }
    /* The distance of two unit quaternions is twice the sine of a quarter of the angle between the rotations. */
    if (4 * distance > 0.998 * q->angle * q->angle) return false;
    if (change || now != state->state) q->changes->at[q->changes->count++] = number << MOTION_CHANGE_BITS | change | now;
    state->negated = negated;
    state->state = now;
    state->before = rounded;
    return true;
}

/* In place of a pose that cannot be rounded the row before is repeated, so that what follows is predicted well. */
static bool add_exception(quantiser *q, size_t d, size_t row)
{
    size_t number = row * q->group->devices + d, at = q->exceptions->count++;
    int32_t *wholes = q->group->wholes + number * MOTION_VALUES;
    uint32_t *copy = q->copies + number * MOTION_VALUES;
    const motion_device *device = &q->group->device[d];
    if (at >= q->exceptions_most) return false;
    q->exceptions->at[at] = number;
    uint32_t *values = q->exceptions->values + at * MOTION_VALUES;
    for (size_t k = 0; k < MOTION_ROTATION; k++)
        values[k] = motion_load(device->rotation + row * device->rotation_stride + 4 * k);
    for (size_t k = 0; k < MOTION_AXES; k++)
        values[MOTION_ROTATION + k] = motion_load(device->position + row * device->position_stride + 4 * k);
    if (row) {
        memcpy(wholes, wholes - q->group->devices * MOTION_VALUES, MOTION_VALUES * sizeof *wholes);
        memcpy(copy, copy - q->group->devices * MOTION_VALUES, MOTION_VALUES * sizeof *copy);
        return true;
    }
    memset(wholes, 0, MOTION_VALUES * sizeof *wholes);
    memset(copy, 0, MOTION_VALUES * sizeof *copy);
    copy[MOTION_ROTATION - 1] = reel_float_bits(1);
    return true;
}

static bool quantise_device(quantiser *q, size_t d, quantised_device *state, size_t row)
{
    size_t number = row * q->group->devices + d;
    int32_t *wholes = q->group->wholes + number * MOTION_VALUES;
    uint32_t *copy = q->copies + number * MOTION_VALUES;
    const motion_device *device = &q->group->device[d];
    return quantise_position(q, device, row, wholes + MOTION_ROTATION, copy + MOTION_ROTATION) &&
           quantise_rotation(q, device, row, number, state, wholes, copy);
}

static bool quantise_rows(quantiser *q)
{
    quantised_device states[MOTION_DEVICES];
    memset(states, 0, sizeof states);
    for (size_t d = 0; d < q->group->devices; d++) states[d].state = (MOTION_ROTATION - 1) << MOTION_LEFT_OUT_SHIFT;
    q->changes->count = q->exceptions->count = 0;
    q->group->rotation_grid = 2 * q->angle / angle_share;
    for (size_t row = 0; row < q->group->count; row++)
        for (size_t d = 0; d < q->group->devices; d++)
            if (!quantise_device(q, d, &states[d], row) && !add_exception(q, d, row)) return false;
    return true;
}

bool reel__motion_quantise(block_writer *block, motion_group *group, motion_changes *changes, motion_exceptions *exceptions)
{
    const coder_options *options = &block->options;
    if (!reel__coder_can_round(options)) return false;
    quantiser q = { .group = group, .changes = changes, .exceptions = exceptions, .position_step = options->position_step };
    size_t values = group->count * group->devices * MOTION_VALUES;
    q.angle = options->rotation_step * radians;
    q.copies = reel__block_room(block, values, sizeof *q.copies);
    group->wholes = reel__block_room(block, values, sizeof *group->wholes);
    q.exceptions_most = group->count * group->devices / EXCEPTION_SHARE + 1;
    exceptions->at = reel__block_room(block, q.exceptions_most, sizeof *exceptions->at);
    exceptions->values = reel__block_room(block, q.exceptions_most, MOTION_VALUES * sizeof *exceptions->values);
    group->position_grid = position_share * options->position_step;
    if (block->status != REEL_OK) return false;
    bool fits = quantise_rows(&q);
    if (!fits) changes->count = exceptions->count = 0;
    for (size_t d = 0; d < group->devices && fits; d++) {
        uint8_t *at = (uint8_t *)(q.copies + d * MOTION_VALUES);
        size_t stride = group->devices * MOTION_VALUES * sizeof(float);
        group->device[d] = (motion_device){ at + MOTION_ROTATION * sizeof(float), at, stride, stride };
    }
    return fits;
}
