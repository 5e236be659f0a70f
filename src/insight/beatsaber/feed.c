/* SPDX-License-Identifier: MIT
 * The formats that are plays, each with its feed. */
#include "insight/beatsaber/feed.h"

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
