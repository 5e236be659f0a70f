/* SPDX-License-Identifier: MIT
 * How motion is predicted: the positions and rotations of devices, one pose a row. docs/formats/reel-columns.md derives the prediction.
 *
 * All arithmetic is of doubles in one fixed order, with + - * / and sqrt only. Nothing that is not finite enters it. */
#ifndef COLUMNS_CODER_MOTION_MODEL_H
#define COLUMNS_CODER_MOTION_MODEL_H

#include "columns/coder/block.h"
#include "columns/coder/lanes.h"
#include "core/inline.h"

#include <math.h>

#ifdef __GNUC__
#define MOTION_RARELY(condition) __builtin_expect(condition, 0)
#else
#define MOTION_RARELY(condition) (condition)
#endif

enum {
    MOTION_DEVICES = 14,    /* in one group at most: COLUMN_REFERENCES less the time axis */
    MOTION_ROTATION = 4,    /* components of a rotation, then three of a position */
    MOTION_VALUES = 7,      /* of a device in a row */
    MOTION_TURN_TERMS = 6,  /* coefficients of a rotation's component */
    MOTION_MOVE_TERMS = 11, /* and of a position's */
    MOTION_AXES = 3,
    MOTION_PAST = 8, /* rows that are remembered; five are used */
    MOTION_WARM_UP = 6,
    MOTION_SCALE = 4096,   /* coefficients are multiples of 1 / this */
    MOTION_GRAIN_MOST = 23 /* bits of a float's fraction */
};

/* What the prediction knows of one device in one row. */
typedef struct motion_pose {
    lanes rotation, turn, ahead; /* the quaternion; its step from the row before; the step that a constant turn would take next */
    lanes position, move;
    lanes axis[MOTION_AXES], bend[MOTION_AXES]; /* columns of the rotation matrix, and their second differences */
} motion_pose;

typedef struct motion_terms {
    lanes turn[MOTION_TURN_TERMS], move[MOTION_MOVE_TERMS];
} motion_terms;

/* The values of a device: bits of floats at a distance of `stride` bytes. */
typedef struct motion_device {
    uint8_t *position, *rotation;
    size_t position_stride, rotation_stride; /* 0 if the values are only passed through */
} motion_device;

typedef struct motion_group {
    size_t devices, count;
    motion_device device[MOTION_DEVICES];
    const double *pace; /* of each row: how much longer its step of time is than the one before, less one; 0 if unknown */
    bool fitted;        /* coefficients and lever terms rather than constant steps */
    bool quantised;
    bool streams;                        /* every device has a stream: see motion_streams.h */
    unsigned grain;                      /* of streams: the lowest bits of all floats, which are 0 */
    double position_grid, rotation_grid; /* distance of neighbouring values, if quantised */
    int32_t *wholes;                     /* when writing: x y z w, x y z of each device in each row, as numbers of grid steps */
    motion_terms *terms;
} motion_group;

/* A float's value for arithmetic: 0 if it is not finite or not below 10^4. */
static inline double motion_value(uint32_t bits)
{
    float value = reel_float_of((bits & 0x7f800000u) == 0x7f800000u ? 0 : bits);
    return value > -1e4f && value < 1e4f ? (double)value : 0.0;
}

static inline uint32_t motion_load(const uint8_t *at)
{
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    return bits;
}

/* ---- one row's features ------------------------------------------------------------------------------------------ */

static inline double motion_dot(lanes a, lanes b)
{
    lanes m = lanes_multiply(a, b);
    return ((m.v[0] + m.v[1]) + m.v[2]) + m.v[3];
}

/* The component that is largest in size, the first of equals. */
static inline int motion_largest(const double *q)
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

static inline void motion_axes(motion_pose *p)
{
    double x = p->rotation.v[0], y = p->rotation.v[1], z = p->rotation.v[2], w = p->rotation.v[3];
    double x2 = x + x, y2 = y + y, z2 = z + z;
    double xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, xz = x * z2, yz = y * z2, wx = w * x2, wy = w * y2, wz = w * z2;
    p->axis[0] = (lanes){ .v = { 1 - (yy + zz), xy + wz, xz - wy, 0 } };
    p->axis[1] = (lanes){ .v = { xy - wz, 1 - (xx + zz), yz + wx, 0 } };
    p->axis[2] = (lanes){ .v = { xz + wy, yz - wx, 1 - (xx + yy), 0 } };
}

/* Once the rotation of row `now` is known. `past[1]` is the row before it. */
static inline void motion_turned(motion_pose *const *past, bool fitted)
{
    motion_pose *now = past[0], *last = past[1];
    now->turn = lanes_subtract(now->rotation, last->rotation);
    double twice = 2 * motion_dot(now->rotation, last->rotation);
    now->ahead = lanes_subtract(lanes_subtract(lanes_scale(now->rotation, twice), last->rotation), now->rotation);
    if (!fitted) return;
    motion_axes(now);
    for (int e = 0; e < MOTION_AXES; e++)
        now->bend[e] =
            lanes_subtract(lanes_subtract(now->axis[e], last->axis[e]), lanes_subtract(last->axis[e], past[2]->axis[e]));
}

