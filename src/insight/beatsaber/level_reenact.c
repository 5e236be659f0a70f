/* SPDX-License-Identifier: MIT
 * Frame by frame, as the game does it: each saber cuts what it touches. The large collider of a note takes good cuts only, so that a saber that
 * comes from the wrong side, of the wrong color or too slowly goes on until it touches the small one, and makes a bad cut. */
#include "insight/beatsaber/level_reenact.h"

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP && !defined REEL_WITHOUT_EVIDENCE

#include <math.h>

#define MISSED_AFTER 0.15 /* s of the song: a note is missed then, and cannot be cut any more */
#define REACH 4.0         /* m: nobody reaches notes that are farther ahead */
#define BLADE_REACH 2.6   /* m, from the hilt: the blade, half of a collider, and what a saber sweeps in a frame */
#define LEAST_SPEED 2.0   /* m/s: of the blade, which the game smooths */
#define TOLERANCE 60.0    /* degrees from the arrow */
#define ALONG 10.0        /* a saber that moves so much more along the note than across it has no direction */
#define DEEP 0.6          /* of the collider of a bomb */
#define GAP 0.1           /* s of the song: a longer one between frames may hide a cut */
enum {
    MOST_ACTIVE = 256, /* objects that are looked at in a frame */
    LOOKS_EACH = 32,   /* so often an object may be looked at in a frame, for each frame and object: in honest plays, 2 to 10 */
    STEPS_EACH = 16    /* frames for which turns may be computed or looked for, likewise: 2 to 6 */
};

typedef struct reenactment {
    const evidence_judge *j;
    const level_object *objects;
    reenacted_object *out;
    size_t count, first;   /* all before `first` are decided */
    double speed;          /* of the notes */
    size_t looks, steps;   /* that may still be done */
    swing_place places[2]; /* of the sabers in this frame: */
    uint32_t places_of;
} reenactment;

static bool is_on_grid(const level_object *object)
{
    return !object->turned && object->line >= 0 && object->line < NOTE_LINES && object->layer >= 0 &&
           object->layer < NOTE_LAYERS && object->direction <= NOTE_DOT && object->direction >= -1;
}

/* Of the objects of one time and line, the lowest starts in the lowest layer, the next one in the next. */
static void find_start_layers(const reenactment *r)
{
    for (size_t first = 0, end; first < r->count; first = end) {
        bool taken[NOTE_LINES][NOTE_LAYERS] = { { false } };
        for (end = first; end < r->count && r->objects[end].time == r->objects[first].time; end++)
            if (is_on_grid(&r->objects[end])) taken[r->objects[end].line][r->objects[end].layer] = true;
        for (size_t i = first; i < end; i++) {
            r->out[i].start_layer = 0;
            for (int layer = 0; is_on_grid(&r->objects[i]) && layer < r->objects[i].layer; layer++)
                r->out[i].start_layer += taken[r->objects[i].line][layer];
        }
    }
}

/* ---- a note in a frame -------------------------------------------------------------------------------------------- */

typedef struct sight {
    uint32_t frame;
    uint8_t scoring;
    note_spot spot;
    note_flight flight;
    space_vec center;
} sight;

static space_vec center_at(const reenactment *r, const sight *s, uint32_t frame)
{
    const evidence_pose *pose = &r->j->poses[frame];
    return reel__note_center(&s->flight, &s->spot, s->spot.time - (double)pose->time, (double)pose->head.z);
}

static note_spot spot_of(const level_object *object, const reenacted_object *out)
{
    return (note_spot){ .line = object->line,
                        .layer = object->layer,
                        .start_layer = out->start_layer,
                        .direction = object->direction < 0 ? NOTE_DOT : object->direction,
                        .time = (double)object->time };
}

static sight sight_of(const reenactment *r, size_t at, uint32_t frame)
{
    const level_object *object = &r->objects[at];
    sight s = {
        .frame = frame, .scoring = object->scoring, .spot = spot_of(object, &r->out[at]), .flight = r->j->result->fit.flight
    };
    s.flight.height = r->out[at].height;
    s.center = center_at(r, &s, frame);
    return s;
}

static evidence_claim claim_of(const reenactment *r, const sight *s)
{
    const evidence_claim own = { .spawn_time = (float)s->spot.time, .scoring = s->scoring };
    return reel__evidence_claim_at(r->j, &own, s->frame);
}

