/* SPDX-License-Identifier: MIT
 * The table of routes: requests are dispatched by it, and /openapi.json is made from it. */
#include "routes.h"
#include "page.h"

#include <stddef.h>

static const char *const text_types[] = { "text/plain", NULL };
static const char *const html_types[] = { "text/html", NULL };

#define TEXT_SCHEMA "{\"type\":\"string\",\"minLength\":1,\"maxLength\":255,\"pattern\":\"^[^\\\\u0000]+$\"}"
#define NUMBER_SCHEMA "{\"type\":\"integer\",\"minimum\":0,\"maximum\":9223372036854775806}"
#define LIMIT_PARAMETER                                                                                                          \
    {                                                                                                                            \
        "limit", "At most this many [100].", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000}"                             \
    }
#define END                                                                                                                      \
    {                                                                                                                            \
        NULL, NULL, NULL                                                                                                         \
    }

static const route_parameter list_parameters[] = {
    { "player", "Only of this player.", TEXT_SCHEMA },
    { "level", "Only of this level.", TEXT_SCHEMA },
    { "game", "Only of this game. Of game, format, verdict and uploader, one can be given.", TEXT_SCHEMA },
    { "format", "Only in this format, by its id.", TEXT_SCHEMA },
    { "verdict", "Only with this verdict.", "{\"enum\":[\"held\",\"accepted\"]}" },
    { "uploader", "Only uploaded with the token of this name.", TEXT_SCHEMA },
    { "since", "Only those received at or after this time, Unix time in ms.", NUMBER_SCHEMA },
    { "before", "The number of the last replay of the previous page; the member next has it.", NUMBER_SCHEMA },
    LIMIT_PARAMETER,
    END,
};
static const route_parameter player_page_parameters[] = {
    { "id", "", TEXT_SCHEMA },
    { "before", "", NUMBER_SCHEMA },
    END,
};
static const route_parameter board_page_parameters[] = {
    { "board", "", TEXT_SCHEMA }, { "level", "", TEXT_SCHEMA }, { "player", "", TEXT_SCHEMA }, { "after", "", TEXT_SCHEMA }, END,
};
static const route_parameter levels_page_parameters[] = {
    { "board", "", TEXT_SCHEMA },
    { "after", "", TEXT_SCHEMA },
    END,
};
static const route_parameter search_parameters[] = {
    { "q", "", TEXT_SCHEMA },
    END,
};
static const route_parameter board_parameters[] = {
    { "player", "The page around this player's place.", TEXT_SCHEMA },
    { "all", "Every play, and not only the best of each player.", "{\"enum\":[\"1\"]}" },
    { "sort", "By date: every play, the last to come first [value].", "{\"enum\":[\"value\",\"date\"]}" },
    { "after", "The place of the last entry of the previous page; the member next has it.",
      "{\"type\":\"string\",\"maxLength\":64}" },
    LIMIT_PARAMETER,
    END,
};
#define SMALL_LIMIT(usual)                                                                                                       \
    {                                                                                                                            \
        "limit", "At most this many [" usual "].", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":100}"                        \
    }
static const route_parameter board_levels_parameters[] = {
    { "after", "The key of the last level of the previous page; the member next has it.", TEXT_SCHEMA },
    SMALL_LIMIT("50"),
    END,
};
static const route_parameter progress_parameters[] = {
    { "after", "The number of the last play of the previous page; the member next has it.", NUMBER_SCHEMA },
    LIMIT_PARAMETER,
    END,
};
static const route_parameter player_parameters[] = {
    { "after", "The board and level of the last entry of the previous page; the member next has it.",
      "{\"type\":\"string\",\"pattern\":\"^[a-z0-9-]{1,31}:[a-z0-9/ _.-]{0,200}$\"}" },
    SMALL_LIMIT("20"),
    END,
};
static const route_parameter upload_parameters[] = {
    { "player", "Id of the player, if the replay does not say.", TEXT_SCHEMA },
    { "player_name", "Name of that player.", TEXT_SCHEMA },
    END,
};
static const route_parameter challenge_parameters[] = {
    { "player", "Id of the player, as the replay's header has it. Needed.", TEXT_SCHEMA },
    { "level", "Level, as the list of replays has it. Needed.", TEXT_SCHEMA },
    END,
};
static const route_parameter old_parameters[] = {
    { "link", "Instead of playerID and songID: where the replay is, https://HOST/PATH. Needed.",
      "{\"type\":\"string\",\"maxLength\":2047,\"pattern\":\"^https://[a-z]([a-z0-9-]{0,30}[a-z0-9])?(\\\\.[a-z]{2,20}){1,4}/"
      "[A-Za-z0-9/._~-]*$\"}" },
    { "playerID", "Id of the player. Needed.", TEXT_SCHEMA },
    { "songID", "Level, or its first part. Needed.", TEXT_SCHEMA },
    { "to", "Convert to this format [scoresaber-json].", NAME_SCHEMA },
    { "table", "Decode only this table instead.", NAME_SCHEMA },
    END,
};

