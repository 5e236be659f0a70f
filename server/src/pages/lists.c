/* SPDX-License-Identifier: MIT
 * Pages for people: the start, plays, players, levels, boards, and the search. */
#include "pages/handlers.h"
#include "pages/map_shown.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "store/maps.h"
#include "json/entry_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    START_PLAYS = 20,
    START_LEVELS = 4,
    FOUND = 50,
    MOST_RECENT = 200 /* plays on boards, of which one replay may have several */
};

/* ---- lists of plays ------------------------------------------------------------------------------------------------ */

/* A page with plays. */
typedef struct plays {
    record_list replays;
    char next[2 * CATALOGUE_TEXT];   /* the parameter of the next page */
    bool has_scores, has_accuracies; /* some of them: they can be listed by these */
} plays;
static RECORD(plays_record, plays, FIELD_OF(plays, replays, FIELD_LIST, &entry_record), FIELD(plays, next, FIELD_TEXT),
              FIELD(plays, has_scores, FIELD_BOOL), FIELD(plays, has_accuracies, FIELD_BOOL));

static void add_play(void *context, const replay_entry *entry) { record_list_copy(context, &entry_record, entry); }

/* NULL: there is none. */
static const replay_entry *first_play(const plays *list) { return list->replays.count ? list->replays.rows : NULL; }

static reel_status read_plays(request *r, const replay_filter *filter, plays *list, reel_error *error)
{
    replay_filter one_more = *filter; /* it shows whether there is a next page */
    if (one_more.limit) one_more.limit++;
    reel_status status = catalogue_list(r->server->catalogue, &one_more, add_play, &list->replays, error);
    if (status >= 0 && filter->limit && list->replays.count > filter->limit) {
        record_free(&entry_record, record_list_at(&list->replays, &entry_record, filter->limit));
        list->replays.count = filter->limit;
        text place = { .data = NULL };
        add_place(&place, filter, record_list_at(&list->replays, &entry_record, list->replays.count - 1));
        if (!place.failed) snprintf(list->next, sizeof list->next, "%s", place.data + 1);
        text_free(&place);
    }
    const replay_entry *entries = list->replays.rows;
    for (size_t i = 0; i < list->replays.count; i++) {
        list->has_scores |= entries[i].has_score;
        list->has_accuracies |= entries[i].has_accuracy;
    }
    return status;
}

http_result get_plays(request *r)
{
    replay_filter filter;
    return read_filter(r, &filter) ? request_start(r) : HTTP_GO;
}

/* A filter, as a parameter of an address. */
typedef struct filter_value {
    const char *name, *value;
} filter_value;
static RECORD(filter_record, filter_value, FIELD(filter_value, name, FIELD_STRING), FIELD(filter_value, value, FIELD_STRING));

typedef struct plays_page {
    page_head head;
    plays list;
    bool by_date, by_score, by_accuracy;
    const char *of, *id; /* what the list is of, if it can be in another order */
    record_list filters;
    const char *modifiers, *headset, *game, *format; /* filters that have a form */
} plays_page;
#define TEXT(member) FIELD(plays_page, member, FIELD_STRING)
#define YES(member) FIELD(plays_page, member, FIELD_BOOL)
static RECORD(plays_page_record, plays_page, FIELDS_OF(plays_page, head, &page_head_record),
              FIELDS_OF(plays_page, list, &plays_record), YES(by_date), YES(by_score), YES(by_accuracy), TEXT(of), TEXT(id),
              FIELD_OF(plays_page, filters, FIELD_LIST, &filter_record), TEXT(modifiers), TEXT(headset), TEXT(game),
              TEXT(format));

static void note_order(plays_page *page, const replay_filter *filter)
{
    page->by_date = filter->order == ORDER_DATE;
    page->by_score = filter->order == ORDER_SCORE;
    page->by_accuracy = filter->order == ORDER_ACCURACY;
    if (filter->kind != KIND_ANY || filter->since || !filter->player == !filter->level) return;
    page->of = filter->player ? "player" : "level";
    page->id = filter->player ? filter->player : filter->level;
}

