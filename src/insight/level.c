/* SPDX-License-Identifier: MIT
 * Whether the level that a run was given is that of the replay. */
#include "insight/level.h"
#include "core/level.h"

reel_status reel__insight_level(const reel_analysis *analysis, const reel_chunk *chunk)
{
    char own[2 * LEVEL_KEY], other[2 * LEVEL_KEY];
    if (!analysis->level) return REEL_OK;
    const reel_chunk *level = reel_replay_chunk(analysis->level);
    const level_answer answer = reel__level_compare(level, chunk);
    if (answer == LEVEL_OTHER) {
        reel__level_names(chunk, own, sizeof own);
        reel__level_names(level, other, sizeof other);
        return reel_fail(analysis->error, REEL_ARGUMENT, "level.other", "", 0,
                         "the replay is of another level: it names %s, and the level is %s", own, other);
    }
    if (answer == LEVEL_UNKNOWN)
        reel_find(
            &analysis->reporter,
            (reel_finding){
                .rule = "level.unknown", .severity = REEL_NOTE, .section = "info", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW },
            "the replay or the level does not name the level: that they belong together is not verified");
    return REEL_OK;
}
