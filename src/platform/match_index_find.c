/* SPDX-License-Identifier: MIT
 * Finds the entries of an index that are nearest to a motion: those that its keys point to are compared, the best of them in full. */
#include "platform/match_index.h"

#ifdef REEL_WITH_SQLITE

#include <stdlib.h>
#include <string.h>

enum {
    IN_FULL = 2,        /* candidates that are compared in full */
    KNOWN_COMPARED = 4, /* those whose hands are compared if one of them is the same recording */
    FEW_HITS = 4,       /* a part of the hits of the same motion */
    DEFAULT_LIMIT = 20
};

typedef struct found_replay {
    int64_t replay;
    bool by_window, in_full; /* it has hits of windows; all of it was compared */
    reel_match match;
} found_replay;

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

/* Compares an entry: all of it if `in_full` is set, else the hands. */
static reel_status compare_entry(reel_match_index *index, const reel_motion *motion, reel_string except, found_replay *found,
                                 reel_error *error)
{
    sqlite3_stmt *made;
    reel_string name;
    reel_bytes fingerprint;
    reel_status status = read_entry(index, found->replay, except, &made, &name, &fingerprint, error);
    if (status != REEL_OK) return status;
    status = (found->in_full ? reel_match_compare : reel_match_compare_hands)(motion, fingerprint, &found->match, error);
    sqlite3_reset(made);
    return status == REEL_OK || status == REEL_MEMORY ? status : reel__match_index_damaged(error);
}

/* Compares the hands with those that were chosen. Of a copy of a whole play, entries with far fewer hits are not compared: hardly
 * anything is left of which they could be the source. Nor are more than KNOWN_COMPARED of those that are as good, however many have the
 * motion. An entry that stands out is compared in full at once. */
static reel_status compare_hands(reel_match_index *index, const reel_motion *motion, reel_string except, const candidate *chosen,
                                 size_t chosen_count, found_replay *found, size_t *count, reel_error *error)
{
    uint32_t known = 0; /* worth of the hits of an entry that has the same motion */
    for (size_t i = 0; i < (known && chosen_count > KNOWN_COMPARED ? KNOWN_COMPARED : chosen_count); i++) {
        if (chosen[i].worth < known / FEW_HITS) break;
        const bool stands_out = i == 0 && (chosen_count == 1 || chosen[1].worth < chosen[0].worth / FEW_HITS);
        found_replay each = { .replay = chosen[i].replay, .by_window = chosen[i].by_window, .in_full = stands_out };
        reel_status status = compare_entry(index, motion, except, &each, error);
        if (status < 0) return status;
        if (status != REEL_OK) continue;
        if (each.match.band == REEL_MATCH_SAME && chosen[i].worth > known) known = chosen[i].worth;
        place_result(found, (*count)++, each);
    }
    return REEL_OK;
}

/* Compares the best of those whose hands were compared in full. One that only keys of swings point to, and whose hands have nothing in
 * common with the motion, is not compared: neither would its body have. */
static reel_status compare_best(reel_match_index *index, const reel_motion *motion, reel_string except, found_replay *found,
                                size_t found_count, found_replay *results, size_t *count, reel_error *error)
{
    for (size_t i = 0; i < found_count; i++) {
        found_replay *each = &found[i];
        const bool is_known = i > 0 && results[0].match.band == REEL_MATCH_SAME; /* whose motion it is */
        if (i < IN_FULL && !is_known && !each->in_full && (each->by_window || each->match.part_count)) {
            each->in_full = true;
            reel_status status = compare_entry(index, motion, except, each, error);
            if (status < 0) return status;
        }
        if (each->match.windows || each->match.part_count) place_result(results, (*count)++, *each);
    }
    return REEL_OK;
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
    candidate chosen[MOST_CHOSEN];
    found_replay found[MOST_CHOSEN], results[MOST_CHOSEN];
    result_name names[MOST_CHOSEN] = { { NULL, 0 } };
    size_t chosen_count = 0, found_count = 0, count = 0;
    if (!reel__match_index_begin(index, SQL_BEGIN_READ)) return reel__match_index_failure(index, error);
    reel_status status = reel__match_index_candidates(index, motion, chosen, &chosen_count, error);
    if (status == REEL_OK) status = compare_hands(index, motion, except, chosen, chosen_count, found, &found_count, error);
    if (status == REEL_OK) status = compare_best(index, motion, except, found, found_count, results, &count, error);
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
