/* SPDX-License-Identifier: MIT
 * Finds the parts of a hand's motion that are those of a hand of another replay.
 *
 * Strokes of both that agree are joined into chains: local alignment, as for sequences of genes, with times that may run up to half as
 * fast again. Each stroke of a chain adds evidence: the logarithm of how much more likely its differences are for a copy than for a
 * player who swings alike. Differences of copies are nearly normal, with a deviation of a quarter of a step; those of strokes that
 * agree by chance or by habit are nearly even, up to a step. So a number that is r steps off adds 1 - 8 r^2, rounded down from
 * ln(2 / (0.25 sqrt(2 pi))) - r^2 / (2 * 0.25^2). Of each stroke the three numbers are counted that the one before it does not have.
 * All is in whole numbers, so that it is the same everywhere. */
#include "insight/fingerprint/fingerprint.h"

enum {
    UNIT = STROKE_STEP * STROKE_STEP / 12, /* of evidence */
    STROKE_EVIDENCE = 3 * UNIT,            /* of a stroke without any difference */
    REACH = 6,                             /* strokes back to the one before in a chain */
    SKIP_COST = UNIT / 2,                  /* for each stroke that is left out */
    MOST_SLIP = 2,                         /* strokes that one side may leave out more than the other */
    LEAST_PART = 8 * UNIT,                 /* evidence of a part that is reported */
    NONE = -1
};

/* Strokes of both sides that agree. */
typedef struct stroke_match {
    uint16_t here, there; /* numbers of the strokes */
    int8_t turn;          /* 1: both turn the same way; -1: mirrored; 0: uncertain */
    bool used;            /* in a part that was found */
    int32_t off;          /* differences */
    int32_t evidence;     /* of the best chain that ends here */
    int32_t from;         /* the match before it in that chain, or NONE */
} stroke_match;

/* The hands of each side follow one another in its lists: times go back between them, so that no chain goes from one to the other. */
typedef struct part_search {
    const reel_motion *motion;
    const hand_stop *here, *there; /* stops of both sides */
    size_t here_left, there_left;  /* those of the left hands */
    size_t there_count;            /* strokes */
    double least_apart;            /* s: strokes that are nearer in time are not compared; for a play with itself */
    stroke_match *matches;
    size_t count, capacity;
    uint32_t *firsts; /* of each stroke there, the number of its first match; one more at the end */
    uint8_t *covered; /* strokes here that are in a part already */
} part_search;

enum { MOST_PARTS = 64 };

typedef struct part_list {
    reel_match_part data[MOST_PARTS];
    size_t count;
} part_list;

/* ---- matches -------------------------------------------------------------------------------------------------------- */

static int turn_of_match(const stroke *one, const stroke *other) { return one->turn * other->turn; }

static bool add_match(part_search *search, stroke_match item)
{
    stroke_match *grown =
        reel__memory_items(&search->motion->allocator, search->matches, &search->capacity, search->count + 1, sizeof *grown);
    if (!grown) return false;
    search->matches = grown;
    grown[search->count++] = item;
    return true;
}

static bool is_apart(const part_search *search, size_t here, size_t there)
{
    double apart = ((double)search->here[here].ms - (double)search->there[there].ms) / 1000;
    return !(search->least_apart > 0) || apart >= search->least_apart; /* what was done before, not after */
}

/* Fills the matches of all strokes there, in their order. */
static bool find_matches(part_search *search)
{
    const stroke_list *strokes = &search->motion->strokes;
    for (size_t j = 0; j < search->there_count; j++) {
        near_stroke near[MOST_NEAR];
        stroke wanted = reel__stroke_of(search->there + j);
        bool both = j < search->there_left && j + 2 >= search->there_left; /* stops of both hands */
        size_t found = both ? 0 : reel__strokes_near(strokes, &wanted, near);
        search->firsts[j] = (uint32_t)search->count;
        for (size_t i = 0; i < found; i++) {
            if (!is_apart(search, near[i].number, j)) continue;
            stroke_match item = { .here = (uint16_t)near[i].number, .there = (uint16_t)j, .off = near[i].off };
            item.turn = (int8_t)turn_of_match(&strokes->data[item.here], &wanted);
            if (!add_match(search, item)) return false;
        }
    }
    search->firsts[search->there_count] = (uint32_t)search->count;
    return true;
}

