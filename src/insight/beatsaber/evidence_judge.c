/* SPDX-License-Identifier: MIT
 * What the motion shows of one cut, and whether that is what its event claims. docs/evidence.md says how exact each rule is on honest
 * plays, which is where the bounds come from. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define SAME_TIME 0.0005    /* s */
#define MOST_DEVIATION 72.0 /* degrees: 60 in the game, which measures it in a way that is known to 7 degrees */
#define SAME_SHIFT 0.005    /* m */
#define LINK_REACH 1.85     /* m: links are between the cells of their chain */
#define LEAST_SPEED 1.0     /* m/s, of the tip; 2 in the game, which smooths it */
#define CARRIED 3.0         /* m, from the hand to the point of the cut */
#define NO_JUMP_RATING 0.05 /* where notes look is known less well without the distance of their jump */
#define SHORT_JUMP 0.5      /* s: jumps take no less, and no more */
#define LONG_JUMP 2.5

enum { NEIGHBOURS = 8, TILT_SAMPLES = 200, MOST_POINTS = 115 };

/* ---- the swing -------------------------------------------------------------------------------------------------- */

/* A way to compute a cut. What it depends on beside frames, notes and times follows from the claims of all cuts, or is unknown. A cut shows
 * no more than the least of all ways, so that no claim can raise it. */
typedef struct variant {
    const swing_frame *frames;
    note_flight flight;
    int start_layer;
} variant;

swing_rating reel__evidence_rate(const evidence_judge *j, const evidence_claim *claim, const swing_frame *frames,
                                 const note_flight *flight, const note_spot *spot, space_vec center)
{
    const space_vec facing = reel__space_turn_vec(reel__evidence_turn(j, claim, flight, spot, center), (space_vec){ 0, 0, 1 });
    const evidence_rounding *rounding = &j->result->fit.rounding;
    /* below this height, the normal of a segment may be 15 degrees off */
    const double height = (2 * rounding->position + 1.5 * rounding->rotation) * 4;
    const swing_note note = { center, facing, j->result->fit.speed, height };
    return reel__swing_rate(frames, j->pose_count, claim->frame, &note);
}

static swing_rating rate(const evidence_judge *j, const evidence_claim *claim, const variant *v, const note_spot *spot,
                         space_vec center)
{
    return reel__evidence_rate(j, claim, v->frames, &v->flight, spot, center);
}

static double capped(double rating) { return rating < 0 ? 0 : rating > 1 ? 1 : rating; }

double reel__evidence_before(const beatsaber_cut *row)
{
    return capped((double)row->before) - capped((double)row->motion_before);
}

/* Of the first cuts, how far the ratings are from the claimed ones. Ratings of 1 and more tell nothing: some mods store another one. */
double reel__evidence_rating_errors(const evidence_judge *j, bool tilted)
{
    double errors = 0;
    int samples = 0;
    for (size_t i = 0; i < j->claim_count && samples < TILT_SAMPLES; i++) {
        const evidence_claim *claim = &j->claims[i];
        evidence_sample sample;
        note_spot spot;
        if (!reel__evidence_sample_of(&j->play->evidence, claim, &sample) || !reel__evidence_spot(claim, &spot)) continue;
        const space_vec center = reel__evidence_center(&j->result->fit, &spot, &sample);
        variant v = { j->frames[claim->saber], reel__evidence_flight(&j->result->fit, &spot, false), 0 };
        v.flight.tilted = tilted;
        const double error = fabs(rate(j, claim, &v, &spot, center).before.rating - (double)claim->before);
        errors += error < reel__evidence_plain_bounds.before ? error : reel__evidence_plain_bounds.before;
        samples++;
    }
    return errors;
}

/* ---- what the motion shows -------------------------------------------------------------------------------------- */

static uint8_t points_of(const evidence_claim *claim, double before, double after, double distance)
{
    return (uint8_t)beatsaber_points_of(claim->scoring, (float)before, (float)after, (float)(distance > 0 ? distance : 0)).total;
}

