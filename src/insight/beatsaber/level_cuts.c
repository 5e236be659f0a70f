/* SPDX-License-Identifier: MIT
 * The rows of a play that was re-enacted, and its score: that of the game for the cuts, misses and bombs of the motion, in the order in which
 * they come. Walls are those of the events, and so is what the motion does not tell. */
#include "insight/beatsaber/level_reenact.h"

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP && !defined REEL_WITHOUT_EVIDENCE

#include <math.h>

#define MISSED_AFTER                                                                                                             \
    0.15f /* s of the song: a miss counts in the first frame that is so late, and an early cut in the one that is so near */

typedef struct cuts_maker {
    const play_state *play;
    const evidence_result *evidence;
    const reel__play_note *events;
    beatsaber_level_reenacted *sum;
    reel__play_note *notes; /* as re-enacted */
    size_t count;
} cuts_maker;

static uint8_t points_of(const reel__play_note *note) { return (uint8_t)(note->before + note->center + note->after); }

/* The time of the first frame from a time on; that time itself, if there is none. */
static float frame_time(const play_state *play, float time)
{
    const evidence_pose *poses = play->evidence.poses.data;
    size_t low = 0, high = play->evidence.poses.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (poses[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low < play->evidence.poses.count ? poses[low].time : time;
}

/* The event that the motion gives; false: it gives none. */
static bool motion_event(const cuts_maker *m, const level_object *object, const reenacted_object *motion, reel__play_note *note)
{
    static const uint8_t kinds[] = { [BEATSABER_LEVEL_CUT] = BEATSABER_GOOD,
                                     [BEATSABER_LEVEL_BAD] = BEATSABER_BAD,
                                     [BEATSABER_LEVEL_MISSED] = BEATSABER_MISS,
                                     [BEATSABER_LEVEL_HIT] = BEATSABER_BOMB };
    if (motion->outcome == BEATSABER_LEVEL_AVOIDED) return false;
    const evidence_pose *poses = m->play->evidence.poses.data;
    const bool missed = motion->frame == EVIDENCE_NO_FRAME;
    *note = (reel__play_note){ .time = missed ? frame_time(m->play, object->time + MISSED_AFTER) : poses[motion->frame].time,
                               .spawn_time = object->time,
                               .kind = kinds[motion->outcome],
                               .scoring = object->scoring,
                               .hand = object->color == RIGHT ? RIGHT : LEFT,
                               .cell = NO_CELL,
                               .before = motion->before,
                               .center = motion->center,
                               .after = motion->after };
    /* the points of a cut come when its note is near, as in the game */
    if (!missed && note->time < object->time - MISSED_AFTER) note->time = frame_time(m->play, object->time - MISSED_AFTER);
    return true;
}

/* Poses that were rounded by more may be on the other side of a bomb. */
#define COARSE 0.02 /* m at the tip */
bool reel__level_is_exact(const evidence_result *evidence)
{
    return evidence->fit.rounding.position + evidence->fit.rounding.rotation < COARSE;
}

static void count_motion(beatsaber_level_reenacted *sum, const reenacted_object *motion)
{
    sum->cut += motion->outcome == BEATSABER_LEVEL_CUT;
    sum->bad += motion->outcome == BEATSABER_LEVEL_BAD;
    sum->missed += motion->outcome == BEATSABER_LEVEL_MISSED;
    sum->hit += motion->outcome == BEATSABER_LEVEL_HIT;
}

static void take_object(cuts_maker *m, const level_object *object, const reenacted_object *motion)
{
    const bool has_event = object->event != LEVEL_NO_EVENT;
    beatsaber_level_reenacted *sum = m->sum;
    if (object->outcome == BEATSABER_LEVEL_NOT_REACHED) return;
    sum->notes++;
    if (motion->reason) {
        if (has_event) m->notes[m->count++] = m->events[object->event];
        return;
    }
    sum->known++;
    sum->same += motion->outcome == object->outcome;
    sum->bombs_passed += motion->deep && !has_event && reel__level_is_exact(m->evidence);
    count_motion(sum, motion);
    const bool both = motion->outcome == BEATSABER_LEVEL_CUT && object->outcome == BEATSABER_LEVEL_CUT;
    sum->same_points += both && motion->before + motion->center + motion->after == points_of(&m->events[object->event]);
    m->count += motion_event(m, object, motion, &m->notes[m->count]);
}

static bool add_row(const cuts_maker *m, const level_object *object, const reenacted_object *motion, reel_row_list *cuts)
{
    const evidence_pose *poses = m->play->evidence.poses.data;
    beatsaber_level_cut *row = reel_row_add(cuts);
    if (!row) return false;
    *row = (beatsaber_level_cut){ .time = object->time,
                                  .line = object->line,
                                  .layer = object->layer,
                                  .direction = object->direction,
                                  .color = object->color == RIGHT,
                                  .what = object->what,
                                  .outcome = object->outcome,
                                  .reason = motion->reason };
    if (object->what != BEATSABER_LEVEL_BOMB) row->present |= BEATSABER_LEVEL_CUT_HAS_LOOK;
    if (object->event != LEVEL_NO_EVENT) {
        const reel__play_note *event = &m->events[object->event];
        row->event_time = event->time;
        row->source_row = event->row;
        row->points = points_of(event);
        row->present |= BEATSABER_LEVEL_CUT_HAS_EVENT;
        if (event->kind == BEATSABER_GOOD) row->present |= BEATSABER_LEVEL_CUT_HAS_POINTS;
    }
    if (motion->reason) return true;
    row->motion_outcome = motion->outcome;
    row->present |= BEATSABER_LEVEL_CUT_HAS_MOTION;
    if (motion->frame == EVIDENCE_NO_FRAME) return true;
    row->motion_time = poses[motion->frame].time;
    row->frame_row = poses[motion->frame].row;
    row->hand = motion->saber;
    row->present |= BEATSABER_LEVEL_CUT_HAS_FRAME;
    if (motion->outcome != BEATSABER_LEVEL_CUT) return true;
    row->motion_points = (uint8_t)(motion->before + motion->center + motion->after);
    row->before = motion->before_rating;
    row->after = motion->after_rating;
    row->distance = motion->distance;
    row->present |= BEATSABER_LEVEL_CUT_HAS_SWING;
    return true;
}

static bool add_rows(const cuts_maker *m, const level_map *map, reel_row_list *cuts)
{
    const level_object *objects = map->objects.data;
    bool done = true;
    for (size_t i = 0; done && i < map->objects.count; i++) done = add_row(m, &objects[i], &m->evidence->objects[i], cuts);
    return done;
}

bool reel__level_cuts(play_state *play, const level_result *level, const evidence_result *evidence,
                      beatsaber_level_reenacted *sum, reel_row_list *cuts)
{
    const level_map *map = &level->match.map;
    const level_object *objects = map->objects.data;
    play_list list = { 0 };
    cuts_maker m = { .play = play, .evidence = evidence, .events = play->notes.data, .sum = sum };
    *sum = (beatsaber_level_reenacted){ .stated_score = play->stated_score,
                                        .event_score = evidence->sum.event_score,
                                        .walls_passed = evidence->walls_passed,
                                        .hidden_bad = evidence->hidden_bad,
                                        .hidden_bombs = evidence->hidden_bombs,
                                        .hidden_walls = evidence->hidden_walls,
                                        .note_speed = (float)(map->speed > 0 ? map->speed : evidence->fit.flight.speed) };
    m.notes = reel__play_list_grow(&list, map->objects.count + 1, sizeof *m.notes, &play->allocator);
    for (size_t i = 0; m.notes && i < map->objects.count; i++) take_object(&m, &objects[i], &evidence->objects[i]);
    bool done = m.notes && reel__evidence_score_of(play, m.notes, m.count, &sum->motion_score);
    if (sum->known) sum->present |= BEATSABER_REENACTED_HAS_SCORE;
    if (sum->known && sum->event_score > 0) {
        sum->relative_difference = (float)((double)(sum->motion_score - sum->event_score) / (double)sum->event_score);
        sum->present |= BEATSABER_REENACTED_HAS_DIFFERENCE;
    }
    done = done && (!cuts || add_rows(&m, map, cuts));
    reel__play_list_free(&list, &play->allocator);
    return done;
}

#endif
