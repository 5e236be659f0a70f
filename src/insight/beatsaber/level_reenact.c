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
    STEPS_EACH = 16    /* turns that may be computed, likewise: 2 to 6 */
};

typedef struct reenactment {
    const evidence_judge *j;
    const level_object *objects;
    reenacted_object *out;
    size_t count, first; /* all before `first` are decided */
    double speed;        /* of the notes */
    size_t looks, steps; /* that may still be done */
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
    evidence_claim claim;
    note_spot spot;
    note_flight flight;
    space_vec center;
} sight;

static space_vec center_at(const reenactment *r, const sight *s, uint32_t frame)
{
    const double to_hit = s->spot.time - (double)r->j->poses[frame].time;
    return (space_vec){ reel__note_x(s->spot.line), reel__note_y(&s->flight, &s->spot, to_hit),
                        reel__note_z(&s->flight, to_hit, (double)r->j->poses[frame].head.z) };
}

static sight sight_of(const reenactment *r, size_t at, uint32_t frame)
{
    const level_object *object = &r->objects[at];
    const evidence_claim own = { .spawn_time = object->time, .scoring = object->scoring };
    sight s = { .claim = reel__evidence_claim_at(r->j, &own, frame),
                .spot = { .line = object->line,
                          .layer = object->layer,
                          .start_layer = r->out[at].start_layer,
                          .direction = object->direction < 0 ? NOTE_DOT : object->direction,
                          .time = (double)object->time } };
    s.flight = reel__evidence_flight(&r->j->result->fit, &s.spot, false);
    s.center = center_at(r, &s, frame);
    return s;
}

/* The frame before the jump begins. */
static uint32_t frame_before_jump(const reenactment *r, const sight *s)
{
    const double begin = s->spot.time - s->flight.distance / s->flight.speed / 2;
    uint32_t frame = s->claim.frame;
    for (size_t left = r->steps; left && frame > 0 && (double)r->j->poses[frame].time > begin; left--) frame--;
    return frame;
}

/* How the note is turned: from the begin of its jump on, each frame goes on from the one before. If that would take too long, it is turned as if
 * this were the first frame. */
static space_turn turn_of(reenactment *r, reenacted_object *out, const sight *s)
{
    const evidence_judge *j = r->j;
    const uint32_t end = s->claim.frame;
    if (!out->turned_at) {
        out->turned_at = frame_before_jump(r, s) + 1;
        out->turn = (space_turn){ 0, 0, 0, 1 };
        out->own = reel__note_own(&s->flight, &s->spot);
    }
    for (; r->steps && out->turned_at <= end; out->turned_at++) {
        const evidence_pose *pose = &j->poses[out->turned_at];
        const double to_hit = s->spot.time - (double)pose->time;
        if (to_hit <= 0 || !pose->has_head) continue;
        r->steps--;
        out->turn =
            reel__note_turn_on(&s->flight, &out->own, to_hit, center_at(r, s, out->turned_at), space_of(&pose->head), out->turn);
    }
    return out->turned_at > end ? out->turn : reel__evidence_turn(j, &s->claim, &s->flight, &s->spot, s->center);
}

/* Whether the saber is fast enough, by the clock of the room. */
static bool is_fast(const reenactment *r, const swing_frame *frame)
{
    const double way = reel__space_length(space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip)));
    return way * r->j->result->fit.speed > LEAST_SPEED * ((double)frame->time - (double)(frame - 1)->time);
}

static bool is_along_arrow(const sight *s, space_turn turn, const swing_frame *frame)
{
    if (s->spot.direction >= NOTE_DOT) return true;
    const space_turn back = { -turn.x, -turn.y, -turn.z, turn.w };
    const space_vec way = space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip)), own = reel__space_turn_vec(back, way);
    const bool along = fabs(own.z) > ALONG * fabs(own.x) && fabs(own.z) > ALONG * fabs(own.y);
    return !along && reel__note_deviation(turn, way) < TOLERANCE;
}

/* ---- cuts --------------------------------------------------------------------------------------------------------- */

static void put_cut(const reenactment *r, const sight *s, uint8_t saber, uint8_t outcome, reenacted_object *out)
{
    const swing_frame *frames = r->j->frames[saber];
    out->outcome = outcome;
    out->frame = s->claim.frame;
    out->saber = saber;
    if (outcome != BEATSABER_LEVEL_CUT) return;
    const swing_rating rating = reel__evidence_rate(r->j, &s->claim, frames, &s->flight, &s->spot, s->center);
    out->distance = (float)fabs(reel__swing_distance(&frames[s->claim.frame], s->center));
    out->before_rating = (float)rating.before.rating;
    out->after_rating = (float)rating.after.rating;
    const beatsaber_points points = beatsaber_points_of(s->claim.scoring, out->before_rating, out->after_rating, out->distance);
    out->before = (uint8_t)points.before;
    out->center = (uint8_t)points.center;
    out->after = (uint8_t)points.after;
}

static void try_saber(reenactment *r, const level_object *object, uint8_t saber, const sight *s, reenacted_object *out)
{
    const swing_frame *frame = &r->j->frames[saber][s->claim.frame], *before = frame - 1;
    if (reel__space_length(space_sub(s->center, space_of(&frame->hilt))) > BLADE_REACH) return;
    const space_turn turn = turn_of(r, out, s);
    if (object->what == BEATSABER_LEVEL_BOMB) {
        if (!reel__swing_finds(frame, before, s->center, turn, SWING_BOMB, 1)) return;
        put_cut(r, s, saber, BEATSABER_LEVEL_HIT, out);
        return;
    }
    const swing_collider large = s->spot.direction >= NOTE_DOT ? SWING_DOT : SWING_ARROW;
    if (!reel__swing_finds(frame, before, s->center, turn, large, 1)) return; /* the small one is inside */
    const bool good = object->color == saber && is_fast(r, frame) && is_along_arrow(s, turn, frame);
    if (good || reel__swing_finds(frame, before, s->center, turn, SWING_SMALL, 1))
        put_cut(r, s, saber, good ? BEATSABER_LEVEL_CUT : BEATSABER_LEVEL_BAD, out);
}

/* A bomb that was hit goes on here, to tell whether a saber comes to the middle of it. */
static void look_deeper(reenactment *r, const sight *s, reenacted_object *out)
{
    for (uint8_t saber = 0; saber < 2 && !out->deep; saber++) {
        const swing_frame *frame = &r->j->frames[saber][s->claim.frame];
        if (frame->broken || reel__space_length(space_sub(s->center, space_of(&frame->hilt))) > BLADE_REACH) continue;
        out->deep = reel__swing_finds(frame, frame - 1, s->center, turn_of(r, out, s), SWING_BOMB, DEEP);
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

static void play_object(reenactment *r, size_t at, uint32_t frame, bool known)
{
    reenacted_object *out = &r->out[at];
    const evidence_judge *j = r->j;
    if (!known || j->frames[LEFT][frame].broken || j->frames[RIGHT][frame].broken) {
        if (out->frame == EVIDENCE_NO_FRAME) out->reason = BEATSABER_REENACTED_NO_MOTION;
        return;
    }
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
    for (uint32_t frame = 1; frame < j->pose_count; frame++) play_frame(&r, frame);
    fit->flight.speed = fitted;
}

#endif
