/* SPDX-License-Identifier: MIT
 * The account of a play beside its map: the difficulty whose notes came, what became of each note, and what is against it. docs/levels.md has
 * the rules. */
#include "insight/beatsaber/level.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

/* s of the song, at its own speed. A note that was missed has its event when it has flown by, less than half a second after its time; the
 * other one may have been cut before. */
#define FLIES_BY 1.5f
#define AFTER_LAST 2.0f  /* s: frames that go on so long after a note, whose event is then missing */
#define BEFORE_FIRST 1.0 /* s: notes before may be too early for the game to show them */
enum { MOST_VIEWS = 32 };

/* ---- the view ----------------------------------------------------------------------------------------------------- */

static size_t notes_of(const play_state *play)
{
    const reel__play_note *notes = play->notes.data;
    size_t count = 0;
    for (size_t i = 0; i < play->notes.count; i++) count += notes[i].kind != BEATSABER_BOMB;
    return count;
}

/* Whether a half of the events are of notes of the map as they are; nine of ten. */
static bool fits_half(const play_state *play, const level_match *match) { return match->exact * 2 >= play->notes.count; }
static bool fits_well(const play_state *play, const level_match *match) { return match->exact * 10 >= play->notes.count * 9; }

/* Whether nine of ten events are of notes of the map in their places, though of another color, direction or scoring. */
static bool has_places(const play_state *play, const level_match *match)
{
    const level_object *objects = match->map.objects.data;
    size_t found = 0;
    for (size_t i = 0; i < match->map.objects.count; i++)
        found += objects[i].event != LEVEL_NO_EVENT && objects[i].difference != BEATSABER_LEVEL_TIME;
    return found * 10 >= play->notes.count * 9;
}

static bool look_through(const play_state *play, const reel_replay *level, level_view view, level_match *match)
{
    *match = (level_match){ .exact = 0 };
    return reel__level_map_take(play, level, view, &match->map) && reel__level_match_exact(play, match);
}

/* Keeps the better one of two. False: out of memory. */
static bool try_view(const play_state *play, const reel_replay *level, level_view view, level_match *best)
{
    level_match other;
    const bool done = look_through(play, level, view, &other);
    if (done && other.exact > best->exact) {
        const level_match worse = *best;
        *best = other;
        other = worse;
    }
    reel__level_match_free(play, &other);
    return done;
}

/* The play as its header states it, and if that does not fit, each other way that does. */
static bool find_view(const play_state *play, const reel_replay *level, level_view stated, level_match *best)
{
    const double offset = reel__level_offset(level);
    const uint32_t difficulties = reel__level_difficulties(level);
    bool done = look_through(play, level, stated, best);
    if (!done || fits_well(play, best)) return done;
    for (int sign = -1; offset != 0 && sign <= 1 && done; sign += 2)
        done = try_view(play, level, (level_view){ stated.difficulty, stated.mirrored, sign * offset }, best);
    uint32_t views = 0;
    for (uint32_t d = 0; d < difficulties && views < MOST_VIEWS && done && !fits_well(play, best); d++)
        for (int other = d == stated.difficulty; other < 2 && done && !fits_well(play, best); other++, views++)
            done = try_view(play, level, (level_view){ d, other ? !stated.mirrored : stated.mirrored, 0 }, best);
    const level_view *view = &best->map.view;
    const bool other = view->difficulty != stated.difficulty || view->mirrored != stated.mirrored;
    if (!done || (other ? fits_well(play, best) : fits_half(play, best))) return done;
    reel__level_match_free(play, best);
    return look_through(play, level, stated, best);
}

static uint8_t fit_of(const play_state *play, const level_match *match, level_view stated, double *pace)
{
    const level_view *view = &match->map.view;
    if (!notes_of(play)) return BEATSABER_LEVEL_UNKNOWN;
    if (view->difficulty != stated.difficulty) return fits_well(play, match) ? BEATSABER_LEVEL_OTHER : BEATSABER_LEVEL_NONE;
    if (view->mirrored != stated.mirrored) return fits_well(play, match) ? BEATSABER_LEVEL_MIRRORED : BEATSABER_LEVEL_NONE;
    if (fits_half(play, match) || has_places(play, match)) return BEATSABER_LEVEL_FITS;
    return reel__level_same_order(play, match, pace) ? BEATSABER_LEVEL_TIMES : BEATSABER_LEVEL_NONE;
}

