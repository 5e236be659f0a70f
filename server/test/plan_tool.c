/* SPDX-License-Identifier: MIT
 * plan_tool WHERE: runs every statement of the catalogue on a database, and prints each with how the database runs it: lines "# STATEMENT",
 * and below them the plan. The linker puts a driver that explains before the one of the database. */
#include "driver.h"
#include "store/account.h"
#include "store/audit.h"
#include "store/bans.h"
#include "store/catalogue_board.h"
#include "store/catalogue_maps.h"
#include "store/catalogue_place.h"
#include "store/events.h"
#include "store/hook_list.h"
#include "store/moderation.h"
#include "store/ranking.h"
#include "store/reign.h"
#include "store/stated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool explaining;

static bool print_plan(void *context, const sql_value *values, size_t count)
{
    (void)context;
    if (values[count - 1].kind == SQL_TEXT) printf("%s\n", values[count - 1].text);
    return true;
}

static void explain(sql *connection, const char *text, const sql_value *values, size_t count)
{
    static const char *const plain[] = { "BEGIN", "COMMIT", "ROLLBACK" };
    reel_error error = { .message = "" };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(text, plain[i]) == 0) return;
    char *whole = malloc(strlen(text) + 32); /* kept: a driver knows statements by their address */
    if (!whole) abort();
    sprintf(whole, "EXPLAIN %s%s", real == &sql_sqlite ? "QUERY PLAN " : "", text);
    printf("# %.400s\n", text);
    if (real->run(connection, whole, values, count, print_plan, NULL, NULL, &error) < 0) printf("failed: %s\n", error.message);
}

static reel_status watch_run(sql *connection, const char *text, const sql_value *values, size_t count, sql_row *row,
                             void *context, uint64_t *changed, reel_error *error)
{
    if (explaining) explain(connection, text, values, count);
    return real->run(connection, text, values, count, row, context, changed, error);
}

static reel_status watch_once(sql *connection, const char *text, sql_row *row, void *context, reel_error *error)
{
    if (explaining) explain(connection, text, NULL, 0);
    return real->once(connection, text, row, context, error);
}

static reel_status watch_open(sql *connection, reel_error *error)
{
    reel_status status = REEL_OK;
    if (real != &sql_postgres) return status;
    /* with few rows it would read tables whole, and sort what an index gives in order; and it would compile the plans that are left, because
     * these settings make their costs high */
    static const char *const settings[] = { "SET enable_seqscan = off", "SET enable_bitmapscan = off", "SET enable_sort = off",
                                            "SET jit = off" };
    for (size_t i = 0; i < sizeof settings / sizeof *settings && status >= 0; i++)
        status = real->once(connection, settings[i], NULL, NULL, error);
    return status;
}

static void ignore_replay(void *context, const replay_entry *entry) { (void)context, (void)entry; }
static void ignore_place(void *context, const board_entry *entry) { (void)context, (void)entry; }
static void ignore_text(void *context, const char *text) { (void)context, (void)text; }

static void ignore_answer(void *context, verdict verdict, const char *answer)
{
    (void)verdict;
    ignore_text(context, answer);
}
static void ignore_token(void *context, const token_entry *token, const uploader_use *use)
{
    (void)context, (void)token, (void)use;
}
static void ignore_audit(void *context, const audit_entry *entry) { (void)context, (void)entry; }
static bool ignore_similar(void *context, const similar_entry *entry) { return (void)context, (void)entry, true; }

static reel_status lists(catalogue *c, reel_error *error)
{
    static const char *const values[] = { NULL, "Game", "bsor", "held", "tester", "NF", "headset" };
    reel_status status = REEL_OK;
    for (int n = 0; n < 8 * KINDS && status >= 0; n++) {
        const replay_filter filter = { .player = n & 1 ? "ann" : NULL,
                                       .level = n & 2 ? "level" : NULL,
                                       .since = n & 4 ? 1 : 0,
                                       .kind = (replay_kind)(n / 8),
                                       .value = values[n / 8],
                                       .before = 5,
                                       .limit = 3 };
        status = catalogue_list(c, &filter, ignore_replay, NULL, error);
    }
    for (int n = 0; n < 4 && status >= 0; n++) {
        const replay_filter filter = { .player = n & 1 ? "ann" : NULL,
                                       .level = n & 1 ? NULL : "level",
                                       .order = n & 2 ? ORDER_SCORE : ORDER_ACCURACY,
                                       .limit = 3 };
        status = catalogue_list(c, &filter, ignore_replay, NULL, error);
    }
    return status;
}

