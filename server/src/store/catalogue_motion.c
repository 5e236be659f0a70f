/* SPDX-License-Identifier: MIT
 * Copies: entries are added in one transaction with the look-up of what their motion is like. The table `motion` has one row for each key
 * of a fingerprint, as docs/match.md describes for an index in a database: `kind` is the key with its family, `bits` its further bits. */
#include "base/fail.h"
#include "store/catalogue.h"
#include "store/catalogue_maps.h"
#include "store/events.h"
#include "store/upload_quota.h"

#include <inttypes.h>
#include <reel/match.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 32, BATCH = 400, NUMBER = 24, PAGE = 500, MOST_CANDIDATES = 64 };

/* ---- text of statements -------------------------------------------------------------------------------------------- */

/* A statement with numbers in it, which has room for BATCH rows of them. */
typedef struct statement {
    char text[512 + BATCH * 3 * NUMBER]; /* NUMBER also for what is between them */
    size_t size;
} statement;

static void add(statement *to, const char *text)
{
    to->size += (size_t)snprintf(to->text + to->size, sizeof to->text - to->size, "%s", text);
}

static void add_number(statement *to, const char *before, int64_t number)
{
    to->size += (size_t)snprintf(to->text + to->size, sizeof to->text - to->size, "%s%" PRId64, before, number);
}

/* ---- hits ------------------------------------------------------------------------------------------------------------ */

/* Replays are ranked among those of their kind, so that those of one kind do not push out the others. */
typedef enum hit_kind { HIT_HELD, HIT_ACCEPTED, HIT_OWN, HIT_KINDS } hit_kind;

/* Keys that a replay and the motion have in common, in one orientation. */
typedef struct hit {
    int64_t replay;
    uint32_t mirrored;
    hit_kind kind;
    uint32_t count;
} hit;

typedef struct search {
    const motion_key *probes; /* in ascending order of `key` */
    size_t probe_count;
    hit *hits;
    size_t count, capacity;
    bool failed, others; /* without memory; there are hits of other players */
} search;

static int compare_probes(const void *one, const void *other)
{
    const motion_key *a = one, *b = other;
    return a->key < b->key ? -1 : a->key > b->key;
}

static int by_replay(const void *one, const void *other)
{
    const hit *a = one, *b = other;
    if (a->replay != b->replay) return a->replay < b->replay ? -1 : 1;
    return (int)a->mirrored - (int)b->mirrored;
}

/* Most hits first; the older replay first if they are equal. */
static int by_count(const void *one, const void *other)
{
    const hit *a = one, *b = other;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    return by_replay(one, other);
}

static unsigned bits_of(uint32_t value)
{
    unsigned count = 0;
    for (; value; value &= value - 1) count++;
    return count;
}

static bool add_hit(search *s, hit hit)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 1024;
        void *more = realloc(s->hits, capacity * sizeof *s->hits);
        if (!more) return s->failed = true, false;
        s->hits = more;
        s->capacity = capacity;
    }
    s->hits[s->count++] = hit;
    return true;
}

/* A row of `motion` that has the key of some probes. */
static bool read_hit(void *context, const sql_value *values, size_t count)
{
    search *s = context;
    const motion_key wanted = { .key = (uint64_t)values[1].integer };
    const motion_key *probe = bsearch(&wanted, s->probes, s->probe_count, sizeof *s->probes, compare_probes);
    const motion_key *end = s->probes + s->probe_count;
    bool accepted = values[3].integer == VERDICT_ACCEPTED, own = values[4].integer != 0;
    (void)count;
    while (probe && probe > s->probes && probe[-1].key == wanted.key) probe--;
    for (; probe && probe < end && probe->key == wanted.key; probe++) {
        bool presses = (wanted.key & ((1u << JOB_FAMILY_BITS) - 1)) == REEL_MATCH_PRESSES;
        if (!presses && bits_of((uint32_t)values[2].integer ^ probe->check) > REEL_MATCH_CHECK_BITS) continue;
        const hit one = { values[0].integer, probe->mirrored, own ? HIT_OWN : accepted ? HIT_ACCEPTED : HIT_HELD, 1 };
        s->others |= !own;
        if (!add_hit(s, one)) return false;
    }
    return true;
}

