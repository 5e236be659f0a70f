/* SPDX-License-Identifier: MIT
 * Frame by frame, as the game does it: each saber cuts what it touches. The large collider of a note takes good cuts only, so that a saber that
 * comes from the wrong side, of the wrong color or too slowly goes on until it touches the small one, and makes a bad cut. */
#include "insight/beatsaber/level_reenact.h"

#include "game/beatsaber/note_lag.h"

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP && !defined REEL_WITHOUT_EVIDENCE

#include <math.h>

#define MISSED_AFTER 0.15         /* s of the song: a note is missed then, and cannot be cut any more */
#define REACH 4.0                 /* m: nobody reaches notes that are farther ahead */
#define BLADE_REACH 2.6           /* m, from the hilt: the blade, half of a collider, and what a saber sweeps in a frame */
#define FARTHEST_CORNER 0.942     /* m, of colliders from the center of their note */
#define LEAST_SPEED 2.0           /* m/s: of the blade, which the game smooths */
#define TOLERANCE 60.0            /* degrees from the arrow */
#define DEGREES 57.29577951308232 /* in a rad */
#define ALONG 10.0                /* a saber that moves so much more along the note than across it has no direction */
#define DEEP 0.6                  /* of the collider of a bomb */
#define GAP 0.1                   /* s of the song: a longer one between frames may hide a cut */
enum {
    MOST_ACTIVE = 256, /* objects that are looked at in a frame */
    LOOKS_EACH = 32,   /* so often an object may be looked at in a frame, for each frame and object: in honest plays, 2 to 10 */
    STEPS_EACH = 16    /* frames for which turns may be computed or looked for, likewise: 2 to 6 */
};

/* Where the head was, in spans of at least a half jump and the time in which notes can be cut: of this span and of the one before. */
typedef struct head_span {
    float left, right, low, high;
} head_span;

/* Frames are judged by the longest time between two, as a part of the half of a jump. */
static const double steps[] = { NOTE_LAG_LEAST_STEP, 0.0225, 0.025, 0.0275, 0.03, 0.0325, 0.035, 0.0375, 0.04, 0.05 };
enum { STEPS = sizeof steps / sizeof *steps, LAGS = 16 };
#define ACROSS 0.125 /* m: lags are those of lines that are multiples of this across the flight */

typedef struct head_watch {
    head_span spans[2];
    double begin;         /* of this span */
    double uneven[STEPS]; /* the time of the last frame that came too late, or from which there is no line to a note */
} head_watch;