static reel_status boards(catalogue *c, reel_error *error)
{
    static const board_page pages[] = {
        { "board", "level", .limit = 3 },
        { "board", "level", .player = "ann", .limit = 3 },
        { "board", "level", .has_after = true, .after_rank = -5, .after_number = 1, .limit = 3 },
        { "board", "level", .all = true, .limit = 3 },
        { "board", "level", .all = true, .player = "ann", .limit = 3 },
        { "board", "level", .all = true, .has_after = true, .after_rank = -5, .after_number = 1, .limit = 3 },
        { "board", "level", .newest = true, .limit = 3 },
    };
    replay_entry entry = { .number = 1, .verdict = VERDICT_ACCEPTED, .format = "bsor", .game = "Game" };
    const new_replay more = { .level_key = "level", .player_key = "ann" };
    memset(entry.id, 'a', STORE_ID - 1);
    uint64_t place;
    int64_t last;
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof pages / sizeof *pages && status >= 0; i++)
        status = catalogue_board(c, &pages[i], ignore_place, NULL, error);
    if (status >= 0) status = catalogue_place(c, "board", "level", "ann", &place, error);
    if (status >= 0) status = catalogue_progress(c, "board", "level", "ann", 0, 3, ignore_place, NULL, error);
    if (status >= 0) status = catalogue_levels(c, "board", "", 3, ignore_place, NULL, error);
    if (status >= 0) status = catalogue_bests(c, "ann", "", "", 3, ignore_place, NULL, error);
    if (status >= 0) status = catalogue_recent(c, "ann", 0, 3, ignore_place, NULL, error);
    if (status >= 0) status = catalogue_after(c, 0, 3, ignore_replay, NULL, error);
    if (status >= 0) status = catalogue_plays(c, 1, ignore_place, NULL, error);
    if (status >= 0) status = catalogue_recheck_begin(c, "rules", &last, error);
    if (status >= 0) status = catalogue_recheck_end(c, "rules", 0, error);
    if (status >= 0) status = catalogue_replace(c, &entry, &more, VERDICT_ACCEPTED, error);
    if (status >= 0) status = catalogue_count_players(c, "board", "level", 9, &place, error);
    if (status >= 0) status = catalogue_count_levels(c, "board", "ann", 9, &place, error);
    return status;
}

static reel_status replays(catalogue *c, reel_error *error)
{
    static const new_play play = { "board", "level", "level", "ann", "ann", "Ann", 5, -5 };
    static const motion_key keys[] = { { 4, 1, 0 }, { 8, 1, 0 } };
    replay_entry entry = { .format = "bsor", .game = "Game", .player = "ann", .level = "level", .verdict = VERDICT_ACCEPTED };
    new_replay more = { .level_key = "level",
                        .player_key = "ann",
                        .content = "content",
                        .answer = "{}",
                        .fingerprint = "",
                        .keys = keys,
                        .probes = keys,
                        .key_count = 2,
                        .probe_count = 2,
                        .plays = &play,
                        .play_count = 1 };
    add_result result;
    entry.has_score = entry.ranked = true;
    memset(entry.id, 'a', STORE_ID - 1);
    reel_status status = catalogue_add(c, &entry, &more, &result, error);
    more.content = "other";
    memset(entry.id, 'b', STORE_ID - 1);
    if (status >= 0) status = catalogue_candidates(c, &more, 4, ignore_similar, NULL, error);
    more.seen = 0;
    if (status >= 0) status = catalogue_add(c, &entry, &more, &result, error);
    if (status >= 0) status = catalogue_check_quota(c, &entry, &more.quota, &result, error);
    if (status >= 0) status = catalogue_same(c, "content", VERDICT_HELD, &entry, error);
    if (status >= 0) status = catalogue_answer(c, entry.id, ignore_answer, NULL, error);
    if (status >= 0) status = catalogue_get(c, entry.id, &entry, error);
    if (status >= 0) status = catalogue_find(c, "ann", "level", &entry, error);
    return status < 0 ? status : catalogue_ping(c, error);
}

