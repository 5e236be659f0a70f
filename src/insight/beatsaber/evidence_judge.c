/* SPDX-License-Identifier: MIT
 * Compares what an event claims with what follows from the motion. docs/evidence.md says how exact each rule is on honest plays, which is where
 * the bounds come from. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define SAME_TIME 0.0005    /* s */
#define MOST_DEVIATION 72.0 /* degrees: 60 in the game, which measures it in a way that is known to 7 degrees */
#define SAME_SHIFT 0.005    /* m */
#define REACH 1.25          /* m, from what the saber swept to the point of the cut */

enum { NEIGHBOURS = 8 };

const evidence_bounds evidence_plain_bounds = { .normal = 0.01, .plane = 0.0002, .center = 0.001, .rating = 0.005 };

/* ---- one cut ---------------------------------------------------------------------------------------------------- */

/* The note turns to the head until its time; after that it stays as it was in the last frame before. */
static space_turn turn_of(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot, space_vec center)
{
    const note_flight flight = evidence_flight(&j->result->fit, spot);
    const double note_time = (double)claim->spawn_time;
    uint32_t at = claim->frame;
    for (int i = 0; i < SWING_FRAMES && at > 0 && (double)j->poses[at].time >= note_time; i++) at--;
    const double to_hit = note_time - (double)j->poses[at].time, was = (double)claim->deviation;
    const space_vec head = space_of(&j->poses[at].head);
    if (at != claim->frame) {
        center.z += note_z(&flight, to_hit, head.z) - note_z(&flight, was, (double)j->poses[claim->frame].head.z);
        center.y += note_y(&flight, spot, to_hit) - note_y(&flight, spot, was);
    }
    return note_turn(&flight, spot, to_hit, center, head);
}

swing_rating evidence_rate(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot, space_vec center)
{
    const space_vec facing = space_turn_vec(turn_of(j, claim, spot, center), (space_vec){ 0, 0, 1 });
    const swing_note note = { center, facing, j->result->fit.speed };
    return swing_rate(j->frames[claim->saber], j->pose_count, claim->frame, &note);
}

/* The angle between the arrow and the way of the tip, degrees; 0 of a dot. */
static double deviation_of(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    note_spot spot;
    if (!evidence_spot(claim, &spot) || spot.direction >= NOTE_DOT) return 0;
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    const space_vec way = space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip));
    return note_deviation(turn_of(j, claim, &spot, space_of(&row->motion_center)), way);
}

static double capped(double rating) { return rating < 0 ? 0 : rating > 1 ? 1 : rating; }

static void put_points(const evidence_claim *claim, const play_note *note, beatsaber_cut *row)
{
    row->points = (uint8_t)(note->before + note->center + note->after);
    if (!(row->present & BEATSABER_HAS_SWING)) return;
    const float distance = row->present & BEATSABER_HAS_CENTER ? row->motion_distance : claim->distance;
    row->motion_points = (uint8_t)beatsaber_points_of(claim->scoring, row->motion_before, row->motion_after, distance).total;
    row->present |= BEATSABER_HAS_MOTION_POINTS;
}

double evidence_normal_difference(const evidence_claim *claim, const swing_frame *frame)
{
    const double angle = space_angle(space_of(&claim->normal), space_of(&frame->normal));
    return angle > 90 ? 180 - angle : angle;
}

/* How much better the stated rating is, of ratings capped to 1. */
double evidence_before(const beatsaber_cut *row) { return capped((double)row->before) - capped((double)row->motion_before); }
double evidence_after(const beatsaber_cut *row) { return capped((double)row->after) - capped((double)row->motion_after); }

static bool is_chain(uint8_t scoring) { return play_traits_of(scoring)->max < 115; }

/* What the motion says about a cut in a frame of its own. */
static void compare(const evidence_judge *j, const evidence_claim *claim, beatsaber_cut *row)
{
    const evidence_fit *fit = &j->result->fit;
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    evidence_sample sample = { claim, j->poses + claim->frame };
    note_spot spot;
    const bool placed = evidence_spot(claim, &spot) && fit->has_grid && !is_chain(claim->scoring);
    const space_vec claimed = evidence_claimed_center(claim, placed ? note_x(spot.line) : (double)claim->point.x);
    space_vec center = claimed;
    row->motion_normal = frame->normal;
    row->normal_difference = (float)evidence_normal_difference(claim, frame);
    row->plane_distance = (float)fabs(swing_distance(frame, space_of(&claim->point)));
    row->frame_row = sample.pose->row;
    row->present |= BEATSABER_HAS_FRAME;
    if (placed) {
        center = evidence_center(fit, &spot, &sample);
        if (!fit->has_jump) center = (space_vec){ center.x, claimed.y, claimed.z };
        row->motion_center = space_store(center);
        row->center_difference = (float)space_length(space_sub(claimed, center));
        row->motion_distance = (float)fabs(swing_distance(frame, center));
        row->present |= BEATSABER_HAS_CENTER;
    }
    row->center = space_store(claimed);
    row->present |= BEATSABER_HAS_CLAIMED_CENTER;
    const swing_rating rating = evidence_rate(j, claim, &spot, center);
    row->motion_before = (float)rating.before;
    row->motion_after = (float)rating.after;
    if (!rating.open || !play_traits_of(claim->scoring)->has_after) row->present |= BEATSABER_HAS_SWING;
}

