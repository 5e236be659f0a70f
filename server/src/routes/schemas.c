/* SPDX-License-Identifier: MIT */
#include "routes/schemas.h"

#include <stddef.h>

#define OF(type) "{\"type\":" type "}"
#define TEXT OF("\"string\"")
#define WHOLE OF("\"integer\"")
#define NUMBER OF("\"number\"")
#define YES_OR_NO OF("\"boolean\"")
#define TEXTS "{\"type\":\"array\",\"items\":" TEXT "}"
#define REF(name) "{\"$ref\":\"#/components/schemas/" name "\"}"
#define LIST(name) "{\"type\":\"array\",\"items\":" REF(name) "}"
#define OR_NULL(schema) "{\"anyOf\":[" schema ",{\"type\":\"null\"}]}"
#define ID "{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"}"
#define ONE_OF(words) "{\"enum\":[" words "]}"
#define NEXT                                                                                                                     \
    {                                                                                                                            \
        "next?", TEXT                                                                                                            \
    }
#define MEMBERS(...)                                                                                                             \
    (const schema_member[])                                                                                                      \
    {                                                                                                                            \
        __VA_ARGS__, { NULL, NULL }                                                                                              \
    }

const answer_schema answer_schemas[] = {
    { .name = "Problem",
      .members = MEMBERS({ "status", WHOLE }, { "title", TEXT }, { "rule", TEXT }, { "section?", TEXT }, { "offset?", WHOLE },
                         { "instance?", TEXT }) },
    { .name = "Replay",
      .members = MEMBERS({ "id", ID }, { "verdict", ONE_OF("\"held\",\"accepted\"") }, { "format", TEXT }, { "game", TEXT },
                         { "player", TEXT }, { "player_name", TEXT }, { "level", TEXT }, { "title", TEXT }, { "author", TEXT },
                         { "detail", TEXT }, { "modifiers", TEXT }, { "headset", TEXT }, { "score", OR_NULL(NUMBER) },
                         { "accuracy", OR_NULL(NUMBER) }, { "ranked", YES_OR_NO }, { "seconds", NUMBER }, { "size", WHOLE },
                         { "received", WHOLE }, { "errors", WHOLE }, { "warnings", WHOLE }) },
    { .name = "ReplayPage", .members = MEMBERS({ "replays", LIST("Replay") }, NEXT) },

    /* ---- what a worker says of a replay; tables and their fields are those of its format: reel formats --json has them */
    { .name = "Tables", .value = OF("\"object\"") },
    { .name = "Statistics",
      .value = "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\","
               "\"items\":{\"type\":\"object\"}}}}" },
    { .name = "Finding",
      .members = MEMBERS({ "severity", ONE_OF("\"note\",\"warning\",\"error\"") }, { "rule", TEXT }, { "message", TEXT },
                         { "section?", TEXT }, { "offset?", WHOLE }) },
    { .name = "Findings", .value = "{\"type\":\"array\",\"items\":" REF("Finding") "}" },
    { .name = "Decoded", .value = "{\"anyOf\":[" REF("Tables") "," REF("Findings") "]}" },
    { .name = "Evidence",
      .members = MEMBERS({ "support", ONE_OF("\"none\",\"partial\",\"full\",\"against\"") }, { "motion", OF("\"object\"") },
                         { "findings", LIST("Finding") }) },
    { .name = "SimilarPart",
      .members = MEMBERS({ "hand", ONE_OF("\"left\",\"right\"") }, { "source_hand", ONE_OF("\"left\",\"right\"") },
                         { "mirrored", YES_OR_NO }, { "from", NUMBER }, { "to", NUMBER }, { "source_from", NUMBER },
                         { "source_to", NUMBER }, { "evidence", NUMBER }) },
    { .name = "Similar",
      .members = MEMBERS({ "id", ID }, { "score", NUMBER }, { "meaning", TEXT }, { "windows", WHOLE }, { "mirrored", YES_OR_NO },
                         { "scale", NUMBER }, { "shift", NUMBER }, { "evidence", NUMBER }, { "copied", NUMBER },
                         { "parts", LIST("SimilarPart") }) },
    { .name = "SimilarReplays", .value = LIST("Similar") },

    /* ---- uploads */
    { .name = "Reason", .members = MEMBERS({ "rule", TEXT }, { "message", TEXT }) },
    { .name = "Mark",
      .members = MEMBERS({ "sound", YES_OR_NO }, { "trusted", OR_NULL(YES_OR_NO) }, { "key", TEXT }, { "challenge", TEXT }) },
    { .name = "UploadBoard", .members = MEMBERS({ "board", TEXT }, { "level", TEXT }, { "plays", WHOLE }) },
    { .name = "Upload",
      .base = "Replay",
      .members =
          MEMBERS({ "content_hash", TEXT }, { "map?", TEXT }, { "mark", OR_NULL(REF("Mark")) }, { "reasons", LIST("Reason") },
                  { "evidence", OR_NULL(REF("Evidence")) }, { "similar", LIST("Similar") }, { "boards?", LIST("UploadBoard") },
                  { "plays_left_out?", WHOLE }, { "statistics", REF("Statistics") }, { "findings", LIST("Finding") }) },
    { .name = "Map",
      .members = MEMBERS({ "map", TEXT }, { "format", TEXT }, { "game", TEXT }, { "title", TEXT }, { "author", TEXT },
                         { "size", WHOLE }, { "received", WHOLE }, { "pending", YES_OR_NO }, { "figures", OF("\"object\"") }) },
    { .name = "MapPage", .members = MEMBERS({ "maps", LIST("Map") }, NEXT) },
    { .name = "MapRemoved", .members = MEMBERS({ "map", TEXT }) },
    { .name = "Live",
      .members = MEMBERS({ "id", TEXT }, { "state", ONE_OF("\"live\",\"judging\",\"kept\",\"refused\",\"discarded\"") },
                         { "title", TEXT }, { "form", TEXT }, { "begun", WHOLE }, { "offset", WHOLE }, { "watchers", WHOLE },
                         { "replay", OR_NULL(ID) }, { "verdict", OR_NULL(TEXT) }, { "rule", OR_NULL(TEXT) }) },
    { .name = "LiveList", .members = MEMBERS({ "lives", LIST("Live") }) },
    { .name = "Challenge",
      .members = MEMBERS({ "challenge", TEXT }, { "player", TEXT }, { "level", TEXT }, { "expires", WHOLE }) },

    /* ---- boards */
    { .name = "BoardHead",
      .members = MEMBERS({ "board", TEXT }, { "title", TEXT }, { "game", TEXT }, { "better", ONE_OF("\"lower\",\"higher\"") },
                         { "unit", TEXT }, { "show", TEXT }) },
    { .name = "Board",
      .base = "BoardHead",
      .members = MEMBERS({ "rows", TEXT }, { "value", TEXT }, { "level", TEXTS }, { "player", TEXTS }, { "name", TEXTS },
                         { "group", TEXTS }, { "where", TEXTS }, { "evidence", ONE_OF("\"full\",\"partial\",null") }) },
    { .name = "BoardList", .members = MEMBERS({ "boards", LIST("Board") }) },
    { .name = "BoardEntry", .base = "Replay", .members = MEMBERS({ "board", TEXT }, { "value", NUMBER }, { "place?", WHOLE }) },
    { .name = "BoardLevels", .base = "BoardHead", .members = MEMBERS({ "levels", LIST("BoardEntry") }, NEXT) },
    { .name = "BoardPage", .base = "BoardHead", .members = MEMBERS({ "level", TEXT }, { "entries", LIST("BoardEntry") }, NEXT) },
    { .name = "StatedPlay",
      .members = MEMBERS({ "board", TEXT }, { "level", TEXT }, { "player", TEXT }, { "player_name", TEXT }, { "value", NUMBER },
                         { "at", OR_NULL(WHOLE) }, { "source", TEXT }, { "place?", WHOLE }, { "recording", OR_NULL(ID) },
                         { "recorded", OR_NULL(NUMBER) }, { "shown", YES_OR_NO }) },
    { .name = "StatedLevels", .members = MEMBERS({ "board", TEXT }, { "levels", LIST("StatedPlay") }, NEXT) },
    { .name = "StatedPage", .members = MEMBERS({ "board", TEXT }, { "level", TEXT }, { "entries", LIST("StatedPlay") }, NEXT) },
    { .name = "Progress",
      .base = "BoardHead",
      .members = MEMBERS({ "level", TEXT }, { "player", TEXT }, { "place", WHOLE }, { "plays", LIST("BoardEntry") }, NEXT) },
    { .name = "Holder", .base = "BoardEntry", .members = MEMBERS({ "until", OR_NULL(WHOLE) }) },
    { .name = "History", .members = MEMBERS({ "board", TEXT }, { "level", TEXT }, { "holders", LIST("Holder") }, NEXT) },
    { .name = "RankingHead",
      .members = MEMBERS({ "ranking", TEXT }, { "title", TEXT }, { "board", TEXT },
                         { "points", ONE_OF("\"weight\",\"place\",\"curve\"") }, { "levels", ONE_OF("\"all\",\"ranked\"") },
                         { "weight", NUMBER }, { "best", OR_NULL(WHOLE) }, { "decay", NUMBER }, { "from", OR_NULL(WHOLE) },
                         { "until", OR_NULL(WHOLE) }) },
    { .name = "RankingList", .members = MEMBERS({ "rankings", LIST("RankingHead") }) },
    { .name = "RankingTotal",
      .members = MEMBERS({ "ranking", TEXT }, { "player", TEXT }, { "player_name", TEXT }, { "team", TEXT }, { "country", TEXT },
                         { "points", NUMBER }, { "levels", WHOLE }, { "place", WHOLE }) },
    { .name = "RankingPage",
      .base = "RankingHead",
      .members = MEMBERS({ "by", ONE_OF("\"player\",\"team\",\"country\"") }, { "entries", LIST("RankingTotal") }, NEXT) },
    { .name = "RankedLevel", .members = MEMBERS({ "level", TEXT }, { "weight", NUMBER }, { "at", WHOLE }) },
    { .name = "RankedLevels", .base = "RankingHead", .members = MEMBERS({ "weights", LIST("RankedLevel") }, NEXT) },
    { .name = "RankingPart", .base = "BoardEntry", .members = MEMBERS({ "points", NUMBER }) },
    { .name = "RankedPlayer",
      .base = "RankingHead",
      .members = MEMBERS({ "total", REF("RankingTotal") }, { "parts", LIST("RankingPart") }, NEXT) },
    { .name = "Profile", .members = MEMBERS({ "player", TEXT }, { "team", TEXT }, { "country", TEXT }) },
    { .name = "PlayerBoard", .members = MEMBERS({ "board", TEXT }, { "levels", WHOLE }) },
    { .name = "Player",
      .members = MEMBERS({ "player", TEXT }, { "player_name", TEXT }, { "boards", LIST("PlayerBoard") },
                         { "rankings", LIST("RankingTotal") }, { "bests", LIST("BoardEntry") }, { "recent", LIST("BoardEntry") },
                         { "stated", LIST("StatedPlay") }, NEXT) },
    { .name = "LevelBoard", .members = MEMBERS({ "board", TEXT }, { "players", WHOLE }, { "best", LIST("BoardEntry") }) },
    { .name = "Level",
      .members = MEMBERS({ "level", TEXT }, { "boards", LIST("LevelBoard") }, { "recent", LIST("Replay") },
                         { "stated", LIST("StatedPlay") }) },

    /* ---- what happens, and moderators */
    { .name = "ReplayEvent",
      .members =
          MEMBERS({ "number", WHOLE }, { "at", WHOLE }, { "event", ONE_OF("\"new\",\"changed\",\"erased\"") }, { "id", TEXT },
                  { "state", REF("State") }, { "game", TEXT }, { "level_key", TEXT }, { "replay", OR_NULL(REF("Replay")) }) },
    { .name = "EventPage", .members = MEMBERS({ "events", LIST("ReplayEvent") }, { "more", YES_OR_NO }, { "next", TEXT }) },
    { .name = "State", .value = ONE_OF("\"listed\",\"held\",\"hidden\",\"removed\"") },
    { .name = "StateChange", .members = MEMBERS({ "id", ID }, { "state", REF("State") }) },
    { .name = "Moderated",
      .base = "Replay",
      .members = MEMBERS({ "uploader", TEXT }, { "state", REF("State") }, { "until", OR_NULL(WHOLE) },
                         { "reasons", OR_NULL(LIST("Reason")) }) },
    { .name = "Queue", .members = MEMBERS({ "replays", LIST("Moderated") }, NEXT) },
    { .name = "Act",
      .members = MEMBERS({ "number", WHOLE }, { "at", WHOLE }, { "event", TEXT }, { "name", TEXT }, { "who", TEXT },
                         { "detail", TEXT }) },
    { .name = "ModeratedReplay", .base = "Moderated", .members = MEMBERS({ "acts", LIST("Act") }) },
    { .name = "Audit", .members = MEMBERS({ "acts", LIST("Act") }, NEXT) },
    { .name = "BanEntry",
      .members =
          MEMBERS({ "kind", ONE_OF("\"player\",\"uploader\"") }, { "name", TEXT },
                  { "action", ONE_OF("\"none\",\"hold\",\"refuse\"") }, { "at", WHOLE }, { "who", TEXT }, { "reason", TEXT }) },
    { .name = "BanPage", .members = MEMBERS({ "bans", LIST("BanEntry") }, NEXT) },
    { .name = "FirstError", .members = MEMBERS({ "rule", TEXT }, { "section", TEXT }, { "offset", WHOLE }) },
    { .name = "RefusedUpload",
      .members = MEMBERS({ "id", ID }, { "received", WHOLE }, { "uploader", TEXT }, { "format", TEXT }, { "rule", TEXT },
                         { "message", TEXT }, { "finding", OR_NULL(REF("FirstError")) }) },
    { .name = "RefusedPage", .members = MEMBERS({ "refused", LIST("RefusedUpload") }, NEXT) },
    { .name = "Letter",
      .members = MEMBERS({ "url", TEXT }, { "number", WHOLE }, { "at", WHOLE }, { "tries", WHOLE }, { "why", TEXT },
                         { "event", OR_NULL(OF("\"object\"")) }) },
    { .name = "LetterPage", .members = MEMBERS({ "letters", LIST("Letter") }, NEXT) },
    { .name = "Erased", .members = MEMBERS({ "replays", WHOLE }) },

    { .name = "Embed",
      .members =
          MEMBERS({ "version", TEXT }, { "type", ONE_OF("\"rich\",\"link\"") }, { "title", TEXT }, { "author_name?", TEXT },
                  { "provider_name", TEXT }, { "provider_url", TEXT }, { "thumbnail_url", TEXT }, { "thumbnail_width", WHOLE },
                  { "thumbnail_height", WHOLE }, { "html?", TEXT }, { "width?", WHOLE }, { "height?", WHOLE }) },

    /* ---- the server itself */
    { .name = "Version", .members = MEMBERS({ "reel", TEXT }) },
    { .name = "Description", .value = OF("\"object\"") },
    { .name = NULL },
};
