/* SPDX-License-Identifier: MIT
 * Rows of one stream: those that are quantised, and those of archives from before every device had a stream of its own.
 *
 * The rows of a group of devices through the coder of values, in either direction: one function, which a constant argument makes an
 * encoder or a decoder. Within a row the rotations of all devices come first, because the positions depend on them. */
#ifndef COLUMNS_CODER_MOTION_ROWS_H
#define COLUMNS_CODER_MOTION_ROWS_H

#include "columns/coder/motion_code.h"

/* Of one device, while its rows pass. */
typedef struct motion_state {
    motion_history history;
    code_level level[MOTION_VALUES + 1]; /* rotations, positions, and what is largest in a rotation */
    code_bias bias;
    lanes predicted;
    double sign;  /* -1: the quaternion is negated to be close to the row before */
    int left_out; /* if quantised: the component that the other three decide, and its sign */
    bool negative;
} motion_state;

/* The change of this row, when reading and where changes were found before. */
FORCE_INLINE void rows_change(motion_state *s, motion_changes *changes, uint64_t number)
{
    if (changes->next == changes->count || changes->at[changes->next] >> MOTION_CHANGE_BITS != number) return;
    unsigned change = changes->at[changes->next++] & ((1u << MOTION_CHANGE_BITS) - 1);
    if (change & MOTION_FLIP) s->sign = -s->sign;
    s->negative = change & MOTION_NEGATIVE;
    s->left_out = (int)(change >> MOTION_LEFT_OUT_SHIFT);
}

/* Three components, then the one that was largest in the row before: the others tell its size. */
FORCE_INLINE void rows_read_rotation(code_stream *c, motion_state *s, uint32_t *values, bool first, bool fitted)
{
    int largest = motion_largest(s->history.past[1]->rotation.v);
    double rest = 1;
    lanes q;
    for (int i = 0; i < MOTION_ROTATION - 1; i++) {
        int k = i + (i >= largest);
        values[k] =
            code_value(c, &s->level[k], &s->bias, first ? CODE_FIRST_TURN : CODE_TURN, s->predicted.v[k] * s->sign, (unsigned)i);
        double value = motion_value(values[k]);
        rest -= value * value;
        q.v[k] = value * s->sign;
    }
    double size = rest > 0 ? sqrt(rest) : 0;
    values[largest] = code_value(c, &s->level[MOTION_VALUES], NULL, CODE_LARGEST,
                                 s->predicted.v[largest] * s->sign < 0 ? -size : size, MOTION_ROTATION - 1);
    q.v[largest] = motion_value(values[largest]) * s->sign;
    s->history.past[0]->rotation = q;
    motion_turned(s->history.past, fitted);
}

FORCE_INLINE void rows_end_position(motion_state *s, lanes p)
{
    s->history.past[0]->position = p;
    motion_moved(s->history.past);
    s->bias.before = (s->bias.sum * 683) >> 12;
    s->bias.sum = s->bias.count = 0;
}

FORCE_INLINE void rows_read_position(code_stream *c, motion_state *s, uint32_t *values, lanes predicted, size_t device)
{
    lanes p = { .v = { 0 } };
    for (int k = 0; k < MOTION_AXES; k++) {
        values[k] = code_value(c, &s->level[MOTION_ROTATION + k], &s->bias, device ? CODE_MOVE : CODE_FIRST_MOVE, predicted.v[k],
                               (unsigned)(k + (int)device) % RANS_STATES);
        p.v[k] = motion_value(values[k]);
    }
    rows_end_position(s, p);
}

/* The three components that are not left out, and the one that they decide. */
FORCE_INLINE void rows_code_whole_rotation(code_stream *c, motion_state *s, double grid, int32_t *wholes, uint32_t *values,
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
    s->history.past[0]->rotation = q;
    motion_turned(s->history.past, fitted);
}

FORCE_INLINE void rows_code_whole_position(code_stream *c, motion_state *s, double grid, int32_t *wholes, uint32_t *values,
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
    rows_end_position(s, p);
}

static inline void rows_begin(motion_state *s)
{
    memset(s, 0, sizeof *s);
    s->sign = 1;
    s->left_out = MOTION_ROTATION - 1;
    for (int k = 0; k <= MOTION_VALUES; k++)
        s->level[k] = (code_level){ CODE_START << CODE_FRACTION, CODE_START << CODE_FRACTION, CODE_START << CODE_FRACTION };
}

/* Where the quantised values of a device in a row are. When reading, the numbers of steps are not kept. */
FORCE_INLINE int32_t *rows_wholes(const motion_group *group, size_t row, size_t d, int32_t *unread, code_mode mode)
{
    return mode == CODE_READ ? unread : group->wholes + (row * group->devices + d) * MOTION_VALUES;
}

/* Only quantised rows are written. */
FORCE_INLINE void rows_code_row(code_stream *c, const motion_group *group, motion_state *states, motion_changes *changes,
                                size_t row, bool fitted, bool quantised, code_mode mode)
{
    double pace = group->pace[row];
    int32_t unread[MOTION_VALUES] = { 0 };
    for (size_t d = 0; d < group->devices; d++) {
        motion_state *s = &states[d];
        motion_begin_row(&s->history, row);
        s->predicted = motion_predict_turn(&s->history, &group->terms[d], pace, row, fitted);
    }
    for (size_t d = 0; d < group->devices; d++) {
        uint32_t values[MOTION_ROTATION] = { 0 };
        rows_change(&states[d], changes, (uint64_t)row * group->devices + d);
        if (quantised)
            rows_code_whole_rotation(c, &states[d], group->rotation_grid, rows_wholes(group, row, d, unread, mode), values,
                                     d == 0, fitted, mode);
        else
            rows_read_rotation(c, &states[d], values, d == 0, fitted);
        if (mode == CODE_READ) memcpy(group->device[d].rotation + row * group->device[d].rotation_stride, values, sizeof values);
    }
    for (size_t d = 0; d < group->devices; d++) {
        uint32_t values[MOTION_AXES] = { 0 };
        lanes predicted = motion_predict_move(&states[d].history, &group->terms[d], pace, row, fitted);
        if (quantised)
            rows_code_whole_position(c, &states[d], group->position_grid,
                                     rows_wholes(group, row, d, unread, mode) + MOTION_ROTATION, values, predicted, d, mode);
        else
            rows_read_position(c, &states[d], values, predicted, d);
        if (mode == CODE_READ) memcpy(group->device[d].position + row * group->device[d].position_stride, values, sizeof values);
    }
}

#endif
