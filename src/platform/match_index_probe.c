/* SPDX-License-Identifier: MIT
 * Looks up the keys of a motion in an index. They are sorted, so that a look-up walks through the tree in one direction. Each hit counts
 * for its replay, the more the closer its check bits are and the fewer entries have its key. However many entries share the motion, only
 * so many rows are read, and only so many entries are chosen. */
#include "platform/match_index.h"

#ifdef REEL_WITH_SQLITE

#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROWS = 256, /* of a key that are read: a key that more entries share tells them little apart */
    RARE_ROWS = 4,   /* of a key that tells much: its hits count RARE_WORTH times */
    RARE_WORTH = 4,
    PRESS_EACH = 3000, /* candidate_list.each of presses: the lines of other speeds */
    PRESS_CROWD = 16,  /* candidate_list.crowd of presses: their comparison tries shifts and speeds */
    MOST_CROWD = 32,   /* more strokes that agree with one are not looked at */
    OWN_WORTH = 4,     /* a hit of a key of presses that the motion has without rounding the other way counts so many times */
    ENOUGH_LONG = 16,  /* hits of long patterns: keys of three intervals are not looked up then */
    LONGEST_WORTH = 512,
    LONG_WORTH = 64,         /* and one of a key of a long pattern */
    MOST_ROWS_READ = 28000,  /* of all keys of windows, and of swings */
    MOST_PRESS_ROWS = 20000, /* of all keys of presses, of which more are looked up: a row takes 0.35 us */
    SHORT_PROBES = 400,      /* probes of a play of a minute */
    OWN_KEY = 1,
    LONG_KEY = 2, /* of nine intervals; LONGEST_KEY of sixteen */
    LONGEST_KEY = 3
};

/* ---- hits ------------------------------------------------------------------------------------------------------- */

/* Hits of one replay, of one kind. An open hash table; slots with count 0 are empty. */
typedef struct replay_hits {
    int64_t replay; /* times HIT_KINDS, and the kind */
    uint32_t count, worth;
} replay_hits;

typedef struct hit_table {
    replay_hits *slots;
    size_t size, used;
    size_t rows[HIT_KINDS]; /* that may still be read */
    size_t keys[HIT_KINDS]; /* that are still to be looked up */
} hit_table;

/* A row of a key that is looked up. */
typedef struct key_row {
    int64_t replay;
    uint32_t check;
} key_row;

static replay_hits *slot_of(const hit_table *table, int64_t replay)
{
    size_t at = (size_t)((uint64_t)replay * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (table->size - 1);
    while (table->slots[at].count && table->slots[at].replay != replay) at = (at + 1) & (table->size - 1);
    return &table->slots[at];
}

static bool grow_table(hit_table *table)
{
    enum { FIRST_SIZE = 1 << 12 };
    hit_table larger = *table;
    larger.size = table->size ? 2 * table->size : FIRST_SIZE;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots) return false;
    for (size_t i = 0; i < table->size; i++)
        if (table->slots[i].count) *slot_of(&larger, table->slots[i].replay) = table->slots[i];
    free(table->slots);
    *table = larger;
    return true;
}

static bool count_hits(hit_table *table, int64_t replay, uint32_t hits, uint32_t worth)
{
    if (2 * (table->used + 1) > table->size && !grow_table(table)) return false;
    replay_hits *slot = slot_of(table, replay);
    if (slot->count == 0) {
        slot->replay = replay;
        table->used++;
    }
    slot->count += hits;
    slot->worth += hits * worth;
    return true;
}

static unsigned bits_of(uint32_t value)
{
    unsigned count = 0;
    for (; value && count <= REEL_MATCH_CHECK_BITS; value &= value - 1) count++;
    return count;
}

static int kind_of(const reel_match_key *key)
{
    if (key->family == REEL_MATCH_PRESSES)
        return key->window == LONGEST_KEY ? HIT_LONGEST : key->window == LONG_KEY ? HIT_LONG : HIT_PLAIN;
    return key->family == REEL_MATCH_SWINGS ? HIT_SWING : key->mirrored ? HIT_MIRRORED : HIT_PLAIN;
}

/* Counts the hits of a row for the probes that have its key. Of a copy few check bits differ, of an entry that swings alike many: so a
 * hit is worth more for each bit below the limit. */