/* ---- what became of the objects ----------------------------------------------------------------------------------- */

/* The span of the song that was played. */
typedef struct span {
    float first, last; /* of the objects that have an event */
    float fails;       /* from here on there need not be any; INFINITY: none */
    float frames_end;  /* 0: unknown */
    float flies_by;
    bool any;
} span;

static span span_of(const play_state *play, const level_result *result)
{
    const level_object *objects = result->match.map.objects.data;
    const float speed = play->song_speed > 1 ? play->song_speed : 1.0f;
    span s = { .fails = INFINITY, .frames_end = play->motion.last_time, .flies_by = FLIES_BY * speed };
    for (size_t i = 0; i < result->match.map.objects.count; i++) {
        if (objects[i].event == LEVEL_NO_EVENT || objects[i].difference == BEATSABER_LEVEL_TIME) continue;
        if (!s.any) s.first = objects[i].time;
        s.last = objects[i].time;
        s.any = true;
    }
    if (play->fail_time >= 0.01f && !play->no_fail) s.fails = play->fail_time;
    return s;
}

/* What an object without an event is: the song may have ended, or begun, elsewhere. */
static uint8_t outcome_without_event(const play_state *play, const span *s, const level_object *object, bool *unended)
{
    const float time = object->time;
    const bool before = s->any && time < s->first && (play->start_time > 0 || (double)time < BEFORE_FIRST);
    const bool later = s->any && time < s->last - s->flies_by;
    const bool goes_on = time < s->frames_end - AFTER_LAST * (s->flies_by / FLIES_BY);
    *unended = false;
    if (before || !s->any || time > s->fails - s->flies_by || (!later && !goes_on)) return BEATSABER_LEVEL_NOT_REACHED;
    if (object->what == BEATSABER_LEVEL_BOMB) return BEATSABER_LEVEL_AVOIDED;
    *unended = !later;
    return BEATSABER_LEVEL_NO_EVENT;
}

static void count_outcome(beatsaber_level *sum, const level_object *object)
{
    if (object->what == BEATSABER_LEVEL_BOMB) {
        sum->bombs++;
        sum->bombs_hit += object->outcome == BEATSABER_LEVEL_HIT;
        return;
    }
    sum->notes++;
    sum->cut += object->outcome == BEATSABER_LEVEL_CUT;
    sum->bad += object->outcome == BEATSABER_LEVEL_BAD;
    sum->missed += object->outcome == BEATSABER_LEVEL_MISSED;
    sum->not_reached += object->outcome == BEATSABER_LEVEL_NOT_REACHED;
    sum->no_event += object->outcome == BEATSABER_LEVEL_NO_EVENT;
}

static void count_difference(level_result *result, uint8_t difference, uint32_t row)
{
    if (!result->differences[difference]++) result->first[difference] = row;
}

static void count_objects(const play_state *play, level_result *result)
{
    static const uint8_t outcomes[] = { [BEATSABER_GOOD] = BEATSABER_LEVEL_CUT,
                                        [BEATSABER_BAD] = BEATSABER_LEVEL_BAD,
                                        [BEATSABER_MISS] = BEATSABER_LEVEL_MISSED,
                                        [BEATSABER_BOMB] = BEATSABER_LEVEL_HIT };
    const reel__play_note *notes = play->notes.data;
    level_object *objects = result->match.map.objects.data;
    const span s = span_of(play, result);
    for (size_t i = 0; i < result->match.map.objects.count; i++) {
        level_object *object = &objects[i];
        bool unended = false;
        if (object->event == LEVEL_NO_EVENT) {
            object->outcome = outcome_without_event(play, &s, object, &unended);
            if (object->outcome == BEATSABER_LEVEL_NO_EVENT && !unended && !(result->sum.no_event - result->unended))
                result->first_no_event = object->time;
        } else {
            object->outcome = outcomes[notes[object->event].kind];
            if (object->difference) {
                count_difference(result, object->difference, notes[object->event].row);
                result->sum.changed++;
            }
        }
        result->unended += unended;
        count_outcome(&result->sum, object);
    }
}

