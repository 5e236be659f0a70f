/* SPDX-License-Identifier: MIT
 * Rows of any format as frames of BSOR. */
#include "insight/beatsaber/frames.h"

#include <string.h>

static reel_pose pose_of(const reel_vec3 *position, const reel_quaternion *rotation)
{
    return (reel_pose){ *position, *rotation };
}

static void read_poses(bsor_frame *frames, const scoresaber_pose *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        frames[i] = (bsor_frame){ .time = rows[i].time,
                                  .fps = rows[i].fps,
                                  .head = rows[i].head,
                                  .left_hand = rows[i].left_hand,
                                  .right_hand = rows[i].right_hand };
}

static void read_keyframes(bsor_frame *frames, const scoresaber_keyframe *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        frames[i] = (bsor_frame){ .time = rows[i].time,
                                  .head = pose_of(&rows[i].head_position, &rows[i].head_rotation),
                                  .left_hand = pose_of(&rows[i].left_position, &rows[i].left_rotation),
                                  .right_hand = pose_of(&rows[i].right_position, &rows[i].right_rotation) };
}

reel_pose reel__narrow_pose(const scoresaber_json_pose *pose)
{
    const double *p = pose->position, *r = pose->rotation;
    return (reel_pose){ { (float)p[0], (float)p[1], (float)p[2] }, { (float)r[0], (float)r[1], (float)r[2], (float)r[3] } };
}

static void read_json(bsor_frame *frames, const scoresaber_json_frame *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        frames[i] = (bsor_frame){ .time = (float)rows[i].time,
                                  .fps = rows[i].fps >= INT32_MIN && rows[i].fps <= INT32_MAX ? (int32_t)rows[i].fps : 0,
                                  .head = reel__narrow_pose(&rows[i].head),
                                  .left_hand = reel__narrow_pose(&rows[i].left_hand),
                                  .right_hand = reel__narrow_pose(&rows[i].right_hand) };
}

static void read_xror(bsor_frame *frames, const xror_frame *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        frames[i] = (bsor_frame){
            .time = (float)rows[i].time, .head = rows[i].head, .left_hand = rows[i].left_hand, .right_hand = rows[i].right_hand
        };
}

void reel__frames_read(bsor_frame *frames, const reel_table *table, const void *rows, size_t count)
{
    if (table == &scoresaber_poses)
        read_poses(frames, rows, count);
    else if (table == &scoresaber_keyframes)
        read_keyframes(frames, rows, count);
    else if (table == &scoresaber_json_frames)
        read_json(frames, rows, count);
    else if (table == &xror_frames)
        read_xror(frames, rows, count);
    else if (count)
        memcpy(frames, rows, count * sizeof *frames);
}