/* Why the rating of a swing is another one, or no reason. */
static beatsaber_reason rating_reason(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    const play_traits *traits = play_traits_of(claim->scoring);
    const double bound = j->bounds.rating;
    if (traits->has_before && !(fabs(evidence_before(row)) <= bound)) return BEATSABER_WRONG_BEFORE;
    if (traits->has_after && !(fabs(evidence_after(row)) <= bound)) return BEATSABER_WRONG_AFTER;
    return BEATSABER_NO_REASON;
}

/* How far the claimed center is from that of the grid. */
static space_vec off_center(const beatsaber_cut *row) { return space_sub(space_of(&row->center), space_of(&row->motion_center)); }

/* Whether notes around this one are off the grid by the same way, as after a change of height that was not recorded. Those of which a plane
 * shows it are meant: of others, the distance may be false. */
static bool neighbours_are_off(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    const size_t at = (size_t)(claim - j->claims), first = at > NEIGHBOURS ? at - NEIGHBOURS : 0;
    for (size_t i = first; i < j->claim_count && i <= at + NEIGHBOURS; i++) {
        const beatsaber_cut *other = &j->result->rows[i];
        if (i == at || !(other->present & BEATSABER_HAS_CENTER) || !(other->plane_distance <= j->bounds.plane)) continue;
        if (evidence_off_line(&j->claims[i], space_of(&other->motion_center)) <= j->bounds.center) continue;
        if (space_length(space_sub(off_center(row), off_center(other))) <= SAME_SHIFT) return true;
    }
    return false;
}

static beatsaber_reason center_reason(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    const bool on_line = evidence_off_line(claim, space_of(&row->motion_center)) <= j->bounds.center;
    return on_line && !neighbours_are_off(j, claim, row) ? BEATSABER_WRONG_CENTER : BEATSABER_OFF_GRID;
}

/* The first reason against a cut that was compared. */
static beatsaber_reason reason_against(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    const swing_frame *frame = &j->frames[claim->saber][claim->frame];
    const evidence_bounds *bounds = &j->bounds;
    if (!(space_length(space_of(&frame->normal)) > 0.5)) return BEATSABER_STILL_SABER;
    if (!(row->normal_difference <= bounds->normal)) return BEATSABER_WRONG_NORMAL;
    if (!(row->plane_distance <= bounds->plane)) return BEATSABER_WRONG_PLANE;
    if (!(swing_reach(frame, frame - 1, space_of(&claim->point)) <= REACH)) return BEATSABER_OUT_OF_REACH;
    if (!(row->present & BEATSABER_HAS_CENTER)) return BEATSABER_OFF_GRID;
    if (!(row->center_difference <= bounds->center)) return center_reason(j, claim, row);
    if (!(deviation_of(j, claim, row) <= MOST_DEVIATION)) return BEATSABER_WRONG_DIRECTION;
    if (!(row->present & BEATSABER_HAS_SWING)) return BEATSABER_OPEN_SWING;
    const beatsaber_reason reason = rating_reason(j, claim, row);
    return reason && j->other_swings ? BEATSABER_OTHER_RULES : reason;
}

/* Whether the frame of the cut, or that before it, was left out or has no poses. */
static bool has_gap(const evidence_judge *j, const evidence_claim *claim)
{
    if (claim->frame == 0) return true;
    const evidence_pose *now = &j->poses[claim->frame], *before = now - 1;
    return now->row != before->row + 1 || !now->whole || !before->whole;
}

bool evidence_covers(const evidence_judge *j, float time)
{
    return j->pose_count > 1 && time > j->poses[0].time && time <= j->poses[j->pose_count - 1].time;
}

static beatsaber_reason reason_of(const evidence_judge *j, const evidence_claim *claim, const beatsaber_cut *row)
{
    if (!claim->stated || (!claim->has_cut && is_chain(claim->scoring))) return BEATSABER_NO_CUT_DATA;
    if (!claim->has_cut) return BEATSABER_NO_NUMBERS;
    if (!evidence_covers(j, claim->time)) return BEATSABER_NO_MOTION;
    if (j->result->fit.resampled) return BEATSABER_RESAMPLED;
    if (claim->frame == EVIDENCE_NO_FRAME) return BEATSABER_BETWEEN_FRAMES;
    if (has_gap(j, claim)) return BEATSABER_NO_MOTION;
    if (j->result->fit.unknown_grips[claim->saber]) return BEATSABER_OTHER_RULES;
    if (is_chain(claim->scoring)) return BEATSABER_OTHER_RULES;
    if (claim->known & BEATSABER_HAS_COLOR && claim->color != claim->saber) return BEATSABER_WRONG_SABER;
    if (!(fabs((double)claim->spawn_time - (double)claim->time - (double)claim->deviation) <= SAME_TIME))
        return BEATSABER_WRONG_TIME;
    return reason_against(j, claim, row);
}

void evidence_compare(const evidence_judge *j, size_t at)
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
    if (claim->kind == BEATSABER_GOOD && claim->has_cut && claim->frame != EVIDENCE_NO_FRAME && claim->frame > 0)
        compare(j, claim, row);
}

void evidence_decide(const evidence_judge *j, size_t at)
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
    put_points(claim, (const play_note *)j->play->notes.data + at, row);
    j->result->reasons[reason]++;
}
