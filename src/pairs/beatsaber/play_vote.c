/* SPDX-License-Identifier: MIT
 * Events of several plays that look the same, of nearly the same time, are of one note: each play has one of them at most. It is in the map if
 * more than a half of the plays that could have it do. So no minority of plays, forged or damaged, changes the map; and if there are three plays or
 * more, no single one adds anything, not even where the others do not reach. */
#include "pairs/beatsaber/play_vote.h"

#if !defined REEL_WITHOUT_BEATSABER_MAP && !defined REEL_READ_ONLY

#include <math.h>

#define WINDOW 0.03       /* s: frames at 72 Hz, and as much again; notes in one place are farther apart */
#define LINK_WINDOW 0.016 /* links of a chain are not */
enum { THINNED = 4 /* so many times in a window, a play may have a note of one look: others are none */ };
enum { MANY_PLAYS = 3, PART_SETS = 256 };

typedef struct vote_run {
    const reel_allocator *allocator;
    map_ballot *ballot;
    map_vote *vote;
    map_thing *things; /* by look and time */
    size_t count;
    map_voter *voters;
    size_t voter_count;
    uint32_t *seen;    /* for each voter: the last note that it has, by number from 1 */
    uint32_t *near;    /* the same, of notes that it has a little earlier or later, too */
    double *latest;    /* for each voter: the time of its last note of a look */
    uint32_t *members; /* things of the note that is looked at */
    bool *taken;       /* things that are of a note already */
    play_list agreed;  /* map_thing */
    play_list alone;   /* uint32_t: things that are of no note of the map */
} vote_run;

/* ---- order ---------------------------------------------------------------------------------------------------------- */

#define LOOK_LINK (UINT32_C(1) << 24)
static uint32_t look_of(const map_thing *t)
{
    return (uint32_t)t->bomb << 25 | (t->link ? LOOK_LINK : 0) | ((uint32_t)t->line & 255) << 16 |
           ((uint32_t)t->layer & 255) << 8 | ((uint32_t)t->color & 255);
}

static bool sort_things(play_list *list, bool by_look, const reel_allocator *allocator)
{
    const size_t count = list->count;
    const map_thing *things = list->data;
    play_list keys_list = { 0 }, sorted = { 0 };
    if (!count) return true;
    play_key *keys = count <= UINT32_MAX ? reel__play_list_grow(&keys_list, 2 * count, sizeof *keys, allocator) : NULL;
    map_thing *to = reel__play_list_grow(&sorted, count, sizeof *to, allocator);
    if (keys && to) {
        for (size_t i = 0; i < count; i++) keys[i] = (play_key){ reel__play_key_of((float)things[i].time), (uint32_t)i };
        reel__play_sort(keys, keys + count, count);
        for (size_t i = 0; by_look && i < count; i++) keys[i].key = look_of(&things[keys[i].index]);
        if (by_look) reel__play_sort(keys, keys + count, count);
        for (size_t i = 0; i < count; i++) to[i] = things[keys[i].index];
        const play_list old = *list;
        *list = sorted;
        sorted = old;
    }
    reel__play_list_free(&keys_list, allocator);
    reel__play_list_free(&sorted, allocator);
    return keys && to;
}

bool reel__map_things_sort(play_list *things, const reel_allocator *allocator) { return sort_things(things, false, allocator); }

/* ---- one note ------------------------------------------------------------------------------------------------------- */

/* Whether a play has notes before and behind that time, so that it should have one that is there. */
static bool covers(const map_voter *voter, double time)
{
    return voter->any && (double)voter->first < time - WINDOW && (double)voter->last > time + WINDOW;
}

/* The plays that should have the note of that number and do not. */
static size_t count_against(const vote_run *r, double time, uint32_t number)
{
    size_t count = 0;
    for (size_t v = 0; v < r->voter_count; v++) count += r->seen[v] != number && covers(&r->voters[v], time);
    return count;
}

static double window_of(const map_thing *t) { return t->link ? LINK_WINDOW : WINDOW; }

/* Leaves out what a play has again at nearly the same time, so that a window has a few things of each play. */
static void thin(vote_run *r)
{
    uint32_t look = 0;
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        const map_thing *t = &r->things[i];
        for (size_t v = 0; (!i || look_of(t) != look) && v < r->voter_count; v++) r->latest[v] = -INFINITY;
        look = look_of(t);
        if (t->time - r->latest[t->play] <= window_of(t) / THINNED) {
            r->voters[t->play].extra++;
            continue;
        }
        r->latest[t->play] = t->time;
        r->things[kept++] = *t;
    }
    r->count = kept;
}

static void add_member(vote_run *r, size_t at, uint32_t number, size_t *count)
{
    const map_thing *t = &r->things[at];
    if (r->taken[at] || r->seen[t->play] == number) return;
    r->seen[t->play] = number;
    r->taken[at] = true;
    size_t to = (*count)++;
    for (; to > 0 && r->members[to - 1] > at; to--) r->members[to] = r->members[to - 1];
    r->members[to] = (uint32_t)at;
}