/* Sums the hits of each replay and orientation, and sorts them. */
static void rank_hits(search *s)
{
    size_t kept = 0;
    if (!s->count) return;
    qsort(s->hits, s->count, sizeof *s->hits, by_replay);
    for (size_t i = 1; i < s->count; i++) {
        if (by_replay(&s->hits[kept], &s->hits[i]) == 0)
            s->hits[kept].count++;
        else
            s->hits[++kept] = s->hits[i];
    }
    s->count = kept + 1;
    qsort(s->hits, s->count, sizeof *s->hits, by_count);
}

/* Finds the replays with numbers above `after` that have keys of the probes: of each key, the ROWS that came first, so that a look-up takes
 * as long whatever many replays have in common. `number` is that of a replay of the same player, or 0: such a statement has numbers
 * only. */
static reel_status find_hits(sql *db, search *s, int64_t number, int64_t after, reel_error *error)
{
    statement *text = malloc(sizeof *text);
    if (!text) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    reel_status status = REEL_OK;
    for (size_t i = 0; i < s->probe_count && status >= 0;) {
        *text->text = '\0';
        text->size = 0;
        add(text, "SELECT m.replay, m.kind, m.bits, r.verdict, ");
        add_number(text, number ? "CASE WHEN r.player_key = (SELECT player_key FROM replay WHERE number = " : "", number);
        add(text, number ? " LIMIT 1) THEN 1 ELSE 0 END" : "");
        add(text, " FROM (");
        size_t in = 0;
        for (; i < s->probe_count && in < BATCH; i++)
            if (i == 0 || s->probes[i].key != s->probes[i - 1].key)
                add_number(text, in++ ? " UNION ALL SELECT " : "SELECT ", (int64_t)s->probes[i].key),
                    add(text, in > 1 ? "" : " AS key");
        if (!in) break;
        add(text, ") p JOIN motion m ON m.kind = p.key AND m.replay IN (SELECT replay FROM motion WHERE kind = p.key");
        add_number(text, " AND replay > ", after);
        add_number(text, " ORDER BY replay LIMIT ", ROWS);
        add(text, ") JOIN replay r ON r.number = m.replay");
        status = db->driver->once(db, text->text, read_hit, s, error);
    }
    free(text);
    return s->failed ? fail(error, REEL_MEMORY, "catalogue.memory", "out of memory") : status;
}

static reel_status sort_probes(search *s, const new_replay *more, reel_error *error)
{
    motion_key *sorted = malloc((more->probe_count + 1) * sizeof *sorted);
    *s = (search){ .probes = sorted, .probe_count = more->probe_count };
    if (!sorted) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    if (more->probe_count) memcpy(sorted, more->probes, more->probe_count * sizeof *sorted);
    qsort(sorted, more->probe_count, sizeof *sorted, compare_probes);
    return REEL_OK;
}

static void end_search(search *s)
{
    free((void *)(uintptr_t)s->probes);
    free(s->hits);
}

/* The number of any replay of a player; 0: it has none, or is unknown, and then nobody's replays are its own. */
static reel_status find_player(sql *db, const char *player_key, int64_t *number, reel_error *error)
{
    const sql_value value = sql_text(player_key);
    *number = 0;
    if (!*player_key) return REEL_OK;
    return sql_ask(db, "SELECT number FROM replay WHERE player_key = $1 AND number > 0 ORDER BY number LIMIT 1", &value, 1,
                   catalogue_read_integer, number, error);
}

/* ---- candidates ------------------------------------------------------------------------------------------------------ */

typedef struct candidate_list {
    new_replay *replay;
    unsigned limit;
    bool (*each)(void *context, const similar_entry *entry);
    void *context;
    const hit *hit; /* that is read */
} candidate_list;

static bool read_candidate(void *context, const sql_value *values, size_t count)
{
    const candidate_list *list = context;
    (void)count;
    const similar_entry entry = { values[0].text, values[1].text, list->hit->kind == HIT_OWN, list->hit->replay };
    list->each(list->context, &entry);
    return false;
}

