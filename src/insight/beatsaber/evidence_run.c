/* SPDX-License-Identifier: MIT
 * Compares all events of a play with its motion: first as they are, then with the bounds that the whole play allows. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#include <reel/scoresaber.h>

#define EQUAL_STEPS 0.02 /* of the step before, for frames that were resampled */
enum { TILT_SAMPLES = 200 };

/* ---- frames ----------------------------------------------------------------------------------------------------- */

/* The last frame with exactly this time. */
static uint32_t frame_at(const evidence_pose *poses, size_t count, float time)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (poses[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low && poses[low - 1].time == time ? (uint32_t)(low - 1) : EVIDENCE_NO_FRAME;
}

/* Frames of equal steps that events are between are not those of the game. The recorder of ScoreSaber need not record each frame. */
static bool are_resampled(const evidence_judge *j)
{
    size_t covered = 0, found = 0, equal = 0;
    for (size_t i = 0; i < j->claim_count; i++) {
        if (j->claims[i].kind != BEATSABER_GOOD || !evidence_covers(j, j->claims[i].time)) continue;
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

static bool make_frames(evidence_judge *j)
{
    for (uint8_t hand = 0; hand < 2; hand++) {
        play_list list = { 0 };
        swing_frame *frames = play_list_grow(&list, j->pose_count + 1, sizeof *frames, &j->play->allocator);
        if (!frames) return false;
        j->frames[hand] = frames;
        for (size_t i = 0; i < j->pose_count; i++)
            swing_take(&frames[i], &j->poses[i].hands[hand], &j->result->fit.grips[hand], j->poses[i].time,
                       i ? &frames[i - 1] : NULL);
    }
    return true;
}

/* ---- the tilt --------------------------------------------------------------------------------------------------- */

/* Of the first cuts, how far the ratings are from the claimed ones. Ratings of 1 and more tell nothing: some mods store another one. */
static double rating_errors(evidence_judge *j, bool tilted)
{
    double errors = 0;
    int samples = 0;
    j->result->fit.flight.tilted = tilted;
    for (size_t i = 0; i < j->claim_count && samples < TILT_SAMPLES; i++) {
        const evidence_claim *claim = &j->claims[i];
        evidence_sample sample;
        note_spot spot;
        if (!evidence_sample_of(&j->play->evidence, claim, &sample) || !evidence_spot(claim, &spot)) continue;
        const space_vec center = evidence_center(&j->result->fit, &spot, &sample);
        const swing_rating rating = evidence_rate(j, claim, &spot, center);
        const double error = fabs(rating.before - (double)claim->before);
        errors += error < evidence_plain_bounds.rating ? error : evidence_plain_bounds.rating;
        samples++;
    }
    return errors;
}

/* ---- bounds ----------------------------------------------------------------------------------------------------- */

/* Poses that were rounded after the play are told by their positions: all are multiples of one step. Then planes differ in most cuts, and many times
 * their median is let pass. Poses that were smoothed or scaled have no such step. */
#define LEAST_STEP 1e-6   /* m; floats have steps of 1e-7 m at arm's length, and hands move by more than a thousand times this */
#define STEP_SLACK 0.1    /* of a step */
#define MOST_STEPS 25     /* the error of the step adds up */
#define MOST_NORMAL 2.0   /* degrees: a larger median is not rounding */
#define MOST_PLANE 0.02   /* m */
#define ROUNDED_TAIL 20.0 /* medians */
#define ROUNDED_RATING 0.1
#define RATING_SLOPE 0.4    /* for each degree of the median */
#define NO_JUMP_RATING 0.05 /* where notes look is known less well without the distance of their jump */

static double larger(double a, double b) { return a > b ? a : b; }

static float median_where(const evidence_judge *j, size_t member, uint8_t present, play_key *keys)
{
    size_t count = 0;
    for (size_t i = 0; i < j->claim_count; i++) {
        const beatsaber_cut *row = &j->result->rows[i];
        float value;
        if (row->kind != BEATSABER_GOOD || !(row->present & present)) continue;
        memcpy(&value, (const uint8_t *)row + member, sizeof value);
        keys[count++] = (play_key){ play_key_of(value), 0 };
    }
    return count ? play_median(keys, count) : 0;
}

/* How far the left hand moved to the side in frame `at`. */
static double side_step(const evidence_judge *j, size_t at)
{
    return fabs((double)j->poses[at].hands[LEFT].position.x - (double)j->poses[at - 1].hands[LEFT].position.x);
}

/* The step is one of the smallest, but not the smallest of all: a few positions may be whole by other means. */
enum { SMALLEST = 1000, FEWEST = 3, LEAST_MOVED = 8 };

static bool are_multiples(const play_key *ways, size_t count)
{
    const size_t rank = count / SMALLEST > FEWEST ? count / SMALLEST : FEWEST;
    size_t near = 0, whole = 0;
    if (rank >= count) return false;
    const double step = (double)play_value_of(ways[rank].key);
    for (size_t i = 0; i < count; i++) {
        const double steps = (double)play_value_of(ways[i].key) / step;
        if (!(steps < MOST_STEPS)) break;
        near++;
        whole += fabs(steps - floor(steps + 0.5)) < STEP_SLACK;
    }
    return near >= LEAST_MOVED && whole * 20 >= near * 19;
}

/* False: out of memory. */
static bool find_rounded(const evidence_judge *j, bool *rounded)
{
    play_list list = { 0 };
    play_key *keys = play_list_grow(&list, 2 * j->pose_count + 2, sizeof *keys, &j->play->allocator);
    size_t count = 0;
    if (!keys) return false;
    for (size_t i = 1; i < j->pose_count; i++) {
        const double way = side_step(j, i);
        if (way > LEAST_STEP) keys[count++] = (play_key){ play_key_of((float)way), 0 };
    }
    if (count) play_sort(keys, keys + count, count);
    *rounded = are_multiples(keys, count);
    play_list_free(&list, &j->play->allocator);
    return true;
}

static bool set_bounds(evidence_judge *j, play_key *keys)
{
    evidence_fit *fit = &j->result->fit;
    evidence_bounds *bounds = &j->bounds;
    const double normal = (double)median_where(j, offsetof(beatsaber_cut, normal_difference), BEATSABER_HAS_FRAME, keys);
    const double plane = (double)median_where(j, offsetof(beatsaber_cut, plane_distance), BEATSABER_HAS_FRAME, keys);
    *bounds = evidence_plain_bounds;
    if (!fit->has_jump) bounds->rating = NO_JUMP_RATING;
    if (fit->resampled) return true;
    if (normal <= bounds->normal) return true; /* rounding would show in the planes of most cuts */
    if (!find_rounded(j, &fit->rounded)) return false;
    if (!fit->rounded) return true;
    fit->resampled = normal > MOST_NORMAL || plane > MOST_PLANE; /* too coarse to compare anything */
    bounds->normal = larger(bounds->normal, normal * ROUNDED_TAIL);
    bounds->plane = larger(bounds->plane, plane * ROUNDED_TAIL);
    bounds->center = larger(bounds->center, plane * ROUNDED_TAIL);
    bounds->rating = ROUNDED_RATING + RATING_SLOPE * normal;
    return true;
}

/* Claims that are all a little better stay below the bounds of a cut. Of honest cuts, 1 in 500 at most is beyond these: if 1 in 50 is, they
 * are the bounds. */
#define TIGHT_RATING 0.001
#define TIGHT_CENTER 0.0002 /* m */
enum { TIGHT_SHARE = 50, TIGHT_LEAST = 5 };

static bool are_many(size_t beyond, size_t all) { return beyond >= TIGHT_LEAST && beyond * TIGHT_SHARE > all; }

static void tighten_bounds(evidence_judge *j)
{
    size_t all = 0, ratings = 0, centers = 0;
    if (j->bounds.rating > evidence_plain_bounds.rating || j->bounds.center > evidence_plain_bounds.center) return;
    for (size_t i = 0; i < j->claim_count; i++) {
        const beatsaber_cut *row = &j->result->rows[i];
        const uint8_t needed = BEATSABER_HAS_SWING | BEATSABER_HAS_CENTER;
        if ((row->present & needed) != needed || !(row->center_difference <= j->bounds.center)) continue;
        const play_traits *traits = play_traits_of(j->claims[i].scoring);
        all++;
        centers += (double)row->motion_distance - (double)row->distance > TIGHT_CENTER;
        ratings += (traits->has_before && evidence_before(row) > TIGHT_RATING) ||
                   (traits->has_after && evidence_after(row) > TIGHT_RATING);
    }
    if (are_many(ratings, all)) j->bounds.rating = TIGHT_RATING;
    if (are_many(centers, all)) j->bounds.center = TIGHT_CENTER;
}

/* Notes of some mods do not turn to the player, and ratings are other ones throughout, better or worse. Claims that were made up are better. */
enum { OTHER_SHARE = 5, WORSE_SHARE = 4 };

static void find_other_swings(evidence_judge *j)
{
    size_t all = 0, better = 0, worse = 0;
    for (size_t i = 0; i < j->claim_count; i++) {
        const beatsaber_cut *row = &j->result->rows[i];
        const uint8_t needed = BEATSABER_HAS_SWING | BEATSABER_HAS_CENTER;
        if ((row->present & needed) != needed || !(row->normal_difference <= j->bounds.normal)) continue;
        const double before = evidence_before(row);
        all++;
        better += before > j->bounds.rating;
        worse += before < -j->bounds.rating;
    }
    j->other_swings = (better + worse) * OTHER_SHARE > all && worse * WORSE_SHARE > better;
}

/* ---- notes that are cut twice ----------------------------------------------------------------------------------- */

/* Maps stack a few equal notes, which one cut cuts in one frame. */
enum { STACK = 4 };

static void mark_twice(evidence_judge *j, play_key *keys)
{
    evidence_claim *claims = j->play->evidence.claims.data;
    const play_note *notes = j->play->notes.data;
    size_t count = 0, run = 0;
    for (size_t i = 0; i < j->claim_count; i++)
        if (claims[i].kind == BEATSABER_GOOD) keys[count++] = (play_key){ notes[i].id, (uint32_t)i };
    play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) keys[i].key = play_key_of(claims[keys[i].index].spawn_time);
    play_sort(keys, keys + count, count);
    for (size_t i = 1; i < count; i++) {
        const uint32_t one = keys[i - 1].index, two = keys[i].index;
        const bool same = keys[i].key == keys[i - 1].key && notes[one].id == notes[two].id;
        run = same ? run + 1 : 0;
        claims[two].twice = same && (run >= STACK || claims[one].time != claims[two].time);
    }
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
        double least = evidence_normal_difference(claim, &frames[best]);
        for (uint32_t at = best - 1, left = STALLED; at > 0 && left && frames[at].time == claim->time; at--, left--) {
            const double apart = evidence_normal_difference(claim, &frames[at]);
            if (!(apart < least)) continue;
            least = apart;
            best = at;
        }
        claim->frame = best;
    }
}

static bool prepare(evidence_judge *j, play_key *keys)
{
    play_evidence *evidence = &j->play->evidence;
    evidence_claim *claims = evidence->claims.data;
    evidence_fit *fit = &j->result->fit;
    for (size_t i = 0; i < j->claim_count; i++) claims[i].frame = frame_at(j->poses, j->pose_count, claims[i].time);
    evidence_fit_play(j->play, keys, fit);
    fit->resampled = are_resampled(j);
    for (uint8_t hand = 0; hand < 2; hand++) fit->unknown_grips[hand] = !evidence_fit_grip(evidence, hand, &fit->grips[hand]);
    if (!make_frames(j)) return false;
    pick_frames(j);
    const double tilted = rating_errors(j, true), upright = rating_errors(j, false);
    fit->flight.tilted = tilted < upright;
    return true;
}

static bool run(evidence_judge *j)
{
    play_list list = { 0 }, rows = { 0 };
    play_key *keys = play_list_grow(&list, 2 * j->claim_count + 2, sizeof *keys, &j->play->allocator);
    j->result->rows = play_list_grow(&rows, j->claim_count + 1, sizeof *j->result->rows, &j->play->allocator);
    bool done = keys && j->result->rows && prepare(j, keys);
    if (done) {
        for (size_t i = 0; i < j->claim_count; i++) evidence_compare(j, i);
        done = set_bounds(j, keys);
        tighten_bounds(j);
        find_other_swings(j);
        mark_twice(j, keys);
        for (size_t i = 0; i < j->claim_count; i++) evidence_decide(j, i);
    }
    play_list_free(&list, &j->play->allocator);
    return done && evidence_rate_of(j->play, &j->result->sum.time_rate) &&
           evidence_repeats(j->play, &j->result->sum.repeated_frames) && evidence_sum(j->play, j->result);
}

bool evidence_run(play_state *play, evidence_result *result)
{
    evidence_judge j = { .play = play,
                         .claims = play->evidence.claims.data,
                         .poses = play->evidence.poses.data,
                         .claim_count = play->evidence.claims.count,
                         .pose_count = play->evidence.poses.count,
                         .result = result };
    *result = (evidence_result){ .count = j.claim_count };
    const bool done = run(&j);
    for (uint8_t hand = 0; hand < 2; hand++)
        if (j.frames[hand]) play->allocator.free(play->allocator.context, j.frames[hand]);
    return done;
}

void evidence_free(play_state *play, evidence_result *result)
{
    if (result->rows) play->allocator.free(play->allocator.context, result->rows);
    *result = (evidence_result){ 0 };
}