static inline void motion_moved(motion_pose *const *past)
{
    past[0]->move = lanes_subtract(past[0]->position, past[1]->position);
}

/* The steps that the rotation and the position of row past[0] are sums of. */
static inline void motion_turn_features(motion_pose *const *past, double pace, lanes *to)
{
    to[0] = past[1]->ahead;
    to[1] = lanes_subtract(past[2]->ahead, past[2]->turn);
    to[2] = lanes_scale(past[1]->turn, pace);
    to[3] = past[2]->turn;
    to[4] = past[3]->turn;
    to[5] = past[4]->turn;
}

static inline void motion_move_features(motion_pose *const *past, double pace, lanes *to)
{
    to[0] = past[1]->move;
    to[1] = past[2]->move;
    to[2] = past[3]->move;
    to[3] = past[4]->move;
    to[4] = lanes_scale(past[1]->move, pace);
    for (int e = 0; e < MOTION_AXES; e++) to[5 + e] = past[0]->bend[e];
    for (int e = 0; e < MOTION_AXES; e++) to[8 + e] = past[1]->bend[e];
}

/* ---- predictions ------------------------------------------------------------------------------------------------- */

enum { MOTION_BEFORE = 5 }; /* a row and the four before it */

/* The last rows of a device. */
typedef struct motion_history {
    motion_pose ring[MOTION_PAST];
    motion_pose *past[MOTION_BEFORE]; /* of the row that is begun, and of those before it */
} motion_history;

static inline void motion_begin_row(motion_history *h, size_t row)
{
    for (size_t b = 0; b < MOTION_BEFORE; b++) h->past[b] = &h->ring[(row - b) % MOTION_PAST];
}

FORCE_INLINE lanes motion_predict_turn(const motion_history *h, const motion_terms *terms, double pace, size_t row, bool fitted)
{
    const motion_pose *last = h->past[1];
    if (row < MOTION_WARM_UP) return row > 1 ? lanes_add(last->rotation, last->turn) : last->rotation;
    if (!fitted) return lanes_add(last->rotation, last->ahead);
    lanes features[MOTION_TURN_TERMS];
    motion_turn_features(h->past, pace, features);
    lanes sum = lanes_multiply(terms->turn[0], features[0]);
    for (int t = 1; t < MOTION_TURN_TERMS; t++) sum = lanes_add_product(sum, terms->turn[t], features[t]);
    return lanes_add(last->rotation, sum);
}

/* Once the rotation of the row is known. */
FORCE_INLINE lanes motion_predict_move(const motion_history *h, const motion_terms *terms, double pace, size_t row, bool fitted)
{
    const motion_pose *last = h->past[1];
    if (row < MOTION_WARM_UP) return row > 1 ? lanes_add(last->position, last->move) : last->position;
    if (!fitted) return lanes_add(last->position, last->move);
    lanes features[MOTION_MOVE_TERMS];
    motion_move_features(h->past, pace, features);
    lanes sum = lanes_multiply(terms->move[0], features[0]);
    for (int t = 1; t < MOTION_MOVE_TERMS; t++) sum = lanes_add_product(sum, terms->move[t], features[t]);
    return lanes_add(last->position, sum);
}

/* Changes of a device in a row, ascending: row * devices + device in the upper bits, the change in the lower MOTION_CHANGE_BITS. */
enum {
    MOTION_FLIP = 1,     /* the quaternion is the negative of what continues the row before */
    MOTION_NEGATIVE = 2, /* if quantised: sign of the component that is left out, and which one it is */
    MOTION_LEFT_OUT_SHIFT = 2,
    MOTION_CHANGE_BITS = 4
};
typedef struct motion_changes {
    uint64_t *at;
    size_t count, next;
} motion_changes;

/* Poses that cannot be rounded: row * devices + device, ascending, and their MOTION_VALUES values as in the rows. */
typedef struct motion_exceptions {
    uint64_t *at;
    uint32_t *values;
    size_t count;
} motion_exceptions;

/* Rounds the poses to the steps of the options: fills wholes and changes, and makes the devices those of rounded copies. Exceptions are poses
 * with values that are not finite or too large, and rotations that are not unit quaternions. False, with nothing changed, if there are
 * many: then all are coded exactly. */
bool reel__motion_quantise(block_writer *block, motion_group *group, motion_changes *changes, motion_exceptions *exceptions);

/* Chooses the coefficients of every device: those with the least weighted squares of errors over the rows. */
void reel__motion_fit(const motion_group *group);

#endif
