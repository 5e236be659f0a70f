/* SPDX-License-Identifier: MIT
 * The rows of a group of devices through the coder of values, in either direction: one function, which a constant argument makes an
 * encoder or a decoder. Within a row the rotations of all devices come first, because the positions depend on them. */
#ifndef COLUMNS_CODER_MOTION_ROWS_H
#define COLUMNS_CODER_MOTION_ROWS_H

#include "columns/coder/motion_code.h"

#include <math.h>

enum { ROWS_BEFORE = 5 }; /* a row and the four before it */

/* Of one device, while its rows pass. */
typedef struct motion_state {
    motion_pose ring[MOTION_PAST];
    motion_pose *past[ROWS_BEFORE];
    code_level level[MOTION_VALUES + 1]; /* rotations, positions, and what is largest in a rotation */
    code_bias bias;
    lanes predicted;
    double sign;  /* -1: the quaternion is negated to be close to the row before */
    int left_out; /* if quantised: the component that the other three decide, and its sign */
    bool negative;
} motion_state;

MOTION_INLINE void rows_predict_turn(motion_state *s, const motion_terms *terms, double pace, size_t row, bool fitted)
{
    const motion_pose *last = s->past[1];
    if (row < MOTION_WARM_UP) {
        s->predicted = row > 1 ? lanes_add(last->rotation, last->turn) : last->rotation;
    } else if (!fitted) {
        s->predicted = lanes_add(last->rotation, last->ahead);
    } else {
        lanes features[MOTION_TURN_TERMS];
        motion_turn_features(s->past, pace, features);
        lanes sum = lanes_multiply(terms->turn[0], features[0]);
        for (int t = 1; t < MOTION_TURN_TERMS; t++) sum = lanes_add_product(sum, terms->turn[t], features[t]);
        s->predicted = lanes_add(last->rotation, sum);
    }
}

MOTION_INLINE lanes rows_predict_move(motion_state *s, const motion_terms *terms, double pace, size_t row, bool fitted)
{
    const motion_pose *last = s->past[1];
    if (row < MOTION_WARM_UP) return row > 1 ? lanes_add(last->position, last->move) : last->position;
    if (!fitted) return lanes_add(last->position, last->move);
    lanes features[MOTION_MOVE_TERMS];
    motion_move_features(s->past, pace, features);
    lanes sum = lanes_multiply(terms->move[0], features[0]);
    for (int t = 1; t < MOTION_MOVE_TERMS; t++) sum = lanes_add_product(sum, terms->move[t], features[t]);
    return lanes_add(last->position, sum);
}

/* The change of this row, when reading and where changes were found before. */
MOTION_INLINE void rows_change(motion_state *s, motion_changes *changes, uint64_t number)
{
    if (changes->next == changes->count || changes->at[changes->next] >> MOTION_CHANGE_BITS != number) return;
    unsigned change = changes->at[changes->next++] & ((1u << MOTION_CHANGE_BITS) - 1);
    if (change & MOTION_FLIP) s->sign = -s->sign;
    s->negative = change & MOTION_NEGATIVE;
    s->left_out = (int)(change >> MOTION_LEFT_OUT_SHIFT);
}

/* When writing: the sign changes if the quaternion points away from the one before. */
MOTION_INLINE void rows_find_flip(motion_state *s, const uint32_t *values, motion_changes *changes, uint64_t number)
{
    lanes q = { .v = { motion_value(values[0]), motion_value(values[1]), motion_value(values[2]), motion_value(values[3]) } };
    if (!(motion_dot(q, s->past[1]->rotation) * s->sign < 0)) return;
    changes->at[changes->count++] = number << MOTION_CHANGE_BITS | MOTION_FLIP;
    s->sign = -s->sign;
}

static inline int rows_largest(const double *q)
{
    int largest = 0;
    double most = fabs(q[0]);
    for (int k = 1; k < MOTION_ROTATION; k++) {
        double size = fabs(q[k]);
        bool larger = size > most;
        most = larger ? size : most;
        largest = larger ? k : largest;
    }
    return largest;
}

/* Three components, then the one that was largest in the row before: the others tell its size. */
MOTION_INLINE void rows_code_rotation(code_stream *c, motion_state *s, uint32_t *values, bool first, bool fitted, code_mode mode)
{
    int largest = rows_largest(s->past[1]->rotation.v);
    double rest = 1;
    lanes q;
    for (int i = 0; i < MOTION_ROTATION - 1; i++) {
        int k = i + (i >= largest);
        code_value(c, &s->level[k], &s->bias, first ? CODE_FIRST_TURN : CODE_TURN, &values[k], s->predicted.v[k] * s->sign,
                   (unsigned)i, mode);
        double value = motion_value(values[k]);
        rest -= value * value;
        q.v[k] = value * s->sign;
    }
    double size = rest > 0 ? sqrt(rest) : 0;
    code_value(c, &s->level[MOTION_VALUES], NULL, CODE_LARGEST, &values[largest],
               s->predicted.v[largest] * s->sign < 0 ? -size : size, MOTION_ROTATION - 1, mode);
    q.v[largest] = motion_value(values[largest]) * s->sign;
    s->past[0]->rotation = q;
    motion_turned(s->past, fitted);
}

MOTION_INLINE void rows_code_position(code_stream *c, motion_state *s, uint32_t *values, lanes predicted, size_t device,
                                      code_mode mode)
{
    lanes p = { .v = { 0 } };
    for (int k = 0; k < MOTION_AXES; k++) {
        code_value(c, &s->level[MOTION_ROTATION + k], &s->bias, device ? CODE_MOVE : CODE_FIRST_MOVE, &values[k], predicted.v[k],
                   (unsigned)(k + (int)device) % RANS_STATES, mode);
        p.v[k] = motion_value(values[k]);
    }
    s->past[0]->position = p;
    motion_moved(s->past);
    s->bias.before = (s->bias.sum * 683) >> 12;
    s->bias.sum = s->bias.count = 0;
}

