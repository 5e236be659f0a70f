/* SPDX-License-Identifier: MIT
 * The check "beatsaber-physics": what cannot have happened, whoever or whatever played. docs/insight/beatsaber.md, "What cannot be", has the
 * figures behind each bound. The game scores events in its frames, so their times are those of frames; a saber is a metre long; and a note
 * has to pass before the next one in its cell can be cut. */
#include "core/memory.h"
#include "core/rules.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/play.h"

#include <math.h>

#include <reel/scoresaber.h>
#include <reel/xror.h>

enum {
    LEAST = 10,      /* fewer violations may be faults of a recording */
    SHARE = 20,      /* and so may be less than one in so many cuts */
    FRAME_TIMES = 4, /* times of events from one frame to the next; frames that were thinned out to 30 a second have 3 */
    STILL_CUTS = 10, /* in a span: tracking that is lost for a second or two leaves fewer */
    STILL_FEW = 3    /* of a hand in a span of half of the play or more: no tracking was lost, there was none */
};

#define EVENT_STEP 0.002f /* s of the room, between the times of events: 500 frames a second */
#define CELL_STEP 0.005f  /* s of the room, between cuts in one cell */
#define REACH 3.0f        /* m, from the hand to the point that was cut; 1.6 at most in complete plays */
#define CARRY 30.0f       /* m/s: maps may carry the player, with points far from the poses, but not from one place to another */

typedef enum physics_rule { EVENT_TIMES, SAME_CELL, FRAMES, ELSEWHERE, STILL_HANDS, STILL_HEAD, PHYSICS } physics_rule;

static const check_rule rules[PHYSICS] = {
    [EVENT_TIMES] = { "beatsaber.event-times", REEL_ERROR,
                      "%llu cuts are at times less than 2 ms apart: no headset shows as many frames" },
    [SAME_CELL] = { "beatsaber.same-cell", REEL_ERROR,
                    "%llu cuts are in the same cell of the grid as another one less than 5 ms before" },
    [FRAMES] = { "beatsaber.cuts-between-frames", REEL_ERROR,
                 "%llu cuts are at more times between two frames than the game can have had frames" },
    [ELSEWHERE] = { "beatsaber.saber-elsewhere", REEL_ERROR, "%llu cuts are more than 3 m from the hand that made them" },
    [STILL_HANDS] = { "beatsaber.still-hand", REEL_WARNING, "a hand does not move at all during %llu of its good cuts" },
    [STILL_HEAD] = { "beatsaber.still-head", REEL_NOTE, "the head does not move at all during %llu good cuts" },
};

/* ---- the rules -------------------------------------------------------------------------------------------------- */

static float square(float x) { return x * x; }

static float apart(const reel_vec3 *a, const reel_vec3 *b)
{
    return sqrtf(square(a->x - b->x) + square(a->y - b->y) + square(a->z - b->z));
}

static bool is_far(const reel__play_hands *frame, const play_cut_time *cut)
{
    return apart(&cut->point, &frame->hands[cut->saber]) > REACH;
}

/* Cuts in order of time, and the frames beside them. */
typedef struct walk {
    const play_cut_time *cuts;
    const reel__play_hands *frames;
    size_t frame_count, frame; /* the first frame that is not before the cut */
    float slow;                /* seconds of the song in a second of the room, at most 1 */
    float last_time, cell_times[CELL_COUNT];
    reel_vec3 carried;         /* from the hand to the point of the last cut that was far */
    float carried_time;        /* of that cut */
    uint64_t times, time_cuts; /* different times since the frame before, and cuts at them */
    uint64_t counts[PHYSICS];
} walk;

static void end_frame(walk *w)
{
    if (w->times > FRAME_TIMES) w->counts[FRAMES] += w->time_cuts;
    w->times = w->time_cuts = 0;
}

/* Whether a cut is far from its hand, and not where a map has carried the player by then. */
static bool is_elsewhere(walk *w, const play_cut_time *cut)
{
    const reel__play_hands *frame = &w->frames[w->frame];
    if (!is_far(frame - 1, cut) || !is_far(frame, cut)) return false;
    const reel_vec3 *hand = &frame->hands[cut->saber], *point = &cut->point;
    const reel_vec3 way = { point->x - hand->x, point->y - hand->y, point->z - hand->z };
    const bool jumps = apart(&way, &w->carried) > REACH + CARRY * (cut->time - w->carried_time);
    w->carried = way;
    w->carried_time = cut->time;
    return jumps;
}

static void walk_cut(walk *w, const play_cut_time *cut)
{
    float step = cut->time - w->last_time;
    if (step > 0 && step < EVENT_STEP * w->slow) w->counts[EVENT_TIMES]++;
    if (cut->cell != NO_CELL) {
        float since = cut->time - w->cell_times[cut->cell];
        if (since > 0 && since < CELL_STEP * w->slow) w->counts[SAME_CELL]++;
        w->cell_times[cut->cell] = cut->time;
    }
    size_t before = w->frame;
    while (w->frame < w->frame_count && w->frames[w->frame].time < cut->time) w->frame++;
    if (w->frame != before) end_frame(w);
    bool covered = w->frame > 0 && w->frame < w->frame_count; /* notes go on after the frames of a clip */
    if (covered) {
        w->times += !(step == 0);
        w->time_cuts++;
        w->counts[ELSEWHERE] += is_elsewhere(w, cut);
    }
    w->last_time = cut->time;
}