/* ---- chains --------------------------------------------------------------------------------------------------------- */

static int distance_of(int one, int other) { return one < other ? other - one : one - other; }

/* Whether one match may follow another in a chain. Sets *skipped to the strokes between them. */
static bool follows(const part_search *search, const stroke_match *before, const stroke_match *match, int *skipped)
{
    int here = match->here - before->here, there = match->there - before->there;
    if (here < 1 || here > REACH || there < 1 || distance_of(here, there) > MOST_SLIP) return false;
    int64_t time = search->here[match->here].ms - (int64_t)search->here[before->here].ms;
    int64_t other = search->there[match->there].ms - (int64_t)search->there[before->there].ms;
    *skipped = (here > there ? here : there) - 1;
    return 2 * time <= 3 * other && 2 * other <= 3 * time;
}

/* Finds for each match the best chain that ends with it. `turn`: matches that turn the other way are left out. */
static void join_matches(part_search *search, int turn)
{
    for (size_t n = 0; n < search->count; n++) {
        stroke_match *match = &search->matches[n];
        match->evidence = 0;
        match->from = NONE;
        if (match->used || match->turn == -turn) continue;
        size_t least = match->there > REACH ? match->there - REACH : 0;
        for (size_t m = search->firsts[least]; m < search->firsts[match->there]; m++) {
            const stroke_match *before = &search->matches[m];
            int skipped, evidence;
            if (before->evidence <= match->evidence || !follows(search, before, match, &skipped)) continue;
            evidence = before->evidence - skipped * SKIP_COST;
            if (evidence <= match->evidence) continue;
            match->evidence = evidence;
            match->from = (int32_t)m;
        }
        match->evidence += STROKE_EVIDENCE - match->off;
    }
}

/* ---- parts ---------------------------------------------------------------------------------------------------------- */

static void set_span(const part_search *search, const stroke_match *first, const stroke_match *last, reel_match_part *part)
{
    part->hand = first->here >= search->here_left;
    part->source_hand = first->there >= search->there_left;
    part->from = (double)search->here[first->here].ms / 1000;
    part->to = (double)search->here[last->here + 2].ms / 1000;
    part->source_from = (double)search->there[first->there].ms / 1000;
    part->source_to = (double)search->there[last->there + 2].ms / 1000;
}

/* Takes the chain that ends with a match, back to a stroke that is in a part already. False: it has too little evidence. */
static bool take_chain(part_search *search, size_t last, reel_match_part *part)
{
    const stroke_match *end = &search->matches[last], *first = NULL;
    int32_t evidence = end->evidence;
    uint32_t strokes = 0;
    for (int32_t at = (int32_t)last; at != NONE; at = search->matches[at].from) {
        stroke_match *match = &search->matches[at];
        if (match->used || search->covered[match->here]) {
            evidence -= match->evidence;
            break;
        }
        match->used = true;
        first = match;
        strokes++;
    }
    if (!first || evidence < LEAST_PART) return false;
    for (int32_t at = (int32_t)last; at != NONE; at = search->matches[at].from) {
        search->covered[search->matches[at].here] = 1;
        if (&search->matches[at] == first) break;
    }
    set_span(search, first, end, part);
    part->strokes = strokes;
    part->evidence = (double)evidence / UNIT;
    return true;
}

