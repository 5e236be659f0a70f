/* SPDX-License-Identifier: MIT
 * The check "beatsaber-motion": whether the recorded motion supports the cuts. It runs if it is asked for, since it costs more than the other checks
 * together. docs/evidence.md has the rules, and how exact they are on honest plays. */
#include "core/memory.h"
#include "insight/beatsaber/check_play.h"
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/level_reenact.h"

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP
#define HAS_LEVELS 1
#include "core/level.h"

#include <reel/beatsaber_map.h>
#else
#define HAS_LEVELS 0
#endif

typedef struct motion_rule {
    const char *id, *message; /* its arguments are the number of cuts, and that of all good cuts */
} motion_rule;

static const motion_rule rules[BEATSABER_NO_NUMBERS + 1] = {
    [BEATSABER_BETWEEN_FRAMES] = { "beatsaber.motion-frame", "%lu of %lu good cuts are at a time that no frame has" },
    [BEATSABER_WRONG_TIME] = { "beatsaber.motion-time",
                               "%lu of %lu good cuts state another time deviation than that between note and cut" },
    [BEATSABER_TWICE] = { "beatsaber.motion-twice", "%lu of %lu good cuts are of a note that another one cut, too" },
    [BEATSABER_STILL_SABER] = { "beatsaber.motion-still", "%lu of %lu good cuts are by a saber that does not move" },
    [BEATSABER_WRONG_NORMAL] = { "beatsaber.motion-normal", "%lu of %lu good cuts are in another plane than that of the saber" },
    [BEATSABER_WRONG_PLANE] = { "beatsaber.motion-plane", "%lu of %lu good cuts are at a point that the saber did not pass" },
    [BEATSABER_WRONG_CENTER] = { "beatsaber.motion-center",
                                 "%lu of %lu good cuts state another distance from the centre of the note" },
    [BEATSABER_OUT_OF_REACH] = { "beatsaber.motion-reach", "%lu of %lu good cuts are of notes that the blade did not reach" },
    [BEATSABER_WRONG_BEFORE] = { "beatsaber.motion-before", "%lu of %lu good cuts state another swing before the cut" },
    [BEATSABER_NO_NUMBERS] = { "beatsaber.motion-numbers",
                               "%lu of %lu good cuts have numbers that are not finite, or too large" },
    [BEATSABER_WRONG_SABER] = { "beatsaber.motion-saber", "%lu of %lu good cuts are by the saber of the other hand" },
    [BEATSABER_WRONG_DIRECTION] = { "beatsaber.motion-direction",
                                    "%lu of %lu good cuts are by a saber that moves across the arrow" },
    [BEATSABER_WRONG_AFTER] = { "beatsaber.motion-after", "%lu of %lu good cuts state another swing after the cut" },
};

static const char *const unknowns[BEATSABER_CARRIED + 1] = {
    [BEATSABER_NO_CUT_DATA] = "the replay has no data of these cuts",
    [BEATSABER_NO_MOTION] = "the frames before or after them are missing",
    [BEATSABER_RESAMPLED] = "the frames are not those in which the game found the cuts",
    [BEATSABER_OTHER_RULES] = "their swings follow rules that are not known",
    [BEATSABER_OPEN_SWING] = "frames of their swings are missing",
    [BEATSABER_OFF_GRID] = "their notes are not on the grid of the game",
    [BEATSABER_SHARED_PASS] = "the same pass of the saber cut another note in the same cell",
    [BEATSABER_CARRIED] = "the map carries the player, so that poses and cuts are in different places",
};

typedef struct motion_check {
    check_play common;
    bool beside; /* the level is that of the play; of another one, the check "beatsaber-level" says so */
    bool same;   /* by its hash */
} motion_check;

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
#if HAS_LEVELS
    motion_check *check = analysis->state;
    if (!check->common.started && analysis->level) {
        const level_answer found = reel__level_compare(reel_replay_chunk(analysis->level), chunk);
        check->beside = found != LEVEL_OTHER;
        check->same = found == LEVEL_SAME;
    }
#endif
    play_state *play = reel__check_play(analysis);
    play->evidence.wanted = play->motion.only_end = true;
    return reel__check_play_chunk(analysis, chunk, true);
}