/* How a note is turned depends on all frames since the begin of its jump, but each keeps only a part of the one before. So turning begins a few
 * frames before the first one that is asked for, from how the note would be turned if there were no frames before it. That is no more than GUESS
 * off: in honest plays 0.05 rad in the middle of the jump, and 0.25 at its end. It begins so early that ROUGH is left of it. What is asked is
 * asked twice, of colliders that are larger and smaller by more than the rest could matter: it is a roll, corners are 0.47 m from its axis, and
 * the least half of a side is 0.25 m. If both answers are not the same, the note is turned again, from the begin of its jump. */
#define GUESS 0.1  /* rad */
#define ROUGH 0.01 /* rad */
#define MARGIN 2.5 /* of the scale, for each rad */

static void begin_turning(reenactment *r, const sight *s, bool exact, reenacted_object *out)
{
    const double begin = s->spot.time - s->flight.distance / s->flight.speed / 2;
    uint32_t frame = s->frame;
    double off = GUESS;
    out->first_asked = frame;
    out->own = reel__note_own(&s->flight, &s->spot);
    for (; r->steps && frame > 0; r->steps--, frame--) {
        const evidence_pose *pose = &r->j->poses[frame];
        const double to_hit = s->spot.time - (double)pose->time;
        if (!((double)pose->time > begin)) break;
        if (exact || !(to_hit > 0) || !pose->has_head) continue;
        if (off < ROUGH) {
            out->off = off;
            out->turn = reel__note_own_turn(&s->flight, &out->own, to_hit);
            out->turned_at = frame;
            return;
        }
        off *= reel__note_keeps(&s->flight, to_hit);
    }
    out->off = 0;
    out->turn = (space_turn){ 0, 0, 0, 1 };
    out->turned_at = frame + 1;
}

/* If turning would take too long, the note is turned as if this were the first frame. */
static space_turn turn_of(reenactment *r, reenacted_object *out, const sight *s)
{
    const evidence_judge *j = r->j;
    const uint32_t end = s->frame;
    if (!out->turned_at) begin_turning(r, s, false, out);
    for (; r->steps && out->turned_at <= end; out->turned_at++) {
        const evidence_pose *pose = &j->poses[out->turned_at];
        const double to_hit = s->spot.time - (double)pose->time;
        if (to_hit <= 0 || !pose->has_head) continue;
        r->steps--;
        reel__note_turn_on(&s->flight, &out->own, &s->spot, to_hit, &pose->head, &out->turn);
        if (out->turned_at > out->first_asked) out->off *= reel__note_keeps(&s->flight, to_hit);
    }
    if (out->turned_at > end) return out->turn;
    const evidence_claim claim = claim_of(r, s);
    return reel__evidence_turn(j, &claim, &s->flight, &s->spot, s->center);
}

/* What is asked of a saber in a frame: whether it touches a collider, or moves along the arrow; with more or less slack. */
typedef struct question {
    const swing_frame *frame;
    swing_collider collider;
    double scale; /* of the collider; 0: about the arrow */
} question;

static bool is_along_arrow(const sight *s, space_turn turn, const swing_frame *frame, double slack)
{
    if (s->spot.direction >= NOTE_DOT) return true;
    const space_turn back = { -turn.x, -turn.y, -turn.z, turn.w };
    const space_vec way = space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip)), own = reel__space_turn_vec(back, way);
    const double least = ALONG * (1 + slack);
    const bool along = fabs(own.z) > least * fabs(own.x) && fabs(own.z) > least * fabs(own.y);
    return !along && reel__note_deviation(turn, way) < TOLERANCE * (1 + slack);
}

static bool answer(const question *q, const sight *s, space_turn turn, double slack)
{
    if (!(q->scale > 0)) return is_along_arrow(s, turn, q->frame, slack);
    return reel__swing_finds(q->frame, q->frame - 1, s->center, turn, q->collider, q->scale * (1 + slack));
}

static bool ask(reenactment *r, const sight *s, question q, reenacted_object *out)
{
    const space_turn turn = turn_of(r, out, s);
    const double margin = MARGIN * out->off;
    if (!answer(&q, s, turn, margin)) return false;
    if (!(margin > 0) || answer(&q, s, turn, -margin)) return true;
    begin_turning(r, s, true, out);
    return answer(&q, s, turn_of(r, out, s), 0);
}

