/* SPDX-License-Identifier: MIT
 * The constants of a play: how fast its notes are, how high they fly for this player, whether they start tilted. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define LEAST_DEVIATION 0.004  /* s; a cut at the time of its note tells little about its speed, */
#define SMALL_DEVIATION 0.0003 /* but is all that there is in plays of few cuts */
#define NEAR_GRID 0.3          /* m: a claimed center that is farther off tells nothing either */
#define STEEP 0.2              /* a plane that leans less to the side does not cross its line in one place */
#define SAME_PLACE 0.002       /* m */
#define EXACT_TIME 1e-6        /* of a time: floats of several sums */
#define SPEED_STEP 0.05        /* m/s */
#define SPEED_SLACK 0.004
enum { ROUNDS = 4, FEW = 8, DISAGREE = 10 /* speeds are unknown if more than one cut in so many claims another one */ };

const evidence_bounds reel__evidence_plain_bounds = {
    .normal = 0.01, .plane = 0.0002, .center = 0.001, .before = 0.005, .after = 0.005
};

bool reel__evidence_sample_of(const play_evidence *evidence, const evidence_claim *claim, evidence_sample *sample)
{
    if (claim->kind != BEATSABER_GOOD || !claim->has_cut || claim->frame == EVIDENCE_NO_FRAME || claim->frame == 0) return false;
    const evidence_pose *pose = (const evidence_pose *)evidence->poses.data + claim->frame;
    *sample = (evidence_sample){ claim, pose };
    return pose->has_head && pose->has_hand[claim->saber] && (pose - 1)->has_hand[claim->saber];
}

bool reel__evidence_spot(const evidence_claim *claim, note_spot *spot)
{
    *spot = (note_spot){
        .line = claim->line, .layer = claim->layer, .direction = claim->direction, .time = (double)claim->spawn_time
    };
    return (claim->known & BEATSABER_HAS_POSITION) && claim->line < NOTE_LINES && claim->layer < NOTE_LAYERS;
}

space_vec reel__evidence_claimed_center(const evidence_claim *claim, double grid_x)
{
    const space_vec point = space_of(&claim->point), step = space_scale(space_of(&claim->normal), (double)claim->distance);
    const space_vec a = space_add(point, step), b = space_sub(point, step);
    return fabs(a.x - grid_x) <= fabs(b.x - grid_x) ? a : b;
}

/* The center, by where the line through the point of the cut along its normal crosses the line of the note: a false distance from the center
 * has no part in it. Planes that are nearly level do not cross it in one place. */
static space_vec fit_center(const evidence_claim *claim, double grid_x)
{
    const double lean = (double)claim->normal.x;
    if (!(fabs(lean) > STEEP)) return reel__evidence_claimed_center(claim, grid_x);
    const double along = (grid_x - (double)claim->point.x) / lean;
    return space_add(space_of(&claim->point), space_scale(space_of(&claim->normal), along));
}

/* The game sets the height of a note half a second before its jump. */
#define SET_BEFORE 0.5