/* Lets the row show no more than the least of this way to compute it, and allow no less than the most. */
static void add_rating(const evidence_judge *j, const evidence_claim *claim, const swing_frame *frame, space_vec center,
                       const swing_rating *rating, beatsaber_cut *row)
{
    const evidence_fit *fit = &j->result->fit;
    const evidence_bounds slack = reel__evidence_slack(&fit->rounding, frame, center);
    const double distance = (double)(float)fabs(reel__swing_distance(frame, center));
    const bool placed = fit->has_stated_height && fit->has_speed;
    const double least = placed ? distance + slack.center : 1, most = fit->has_speed ? distance - slack.center : 0;
    const uint8_t low = points_of(claim, rating->before.least - slack.before, rating->after.least - slack.after, least);
    const uint8_t high = points_of(claim, rating->before.open ? 1 : rating->before.rating + slack.before,
                                   rating->after.open ? 1 : rating->after.rating + slack.after, most);
    if (low < row->least_points) row->least_points = low;
    if (high > row->most_points) row->most_points = high;
}

static space_vec center_of(const evidence_judge *j, const evidence_claim *claim, const variant *v, note_spot *spot)
{
    spot->start_layer = v->start_layer;
    return reel__note_center(&v->flight, spot, reel__evidence_to_hit(claim), (double)j->poses[claim->frame].head.z);
}

static void add_variant(const evidence_judge *j, const evidence_claim *claim, const variant *v, note_spot spot,
                        beatsaber_cut *row)
{
    const space_vec center = center_of(j, claim, v, &spot);
    const swing_rating rating = rate(j, claim, v, &spot, center);
    add_rating(j, claim, &v->frames[claim->frame], center, &rating, row);
}

static bool is_same(const variant *a, const variant *b)
{
    return a->frames == b->frames && a->start_layer == b->start_layer && a->flight.tilted == b->flight.tilted &&
           a->flight.height == b->flight.height && a->flight.distance == b->flight.distance;
}

/* The likely way, of which the rating is known if it is not NULL, and those in which no claim has a part but that of the speed. */
static void add_variants(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot, const swing_rating *known,
                         beatsaber_cut *row)
{
    const evidence_fit *fit = &j->result->fit;
    const variant likely = { j->frames[claim->saber], reel__evidence_flight(fit, spot, false), spot->start_layer };
    variant v = { j->plain[claim->saber] ? j->plain[claim->saber] : likely.frames,
                  reel__evidence_flight(fit, spot, fit->has_stated_height),
                  claim->start_layer <= spot->layer ? claim->start_layer : spot->start_layer };
    if (fit->has_jump && !known) add_variant(j, claim, &likely, *spot, row);
    if (fit->has_jump && known) {
        note_spot same = *spot;
        add_rating(j, claim, &likely.frames[claim->frame], center_of(j, claim, &likely, &same), known, row);
    }
    for (int tilted = 0; tilted < 2; tilted++) {
        if (!(fit->versions & (tilted ? EVIDENCE_TILTED : EVIDENCE_UPRIGHT))) continue;
        v.flight.tilted = tilted;
        if (fit->has_jump) {
            if (!is_same(&v, &likely)) add_variant(j, claim, &v, *spot, row);
            continue;
        }
        v.flight.distance = v.flight.speed * SHORT_JUMP;
        add_variant(j, claim, &v, *spot, row);
        v.flight.distance = v.flight.speed * LONG_JUMP;
        add_variant(j, claim, &v, *spot, row);
    }
}

/* The game cuts a note in the first frame in which the saber touches it. Where that is another one, the cut shows the least of both, and of
 * those in between: else a forger could choose the best frame of each pass. */