/* The finding is about the first cut of its kind. */
static reel_finding finding_of(const evidence_result *result, const char *rule, reel_severity severity, size_t reason)
{
    reel_finding finding = { .rule = rule,
                             .severity = severity,
                             .section = "notes",
                             .offset = REEL_NO_OFFSET,
                             .row = REEL_NO_ROW,
                             .flags = REEL_FINDING_EVIDENCE,
                             .count = reason ? result->reasons[reason] : 1 };
    for (size_t i = 0; reason && i < result->count && finding.row == REEL_NO_ROW; i++)
        if (result->rows[i].kind == BEATSABER_GOOD && result->rows[i].reason == reason) finding.row = result->rows[i].note_row;
    return finding;
}

static void report_reasons(const reel_reporter *reporter, const evidence_result *result)
{
    const beatsaber_evidence *sum = &result->sum;
    const bool certain = reel__evidence_is_against(sum);
    for (size_t r = BEATSABER_BETWEEN_FRAMES; r <= BEATSABER_NO_NUMBERS; r++)
        if (result->reasons[r])
            reel_find(reporter, finding_of(result, rules[r].id, certain ? REEL_ERROR : REEL_NOTE, r), rules[r].message,
                      (unsigned long)result->reasons[r], (unsigned long)sum->good_cuts);
    for (size_t r = BEATSABER_NO_CUT_DATA; r <= BEATSABER_CARRIED; r++)
        if (result->reasons[r])
            reel_find(reporter, finding_of(result, "beatsaber.motion-undecidable", REEL_NOTE, r),
                      "%lu of %lu good cuts cannot be compared with the motion: %s", (unsigned long)result->reasons[r],
                      (unsigned long)sum->good_cuts, unknowns[r]);
}

static void report_play(const reel_reporter *reporter, const evidence_result *result)
{
    const beatsaber_evidence *sum = &result->sum;
    reel_find(reporter, finding_of(result, "beatsaber.motion-score", REEL_NOTE, 0),
              "the motion supports %lu of %lu good cuts: it shows a score of %lld to %lld, the stated one is %lld",
              (unsigned long)sum->supported, (unsigned long)sum->good_cuts, (long long)sum->motion_score,
              (long long)sum->motion_score_most, (long long)sum->stated_score);
    if (sum->slowed_frames)
        reel_find(reporter, finding_of(result, "beatsaber.motion-rate", REEL_ERROR, 0),
                  "%lu frames go by at another speed than the song, by the rates that they state or that headsets have",
                  (unsigned long)sum->slowed_frames);
    if (sum->odd_frames)
        reel_find(reporter, finding_of(result, "beatsaber.motion-values", REEL_NOTE, 0),
                  "%lu frames have a rotation or a place of a hand or the head that nothing can have: they show nothing",
                  (unsigned long)sum->odd_frames);
    if (sum->repeated_frames)
        reel_find(reporter, finding_of(result, "beatsaber.motion-repeated", REEL_ERROR, 0),
                  "in %lu frames, a hand moves as it did before, to a few millimetres", (unsigned long)sum->repeated_frames);
    if (sum->rounded)
        reel_find(reporter, finding_of(result, "beatsaber.motion-rounded", REEL_NOTE, 0),
                  "the poses were rounded: points by up to %f mm, rotations by up to %f degrees, so that only larger "
                  "differences can be told",
                  1000 * result->fit.rounding.position, 57.29577951308232 * result->fit.rounding.rotation);
    for (size_t hand = 0; hand < 2; hand++)
        if (sum->grip_angle[hand] > 0 || sum->grip_distance[hand] > 0)
            reel_find(reporter, finding_of(result, "beatsaber.motion-grip", REEL_NOTE, 0),
                      "the saber in the %s hand is turned by %f degrees and moved by %f m", hand ? "right" : "left",
                      (double)sum->grip_angle[hand], (double)sum->grip_distance[hand]);
}

static void report(reel_analysis *analysis, const evidence_result *result)
{
    reel_row_list *list = reel_chunk_table(analysis->result, &beatsaber_evidences);
    if (!result->sum.good_cuts) return;
    report_reasons(&analysis->reporter, result);
    report_play(&analysis->reporter, result);
    beatsaber_evidence *row = list ? reel_row_add(list) : NULL;
    if (row) *row = result->sum;
}

/* ---- beside the map ------------------------------------------------------------------------------------------------ */

#if HAS_LEVELS
/* The first bomb without an event that a saber goes through. */
static float first_passed(const level_map *map, const evidence_result *evidence)
{
    const level_object *objects = map->objects.data;
    for (size_t i = 0; i < map->objects.count; i++)
        if (evidence->objects[i].deep && objects[i].outcome == BEATSABER_LEVEL_AVOIDED) return objects[i].time;
    return NAN;
}

