/* SPDX-License-Identifier: MIT
 * The poses of a play, in whatever table its format keeps them. */
#include "play.h"

#define POSES(type, table_, doubles_, double_time_)                                                                              \
    {                                                                                                                            \
        &(table_), { offsetof(type, left_hand.position), offsetof(type, right_hand.position), offsetof(type, head.position) },   \
            { offsetof(type, left_hand.rotation), offsetof(type, right_hand.rotation), offsetof(type, head.rotation) },          \
            offsetof(type, time), doubles_, double_time_                                                                         \
    }
/* In the order in which they are looked for. */
static const play_pose_rows sources[] = {
    POSES(bsor_frame, bsor_frames, false, false),
    POSES(scoresaber_pose, scoresaber_poses, false, false),
    { &scoresaber_keyframes,
      { offsetof(scoresaber_keyframe, left_position), offsetof(scoresaber_keyframe, right_position),
        offsetof(scoresaber_keyframe, head_position) },
      { offsetof(scoresaber_keyframe, left_rotation), offsetof(scoresaber_keyframe, right_rotation),
        offsetof(scoresaber_keyframe, head_rotation) },
      offsetof(scoresaber_keyframe, time),
      false,
      false },
    POSES(scoresaber_json_frame, scoresaber_json_frames, true, true),
    POSES(xror_frame, xror_frames, false, true),
};

play_poses reel__play_find_poses(const reel_replay *replay)
{
    play_poses poses = { 0 };
    for (size_t i = 0; i < sizeof sources / sizeof *sources && !poses.count; i++) {
        poses.source = &sources[i];
        poses.rows = reel_rows(replay, sources[i].table, &poses.count);
    }
    return poses;
}

static void read_numbers(const uint8_t *data, bool doubles, double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float number;
        if (doubles) {
            memcpy(&numbers[i], data + i * sizeof(double), sizeof(double));
            continue;
        }
        memcpy(&number, data + i * sizeof number, sizeof number);
        numbers[i] = (double)number;
    }
}

void reel__play_pose(const play_poses *poses, size_t row, play_part part, double position[3], double rotation[4])
{
    const play_pose_rows *source = poses->source;
    const uint8_t *data = poses->rows + row * source->table->row_size;
    read_numbers(data + source->positions[part], source->doubles, position, 3);
    read_numbers(data + source->rotations[part], source->doubles, rotation, 4);
}

double reel__play_pose_time(const play_poses *poses, size_t row)
{
    const play_pose_rows *source = poses->source;
    double time;
    read_numbers(poses->rows + row * source->table->row_size + source->time, source->double_time, &time, 1);
    return time;
}