typedef struct reenactment {
    const evidence_judge *j;
    const level_object *objects;
    reenacted_object *out;
    size_t count, first;   /* all before `first` are decided */
    double speed;          /* of the notes */
    size_t looks, steps;   /* that may still be done */
    swing_place places[2]; /* of the sabers in this frame: */
    note_flight flight;
    double half;      /* of a jump, s */
    double hit_depth; /* of a note at its time, if the head is at the origin, m */
    head_watch watch;
    note_lag lags[STEPS][LAGS]; /* made as they are needed, like: */
    note_own owns[NOTE_OWNS];
    bool has_own[NOTE_OWNS];
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
    sight s = { .frame = frame, .scoring = object->scoring, .spot = spot_of(object, &r->out[at]), .flight = r->flight };
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
 * frames before the first one that is asked for, from how the note is by itself. How far off that may be follows from the motion of the head and
 * the times of the frames (game/beatsaber/note_lag.c), and what is left of it after each frame from that frame (reel__note_top_on). It begins so
 * early that only so much is left of it, if each frame keeps what it does of small differences. What is asked is asked twice, of colliders that are larger
 * and smaller by what the rest could matter. If both answers are not the same, the note is turned again, from an earlier frame, and at last from the begin
 * of its jump. */
static const double left_offs[] = { 0.01, 0.0001, 0 }; /* rad; 0: from the begin */
enum { LEFT_OFFS = sizeof left_offs / sizeof *left_offs };
#define LEAST_KNOWN 0.4 /* rad: frames lessen that; of tilted notes, there is none so small */
#define TILTED_KNOWN 0.6

static const head_span no_span = { INFINITY, -INFINITY, INFINITY, -INFINITY };

static void watch_head(reenactment *r, uint32_t frame)
{
    const evidence_pose *pose = &r->j->poses[frame];
    head_watch *w = &r->watch;
    const double time = (double)pose->time, gap = frame ? time - (double)(pose - 1)->time : INFINITY;
    const bool usual = pose->has_head && (double)pose->head.z <= NOTE_LAG_AHEAD;
    for (size_t i = 0; i < STEPS && (!usual || !(gap <= steps[i] * r->half)); i++) w->uneven[i] = time;
    if (time - w->begin > r->half + MISSED_AFTER) {
        w->begin = time;
        w->spans[1] = w->spans[0];
        w->spans[0] = no_span;
    }
    if (!usual) return;
    head_span *span = &w->spans[0];
    if (pose->head.x < span->left) span->left = pose->head.x;
    if (pose->head.x > span->right) span->right = pose->head.x;
    if (pose->head.y < span->low) span->low = pose->head.y;
    if (pose->head.y > span->high) span->high = pose->head.y;
}

/* NULL: nothing is known. */
static const note_lag *lag_of(reenactment *r, const sight *s)
{
    const head_watch *w = &r->watch;
    const head_span *a = &w->spans[0], *b = &w->spans[1];
    const double x = reel__note_x(s->spot.line), begin = s->spot.time - r->half;
    const double top = reel__note_y(&s->flight, &s->spot, 0), bottom = fmin(top, reel__note_y(&s->flight, &s->spot, r->half));
    const double aside = fmax(x - (double)fminf(a->left, b->left), (double)fmaxf(a->right, b->right) - x);
    const double above = NOTE_LAG_HEIGHT * fmax(top - (double)fminf(a->low, b->low), (double)fmaxf(a->high, b->high) - bottom);
    const double across = sqrt(aside * aside + above * above) / ACROSS;
    size_t step = 0;
    while (step < STEPS && !(w->uneven[step] <= begin)) step++;
    if (step == STEPS || !(across < LAGS)) return NULL;
    note_lag *lag = &r->lags[step][(size_t)across];
    if (!(lag->step > 0)) reel__note_lag_make(&s->flight, ((double)(size_t)across + 1) * ACROSS, steps[step], lag);
    return lag;
}

static void begin_turning(reenactment *r, const sight *s, double left, reenacted_object *out)
{
    const double begin = s->spot.time - r->half;
    const note_lag *lag = left > 0 ? lag_of(r, s) : NULL;
    const double known = s->flight.tilted ? TILTED_KNOWN : LEAST_KNOWN;
    uint32_t frame = s->frame;
    double kept = 1;
    const size_t own = reel__note_own_number(&s->flight, &s->spot);
    if (!r->has_own[own]) r->owns[own] = reel__note_own(&s->flight, &s->spot);
    r->has_own[own] = true;
    out->own = r->owns[own];
    for (; r->steps && frame > 0; r->steps--, frame--) {
        const evidence_pose *pose = &r->j->poses[frame];
        const double to_hit = s->spot.time - (double)pose->time;
        if (!((double)pose->time > begin)) break;
        if (!lag || !(to_hit > 0)) continue;
        const double keeps = reel__note_keeps(&s->flight, to_hit);
        kept *= keeps;
        if (lag->least * kept > left) continue;
        const double off = reel__note_lag_at(lag, keeps);
        if (off > known || off * kept > left) continue;
        out->top = (note_top){ reel__note_own_top(&s->flight, &out->own, to_hit), off };
        out->turned_at = frame;
        return;
    }
    out->top = (note_top){ { 0, 1, 0 }, 0 };
    out->turn = (space_turn){ 0, 0, 0, 1 };
    out->turned_at = frame + 1;
}

/* If turning would take too long, the note is turned as if this were the first frame. */
static space_turn turn_of(reenactment *r, reenacted_object *out, const sight *s)
{
    const evidence_judge *j = r->j;
    const uint32_t end = s->frame;
    if (!out->turned_at) begin_turning(r, s, left_offs[0], out);
    for (; r->steps && out->turned_at <= end; out->turned_at++) {
        const evidence_pose *pose = &j->poses[out->turned_at];
        const double to_hit = s->spot.time - (double)pose->time;
        if (to_hit <= 0 || !pose->has_head) continue;
        r->steps--;
        const evidence_pose *next = pose + (out->turned_at < end);
        const bool last = out->turned_at == end || !next->has_head || (double)next->time >= s->spot.time;
        reel__note_top_on(&s->flight, &out->own, &s->spot, to_hit, &pose->head, &out->top, last ? &out->turn : NULL);
    }
    if (out->turned_at > end) return out->turn;
    const evidence_claim claim = claim_of(r, s);
    return reel__evidence_turn(j, &claim, &s->flight, &s->spot, s->center);
}

/* What is asked of a saber in a frame: whether it touches a collider, or moves along the arrow. */
typedef struct question {
    const swing_frame *frame;
    swing_collider collider;
    double scale; /* of the collider; 0: about the arrow */
} question;

/* How far a direction may be off, degrees, as it is seen along z: both are `apart` from what they should be. An arcsine is below 1.05 of its sine up to
 * 0.5, which is the half of the chord. */
static double seen_apart(double across, double apart)
{
    if (!(apart > 0)) return 0;
    return across > 2 * apart ? DEGREES * 1.05 * apart / (across - apart) : 180;
}

/* Of notes that are turned by no more than `off` from there: whether all of them have an arrow along which the saber moves, some may, or none has. In
 * its axes, the way of the saber is no farther off than `off` times its length. */
static swing_found find_along(const sight *s, space_turn turn, const swing_frame *frame, double off)
{
    if (s->spot.direction >= NOTE_DOT) return SWING_FINDS_ALL;
    const space_turn back = { -turn.x, -turn.y, -turn.z, turn.w };
    const space_vec way = space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip)), own = space_turned(back, way);
    const double apart = off * space_length(way), x = fabs(own.x), y = fabs(own.y), z = fabs(own.z);
    const double degrees = seen_apart(sqrt(x * x + y * y), apart), deviation = reel__note_deviation(turn, way);
    const bool never = z - apart > ALONG * (x + apart) && z - apart > ALONG * (y + apart);
    const bool always = !(z + apart > ALONG * (x - apart) && z + apart > ALONG * (y - apart));
    if (never || !(deviation - degrees < TOLERANCE)) return SWING_FINDS_NONE;
    return always && deviation + degrees < TOLERANCE ? SWING_FINDS_ALL : SWING_FINDS_SOME;
}