/* Finds the things that are of one note with the first, at its time or later; in order of time. */
static size_t find_later(vote_run *r, size_t first, uint32_t number)
{
    const map_thing *of = &r->things[first];
    size_t count = 0;
    for (size_t i = first; i < r->count; i++) {
        if (look_of(&r->things[i]) != look_of(of) || r->things[i].time - of->time > window_of(of)) break;
        add_member(r, i, number, &count);
    }
    return count;
}

/* How far a thing is from a time, if it looks like that one; else infinitely. */
static double apart(const vote_run *r, size_t at, const map_thing *of)
{
    return at < r->count && look_of(&r->things[at]) == look_of(of) ? fabs(r->things[at].time - of->time) : INFINITY;
}

/* Finds the things that are of one note with those from `first` to `end`, all of one time: of each other play, the nearest one. */
static size_t find_around(vote_run *r, size_t first, size_t end, uint32_t number)
{
    const map_thing *of = &r->things[first];
    const double most = window_of(of) / 2;
    size_t count = 0, before = first; /* the next ones are before - 1 and behind */
    for (size_t i = first; i < end; i++) add_member(r, i, number, &count);
    for (size_t behind = end;;) {
        const double back = before ? apart(r, before - 1, of) : INFINITY, ahead = apart(r, behind, of);
        if (!(back <= most) && !(ahead <= most)) return count;
        add_member(r, back <= ahead ? --before : behind++, number, &count);
    }
}

/* The time that most have, or else the middle one. */
static double agreed_time(const vote_run *r, size_t count)
{
    const double middle = r->things[r->members[(count - 1) / 2]].time;
    for (size_t i = 0, end; i < count; i = end) {
        const double time = r->things[r->members[i]].time;
        for (end = i; end < count && r->things[r->members[end]].time == time;) end++;
        if ((end - i) * 2 > count) return time;
    }
    return middle;
}

/* What one play tells is enough if there are two. */
static size_t fewest(const vote_run *r) { return r->voter_count >= MANY_PLAYS ? 2 : 1; }

/* The number that most have, of those that tell; the least of several. */
static size_t most_of(const vote_run *r, const size_t *votes, size_t count, size_t otherwise)
{
    size_t most = otherwise, best = fewest(r) - 1;
    for (size_t i = 0; i < count; i++) {
        if (votes[i] <= best) continue;
        best = votes[i];
        most = i;
    }
    return most;
}

static map_thing agreed_thing(vote_run *r, size_t count)
{
    size_t directions[MAP_DIRECTIONS] = { 0 }, parts[PART_SETS] = { 0 }, telling = 0, scored = 0;
    map_thing t = r->things[r->members[0]];
    for (size_t i = 0; i < count; i++) {
        const map_thing *own = &r->things[r->members[i]];
        const map_voter *voter = &r->voters[own->play];
        const bool arrow = !voter->no_arrows && own->direction >= 0 && own->direction < MAP_DIRECTIONS;
        directions[arrow ? own->direction : 0] += arrow;
        parts[own->parts] += !voter->no_scoring;
        telling += arrow;
        scored += !voter->no_scoring;
    }
    const double first = t.time, last = r->things[r->members[count - 1]].time;
    t.direction = (int32_t)most_of(r, directions, MAP_DIRECTIONS, MAP_ANY_DIRECTION);
    t.parts = (uint8_t)most_of(r, parts, PART_SETS, 0);
    t.time = agreed_time(r, count);
    if (t.bomb) t.direction = 0;
    r->vote->other_times += last > first;
    if (last - first > r->vote->apart) r->vote->apart = last - first;
    r->vote->other_looks += (!t.bomb && telling && directions[t.direction] < telling) || (scored && parts[t.parts] < scored);
    return t;
}

/* The first thing of that look from a time on. */
static size_t first_from(const vote_run *r, uint32_t look, double time)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const uint32_t own = look_of(&r->things[middle]);
        if (own < look || (own == look && r->things[middle].time < time))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks the plays that have the note, or one of that look at nearly its time: recorders that write the time of a frame, or the song with a drift, have
 * it elsewhere; and not every one tells links from notes. */
static void mark_near(vote_run *r, const map_thing *of, uint32_t number)
{
    const uint32_t looks[] = { look_of(of), look_of(of) ^ LOOK_LINK };
    for (size_t k = 0; k < 2; k++)
        for (size_t i = first_from(r, looks[k], of->time - WINDOW);
             i < r->count && look_of(&r->things[i]) == looks[k] && r->things[i].time <= of->time + WINDOW; i++)
            r->near[r->things[i].play] = number;
}

/* `exact`: several plays have it at exactly one time, as no chance or forger of another one does. */
static void name_lacking(vote_run *r, double time, uint32_t number, bool exact)
{
    for (size_t v = 0; v < r->voter_count; v++) {
        if (r->near[v] == number || !covers(&r->voters[v], time)) continue;
        r->voters[v].doubtful = true;
        r->voters[v].lacking += exact;
    }
}