static bool count_row(const reel_match_key *keys, size_t count, const key_row *row, uint32_t worth, hit_table *table)
{
    for (size_t i = 0, same; i < count; i += same) {
        for (same = 1; i + same < count && keys[i + same].check == keys[i].check && keys[i + same].mirrored == keys[i].mirrored;)
            same++;
        const unsigned off = keys->family == REEL_MATCH_PRESSES ? 0 : bits_of(row->check ^ keys[i].check);
        if (off > REEL_MATCH_CHECK_BITS) continue;
        const uint32_t close = REEL_MATCH_CHECK_BITS + 1 - off;
        if (!count_hits(table, row->replay * HIT_KINDS + kind_of(&keys[i]), (uint32_t)same, worth * close)) return false;
    }
    return true;
}

/* How many rows of the next key may be read: what is left is shared among the keys that are left, so that none of them goes without. */
static size_t rows_of_key(hit_table *table, int kind)
{
    const size_t keys = table->keys[kind] ? table->keys[kind]-- : 1, share = 2 * table->rows[kind] / keys + 1;
    const size_t most = share < table->rows[kind] ? share : table->rows[kind];
    return most < MOST_ROWS ? most : MOST_ROWS;
}

/* How much a hit of a probe counts whose key has so many rows. */
static uint32_t worth_of(const reel_match_key *key, size_t rows)
{
    const bool presses = key->family == REEL_MATCH_PRESSES;
    const uint32_t worth = !presses                     ? 1
                           : key->window == LONGEST_KEY ? LONGEST_WORTH
                           : key->window == LONG_KEY    ? LONG_WORTH
                           : key->window == OWN_KEY     ? OWN_WORTH
                                                        : 1;
    return (rows <= RARE_ROWS ? (uint32_t)RARE_WORTH : 1) * worth;
}

/* Counts the hits of the probes that have one family and key. The rows of a key are those of the older entries first. */
static bool probe(reel_match_index *index, const reel_match_key *keys, size_t count, hit_table *table)
{
    bool windows = reel__match_index_is_window(keys->family);
    sqlite3_stmt *made = reel__match_index_statement(index, reel__match_index_table(keys->family)->probe);
    if (!made) return false;
    reel_match_key plain = *keys;
    plain.window = 0;
    int64_t from = reel__match_index_post(&plain, 0), span = (INT64_C(1) << (windows ? FAMILY_SHIFT : REPLAY_BITS)) - 1;
    size_t *rows = &table->rows[windows ? HIT_PLAIN : HIT_SWING];
    sqlite3_bind_int64(made, 1, from);
    sqlite3_bind_int64(made, 2, from | span);
    key_row found[MOST_ROWS];
    size_t most = rows_of_key(table, windows ? HIT_PLAIN : HIT_SWING), seen = 0;
    int step = SQLITE_DONE;
    for (; seen < most && (step = sqlite3_step(made)) == SQLITE_ROW; seen++)
        found[seen] = (key_row){ (sqlite3_column_int64(made, 0) & span) >> (windows ? WINDOW_BITS : 0),
                                 (uint32_t)sqlite3_column_int64(made, 1) };
    if (step != SQLITE_DONE && step != SQLITE_ROW) return false;
    sqlite3_reset(made); /* not after a failure, which it would hide */
    *rows -= seen;
    for (size_t i = 0; i < seen; i++)
        if (!count_row(keys, count, &found[i], worth_of(keys, seen), table)) return false;
    return true;
}

/* The keys to look up, in the order of the tables. Computed once, in most cases: they take as long as their probes. Of
 * presses, `window` is OWN_KEY if the fingerprint of the motion has the key. */
typedef struct probe_list {
    reel_match_key *keys;
    size_t count;
} probe_list;