static reel_status others(catalogue *c, reel_error *error)
{
    const token_entry token = { .name = "tester", .scopes = "upload", .hash = "h" };
    const audit_entry audit = { .at = 1, .event = "e", .name = "n", .detail = "d" };
    const new_replay more = { .level_key = "level", .player_key = "ann" };
    token_entry found;
    char player[CATALOGUE_TEXT];
    bool fine;
    uint64_t changed;
    int64_t number;
    reel_status status = catalogue_token_add(c, &token, error);
    if (status >= 0) status = catalogue_token_get(c, "tester", &found, error);
    if (status >= 0) status = catalogue_token_rotate(c, &token, &changed, error);
    if (status >= 0) status = catalogue_token_rehash(c, &token, "other", error);
    if (status >= 0) status = catalogue_token_use(c, "tester", 5, error);
    if (status >= 0) status = catalogue_token_bind(c, "tester", "ann", error);
    if (status >= 0) status = catalogue_token_player(c, "tester", player, error);
    if (status >= 0) status = catalogue_token_list(c, ignore_token, NULL, error);
    if (status >= 0) status = catalogue_token_revoke(c, "tester", 1, &changed, error);
    if (status >= 0) status = audit_add(c, &audit, error);
    if (status >= 0) status = audit_list(c, NULL, 0, 3, ignore_audit, NULL, error);
    if (status >= 0) status = audit_list(c, "n", 0, 3, ignore_audit, NULL, error);
    if (status >= 0) status = audit_last(c, &number, error);
    if (status >= 0) status = catalogue_challenge_add(c, "c", "ann", "level", 1, 9, error);
    if (status >= 0) status = catalogue_challenge_use(c, "c", "a", &more, 2, &fine, error);
    return status < 0 ? status : catalogue_key_use(c, "tester", "key", "a", 1, 0, &fine, error);
}

static void ignore_moderated(void *context, const moderated_entry *entry) { (void)context, (void)entry; }
static reel_status keep_bytes(store *store, const char *id, reel_error *error)
{
    return (void)store, (void)id, (void)error, REEL_OK;
}

static void ignore_account(void *context, const account *account) { (void)context, (void)account; }

/* An account with a token and an upload, until its owner wants it to be deleted. */
static reel_status accounts(catalogue *c, reel_error *error)
{
    static const store_kind kind = { .remove = keep_bytes };
    store store = { .kind = &kind };
    account who = { .name = "account:a", .provider = "p", .subject = "s", .shown = "n", .player = "ann", .seen = 1 };
    const new_session session = { .hash = "h", .flow = "f", .ends = 9 };
    const token_entry token = { .name = "own", .scopes = "upload", .hash = "h", .owner = "account:a", .label = "l" };
    replay_entry entry = { .received = 1, .size = 2, .verdict = VERDICT_ACCEPTED, .format = "bsor", .uploader = "account:a" };
    const new_replay more = { .level_key = "", .player_key = "", .content = "", .answer = "{}", .fingerprint = "" };
    add_result result;
    int64_t number;
    uint64_t count;
    memset(entry.id, 'd', STORE_ID - 1);
    reel_status status = account_sign_in(c, &who, &session, error);
    if (status >= 0) status = catalogue_token_add(c, &token, error);
    if (status >= 0) status = catalogue_add(c, &entry, &more, &result, error);
    if (status >= 0) status = account_of_session(c, "h", 2, &who, error);
    if (status >= 0) status = account_get(c, "account:a", &who, error);
    if (status >= 0) status = account_list(c, "", 3, ignore_account, NULL, error);
    if (status >= 0) status = catalogue_token_of(c, "account:a", ignore_token, NULL, error);
    if (status >= 0) status = moderation_of_uploader(c, "account:a", 0, 3, ignore_moderated, NULL, error);
    if (status >= 0) status = moderation_count_uploads(c, "account:a", &number, error);
    if (status >= 0) status = account_revoke_token(c, "account:a", "own", 3, error);
    if (status >= 0) status = account_sign_out(c, "h", 3, error);
    if (status >= 0) status = account_prune(c, 1, error);
    return status < 0 ? status : moderation_erase_account(c, &store, &who, "who", 4, &count, error);
}

static void ignore_name(void *context, const char *key, const char *shown) { (void)context, (void)key, (void)shown; }