static reel_status give_candidates(sql *db, candidate_list *list, const search *s, reel_error *error)
{
    unsigned given[HIT_KINDS] = { 0 }, count = 0;
    int64_t known[HIT_KINDS * MOST_CANDIDATES];
    reel_status status = REEL_OK;
    for (size_t i = 0; i < s->count && status >= 0; i++) {
        const hit *hit = &s->hits[i];
        const sql_value number = sql_integer(hit->replay);
        bool twice = false; /* in the other orientation, with more hits */
        if (given[hit->kind] == list->limit || given[hit->kind] == MOST_CANDIDATES) continue;
        for (unsigned j = 0; j < count && !twice; j++) twice = known[j] == hit->replay;
        if (twice) continue;
        given[hit->kind]++;
        known[count++] = hit->replay;
        list->hit = hit;
        status = sql_ask(db, "SELECT id, fingerprint FROM replay JOIN replay_text ON replay = number WHERE number = $1", &number,
                         1, read_candidate, list, error);
    }
    return status;
}

static reel_status candidate_steps(sql *db, void *context, reel_error *error)
{
    candidate_list *list = context;
    search s;
    int64_t player = 0;
    reel_status status = sort_probes(&s, list->replay, error);
    if (status >= 0)
        status = sql_ask(db, "SELECT last FROM reel_sequence", NULL, 0, catalogue_read_integer, &list->replay->seen, error);
    if (status >= 0) status = find_player(db, list->replay->player_key, &player, error);
    if (status >= 0) status = find_hits(db, &s, player, 0, error);
    if (status >= 0) {
        rank_hits(&s);
        status = give_candidates(db, list, &s, error);
    }
    end_search(&s);
    return status < 0 ? status : REEL_END; /* nothing to commit */
}

reel_status catalogue_candidates(catalogue *c, new_replay *replay, unsigned limit,
                                 bool (*each)(void *context, const similar_entry *entry), void *context, reel_error *error)
{
    candidate_list list = { replay, limit, each, context, NULL };
    return catalogue_look(c, candidate_steps, &list, error);
}

/* ---- adding ---------------------------------------------------------------------------------------------------------- */

typedef struct addition {
    replay_entry *entry;
    const new_replay *more;
    add_result result;
} addition;

static const char same_text[] = "SELECT " REPLAY_COLUMNS " FROM replay WHERE content = $1 AND content <> '' AND verdict >= $2 "
                                "ORDER BY verdict DESC, number LIMIT 1";

reel_status catalogue_same(catalogue *c, const char *content, verdict least, replay_entry *entry, reel_error *error)
{
    const sql_value values[] = { sql_text(content), sql_integer(least) };
    replay_entry found = { .id = "" };
    reel_status status = catalogue_run(c, same_text, values, 2, catalogue_read_entry, &found, NULL, error);
    if (status < 0 || !*found.id) return status < 0 ? status : REEL_END;
    *entry = found;
    return REEL_OK;
}

static reel_status insert_replay(sql *db, const addition *a, int64_t number, reel_error *error)
{
    const replay_entry *e = a->entry;
    const new_replay *m = a->more;
    const sql_value values[] = { sql_text(e->id),          sql_integer(e->received),
                                 sql_integer(e->size),     sql_integer(e->verdict),
                                 sql_text(e->format),      sql_text(e->game),
                                 sql_text(e->player),      sql_text(e->player_name),
                                 sql_text(e->level),       e->has_score ? sql_real(e->score) : SQL_NOTHING,
                                 sql_real(e->seconds),     sql_integer(e->errors),
                                 sql_integer(e->warnings), sql_text(e->uploader),
                                 sql_integer(e->ranked),   sql_integer(number),
                                 sql_text(e->title),       sql_text(e->author),
                                 sql_text(e->detail),      sql_text(e->modifiers),
                                 sql_text(e->headset),     e->has_accuracy ? sql_real(e->accuracy) : SQL_NOTHING,
                                 sql_text(m->level_key),   sql_text(m->player_key),
                                 sql_text(m->content) };
    const sql_value texts[] = { sql_integer(number), sql_text(m->answer), sql_text(m->fingerprint) };
    reel_status status = sql_do(db,
                                "INSERT INTO replay (" REPLAY_COLUMNS ", level_key, player_key, content) VALUES "
                                "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, "
                                "$20, $21, $22, $23, $24, $25)",
                                values, sizeof values / sizeof *values, NULL, error);
    if (status >= 0)
        status = sql_do(db, "INSERT INTO replay_text (replay, answer, fingerprint) VALUES ($1, $2, $3)", texts, 3, NULL, error);
    if (status >= 0) status = catalogue_name(db, e, m, error);
    return status < 0 ? status : catalogue_rank(db, e, m, number, error);
}