#define REASON_PARAMETER                                                                                                         \
    {                                                                                                                            \
        "reason", "Why, for the log.", TEXT_SCHEMA                                                                               \
    }
#define AFTER_PARAMETER                                                                                                          \
    {                                                                                                                            \
        "after", "The number of the last entry of the previous page; the member next has it.",                                   \
            "{\"type\":\"integer\",\"minimum\":0}"                                                                               \
    }
#define PAGE_PARAMETER                                                                                                           \
    {                                                                                                                            \
        "limit", "At most this many [50].", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":200}"                               \
    }
static const route_parameter queue_parameters[] = { AFTER_PARAMETER, PAGE_PARAMETER, END };
static const route_parameter audit_parameters[] = {
    { "name", "Only of this replay, token, player or uploader.", TEXT_SCHEMA },
    AFTER_PARAMETER,
    PAGE_PARAMETER,
    END,
};
static const route_parameter act_parameters[] = {
    { "act", "approve: of a held replay; hold: of a listed one; hide or remove: out of all lists; restore: as it was. Needed.",
      "{\"enum\":[\"approve\",\"hold\",\"hide\",\"remove\",\"restore\"]}" },
    REASON_PARAMETER,
    END,
};
static const route_parameter removal_parameters[] = { REASON_PARAMETER, END };
static const route_parameter letter_parameters[] = {
    { "after_url", "With after, the last one of the previous page; the member next has it.",
      "{\"type\":\"string\",\"maxLength\":2047}" },
    AFTER_PARAMETER,
    PAGE_PARAMETER,
    END,
};
static const route_parameter bans_parameters[] = {
    { "after_kind", "With after_name, the last ban of the previous page; the member next has it.",
      "{\"enum\":[\"player\",\"uploader\"]}" },
    { "after_name", "See after_kind.", TEXT_SCHEMA },
    PAGE_PARAMETER,
    END,
};
static const route_parameter ban_parameters[] = {
    { "kind", "Whether the name is a player's id or a token's name. Needed.", "{\"enum\":[\"player\",\"uploader\"]}" },
    { "name", "Whose uploads it is about. Needed.", "{\"type\":\"string\",\"minLength\":1,\"maxLength\":255}" },
    { "action", "What happens to uploads [refuse].", "{\"enum\":[\"refuse\",\"hold\"]}" },
    REASON_PARAMETER,
    END,
};
static const route_parameter unban_parameters[] = {
    { "kind", "Whether the name is a player's id or a token's name. Needed.", "{\"enum\":[\"player\",\"uploader\"]}" },
    { "name", "Whose ban is lifted. Needed.", "{\"type\":\"string\",\"minLength\":1,\"maxLength\":255}" },
    REASON_PARAMETER,
    END,
};

static const route_parameter event_parameters[] = {
    { "after",
      "Begin after the event with this number, as the header Last-Event-ID does [a page: the oldest; a stream: the next one].",
      NUMBER_SCHEMA },
    { "event", "Only of this kind.", "{\"enum\":[\"new\",\"changed\",\"erased\"]}" },
    { "game", "Only of this game.", TEXT_SCHEMA },
    { "level", "Only of this level.", TEXT_SCHEMA },
    { "player", "Only of this player.", TEXT_SCHEMA },
    { "limit", "At most this many read for a page [100].", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000}" },
    END,
};
static const char *const event_types[] = { "application/json", "text/event-stream", NULL };
static const uint16_t event_codes[] = { 400, 404, 406, 503, 0 };