static void ignore_refused(void *context, const refused_upload *refused) { (void)context, (void)refused; }

/* What pages and imports ask for. */
static reel_status pages(catalogue *c, reel_error *error)
{
    refused_upload refused = { .received = 1, .format = "bsor", .rule = "r", .message = "m" };
    memset(refused.id, 'c', STORE_ID - 1);
    reel_status status = catalogue_search(c, NAME_PLAYER, "ann", 3, ignore_name, NULL, error);
    if (status >= 0) status = catalogue_search(c, NAME_LEVEL, "level two", 3, ignore_name, NULL, error);
    if (status >= 0) status = catalogue_refuse(c, &refused, "[]", error);
    if (status >= 0) status = catalogue_refused(c, refused.id, 0, &refused, ignore_text, NULL, error);
    if (status >= 0) status = catalogue_refusals(c, NULL, &refused, 0, 3, ignore_refused, NULL, error);
    if (status >= 0) status = catalogue_refusals(c, "tester", &refused, 0, 3, ignore_refused, NULL, error);
    if (status >= 0) status = catalogue_forget_refusals(c, 0, error);
    if (status >= 0) status = catalogue_import_set(c, "/tree", "a/b", error);
    if (status >= 0) status = catalogue_import_get(c, "/tree", ignore_text, NULL, error);
    return status < 0 ? status : catalogue_import_end(c, "/tree", error);
}

static void ignore_ban(void *context, const ban *ban) { (void)context, (void)ban; }

static reel_status act_all(catalogue *c, reel_error *error)
{
    static const moderation_act acts[] = { ACT_HOLD,   ACT_APPROVE, ACT_HIDE, ACT_RESTORE,
                                           ACT_REMOVE, ACT_RESTORE, ACT_HIDE, ACT_REMOVE };
    char id[STORE_ID] = "";
    moderation m = { .id = id, .who = "who", .reason = "why", .now = 1, .until = 2 };
    reel_status status = REEL_OK;
    replay_state state;
    bool refused = false;
    memset(id, 'a', STORE_ID - 1);
    for (size_t i = 0; i < sizeof acts / sizeof *acts && status == REEL_OK; i++) {
        m.act = acts[i];
        status = moderation_apply(c, &m, &state, &refused, error);
    }
    if (status == REEL_OK) status = moderation_undo(c, &m, 0, &state, &refused, error); /* and undo that, too */
    if (status == REEL_OK) status = moderation_undo(c, &m, 0, &state, &refused, error);
    if (status == REEL_OK) status = moderation_apply(c, &m, &state, &refused, error);
    if (status == REEL_END) return fprintf(stderr, "an act was refused\n"), REEL_ARGUMENT;
    return status;
}

static reel_status moderations(catalogue *c, reel_error *error)
{
    static const store_kind kind = { .remove = keep_bytes };
    store store = { .kind = &kind };
    ban ban = { .kind = BAN_PLAYER, .action = BAN_HOLD, .name = "eve", .at = 1 };
    bool withdrawn;
    unsigned count;
    uint64_t erased;
    ban_action action;
    reel_status status = act_all(c, error);
    if (status >= 0) status = moderation_is_withdrawn(c, "x", "content", &withdrawn, error);
    if (status >= 0) status = moderation_get(c, "x", ignore_moderated, NULL, error);
    if (status >= 0) status = moderation_queue(c, 0, 3, ignore_moderated, NULL, error);
    if (status >= 0) status = moderation_of_player(c, "ann", 0, 3, ignore_moderated, NULL, error);
    if (status >= 0) status = moderation_ban(c, &ban, error);
    if (status >= 0) status = moderation_bans(c, "", "", 3, ignore_ban, NULL, error);
    if (status >= 0) status = moderation_banned(c, "eve", "tester", &action, error);
    ban.action = BAN_NONE;
    if (status >= 0) status = moderation_ban(c, &ban, error);
    if (status >= 0) status = moderation_purge(c, &store, 5, &count, error);
    return status < 0 ? status : moderation_erase(c, &store, "ann", "who", 6, &erased, error);
}

static void ignore_event(void *context, const event_entry *event) { (void)context, (void)event; }

static reel_status events(catalogue *c, reel_error *error)
{
    int64_t number;
    reel_status status = event_list(c, 0, 3, ignore_event, NULL, error);
    if (status >= 0) status = event_last(c, &number, error);
    return status < 0 ? status : event_prune(c, 1, error);
}

