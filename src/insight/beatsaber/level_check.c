/* SPDX-License-Identifier: MIT
 * The check "beatsaber-level": whether the events of a play are those of its map. It runs if a level is given. docs/levels.md has the rules. */
#include "core/level.h"
#include "core/memory.h"
#include "insight/beatsaber/check_play.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/level.h"
#include "insight/beatsaber/play.h"
#include "insight/level.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

#include <math.h>

#include <reel/beatsaber_map.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

#define OTHER_JUMP 0.05f /* m: what rounding cannot do */

typedef struct level_rule {
    const char *id, *message; /* its argument is the number of events */
} level_rule;

/* What is against a play, by the difference of its events from the map. */
static const level_rule rules[BEATSABER_LEVEL_DIFFERENCES] = {
    [BEATSABER_LEVEL_SCORING] = { "beatsaber.level-scoring",
                                  "%lu {event scores its note|events score their notes} by a rule that the map does not give" },
    [BEATSABER_LEVEL_COLOR] = { "beatsaber.level-color", "%lu {event has|events have} another color than the note of the map" },
    [BEATSABER_LEVEL_DIRECTION] = { "beatsaber.level-direction",
                                    "%lu {event has|events have} another direction than the note of the map" },
    [BEATSABER_LEVEL_TIME] = { "beatsaber.level-time", "%lu {event states|events state} another time than the note of the map" },
    [BEATSABER_LEVEL_SECOND] = { "beatsaber.level-second", "%lu {event is|events are} of a note that has an event already" },
    [BEATSABER_LEVEL_NO_NOTE] = { "beatsaber.level-no-note", "%lu {event is|events are} of a note that the map does not have" },
};

typedef struct level_check {
    check_play common;
    bool same; /* the level is the one that the replay names */
} level_check;

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    level_check *check = analysis->state;
    const bool begun = check->common.started;
    const reel_status status = begun ? REEL_OK : reel__insight_level(analysis, chunk);
    if (!begun && analysis->level) check->same = reel__level_compare(reel_replay_chunk(analysis->level), chunk) == LEVEL_SAME;
    reel__check_play(analysis)->motion.only_end = true;
    return status < 0 ? status : reel__check_play_chunk(analysis, chunk, true);
}

static reel_finding finding_of(const char *rule, reel_severity severity, const char *section)
{
    return (reel_finding){
        .rule = rule, .severity = severity, .section = section, .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW, .count = 1
    };
}

/* The table that rows of events are in, where it is one. */
static const reel_table *events_of(const play_state *play)
{
    return play->info_table == &bsor_infos ? &bsor_notes : play->info_table == &scoresaber_infos ? &scoresaber_notes : NULL;
}

static void report_differences(const reel_reporter *reporter, const play_state *play, const level_result *result)
{
    for (size_t i = 1; i < BEATSABER_LEVEL_DIFFERENCES; i++) {
        const reel_severity severity = i == BEATSABER_LEVEL_TIME ? REEL_WARNING : REEL_ERROR;
        reel_finding finding = finding_of(rules[i].id, severity, "notes");
        finding.table = events_of(play);
        finding.row = result->first[i];
        finding.count = result->differences[i];
        if (result->differences[i]) reel_find(reporter, finding, rules[i].message, (unsigned long)result->differences[i]);
    }
}

/* The table that rows of contacts with walls are in, where it is one. */
static const reel_table *contacts_of(const play_state *play)
{
    return play->info_table == &bsor_infos ? &bsor_walls : play->info_table == &xror_infos ? &xror_walls : NULL;
}

/* A level that may be another one, such as a map that was made of plays, may lack walls. */
static void report_walls(const reel_reporter *reporter, const play_state *play, const level_result *result, bool same)
{
    reel_finding finding = finding_of("beatsaber.level-no-wall", REEL_ERROR, "walls");
    finding.table = contacts_of(play);
    finding.row = result->first_no_wall;
    finding.count = result->sum.no_wall;
    if (same && result->sum.no_wall && !result->match.map.turned)
        reel_find(reporter, finding, "the head was in %lu {wall|walls} that the map does not have", (unsigned long)finding.count);
}

static void report_missing(const reel_reporter *reporter, const level_result *result)
{
    const uint32_t missing = result->sum.no_event - result->unended;
    reel_finding finding = finding_of("beatsaber.level-no-event", REEL_ERROR, "notes");
    finding.count = missing;
    if (missing)
        reel_find(reporter, finding, "%lu {note has|notes have} no event, though later ones have: the first is at %f s",
                  (unsigned long)missing, (double)result->first_no_event);
    finding = finding_of("beatsaber.level-unended", REEL_WARNING, "notes");
    finding.count = result->unended;
    if (result->unended)
        reel_find(reporter, finding, "the last %lu {note has|notes have} no event, though the frames go on",
                  (unsigned long)result->unended);
}

/* The events are those of the map at another speed: of a level that is verified, whose tempo nobody can read in two ways. */
#define OTHER_PACE 2e-4
static bool has_other_pace(const level_result *result, bool same)
{
    return same && result->match.map.one_tempo && result->pace > 0 && fabs(result->pace - 1) > OTHER_PACE;
}

