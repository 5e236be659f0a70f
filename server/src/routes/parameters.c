/* SPDX-License-Identifier: MIT */
#include "routes/parameters.h"

#include "api/decode.h"

#include <stddef.h>

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

const route_parameter list_parameters[] = {
    { "player", "Only of this player.", TEXT_SCHEMA },
    { "level", "Only of this level.", TEXT_SCHEMA },
    { "game", "Only of this game. Of game, format, verdict, uploader, modifiers and headset, one can be given.", TEXT_SCHEMA },
    { "format", "Only in this format, by its id.", TEXT_SCHEMA },
    { "verdict", "Only with this verdict.", "{\"enum\":[\"held\",\"accepted\"]}" },
    { "uploader", "Only uploaded with the token of this name.", TEXT_SCHEMA },
    { "modifiers", "Only with exactly these modifiers, separated by commas, in any order; none: without any.", TEXT_SCHEMA },
    { "headset", "Only with this headset, as the replay has it.", TEXT_SCHEMA },
    { "sort", "By date, or by a value, the highest first: of a player or of a level, and of nothing else [date].",
      "{\"enum\":[\"date\",\"score\",\"accuracy\"]}" },
    { "after", "Where the page begins, by a value; the member next has it.",
      "{\"type\":\"string\",\"minLength\":1,\"maxLength\":64}" },
    { "since", "Only those received at or after this time, Unix time in ms.", NUMBER_SCHEMA },
    { "before", "The number of the last replay of the previous page; the member next has it.", NUMBER_SCHEMA },
    LIMIT_PARAMETER,
    END,
};
const route_parameter no_parameters[] = { END };
const route_parameter sign_in_parameters[] = { { "to", "", TEXT_SCHEMA }, END };
const route_parameter account_parameters[] = { { "before", "", NUMBER_SCHEMA }, END };
const route_parameter after_parameters[] = { { "after", "", TEXT_SCHEMA }, END };
const route_parameter desk_log_parameters[] = {
    { "name", "", TEXT_SCHEMA }, { "after", "", TEXT_SCHEMA }, { "done", "", NUMBER_SCHEMA }, { "left", "", NUMBER_SCHEMA }, END,
};
const route_parameter desk_compare_parameters[] = {
    { "id", "", TEXT_SCHEMA },          { "with", "", TEXT_SCHEMA },    { "from", "", TEXT_SCHEMA },
    { "source_from", "", TEXT_SCHEMA }, { "seconds", "", TEXT_SCHEMA }, END,
};
const route_parameter desk_refused_parameters[] = { { "uploader", "", TEXT_SCHEMA }, { "after", "", TEXT_SCHEMA }, END };
const route_parameter desk_bans_parameters[] = { { "after_kind", "", TEXT_SCHEMA }, { "after_name", "", TEXT_SCHEMA }, END };
const route_parameter player_page_parameters[] = {
    { "id", "", TEXT_SCHEMA },
    { "before", "", NUMBER_SCHEMA },
    END,
};
const route_parameter board_page_parameters[] = {
    { "board", "", TEXT_SCHEMA }, { "level", "", TEXT_SCHEMA }, { "player", "", TEXT_SCHEMA }, { "after", "", TEXT_SCHEMA }, END,
};
const route_parameter feed_parameters[] = {
    { "player", "Plays of this player.", TEXT_SCHEMA },
    { "level", "Plays of this level.", TEXT_SCHEMA },
    { "game", "Plays of this game, and of nothing else.", TEXT_SCHEMA },
    { "board", "First places of this board, or with a level the plays on it.", TEXT_SCHEMA },
    END,
};
const route_parameter oembed_parameters[] = {
    { "url", "Address of a play on this server. Needed.", "{\"type\":\"string\",\"minLength\":1,\"maxLength\":1024}" },
    { "maxwidth", "Pixels that there is room for.", "{\"type\":\"integer\",\"minimum\":64,\"maximum\":99999}" },
    { "maxheight", "The same for the height.", "{\"type\":\"integer\",\"minimum\":64,\"maximum\":99999}" },
    { "format", "Only json [json].", "{\"enum\":[\"json\"]}" },
    END,
};
const route_parameter ranking_page_parameters[] = {
    { "ranking", "", TEXT_SCHEMA }, { "by", "", TEXT_SCHEMA }, { "player", "", TEXT_SCHEMA }, { "after", "", TEXT_SCHEMA }, END,
};
const route_parameter standing_page_parameters[] = {
    { "ranking", "", TEXT_SCHEMA },
    { "player", "", TEXT_SCHEMA },
    { "after", "", TEXT_SCHEMA },
    END,
};
const route_parameter history_page_parameters[] = {
    { "board", "", TEXT_SCHEMA },
    { "level", "", TEXT_SCHEMA },
    { "before", "", NUMBER_SCHEMA },
    END,
};
const route_parameter levels_page_parameters[] = {
    { "board", "", TEXT_SCHEMA },
    { "after", "", TEXT_SCHEMA },
    END,
};
const route_parameter search_parameters[] = {
    { "q", "", TEXT_SCHEMA },
    END,
};
const route_parameter board_parameters[] = {
    { "player", "The page around this player's place.", TEXT_SCHEMA },
    { "all", "Every play, and not only the best of each player.", "{\"enum\":[\"1\"]}" },
    { "sort", "By date: every play, the last to come first [value].", "{\"enum\":[\"value\",\"date\"]}" },
    { "after", "The place of the last entry of the previous page; the member next has it.",
      "{\"type\":\"string\",\"minLength\":1,\"maxLength\":64}" },
    LIMIT_PARAMETER,
    END,
};
#define SMALL_LIMIT(usual)                                                                                                       \
    {                                                                                                                            \
        "limit", "At most this many [" usual "].", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":100}"                        \
    }