static void ignore_letter(void *context, const dead_letter *letter) { (void)context, (void)letter; }

static reel_status webhooks(catalogue *c, reel_error *error)
{
    hook_state state = { .position = 1 };
    const dead_letter letter = { .url = "u", .number = 2, .body = "{}" };
    reel_status status = hook_add(c, "u", error);
    if (status >= 0) status = hook_take(c, "u", "me", 1, 9, &state, error);
    if (status >= 0) status = hook_move(c, "u", "me", &state, error);
    if (status >= 0) status = hook_bury(c, "me", &letter, error);
    if (status >= 0) status = hook_release(c, "u", "me", error);
    return status < 0 ? status : hook_dead(c, "", 0, 3, ignore_letter, NULL, error);
}

/* A mark that entries are counted by, changed and removed. */
static reel_status marks(sql *connection, reel_error *error)
{
    static const char text[] =
        "INSERT INTO place_mark (kind, board, board_level, rank, entry, many) VALUES (0, 'board', 'level', 5, 1, 1)";
    const place_list list = { PLACE_BESTS, "board", "level" };
    const place at = { -9, 1, true };
    reel_status status = sql_do(connection, text, NULL, 0, NULL, error);
    if (status >= 0) status = place_add(connection, &list, &at, error);
    if (status >= 0) status = place_remove(connection, &list, &at, error);
    return status < 0 ? status : place_remove(connection, &list, &at, error);
}

static reel_status removal(const char *where, reel_error *error)
{
    sql *connection = NULL;
    char id[STORE_ID] = "";
    memset(id, 'a', STORE_ID - 1);
    reel_status status = sql_open(where, &connection, error);
    if (status >= 0) status = marks(connection, error);
    if (status >= 0) status = catalogue_unrank(connection, 1, error);
    if (status >= 0) status = catalogue_rank_again(connection, 1, error);
    if (status >= 0) status = catalogue_forget(connection, id, error);
    if (connection) sql_close(connection);
    return status;
}

static void ignore_ranking(void *context, const ranking_entry *ranking) { (void)context, (void)ranking; }
static void ignore_total(void *context, const ranking_total *total) { (void)context, (void)total; }
static void ignore_part(void *context, const ranking_part *part) { (void)context, (void)part; }
static void ignore_level(void *context, const ranking_level *level) { (void)context, (void)level; }
static void ignore_reign(void *context, const reign_entry *entry) { (void)context, (void)entry; }

static reel_status rankings(catalogue *c, reel_error *error)
{
    ranking_entry ranking;
    player_profile profile = { .player = "ann", .team = "t", .country = "DE" };
    const ranking_change change = { "places", "level", "who", "why", 2, 1 };
    ranking_page page = { .ranking = "places", .limit = 3, .has_after = true, .after_rank = -5 };
    reel_status status = ranking_list(c, ignore_ranking, NULL, error);
    if (status >= 0) status = ranking_get(c, "places", &ranking, error);
    if (status >= 0) status = ranking_weigh(c, &change, error);
    if (status >= 0) status = ranking_levels(c, "places", "", 3, ignore_level, NULL, error);
    if (status >= 0) status = ranking_profile_set(c, &profile, "who", 1, error);
    if (status >= 0) status = ranking_profile_get(c, "ann", &profile, error);
    for (page.group = 0; page.group < RANKING_GROUPS && status >= 0; page.group++)
        status = ranking_totals(c, &page, ignore_total, NULL, error);
    page = (ranking_page){ .ranking = "places", .limit = 3, .member = "ann" };
    if (status >= 0) status = ranking_totals(c, &page, ignore_total, NULL, error);
    if (status >= 0) status = ranking_of_player(c, "ann", ignore_total, NULL, error);
    if (status >= 0) status = ranking_parts(c, "places", "ann", INT64_MAX, "", 3, ignore_part, NULL, error);
    if (status >= 0) status = reign_list(c, "board", "level", 0, 3, ignore_reign, NULL, error);
    if (status >= 0) status = reign_list(c, "board", "level", 9, 3, ignore_reign, NULL, error);
    if (status >= 0) status = reign_newest(c, "board", 3, ignore_place, NULL, error);
    return status < 0 ? status : reign_newest(c, NULL, 3, ignore_place, NULL, error);
}