/* The three components that are not left out, and the one that they decide. */
MOTION_INLINE void rows_code_whole_rotation(code_stream *c, motion_state *s, double grid, int32_t *wholes, uint32_t *values,
                                            bool first, bool fitted, code_mode mode)
{
    double rest = 1, inverse = 1 / grid;
    lanes q;
    for (int i = 0; i < MOTION_ROTATION - 1; i++) {
        int k = i + (i >= s->left_out);
        code_whole(c, &s->level[k], &s->bias, first ? CODE_FIRST_TURN : CODE_TURN, &wholes[k], s->predicted.v[k] * inverse,
                   (unsigned)i, mode);
        q.v[k] = (double)wholes[k] * grid;
        q.v[k] = q.v[k] > -2 && q.v[k] < 2 ? q.v[k] : 0;
        rest -= q.v[k] * q.v[k];
    }
    double size = rest > 0 ? sqrt(rest) : 0;
    q.v[s->left_out] = s->negative ? -size : size;
    for (int k = 0; k < MOTION_ROTATION; k++) values[k] = reel_float_bits((float)(q.v[k] * s->sign));
    s->past[0]->rotation = q;
    motion_turned(s->past, fitted);
}

MOTION_INLINE void rows_code_whole_position(code_stream *c, motion_state *s, double grid, int32_t *wholes, uint32_t *values,
                                            lanes predicted, size_t device, code_mode mode)
{
    lanes p = { .v = { 0 } };
    double inverse = 1 / grid;
    for (int k = 0; k < MOTION_AXES; k++) {
        code_whole(c, &s->level[MOTION_ROTATION + k], &s->bias, device ? CODE_MOVE : CODE_FIRST_MOVE, &wholes[k],
                   predicted.v[k] * inverse, (unsigned)(k + (int)device) % RANS_STATES, mode);
        p.v[k] = (double)wholes[k] * grid;
        p.v[k] = p.v[k] > -2e4 && p.v[k] < 2e4 ? p.v[k] : 0;
        values[k] = reel_float_bits((float)p.v[k]);
    }
    s->past[0]->position = p;
    motion_moved(s->past);
    s->bias.before = (s->bias.sum * 683) >> 12;
    s->bias.sum = s->bias.count = 0;
}

static inline void rows_begin(motion_state *s)
{
    memset(s, 0, sizeof *s);
    s->sign = 1;
    s->left_out = MOTION_ROTATION - 1;
    for (int k = 0; k <= MOTION_VALUES; k++)
        s->level[k] = (code_level){ CODE_START << CODE_FRACTION, CODE_START << CODE_FRACTION, CODE_START << CODE_FRACTION };
}

/* The values of a device in a row: bits of floats, x y z w or x y z. */
MOTION_INLINE void rows_load(const uint8_t *at, uint32_t *values, int count)
{
    memcpy(values, at, (size_t)count * sizeof *values);
}

MOTION_INLINE void rows_code_row(code_stream *c, const motion_group *group, motion_state *states, motion_changes *changes,
                                 size_t row, bool fitted, bool quantised, code_mode mode)
{
    double pace = group->pace[row];
    for (size_t d = 0; d < group->devices; d++) {
        motion_state *s = &states[d];
        for (size_t b = 0; b < ROWS_BEFORE; b++) s->past[b] = &s->ring[(row - b) % MOTION_PAST];
        rows_predict_turn(s, &group->terms[d], pace, row, fitted);
    }
    for (size_t d = 0; d < group->devices; d++) {
        uint8_t *at = group->device[d].rotation + row * group->device[d].rotation_stride;
        uint64_t number = (uint64_t)row * group->devices + d;
        uint32_t values[MOTION_ROTATION] = { 0 };
        int32_t unread[MOTION_ROTATION] = { 0 },
                *wholes = mode == CODE_READ || !quantised ? unread : group->wholes + number * MOTION_VALUES;
        if (mode != CODE_READ) rows_load(at, values, MOTION_ROTATION);
        if (mode == CODE_READ || quantised)
            rows_change(&states[d], changes, number);
        else
            rows_find_flip(&states[d], values, changes, number);
        if (quantised)
            rows_code_whole_rotation(c, &states[d], group->rotation_grid, wholes, values, d == 0, fitted, mode);
        else
            rows_code_rotation(c, &states[d], values, d == 0, fitted, mode);
        if (mode == CODE_READ) memcpy(at, values, sizeof values);
    }
    for (size_t d = 0; d < group->devices; d++) {
        uint8_t *at = group->device[d].position + row * group->device[d].position_stride;
        uint64_t number = (uint64_t)row * group->devices + d;
        uint32_t values[MOTION_AXES] = { 0 };
        int32_t unread[MOTION_AXES] = { 0 },
                *wholes = mode == CODE_READ || !quantised ? unread : group->wholes + number * MOTION_VALUES + MOTION_ROTATION;
        if (mode != CODE_READ) rows_load(at, values, MOTION_AXES);
        lanes predicted = rows_predict_move(&states[d], &group->terms[d], pace, row, fitted);
        if (quantised)
            rows_code_whole_position(c, &states[d], group->position_grid, wholes, values, predicted, d, mode);
        else
            rows_code_position(c, &states[d], values, predicted, d, mode);
        if (mode == CODE_READ) memcpy(at, values, sizeof values);
    }
}

#endif
