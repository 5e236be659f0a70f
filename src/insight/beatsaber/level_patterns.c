/* SPDX-License-Identifier: MIT
 * What the notes of a map are part of: streams, stacks, doubles, crossovers, resets. docs/levels.md has the definitions, which follow the words of
 * mappers (bsmg/wiki, wiki/mapping/glossary.md) with limits of our own, since that page has none. A swing is what a hand cuts in one go; it
 * is found first, and all else from the order of swings. */
#include "insight/beatsaber/level.h"

#ifndef REEL_WITHOUT_BEATSABER_MAP

#define ONE_SWING 0.05  /* s between notes of one color that one swing cuts */
#define AT_ONCE 0.01    /* s between swings of both hands in a double */
#define STREAM_MOST 0.2 /* s between swings of a stream */
#define STREAM_EVEN 0.1 /* share by which one of these may differ from the one before */
#define RESET_MOST 2.0  /* s: a hand that rests longer is where it likes to be */
#define AROUND 0.5      /* s before and after a note in which its density counts */
enum { STREAM_LEAST = 5, HANDS = 2, NONE = -1 };

typedef struct level_swing {
    double begin, end; /* s, of its first and last note */
    uint32_t notes;
    int32_t direction; /* of its first note with an arrow, in eighths of a turn; NONE */
    uint8_t hand;
    uint8_t patterns;
} level_swing;

typedef struct pattern_finder {
    level_object *objects;
    size_t count;
    level_swing *swings; /* in order of their begins */
    uint32_t *swing_of;  /* of each object */
    size_t swing_count;
} pattern_finder;

static bool is_note(const level_object *object)
{
    return object->what == BEATSABER_LEVEL_NOTE && (object->color == LEFT || object->color == RIGHT);
}

/* The direction of an arrow in eighths of a turn, clockwise from above. */
static int32_t eighth_of(int32_t direction)
{
    static const int32_t eighths[] = { 0, 4, 6, 2, 7, 1, 5, 3 };
    return direction >= 0 && direction < (int32_t)(sizeof eighths / sizeof *eighths) ? eighths[direction] : NONE;
}

/* Puts notes of one color that follow each other at once into one swing, and finds the time between swings of a hand. */
static void find_swings(pattern_finder *f)
{
    int64_t last[HANDS] = { NONE, NONE };
    double before[HANDS] = { 0 };
    for (size_t i = 0; i < f->count; i++) {
        level_object *object = &f->objects[i];
        if (!is_note(object)) continue;
        const double time = (double)object->time;
        int64_t *own = &last[object->color];
        const bool more = *own != NONE && time - f->swings[*own].end <= ONE_SWING;
        if (!more) {
            before[object->color] = *own == NONE ? 0 : time - f->swings[*own].end;
            *own = (int64_t)f->swing_count++;
            f->swings[*own] = (level_swing){ .begin = time, .hand = (uint8_t)object->color, .direction = NONE };
        }
        level_swing *swing = &f->swings[*own];
        swing->end = time;
        swing->notes++;
        if (swing->direction == NONE) swing->direction = eighth_of(object->direction);
        f->swing_of[i] = (uint32_t)*own;
        object->interval = (float)before[object->color];
    }
}

static void mark_stacks_and_doubles(const pattern_finder *f)
{
    for (size_t i = 0; i < f->swing_count; i++) {
        level_swing *swing = &f->swings[i], *next = swing + 1;
        if (swing->notes > 1) swing->patterns |= BEATSABER_IN_STACK;
        if (i + 1 == f->swing_count || next->hand == swing->hand || next->begin - swing->begin > AT_ONCE) continue;
        swing->patterns |= BEATSABER_IN_DOUBLE;
        next->patterns |= BEATSABER_IN_DOUBLE;
    }
}

/* Within 45 degrees of the swing before. */
static void mark_resets(const pattern_finder *f)
{
    const level_swing *last[HANDS] = { NULL };
    for (size_t i = 0; i < f->swing_count; i++) {
        level_swing *swing = &f->swings[i];
        const level_swing *before = last[swing->hand];
        last[swing->hand] = swing;
        if (!before || before->direction == NONE || swing->direction == NONE || swing->begin - before->end > RESET_MOST) continue;
        const int32_t apart = (swing->direction - before->direction + 8) % 8;
        if (apart <= 1 || apart == 7) swing->patterns |= BEATSABER_RESET;
    }
}

/* Whether a swing goes on with a stream of which the swing before it is the last one so far. `gap`: the time before that one; 0: none. */
static bool goes_on(const level_swing *swing, double gap)
{
    const level_swing *before = swing - 1;
    const double own = swing->begin - before->begin;
    if (swing->notes > 1 || before->notes > 1 || swing->hand == before->hand || own <= AT_ONCE || own > STREAM_MOST) return false;
    const double apart = own > gap ? own - gap : gap - own;
    return gap == 0 || apart <= STREAM_EVEN * gap;
}

static void mark_streams(const pattern_finder *f)
{
    size_t first = 0;
    double gap = 0;
    for (size_t i = 1; i <= f->swing_count; i++) {
        const bool more = i < f->swing_count && goes_on(&f->swings[i], gap);
        if (more) {
            gap = f->swings[i].begin - f->swings[i - 1].begin;
            continue;
        }
        for (size_t s = first; i - first >= STREAM_LEAST && s < i; s++) f->swings[s].patterns |= BEATSABER_IN_STREAM;
        /* where only the time changes, the last swing may be the first of another stream */
        const bool pair = i < f->swing_count && gap > 0 && goes_on(&f->swings[i], 0);
        first = pair ? i - 1 : i;
        gap = pair ? f->swings[i].begin - f->swings[i - 1].begin : 0;
    }
}

static void mark_notes(const pattern_finder *f)
{
    size_t low = 0, high = 0, inside = 0;
    for (size_t i = 0; i < f->count; i++) {
        level_object *object = &f->objects[i];
        if (!is_note(object)) continue;
        const double time = (double)object->time;
        for (; high < f->count && (double)f->objects[high].time <= time + AROUND; high++) inside += is_note(&f->objects[high]);
        for (; (double)f->objects[low].time < time - AROUND; low++) inside -= is_note(&f->objects[low]);
        object->density = (float)((double)inside / (2 * AROUND));
        object->patterns = f->swings[f->swing_of[i]].patterns;
        if (object->line >= 0 && object->line < 4 && (object->line < 2) == (object->color == RIGHT))
            object->patterns |= BEATSABER_CROSSOVER;
    }
}

bool reel__level_find_patterns(const play_state *play, level_map *map)
{
    play_list swings = { 0 }, numbers = { 0 };
    pattern_finder f = { .objects = map->objects.data, .count = map->objects.count };
    if (!f.count) return true;
    f.swings = reel__play_list_grow(&swings, f.count, sizeof *f.swings, &play->allocator);
    f.swing_of = reel__play_list_grow(&numbers, f.count, sizeof *f.swing_of, &play->allocator);
    const bool done = f.swings && f.swing_of;
    if (done) {
        find_swings(&f);
        mark_stacks_and_doubles(&f);
        mark_resets(&f);
        mark_streams(&f);
        mark_notes(&f);
    }
    reel__play_list_free(&swings, &play->allocator);
    reel__play_list_free(&numbers, &play->allocator);
    return done;
}

#endif
