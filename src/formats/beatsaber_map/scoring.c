/* SPDX-License-Identifier: MIT
 * What arcs and chains make of notes, and the greatest score. */
#include "core/memory.h"
#include "core/rank.h"
#include "formats/beatsaber_map/reader.h"

enum { ARC_HEAD = 1, ARC_TAIL = 2, CHAIN_HEAD = 4 };
/* As in note ids: the game's value and 2. */
static const uint8_t scorings[8] = { 3, 4, 5, 8, 6, 11, 9, 12 };
enum { LINK_POINTS = 20, NOTE_POINTS = 115, CHAIN_POINTS = 85, PLAIN_CHAIN_HEAD = 6 };
static const double tolerance = 0.001; /* s; beats if the tempo is not known */

/* Where an arc begins or ends, or a chain begins. */
typedef struct anchor {
    double time;
    int32_t line, layer, color;
    unsigned what;
} anchor;

static int compare_places(const anchor *a, const anchor *b)
{
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->layer != b->layer) return a->layer < b->layer ? -1 : 1;
    if (a->color != b->color) return a->color < b->color ? -1 : 1;
    return 0;
}

static bool comes_before(const void *items, size_t a, size_t b)
{
    const anchor *x = (const anchor *)items + a, *y = (const anchor *)items + b;
    const int places = compare_places(x, y);
    if (places) return places < 0;
    if (x->what != y->what) return x->what < y->what;
    return x->time < y->time;
}

static double moment(uint8_t present, double time, double beat) { return present & BEATSABER_MAP_HAS_TIME ? time : beat; }

static size_t collect(const map_reading *m, anchor *anchors)
{
    size_t arcs, chains, made = 0;
    const beatsaber_map_arc *arc = reel__bsmap_rows(m, &beatsaber_map_arcs, &arcs);
    for (size_t i = 0; i < arcs; i++) {
        const beatsaber_map_arc *a = &arc[i];
        anchors[made++] = (anchor){ moment(a->present, a->time, a->beat), a->line, a->layer, a->color, ARC_HEAD };
        anchors[made++] =
            (anchor){ moment(a->present, a->tail_time, a->tail_beat), a->tail_line, a->tail_layer, a->color, ARC_TAIL };
    }
    const beatsaber_map_chain *chain = reel__bsmap_rows(m, &beatsaber_map_chains, &chains);
    for (size_t i = 0; i < chains; i++) {
        const beatsaber_map_chain *c = &chain[i];
        anchors[made++] = (anchor){ moment(c->present, c->time, c->beat), c->line, c->layer, c->color, CHAIN_HEAD };
    }
    return made;
}

/* Whether there is an anchor like `sought`, at its time. */
static bool is_there(const anchor *anchors, const size_t *order, size_t count, anchor sought)
{
    size_t low = 0, high = count;
    const double latest = sought.time + tolerance;
    const anchor pair[2] = { { sought.time - tolerance, sought.line, sought.layer, sought.color, sought.what }, sought };
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        anchor both[2] = { anchors[order[middle]], pair[0] };
        if (comes_before(both, 0, 1))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count) return false;
    const anchor *found = &anchors[order[low]];
    return !compare_places(found, &sought) && found->what == sought.what && found->time <= latest;
}

static void give_scorings(beatsaber_map_note *notes, size_t count, const anchor *anchors, const size_t *order,
                          size_t anchor_count)
{
    for (size_t i = 0; i < count; i++) {
        beatsaber_map_note *n = &notes[i];
        unsigned all = 0;
        for (unsigned what = ARC_HEAD; what <= CHAIN_HEAD && anchor_count; what <<= 1)
            if (is_there(anchors, order, anchor_count,
                         (anchor){ moment(n->present, n->time, n->beat), n->line, n->layer, n->color, what }))
                all |= what;
        n->scoring = scorings[all];
    }
}

/* ---- the greatest score ------------------------------------------------------------------------------------------- */

/* The factor is 8 from the fourteenth note on, so only the first ones have to be put into order. */
enum { SLOW_NOTES = 13, FULL_FACTOR = 8 };

typedef struct scored {
    double moment;
    unsigned points;
} scored;

