/* SPDX-License-Identifier: MIT
 * The check "beatsaber-score": compares the stated score and fail with those recomputed from the events.
 * docs/insight/beatsaber.md, "The check". */
#include "core/memory.h"
#include "insight/beatsaber/check_play.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/play.h"
#include "insight/beatsaber/walk.h"

#include <limits.h>

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    return reel__check_play_chunk(analysis, chunk, false);
}

static reel_finding about_info(const play_state *play, const char *rule, reel_severity severity)
{
    return (reel_finding){
        .rule = rule, .severity = severity, .section = "info", .offset = REEL_NO_OFFSET, .table = play->info_table, .row = 0
    };
}

/* Whether the stated score is the one with the factors of the game. */
static bool is_modified(const play_state *play, const play_walk *walk)
{
    play_state game = *play;
    game.factors = PLAY_FACTORS_GAME;
    return reel__play_modify(&game, walk->score, walk->max_score, walk->empty).score == play->stated_score;
}

/* The server tolerates a difference of 1 % and ignores the sign of a negative score. A score of 0 is not compared: the check of the
 * format reports it. */
static void check_score(const reel_reporter *reporter, const play_state *play, const play_walk *walk)
{
    long long stated = (long long)play->stated_score, counted = (long long)walk->score, most = (long long)walk->max_score;
    if (stated < 0) stated = stated < -LLONG_MAX ? LLONG_MAX : -stated;
    if (stated == 0 || stated == counted) return;
    if (reel__play_fault(play, RECORDER_MODIFIED_SCORE) && is_modified(play, walk)) {
        reel_find(
            reporter, about_info(play, "beatsaber.modified-score", REEL_NOTE),
            "the stated score, %lld, is the one with the modifiers, as this version of the mod wrote it; the events give %lld",
            stated, counted);
        return;
    }
    if (stated > most) {
        reel_find(reporter, about_info(play, "beatsaber.score-above-maximum", REEL_ERROR),
                  "the stated score is %lld, but the notes give at most %lld", stated, most);
        return;
    }
    long long apart = counted > stated ? counted - stated : stated - counted;
    bool near = apart * 100 <= counted;
    reel_finding mismatch = about_info(play, "beatsaber.score-mismatch", near ? REEL_WARNING : REEL_ERROR);
    mismatch.flags = REEL_FINDING_SCORE;
    if (play->no_scoring) {
        mismatch.severity = REEL_NOTE;
        reel_find(reporter, mismatch,
                  "the stated score is %lld, but the events give %lld: the decoded JSON counts arcs and chains as other notes",
                  stated, counted);
        return;
    }
    reel_find(reporter, mismatch, "the stated score is %lld, but the events give %lld", stated, counted);
}

/* Whether a wall has drained energy, and nothing says how much. */
static bool has_unknown_energy(const play_state *play)
{
    const play_wall *walls = play->walls.data;
    bool unknown = false;
    for (size_t i = 0; i < play->walls.count && !unknown; i++) unknown = walls[i].energy == PLAY_ENERGY_UNKNOWN;
    return unknown;
}

static void check_fail(const reel_reporter *reporter, const play_state *play, const play_walk *walk)
{
    const bool failed = play->fail_time >= 0.01f;
    const bool explained =
        walk->empty || play->saber_clash || play->ran_out || play->no_modifiers || play->no_results || has_unknown_energy(play);
    if (failed && !explained && reel__play_fault(play, RECORDER_NO_LIVES))
        reel_find(
            reporter, about_info(play, "beatsaber.lives-not-recorded", REEL_NOTE),
            "the play is stated to fail at %f s with energy left: this version of the mod did not record the modifiers IF and BE",
            (double)play->fail_time);
    else if (failed && !explained)
        reel_find(reporter, about_info(play, "beatsaber.fail-with-energy", REEL_WARNING),
                  "the play is stated to fail at %f s, but energy never falls below %f", (double)play->fail_time,
                  (double)walk->min_energy);
    if (!failed && walk->empty && !play->no_fail && !play->no_fail_time && !play->no_modifiers)
        reel_find(reporter, about_info(play, "beatsaber.fail-not-stated", REEL_WARNING),
                  "energy runs out at %f s, but no fail is stated", (double)walk->empty_time);
    if (play->no_fail && !walk->empty && !play->no_fail_is_setting && !play->no_results)
        reel_find(reporter, about_info(play, "beatsaber.no-fail-unused", REEL_NOTE),
                  "modifier NF is set, which means that energy ran out, but it never does");
}

static reel_status check_finish(reel_analysis *analysis)
{
    play_state *play = reel__check_play(analysis);
    play_walk walk = { 0 };
    bool done = reel__play_walk_run(&walk, play);
    if (done && play->notes.count) {
        if (!play->no_results) check_score(&analysis->reporter, play, &walk);
        check_fail(&analysis->reporter, play, &walk);
    }
    reel__play_walk_free(&walk, &play->allocator);
    return done ? REEL_OK : reel__memory_fail(analysis->error);
}

const reel_insight reel_check_beatsaber_score = {
    .id = "beatsaber-score",
    .name = "Beat Saber score",
    .doc = "compares the stated score and fail with those recomputed from the events",
    .formats = reel__play_formats_known,
    .inputs = reel__check_play_inputs,
    .state_size = sizeof(check_play),
    .chunk = take_chunk,
    .finish = check_finish,
    .close = reel__check_play_close,
};
