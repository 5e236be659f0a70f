/* SPDX-License-Identifier: MIT
 * Which event is of which object of the map. Both are put into order by what they look like, and then by time, so that one walk over them
 * pairs those that are alike: each event has one object at most, and the cost does not depend on how many are at one time. What is left
 * over is paired by less and less of it. */
#include "insight/beatsaber/level.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

/* Times of notes are single floats of the game, which adds up changes of the tempo. */
#define SLACK 1e-3f        /* s */
#define SLACK_GROWTH 1e-5f /* and for each second of the song */
#define LINK_SLACK 0.02f   /* games have put links in several ways */
#define OTHER_TIME 0.25f   /* a note at another time is not another note */
#define NEAR_ANCHOR 0.05f  /* an arc or a chain that begins so near may begin on the note in other versions of the game */

enum { GRID_LINES = 4, GRID_LAYERS = 3, GRID_DIRECTIONS = 9 };

/* What a pass looks at. */
typedef struct pass {
    bool (*object_key)(const level_object *object, uint32_t *key);
    bool (*event_key)(const reel__play_note *note, uint32_t *key);
    float slack;
    uint8_t difference; /* of the events that it finds */
    bool again;         /* objects that have an event, too; they keep it */
} pass;

typedef struct matcher {
    const play_state *play;
    const reel__play_note *notes;
    level_match *match;
    level_object *objects;
    level_event *events;
    play_key *keys, *event_keys, *spare;
} matcher;

static float slack_at(const pass *how, float time)
{
    const float grown = time > 0 ? SLACK_GROWTH * time : 0;
    return how->slack + grown;
}

/* In order of keys, and of one key in order of time. */
static size_t order_objects(const matcher *m, const pass *how)
{
    const size_t all = m->match->map.objects.count;
    size_t count = 0;
    uint32_t key;
    for (uint32_t i = 0; i < all; i++) { /* they are in order of time */
        if (m->objects[i].event != LEVEL_NO_EVENT && !how->again) continue;
        if (how->object_key(&m->objects[i], &key)) m->keys[count++] = (play_key){ key, i };
    }
    if (count) reel__play_sort(m->keys, m->spare, count);
    return count;
}

static size_t order_events(const matcher *m, const pass *how)
{
    const size_t all = m->play->notes.count;
    size_t count = 0;
    uint32_t key;
    for (uint32_t i = 0; i < all; i++)
        if (!m->events[i].taken && isfinite(m->notes[i].spawn_time) && how->event_key(&m->notes[i], &key))
            m->event_keys[count++] = (play_key){ reel__play_key_of(m->notes[i].spawn_time), i };
    if (!count) return 0;
    reel__play_sort(m->event_keys, m->spare, count);
    for (size_t i = 0; i < count; i++) how->event_key(&m->notes[m->event_keys[i].index], &m->event_keys[i].key);
    reel__play_sort(m->event_keys, m->spare, count);
    return count;
}

static void take(const matcher *m, const pass *how, uint32_t object, uint32_t event)
{
    m->events[event] = (level_event){ .taken = !how->again, .difference = how->difference };
    if (how->again) return;
    m->objects[object].event = event;
    m->objects[object].difference = how->difference;
}

static void run(const matcher *m, const pass *how)
{
    const size_t events = order_events(m, how), objects = events ? order_objects(m, how) : 0;
    for (size_t o = 0, e = 0; o < objects && e < events;) {
        const play_key *object = &m->keys[o], *event = &m->event_keys[e];
        const float at = m->objects[object->index].time, apart = m->notes[event->index].spawn_time - at;
        if (object->key != event->key) {
            object->key < event->key ? o++ : e++;
        } else if (apart < -slack_at(how, at)) {
            e++;
        } else if (apart > slack_at(how, at)) {
            o++;
        } else {
            take(m, how, object->index, event->index);
            e++;
            o += !how->again; /* all events of a note that has one are further ones */
        }
    }
}

/* ---- what notes look like ----------------------------------------------------------------------------------------- */

static bool on_grid(int32_t line, int32_t layer) { return line >= 0 && line < GRID_LINES && layer >= 0 && layer < GRID_LAYERS; }

static bool is_link(uint8_t scoring) { return scoring == BSOR_CHAIN_LINK || scoring == BSOR_CHAIN_LINK_ARC_HEAD; }

static uint32_t look_of(int32_t line, int32_t layer, int32_t color, int32_t direction)
{
    return (uint32_t)(((line * GRID_LAYERS + layer) * 2 + color) * 16 + direction);
}

enum { LINK_LOOK = 1 << 16 };