static void note_filters(request *r, plays_page *page)
{
    for (const route_parameter *each = r->route->parameters; each->name; each++) {
        const filter_value filter = { each->name, request_parameter(r, each->name) };
        if (filter.value && strcmp(each->name, "before") != 0 && strcmp(each->name, "after") != 0)
            record_list_copy(&page->filters, &filter_record, &filter);
    }
    page->modifiers = request_parameter(r, "modifiers");
    page->headset = request_parameter(r, "headset");
    page->game = request_parameter(r, "game");
    page->format = request_parameter(r, "format");
}

static void name_list(const replay_filter *filter, char heading[2 * CATALOGUE_TEXT])
{
    const char *what = filter->kind != KIND_ANY ? filter->value : filter->player ? filter->player : filter->level;
    if (filter->kind == KIND_VERDICT)
        snprintf(heading, 2 * CATALOGUE_TEXT, "%s plays", strcmp(filter->value, "held") == 0 ? "Held" : "Accepted");
    else
        snprintf(heading, 2 * CATALOGUE_TEXT, what ? "Plays: %s" : "Plays", what);
}

bool plays_step(request *r)
{
    reel_error error;
    replay_filter filter;
    char heading[2 * CATALOGUE_TEXT] = "";
    plays_page values = { .head = page_begin(r, heading) };
    const page page = { "plays", &plays_page_record, &values, NULL };
    read_filter(r, &filter);
    if (!request_parameter(r, "limit")) filter.limit = PAGE_PLAYS;
    name_list(&filter, heading);
    if (read_plays(r, &filter, &values.list, &error) < 0) return page_unavailable(r, &page, &error);
    note_order(&values, &filter);
    note_filters(r, &values);
    return page_end(r, &page);
}

/* ---- a player, a level ----------------------------------------------------------------------------------------------- */

/* Whether the parameter that the page is about is there. Answers, or starts the step. */
static http_result start_page(request *r, const char *const *needed)
{
    for (; *needed; needed++) {
        if (request_parameter(r, *needed)) continue;
        char message[64];
        snprintf(message, sizeof message, "the parameter %s is missing", *needed);
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", message);
    }
    replay_filter filter;
    return read_filter(r, &filter) ? request_start(r) : HTTP_GO;
}

static const char *const id_only[] = { "id", NULL }, *const q_only[] = { "q", NULL };

http_result get_player_page(request *r) { return start_page(r, id_only); }
http_result get_level_page(request *r) { return start_page(r, id_only); }
http_result get_search(request *r) { return start_page(r, q_only); }

/* The filter of a page about the player or level of the parameter id. */
static replay_filter filter_of(request *r, bool player)
{
    replay_filter filter;
    const char *id = request_parameter(r, "id");
    read_filter(r, &filter);
    *(player ? &filter.player : &filter.level) = id;
    filter.limit = PAGE_PLAYS;
    return filter;
}

/* Plays on boards, as a list of replays: of a player or a level that no header names, such as those of a server's recording. */
static void add_board_play(void *context, const board_entry *entry)
{
    plays *list = context;
    const replay_entry *known = list->replays.rows;
    for (size_t i = 0; i < list->replays.count; i++)
        if (strcmp(known[i].id, entry->replay.id) == 0) return; /* of another board */
    if (list->replays.count < PAGE_PLAYS) record_list_copy(&list->replays, &entry_record, &entry->replay);
}

typedef struct player_page {
    page_head head;
    const char *id;
    plays list;
    record_list bests, rankings, stated;
} player_page;
static RECORD(player_record, player_page, FIELDS_OF(player_page, head, &page_head_record), FIELD(player_page, id, FIELD_STRING),
              FIELDS_OF(player_page, list, &plays_record), FIELD_OF(player_page, bests, FIELD_LIST, &best_row_record),
              FIELD_OF(player_page, rankings, FIELD_LIST, &page_ranking_record),
              FIELD_OF(player_page, stated, FIELD_LIST, &stated_row_record));

/* Says whose page it is, as their plays, or what is stated of them, have the name. False: nothing is known of the player. */
static bool name_player(player_page *values)
{
    const replay_entry *first = first_play(&values->list);
    const stated_row *stated = values->stated.count ? values->stated.rows : NULL;
    const char *name = first ? first->player_name : stated ? stated->play.player_name : "";
    const char *id = first ? first->player : stated ? stated->play.player : "";
    if (*name) values->head.heading = name;
    if (*id) values->id = id;
    return first || stated;
}

