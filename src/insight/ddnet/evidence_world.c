/* SPDX-License-Identifier: MIT
 * What the physics needs of a recording: rules and tuning of its header, the map, and what its commands change. */
#include "insight/ddnet/evidence.h"

#if !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_EVIDENCE

#include "core/memory.h"

/* ---- rules ---------------------------------------------------------------------------------------------------------- */

enum { TEXT_MOST = 256, RELEASE_FIRST = 1604, RELEASE_LAST = 2001 /* with which docs/ddnet-physics.md was measured */ };

/* The release in "0.6.4, 16.4 (abc)" as 1604; 0: another form. */
static uint32_t release_in(reel_string version)
{
    uint32_t number[2] = { 0, 0 };
    size_t i = 0, part = 0;
    while (i < version.size && version.data[i] != ',') i++;
    for (i += 2; i < version.size; i++) {
        const char c = version.data[i];
        if (c == '.' && part == 0)
            part = 1;
        else if (c >= '0' && c <= '9' && number[part] < 100)
            number[part] = number[part] * 10 + (uint32_t)(c - '0');
        else
            break;
    }
    return number[0] ? number[0] * 100 + number[1] % 100 : 0;
}

/* A text with an ending 0; what is longer is no setting of the physics. */
static const char *cut(reel_string text, char to[TEXT_MOST])
{
    const size_t size = text.size < TEXT_MOST ? text.size : TEXT_MOST - 1;
    if (size) memcpy(to, text.data, size);
    to[size] = 0;
    return to;
}

static int32_t integer(const char *text)
{
    int64_t value = 0;
    const bool below = *text == '-';
    for (text += below; *text >= '0' && *text <= '9' && value <= INT32_MAX; text++) value = value * 10 + (*text - '0');
    if (value > INT32_MAX) value = INT32_MAX;
    return (int32_t)(below ? -value : value);
}

static bool is_text(reel_string text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

evidence_rules reel__evidence_rules(const teehistorian_header *header, const teehistorian_value *values, size_t count)
{
    char key[TEXT_MOST], value[TEXT_MOST];
    const bool stated = header->present & TEEHISTORIAN_HAS_VERSION_MINOR && header->version_minor > 0;
    evidence_rules of = { .rules = reel__ddnet_rules_default(stated ? (uint32_t)header->version_minor : 0),
                          .tuning = reel__ddnet_tuning_default() };
    const uint32_t release = release_in(header->server_version);
    if (release) of.rules.release = release;
    reel__ddnet_rules_random(&of.rules, cut(header->prng_description, value));
    for (size_t i = 0; i < count; i++) {
        cut(values[i].key, key);
        cut(values[i].value, value);
        if (values[i].section == TEEHISTORIAN_CONFIG) reel__ddnet_rules_set(&of.rules, key, value);
        if (values[i].section == TEEHISTORIAN_TUNING) reel__ddnet_tuning_set(&of.tuning, key, integer(value));
    }
    of.official = is_text(header->game_type, "DDraceNetwork") || is_text(header->game_type, "TestDDraceNetwork");
    of.exact = of.official && release >= RELEASE_FIRST && release <= RELEASE_LAST;
    return of;
}

ddnet_map *reel__evidence_map(const reel_replay *level, const reel_allocator *allocator)
{
    size_t infos, tiles, settings;
    const ddnet_map_info *info = reel_rows(level, &ddnet_map_infos, &infos);
    const ddnet_map_tile *tile = reel_rows(level, &ddnet_map_tiles, &tiles);
    const ddnet_map_setting *setting = reel_rows(level, &ddnet_map_settings, &settings);
    ddnet_map *map = infos ? reel__ddnet_map_create(allocator, info->width, info->height) : NULL;
    if (!map || (tiles && !reel__ddnet_map_tiles(map, tile, tiles))) {
        reel__ddnet_map_free(map);
        return NULL;
    }
    for (size_t i = 0; i < settings; i++) {
        char line[TEXT_MOST];
        reel__ddnet_map_setting(map, cut(setting[i].text, line));
    }
    return map;
}

/* ---- commands --------------------------------------------------------------------------------------------------------- */

static void append(char line[EVIDENCE_LINE], reel_string word)
{
    const size_t used = strlen(line), space = used ? 1 : 0;
    if (word.size >= EVIDENCE_LINE - used - space) return;
    if (space) line[used] = ' ';
    if (word.size) memcpy(line + used + space, word.data, word.size);
    line[used + space + word.size] = 0;
}

void reel__evidence_line(const teehistorian_command *command, const teehistorian_argument **next,
                         const teehistorian_argument *end, char line[EVIDENCE_LINE])
{
    line[0] = 0;
    append(line, command->command);
    while (*next < end && (*next)->seq < command->seq) ++*next;
    for (; *next < end && (*next)->seq == command->seq; ++*next) append(line, (*next)->text);
}

/* Commands of the chat and of the console that move nobody: CGameContext::RegisterDDRaceCommands and RegisterChatCommands of
 * src/game/server/gamecontext.cpp, CServer::RegisterCommands. Tuning and settings are known to the physics, teams are rows of their own, and who
 * is killed appears again. */
static const char *const chat_harmless[] = {
    "c",        "converse",  "credits",    "dnd",        "emote",    "eyeemote",   "help",     "info",    "invite",     "join",
    "kill",     "list",      "lock",       "map",        "mapinfo",  "mc",         "me",       "pause",   "pausevoted", "points",
    "rank",     "rankteam",  "rescuemode", "rules",      "saytime",  "saytimeall", "settings", "showall", "showothers", "spec",
    "specteam", "specvoted", "team",       "team0mode",  "teamrank", "teamtop5",   "time",     "timecp",  "timeout",    "timer",
    "times",    "top",       "top5",       "top5points", "top5team", "unlock",     "w",        "whisper", "whispers",
};
static const char *const console_harmless[] = {
    "access_level", "add_vote", "auth_add", "ban",    "bans",      "broadcast",  "clear_votes",
    "echo",         "kick",     "logout",   "mute",   "muteid",    "mutes",      "password",
    "remove_vote",  "say",      "say_team", "status", "tune",      "tune_reset", "tune_zone",
    "tunes",        "unban",    "unmute",   "vote",   "vote_mute", "vote_no",    "whisper",
};

static bool is_listed(const char *const *list, size_t count, const char *line)
{
    const char *end = strchr(line, ' ');
    const size_t size = end ? (size_t)(end - line) : strlen(line);
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == size && memcmp(list[i], line, size) == 0) return true;
    return false;
}

bool reel__evidence_is_harmless(const char *line, bool chat)
{
    if (chat) return is_listed(chat_harmless, sizeof chat_harmless / sizeof *chat_harmless, line);
    return strncmp(line, "sv_", 3) == 0 || is_listed(console_harmless, sizeof console_harmless / sizeof *console_harmless, line);
}

#endif
