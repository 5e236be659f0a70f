/* SPDX-License-Identifier: MIT
 * The rows of a play of any format: frames as those of BSOR, and cuts. */
#ifndef INSIGHT_BEATSABER_FRAMES_H
#define INSIGHT_BEATSABER_FRAMES_H

#include <reel/bsor.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

/* Fills frames from as many rows of a table that has poses: of bsor_frames, scoresaber_poses, scoresaber_keyframes, scoresaber_json_frames or
 * xror_frames. A rate that does not fit, or that the rows do not have, is 0. */
void reel__frames_read(bsor_frame *frames, const reel_table *table, const void *rows, size_t count);
reel_pose reel__narrow_pose(const scoresaber_json_pose *pose);

/* What plots draw of a play: the rows that its statistics are made of. Frames are those of the player who made the cuts, in the last attempt. */
typedef struct collected_play {
    bsor_frame *frames;
    size_t frame_count;
    struct collected_cut *cuts; /* by the row of the note */
    size_t cut_count;
} collected_play;

/* The cut of a good or a bad note. */
typedef struct collected_cut {
    float time_deviation; /* s; NaN: not known */
    bool known, right;    /* known: false if the note has no cut. right: by the right saber */
} collected_cut;

/* Frames only if `frames` is true (feed.c). To be freed with the same allocator. False: out of memory, and nothing to free. */
bool reel__play_collect(const reel_replay *replay, bool frames, const reel_allocator *allocator, collected_play *collected);
void reel__play_collected_free(collected_play *collected, const reel_allocator *allocator);

#endif