static void add_frames(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot, beatsaber_cut *row)
{
    const evidence_span span = reel__evidence_touches(j, claim, spot);
    const uint8_t most = row->most_points;
    for (uint32_t at = span.first; at <= span.last; at++)
        if (at != claim->frame) {
            const evidence_claim other = reel__evidence_claim_at(j, claim, at);
            add_variants(j, &other, spot, NULL, row);
        }
    row->most_points = most;
}

static bool is_link(const evidence_claim *claim)
{
    return reel__play_traits_of(claim->scoring)->max < 115 && !reel__play_traits_of(claim->scoring)->has_center;
}

double reel__evidence_normal_difference(const evidence_claim *claim, const swing_frame *frame)
{
    const double angle = reel__space_angle(space_of(&claim->normal), space_of(&frame->normal));
    return angle > 90 ? 180 - angle : angle;
}

/* ---- the claims beside it --------------------------------------------------------------------------------------- */

static evidence_bounds bounds_of(const evidence_judge *j, const swing_frame *frame, space_vec center)
{
    const evidence_bounds plain = reel__evidence_plain_bounds,
                          slack = reel__evidence_slack(&j->result->fit.rounding, frame, center);
    const bool jump = j->result->fit.has_jump;
    return (evidence_bounds){ plain.normal + slack.normal, plain.plane + slack.plane, plain.center + slack.center,
                              (jump ? plain.before : NO_JUMP_RATING) + slack.before,
                              (jump ? plain.after : NO_JUMP_RATING) + slack.after };
}

/* Whether a claimed rating, capped to 1, is outside of what the motion allows. */
static bool is_beyond(double claim, const swing_part *part, double bound)
{
    const double least = capped(part->open ? part->least : part->rating) - bound,
                 most = (part->open ? 1 : capped(part->rating)) + bound;
    return !(claim >= least && claim <= most);
}

/* Whether the motion that is there shows less than the claim, and the rest of it is missing. If the claim is what follows without the rest,
 * there was none. */
static bool is_open(double claim, const swing_part *part, double bound)
{
    return part->open && claim > capped(part->least) + bound && fabs(claim - capped(part->rating)) > bound;
}

/* Why the rating of a swing is another one, or no reason. */
static beatsaber_reason rating_reason(const evidence_claim *claim, const swing_rating *rating, const evidence_bounds *bounds)
{
    const play_traits *traits = reel__play_traits_of(claim->scoring);
    if (traits->has_before && is_beyond(capped((double)claim->before), &rating->before, bounds->before))
        return BEATSABER_WRONG_BEFORE;
    if (traits->has_after && is_beyond(capped((double)claim->after), &rating->after, bounds->after)) return BEATSABER_WRONG_AFTER;
    return BEATSABER_NO_REASON;
}