/* False: out of memory. */
static bool leave_out(vote_run *r, size_t count)
{
    uint32_t *alone = reel__play_list_grow(&r->alone, count, sizeof *alone, r->allocator);
    if (alone) memcpy(alone, r->members, count * sizeof *alone);
    return alone;
}

/* Plays that lack notes of the map say nothing against others: they lost events, or are forged. And unless two more plays are without a note than have it,
 * nobody can tell who is wrong. */
static bool is_extra(const vote_run *r, double time, uint32_t number)
{
    size_t with = 0, without = 0;
    for (size_t v = 0; v < r->voter_count; v++) {
        const map_voter *voter = &r->voters[v];
        with += r->near[v] == number;
        without += r->near[v] != number && covers(voter, time) && !voter->doubtful;
    }
    return without > with + 1;
}

/* When it is known what each play lacks. */
static void name_extra(vote_run *r)
{
    const uint32_t *alone = r->alone.data;
    memset(r->near, 0, r->voter_count * sizeof *r->near);
    for (size_t i = 0; i < r->alone.count; i++) {
        const map_thing *own = &r->things[alone[i]];
        const uint32_t number = (uint32_t)i + 1;
        mark_near(r, own, number);
        r->voters[own->play].extra += is_extra(r, own->time, number);
    }
}

/* Bombs that are not hit have no event, so that nobody speaks against one. */
static bool is_agreed(const vote_run *r, const map_thing *first, size_t count, size_t against)
{
    if (first->bomb) return count >= 2;
    return count >= fewest(r) && count > against;
}

/* Decides on the note of the members. False: out of memory. */
static bool decide(vote_run *r, size_t count, uint32_t number, bool exact)
{
    const map_thing *of = &r->things[r->members[0]];
    const size_t against = count_against(r, of->time, number);
    if (!is_agreed(r, of, count, against)) {
        *(of->bomb ? &r->vote->bombs_alone : &r->vote->left_out) += 1;
        return of->bomb || leave_out(r, count);
    }
    const bool all = of->bomb || !against;
    *(all ? &r->vote->agreed : &r->vote->outvoted) += 1;
    if (!all) {
        mark_near(r, of, number);
        name_lacking(r, of->time, number, exact);
    }
    map_thing *room = reel__play_list_grow(&r->agreed, 1, sizeof *room, r->allocator);
    if (room) *room = agreed_thing(r, count);
    return room;
}

/* ---- all of them ------------------------------------------------------------------------------------------------------ */

/* Those first of which several plays have exactly one time: so what others have nearby, made up or rounded, comes to them. */
static bool take_all(vote_run *r)
{
    uint32_t number = 0;
    for (size_t i = 0, end; i < r->count; i = end) {
        size_t same = 0;
        for (end = i; end < r->count && apart(r, end, &r->things[i]) <= 0; end++) same += !r->taken[end];
        if (same < 2) continue;
        const size_t count = find_around(r, i, end, ++number);
        if (!decide(r, count, number, true)) return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        if (r->taken[i]) continue;
        const size_t count = find_later(r, i, ++number);
        if (!decide(r, count, number, false)) return false;
    }
    return true;
}

static void *room_for(vote_run *r, play_list *list, size_t count, size_t size)
{
    void *room = reel__play_list_grow(list, count + 1, size, r->allocator);
    if (room) memset(room, 0, (count + 1) * size);
    return room;
}

bool reel__map_vote_take(map_ballot *ballot, const reel_allocator *allocator, map_vote *vote)
{
    enum { SEEN, NEAR, LATEST, MEMBERS, TAKEN, ROOMS };
    play_list rooms[ROOMS] = { { 0 } };
    vote_run r = { .allocator = allocator,
                   .ballot = ballot,
                   .vote = vote,
                   .count = ballot->things.count,
                   .voters = ballot->voters.data,
                   .voter_count = ballot->voters.count };
    *vote = (map_vote){ 0 };
    r.seen = room_for(&r, &rooms[SEEN], r.voter_count, sizeof *r.seen);
    r.near = room_for(&r, &rooms[NEAR], r.voter_count, sizeof *r.near);
    r.latest = room_for(&r, &rooms[LATEST], r.voter_count, sizeof *r.latest);
    r.members = room_for(&r, &rooms[MEMBERS], r.voter_count, sizeof *r.members);
    r.taken = room_for(&r, &rooms[TAKEN], r.count, sizeof *r.taken);
    bool done = r.seen && r.near && r.latest && r.members && r.taken && sort_things(&ballot->things, true, allocator);
    r.things = ballot->things.data;
    if (done) {
        thin(&r);
        done = take_all(&r);
    }
    if (done) name_extra(&r);
    reel__play_list_free(&r.alone, allocator);
    for (size_t i = 0; i < ROOMS; i++) reel__play_list_free(&rooms[i], allocator);
    reel__play_list_free(&ballot->things, allocator);
    ballot->things = r.agreed;
    return done && sort_things(&ballot->things, false, allocator);
}

#endif