/* Puts the frames in order of time, if they are not. False: out of memory. */
static bool sort_frames(play_state *play)
{
    play_physics *physics = &play->physics;
    size_t count = physics->frames.count;
    if (!physics->unsorted) return true;
    const reel__play_hands *frames = physics->frames.data;
    play_list list = { 0 }, sorted = { 0 };
    play_key *keys = count < UINT32_MAX ? reel__play_list_grow(&list, 2 * count, sizeof *keys, &play->allocator) : NULL;
    reel__play_hands *rows = reel__play_list_grow(&sorted, count, sizeof *rows, &play->allocator);
    bool done = keys && rows;
    if (done) {
        for (size_t i = 0; i < count; i++) keys[i] = (play_key){ reel__play_key_of(frames[i].time), (uint32_t)i };
        reel__play_sort(keys, keys + count, count);
        for (size_t i = 0; i < count; i++) rows[i] = frames[keys[i].index];
    }
    reel__play_list_free(&list, &play->allocator);
    reel__play_list_free(done ? &physics->frames : &sorted, &play->allocator);
    if (done) physics->frames = sorted;
    return done;
}

static bool walk_cuts(walk *w, play_state *play)
{
    if (!sort_frames(play)) return false;
    const play_physics *physics = &play->physics;
    size_t count = physics->cuts.count;
    play_list list = { 0 };
    play_key *keys = count < UINT32_MAX ? reel__play_list_grow(&list, 2 * count + 1, sizeof *keys, &play->allocator) : NULL;
    if (!keys) return false;
    w->cuts = physics->cuts.data;
    w->frames = physics->frames.data;
    w->frame_count = physics->frames.count;
    w->slow = reel__play_slowness(play);
    w->last_time = w->carried_time = -INFINITY;
    for (size_t i = 0; i < CELL_COUNT; i++) w->cell_times[i] = -INFINITY;
    for (size_t i = 0; i < count; i++) keys[i] = (play_key){ reel__play_key_of(w->cuts[i].time), (uint32_t)i };
    reel__play_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) walk_cut(w, &w->cuts[keys[i].index]);
    end_frame(w);
    reel__play_list_free(&list, &play->allocator);
    return true;
}

static void count_stills(walk *w, const play_stills *stills)
{
    const beatsaber_still *spans = stills->spans.data;
    for (size_t i = 0; i < stills->spans.count; i++) {
        const bool head = spans[i].tracker == PLAY_HEAD, most = !head && spans[i].frames >= stills->row / 2;
        if (spans[i].cuts >= (most ? STILL_FEW : STILL_CUTS)) w->counts[head ? STILL_HEAD : STILL_HANDS] += spans[i].cuts;
    }
}

/* ---- the check -------------------------------------------------------------------------------------------------- */

typedef struct physics_state {
    play_state play;
    bool started;
} physics_state;

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    physics_state *state = analysis->state;
    state->started = true;
    state->play.allocator = analysis->allocator;
    state->play.physics.wanted = true;
    return reel__play_feed(&state->play, analysis->format, chunk, true) ? REEL_OK : reel__memory_fail(analysis->error);
}

static reel_status finish(reel_analysis *analysis)
{
    physics_state *state = analysis->state;
    play_state *play = &state->play;
    play_physics *physics = &play->physics;
    walk w = { 0 };
    if (!state->started) return REEL_OK;
    if (!walk_cuts(&w, play)) return reel__memory_fail(analysis->error);
    if (!reel__play_still_finish(&physics->stills, physics->cuts.data, physics->cuts.count, &play->allocator))
        return reel__memory_fail(analysis->error);
    count_stills(&w, &physics->stills);
    for (size_t r = 0; r < PHYSICS; r++) {
        if (w.counts[r] < (r < STILL_HANDS ? LEAST : STILL_FEW) || (r < STILL_HANDS && w.counts[r] * SHARE < physics->cuts.count))
            continue;
        const rule_count violations = { .count = w.counts[r], .row = REEL_NO_ROW, .offset = REEL_NO_OFFSET };
        reel__rule_report(&analysis->reporter, &rules[r], "notes", NULL, &violations);
    }
    return REEL_OK;
}

static void close_state(reel_analysis *analysis)
{
    physics_state *state = analysis->state;
    if (state->started) reel__play_free(&state->play);
}

static const reel_table *const inputs[] = {
    &bsor_infos, &bsor_frames,   &bsor_notes, &scoresaber_infos, &scoresaber_poses, &scoresaber_notes, &xror_infos, &xror_frames,
    &xror_notes, &xror_garbages, NULL,
};

static const reel_format *const formats[] = { &reel_format_bsor, &reel_format_scoresaber, &reel_format_xror, NULL };

const reel_insight reel_check_beatsaber_physics = {
    .id = "beatsaber-physics",
    .name = "Beat Saber physics",
    .doc = "what cannot have happened in a play",
    .formats = formats,
    .inputs = inputs,
    .state_size = sizeof(physics_state),
    .chunk = take_chunk,
    .finish = finish,
    .close = close_state,
};