static void count_events(const play_state *play, level_result *result)
{
    const reel__play_note *notes = play->notes.data;
    level_event *events = result->match.events.data;
    for (size_t i = 0; i < play->notes.count; i++) {
        if (events[i].taken) continue;
        if (!events[i].difference) events[i].difference = BEATSABER_LEVEL_NO_NOTE;
        count_difference(result, events[i].difference, notes[i].row);
        result->sum.no_note++;
    }
}

/* ---- the score ---------------------------------------------------------------------------------------------------- */

static int points_of(const reel__play_note *note) { return note->before + note->center + note->after; }

/* If each note that was lost had been cut as well as the others, on average. Known if the play came to its end. */
static void count_full_combo(const play_state *play, level_result *result)
{
    const reel__play_note *notes = play->notes.data;
    const level_object *objects = result->match.map.objects.data;
    int64_t cut = 0, most = 0, whole = 0, earned = 0, lost = 0;
    beatsaber_multiplier multiplier = { 1, 0 };
    for (size_t i = 0; i < result->match.map.objects.count; i++) {
        const level_object *object = &objects[i];
        if (object->what == BEATSABER_LEVEL_BOMB) continue;
        const int max = beatsaber_max_points(object->scoring);
        beatsaber_multiplier_raise(&multiplier);
        whole += (int64_t)multiplier.value * max;
        if (object->outcome != BEATSABER_LEVEL_CUT) {
            lost += (int64_t)multiplier.value * max;
            continue;
        }
        const int points = points_of(&notes[object->event]);
        cut += points;
        most += max;
        earned += (int64_t)multiplier.value * points;
    }
    if (!whole || !most || result->sum.not_reached || result->sum.fit != BEATSABER_LEVEL_FITS) return;
    result->sum.fc_accuracy = (float)(((double)earned + (double)lost * (double)cut / (double)most) / (double)whole);
    result->sum.present |= BEATSABER_LEVEL_HAS_FC;
}

static void count_score(level_result *result, const play_state *play, int64_t score)
{
    beatsaber_level *sum = &result->sum;
    sum->score = score;
    if (!play->no_events) sum->present |= BEATSABER_LEVEL_HAS_SCORE;
    if (play->no_events || !(sum->present & BEATSABER_LEVEL_HAS_MAX) || sum->max_score <= 0) return;
    sum->accuracy = (float)((double)score / (double)sum->max_score);
    sum->present |= BEATSABER_LEVEL_HAS_ACCURACY;
}

/* ---- all of it ---------------------------------------------------------------------------------------------------- */

static level_view stated_view(const play_state *play, const reel_replay *level, bool *found)
{
    const uint32_t count = reel__level_difficulties(level);
    level_view view = { .mirrored = play->level.left_handed };
    *found = false;
    for (uint32_t i = 0; i < count && !*found; i++) {
        view.difficulty = i;
        *found = reel__level_is_stated(play, level, i);
    }
    if (!*found) view.difficulty = 0;
    return view;
}

static const char *why_not(const level_result *result, const play_state *play, const reel_reading *reading)
{
    if (result->match.map.timeless) return "the tempo of the map is not known: give the whole level";
    if (result->match.map.open) return "a chain of the map has more links than are counted";
    if (play->no_events) return "the replay has no events";
    if (reading->known && !reading->complete) return "the replay is damaged";
    if (result->sum.fit == BEATSABER_LEVEL_TIMES) return "the notes are those of the map, but at other times";
    return NULL;
}

