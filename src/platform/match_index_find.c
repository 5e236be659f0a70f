/* SPDX-License-Identifier: MIT
 * Finds the entries of an index that are nearest to a motion: those that its keys point to are compared, the best of them in full. */
#include "platform/match_index.h"

#ifdef REEL_WITH_SQLITE

#include <stdlib.h>
#include <string.h>

enum {
    IN_FULL = 2,        /* candidates that are compared in full */
    KNOWN_COMPARED = 4, /* those whose hands are compared if one of them is the same recording */
    MOST_COST = 400000, /* bytes of fingerprints, times their crowd, that are compared after the first one: some 15 ms */
    DEFAULT_LIMIT = 20
};

typedef struct found_replay {
    int64_t replay;
    uint32_t worth;
    bool by_window, in_full; /* it has hits of windows; all of it was compared */
    reel_bytes fingerprint;  /* a copy, in comparison.prints */
    reel_match match;
} found_replay;

/* A look-up. */
typedef struct comparison {
    reel_match_index *index;
    const reel_motion *motion;
    reel_string except;
    candidate_list candidates;
    found_replay found[MOST_CHOSEN]; /* whose hands were compared, the best first */
    size_t count;
    size_t cost, examined; /* what was compared; the candidates that need not be reported as left out */
    uint8_t *prints;       /* a copy of each fingerprint in `found` */
    size_t print_size;
} comparison;

/* Reads an entry. REEL_END: there is none, or it has the name that is left out. *made is to be reset after REEL_OK. */
static reel_status read_entry(reel_match_index *index, int64_t replay, reel_string except, sqlite3_stmt **made, reel_string *name,
                              reel_bytes *fingerprint, reel_error *error)
{
    *made = reel__match_index_statement(index, SQL_BY_ID);
    if (!*made) return reel__match_index_failure(index, error);
    sqlite3_bind_int64(*made, 1, replay);
    int step = sqlite3_step(*made);
    if (step != SQLITE_ROW) return step == SQLITE_DONE ? REEL_END : reel__match_index_failure(index, error);
    *name = (reel_string){ sqlite3_column_blob(*made, 0), (size_t)sqlite3_column_bytes(*made, 0) };
    *fingerprint = (reel_bytes){ sqlite3_column_blob(*made, 1), (size_t)sqlite3_column_bytes(*made, 1) };
    if (except.size != name->size || !name->size || memcmp(except.data, name->data, name->size) != 0) return REEL_OK;
    sqlite3_reset(*made);
    return REEL_END;
}

/* Puts a result where it belongs: those whose hands have more in common first, then those with a better score. */
static void place_result(found_replay *results, size_t count, found_replay found)
{
    size_t at = count;
    for (; at > 0; at--) {
        const reel_match *before = &results[at - 1].match;
        double ahead = found.match.score - before->score + (found.match.evidence - before->evidence) * 1e-3;
        if (!(ahead > 0)) break;
        results[at] = results[at - 1];
    }
    results[at] = found;
}

/* Keeps a copy of a fingerprint. False: out of memory. */
static bool keep_print(comparison *c, reel_bytes *print)
{
    if (!c->prints) c->prints = malloc((size_t)MOST_CHOSEN * REEL_FINGERPRINT_BYTES);
    if (!c->prints) return false;
    memcpy(c->prints + c->print_size, print->data, print->size);
    print->data = c->prints + c->print_size;
    c->print_size += print->size;
    return true;
}

/* An entry with this fingerprint that was compared, or NULL. */
static const found_replay *twin_of(const comparison *c, reel_bytes print)
{
    for (size_t i = 0; i < c->count; i++) {
        const reel_bytes other = c->found[i].fingerprint;
        if (other.size == print.size && memcmp(other.data, print.data, print.size) == 0) return &c->found[i];
    }
    return NULL;
}

static size_t cost_of(const comparison *c, reel_bytes print) { return (print.size + c->candidates.each) * c->candidates.crowd; }

