/* SPDX-License-Identifier: MIT
 * Compares all events of a play with its motion: first as they are, then with what the whole play tells. */
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/level_reenact.h"

#include <math.h>

#include <reel/scoresaber.h>

#define EQUAL_STEPS 0.02 /* of the step before, for frames that were resampled */
#define EARLY_TIME 1e-4f /* s: the time of an early cut is a difference of floats */

/* ---- frames ----------------------------------------------------------------------------------------------------- */

/* The last frame with this time. */
static uint32_t frame_at(const evidence_pose *poses, size_t count, float time, float slack)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (poses[middle].time <= time + slack)
            low = middle + 1;
        else
            high = middle;
    }
    return low && poses[low - 1].time >= time - slack ? (uint32_t)(low - 1) : EVIDENCE_NO_FRAME;
}

/* Frames of equal steps that events are between are not those of the game. The recorder of ScoreSaber need not record each frame. */
static bool are_resampled(const evidence_judge *j)
{
    size_t covered = 0, found = 0, equal = 0;
    for (size_t i = 0; i < j->claim_count; i++) {
        if (j->claims[i].kind != BEATSABER_GOOD || !reel__evidence_covers(j, j->claims[i].time)) continue;
        covered++;
        found += j->claims[i].frame != EVIDENCE_NO_FRAME;
    }
    if (!covered || found * 5 > covered) return false;
    for (size_t i = 2; i < j->pose_count; i++) {
        const double step = (double)j->poses[i].time - (double)j->poses[i - 1].time;
        equal += fabs(step - ((double)j->poses[i - 1].time - (double)j->poses[i - 2].time)) <= step * EQUAL_STEPS;
    }
    return j->play->info_table == &scoresaber_infos || equal * 10 >= j->pose_count * 9;
}

/* Fills the frames of a hand. The segment after a pose that is missing is unknown. False: out of memory. */
static bool make_frames(const evidence_judge *j, uint8_t hand, const swing_grip *grip, swing_frame **made)
{
    play_list list = { 0 };
    swing_frame *frames = reel__play_list_grow(&list, j->pose_count + 1, sizeof *frames, &j->play->allocator);
    *made = frames;
    if (!frames) return false;
    for (size_t i = 0; i < j->pose_count; i++) {
        if (j->poses[i].has_hand[hand])
            reel__swing_take(&frames[i], &j->poses[i].hands[hand], grip, j->poses[i].time, NULL);
        else
            frames[i] = (swing_frame){ .time = j->poses[i].time };
    }
    reel__swing_segments(frames, j->pose_count);
    for (size_t i = 0; i < j->pose_count; i++) {
        const evidence_pose *pose = &j->poses[i], *before = i ? pose - 1 : NULL;
        frames[i].broken = !pose->has_hand[hand] || !before || !before->has_hand[hand] || pose->row != before->row + 1;
        if (!frames[i].broken) continue;
        frames[i].normal = (reel_vec3){ 0, 0, 0 };
        frames[i].height = frames[i].angle = 0;
    }
    return true;
}

/* Notes of some mods do not turn to the player, and ratings are other ones throughout, better or worse. Claims that were made up are better. */
enum { OTHER_SHARE = 5, WORSE_SHARE = 4 };

static void find_other_swings(evidence_judge *j)
{
    size_t all = 0, better = 0, worse = 0;
    for (size_t i = 0; i < j->claim_count; i++) {
        const beatsaber_cut *row = &j->result->rows[i];
        const uint8_t needed = BEATSABER_HAS_SWING | BEATSABER_HAS_CENTER;
        if ((row->present & needed) != needed || !(row->normal_difference <= reel__evidence_plain_bounds.normal)) continue;
        const double before = reel__evidence_before(row);
        all++;
        better += before > reel__evidence_plain_bounds.before;
        worse += before < -reel__evidence_plain_bounds.before;
    }
    j->other_swings = (better + worse) * OTHER_SHARE > all && worse * WORSE_SHARE > better;
}

/* ---- the whole play --------------------------------------------------------------------------------------------- */

/* Frames may have the same time while the song stalls: the cut is in the one whose plane is nearest to that of the cut. */
enum { STALLED = 8 };

static void pick_frames(evidence_judge *j)
{
    evidence_claim *claims = j->play->evidence.claims.data;
    for (size_t i = 0; i < j->claim_count; i++) {
        evidence_claim *claim = &claims[i];
        if (!claim->has_cut || claim->frame == EVIDENCE_NO_FRAME || claim->frame == 0) continue;
        const swing_frame *frames = j->frames[claim->saber];
        uint32_t best = claim->frame;
        double least = reel__evidence_normal_difference(claim, &frames[best]);
        for (uint32_t at = best - 1, left = STALLED; at > 0 && left && frames[at].time == claim->cut_time; at--, left--) {
            const double apart = reel__evidence_normal_difference(claim, &frames[at]);
            if (!(apart < least)) continue;
            least = apart;
            best = at;
        }
        claim->frame = best;
    }
}

static bool prepare(evidence_judge *j, play_key *keys)
{
    evidence_fit *fit = &j->result->fit;
    for (size_t i = 0; i < j->claim_count; i++) {
        evidence_claim *claim = &j->claims[i];
        claim->frame = frame_at(j->poses, j->pose_count, claim->cut_time, claim->cut_time == claim->time ? 0 : EARLY_TIME);
    }
    if (!reel__evidence_find_rounding(j->play, &fit->rounding)) return false;
    reel__evidence_undo_delay(j->play, &fit->rounding);
    j->pose_count = j->play->evidence.poses.count;
    reel__evidence_find_layers(j, keys);
    reel__evidence_fit_play(j->play, keys, fit);
    fit->resampled = are_resampled(j);
    for (uint8_t hand = 0; hand < 2; hand++) {
        reel__evidence_fit_grip(&j->play->evidence, hand, fit);
        const swing_grip *grip = fit->has_grip[hand] ? &fit->grips[hand] : &reel__swing_grip_plain;
        if (!make_frames(j, hand, grip, &j->frames[hand])) return false;
        if (fit->has_grip[hand] && !make_frames(j, hand, &reel__swing_grip_plain, &j->plain[hand])) return false;
    }
    pick_frames(j);
    fit->flight.tilted = reel__evidence_rating_errors(j, true) < reel__evidence_rating_errors(j, false);
    return true;
}