/* The map as it is without the modifiers that leave out a part of it. */
static bool take_whole(const play_state *play, const reel_replay *level, level_result *result)
{
    if (!play->level.no_arrows && !play->level.no_bombs && !play->level.no_walls) return true;
    play_state plain = *play;
    plain.level.no_arrows = plain.level.no_bombs = plain.level.no_walls = false;
    result->match.map.whole = &result->whole;
    return reel__level_map_take(&plain, level, result->match.map.view, &result->whole) &&
           reel__level_walls_take(&plain, level, &result->whole);
}

bool reel__level_account(play_state *play, const reel_replay *level, const reel_reading *reading, int64_t score,
                         level_result *result)
{
    *result = (level_result){ .decidable = true };
    if (!reel__level_difficulties(level)) {
        result->why_not = "the level has no difficulty that could be read";
        result->decidable = false;
        return true;
    }
    const level_view stated = stated_view(play, level, &result->has_difficulty);
    if (!find_view(play, level, stated, &result->match) || !reel__level_match_rest(play, &result->match)) return false;
    result->sum.fit = fit_of(play, &result->match, stated, &result->pace);
    result->sum.mirrored = result->match.map.view.mirrored;
    reel__level_describe(level, result->match.map.view.difficulty, &result->sum);
    if (!reel__level_walls_take(play, level, &result->match.map) || !reel__level_walls_account(play, result)) return false;
    count_objects(play, result);
    count_events(play, result);
    count_score(result, play, score);
    result->why_not = reel__level_why_not(level, result->match.map.view.difficulty);
    if (!result->why_not) result->why_not = why_not(result, play, reading);
    result->decidable = !result->why_not;
    if (result->decidable) count_full_combo(play, result);
    result->sum.decidable = result->decidable;
    return take_whole(play, level, result);
}