/* The whole map is another one. True: the notes need not be compared one by one. */
static bool report_fit(const reel_reporter *reporter, const play_state *play, const level_result *result, bool same)
{
    const beatsaber_level *sum = &result->sum;
    const unsigned long events = (unsigned long)play->notes.count, fit = (unsigned long)result->match.exact;
    if (!result->decidable && sum->fit != BEATSABER_LEVEL_TIMES) return true;
    if (sum->fit == BEATSABER_LEVEL_OTHER) {
        reel_find(reporter, finding_of("beatsaber.level-difficulty", result->has_difficulty ? REEL_ERROR : REEL_WARNING, "info"),
                  "%lu of %lu events are of notes of %.*s %.*s, not of the stated %s %s", fit, events, (int)sum->mode.size,
                  sum->mode.data, (int)sum->difficulty.size, sum->difficulty.data, play->level.mode, play->level.difficulty);
    } else if (sum->fit == BEATSABER_LEVEL_MIRRORED) {
        reel_find(reporter, finding_of("beatsaber.level-mirrored", REEL_ERROR, "info"),
                  "%lu of %lu events are of the notes of the %s, but the play is stated to be %s", fit, events,
                  sum->mirrored ? "map mirrored" : "map as it is", sum->mirrored ? "right-handed" : "left-handed");
    } else if (sum->fit == BEATSABER_LEVEL_TIMES && has_other_pace(result, same)) {
        reel_find(reporter, finding_of("beatsaber.level-speed", REEL_ERROR, "notes"),
                  "the events are of the notes of the map, but all times are %f times those of the map", result->pace);
    } else if (sum->fit == BEATSABER_LEVEL_TIMES) {
        reel_find(reporter, finding_of("beatsaber.level-times", REEL_WARNING, "notes"),
                  "the events are of the notes of the map, but %lu of %lu at other times", events - fit, events);
    } else if (sum->fit == BEATSABER_LEVEL_NONE) {
        reel_find(reporter, finding_of("beatsaber.level-notes", REEL_ERROR, "notes"),
                  "%lu of %lu events are of notes of the map, in no difficulty more", fit, events);
    }
    return sum->fit != BEATSABER_LEVEL_FITS && sum->fit != BEATSABER_LEVEL_MIRRORED && sum->fit != BEATSABER_LEVEL_OTHER;
}

/* Of another map, there is nothing to count; of notes at other times, only that. */
static void report_play(const reel_reporter *reporter, const play_state *play, const level_result *result)
{
    const beatsaber_level *sum = &result->sum;
    if (sum->fit == BEATSABER_LEVEL_NONE) return;
    if (sum->notes && sum->fit != BEATSABER_LEVEL_TIMES)
        reel_find(reporter, finding_of("beatsaber.level-play", REEL_NOTE, "notes"),
                  "of %lu notes of the map, %lu were cut, %lu cut badly, %lu missed, and %lu not reached",
                  (unsigned long)sum->notes, (unsigned long)sum->cut, (unsigned long)sum->bad, (unsigned long)sum->missed,
                  (unsigned long)sum->not_reached);
    if (sum->present & BEATSABER_LEVEL_HAS_JUMP && play->jump_distance > 0 &&
        fabsf(play->jump_distance - sum->jump_distance) > OTHER_JUMP)
        reel_find(reporter, finding_of("beatsaber.level-jump", REEL_NOTE, "info"),
                  "the distance of the jump is %f m, that of the map is %f m: players can choose it", (double)play->jump_distance,
                  (double)sum->jump_distance);
}

static void report_score(const reel_reporter *reporter, const play_state *play, const level_result *result)
{
    const bool known = play->has_stated_score && result->sum.present & BEATSABER_LEVEL_HAS_MAX;
    if (!known || play->stated_score <= result->sum.max_score || reel__play_fault(play, RECORDER_MODIFIED_SCORE)) return;
    reel_find(reporter, finding_of("beatsaber.level-score", REEL_ERROR, "info"),
              "the stated score is %lld, but the map gives at most %lld", (long long)play->stated_score,
              (long long)result->sum.max_score);
}

static void report(const reel_reporter *reporter, const play_state *play, const level_result *result, bool same)
{
    const bool other = report_fit(reporter, play, result, same);
    if (!result->decidable) {
        reel_find(reporter, finding_of("beatsaber.level-undecidable", REEL_NOTE, "notes"),
                  "the notes cannot be compared one by one: %s", result->why_not);
    } else if (!other) {
        if (!result->has_difficulty)
            reel_find(reporter, finding_of("beatsaber.level-no-difficulty", REEL_WARNING, "info"),
                      "the level has no %s %s, which the play states", play->level.mode, play->level.difficulty);
        report_differences(reporter, play, result);
        report_missing(reporter, result);
        report_walls(reporter, play, result, same);
        report_score(reporter, play, result);
    }
    report_play(reporter, play, result);
}

static reel_status check_finish(reel_analysis *analysis)
{
    play_state *play = reel__check_play(analysis);
    level_result result;
    if (!analysis->level) return REEL_OK;
    const bool done = reel__level_account(play, analysis->level, analysis->reading, 0, &result);
    if (done && play->notes.count) report(&analysis->reporter, play, &result, ((const level_check *)analysis->state)->same);
    reel__level_free(play, &result);
    return done ? REEL_OK : reel__memory_fail(analysis->error);
}

static const reel_format *const levels[] = { &reel_format_beatsaber_map, NULL };

const reel_insight reel_check_beatsaber_level = {
    .id = "beatsaber-level",
    .name = "Beat Saber level",
    .doc = "whether the events of a play are those of its map",
    .formats = reel__play_formats_known,
    .inputs = reel__check_play_inputs,
    .levels = levels,
    .state_size = sizeof(level_check),
    .chunk = take_chunk,
    .finish = check_finish,
    .close = reel__check_play_close,
};

#endif