static swing_found answer(const question *q, const sight *s, space_turn turn, double off)
{
    if (!(q->scale > 0)) return find_along(s, turn, q->frame, off);
    const double by = q->scale * reel__swing_turned_by[q->collider] * off;
    return reel__swing_finds_of(q->frame, q->frame - 1, s->center, turn, q->collider, q->scale - by, q->scale + by);
}

static bool ask(reenactment *r, const sight *s, question q, reenacted_object *out)
{
    const space_turn turn = turn_of(r, out, s);
    swing_found found = answer(&q, s, turn, out->top.off);
    for (size_t i = 1; i < LEFT_OFFS && found == SWING_FINDS_SOME; i++) {
        begin_turning(r, s, left_offs[i], out);
        const space_turn again = turn_of(r, out, s);
        found = answer(&q, s, again, i + 1 < LEFT_OFFS ? out->top.off : 0);
    }
    return found == SWING_FINDS_ALL;
}

/* Whether the saber is fast enough, by the clock of the room. */
static bool is_fast(const reenactment *r, const swing_frame *frame)
{
    const double way = space_length(space_sub(space_of(&frame->tip), space_of(&(frame - 1)->tip)));
    return way * r->j->result->fit.speed > LEAST_SPEED * ((double)frame->time - (double)(frame - 1)->time);
}

/* ---- cuts --------------------------------------------------------------------------------------------------------- */

/* The evidence has rated the swing of each claim already, of a note that it put to within SAME_PLACE of this one if the claim is true. */
#define SAME_PLACE 0.0005 /* m */
static const beatsaber_cut *rated(const reenactment *r, const sight *s, uint8_t saber, uint32_t event)
{
    const uint8_t needed = BEATSABER_HAS_CENTER | BEATSABER_HAS_SWING;
    if (event >= r->j->claim_count) return NULL;
    const evidence_claim *claim = &r->j->claims[event];
    const beatsaber_cut *row = &r->j->result->rows[event];
    const bool same = claim->frame == s->frame && claim->saber == saber && claim->spawn_time == (float)s->spot.time &&
                      claim->line == s->spot.line && claim->direction == s->spot.direction;
    return same && (row->present & needed) == needed &&
                   space_length(space_sub(space_of(&row->motion_center), s->center)) < SAME_PLACE
               ? row
               : NULL;
}

static void rate(const reenactment *r, const sight *s, uint8_t saber, uint32_t event, reenacted_object *out)
{
    const beatsaber_cut *row = rated(r, s, saber, event);
    if (row) {
        out->before_rating = row->motion_before;
        out->after_rating = row->motion_after;
        return;
    }
    const evidence_claim claim = claim_of(r, s);
    const swing_rating rating = reel__evidence_rate(r->j, &claim, r->j->frames[saber], &s->flight, &s->spot, s->center);
    out->before_rating = (float)rating.before.rating;
    out->after_rating = (float)rating.after.rating;
}

static void put_cut(const reenactment *r, const sight *s, uint8_t saber, uint8_t outcome, uint32_t event, reenacted_object *out)
{
    out->outcome = outcome;
    out->frame = s->frame;
    out->saber = saber;
    if (outcome != BEATSABER_LEVEL_CUT) return;
    rate(r, s, saber, event, out);
    out->distance = (float)fabs(reel__swing_distance(&r->j->frames[saber][s->frame], s->center));
    const beatsaber_points points = beatsaber_points_of(s->scoring, out->before_rating, out->after_rating, out->distance);
    out->before = (uint8_t)points.before;
    out->center = (uint8_t)points.center;
    out->after = (uint8_t)points.after;
}