static bool object_look(const level_object *o, uint32_t *key)
{
    if (o->what == BEATSABER_LEVEL_BOMB || !on_grid(o->line, o->layer) || (o->color != 0 && o->color != 1)) return false;
    if (o->direction < 0 || o->direction >= GRID_DIRECTIONS) return false;
    *key = look_of(o->line, o->layer, o->color, o->direction);
    return true;
}

static bool event_look(const reel__play_note *n, uint32_t *key)
{
    const uint8_t needed = BEATSABER_HAS_POSITION | BEATSABER_HAS_COLOR | BEATSABER_HAS_DIRECTION;
    if (n->kind == BEATSABER_BOMB || (n->known & needed) != needed) return false;
    *key = look_of(n->line, n->layer, n->color, n->direction);
    return true;
}

/* Links and notes apart. */
static bool object_kind(const level_object *o, uint32_t *key)
{
    if (!object_look(o, key)) return false;
    *key += o->what == BEATSABER_LEVEL_LINK ? LINK_LOOK : 0;
    return true;
}

static bool event_kind(const reel__play_note *n, uint32_t *key)
{
    if (!event_look(n, key) || !(n->known & BEATSABER_HAS_SCORING)) return false;
    *key += is_link(n->scoring) ? LINK_LOOK : 0;
    return true;
}

/* Outside of the grid only the number of the id is left, with the scoring that the map gives. */
static bool object_id(const level_object *o, uint32_t *key)
{
    uint32_t look;
    if (object_look(o, &look)) return false;
    *key = o->scoring * 10000u + (uint32_t)o->line * 1000u + (uint32_t)o->layer * 100u;
    *key += o->what == BEATSABER_LEVEL_BOMB ? UINT32_MAX : (uint32_t)o->color * 10u + (uint32_t)o->direction;
    return true;
}

static bool event_id(const reel__play_note *n, uint32_t *key)
{
    uint32_t look;
    *key = n->id;
    return !event_look(n, &look);
}

/* Maps of the mode NoArrows have arrows that are not shown. */
static bool object_dot(const level_object *o, uint32_t *key)
{
    if (!object_look(o, key)) return false;
    *key = look_of(o->line, o->layer, o->color, 0);
    return true;
}

static bool event_dot(const reel__play_note *n, uint32_t *key)
{
    if (!event_look(n, key) || n->direction != GRID_DIRECTIONS - 1) return false;
    *key = look_of(n->line, n->layer, n->color, 0);
    return true;
}

static bool object_link(const level_object *o, uint32_t *key)
{
    *key = (uint32_t)o->color;
    return o->what == BEATSABER_LEVEL_LINK;
}

static bool event_link(const reel__play_note *n, uint32_t *key)
{
    *key = n->color;
    return n->kind != BEATSABER_BOMB && n->known & BEATSABER_HAS_COLOR && n->known & BEATSABER_HAS_SCORING && is_link(n->scoring);
}

static bool object_bomb(const level_object *o, uint32_t *key)
{
    *key = look_of(o->line & 3, o->layer & 3, 0, 0);
    return o->what == BEATSABER_LEVEL_BOMB && on_grid(o->line, o->layer);
}

static bool event_bomb(const reel__play_note *n, uint32_t *key)
{
    *key = look_of(n->line, n->layer, 0, 0);
    return n->kind == BEATSABER_BOMB && n->known & BEATSABER_HAS_POSITION;
}

/* The place and the color; the place alone. */
static bool object_color(const level_object *o, uint32_t *key)
{
    *key = look_of(o->line & 3, o->layer & 3, o->color & 1, 0);
    return o->what != BEATSABER_LEVEL_BOMB && on_grid(o->line, o->layer);
}

static bool event_color(const reel__play_note *n, uint32_t *key)
{
    const uint8_t needed = BEATSABER_HAS_POSITION | BEATSABER_HAS_COLOR;
    *key = look_of(n->line, n->layer, n->color & 1, 0);
    return n->kind != BEATSABER_BOMB && (n->known & needed) == needed;
}

static bool object_place(const level_object *o, uint32_t *key)
{
    *key = look_of(o->line & 3, o->layer & 3, 0, 0);
    return o->what != BEATSABER_LEVEL_BOMB && on_grid(o->line, o->layer);
}

static bool event_place(const reel__play_note *n, uint32_t *key)
{
    *key = look_of(n->line, n->layer, 0, 0);
    return n->kind != BEATSABER_BOMB && n->known & BEATSABER_HAS_POSITION;
}

/* ---- scoring ------------------------------------------------------------------------------------------------------ */