/* The likely way, beside the claims. */
static void compare(const evidence_judge *j, const evidence_claim *claim, beatsaber_cut *row)
{
    const evidence_fit *fit = &j->result->fit;
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    const evidence_sample sample = { claim, j->poses + claim->frame };
    note_spot spot;
    const bool placed = reel__evidence_spot(claim, &spot);
    const space_vec claimed = reel__evidence_claimed_center(claim, placed ? reel__note_x(spot.line) : (double)claim->point.x);
    space_vec center = claimed;
    row->motion_normal = frame->normal;
    row->normal_difference = (float)reel__evidence_normal_difference(claim, frame);
    row->plane_distance = (float)fabs(reel__swing_distance(frame, space_of(&claim->point)));
    row->frame_row = sample.pose->row;
    row->center = space_store(claimed);
    row->present |= BEATSABER_HAS_FRAME | BEATSABER_HAS_CLAIMED_CENTER;
    if (placed) {
        center = reel__evidence_center(fit, &spot, &sample);
        if (!fit->has_jump && !is_link(claim)) center = (space_vec){ center.x, claimed.y, claimed.z };
    }
    const variant likely = { j->frames[claim->saber], reel__evidence_flight(fit, &spot, false), spot.start_layer };
    const swing_rating rating = rate(j, claim, &likely, &spot, center);
    if (placed) {
        row->motion_center = space_store(center);
        row->center_difference = (float)space_length(space_sub(claimed, center));
        row->motion_distance = (float)fabs(reel__swing_distance(frame, center));
        row->present |= BEATSABER_HAS_CENTER;
        row->least_points = MOST_POINTS;
        row->most_points = 0;
        add_variants(j, claim, &spot, &rating, row);
        if (fit->has_jump && !is_link(claim)) add_frames(j, claim, &spot, row);
    }
    row->motion_before = (float)rating.before.rating;
    row->motion_after = (float)rating.after.rating;
    const play_traits *traits = reel__play_traits_of(claim->scoring);
    const evidence_bounds bounds = bounds_of(j, frame, center);
    const bool open = (traits->has_before && is_open(capped((double)claim->before), &rating.before, bounds.before)) ||
                      (traits->has_after && is_open(capped((double)claim->after), &rating.after, bounds.after));
    if (!open || fit->rounding.position > 0 || fit->rounding.rotation > 0) row->present |= BEATSABER_HAS_SWING;
    row->reason = (uint8_t)rating_reason(claim, &rating, &bounds);
}

/* ---- claims against it ------------------------------------------------------------------------------------------ */

/* Whether the saber did not reach the note, or moved across its arrow. */
static beatsaber_reason way_reason(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    note_spot spot;
    if (!reel__evidence_spot(claim, &spot)) return BEATSABER_OFF_GRID;
    const note_flight flight = reel__evidence_flight(&j->result->fit, &spot, false);
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    const space_vec center = space_of(&row->motion_center), way = space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip));
    const space_turn turn = reel__evidence_turn(j, claim, &flight, &spot, center);
    if (!reel__swing_touches(frame, frame - 1, center, turn) && !reel__swing_finds(frame, frame - 1, center, turn, SWING_DOT, 1))
        return BEATSABER_OUT_OF_REACH;
    return spot.direction < NOTE_DOT && !(reel__note_deviation(turn, way) <= MOST_DEVIATION) ? BEATSABER_WRONG_DIRECTION
                                                                                             : BEATSABER_NO_REASON;
}

/* How far the claimed center is from that of the grid. */
static space_vec off_center(const beatsaber_cut *row) { return space_sub(space_of(&row->center), space_of(&row->motion_center)); }

/* Whether notes around this one are off the grid by the same way, as after a change of height that was not recorded. Those of which a plane
 * shows it are meant: of others, the distance may be false. */
static bool neighbours_are_off(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row,
                               const evidence_bounds *bounds)
{
    const size_t at = (size_t)(claim - j->claims), first = at > NEIGHBOURS ? at - NEIGHBOURS : 0;
    for (size_t i = first; i < j->claim_count && i <= at + NEIGHBOURS; i++) {
        const beatsaber_cut *other = &j->result->rows[i];
        if (i == at || !(other->present & BEATSABER_HAS_CENTER) || !(other->plane_distance <= bounds->plane)) continue;
        if (reel__evidence_off_line(&j->claims[i], space_of(&other->motion_center)) <= bounds->center) continue;
        if (space_length(space_sub(off_center(row), off_center(other))) <= SAME_SHIFT) return true;
    }
    return false;
}

static beatsaber_reason center_reason(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row,
                                      const evidence_bounds *bounds)
{
    /* the claims were not rounded, and the place of the note depends on the head alone */
    const double bound = reel__evidence_plain_bounds.center + j->result->fit.rounding.position;
    const bool on_line = reel__evidence_off_line(claim, space_of(&row->motion_center)) <= bound;
    return on_line && !neighbours_are_off(j, claim, row, bounds) ? BEATSABER_WRONG_CENTER : BEATSABER_OFF_GRID;
}