bool player_page_step(request *r)
{
    reel_error error;
    const replay_filter filter = filter_of(r, true);
    player_page values = { .head = page_begin(r, filter.player), .id = filter.player };
    const page page = { "player", &player_record, &values, NULL };
    if (read_plays(r, &filter, &values.list, &error) < 0) return page_unavailable(r, &page, &error);
    if (!values.list.replays.count && !filter.before &&
        catalogue_recent(r->server->catalogue, filter.player, 0, MOST_RECENT, add_board_play, &values.list, &error) < 0)
        return page_unavailable(r, &page, &error);
    if (!filter.before && page_player_stated(r, &values.stated, filter.player, &error) < 0)
        return page_unavailable(r, &page, &error);
    if (!name_player(&values) && !filter.before)
        return page_not_found(r, &page, "server.player", "this player has no plays here");
    if (!filter.before && (page_bests(r, &values.bests, filter.player, &error) < 0 ||
                           page_player_rankings(r, &values.rankings, filter.player, &error) < 0))
        return page_unavailable(r, &page, &error);
    return page_end(r, &page);
}

/* The last plays of a level on the boards that have it. */
static reel_status read_level_plays(request *r, const char *level, const record_list *boards, plays *list, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < boards->count && status >= 0; i++) {
        const board_part *part = record_list_at(boards, &board_part_record, i);
        const board_page wanted = {
            .board = part->board.board, .level = level, .all = true, .newest = true, .limit = MOST_RECENT
        };
        status = catalogue_board(r->server->catalogue, &wanted, add_board_play, list, error);
    }
    return status;
}

typedef struct level_page {
    page_head head;
    level_shown shown;
    const char *id, *game;
    plays list;
    record_list boards, stated;
    bool has_map;
    map_shown map;
} level_page;
static RECORD(level_record, level_page, FIELDS_OF(level_page, head, &page_head_record),
              FIELDS_OF(level_page, shown, &level_shown_record), FIELD(level_page, id, FIELD_STRING),
              FIELD(level_page, game, FIELD_STRING), FIELDS_OF(level_page, list, &plays_record),
              FIELD_OF(level_page, boards, FIELD_LIST, &board_part_record),
              FIELD_OF(level_page, stated, FIELD_LIST, &stated_row_record),
              { .name = "map",
                .kind = FIELD_STRUCT,
                .offset = offsetof(level_page, map),
                .given = offsetof(level_page, has_map),
                .of = &map_shown_record });

static void release_level(void *data) { map_shown_free(&((level_page *)data)->map); }

/* The map of a level, if the server has it. */
static reel_status read_map(request *r, const char *level, level_page *values, reel_error *error)
{
    char key[CATALOGUE_TEXT], hash[JOB_MAP];
    reel_level_key(level, strlen(level), key, sizeof key);
    maps_key(key, hash);
    const reel_status status = map_shown_read(r, hash, &values->map, error);
    values->has_map = values->map.document != NULL;
    return status;
}

bool level_page_step(request *r)
{
    reel_error error;
    const replay_filter filter = filter_of(r, false);
    level_page values = { .head = page_begin(r, filter.level), .id = filter.level };
    const page page = { "level", &level_record, &values, release_level };
    if (read_plays(r, &filter, &values.list, &error) < 0) return page_unavailable(r, &page, &error);
    if (!filter.before &&
        (page_level_boards(r, &values.boards, filter.level, &error) < 0 ||
         page_level_stated(r, &values.stated, filter.level, &error) < 0 || read_map(r, filter.level, &values, &error) < 0))
        return page_unavailable(r, &page, &error);
    if (!values.list.replays.count && read_level_plays(r, filter.level, &values.boards, &values.list, &error) < 0)
        return page_unavailable(r, &page, &error);
    const replay_entry *first = first_play(&values.list);
    const stated_row *stated = values.stated.count ? values.stated.rows : NULL;
    if (!first && !stated && !filter.before) return page_not_found(r, &page, "server.level", "nobody has played this level here");
    if (!first && stated) values.head.heading = values.id = stated->play.level, values.game = stated->board.game;
    if (first) {
        if (*first->level) values.id = first->level;
        values.head.heading = level_heading(first, values.id);
        values.shown = (level_shown){ first->author, first->detail };
        values.game = first->game;
    }
    return page_end(r, &page);
}