static void ignore_map(void *context, const map_entry *map, const char *figures) { (void)context, (void)map, (void)figures; }

static reel_status maps(catalogue *c, reel_error *error)
{
    static const map_entry map = { .hash = "0123456789012345678901234567890123456789", .uploader = "tester", .size = 1 };
    char hash[JOB_MAP];
    int64_t after;
    add_result result;
    reel_status status = map_add(c, &map, "{}", &(upload_quota){ 100, 1 << 20 }, &result, error);
    if (status >= 0) status = map_get(c, map.hash, ignore_map, NULL, error);
    if (status >= 0) status = map_again(c, map.hash, error);
    if (status >= 0) status = map_list(c, 0, 3, ignore_map, NULL, error);
    if (status >= 0) status = map_take(c, "server", 1, 2, hash, &after, error);
    if (status >= 0) status = map_replays(c, map.hash, 0, 3, ignore_replay, NULL, error);
    if (status >= 0) status = map_judged(c, 1, map.hash, error);
    if (status >= 0) status = map_give_back(c, map.hash, "server", 0, 1, 3, error);
    return status < 0 ? status : map_remove(c, map.hash, "tester", "why", 4, error);
}

/* Before statements are watched: what computes all from nothing reads all. */
static reel_status declare(catalogue *c, reel_error *error)
{
    static const char text[] = "ranking places\nboard board\npoints place 3 2 1\nbest 5\ndecay 0.5\n"
                               "ranking season\nboard board\npoints curve 0:0 1:1\nfrom 1970-01-01\nuntil 2100-01-01\n";
    static ranking_set set;
    ranking_problem problem;
    return ranking_parse(text, sizeof text - 1, &set, &problem) ? ranking_declare(c, &set, error) : REEL_ARGUMENT;
}

static void ignore_stated(void *context, const stated_play *play) { (void)context, (void)play; }

static reel_status stated(catalogue *c, reel_error *error)
{
    static const stated_play play = {
        .board = "board", .level = "map", .player = "ann", .value = 1, .rank = 1, .source = "import"
    };
    char level[CATALOGUE_TEXT];
    uint64_t kept;
    reel_status status = stated_add(c, &play, 1, &kept, error);
    if (status >= 0) status = stated_list(c, "board", "map", &(stated_place){ .player = "" }, 3, ignore_stated, NULL, error);
    if (status >= 0) status = stated_levels(c, "board", "", 1, ignore_stated, NULL, error);
    if (status >= 0) status = stated_find(c, "board", NULL, level, error);
    if (status >= 0) status = stated_find(c, "board", "map/hash", level, error);
    for (int n = 0; n < 4 && status >= 0; n++) { /* of a player and a level: known, and not */
        stated_name what;
        status = stated_what(c, n % 2, n < 2 ? "nobody" : n % 2 ? "ann" : "map", &what, error);
    }
    if (status >= 0) status = stated_of_player(c, "ann", NULL, "", 3, ignore_stated, NULL, error);
    return status < 0 ? status : stated_of_player(c, "ann", "board", "", 3, ignore_stated, NULL, error);
}

int main(int count, char **arguments)
{
    reel_error error = { .message = "" };
    catalogue *c = NULL;
    if (count != 2) return 2;
    reel_status status = catalogue_open(arguments[1], 1, &c, &error);
    if (status >= 0) status = declare(c, &error);
    explaining = true;
    if (status >= 0) status = replays(c, &error);
    if (status >= 0) status = lists(c, &error);
    if (status >= 0) status = boards(c, &error);
    if (status >= 0) status = rankings(c, &error);
    if (status >= 0) status = others(c, &error);
    if (status >= 0) status = accounts(c, &error);
    if (status >= 0) status = pages(c, &error);
    if (status >= 0) status = moderations(c, &error);
    if (status >= 0) status = events(c, &error);
    if (status >= 0) status = webhooks(c, &error);
    if (status >= 0) status = maps(c, &error);
    if (status >= 0) status = stated(c, &error);
    if (status >= 0) status = removal(arguments[1], &error);
    if (c) catalogue_close(c);
    if (status < 0) fprintf(stderr, "%s: %s\n", error.rule, error.message);
    return status < 0;
}