/* A saber that hardly moves cuts nothing. While the song stalls, its speed is unknown. */
static bool is_still(const evidence_judge *j, const swing_frame *frame)
{
    const double way = space_length(space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip)));
    const double time = ((double)frame->time - (double)(frame - 1)->time) / j->result->fit.speed;
    return !(space_length(space_of(&frame->normal)) > 0.5) || way < LEAST_SPEED * time;
}

/* Why the saber is not where the cut says. */
static beatsaber_reason place_reason(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row,
                                     const evidence_bounds *bounds)
{
    const bool normal = row->normal_difference <= bounds->normal, plane = row->plane_distance <= bounds->plane;
    if (normal && plane) return BEATSABER_NO_REASON;
    if (j->result->fit.carried) return BEATSABER_CARRIED;
    if (j->result->fit.unknown_grips[claim->saber]) return BEATSABER_OTHER_RULES;
    return normal ? BEATSABER_WRONG_PLANE : BEATSABER_WRONG_NORMAL;
}

static bool is_far(const evidence_judge *j, const evidence_claim *claim)
{
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    return space_length(space_sub(space_of(&claim->point), space_of(&frame->hilt))) > CARRIED;
}

/* The first reason against a cut that was compared. */
static beatsaber_reason reason_against(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    const evidence_bounds bounds = bounds_of(j, frame, space_of(&claim->point));
    if (is_far(j, claim)) return BEATSABER_CARRIED;
    if (is_still(j, frame)) return BEATSABER_STILL_SABER;
    const beatsaber_reason place = place_reason(j, claim, row, &bounds);
    if (place) return place;
    if (!(row->present & BEATSABER_HAS_CENTER)) return BEATSABER_OFF_GRID;
    if (!(row->center_difference <= bounds.center)) return center_reason(j, claim, row, &bounds);
    const beatsaber_reason way = way_reason(j, claim, row);
    if (way) return way;
    const bool other = j->other_swings || j->result->fit.unknown_grips[claim->saber];
    if (row->reason) return other ? BEATSABER_OTHER_RULES : (beatsaber_reason)row->reason;
    return row->present & BEATSABER_HAS_SWING ? BEATSABER_NO_REASON : BEATSABER_OPEN_SWING;
}

bool reel__evidence_is_carried(const evidence_judge *j)
{
    size_t far = 0;
    for (size_t i = 0; i < j->claim_count; i++)
        far += (j->result->rows[i].present & BEATSABER_HAS_FRAME) && is_far(j, &j->claims[i]);
    return far >= EVIDENCE_LEAST;
}

/* The points of a link do not depend on its cut, whose numbers some recorders leave unset. */
static beatsaber_reason link_reason(const evidence_judge *j, const evidence_claim *claim, beatsaber_cut *row)
{
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    const evidence_sample sample = { claim, j->poses + claim->frame };
    note_spot spot;
    if (!reel__evidence_spot(claim, &spot)) return BEATSABER_OFF_GRID;
    if (is_still(j, frame)) return BEATSABER_STILL_SABER;
    const space_vec center = reel__evidence_center(&j->result->fit, &spot, &sample);
    row->motion_center = space_store(center);
    if (!(reel__swing_reach(frame, frame - 1, center) <= LINK_REACH)) return BEATSABER_OFF_GRID;
    row->least_points = row->most_points = reel__play_traits_of(claim->scoring)->max;
    return BEATSABER_NO_REASON;
}

/* Whether the frame of the cut, or that before it, lacks what the cut needs. */
static bool has_gap(const evidence_judge *j, const evidence_claim *claim)
{
    return claim->frame == 0 || j->frames[claim->saber][claim->frame].broken || !j->poses[claim->frame].has_head ||
           !j->poses[reel__evidence_look_frame(j, claim)].has_head;
}

bool reel__evidence_covers(const evidence_judge *j, float time)
{
    return j->pose_count > 1 && time > j->poses[0].time && time <= j->poses[j->pose_count - 1].time;
}