static const char *const kinds[] = { "game", "format", "verdict", "uploader", NULL },
                         *const pages[] = { "player", "sort", "after", NULL },
                         *const old[] = { "link", "playerID", "songID", NULL },
                         *const whats[] = { "table", "plot", "show", "to", NULL };
#define AT_MOST_ONE "\"maxProperties\":1"
#define NO_GROUP                                                                                                                 \
    {                                                                                                                            \
        NULL, NULL, NULL                                                                                                         \
    }
static const parameter_group list_groups[] = { { "kind", kinds, AT_MOST_ONE }, NO_GROUP };
/* The page around a player, one after a place, or one by date, where a place is a number. */
#define ONE_PAGE                                                                                                                 \
    "\"anyOf\":[{\"properties\":{\"after\":false,\"sort\":{\"const\":\"value\"}}},{\"properties\":{\"player\":false,\"sort\":{"  \
    "\"const\":"                                                                                                                 \
    "\"value\"},\"after\":{\"pattern\":\"^-?[0-9]{1,15}(\\\\.[0-9]{1,15})?:[0-9]{1,18}$\"}}},{\"required\":[\"sort\"],"          \
    "\"properties\":{"                                                                                                           \
    "\"player\":false,\"sort\":{\"const\":\"date\"},\"after\":{\"pattern\":\"^[0-9]{1,18}$\"}}}]"
static const parameter_group board_groups[] = { { "page", pages, ONE_PAGE }, NO_GROUP };
static const parameter_group what_groups[] = { { "what", whats, AT_MOST_ONE }, NO_GROUP };
static const parameter_group old_groups[] = {
    { "replay", old, "\"anyOf\":[{\"required\":[\"link\"]},{\"required\":[\"playerID\",\"songID\"]}]" },
    { "what", whats, AT_MOST_ONE },
    NO_GROUP,
};