/* What games of all versions make of a note: docs/formats/beatsaber-map.md, "Scoring and the greatest score". */
static bool can_score(uint8_t object, uint8_t event)
{
#define BIT(scoring) (1u << (scoring))
    static const uint16_t others[SCORING_COUNT] = {
        [BSOR_ARC_HEAD_ARC_TAIL] = BIT(BSOR_ARC_HEAD) | BIT(BSOR_ARC_TAIL),
        [BSOR_CHAIN_HEAD_ARC_TAIL] = BIT(BSOR_CHAIN_HEAD) | BIT(BSOR_ARC_TAIL),
        [BSOR_CHAIN_LINK] = BIT(BSOR_CHAIN_LINK_ARC_HEAD),
        [BSOR_CHAIN_HEAD_ARC_HEAD] = BIT(BSOR_CHAIN_HEAD) | BIT(BSOR_ARC_HEAD),
        [BSOR_CHAIN_HEAD_ARC_HEAD_ARC_TAIL] = BIT(BSOR_ARC_HEAD) | BIT(BSOR_ARC_TAIL) | BIT(BSOR_CHAIN_HEAD) |
                                              BIT(BSOR_ARC_HEAD_ARC_TAIL) | BIT(BSOR_CHAIN_HEAD_ARC_TAIL) |
                                              BIT(BSOR_CHAIN_HEAD_ARC_HEAD),
    };
#undef BIT
    return object == event || (object < SCORING_COUNT && others[object] >> event & 1);
}

static bool is_before(const level_anchor *anchors, const play_key *order, size_t at, uint32_t place, float time)
{
    const level_anchor *anchor = &anchors[order[at].index];
    return anchor->place != place ? anchor->place < place : anchor->time < time;
}

/* Whether an anchor of that place is near. `order` is that of places, and of one place in order of time. */
static bool has_anchor(const level_anchor *anchors, const play_key *order, size_t count, const level_object *object)
{
    const uint32_t place = level_place_key(object->line, object->layer, object->color);
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_before(anchors, order, middle, place, object->time - NEAR_ANCHOR))
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && anchors[order[low].index].place == place &&
           anchors[order[low].index].time <= object->time + NEAR_ANCHOR;
}

/* A play of a game before arcs and chains has no scoring in its ids. */
static bool has_scoring(const matcher *m)
{
    for (size_t i = 0; i < m->play->notes.count; i++)
        if (m->notes[i].kind != BEATSABER_BOMB && m->notes[i].known & BEATSABER_HAS_SCORING && m->notes[i].scoring >= BSOR_NORMAL)
            return true;
    return false;
}

static void compare_scorings(const matcher *m, const play_key *order, const level_anchor *anchors, size_t count)
{
    for (size_t i = 0; i < m->match->map.objects.count; i++) {
        level_object *object = &m->objects[i];
        if (object->event == LEVEL_NO_EVENT || object->difference || object->what == BEATSABER_LEVEL_BOMB) continue;
        const reel__play_note *note = &m->notes[object->event];
        const bool other = note->known & BEATSABER_HAS_SCORING && !can_score(object->scoring, note->scoring);
        if (!other || has_anchor(anchors, order, count, object)) continue;
        object->difference = BEATSABER_LEVEL_SCORING;
    }
}

static bool find_scorings(const matcher *m)
{
    const level_anchor *anchors = m->match->map.anchors.data;
    const size_t count = m->match->map.anchors.count;
    play_list list = { 0 };
    if (!has_scoring(m)) return true;
    play_key *order = reel__play_list_grow(&list, 2 * count + 1, sizeof *order, &m->play->allocator);
    if (!order) return false;
    for (uint32_t i = 0; i < count; i++) order[i] = (play_key){ reel__play_key_of(anchors[i].time), i };
    if (count) reel__play_sort(order, order + count, count);
    for (size_t i = 0; i < count; i++) order[i].key = anchors[order[i].index].place;
    if (count) reel__play_sort(order, order + count, count);
    compare_scorings(m, order, anchors, count);
    reel__play_list_free(&list, &m->play->allocator);
    return true;
}

/* ---- all passes --------------------------------------------------------------------------------------------------- */

/* `keys` holds the memory that matcher_free frees. False: out of memory. */
static bool begin(matcher *m, const play_state *play, level_match *match, play_list *keys)
{
    const size_t objects = match->map.objects.count, events = play->notes.count, most = objects > events ? objects : events;
    *m = (matcher){ .play = play, .notes = play->notes.data, .match = match, .objects = match->map.objects.data };
    if (events >= UINT32_MAX / 2 || objects >= UINT32_MAX / 2) return false;
    m->keys = reel__play_list_grow(keys, objects + events + most + 1, sizeof *m->keys, &play->allocator);
    if (!m->keys) return false;
    m->event_keys = m->keys + objects;
    m->spare = m->event_keys + events;
    m->events = match->events.data;
    return true;
}