static const swing_frame *plain_frames(const evidence_judge *j, uint8_t hand)
{
    return j->plain[hand] ? j->plain[hand] : j->frames[hand];
}

static bool judge(evidence_judge *j, play_key *keys)
{
    if (!prepare(j, keys)) return false;
    for (size_t i = 0; i < j->claim_count; i++) reel__evidence_compare(j, i);
    find_other_swings(j);
    j->result->fit.carried = reel__evidence_is_carried(j);
    reel__evidence_mark_twice(j, keys);
    for (size_t i = 0; i < j->claim_count; i++) reel__evidence_decide(j, i);
    reel__evidence_share_passes(j, keys);
    beatsaber_evidence *sum = &j->result->sum;
    return reel__evidence_find_rates(j->play, j->result->fit.speed, sum) &&
           reel__evidence_repeats(j->play, &sum->repeated_frames) &&
           reel__evidence_happens_again(j->play, (const swing_frame *const[]){ plain_frames(j, LEFT), plain_frames(j, RIGHT) },
                                        &sum->repeated_frames) &&
           reel__evidence_sum(j, keys);
}

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP
static reenacted_object *objects_of(const evidence_judge *j, const level_map *map)
{
    play_list list = { 0 };
    reenacted_object *objects = reel__play_list_grow(&list, map->objects.count + 1, sizeof *objects, &j->play->allocator);
    if (objects) reel__level_reenact(j, map, objects);
    return objects;
}

/* Bombs that modifiers left out, and arrows, of which the notes are in the same order in both. */
static void count_hidden(evidence_result *result, const level_map *map, const reenacted_object *whole)
{
    const level_object *objects = map->objects.data, *all = map->whole->objects.data;
    for (size_t i = 0, at = 0; i < map->whole->objects.count; i++) {
        const bool known = !whole[i].reason, bomb = all[i].what == BEATSABER_LEVEL_BOMB;
        while (at < map->objects.count && objects[at].what == BEATSABER_LEVEL_BOMB) at++;
        if (bomb && map->objects.count < map->whole->objects.count) result->hidden_bombs += known && whole[i].deep;
        if (bomb || at == map->objects.count) continue;
        const reenacted_object *own = &result->objects[at++];
        result->hidden_bad +=
            known && !own->reason && own->outcome == BEATSABER_LEVEL_CUT && whole[i].outcome == BEATSABER_LEVEL_BAD;
    }
}

/* What would have happened without the modifiers. */
static bool find_hidden(const evidence_judge *j, const level_map *map)
{
    evidence_result *result = j->result;
    reenacted_object *whole = objects_of(j, map->whole);
    if (whole) count_hidden(result, map, whole);
    if (whole) j->play->allocator.free(j->play->allocator.context, whole);
    if (!whole || !j->play->level.no_walls) return whole != NULL;
    const bool done = reel__level_walls_pass(j, map->whole); /* NO removed all of them */
    result->hidden_walls = result->walls_passed;
    result->walls_passed = 0;
    return done;
}

static bool reenact(const evidence_judge *j, const level_map *map)
{
    j->result->objects = objects_of(j, map);
    return j->result->objects && reel__level_walls_pass(j, map) && (!map->whole || find_hidden(j, map));
}
#else
static bool reenact(const evidence_judge *j, const level_map *map) { return (void)j, (void)map, true; }
#endif

static bool run(evidence_judge *j, const level_map *map)
{
    play_list list = { 0 }, rows = { 0 }, owns = { 0 };
    play_key *keys = reel__play_list_grow(&list, 2 * j->claim_count + 2, sizeof *keys, &j->play->allocator);
    j->owns = reel__play_list_grow(&owns, 1, sizeof *j->owns, &j->play->allocator);
    j->result->rows = reel__play_list_grow(&rows, j->claim_count + 1, sizeof *j->result->rows, &j->play->allocator);
    if (j->owns) memset(j->owns->made, 0, sizeof j->owns->made);
    const bool done = keys && j->owns && j->result->rows && judge(j, keys) && (!map || reenact(j, map));
    reel__play_list_free(&list, &j->play->allocator);
    reel__play_list_free(&owns, &j->play->allocator);
    return done;
}

bool reel__evidence_run(play_state *play, const level_map *map, evidence_result *result)
{
    evidence_judge j = { .play = play,
                         .claims = play->evidence.claims.data,
                         .poses = play->evidence.poses.data,
                         .claim_count = play->evidence.claims.count,
                         .pose_count = play->evidence.poses.count,
                         .result = result };
    *result = (evidence_result){ .count = j.claim_count };
    const bool done = run(&j, map);
    for (uint8_t hand = 0; hand < 2; hand++) {
        if (j.frames[hand]) play->allocator.free(play->allocator.context, j.frames[hand]);
        if (j.plain[hand]) play->allocator.free(play->allocator.context, j.plain[hand]);
    }
    return done;
}

void reel__evidence_free(play_state *play, evidence_result *result)
{
    if (result->rows) play->allocator.free(play->allocator.context, result->rows);
    if (result->objects) play->allocator.free(play->allocator.context, result->objects);
    *result = (evidence_result){ 0 };
}