static const uint16_t decode_codes[] = { 400, 401, 406, 411, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t upload_codes[] = { 400, 401, 403, 404, 411, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t stored_codes[] = { 206, 304, 400, 404, 406, 413, 415, 416, 422, 500, 503, 504, 0 };
static const uint16_t made_codes[] = { 304, 400, 404, 406, 413, 415, 422, 500, 503, 504, 0 };
static const uint16_t old_codes[] = { 303, 400, 401, 403, 404, 406, 413, 415, 422, 500, 502, 503, 504, 0 };
static const uint16_t list_codes[] = { 400, 404, 503, 0 };
static const uint16_t challenge_codes[] = { 400, 401, 403, 404, 503, 0 };
static const uint16_t view_codes[] = { 404, 413, 503, 0 };
static const uint16_t moderation_codes[] = { 400, 401, 403, 404, 409, 503, 0 };
static const char *const bytes_types[] = { "application/octet-stream", NULL };
static const char *const ndjson_types[] = { "application/x-ndjson", NULL };
static const uint16_t busy_codes[] = { 503, 0 };

/* A page for people. It is not in the description of the API. */
#define PAGE(where, name, of, begin, steps)                                                                                      \
    {                                                                                                                            \
        .method = "GET", .path = where, .id = name, .needs_store = true, .parameters = of, .types = html_types, .handle = begin, \
        .step = steps, .finish = page_finish, .problem = page_problem                                                            \
    }

const route routes[] = {
    { .method = "POST",
      .path = "/",
      .id = "decode",
      .lane = LANE_DECODE,
      .is_work = true,
      .doc = "Decodes the replay in the body. Nothing is kept.",
      .has_body = true,
      .parameters = decode_parameters,
      .groups = what_groups,
      .types = decode_types,
      .codes = decode_codes,
      .handle = decode,
      .finish = finish_decode },
    { .method = "GET",
      .path = "/",
      .id = "old",
      .other_parameters = true,
      .lane = LANE_STORED,
      .is_work = true,
      .doc = "The newest accepted replay of a player and a level, in the form that the old decoding service gave; or the replay "
             "at a link to a host that the operator allowed. A browser without parameters is sent to /start.",
      .parameters = old_parameters,
      .groups = old_groups,
      .types = decode_types,
      .codes = old_codes,
      .handle = get_old,
      .step = old_step,
      .finish = finish_decode },
    { .method = "GET",
      .path = "/start",
      .id = "start",
      .types = html_types,
      .handle = get_start,
      .step = start_step,
      .finish = page_finish,
      .problem = page_problem },
    { .method = "GET",
      .path = "/start/{file}",
      .id = "file",
      .types = html_types,
      .handle = get_page_file,
      .problem = page_problem },
    PAGE("/plays", "plays", list_parameters, get_plays, plays_step),
    PAGE("/plays/player", "player-page", player_page_parameters, get_player_page, player_page_step),
    PAGE("/plays/level", "level-page", player_page_parameters, get_level_page, level_page_step),
    PAGE("/plays/board", "board-page", board_page_parameters, get_board_page, board_page_step),
    PAGE("/plays/levels", "levels-page", levels_page_parameters, get_levels_page, levels_page_step),
    PAGE("/plays/progress", "progress-page", board_page_parameters, get_progress_page, progress_page_step),
    PAGE("/plays/search", "search", search_parameters, get_search, search_step),
    { .method = "GET",
      .path = "/plays/{id}",
      .id = "play",
      .lane = LANE_STORED,
      .needs_store = true,
      .types = html_types,
      .handle = get_play,
      .step = play_step,
      .finish = page_finish,
      .problem = page_problem },
    { .method = "POST",
      .path = "/replays",
      .id = "upload",
      .lane = LANE_UPLOAD,
      .doc = "Checks a replay and keeps it unless it is damaged, empty or has errors. The same bytes, and the same play packed "
             "in another "
             "way, get the same answer.",
      .has_body = true,
      .creates = true,
      .scope = "upload",
      .parameters = upload_parameters,
      .types = json_types,
      .codes = upload_codes,
      .handle = upload,
      .step = upload_step,
      .finish = finish_upload },
    { .method = "GET",
      .path = "/replays",
      .id = "list",
      .doc = "Replays, the last to come first. The member next is the address of the next page.",
      .needs_store = true,
      .parameters = list_parameters,
      .groups = list_groups,
      .types = json_types,
      .codes = list_codes,
      .handle = list_replays,
      .step = list_step,
      .finish = finish_list },
    { .method = "GET",
      .path = "/replays/{id}",
      .id = "replay",
      .lane = LANE_STORED,
      .doc = "The bytes of a replay, or its tables, by the header Accept.",
      .needs_store = true,
      .parameters = decode_parameters,
      .groups = what_groups,
      .types = decode_types,
      .codes = stored_codes,
      .handle = get_replay,
      .step = stored_step,
      .finish = finish_stored },
    { .method = "DELETE",
      .path = "/replays/{id}",
      .id = "remove",
      .doc = "Removes a replay from every list; it stays as evidence for a time that the operator sets.",
      .scope = "moderate",
      .parameters = removal_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = moderate,
      .step = moderate_step,
      .finish = finish_moderation },
    { .method = "GET",
      .path = "/replays/{id}/stats",
      .id = "stats",
      .lane = LANE_STORED,
      .doc = "Statistics.",
      .needs_store = true,
      .types = json_types,
      .codes = made_codes,
      .handle = get_stats,
      .step = stored_step,
      .finish = finish_stored },
    { .method = "GET",
      .path = "/replays/{id}/tables/{table}",
      .id = "table",
      .lane = LANE_STORED,
      .doc = "One table.",
      .needs_store = true,
      .types = table_types,
      .codes = made_codes,
      .handle = get_table,
      .step = stored_step,
      .finish = finish_stored },
    { .method = "GET",
      .path = "/replays/{id}/plots/{plot}",
      .id = "plot",
      .lane = LANE_STORED,
      .doc = "One plot.",
      .needs_store = true,
      .types = svg_types,
      .codes = made_codes,
      .handle = get_plot,
      .step = stored_step,
      .finish = finish_stored },
    { .method = "GET",
      .path = "/replays/{id}/findings",
      .id = "findings",
      .lane = LANE_STORED,
      .doc = "What the check finds.",
      .needs_store = true,
      .types = json_types,
      .codes = made_codes,
      .handle = get_findings,
      .step = stored_step,
      .finish = finish_stored },
    { .method = "GET",
      .path = "/replays/{id}/similar",
      .id = "similar",
      .lane = LANE_STORED,
      .doc =
          "The replays with the same or a like motion, of any player and level: of all in the store, the 64 most alike that were "
          "accepted, and as many that are held.",
      .needs_store = true,
      .types = json_types,
      .codes = made_codes,
      .handle = get_similar,
      .step = similar_step,
      .finish = finish_similar },
    { .method = "GET",
      .path = "/boards",
      .id = "boards",
      .doc = "What is ranked: the boards that are declared, each with its rules.",
      .types = json_types,
      .codes = list_codes,
      .handle = get_boards },
    { .method = "GET",
      .path = "/boards/{board}",
      .id = "levels",
      .doc = "The levels of a board in the order of their keys, each with its best entry. The member next is the address of the "
             "next page.",
      .needs_store = true,
      .parameters = board_levels_parameters,
      .types = json_types,
      .codes = list_codes,
      .handle = get_board_levels,
      .step = board_levels_step,
      .finish = finish_list },
    { .method = "GET",
      .path = "/boards/{board}/{level*}/players/{player*}",
      .id = "progress",
      .doc = "The place of a player on a level, and every play that counts, the first to come first.",
      .needs_store = true,
      .parameters = progress_parameters,
      .types = json_types,
      .codes = list_codes,
      .handle = get_progress,
      .step = progress_step,
      .finish = finish_list },
    { .method = "GET",
      .path = "/boards/{board}/{level*}",
      .id = "board",
      .doc = "The best play of each player on a level, of accepted replays; of equal values the first to come. A board is named "
             "by its name, or by its game: then it is the first of that game. A level is found by any of its spellings. The "
             "member next is the address of the next page.",
      .needs_store = true,
      .parameters = board_parameters,
      .groups = board_groups,
      .types = json_types,
      .codes = list_codes,
      .handle = get_board,
      .step = board_step,
      .finish = finish_list },
    /* before the path that takes all that follows */
    { .method = "GET",
      .path = "/players/{player}/data",
      .id = "player_data",
      .doc = "All that is kept of a player: a line of JSON for each replay, with its bytes in Base64.",
      .scope = "moderate",
      .types = ndjson_types,
      .codes = moderation_codes,
      .handle = use_player_data,
      .step = player_data_step,
      .finish = finish_player_data },
    { .method = "DELETE",
      .path = "/players/{player}/data",
      .id = "erase_player",
      .doc = "Removes all that is kept of a player, for good.",
      .scope = "moderate",
      .types = json_types,
      .codes = moderation_codes,
      .handle = use_player_data,
      .step = erase_step,
      .finish = finish_moderation },
    { .method = "GET",
      .path = "/players/{player*}",
      .id = "player",
      .doc = "A player: the best plays with their places, by board and level, and the last ones to come.",
      .needs_store = true,
      .parameters = player_parameters,
      .types = json_types,
      .codes = list_codes,
      .handle = get_player,
      .step = player_step,
      .finish = finish_list },
    { .method = "GET",
      .path = "/levels/{level*}",
      .id = "level",
      .doc = "A level: the best plays of each board, and the last replays to come.",
      .needs_store = true,
      .types = json_types,
      .codes = list_codes,
      .handle = get_level,
      .step = level_step,
      .finish = finish_list },
    { .method = "POST",
      .path = "/challenges",
      .id = "challenge",
      .doc = "A challenge for the mark of a player's next replay of a level, however they are spelled. It is valid for a limited "
             "time, and "
             "once.",
      .creates = true,
      .scope = "challenge",
      .parameters = challenge_parameters,
      .types = json_types,
      .codes = challenge_codes,
      .handle = add_challenge,
      .step = challenge_step,
      .finish = finish_challenge },
    { .method = "GET",
      .path = "/events",
      .id = "events",
      .doc = "What happens to replays: a page of the log. With Accept: text/event-stream, a stream of events as they happen.",
      .needs_store = true,
      .parameters = event_parameters,
      .types = event_types,
      .codes = event_codes,
      .handle = get_events,
      .step = events_step,
      .finish = finish_events },
    { .method = "GET",
      .path = "/moderation/queue",
      .id = "queue",
      .doc = "Held replays with their reasons, the first to come first.",
      .scope = "moderate",
      .parameters = queue_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = get_queue,
      .step = queue_step,
      .finish = finish_moderation },
    { .method = "GET",
      .path = "/moderation/replays/{id}",
      .id = "moderated",
      .doc = "A replay in whatever state, and what was done to it.",
      .scope = "moderate",
      .types = json_types,
      .codes = moderation_codes,
      .handle = get_moderated,
      .step = moderated_step,
      .finish = finish_moderation },
    { .method = "POST",
      .path = "/moderation/replays/{id}",
      .id = "moderate",
      .doc = "Changes the state of a replay: listed, held, hidden or removed.",
      .scope = "moderate",
      .parameters = act_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = moderate,
      .step = moderate_step,
      .finish = finish_moderation },
    { .method = "GET",
      .path = "/moderation/replays/{id}/bytes",
      .id = "evidence",
      .doc = "The bytes of a replay in whatever state.",
      .scope = "moderate",
      .types = bytes_types,
      .codes = moderation_codes,
      .handle = get_evidence,
      .step = evidence_step,
      .finish = finish_evidence },
    { .method = "GET",
      .path = "/moderation/letters",
      .id = "letters",
      .doc = "Events that webhooks did not take, and why.",
      .scope = "moderate",
      .parameters = letter_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = get_letters,
      .step = letters_step,
      .finish = finish_moderation },
    { .method = "GET",
      .path = "/moderation/bans",
      .id = "bans",
      .doc = "Players and uploaders whose uploads are refused or held.",
      .scope = "moderate",
      .parameters = bans_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = get_bans,
      .step = bans_step,
      .finish = finish_moderation },
    { .method = "POST",
      .path = "/moderation/bans",
      .id = "ban",
      .doc = "Refuses or holds the uploads of a player or an uploader.",
      .scope = "moderate",
      .parameters = ban_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = change_ban,
      .step = ban_step,
      .finish = finish_moderation },
    { .method = "DELETE",
      .path = "/moderation/bans",
      .id = "unban",
      .doc = "Lifts a ban.",
      .scope = "moderate",
      .parameters = unban_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = change_ban,
      .step = ban_step,
      .finish = finish_moderation },
    { .method = "GET",
      .path = "/moderation/audit",
      .id = "audit",
      .doc = "What was done to tokens and by moderators, the oldest first.",
      .scope = "moderate",
      .parameters = audit_parameters,
      .types = json_types,
      .codes = moderation_codes,
      .handle = get_audit,
      .step = audit_step,
      .finish = finish_moderation },
    { .method = "GET",
      .path = "/view/{id}",
      .id = "view",
      .doc = "A page that plays the replay.",
      .needs_store = true,
      .types = html_types,
      .codes = view_codes,
      .handle = view,
      .step = view_step,
      .finish = finish_view },
    { .method = "GET",
      .path = "/healthz",
      .id = "health",
      .doc = "The process is alive.",
      .types = text_types,
      .codes = busy_codes,
      .handle = health },
    { .method = "GET",
      .path = "/readyz",
      .id = "readiness",
      .doc = "The server takes requests, its workers start, and its store and catalogue answer and can be written.",
      .types = text_types,
      .codes = busy_codes,
      .handle = readiness,
      .step = readiness_step,
      .finish = finish_readiness },
    { .method = "GET",
      .path = "/metrics",
      .id = "metrics",
      .for_metrics = true,
      .doc = "Counters for Prometheus; only on the address of --metrics.",
      .types = text_types,
      .codes = busy_codes,
      .handle = metrics },
    { .method = "GET",
      .path = "/version",
      .id = "version",
      .doc = "The version of the server.",
      .types = json_types,
      .codes = busy_codes,
      .handle = version },
    { .method = "GET",
      .path = "/openapi.json",
      .id = "description",
      .doc = "This description.",
      .types = json_types,
      .codes = busy_codes,
      .handle = description },
    { .method = NULL },
};