typedef struct score {
    scored first[SLOW_NOTES]; /* in order */
    size_t count;
    uint64_t points; /* of all */
} score;

static bool is_earlier(scored a, scored b) { return a.moment < b.moment || (a.moment == b.moment && a.points < b.points); }

static void add_scored(score *s, scored note)
{
    size_t at = s->count;
    if (s->count == SLOW_NOTES) {
        if (!is_earlier(note, s->first[SLOW_NOTES - 1])) return;
        at--;
    } else {
        s->count++;
    }
    for (; at && is_earlier(note, s->first[at - 1]); at--) s->first[at] = s->first[at - 1];
    s->first[at] = note;
}

/* Links are as many as a file says. */
static void add_links(score *s, const beatsaber_map_chain *chain)
{
    if (chain->parts < 2) return;
    const double links = chain->parts - 1, from = moment(chain->present, chain->time, chain->beat),
                 to = moment(chain->present, chain->tail_time, chain->tail_beat);
    s->points += (uint64_t)(chain->parts - 1) * LINK_POINTS;
    for (int i = 1; i < chain->parts && i <= SLOW_NOTES; i++)
        add_scored(s, (scored){ from + (to - from) * i / links, LINK_POINTS });
}

static uint64_t total(const score *s)
{
    uint64_t sum = s->points * FULL_FACTOR;
    for (size_t i = 0; i < s->count; i++) sum -= s->first[i].points * (uint64_t)(FULL_FACTOR - (i == 0 ? 1 : i < 5 ? 2 : 4));
    return sum;
}

static void count_all(map_reading *m, beatsaber_map_difficulty *row)
{
    score s = { .count = 0 };
    size_t notes, bombs, walls, arcs, chains;
    const beatsaber_map_note *note = reel__bsmap_rows(m, &beatsaber_map_notes, &notes);
    const beatsaber_map_bomb *bomb = reel__bsmap_rows(m, &beatsaber_map_bombs, &bombs);
    const beatsaber_map_chain *chain = reel__bsmap_rows(m, &beatsaber_map_chains, &chains);
    reel__bsmap_rows(m, &beatsaber_map_walls, &walls);
    reel__bsmap_rows(m, &beatsaber_map_arcs, &arcs);
    for (size_t i = 0; i < notes; i++) {
        if (note[i].fake) continue;
        const unsigned points = note[i].scoring == PLAIN_CHAIN_HEAD ? CHAIN_POINTS : NOTE_POINTS;
        row->notes++;
        s.points += points;
        add_scored(&s, (scored){ moment(note[i].present, note[i].time, note[i].beat), points });
    }
    for (size_t i = 0; i < bombs; i++) row->bombs += !bomb[i].fake;
    for (size_t i = 0; i < chains; i++) {
        add_links(&s, &chain[i]);
        if (chain[i].parts < 1 || chain[i].squish == 0) reel__bsmap_count_odd(m, MAP_ODD_CHAIN, NULL);
    }
    row->walls = (uint32_t)walls;
    row->arcs = (uint32_t)arcs;
    row->chains = (uint32_t)chains;
    row->max_score = total(&s);
}

reel_status reel__bsmap_give_scoring(map_reading *m, beatsaber_map_difficulty *row)
{
    size_t arcs, chains, count, notes, *order = NULL;
    beatsaber_map_note *note = reel__bsmap_rows(m, &beatsaber_map_notes, &notes);
    reel__bsmap_rows(m, &beatsaber_map_arcs, &arcs);
    reel__bsmap_rows(m, &beatsaber_map_chains, &chains);
    anchor *anchors = arcs + chains ? reel__memory_new(&m->d->allocator, (2 * arcs + chains) * sizeof *anchors) : NULL;
    if (arcs + chains && !anchors) return REEL_MEMORY;
    count = collect(m, anchors);
    reel_status status = REEL_OK;
    if (count) status = reel__rank_items(anchors, count, comes_before, &m->d->allocator, m->d->budget, &order);
    if (status == REEL_OK) {
        m->section = beatsaber_map_chains.name;
        give_scorings(note, notes, anchors, order, count);
        count_all(m, row);
    }
    reel__memory_drop(&m->d->allocator, order);
    reel__memory_drop(&m->d->allocator, anchors);
    return status;
}