/* Good cuts of notes that the sabers cut badly or miss. Rounded poses may be on the other side of what decides. */
static void report_outcomes(reel_analysis *analysis, const level_map *map, const evidence_result *evidence)
{
    const level_object *objects = map->objects.data;
    reel_finding finding = finding_of(evidence, "beatsaber.level-outcome", REEL_WARNING, 0);
    float first = NAN;
    finding.count = 0;
    for (size_t i = 0; i < map->objects.count; i++) {
        const reenacted_object *motion = &evidence->objects[i];
        if (motion->reason || objects[i].outcome != BEATSABER_LEVEL_CUT || motion->outcome == BEATSABER_LEVEL_CUT) continue;
        if (!finding.count++) first = objects[i].time;
    }
    if (finding.count && reel__level_is_exact(evidence))
        reel_find(
            &analysis->reporter, finding,
            "%llu {note has|notes have} a good cut, but the sabers cut {it|them} badly or miss {it|them}: the first is at %f s",
            (unsigned long long)finding.count, (double)first);
}

static bool report_reenacted(reel_analysis *analysis, play_state *play, const level_result *level,
                             const evidence_result *evidence)
{
    beatsaber_level_reenacted sum;
    if (!reel__level_cuts(play, level, evidence, &sum, NULL)) return false;
    if (!sum.known) return true;
    reel_find(&analysis->reporter, finding_of(evidence, "beatsaber.level-reenacted", REEL_NOTE, 0),
              "the sabers do to %lu of %lu notes and bombs of the map what their events say: they score %lld, the events %lld",
              (unsigned long)sum.same, (unsigned long)sum.known, (long long)sum.motion_score, (long long)sum.event_score);
    report_outcomes(analysis, &level->match.map, evidence);
    reel_finding finding = finding_of(evidence, "beatsaber.level-bomb", REEL_ERROR, 0);
    finding.count = sum.bombs_passed;
    if (sum.bombs_passed)
        reel_find(&analysis->reporter, finding,
                  "a saber goes through %lu {bomb|bombs} of the map without an event: the first is at %f s",
                  (unsigned long)sum.bombs_passed, (double)first_passed(&level->match.map, evidence));
    finding = finding_of(evidence, "beatsaber.level-wall", REEL_WARNING, 0);
    finding.section = "walls";
    finding.count = sum.walls_passed;
    if (sum.walls_passed && ((const motion_check *)analysis->state)->same)
        reel_find(&analysis->reporter, finding,
                  "the head is in {a wall|walls} of the map without an event, %lu {time|times}: first at %f s",
                  (unsigned long)sum.walls_passed, (double)evidence->wall_passed_at);
    return true;
}

static bool run_beside(reel_analysis *analysis, play_state *play)
{
    level_result level;
    evidence_result result = { 0 };
    bool done = reel__level_account(play, analysis->level, analysis->reading, 0, &level);
    done = done && reel__evidence_run(play, level_is_comparable(&level) ? &level.match.map : NULL, &result);
    if (done) report(analysis, &result);
    if (done && result.objects) done = report_reenacted(analysis, play, &level, &result);
    reel__evidence_free(play, &result);
    reel__level_free(play, &level);
    return done;
}
#else
static bool run_beside(reel_analysis *analysis, play_state *play) { return (void)analysis, (void)play, false; }
#endif

static bool run_alone(reel_analysis *analysis, play_state *play)
{
    evidence_result result;
    const bool done = reel__evidence_run(play, NULL, &result);
    if (done) report(analysis, &result);
    reel__evidence_free(play, &result);
    return done;
}

static reel_status finish(reel_analysis *analysis)
{
    play_state *play = reel__check_play(analysis);
    play->evidence.wanted = true;
    const bool beside = ((const motion_check *)analysis->state)->beside;
    return (beside ? run_beside : run_alone)(analysis, play) ? REEL_OK : reel__memory_fail(analysis->error);
}

#if HAS_LEVELS
static const reel_format *const levels[] = { &reel_format_beatsaber_map, NULL };
#endif
static const reel_table *const tables[] = { &beatsaber_evidences, NULL };

const reel_insight reel_check_beatsaber_motion = {
    .id = "beatsaber-motion",
    .name = "Beat Saber motion",
    .doc = "whether the recorded motion supports the cuts",
    .formats = reel__play_formats_known,
    .inputs = reel__check_play_inputs,
    .tables = tables,
#if HAS_LEVELS
    .levels = levels,
#endif
    .state_size = sizeof(motion_check),
    .chunk = take_chunk,
    .finish = finish,
    .close = reel__check_play_close,
};