/* The match with the most evidence that is not in a part. */
static size_t best_end(const part_search *search)
{
    size_t best = SIZE_MAX;
    int32_t most = LEAST_PART - 1;
    for (size_t n = 0; n < search->count; n++) {
        const stroke_match *match = &search->matches[n];
        if (match->used || search->covered[match->here] || match->evidence <= most) continue;
        most = match->evidence;
        best = n;
    }
    return best;
}

/* Adds a part to the list, the one with the most evidence first. */
static void add_part(part_list *list, reel_match_part part)
{
    size_t at = list->count;
    if (at == MOST_PARTS && list->data[--at].evidence >= part.evidence) return;
    if (list->count < MOST_PARTS) list->count++;
    for (; at > 0 && list->data[at - 1].evidence < part.evidence; at--) list->data[at] = list->data[at - 1];
    list->data[at] = part;
}

static void collect_parts(part_search *search, bool mirrored, part_list *list)
{
    for (int tried = 0; tried < MOST_PARTS; tried++) {
        size_t last = best_end(search);
        reel_match_part part = { .mirrored = mirrored };
        if (last == SIZE_MAX) return;
        if (take_chain(search, last, &part))
            add_part(list, part);
        else
            search->matches[last].used = true;
    }
}

/* Whether two parts may be of one copied stretch: their times are moved alike, but for a slower or faster copy. */
static bool is_one_copy(const reel_match_part *one, const reel_match_part *other)
{
    double middle = (one->from + one->to - other->from - other->to) / 2;
    double source = (one->source_from + one->source_to - other->source_from - other->source_to) / 2;
    double apart = middle - source, far = middle < 0 ? -middle : middle;
    apart = apart < 0 ? -apart : apart;
    return apart <= 0.5 + 0.3 * far;
}

/* What the parts show together: those that belong to the first one count. */
static void sum_parts(const reel_motion *motion, const part_list *list, reel_match *match)
{
    size_t stops = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (i < REEL_MATCH_PARTS) match->parts[match->part_count++] = list->data[i];
        if (!is_one_copy(&list->data[i], &list->data[0])) continue;
        match->evidence += list->data[i].evidence;
        stops += list->data[i].strokes + 2;
    }
    match->copied = (double)stops / (double)motion->stops.count;
    if (match->copied > 1) match->copied = 1;
}

/* The direction in which the best chain turns. It comes first: of strokes that hardly turn, chains can be made for both. */
static int better_turn(part_search *search)
{
    int32_t most[2] = { 0, 0 };
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        join_matches(search, mirrored ? -1 : 1);
        for (size_t n = 0; n < search->count; n++)
            if (search->matches[n].evidence > most[mirrored]) most[mirrored] = search->matches[n].evidence;
    }
    return most[1] > most[0] ? -1 : 1;
}

bool reel__parts_find(const reel_motion *motion, const stop_list *stored, double least_apart, reel_match *match)
{
    const reel_allocator *allocator = &motion->allocator;
    part_search search = { .motion = motion,
                           .here = motion->stops.data,
                           .there = stored->data,
                           .here_left = motion->stops.left,
                           .there_left = stored->left,
                           .there_count = stored->count > 2 ? stored->count - 2 : 0,
                           .least_apart = least_apart };
    if (!motion->strokes.count || !search.there_count) return true;
    search.firsts = reel__memory_new(allocator, (search.there_count + 1) * sizeof *search.firsts);
    search.covered = reel__memory_new(allocator, motion->strokes.count);
    part_list list = { .count = 0 };
    bool done = search.firsts && search.covered && find_matches(&search);
    int better = done ? better_turn(&search) : 1;
    for (int turn = better, pass = 0; done && pass < 2; turn = -turn, pass++) {
        join_matches(&search, turn);
        collect_parts(&search, turn < 0, &list);
    }
    if (done) sum_parts(motion, &list, match);
    reel__memory_drop(allocator, search.matches);
    reel__memory_drop(allocator, search.firsts);
    reel__memory_drop(allocator, search.covered);
    return done;
}