/* ---- the search ------------------------------------------------------------------------------------------------------ */

typedef struct found_name {
    char key[CATALOGUE_TEXT], shown[CATALOGUE_TEXT];
    bool stated; /* and nothing else is known of it */
} found_name;
static RECORD(name_record, found_name, FIELD(found_name, key, FIELD_TEXT), FIELD(found_name, shown, FIELD_TEXT),
              FIELD(found_name, stated, FIELD_BOOL));

typedef struct search_page {
    page_head head;
    const char *query;
    record_list players, levels;
    bool full; /* there may be more */
} search_page;
static RECORD(search_record, search_page, FIELDS_OF(search_page, head, &page_head_record),
              FIELD(search_page, query, FIELD_STRING), FIELD_OF(search_page, players, FIELD_LIST, &name_record),
              FIELD_OF(search_page, levels, FIELD_LIST, &name_record), FIELD(search_page, full, FIELD_BOOL));

static void add_name(void *context, const char *key, const char *shown)
{
    found_name *name = record_list_add(context, &name_record);
    if (!name) return;
    snprintf(name->key, sizeof name->key, "%s", key);
    snprintf(name->shown, sizeof name->shown, "%s", shown);
}

/* Marks names of which plays are only stated, and leaves out those that have no page. */
static reel_status mark_stated(catalogue *c, bool player, record_list *list, reel_error *error)
{
    found_name *names = list->rows;
    size_t kept = 0;
    reel_status status = REEL_OK;
    for (size_t i = 0; i < list->count && status >= 0; i++) {
        stated_name what;
        status = stated_what(c, player, names[i].key, &what, error);
        if (what == NAME_BANNED) continue;
        names[i].stated = what == NAME_STATED;
        if (kept != i) names[kept] = names[i];
        kept++;
    }
    list->count = kept;
    return status;
}

bool search_step(request *r)
{
    reel_error error;
    catalogue *c = r->server->catalogue;
    search_page values = { .head = page_begin(r, "Search"), .query = request_parameter(r, "q") };
    const page page = { "search", &search_record, &values, NULL };
    if (catalogue_search(c, NAME_PLAYER, values.query, FOUND, add_name, &values.players, &error) < 0 ||
        catalogue_search(c, NAME_LEVEL, values.query, FOUND, add_name, &values.levels, &error) < 0)
        return page_unavailable(r, &page, &error);
    values.full = values.players.count == FOUND || values.levels.count == FOUND;
    if (mark_stated(c, true, &values.players, &error) < 0 || mark_stated(c, false, &values.levels, &error) < 0)
        return page_unavailable(r, &page, &error);
    return page_end(r, &page);
}

/* ---- the start ------------------------------------------------------------------------------------------------------- */

static const replay_filter newest = { .limit = START_PLAYS };

http_result get_start(request *r)
{
    r->policy = page_script_policy;
    return request_start(r);
}

typedef struct start_page_shown {
    page_head head;
    plays list;
    record_list boards;
} start_page_shown;
static RECORD(start_record, start_page_shown, FIELDS_OF(start_page_shown, head, &page_head_record),
              FIELDS_OF(start_page_shown, list, &plays_record),
              FIELD_OF(start_page_shown, boards, FIELD_LIST, &board_part_record));

bool start_step(request *r)
{
    reel_error error;
    start_page_shown values = { .head = page_begin(r, "Replays") };
    const page page = { "start", &start_record, &values, NULL };
    if (!r->server->catalogue) return page_end(r, &page);
    if (read_plays(r, &newest, &values.list, &error) < 0 || page_boards(r, &values.boards, START_LEVELS, &error) < 0)
        return page_unavailable(r, &page, &error);
    values.list.next[0] = '\0'; /* the page has a link to all plays */
    return page_end(r, &page);
}