/* Whether the saber is fast enough, by the clock of the room. */
static bool is_fast(const reenactment *r, const swing_frame *frame)
{
    const double way = space_length(space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip)));
    return way * r->j->result->fit.speed > LEAST_SPEED * ((double)frame->time - (double)(frame - 1)->time);
}

/* ---- cuts --------------------------------------------------------------------------------------------------------- */

static void put_cut(const reenactment *r, const sight *s, uint8_t saber, uint8_t outcome, reenacted_object *out)
{
    const swing_frame *frames = r->j->frames[saber];
    out->outcome = outcome;
    out->frame = s->frame;
    out->saber = saber;
    if (outcome != BEATSABER_LEVEL_CUT) return;
    const evidence_claim claim = claim_of(r, s);
    const swing_rating rating = reel__evidence_rate(r->j, &claim, frames, &s->flight, &s->spot, s->center);
    out->distance = (float)fabs(reel__swing_distance(&frames[s->frame], s->center));
    out->before_rating = (float)rating.before.rating;
    out->after_rating = (float)rating.after.rating;
    const beatsaber_points points = beatsaber_points_of(s->scoring, out->before_rating, out->after_rating, out->distance);
    out->before = (uint8_t)points.before;
    out->center = (uint8_t)points.center;
    out->after = (uint8_t)points.after;
}

/* Whether a saber may touch it. Most frames end here, before the note is turned. */
static bool is_near(reenactment *r, const sight *s, uint8_t saber, swing_collider collider)
{
    if (r->places_of != s->frame)
        for (uint8_t hand = 0; hand < 2; hand++) r->places[hand] = reel__swing_place(&r->j->frames[hand][s->frame]);
    r->places_of = s->frame;
    return swing_may_find(&r->places[saber], s->center, collider) &&
           !(space_length(space_sub(s->center, space_of(&r->j->frames[saber][s->frame].hilt))) > BLADE_REACH);
}

static void try_saber(reenactment *r, const level_object *object, uint8_t saber, const sight *s, reenacted_object *out)
{
    const swing_frame *frame = &r->j->frames[saber][s->frame];
    const bool bomb = object->what == BEATSABER_LEVEL_BOMB;
    const swing_collider large = bomb ? SWING_BOMB : s->spot.direction >= NOTE_DOT ? SWING_DOT : SWING_ARROW;
    if (!is_near(r, s, saber, large) || !ask(r, s, (question){ frame, large, 1 }, out)) return; /* the small one is inside */
    if (bomb) {
        put_cut(r, s, saber, BEATSABER_LEVEL_HIT, out);
        return;
    }
    const bool good = object->color == saber && is_fast(r, frame) && ask(r, s, (question){ .frame = frame }, out);
    if (good || ask(r, s, (question){ frame, SWING_SMALL, 1 }, out))
        put_cut(r, s, saber, good ? BEATSABER_LEVEL_CUT : BEATSABER_LEVEL_BAD, out);
}

/* A bomb that was hit goes on here, to tell whether a saber comes to the middle of it. */
static void look_deeper(reenactment *r, const sight *s, reenacted_object *out)
{
    for (uint8_t saber = 0; saber < 2 && !out->deep; saber++) {
        const swing_frame *frame = &r->j->frames[saber][s->frame];
        out->deep = !frame->broken && is_near(r, s, saber, SWING_BOMB) && ask(r, s, (question){ frame, SWING_BOMB, DEEP }, out);
    }
}

/* ---- frames ------------------------------------------------------------------------------------------------------- */

static bool is_done(const reenactment *r, size_t at, double now)
{
    const reenacted_object *out = &r->out[at];
    const bool bomb = r->objects[at].what == BEATSABER_LEVEL_BOMB;
    return (out->frame != EVIDENCE_NO_FRAME && (!bomb || out->deep)) || out->reason ||
           (double)r->objects[at].time + MISSED_AFTER <= now;
}

/* Whether it is out of reach by its depth alone. */
static bool is_far(const reenactment *r, size_t at, uint32_t frame)
{
    const evidence_judge *j = r->j;
    const evidence_pose *pose = &j->poses[frame];
    const double to_hit = (double)r->objects[at].time - (double)pose->time;
    const double z = reel__note_z(&j->result->fit.flight, to_hit, (double)pose->head.z);
    return z - (double)j->frames[LEFT][frame].hilt.z > BLADE_REACH && z - (double)j->frames[RIGHT][frame].hilt.z > BLADE_REACH;
}