/* Compares an entry: all of it if `in_full` is set, else the hands. */
static reel_status compare_print(comparison *c, found_replay *found, reel_error *error)
{
    c->cost += cost_of(c, found->fingerprint);
    reel_status status =
        (found->in_full ? reel_match_compare : reel_match_compare_hands)(c->motion, found->fingerprint, &found->match, error);
    return status == REEL_OK || status == REEL_MEMORY ? status : reel__match_index_damaged(error);
}

/* Reads a candidate and compares its hands. What is compared in full at once is one that stands out, or that costs so much
 * that nothing else would be compared. REEL_END: there is none, it has the name that is left out, or it costs too much. */
static reel_status compare_candidate(comparison *c, size_t number, found_replay *found, reel_error *error)
{
    const candidate *const chosen = c->candidates.data, *item = &chosen[number];
    sqlite3_stmt *made;
    reel_string name;
    const bool stands_out = number == 0 && (c->candidates.count == 1 || chosen[1].worth < chosen[0].worth / FEW_HITS);
    *found = (found_replay){ .replay = item->replay, .worth = item->worth, .by_window = item->by_window };
    reel_status status = read_entry(c->index, item->replay, c->except, &made, &name, &found->fingerprint, error);
    if (status == REEL_END) c->examined++;
    if (status != REEL_OK) return status;
    const size_t cost = cost_of(c, found->fingerprint);
    const found_replay *const twin = twin_of(c, found->fingerprint);
    found->in_full = twin ? twin->in_full : stands_out || (c->count == 0 && cost > MOST_COST / 2);
    if (twin) found->match = twin->match;
    const bool dear = !twin && c->count > 0 && c->cost + cost > MOST_COST;
    const bool sound = found->fingerprint.size <= REEL_FINGERPRINT_BYTES;
    const bool kept = dear || twin || !sound || keep_print(c, &found->fingerprint);
    sqlite3_reset(made);
    if (!sound) return reel__match_index_damaged(error);
    if (!kept) return reel__memory_fail(error);
    if (twin) found->fingerprint = twin->fingerprint;
    if (dear) return REEL_END;
    c->examined++;
    return twin ? REEL_OK : compare_print(c, found, error);
}

/* Compares the hands with those of the candidates. Of a copy of a whole play, entries with far fewer hits are not compared:
 * hardly anything is left of which they could be the source. Nor are more than KNOWN_COMPARED of those that are as good,
 * however many have the motion; nor, after the first one, what costs too much. */
static reel_status compare_hands(comparison *c, reel_error *error)
{
    const size_t count = c->candidates.count;
    uint32_t known = 0; /* worth of the hits of an entry that has the same motion */
    for (size_t i = 0; i < (known && count > KNOWN_COMPARED ? KNOWN_COMPARED : count); i++) {
        found_replay each;
        if (c->candidates.data[i].worth < known / FEW_HITS) break;
        reel_status status = compare_candidate(c, i, &each, error);
        if (status < 0) return status;
        if (status != REEL_OK) continue;
        if (each.match.band == REEL_MATCH_SAME && each.worth > known) known = each.worth;
        place_result(c->found, c->count++, each);
    }
    return REEL_OK;
}

/* Compares the best of those whose hands were compared in full. One that only keys of swings point to, and whose hands have
 * nothing in common with the motion, is not compared: neither would its body have. Presses are compared already, and twins
 * have the same answer. */
static reel_status compare_best(comparison *c, found_replay *results, size_t *count, reel_error *error)
{
    for (size_t i = 0; i < c->count; i++) {
        found_replay *each = &c->found[i];
        const bool is_known = i > 0 && results[0].match.band == REEL_MATCH_SAME; /* whose motion it is */
        for (size_t twin = 0; twin < i && !each->in_full; twin++)
            if (c->found[twin].in_full && c->found[twin].fingerprint.data == each->fingerprint.data) {
                each->match = c->found[twin].match;
                each->in_full = true;
            }
        const bool worth_it = i < IN_FULL && !is_known && !each->in_full && !each->match.windows;
        if (worth_it && (each->by_window || each->match.part_count) &&
            (i == 0 || c->cost + cost_of(c, each->fingerprint) <= MOST_COST)) {
            each->in_full = true;
            reel_status status = compare_print(c, each, error);
            if (status < 0) return status;
        }
        if (each->match.windows || each->match.part_count) place_result(results, (*count)++, *each);
    }
    return REEL_OK;
}