const route_parameter board_levels_parameters[] = {
    { "after", "The key of the last level of the previous page; the member next has it.", TEXT_SCHEMA },
    SMALL_LIMIT("50"),
    END,
};
const route_parameter stated_levels_parameters[] = {
    { "player", "The levels of this player, each with the play that is stated of them.", TEXT_SCHEMA },
    { "after", "The key of the last level of the previous page; the member next has it.", TEXT_SCHEMA },
    SMALL_LIMIT("50"),
    END,
};
const route_parameter stated_parameters[] = {
    { "after", "The place of the last entry of the previous page; the member next has it.",
      "{\"type\":\"string\",\"pattern\":\"^[1-9][0-9]{0,8}:-?[0-9]{1,15}([.][0-9]{1,20})?(e[-+][0-9]{1,2})?:[^\\\\u0000]{1,254}$"
      "\"}" },
    SMALL_LIMIT("50"),
    END,
};
const route_parameter ranking_parameters[] = {
    { "by", "Whose sums [player].", "{\"enum\":[\"player\",\"team\",\"country\"]}" },
    { "player", "The page around this player, team or country.", TEXT_SCHEMA },
    { "after", "The place of the last entry of the previous page; the member next has it.",
      "{\"type\":\"string\",\"pattern\":\"^-?[0-9]{1,15}:[0-9]{1,18}$\"}" },
    SMALL_LIMIT("50"),
    END,
};
const route_parameter ranked_player_parameters[] = {
    { "after", "The points and level of the last part of the previous page; the member next has it.",
      "{\"type\":\"string\",\"pattern\":\"^[0-9]{1,15}:[a-z0-9/ _.-]{0,200}$\"}" },
    SMALL_LIMIT("50"),
    END,
};
const route_parameter history_parameters[] = {
    { "before", "The number of the last holder of the previous page; the member next has it.", NUMBER_SCHEMA },
    SMALL_LIMIT("50"),
    END,
};
const route_parameter progress_parameters[] = {
    { "after", "The number of the last play of the previous page; the member next has it.", NUMBER_SCHEMA },
    LIMIT_PARAMETER,
    END,
};
const route_parameter player_parameters[] = {
    { "after", "The board and level of the last entry of the previous page; the member next has it.",
      "{\"type\":\"string\",\"pattern\":\"^[a-z0-9-]{1,31}:[a-z0-9/ _.-]{0,200}$\"}" },
    SMALL_LIMIT("20"),
    END,
};
const route_parameter upload_parameters[] = {
    { "player", "Id of the player, if the replay does not say.", TEXT_SCHEMA },
    { "player_name", "Name of that player.", TEXT_SCHEMA },
    END,
};
const route_parameter live_parameters[] = {
    { "title", "What is shown of the play while it is recorded, such as who plays what.", TEXT_SCHEMA },
    END,
};
const route_parameter piece_parameters[] = {
    { "offset", "Where in the file the piece begins. Needed.", NUMBER_SCHEMA },
    END,
};
const route_parameter live_stream_parameters[] = {
    { "offset", "Begin with this byte [0]; of events the header Last-Event-ID.", NUMBER_SCHEMA },
    END,
};
const route_parameter challenge_parameters[] = {
    { "player", "Id of the player, as the replay's header has it. Needed.", TEXT_SCHEMA },
    { "level", "Level, as the list of replays has it. Needed.", TEXT_SCHEMA },
    END,
};
const route_parameter run_parameters[] = {
    { "finish", "Name of the player, for the best finish, or NAME,TIME: 63.42 or 1:03.42. Needed.", TEXT_SCHEMA },
    END,
};
const route_parameter old_parameters[] = {
    { "link", "Instead of playerID and songID: where the replay is, https://HOST/PATH. Needed.",
      "{\"type\":\"string\",\"minLength\":1,\"maxLength\":2047,\"pattern\":\"^https://"
      "[a-z]([a-z0-9-]{0,30}[a-z0-9])?(\\\\.[a-z]{2,20}){1,4}/"
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
        "after", "The number of the last entry of the previous page; the member next has it.", NUMBER_SCHEMA                     \
    }
#define PAGE_PARAMETER                                                                                                           \
    {                                                                                                                            \
        "limit", "At most this many [50].", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":200}"                               \
    }
const route_parameter queue_parameters[] = { AFTER_PARAMETER, PAGE_PARAMETER, END };
const route_parameter audit_parameters[] = {
    { "name", "Only of this replay, token, player or uploader.", TEXT_SCHEMA },
    AFTER_PARAMETER,
    PAGE_PARAMETER,
    END,
};
const route_parameter act_parameters[] = {
    { "act",
      "approve: of a held replay; hold: of a listed one; hide or remove: out of all lists; restore: as it was; undo: what was "
      "done last. Needed.",
      "{\"enum\":[\"approve\",\"hold\",\"hide\",\"remove\",\"restore\",\"undo\"]}" },
    REASON_PARAMETER,
    END,
};
const route_parameter removal_parameters[] = { REASON_PARAMETER, END };
#define REFUSED_PLACE                                                                                                            \
    {                                                                                                                            \
        "after", "The last entry of the previous page; the member next has it.",                                                 \
            "{\"type\":\"string\",\"pattern\":\"^[0-9]{1,18}:[0-9]{1,18}$\"}"                                                    \
    }
const route_parameter own_refused_parameters[] = { REFUSED_PLACE, PAGE_PARAMETER, END };
const route_parameter refused_parameters[] = {
    { "uploader", "Only uploaded with the token of this name.", TEXT_SCHEMA },
    REFUSED_PLACE,
    PAGE_PARAMETER,
    END,
};
const route_parameter letter_parameters[] = {
    { "after_url", "With after, the last one of the previous page; the member next has it.",
      "{\"type\":\"string\",\"minLength\":1,\"maxLength\":2047}" },
    AFTER_PARAMETER,
    PAGE_PARAMETER,
    END,
};
const route_parameter bans_parameters[] = {
    { "after_kind", "With after_name, the last ban of the previous page; the member next has it.",
      "{\"enum\":[\"player\",\"uploader\"]}" },
    { "after_name", "See after_kind.", TEXT_SCHEMA },
    PAGE_PARAMETER,
    END,
};
const route_parameter ban_parameters[] = {
    { "kind", "Whether the name is a player's id or a token's name. Needed.", "{\"enum\":[\"player\",\"uploader\"]}" },
    { "name", "Whose uploads it is about. Needed.", "{\"type\":\"string\",\"minLength\":1,\"maxLength\":255}" },
    { "action", "What happens to uploads [refuse].", "{\"enum\":[\"refuse\",\"hold\"]}" },
    REASON_PARAMETER,
    END,
};
const route_parameter unban_parameters[] = {
    { "kind", "Whether the name is a player's id or a token's name. Needed.", "{\"enum\":[\"player\",\"uploader\"]}" },
    { "name", "Whose ban is lifted. Needed.", "{\"type\":\"string\",\"minLength\":1,\"maxLength\":255}" },
    REASON_PARAMETER,
    END,
};

#define RANKED_LEVEL                                                                                                             \
    { "ranking", "Name of the ranking. Needed.", TEXT_SCHEMA }, { "level", "The level, in any spelling. Needed.", TEXT_SCHEMA }
const route_parameter weight_parameters[] = {
    RANKED_LEVEL,
    { "weight", "What the level is worth. Needed.", "{\"type\":\"string\",\"pattern\":\"^[0-9]{1,9}([.][0-9]{1,6})?$\"}" },
    REASON_PARAMETER,
    END,
};
const route_parameter unweight_parameters[] = { RANKED_LEVEL, REASON_PARAMETER, END };
const route_parameter profile_parameters[] = {
    { "player", "Id of the player. Needed.", TEXT_SCHEMA },
    { "team", "Name of the team; without it, none.", "{\"type\":\"string\",\"minLength\":1,\"maxLength\":15}" },
    { "country", "Two letters of ISO 3166; without it, none.", "{\"type\":\"string\",\"pattern\":\"^[A-Z]{2}$\"}" },
    END,
};
const route_parameter one_player_parameters[] = { { "player", "Id of the player. Needed.", TEXT_SCHEMA }, END };

const route_parameter event_parameters[] = {
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
static const char *const list_members[] = { "player",  "level", "game",  "format", "verdict", "uploader", "modifiers",
                                            "headset", "sort",  "since", "before", "after",   NULL },
                         *const pages[] = { "player", "sort", "after", NULL },
                         *const old[] = { "link", "playerID", "songID", NULL }, *const places[] = { "player", "after", NULL },
                         *const whats[] = { "table", "plot", "show", "to", NULL };
#define AT_MOST_ONE "\"maxProperties\":1"
#define NO_GROUP                                                                                                                 \
    {                                                                                                                            \
        NULL, NULL, NULL                                                                                                         \
    }
/* Clients are generated by programs that know no schema but objects: false is spelled out. */
#define NONE "{\"not\":{}}"
#define NO(name) ",\"" #name "\":" NONE
#define BY_DATE(others) "{\"properties\":{\"after\":" NONE ",\"sort\":{\"const\":\"date\"}" others "}},"
#define BY_VALUE(of, others)                                                                                                     \
    "{\"required\":[\"sort\",\"" #of "\"],\"properties\":{\"sort\":{\"enum\":[\"score\",\"accuracy\"]}," AFTER_VALUE others "}}"
#define AFTER_VALUE "\"after\":{\"pattern\":\"^-?[0-9]{1,15}(\\\\.[0-9]{1,15})?:[0-9]{1,18}$\"}"
#define BY_NOTHING_ELSE NO(since) NO(before) NO(game) NO(format) NO(verdict) NO(uploader) NO(modifiers) NO(headset)
/* By date of one kind at most, or by a value of a player or of a level. */
/* clang-format off */
static const char lists[] = "\"anyOf\":["
    BY_DATE(NO(format) NO(verdict) NO(uploader) NO(modifiers) NO(headset))
    BY_DATE(NO(game) NO(verdict) NO(uploader) NO(modifiers) NO(headset))
    BY_DATE(NO(game) NO(format) NO(uploader) NO(modifiers) NO(headset))
    BY_DATE(NO(game) NO(format) NO(verdict) NO(modifiers) NO(headset))
    BY_DATE(NO(game) NO(format) NO(verdict) NO(uploader) NO(headset))
    BY_DATE(NO(game) NO(format) NO(verdict) NO(uploader) NO(modifiers))
    BY_VALUE(player, NO(level) BY_NOTHING_ELSE) ","
    BY_VALUE(level, NO(player) BY_NOTHING_ELSE) "]";
/* The page around a player, one after a place, or one by date, where a place is a number. */
static const char one_page[] = "\"anyOf\":["
    "{\"properties\":{\"after\":" NONE ",\"sort\":{\"const\":\"value\"}}},"
    "{\"properties\":{" AFTER_VALUE NO(player) ",\"sort\":{\"const\":\"value\"}}},"
    "{\"required\":[\"sort\"],\"properties\":{\"after\":{\"pattern\":\"^[0-9]{1,18}$\"}" NO(player)
        ",\"sort\":{\"const\":\"date\"}}}]";
/* clang-format on */
const parameter_group list_groups[] = { { "list", list_members, lists }, NO_GROUP };
const parameter_group board_groups[] = { { "page", pages, one_page }, NO_GROUP };
const parameter_group ranking_groups[] = { { "page", places, AT_MOST_ONE }, NO_GROUP };
const parameter_group what_groups[] = { { "what", whats, AT_MOST_ONE }, NO_GROUP };
const parameter_group old_groups[] = {
    { "replay", old, "\"anyOf\":[{\"required\":[\"link\"]},{\"required\":[\"playerID\",\"songID\"]}]" },
    { "what", whats, AT_MOST_ONE },
    NO_GROUP,
};