static int by_number(const void *a, const void *b)
{
    const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

/* Marks the keys of presses that the motion itself has. Each interval is tried rounded both ways, so that entries that press
 * alike share nearly all keys that are looked up; but only a copy has most of these. */
static bool mark_own_keys(const reel_motion *motion, probe_list *list)
{
    if (!list->count || list->keys->family != REEL_MATCH_PRESSES) return true;
    const reel_bytes print = reel_motion_fingerprint(motion);
    const size_t most = print.size; /* a press has three bytes, and three keys at most: they are computed once */
    reel_match_key *keys = malloc((most + 1) * sizeof *keys);
    uint32_t *own = malloc((most + 1) * sizeof *own);
    if (keys && own) {
        size_t count = reel_match_keys(print, keys, most);
        if (count > most) count = most;
        for (size_t i = 0; i < count; i++) own[i] = keys[i].key;
        qsort(own, count, sizeof *own, by_number);
        for (size_t i = 0, at = 0; i < list->count; i++) {
            while (at < count && own[at] < list->keys[i].key) at++;
            const bool is_own = at < count && own[at] == list->keys[i].key;
            list->keys[i].window = list->keys[i].check ? (uint8_t)(OWN_KEY + list->keys[i].check) : is_own ? OWN_KEY : 0;
        }
    }
    const bool done = keys && own;
    free(keys);
    free(own);
    return done;
}

static bool find_probes(const reel_motion *motion, probe_list *list)
{
    enum { USUAL = 10000 };
    list->keys = malloc(USUAL * sizeof *list->keys);
    if (!list->keys) return false;
    list->count = reel_match_probes(motion, list->keys, USUAL);
    if (list->count > USUAL) {
        reel_match_key *more = realloc(list->keys, list->count * sizeof *more);
        if (!more) return false;
        list->keys = more;
        reel_match_probes(motion, more, list->count);
    }
    return mark_own_keys(motion, list);
}

/* The number of probes from `at` on that have the same family and key. */
static size_t same_key(const probe_list *list, size_t at)
{
    const reel_match_key *keys = list->keys + at;
    size_t same = 1;
    while (at + same < list->count && keys[same].family == keys->family && keys[same].key == keys->key) same++;
    return same;
}

/* Looks up the keys whose `window` is at least `least` and less than `most`. */
static bool probe_some(reel_match_index *index, const probe_list *list, unsigned least, unsigned most, hit_table *table)
{
    const reel_match_key *keys = list->keys;
    bool done = true;
    memset(table->keys, 0, sizeof table->keys);
    for (size_t i = 0; i < list->count; i++)
        if (keys[i].window >= least && keys[i].window < most)
            table->keys[reel__match_index_is_window(keys[i].family) ? HIT_PLAIN : HIT_SWING]++;
    for (size_t i = 0, same; done && i < list->count; i += same) {
        if (index->old && keys[i].family == REEL_MATCH_SWINGS) break; /* the last family */
        same = same_key(list, i);
        if (keys[i].window >= least && keys[i].window < most) done = probe(index, keys + i, same, table);
    }
    return done;
}

/* Whether keys of long patterns have found an entry other than `except`. */
static bool has_long_hits(const hit_table *table, int64_t except)
{
    for (size_t i = 0; i < table->size; i++) {
        const replay_hits *slot = &table->slots[i];
        if (slot->count >= ENOUGH_LONG && slot->replay % HIT_KINDS != HIT_PLAIN && slot->replay / HIT_KINDS != except)
            return true;
    }
    return false;
}

/* Keys of presses that tell most first: those that tell less, which more entries share, are not needed if those found an entry. */
static bool probe_all(reel_match_index *index, const probe_list *list, int64_t except, hit_table *table)
{
    const bool presses = list->count && list->keys->family == REEL_MATCH_PRESSES;
    if (!presses) return probe_some(index, list, 0, UINT8_MAX, table);
    for (unsigned kind = LONGEST_KEY; kind >= LONG_KEY; kind--) {
        if (!probe_some(index, list, kind, kind + 1, table)) return false;
        if (has_long_hits(table, except)) return true;
    }
    return probe_some(index, list, OWN_KEY, OWN_KEY + 1, table) && probe_some(index, list, 0, OWN_KEY, table);
}

/* How many other probes have the key of a probe, in the mean: strokes that are all alike agree with many others, and each pair
 * of them is tried. */
static size_t crowd_of(const probe_list *list)
{
    uint64_t squares = 0, swings = 0;
    for (size_t i = 0, same; i < list->count; i += same) {
        same = same_key(list, i);
        if (list->keys[i].family == REEL_MATCH_PRESSES) return PRESS_CROWD;
        if (list->keys[i].family != REEL_MATCH_SWINGS) continue;
        squares += (uint64_t)same * same;
        swings += same;
    }
    const uint64_t mean = swings ? squares / swings : 1;
    return mean < MOST_CROWD ? (size_t)mean : MOST_CROWD;
}

/* ---- candidates ------------------------------------------------------------------------------------------------- */

static bool has_windows(const hit_table *table, uint32_t least, int64_t replay)
{
    return slot_of(table, replay * HIT_KINDS + HIT_PLAIN)->count >= least ||
           slot_of(table, replay * HIT_KINDS + HIT_MIRRORED)->count >= least;
}

/* Adds a replay to the list, unless it is there with hits of another kind that are worth as much. */
static size_t add_candidate(candidate chosen[MOST_CHOSEN], size_t count, const replay_hits *hits)
{
    const candidate item = { .replay = hits->replay / HIT_KINDS, .worth = hits->worth };
    size_t at = 0;
    while (at < count && chosen[at].replay != item.replay) at++;
    if (at < count && chosen[at].worth >= item.worth) return count;
    if (at == count) count++;
    for (; at > 0 && chosen[at - 1].worth < item.worth; at--) chosen[at] = chosen[at - 1];
    chosen[at] = item;
    return count;
}

/* The replays whose hits of each kind are worth most, at least `least` hits, in one list in the order of their worth; ties go to the older
 * entry. */
static size_t choose(reel_match_index *index, const reel_motion *motion, const hit_table *table, uint32_t least,
                     candidate chosen[MOST_CHOSEN])
{
    replay_hits best[HIT_KINDS][CHOSEN];
    size_t counts[HIT_KINDS] = { 0 }, total = 0;
    for (size_t i = 0; i < table->size; i++) {
        const replay_hits *slot = &table->slots[i];
        if (slot->count < least) continue;
        replay_hits *list = best[slot->replay % HIT_KINDS];
        size_t *count = &counts[slot->replay % HIT_KINDS], at = *count;
        while (at > 0 &&
               (list[at - 1].worth < slot->worth || (list[at - 1].worth == slot->worth && list[at - 1].replay > slot->replay)))
            at--;
        if (at == CHOSEN || reel__match_index_is_elsewhere(index, motion, slot->replay / HIT_KINDS)) continue;
        if (*count < CHOSEN) ++*count;
        memmove(list + at + 1, list + at, (*count - at - 1) * sizeof *list);
        list[at] = *slot;
    }
    for (int kind = 0; kind < HIT_KINDS; kind++)
        for (size_t i = 0; i < counts[kind]; i++) total = add_candidate(chosen, total, &best[kind][i]);
    for (size_t i = 0; i < total; i++) chosen[i].by_window = has_windows(table, least, chosen[i].replay);
    return total;
}

/* The replays whose hits of some kind are worth at least so much. */
static size_t count_alike(reel_match_index *index, const reel_motion *motion, const hit_table *table, uint32_t worth)
{
    size_t count = 0;
    for (size_t i = 0; i < table->size; i++) {
        const replay_hits *slot = &table->slots[i];
        if (!slot->count || slot->worth < worth) continue;
        bool first = true; /* of the kinds of this replay */
        for (int64_t other = slot->replay - slot->replay % HIT_KINDS; other < slot->replay; other++)
            if (slot_of(table, other)->worth >= worth) first = false;
        count += first && !reel__match_index_is_elsewhere(index, motion, slot->replay / HIT_KINDS);
    }
    return count;
}

reel_status reel__match_index_candidates(reel_match_index *index, const reel_motion *motion, int64_t except,
                                         candidate_list *result, reel_error *error)
{
    hit_table table = { .rows = { [HIT_PLAIN] = MOST_ROWS_READ, [HIT_SWING] = MOST_ROWS_READ } };
    probe_list list;
    *result = (candidate_list){ .count = 0 };
    if (!find_probes(motion, &list)) {
        free(list.keys);
        return reel__memory_fail(error);
    }
    const bool presses = list.count && list.keys->family == REEL_MATCH_PRESSES;
    if (presses) table.rows[HIT_SWING] = MOST_PRESS_ROWS;
    const bool done = probe_all(index, &list, except, &table);
    /* one hit may be chance, but a short play has few */
    if (done && table.used) result->count = choose(index, motion, &table, list.count > SHORT_PROBES ? 2 : 1, result->data);
    if (result->count && result->data[0].worth >= FEW_HITS)
        result->alike = count_alike(index, motion, &table, result->data[0].worth / FEW_HITS);
    result->crowd = crowd_of(&list);
    result->each = presses ? PRESS_EACH : 0;
    free(table.slots);
    free(list.keys);
    const bool failed = !done || index->failed;
    index->failed = false;
    return failed ? reel__match_index_failure(index, error) : REEL_OK;
}

#endif