static double measured_height(const evidence_fit *fit, double time)
{
    const evidence_height *rows = fit->evidence->heights.data;
    size_t low = 0, high = fit->evidence->heights.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((double)rows[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return rows[low ? low - 1 : 0].height;
}

note_flight reel__evidence_flight(const evidence_fit *fit, const note_spot *spot, bool stated)
{
    note_flight flight = fit->flight;
    if (stated) flight.height = fit->stated_height;
    if ((fit->follows || (stated && fit->evidence->heights.count)) && flight.speed > 0)
        flight.height = measured_height(fit, spot->time - flight.distance / flight.speed / 2 - SET_BEFORE);
    return flight;
}

/* The deviation that the cut states is the same difference, with one rounding less. */
double reel__evidence_to_hit(const evidence_claim *claim)
{
    const double left = (double)claim->spawn_time - (double)claim->cut_time, stated = (double)claim->deviation;
    const double slack = EXACT_TIME * (1 + fabs((double)claim->spawn_time));
    return claim->has_cut && fabs(stated - left) <= slack ? stated : left;
}

double reel__evidence_off_line(const evidence_claim *claim, space_vec point)
{
    const space_vec normal = space_of(&claim->normal), to = space_sub(point, space_of(&claim->point));
    return space_length(space_sub(to, space_scale(normal, space_dot(to, normal))));
}

/* The stated distance counts a little too: planes that are level do not tell how high the center is. */
static double misfit(const evidence_claim *claim, space_vec center)
{
    const double along = space_dot(space_of(&claim->normal), space_sub(center, space_of(&claim->point)));
    return reel__evidence_off_line(claim, center) + 1e-3 * fabs(fabs(along) - (double)claim->distance);
}

space_vec reel__evidence_center(const evidence_fit *fit, note_spot *spot, const evidence_sample *sample)
{
    const double to_hit = reel__evidence_to_hit(sample->claim);
    const note_flight flight = reel__evidence_flight(fit, spot, false);
    space_vec best = { reel__note_x(spot->line), 0, reel__note_z(&flight, to_hit, (double)sample->pose->head.z) }, center = best;
    double least = INFINITY;
    int layer = 0;
    for (spot->start_layer = 0; spot->start_layer <= spot->layer; spot->start_layer++) {
        center.y = reel__note_y(&flight, spot, to_hit);
        const double apart = misfit(sample->claim, center);
        if (!(apart < least)) continue;
        least = apart;
        layer = spot->start_layer;
        best = center;
    }
    spot->start_layer = layer;
    return best;
}

/* ---- speed and height of the notes ------------------------------------------------------------------------------ */

/* Maps state speeds with few decimals, and fits are 0.002 m/s off. */
static double snapped(double speed)
{
    const double near = floor(speed / SPEED_STEP + 0.5) * SPEED_STEP;
    return fabs(speed - near) < SPEED_SLACK ? near : speed;
}

/* The median of the speeds, of which each counts by the time that was left at its cut. Sorts the keys, whose index is that of a claim. */
static double median_speed(const evidence_claim *claims, play_key *keys, size_t count)
{
    double all = 0, passed = 0;
    size_t at = 0;
    reel__play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) all += fabs(reel__evidence_to_hit(&claims[keys[i].index]));
    while (at + 1 < count && (passed += fabs(reel__evidence_to_hit(&claims[keys[at].index]))) * 2 < all) at++;
    return (double)reel__play_value_of(keys[at].key);
}

/* The speed of the notes by what one cut claims; false: it tells nothing. */
static bool claimed_speed(const play_evidence *evidence, const evidence_claim *claim, const note_flight *flight, double least,
                          double *speed)
{
    evidence_sample sample;
    note_spot spot;
    if (!reel__evidence_sample_of(evidence, claim, &sample) || !reel__evidence_spot(claim, &spot)) return false;
    const double to_hit = reel__evidence_to_hit(claim), x = reel__note_x(spot.line);
    const space_vec center = fit_center(claim, x);
    if (!(fabs(to_hit) > least) || !(fabs(center.x - x) < NEAR_GRID)) return false;
    const double still = reel__note_z(flight, to_hit, (double)sample.pose->head.z) - flight->speed * to_hit;
    *speed = (center.z - still) / to_hit;
    return true;
}

/* Whether nearly all cuts that tell the speed claim this one. Where a few of them decide what others show, any of them could be made up. */
static bool speeds_agree(const play_evidence *evidence, const evidence_fit *fit)
{
    const evidence_claim *claims = evidence->claims.data;
    const double bound = reel__evidence_plain_bounds.center + fit->rounding.position;
    size_t all = 0, others = 0;
    for (size_t i = 0; i < evidence->claims.count; i++) {
        double speed;
        if (!claimed_speed(evidence, &claims[i], &fit->flight, SMALL_DEVIATION, &speed)) continue;
        all++;
        others += !(fabs(speed - fit->flight.speed) * fabs(reel__evidence_to_hit(&claims[i])) <= bound);
    }
    return others * DISAGREE <= all;
}

/* Each cut gives a speed: the way that is left at the cut by the time that is left. The share of the head depends on the speed a little, so
 * a few rounds are needed. Less than half of the cuts do not move the median. */
static void fit_speed(const play_evidence *evidence, play_key *keys, evidence_fit *fit)
{
    const evidence_claim *claims = evidence->claims.data;
    size_t telling = 0;
    for (size_t i = 0; i < evidence->claims.count; i++) telling += fabs(reel__evidence_to_hit(&claims[i])) > LEAST_DEVIATION;
    const double least = telling < FEW ? SMALL_DEVIATION : LEAST_DEVIATION;
    for (int round = 0; round < ROUNDS; round++) {
        size_t count = 0;
        for (size_t i = 0; i < evidence->claims.count; i++) {
            double speed;
            if (!claimed_speed(evidence, &claims[i], &fit->flight, least, &speed)) continue;
            keys[count++] = (play_key){ reel__play_key_of((float)speed), (uint32_t)i };
        }
        if (count) fit->flight.speed = median_speed(claims, keys, count);
    }
    fit->flight.speed = snapped(fit->flight.speed);
    fit->has_speed = speeds_agree(evidence, fit);
}

/* Of notes of the lowest layer if there are enough, since they start in no other one. */
static void fit_height(const play_evidence *evidence, play_key *keys, evidence_fit *fit)
{
    const evidence_claim *claims = evidence->claims.data;
    size_t count = 0;
    for (int layers = 1; layers <= NOTE_LAYERS && count < FEW; layers += 2) {
        count = 0;
        for (size_t i = 0; i < evidence->claims.count; i++) {
            evidence_sample sample;
            note_spot spot;
            if (!reel__evidence_sample_of(evidence, &claims[i], &sample) || !reel__evidence_spot(&claims[i], &spot)) continue;
            if (spot.layer >= layers) continue;
            const space_vec center = fit_center(&claims[i], reel__note_x(spot.line));
            keys[count++] = (play_key){
                reel__play_key_of((float)reel__note_height(&fit->flight, &spot, reel__evidence_to_hit(&claims[i]), center.y)), 0
            };
        }
    }
    fit->flight.height = count ? (double)reel__play_median(keys, count) : 0;
}

/* Whether most notes of the lowest layer have the height that was measured before them. */
static bool heights_follow(const play_evidence *evidence, const evidence_fit *fit)
{
    const evidence_claim *claims = evidence->claims.data;
    size_t all = 0, near = 0;
    for (size_t i = 0; i < evidence->claims.count && evidence->heights.count; i++) {
        evidence_sample sample;
        note_spot spot;
        if (!reel__evidence_sample_of(evidence, &claims[i], &sample) || !reel__evidence_spot(&claims[i], &spot) || spot.layer)
            continue;
        const note_flight flight = reel__evidence_flight(fit, &spot, false);
        const double y = fit_center(&claims[i], reel__note_x(spot.line)).y;
        all++;
        near += fabs(reel__note_height(&flight, &spot, reel__evidence_to_hit(&claims[i]), y) - flight.height) < SAME_PLACE;
    }
    return all && near * 2 > all;
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

/* Versions are 1.N. Notes of 1.29 and before start tilted, and those of 1.39 do not. */
static unsigned versions_of(const play_state *play)
{
    enum { LAST_TILTED = 29, FIRST_UPRIGHT = 39 };
    unsigned minor = 0;
    size_t at = 2;
    if (play->game_version_size < 3 || memcmp(play->game_version, "1.", 2) != 0) return EVIDENCE_TILTED | EVIDENCE_UPRIGHT;
    for (; at < play->game_version_size && at < 5 && play->game_version[at] >= '0' && play->game_version[at] <= '9'; at++)
        minor = minor * 10 + (unsigned)(play->game_version[at] - '0');
    if (at == 2) return EVIDENCE_TILTED | EVIDENCE_UPRIGHT;
    return (minor < FIRST_UPRIGHT ? EVIDENCE_TILTED : 0u) | (minor > LAST_TILTED ? EVIDENCE_UPRIGHT : 0u);
}

void reel__evidence_fit_play(const play_state *play, play_key *scratch, evidence_fit *fit)
{
    const double distance = (double)play->jump_distance;
    fit->evidence = &play->evidence;
    fit->versions = versions_of(play);
    fit->speed = play->song_speed > 0 ? (double)play->song_speed : 1;
    fit->has_jump = distance > 1 && distance < 1000;
    fit->flight = (note_flight){ .speed = 15, .distance = fit->has_jump ? distance : 0 };
    fit_speed(&play->evidence, scratch, fit);
    fit_height(&play->evidence, scratch, fit);
    fit->follows = play->evidence.heights.count > 0;
    fit->follows = heights_follow(&play->evidence, fit);
    fit->has_stated_height = play->height > 0 || play->evidence.heights.count > 0;
    fit->stated_height = reel__note_height_for((double)play->height);
}

uint32_t reel__evidence_look_frame(const evidence_judge *j, const evidence_claim *claim)
{
    uint32_t at = claim->frame;
    for (int i = 0; i < SWING_FRAMES && at > 0 && j->poses[at].time >= claim->spawn_time; i++) at--;
    return at;
}

static const note_own *own_of(evidence_owns *owns, const note_flight *flight, const note_spot *spot)
{
    const size_t number = reel__note_own_number(flight, spot);
    note_own *own = &owns->data[flight->tilted][number];
    if (!owns->made[flight->tilted][number]) *own = reel__note_own(flight, spot);
    owns->made[flight->tilted][number] = true;
    return own;
}

space_turn reel__evidence_turn(const evidence_judge *j, const evidence_claim *claim, const note_flight *flight,
                               const note_spot *spot, space_vec center)
{
    const double note_time = (double)claim->spawn_time;
    uint32_t at = reel__evidence_look_frame(j, claim);
    if (!j->poses[at].has_head) at = claim->frame;
    const double to_hit = note_time - (double)j->poses[at].time, was = reel__evidence_to_hit(claim);
    const space_vec head = space_of(&j->poses[at].head);
    if (at != claim->frame) {
        center.z += reel__note_z(flight, to_hit, head.z) - reel__note_z(flight, was, (double)j->poses[claim->frame].head.z);
        center.y += reel__note_y(flight, spot, to_hit) - reel__note_y(flight, spot, was);
    }
    return reel__note_turn_of(flight, own_of(j->owns, flight, spot), to_hit, center, head);
}
