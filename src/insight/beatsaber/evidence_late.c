/* SPDX-License-Identifier: MIT
 * Recorders that took the poses before the game had updated them: a frame has the poses of the frame before it. Versions that have this fault
 * were built without it, too, so that the cuts have to tell: nearly all of them are in the planes of the frames behind theirs. */
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/play.h"

#include <math.h>

enum { LEAST_CUTS = 8, NEARLY_ALL = 10 /* one in so many may differ */ };

/* Whether the plane of a cut is that of the blade between a pose and the one before it. */
static bool is_plane_of(const evidence_claim *claim, const evidence_pose *pose, const evidence_rounding *rounding)
{
    swing_frame before, now;
    const space_vec point = space_of(&claim->point);
    reel__swing_take(&before, &(pose - 1)->hands[claim->saber], &reel__swing_grip_plain, 0, NULL);
    reel__swing_take(&now, &pose->hands[claim->saber], &reel__swing_grip_plain, 0, &before);
    const evidence_bounds slack = reel__evidence_slack(rounding, &now, point);
    return space_length(space_of(&now.normal)) > 0.5 &&
           reel__evidence_normal_difference(claim, &now) <= reel__evidence_plain_bounds.normal + slack.normal &&
           fabs(reel__swing_distance(&now, point)) <= reel__evidence_plain_bounds.plane + slack.plane;
}

static bool is_late(const play_evidence *evidence, const evidence_rounding *rounding)
{
    const evidence_claim *claims = evidence->claims.data;
    size_t all = 0, here = 0, behind = 0;
    for (size_t i = 0; i < evidence->claims.count; i++) {
        evidence_sample sample;
        if (!reel__evidence_sample_of(evidence, &claims[i], &sample) || claims[i].frame + 1 == evidence->poses.count) continue;
        if (!(sample.pose + 1)->has_hand[claims[i].saber]) continue;
        all++;
        here += is_plane_of(&claims[i], sample.pose, rounding);
        behind += is_plane_of(&claims[i], sample.pose + 1, rounding);
    }
    return all >= LEAST_CUTS && behind > here && (all - behind) * NEARLY_ALL <= all;
}

void reel__evidence_undo_delay(play_state *play, const evidence_rounding *rounding)
{
    evidence_pose *poses = play->evidence.poses.data;
    const size_t count = play->evidence.poses.count;
    if (count < 2 || !reel__play_fault(play, RECORDER_FRAME_LATE) || !is_late(&play->evidence, rounding)) return;
    for (size_t i = 0; i + 1 < count; i++) {
        const evidence_pose own = poses[i];
        poses[i] = poses[i + 1];
        poses[i].time = own.time;
        poses[i].fps = own.fps;
    }
    play->evidence.poses.count--; /* the poses of the last frame were not recorded, so a cut in it has none */
    evidence_claim *claims = play->evidence.claims.data;
    for (size_t i = 0; i < play->evidence.claims.count; i++)
        if (claims[i].frame == count - 1) claims[i].frame = EVIDENCE_NO_FRAME;
}