static reel_status insert_keys(sql *db, const motion_key *keys, size_t count, int64_t number, reel_error *error)
{
    statement *text = malloc(sizeof *text);
    if (!text) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    reel_status status = REEL_OK;
    for (size_t i = 0; i < count && status >= 0;) {
        text->size = 0;
        add(text, "INSERT INTO motion (replay, kind, bits) VALUES ");
        for (size_t in = 0; in < BATCH && i < count; in++, i++) {
            add_number(text, in ? ",(" : "(", number);
            add_number(text, ",", (int64_t)keys[i].key);
            add_number(text, ",", keys[i].check);
            add(text, ")");
        }
        status = db->driver->once(db, text->text, NULL, NULL, error);
    }
    free(text);
    return status;
}

/* Whether the motion was not compared with a replay that has something in common with it. */
static reel_status find_newer(sql *db, const new_replay *more, bool *newer, reel_error *error)
{
    search s;
    int64_t player = 0;
    reel_status status = sort_probes(&s, more, error);
    if (status >= 0) status = find_player(db, more->player_key, &player, error);
    if (status >= 0) status = find_hits(db, &s, player, more->seen, error);
    *newer = s.others;
    end_search(&s);
    return status;
}

static reel_status note_new(sql *db, const addition *a, int64_t number, reel_error *error)
{
    const replay_entry *e = a->entry;
    event_entry event = { .number = number,
                          .at = e->received,
                          .kind = EVENT_NEW,
                          .state = e->verdict == VERDICT_ACCEPTED ? STATE_LISTED : STATE_HELD };
    memcpy(event.id, e->id, sizeof event.id);
    memcpy(event.game, e->game, sizeof event.game);
    snprintf(event.level, sizeof event.level, "%s", a->more->level_key);
    snprintf(event.player, sizeof event.player, "%s", a->more->player_key);
    return event_note(db, &event, error);
}

/* The lock that the first statement takes makes one upload wait for another. */
static reel_status add_steps(sql *db, void *context, reel_error *error)
{
    addition *a = context;
    const new_replay *more = a->more;
    const sql_value id = sql_text(a->entry->id), same[] = { sql_text(more->content), sql_integer(a->entry->verdict) };
    int64_t number = 0;
    bool newer = false;
    replay_entry found = { .id = "" };
    bool withdrawn = false, erased = false;
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0)
        status = sql_ask(db, "SELECT " REPLAY_COLUMNS " FROM replay WHERE id = $1", &id, 1, catalogue_read_entry, &found, error);
    a->result = *found.id ? ADD_KNOWN : ADD_DONE;
    if (status >= 0 && !*found.id) status = catalogue_find_withdrawn(db, a->entry->id, more->content, &withdrawn, error);
    if (status >= 0 && withdrawn) return a->result = ADD_WITHDRAWN, REEL_END;
    if (status >= 0 && !*found.id) {
        status = sql_ask(db, same_text, same, 2, catalogue_read_entry, &found, error);
        if (*found.id) a->result = ADD_SAME;
    }
    if (status >= 0 && *found.id) return *a->entry = found, REEL_END;
    if (status >= 0) status = catalogue_find_erased(db, a->entry->uploader, &erased, error);
    if (status >= 0 && erased) return a->result = ADD_ERASED, catalogue_doom(db, a->entry->id, error);
    if (status >= 0 && more->probe_count && more->seen + 1 < number) status = find_newer(db, more, &newer, error);
    if (status >= 0 && newer) return a->result = ADD_NEWER, REEL_END;
    if (status >= 0) status = quota_take(db, a->entry, &more->quota, &a->result, error);
    if (status >= 0 && a->result != ADD_DONE) return REEL_END;
    if (status >= 0) status = insert_replay(db, a, number, error);
    if (status >= 0) status = map_note(db, number, more->map_hash, more->with_map, error);
    if (status >= 0 && !more->with_map) status = map_want(db, number, error);
    if (status >= 0) status = note_new(db, a, number, error);
    return status < 0 ? status : insert_keys(db, more->keys, more->key_count, number, error);
}