/* Whether a saber may touch it. Most frames end here, before the note is turned. */
static bool is_near(const reenactment *r, const sight *s, uint8_t saber, swing_collider collider)
{
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
        put_cut(r, s, saber, BEATSABER_LEVEL_HIT, object->event, out);
        return;
    }
    const bool good = object->color == saber && is_fast(r, frame) && ask(r, s, (question){ .frame = frame }, out);
    if (good || ask(r, s, (question){ frame, SWING_SMALL, 1 }, out))
        put_cut(r, s, saber, good ? BEATSABER_LEVEL_CUT : BEATSABER_LEVEL_BAD, object->event, out);
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

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

/* Seconds before its time in which a note is nearer than that, if the head is not behind the origin: it only moves notes farther away. */
static double time_to(const reenactment *r, uint32_t frame, double z)
{
    const double head = (double)r->j->poses[frame].head.z, hit = r->hit_depth + (head < 0 ? head : 0);
    return r->flight.speed > 0 ? (z - hit) / r->flight.speed : INFINITY;
}

static double reach_of_hilts(const reenactment *r, uint32_t frame)
{
    const evidence_judge *j = r->j;
    return time_to(r, frame, larger((double)j->frames[LEFT][frame].hilt.z, (double)j->frames[RIGHT][frame].hilt.z) + BLADE_REACH);
}

/* The same by what the blades sweep, whose places are known from there on. */
static double reach_of_blades(reenactment *r, uint32_t frame)
{
    double z[2];
    for (uint8_t hand = 0; hand < 2; hand++) {
        swing_place *place = &r->places[hand];
        *place = reel__swing_place(&r->j->frames[hand][frame]);
        z[hand] = place->middle.z + place->radius + FARTHEST_CORNER;
    }
    return time_to(r, frame, larger(z[LEFT], z[RIGHT]));
}

/* Whether the next object that is not decided is so near. */
static bool is_next_in(const reenactment *r, double end)
{
    return r->first < r->count && (double)r->objects[r->first].time <= end;
}

static void play_object(reenactment *r, size_t at, uint32_t frame, bool known)
{
    reenacted_object *out = &r->out[at];
    if (!known) {
        if (out->frame == EVIDENCE_NO_FRAME) out->reason = BEATSABER_REENACTED_NO_MOTION;
        return;
    }
    const sight s = sight_of(r, at, frame);
    for (uint8_t saber = 0; saber < 2 && out->frame == EVIDENCE_NO_FRAME; saber++) try_saber(r, &r->objects[at], saber, &s, out);
    if (out->outcome == BEATSABER_LEVEL_HIT) look_deeper(r, &s, out);
}

static void play_frame(reenactment *r, uint32_t frame)
{
    const evidence_judge *j = r->j;
    const evidence_pose *pose = &j->poses[frame];
    const double now = (double)pose->time, before = (double)(pose - 1)->time;
    const bool known = pose->has_head && now - before <= GAP,
               moves = known && !j->frames[LEFT][frame].broken && !j->frames[RIGHT][frame].broken;
    double ahead = REACH / r->speed;
    size_t left = MOST_ACTIVE;
    watch_head(r, frame);
    while (r->first < r->count && is_done(r, r->first, before)) r->first++;
    if (moves) ahead = smaller(ahead, reach_of_hilts(r, frame));
    if (!is_next_in(r, now + ahead)) return;
    if (moves) ahead = smaller(ahead, reach_of_blades(r, frame));
    for (size_t at = r->first; at < r->count && (double)r->objects[at].time <= now + ahead; at++) {
        if (is_done(r, at, known ? now : before)) continue;
        if (left && r->looks)
            play_object(r, at, frame, moves);
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
                      .steps = STEPS_EACH * (j->pose_count + map->objects.count),
                      .flight = fit->flight,
                      .half = fit->flight.distance / fit->flight.speed / 2,
                      .hit_depth = reel__note_z(&fit->flight, 0, 0),
                      .watch = { .spans = { no_span, no_span }, .begin = -INFINITY } };
    for (size_t i = 0; i < STEPS; i++) r.watch.uneven[i] = -INFINITY;
    begin(&r);
    find_start_layers(&r);
    find_heights(&r);
    if (j->pose_count) watch_head(&r, 0);
    for (uint32_t frame = 1; frame < j->pose_count; frame++) play_frame(&r, frame);
    fit->flight.speed = fitted;
}

#endif