static beatsaber_reason reason_of(const evidence_judge *j, const evidence_claim *claim, beatsaber_cut *row)
{
    const bool link = is_link(claim);
    if (!claim->stated && !(link && !j->play->no_cuts)) return BEATSABER_NO_CUT_DATA;
    if (!claim->has_cut && !link) return BEATSABER_NO_NUMBERS;
    if (!reel__evidence_covers(j, claim->cut_time)) return BEATSABER_NO_MOTION;
    if (j->result->fit.resampled) return BEATSABER_RESAMPLED;
    if (claim->frame == EVIDENCE_NO_FRAME) return BEATSABER_BETWEEN_FRAMES;
    if (has_gap(j, claim)) return BEATSABER_NO_MOTION;
    if (link) return link_reason(j, claim, row);
    if (claim->known & BEATSABER_HAS_COLOR && claim->color != claim->saber) return BEATSABER_WRONG_SABER;
    if (!(fabs((double)claim->spawn_time - (double)claim->cut_time - (double)claim->deviation) <= SAME_TIME))
        return BEATSABER_WRONG_TIME;
    return reason_against(j, claim, row);
}

void reel__evidence_compare(const evidence_judge *j, size_t at)
{
    const evidence_claim *claim = &j->claims[at];
    beatsaber_cut *row = &j->result->rows[at];
    *row = (beatsaber_cut){ .time = claim->time, .spawn_time = claim->spawn_time, .note_row = claim->row, .kind = claim->kind };
    if (claim->has_cut) {
        row->hand = claim->saber;
        row->normal = claim->normal;
        row->distance = claim->distance;
        row->before = claim->before;
        row->after = claim->after;
        row->present |= BEATSABER_HAS_CUT;
    }
    evidence_sample sample;
    if (reel__evidence_sample_of(&j->play->evidence, claim, &sample) && !has_gap(j, claim)) compare(j, claim, row);
}

/* No reason: the claims are what the motion shows, or less than the most of it. */
static void put_points(const evidence_claim *claim, const reel__play_note *note, beatsaber_cut *row)
{
    const uint8_t stated = (uint8_t)(note->before + note->center + note->after);
    const bool shown = row->reason == BEATSABER_NO_REASON || row->reason == BEATSABER_OPEN_SWING;
    row->points = stated;
    if (row->present & BEATSABER_HAS_SWING) {
        const float distance = row->present & BEATSABER_HAS_CENTER ? row->motion_distance : claim->distance;
        row->motion_points = (uint8_t)beatsaber_points_of(claim->scoring, row->motion_before, row->motion_after, distance).total;
        row->present |= BEATSABER_HAS_MOTION_POINTS;
    }
    if (!shown || stated < row->least_points) row->least_points = shown ? stated : 0;
    if (shown && stated > row->most_points) row->most_points = stated;
    if (!shown) row->most_points = row->support == BEATSABER_UNDECIDABLE ? reel__play_traits_of(claim->scoring)->max : 0;
}

void reel__evidence_decide(const evidence_judge *j, size_t at)
{
    const evidence_claim *claim = &j->claims[at];
    beatsaber_cut *row = &j->result->rows[at];
    if (claim->kind != BEATSABER_GOOD) return;
    const beatsaber_reason reason = claim->twice ? BEATSABER_TWICE : reason_of(j, claim, row);
    row->reason = (uint8_t)reason;
    row->support = (uint8_t)(reason == BEATSABER_NO_REASON        ? BEATSABER_SUPPORTED
                             : reason >= BEATSABER_BETWEEN_FRAMES ? BEATSABER_NOT_SUPPORTED
                                                                  : BEATSABER_UNDECIDABLE);
    row->present |= BEATSABER_HAS_SUPPORT;
    put_points(claim, (const reel__play_note *)j->play->notes.data + at, row);
}
