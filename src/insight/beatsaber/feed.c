/* SPDX-License-Identifier: MIT
 * The formats that are plays, each with its feed. */
#include "insight/beatsaber/feed.h"
#include "core/memory.h"
#include "insight/beatsaber/frames.h"
#include "insight/beatsaber/play.h"

#include <reel/scoresaber.h>
#include <reel/xror.h>

const reel_format *const reel__play_formats_known[] = { &reel_format_bsor, &reel_format_scoresaber, &reel_format_scoresaber_json,
                                                        &reel_format_xror, NULL };

bool reel__play_feed(play_state *play, const reel_format *format, const reel_chunk *chunk, bool frames)
{
    if (format == &reel_format_scoresaber) return reel__play_feed_scoresaber(play, chunk, frames);
    if (format == &reel_format_scoresaber_json) return reel__play_feed_scoresaber_json(play, chunk, frames);
    if (format == &reel_format_xror) return reel__play_feed_xror(play, chunk, frames);
    return reel__play_feed_bsor(play, chunk, frames);
}

bool reel__play_collect(const reel_replay *replay, bool frames, const reel_allocator *allocator, collected_play *collected)
{
    play_state play = { .allocator = *allocator, .collected = { .wanted = true } };
    *collected = (collected_play){ 0 };
    bool done = reel__play_feed(&play, reel_replay_format(replay), reel_replay_chunk(replay), frames);
    if (done) {
        const play_collected rows = play.collected;
        play.collected = (play_collected){ 0 };
        *collected = (collected_play){ rows.frames.data, rows.frames.count, rows.cuts.data, rows.cuts.count };
    }
    reel__play_free(&play);
    return done;
}

void reel__play_collected_free(collected_play *collected, const reel_allocator *allocator)
{
    reel__memory_drop(allocator, collected->frames);
    reel__memory_drop(allocator, collected->cuts);
    *collected = (collected_play){ 0 };
}
