/* SPDX-License-Identifier: MIT
 * Makes the rows that damage left writable. */
#include "formats/echo/butter/file.h"
#include "formats/echo/common/schema.h"

/* Below this version every keyframe of an Arena match has a goal, for 2 or 3 points. */
enum { GOAL_IS_OPTIONAL = 3, LEAST_POINTS = 2 };

static reel_status apply(reel_change *change)
{
    bool *needs_goal = change->state;
    size_t count, added = 0;
    const butter_info *info = reel_chunk_rows(change->chunk, &butter_infos, &count);
    if (count) *needs_goal = info->version < GOAL_IS_OPTIONAL && info->map == BUTTER_ARENA;
    if (!*needs_goal) return REEL_OK;
    reel_row_list *list = reel_change_rows(change->chunk, &butter_frames);
    butter_frame *frames = (butter_frame *)(void *)list->data;
    for (size_t i = 0; i < list->count; i++) {
        if (frames[i].common.has & ECHO_HAS_SCORE) continue;
        frames[i].common.has |= ECHO_HAS_SCORE;
        frames[i].common.score_points = LEAST_POINTS;
        added++;
    }
    reel_tally(change, "repair.butter.goal", REEL_NOTE, &butter_frames, "has", added,
               "set, because files of this version always store a last goal");
    return REEL_OK;
}

const reel_operation reel__butter_repair = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "adds the last goal that older versions always store",
    .state_size = sizeof(bool),
    .apply = apply,
};