/* Candidates that were not compared though they could be the source: if something was recognised, all that have as much in
 * common with it. */
static uint64_t count_left(const comparison *c, const found_replay *results, size_t count)
{
    const size_t alike = c->candidates.alike, chosen = c->candidates.count;
    bool recognised = false;
    for (size_t i = 0; i < count; i++) recognised |= results[i].match.band != REEL_MATCH_NOTHING;
    const size_t all = recognised ? alike : alike < chosen ? alike : chosen;
    return all > c->examined ? all - c->examined : 0;
}

/* The number of the entry that is left out, or 0. */
static bool find_except(reel_match_index *index, reel_string name, int64_t *except)
{
    *except = 0;
    if (!name.size) return true;
    sqlite3_stmt *made = reel__match_index_statement(index, SQL_BY_NAME);
    if (!made) return false;
    sqlite3_bind_blob64(made, 1, name.data, name.size, SQLITE_STATIC);
    const int step = sqlite3_step(made);
    if (step == SQLITE_ROW) *except = sqlite3_column_int64(made, 0);
    if (step != SQLITE_ROW && step != SQLITE_DONE) return false;
    sqlite3_reset(made);
    return true;
}

typedef struct result_name {
    char *data;
    size_t size;
} result_name;

/* Copies the names of the results, which are to be freed also after a failure. */
static reel_status read_names(reel_match_index *index, const found_replay *results, size_t count, result_name *names,
                              reel_error *error)
{
    for (size_t i = 0; i < count; i++) {
        sqlite3_stmt *made;
        reel_string name;
        reel_bytes fingerprint;
        reel_status status = read_entry(index, results[i].replay, (reel_string){ NULL, 0 }, &made, &name, &fingerprint, error);
        if (status != REEL_OK) return status < 0 ? status : reel__match_index_damaged(error);
        names[i].data = malloc(name.size + 1);
        names[i].size = name.size;
        if (names[i].data && name.size) memcpy(names[i].data, name.data, name.size);
        sqlite3_reset(made);
        if (!names[i].data) return reel__memory_fail(error);
    }
    return REEL_OK;
}

reel_status reel_match_index_find(reel_match_index *index, const reel_motion *motion, reel_string except, size_t limit,
                                  bool (*each)(void *context, reel_string name, const reel_match *match), void *context,
                                  reel_error *error)
{
    comparison c = { .index = index, .motion = motion, .except = except };
    found_replay results[MOST_CHOSEN];
    result_name names[MOST_CHOSEN] = { { NULL, 0 } };
    size_t count = 0;
    index->not_compared = 0;
    int64_t left_out;
    if (!reel__match_index_begin(index, SQL_BEGIN_READ)) return reel__match_index_failure(index, error);
    reel_status status = find_except(index, except, &left_out) ? REEL_OK : reel__match_index_failure(index, error);
    if (status == REEL_OK) status = reel__match_index_candidates(index, motion, left_out, &c.candidates, error);
    if (status == REEL_OK) status = compare_hands(&c, error);
    if (status == REEL_OK) status = compare_best(&c, results, &count, error);
    if (status == REEL_OK) index->not_compared = count_left(&c, results, count);
    free(c.prints);
    if (count > (limit ? limit : DEFAULT_LIMIT)) count = limit ? limit : DEFAULT_LIMIT;
    if (status == REEL_OK) status = read_names(index, results, count, names, error);
    reel__match_index_run(index, SQL_ROLLBACK, 0);
    bool more = status == REEL_OK;
    for (size_t i = 0; i < count; i++) {
        more = more && each(context, (reel_string){ names[i].data, names[i].size }, &results[i].match);
        free(names[i].data);
    }
    return status;
}

#endif