void reel__level_free(const play_state *play, level_result *result)
{
    reel__level_match_free(play, &result->match);
    reel__level_map_free(play, &result->whole);
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

static void add_event(beatsaber_level_note *row, const reel__play_note *note)
{
    row->event_time = note->time;
    row->source_row = note->row;
    row->present |= BEATSABER_LEVEL_HAS_EVENT;
    if (note->kind != BEATSABER_GOOD) return;
    row->points = (uint8_t)points_of(note);
    row->present |= BEATSABER_LEVEL_HAS_POINTS;
}

static beatsaber_level_note row_of_object(const play_state *play, const level_object *object)
{
    const reel__play_note *notes = play->notes.data;
    beatsaber_level_note row = { .time = object->time,
                                 .line = object->line,
                                 .layer = object->layer,
                                 .direction = object->direction,
                                 .color = object->color == 1,
                                 .what = object->what,
                                 .scoring = object->scoring,
                                 .outcome = object->outcome,
                                 .difference = object->difference,
                                 .interval = object->interval,
                                 .density = object->density,
                                 .patterns = object->patterns,
                                 .present = BEATSABER_LEVEL_HAS_PLACE };
    if (object->density > 0) row.present |= BEATSABER_LEVEL_HAS_PATTERNS;
    if (object->interval > 0) row.present |= BEATSABER_LEVEL_HAS_INTERVAL;
    if (object->what != BEATSABER_LEVEL_BOMB) row.present |= BEATSABER_LEVEL_HAS_LOOK;
    if (object->event != LEVEL_NO_EVENT) add_event(&row, &notes[object->event]);
    return row;
}

static beatsaber_level_note row_of_event(const reel__play_note *note, uint8_t difference)
{
    const uint8_t look = BEATSABER_HAS_COLOR | BEATSABER_HAS_DIRECTION;
    const bool link = note->scoring == BSOR_CHAIN_LINK || note->scoring == BSOR_CHAIN_LINK_ARC_HEAD;
    beatsaber_level_note row = { .time = note->spawn_time,
                                 .what = note->kind == BEATSABER_BOMB ? BEATSABER_LEVEL_BOMB
                                         : link                       ? BEATSABER_LEVEL_LINK
                                                                      : BEATSABER_LEVEL_NOTE,
                                 .scoring = note->scoring,
                                 .outcome = BEATSABER_LEVEL_EXTRA,
                                 .difference = difference };
    if (note->known & BEATSABER_HAS_POSITION) {
        row.line = note->line;
        row.layer = note->layer;
        row.present |= BEATSABER_LEVEL_HAS_PLACE;
    }
    if ((note->known & look) == look && note->kind != BEATSABER_BOMB) {
        row.color = note->color;
        row.direction = note->direction;
        row.present |= BEATSABER_LEVEL_HAS_LOOK;
    }
    add_event(&row, note);
    return row;
}

static beatsaber_level_note row_of_wall(const play_state *play, const level_wall *wall)
{
    const play_wall *contacts = play->walls.data;
    beatsaber_level_note row = { .time = wall->time,
                                 .line = wall->line,
                                 .layer = wall->layer,
                                 .what = BEATSABER_LEVEL_WALL,
                                 .scoring = BSOR_NO_SCORE,
                                 .outcome = wall->outcome };
    if (wall->outcome == BEATSABER_LEVEL_EXTRA)
        row.difference = BEATSABER_LEVEL_NO_NOTE;
    else
        row.present |= BEATSABER_LEVEL_HAS_PLACE;
    if (wall->event == LEVEL_NO_EVENT) return row;
    row.event_time = contacts[wall->event].time;
    row.source_row = contacts[wall->event].row;
    row.present |= BEATSABER_LEVEL_HAS_EVENT;
    return row;
}

static bool is_lost(const beatsaber_level_note *row)
{
    return row->outcome == BEATSABER_LEVEL_BAD || row->outcome == BEATSABER_LEVEL_MISSED || row->outcome == BEATSABER_LEVEL_HIT ||
           row->outcome == BEATSABER_LEVEL_NO_EVENT;
}

static bool put_row(reel_row_list *list, const beatsaber_level_note *row)
{
    beatsaber_level_note *room = list ? reel_row_add(list) : NULL;
    if (room) *room = *row;
    return !list || room;
}

/* Events that belong to no object, in order of the times of their notes. */
static size_t order_extra(const play_state *play, const level_result *result, play_key *keys, play_key *spare)
{
    const reel__play_note *notes = play->notes.data;
    const level_event *events = result->match.events.data;
    size_t count = 0;
    for (uint32_t i = 0; i < play->notes.count; i++)
        if (!events[i].taken) keys[count++] = (play_key){ reel__play_key_of(notes[i].spawn_time), i };
    if (count) reel__play_sort(keys, spare, count);
    return count;
}

bool reel__level_rows(const play_state *play, const level_result *result, reel_row_list *all, reel_row_list *lost)
{
    const reel__play_note *notes = play->notes.data;
    const level_event *events = result->match.events.data;
    const level_object *objects = result->match.map.objects.data;
    const level_wall *walls = result->match.map.walls.data;
    const size_t count = result->match.map.objects.count, wall_count = result->match.map.walls.count;
    play_list list = { 0 };
    if (!events) return true;
    play_key *keys = reel__play_list_grow(&list, 2 * play->notes.count + 1, sizeof *keys, &play->allocator);
    bool done = keys != NULL;
    const size_t extra = done ? order_extra(play, result, keys, keys + play->notes.count) : 0;
    for (size_t o = 0, e = 0, w = 0; done && (o < count || e < extra || w < wall_count);) {
        const uint32_t of_object = o < count ? reel__play_key_of(objects[o].time) : UINT32_MAX,
                       of_event = e < extra ? keys[e].key : UINT32_MAX;
        beatsaber_level_note row;
        if (w < wall_count && reel__play_key_of(walls[w].time) < (of_object < of_event ? of_object : of_event)) {
            row = row_of_wall(play, &walls[w++]);
        } else if (e == extra || (o < count && of_object <= of_event)) {
            row = row_of_object(play, &objects[o++]);
        } else {
            row = row_of_event(&notes[keys[e].index], events[keys[e].index].difference);
            e++;
        }
        done = put_row(all, &row) && (!is_lost(&row) || put_row(lost, &row));
    }
    reel__play_list_free(&list, &play->allocator);
    return done;
}

#endif
