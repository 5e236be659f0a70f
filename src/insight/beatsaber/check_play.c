/* SPDX-License-Identifier: MIT
 * The play of a check. */
#include "insight/beatsaber/check_play.h"
#include "core/memory.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/play.h"

#include <reel/scoresaber.h>
#include <reel/xror.h>

play_state *reel__check_play(reel_analysis *analysis)
{
    check_play *state = analysis->state;
    state->started = true;
    state->play.allocator = analysis->allocator;
    return &state->play;
}

reel_status reel__check_play_chunk(reel_analysis *analysis, const reel_chunk *chunk, bool frames)
{
    play_state *play = reel__check_play(analysis);
    return reel__play_feed(play, analysis->format, chunk, frames) ? REEL_OK : reel__memory_fail(analysis->error);
}

void reel__check_play_close(reel_analysis *analysis)
{
    check_play *state = analysis->state;
    if (state->started) reel__play_free(&state->play);
}

const reel_table *const reel__check_play_inputs[] = {
    &bsor_infos,
    &bsor_frames,
    &bsor_notes,
    &bsor_walls,
    &bsor_heights,
    &scoresaber_infos,
    &scoresaber_poses,
    &scoresaber_notes,
    &scoresaber_walls,
    &scoresaber_heights,
    &scoresaber_scores,
    &scoresaber_combos,
    &scoresaber_multipliers,
    &scoresaber_energies,
    &scoresaber_play_settings_rows,
    &scoresaber_json_infos,
    &scoresaber_json_frames,
    &scoresaber_json_notes,
    &xror_infos,
    &xror_app_extensions,
    &xror_event_types,
    &xror_frames,
    &xror_notes,
    &xror_garbages,
    &xror_walls,
    &xror_heights,
    NULL,
};