static void play_object(reenactment *r, size_t at, uint32_t frame, bool known)
{
    reenacted_object *out = &r->out[at];
    const evidence_judge *j = r->j;
    if (!known || j->frames[LEFT][frame].broken || j->frames[RIGHT][frame].broken) {
        if (out->frame == EVIDENCE_NO_FRAME) out->reason = BEATSABER_REENACTED_NO_MOTION;
        return;
    }
    if (is_far(r, at, frame)) return;
    const sight s = sight_of(r, at, frame);
    for (uint8_t saber = 0; saber < 2 && out->frame == EVIDENCE_NO_FRAME; saber++) try_saber(r, &r->objects[at], saber, &s, out);
    if (out->outcome == BEATSABER_LEVEL_HIT) look_deeper(r, &s, out);
}

static void play_frame(reenactment *r, uint32_t frame)
{
    const evidence_pose *pose = &r->j->poses[frame];
    const double ahead = REACH / r->speed, now = (double)pose->time, before = (double)(pose - 1)->time;
    const bool known = pose->has_head && now - before <= GAP;
    size_t left = MOST_ACTIVE;
    while (r->first < r->count && is_done(r, r->first, before)) r->first++;
    for (size_t at = r->first; at < r->count && (double)r->objects[at].time <= now + ahead; at++) {
        if (is_done(r, at, known ? now : before)) continue;
        if (left && r->looks)
            play_object(r, at, frame, known);
        else if (r->out[at].frame == EVIDENCE_NO_FRAME)
            r->out[at].reason = BEATSABER_REENACTED_CROWDED;
        left -= left > 0;
        r->looks -= r->looks > 0;
    }
}

/* Of what comes before the first frame or after the last one, nothing is known. */
static void begin(const reenactment *r)
{
    const evidence_judge *j = r->j;
    const double first = j->pose_count ? (double)j->poses[0].time : INFINITY,
                 last = j->pose_count ? (double)j->poses[j->pose_count - 1].time : -INFINITY;
    for (size_t i = 0; i < r->count; i++) {
        const level_object *object = &r->objects[i];
        const bool bomb = object->what == BEATSABER_LEVEL_BOMB;
        const double time = (double)object->time;
        r->out[i] =
            (reenacted_object){ .frame = EVIDENCE_NO_FRAME, .outcome = bomb ? BEATSABER_LEVEL_AVOIDED : BEATSABER_LEVEL_MISSED };
        if (object->what == BEATSABER_LEVEL_LINK || !is_on_grid(object))
            r->out[i].reason = BEATSABER_REENACTED_NO_PLACE;
        else if (time - REACH / r->speed < first || time + MISSED_AFTER > last || !j->result->fit.has_jump ||
                 j->result->fit.carried || j->result->fit.resampled || j->result->fit.unknown_grips[LEFT] ||
                 j->result->fit.unknown_grips[RIGHT])
            r->out[i].reason = BEATSABER_REENACTED_NO_MOTION;
    }
}

/* Heights may have been measured during the play. */
static void find_heights(const reenactment *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const note_spot spot = spot_of(&r->objects[i], &r->out[i]);
        r->out[i].height = reel__evidence_flight(&r->j->result->fit, &spot, false).height;
    }
}

void reel__level_reenact(const evidence_judge *j, const level_map *map, reenacted_object *objects)
{
    evidence_fit *fit = &j->result->fit;
    const double fitted = fit->flight.speed;
    if (map->speed > 0) fit->flight.speed = map->speed;
    reenactment r = { .j = j,
                      .objects = map->objects.data,
                      .out = objects,
                      .count = map->objects.count,
                      .speed = fit->flight.speed > 1 ? fit->flight.speed : 1,
                      .looks = LOOKS_EACH * (j->pose_count + map->objects.count),
                      .steps = STEPS_EACH * (j->pose_count + map->objects.count) };
    begin(&r);
    find_start_layers(&r);
    find_heights(&r);
    for (uint32_t frame = 1; frame < j->pose_count; frame++) play_frame(&r, frame);
    fit->flight.speed = fitted;
}

#endif
