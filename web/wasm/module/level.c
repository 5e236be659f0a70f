/* SPDX-License-Identifier: MIT
 * A replay with what was played, in reel-level.wasm only. */
#include "module.h"

#include <reel/insight.h>
#include <stdlib.h>

/* Reads what was played, of a file whose block it takes over even if it fails: for statistics of the replay and for replay_judge. */
EXPORT(replay_level) int replay_level(web_replay *replay, uint8_t *file, size_t size)
{
    const reel_options options = { REEL_SIZED(reel_options), .limits = replay->reading.options.limits };
    reel_replay *level;
    const reel_status status = reel_load(reel_source_memory(file, size), &options, &level, &last_error);
    free(file);
    if (status < 0) return status;
    reel_free(replay->level);
    replay->level = level;
    return 0;
}

/* The result is what a check reports that knows what was played. */
EXPORT(replay_judge) int replay_judge(const web_replay *replay)
{
    reel_findings *findings = reel_findings_new(NULL);
    if (!findings) return fail_memory();
    reel_options options = options_of(replay, findings);
    const reel_insight_options beside = { REEL_SIZED(reel_insight_options), .level = replay->level };
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK, .insight_options = &beside };
    return put_findings(findings,
                        reel_survey_run(reel_source_memory(replay->file, replay->size), &options, &survey, &last_error));
}