reel_status catalogue_add(catalogue *c, replay_entry *entry, const new_replay *more, add_result *result, reel_error *error)
{
    addition a = { entry, more, ADD_DONE };
    reel_status status = catalogue_transact(c, add_steps, &a, error);
    *result = a.result;
    return status;
}

/* ---- replays from before there were keys ------------------------------------------------------------------------------- */

typedef struct old_replay {
    char id[STORE_ID], player[CATALOGUE_TEXT], level[CATALOGUE_TEXT];
    char *fingerprint;
} old_replay;

typedef struct old_page {
    old_replay *rows;
    size_t count;
    bool failed;
} old_page;

static bool read_old(void *context, const sql_value *values, size_t count)
{
    old_page *page = context;
    old_replay *row = &page->rows[page->count];
    (void)count;
    catalogue_copy(row->id, sizeof row->id, &values[0]);
    catalogue_copy(row->player, sizeof row->player, &values[1]);
    catalogue_copy(row->level, sizeof row->level, &values[2]);
    row->fingerprint = strdup(values[3].kind == SQL_TEXT ? values[3].text : "");
    page->failed |= !row->fingerprint;
    page->count++;
    return page->count < PAGE;
}

/* The keys of a fingerprint that is kept as text. Sets *count. NULL: it has none. */
static motion_key *keys_of(const char *text, size_t *count)
{
    size_t size = 0, length = strlen(text);
    uint8_t *bytes = malloc(length + 1);
    *count = 0;
    if (!bytes || sodium_base642bin(bytes, length, text, length, NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL) != 0)
        size = 0;
    size_t known = size ? reel_match_keys((reel_bytes){ bytes, size }, NULL, 0) : 0;
    reel_match_key *found = malloc((known + 1) * sizeof *found);
    motion_key *keys = malloc((known + 1) * sizeof *keys);
    if (found && keys) *count = reel_match_keys((reel_bytes){ bytes, size }, found, known);
    for (size_t i = 0; i < *count; i++)
        keys[i] = (motion_key){ .key = (uint64_t)found[i].key << JOB_FAMILY_BITS | found[i].family, .check = found[i].check };
    free(found);
    free(bytes);
    return keys;
}

reel_status catalogue_index_motion(sql *db, const char *fingerprint, int64_t number, reel_error *error)
{
    size_t count;
    motion_key *keys = keys_of(fingerprint, &count);
    reel_status status =
        keys ? insert_keys(db, keys, count, number, error) : fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    free(keys);
    return status;
}

static reel_status number_one(sql *db, const old_replay *row, int64_t number, reel_error *error)
{
    char level[CATALOGUE_TEXT], player[CATALOGUE_TEXT];
    reel_level_key(row->level, strlen(row->level), level, sizeof level);
    reel_player_key(row->player, strlen(row->player), player, sizeof player);
    const sql_value values[] = { sql_text(row->id), sql_text(level), sql_text(player), sql_integer(number) };
    reel_status status =
        sql_do(db, "UPDATE replay SET level_key = $2, player_key = $3, number = $4 WHERE id = $1", values, 4, NULL, error);
    return status < 0 ? status : catalogue_index_motion(db, row->fingerprint, number, error);
}

reel_status catalogue_number_replays(sql *db, reel_error *error)
{
    int64_t number = 0;
    char last[STORE_ID] = "";
    old_page page = { .rows = malloc(PAGE * sizeof *page.rows) };
    reel_status status = page.rows ? REEL_OK : REEL_MEMORY;
    do {
        const sql_value from = sql_text(last);
        page.count = 0;
        if (status >= 0)
            status = sql_ask(db, "SELECT id, player, level, fingerprint FROM replay WHERE id > $1 ORDER BY id LIMIT 500", &from,
                             1, read_old, &page, error);
        if (page.failed) status = REEL_MEMORY;
        for (size_t i = 0; i < page.count; i++) {
            if (status >= 0) status = number_one(db, &page.rows[i], ++number, error);
            free(page.rows[i].fingerprint);
        }
        if (page.count) strcpy(last, page.rows[page.count - 1].id);
    } while (status >= 0 && page.count == PAGE);
    free(page.rows);
    if (status == REEL_MEMORY) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    const sql_value value = sql_integer(number);
    return status < 0 ? status : sql_do(db, "UPDATE reel_sequence SET last = $1", &value, 1, NULL, error);
}
