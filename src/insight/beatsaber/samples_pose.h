/* SPDX-License-Identifier: MIT
 * The frames of a play for its motion at a fixed rate (samples.c), and the poses between them. */
#ifndef INSIGHT_BEATSABER_SAMPLES_POSE_H
#define INSIGHT_BEATSABER_SAMPLES_POSE_H

#include "insight/beatsaber/state.h"

enum { SAMPLE_HEAD = 0, SAMPLE_LEFT = 1, SAMPLE_RIGHT = 2, SAMPLE_TRACKERS = 3 };

/* A position in m and a rotation x, y, z, w of length 1. */
typedef struct sample_pose {
    double position[3], rotation[4];
} sample_pose;

/* A frame with a usable time. */
typedef struct sample_frame {
    float time;
    uint8_t valid; /* bit for each tracker whose pose is one */
    float values[SAMPLE_TRACKERS][7];
} sample_frame;

/* Adds frames to play->samples. False: out of memory. */
bool reel__sample_frames(play_state *play, const bsor_frame *frames, size_t count);
/* The pose of a tracker that is valid in a frame, with its rotation made 1 long. */
sample_pose reel__sample_pose_of(const sample_frame *frame, unsigned tracker);

/* ---- poses ------------------------------------------------------------------------------------------------------ */

/* From `a` at 0 to `b` at 1: positions in a line, rotations on the shorter arc (slerp). */
sample_pose reel__sample_between(const sample_pose *a, const sample_pose *b, double share);
/* The angle from one rotation to another, rad: 0 to pi. */
double reel__sample_angle(const double a[4], const double b[4]);
/* The rotation about the vertical axis that takes z to where the head looks: its sine and cosine. False: it looks up or down. */
bool reel__sample_yaw(const double head[4], double *sine, double *cosine);
/* The pose from a position, without a yaw. */
sample_pose reel__sample_relative(const sample_pose *pose, const double from[3], double sine, double cosine);
/* The first two columns of the matrix of a rotation. */
void reel__sample_6d(const double rotation[4], float columns[6]);

#endif
