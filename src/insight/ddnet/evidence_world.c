/* SPDX-License-Identifier: MIT
 * What evidence needs of a recording: whether the rules of its server are known, and what its commands change. */
#include "insight/ddnet/evidence.h"

#if !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_EVIDENCE

/* ---- rules ---------------------------------------------------------------------------------------------------------- */

enum { RELEASE_FIRST = 1604, RELEASE_LAST = 2001 /* with which docs/ddnet-physics.md was measured */ };

static bool is_text(reel_string text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

evidence_rules reel__evidence_rules(const teehistorian_header *header, const teehistorian_value *values, size_t count)
{
    char text[PLAYED_TEXT];
    const played_rules played = reel__played_rules(header, values, count);
    evidence_rules of = { .rules = played.rules, .tuning = played.tuning, .unknown = played.unknown };
    memcpy(of.unknown_tuning, played.unknown_tuning, sizeof of.unknown_tuning);
    reel__ddnet_rules_random(&of.rules, reel__played_text(header->prng_description, text));
    of.official = is_text(header->game_type, "DDraceNetwork") || is_text(header->game_type, "TestDDraceNetwork");
    of.exact = of.official && played.release >= RELEASE_FIRST && played.release <= RELEASE_LAST;
    return of;
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