bool reel__level_match_exact(const play_state *play, level_match *match)
{
    static const pass exact[] = {
        { object_kind, event_kind, SLACK, BEATSABER_LEVEL_SAME, false },
        { object_look, event_look, SLACK, BEATSABER_LEVEL_SAME, false },
        { object_id, event_id, SLACK, BEATSABER_LEVEL_SAME, false },
        { object_link, event_link, LINK_SLACK, BEATSABER_LEVEL_SAME, false },
        { object_bomb, event_bomb, SLACK, BEATSABER_LEVEL_SAME, false },
        { object_dot, event_dot, SLACK, BEATSABER_LEVEL_SAME, false },
    };
    static const char no_arrows[] = "NoArrows";
    play_list keys = { 0 };
    matcher m;
    level_event *events = reel__play_list_grow(&match->events, play->notes.count + 1, sizeof *events, &play->allocator);
    if (!events || !begin(&m, play, match, &keys)) return false;
    memset(events, 0, (play->notes.count + 1) * sizeof *events);
    const size_t passes = sizeof exact / sizeof *exact - (strcmp(play->level.mode, no_arrows) != 0);
    for (size_t i = 0; i < passes; i++) run(&m, &exact[i]);
    match->exact = 0;
    for (size_t i = 0; i < play->notes.count; i++) match->exact += events[i].taken;
    reel__play_list_free(&keys, &play->allocator);
    return true;
}

bool reel__level_match_rest(const play_state *play, level_match *match)
{
    static const pass rest[] = {
        { object_color, event_color, SLACK, BEATSABER_LEVEL_DIRECTION, false },
        { object_place, event_place, SLACK, BEATSABER_LEVEL_COLOR, false },
        { object_look, event_look, OTHER_TIME, BEATSABER_LEVEL_TIME, false },
        { object_look, event_look, SLACK, BEATSABER_LEVEL_SECOND, true },
        { object_bomb, event_bomb, SLACK, BEATSABER_LEVEL_SECOND, true },
    };
    play_list keys = { 0 };
    matcher m;
    bool done = begin(&m, play, match, &keys);
    for (size_t i = 0; done && i < sizeof rest / sizeof *rest; i++) run(&m, &rest[i]);
    done = done && find_scorings(&m);
    reel__play_list_free(&keys, &play->allocator);
    return done;
}

/* ---- the order ---------------------------------------------------------------------------------------------------- */

enum { SAME_SHARE = 5, SAME_OF = 4 };

/* Sums for the line through the times of notes and of their events. */
typedef struct pace_sums {
    double n, x, y, xx, xy, yy;
} pace_sums;

#define STEADY 0.002 /* s: the root of the mean square of what is beside the line */

/* How many seconds of the events go by in a second of the map; 0: not always the same. */
static double pace_of(const pace_sums *s)
{
    const double xx = s->n * s->xx - s->x * s->x, xy = s->n * s->xy - s->x * s->y, yy = s->n * s->yy - s->y * s->y;
    if (s->n < 3 || !(xx > 0)) return 0;
    const double pace = xy / xx, beside = (yy - pace * xy) / (s->n * s->n);
    return beside <= STEADY * STEADY ? pace : 0;
}

static void add_pace(pace_sums *s, double x, double y)
{
    *s = (pace_sums){ s->n + 1, s->x + x, s->y + y, s->xx + x * x, s->xy + x * y, s->yy + y * y };
}

bool reel__level_same_order(const play_state *play, const level_match *match, double *pace)
{
    static const pass how = { object_look, event_look, 0, 0, true };
    play_list list = { 0 };
    level_match own = *match;
    pace_sums sums = { 0 };
    matcher m;
    size_t same = 0, compared = 0, e = 0;
    *pace = 0;
    if (!begin(&m, play, &own, &list)) {
        reel__play_list_free(&list, &play->allocator);
        return false;
    }
    const size_t events = play->notes.count;
    for (uint32_t i = 0; i < events; i++) m.event_keys[i] = (play_key){ reel__play_key_of(m.notes[i].spawn_time), i };
    if (events) reel__play_sort(m.event_keys, m.spare, events);
    for (size_t o = 0; o < own.map.objects.count && e < events; o++) {
        uint32_t key, other = 0;
        if (!how.object_key(&m.objects[o], &key)) continue;
        while (e < events && !how.event_key(&m.notes[m.event_keys[e].index], &other)) e++;
        if (e == events) break;
        compared++;
        if (key == other) add_pace(&sums, (double)m.objects[o].time, (double)m.notes[m.event_keys[e].index].spawn_time);
        e++;
        same += key == other;
    }
    *pace = pace_of(&sums);
    reel__play_list_free(&list, &play->allocator);
    return compared && same * SAME_SHARE >= compared * SAME_OF;
}

void reel__level_match_free(const play_state *play, level_match *match)
{
    reel__level_map_free(play, &match->map);
    reel__play_list_free(&match->events, &play->allocator);
}

#endif
