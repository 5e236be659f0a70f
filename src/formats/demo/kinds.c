/* SPDX-License-Identifier: MIT
 * Which items there are, and which columns their numbers are. The items are those of datasrc/network.py of Teeworlds and DDNet. */
#include "formats/demo/layout.h"

/* Types that are known by their UUIDs: version 3 of the names, in the namespace of teehistorian. */
enum { UUID_CHARACTER, UUID_PLAYER, UUID_GAME, UUID_PROJECTILE, UUID_LASER, UUID_DDNET_PROJECTILE, UUID_PICKUP };

const demo_uuid reel__demo_uuids[DEMO_UUIDS] = {
    { { 0x76, 0xce, 0x45, 0x5b, 0xf9, 0xeb, 0x3a, 0x48, 0xad, 0xd7, 0xe0, 0x4b, 0x94, 0x1d, 0x04, 0x5c },
      "character@netobj.ddnet.tw" },
    { { 0x22, 0xca, 0x93, 0x8d, 0x13, 0x80, 0x3e, 0x2b, 0x9e, 0x7b, 0xd2, 0x55, 0x8e, 0xa6, 0xbe, 0x11 },
      "player@netobj.ddnet.tw" },
    { { 0x93, 0x3d, 0xea, 0x6a, 0xda, 0x79, 0x30, 0xea, 0xa9, 0x8f, 0x8a, 0xf0, 0x36, 0x89, 0xa9, 0x45 },
      "gameinfo@netobj.ddnet.tw" },
    { { 0x0e, 0x6d, 0xb8, 0x5c, 0x2b, 0x61, 0x38, 0x6f, 0xbb, 0xf2, 0xd0, 0xd0, 0x47, 0x1b, 0x92, 0x72 },
      "projectile@netobj.ddnet.tw" },
    { { 0x29, 0xde, 0x68, 0xa2, 0x69, 0x28, 0x31, 0xb8, 0x83, 0x60, 0xa2, 0x30, 0x7e, 0x0d, 0x84, 0x4f },
      "laser@netobj.ddnet.tw" },
    { { 0x65, 0x50, 0xfb, 0xce, 0xf3, 0x17, 0x3b, 0x31, 0x8f, 0xfe, 0xd2, 0xb3, 0x7f, 0x3a, 0xb4, 0x0e },
      "ddnet-projectile@netobj.ddnet.tw" },
    { { 0xea, 0x5e, 0x4a, 0x51, 0x58, 0xfb, 0x36, 0x84, 0x96, 0xe4, 0xe0, 0xd2, 0x67, 0xf4, 0xca, 0x65 },
      "pickup@netobj.ddnet.tw" },
    { { 0x4b, 0x80, 0x1c, 0x74, 0xe2, 0x4c, 0x3c, 0xe0, 0xb9, 0x2c, 0xb7, 0x54, 0xd0, 0x2c, 0xfc, 0x8a },
      "spec-char@netobj.ddnet.tw" },
    { { 0xec, 0x15, 0xe6, 0x69, 0xce, 0x11, 0x33, 0x67, 0xae, 0x8e, 0xb9, 0x0e, 0x5b, 0x27, 0xb9, 0xd5 },
      "switch-state@netobj.ddnet.tw" },
    { { 0x2d, 0xe9, 0xae, 0xc3, 0x32, 0xe4, 0x39, 0x86, 0x8f, 0x7e, 0xe7, 0x45, 0x9d, 0xa7, 0xf5, 0x35 },
      "entity-ex@netobj.ddnet.tw" },
    { { 0xd1, 0x33, 0x07, 0xb2, 0x9a, 0x19, 0x37, 0xcb, 0x8f, 0x8c, 0x07, 0xc7, 0x18, 0x52, 0x18, 0x83 },
      "spectator-info@netobj.ddnet.org" },
    { { 0x5e, 0x5c, 0xa9, 0x6f, 0xc7, 0x28, 0x30, 0xfd, 0xbf, 0xb3, 0x15, 0x5b, 0x07, 0x69, 0x25, 0x56 },
      "spectator-count@netobj.ddnet.org" },
    { { 0x9e, 0xbf, 0xc6, 0xed, 0xbf, 0x50, 0x30, 0xca, 0x98, 0x8a, 0x0c, 0xe8, 0x92, 0x1a, 0xd8, 0x5f },
      "map-best-time@netobj.ddnet.org" },
    { { 0x1f, 0xd3, 0x57, 0x46, 0x62, 0x63, 0x35, 0x8c, 0xb4, 0xd6, 0x6e, 0xf6, 0x0e, 0x0e, 0xfa, 0xaa },
      "birthday@netevent.ddnet.org" },
    { { 0x68, 0xbf, 0x89, 0x39, 0xef, 0x55, 0x38, 0x78, 0x90, 0x82, 0x13, 0x52, 0x7e, 0xb0, 0xa5, 0x97 },
      "finish@netevent.ddnet.org" },
    { { 0x54, 0xec, 0xad, 0x2e, 0xbf, 0xad, 0x3b, 0xe5, 0x89, 0x03, 0x62, 0x1b, 0xa0, 0x52, 0x45, 0x8e },
      "map-sound-world@netevent.ddnet.org" },
};

#define RUN(row, member, count, bits)                                                                                            \
    {                                                                                                                            \
        .offset = (uint16_t)offsetof(row, member), .ints = (count), .mask = (bits)                                               \
    }
#define TEXT(row, member, count, bits)                                                                                           \
    {                                                                                                                            \
        .offset = (uint16_t)offsetof(row, member), .ints = (count), .text = true, .mask = (bits)                                 \
    }
#define PLAIN(number, table_, row, joined_)                                                                                      \
    .table = &(table_), .type = (number), .uuid = DEMO_NO_UUID, .joined = (joined_), .present = (uint16_t)offsetof(row, present)
#define EXTENDED(number, table_, row, joined_)                                                                                   \
    .table = &(table_), .type = 255, .uuid = (number), .joined = (joined_), .present = (uint16_t)offsetof(row, present),         \
    .extra = (uint16_t)offsetof(row, extra)

#define SIX (DEMO_CHARACTER_CORE | DEMO_CHARACTER_FLAGS)
#define SEVEN (DEMO_CHARACTER_CORE | DEMO_CHARACTER_EVENTS)
#define PLAYER_SIX (DEMO_PLAYER_CORE | DEMO_PLAYER_SIX)
#define PLAYER_SEVEN (DEMO_PLAYER_CORE | DEMO_PLAYER_SEVEN)
#define INFO_SIX (DEMO_GAME_RULES | DEMO_GAME_STATE | DEMO_GAME_WARMUP)
#define STATE_SEVEN (DEMO_GAME_STATE | DEMO_GAME_STATE_END)
#define FLAG_SEVEN (DEMO_GAME_CARRIERS | DEMO_GAME_DROPS)

/* In the order in which a row's items are written, if the file had no other. */
const demo_part reel__demo_parts[DEMO_PARTS] = {
    { PLAIN(9, demo_characters, demo_character, true), .protocol = 6, .runs = { RUN(demo_character, item_tick, 22, SIX) } },
    { PLAIN(10, demo_characters, demo_character, true), .protocol = 7,
      .runs = { RUN(demo_character, item_tick, 15, SEVEN), RUN(demo_character, health, 7, SEVEN) } },
    { EXTENDED(UUID_CHARACTER, demo_characters, demo_character, true),
      .runs = { RUN(demo_character, flags, 4, DEMO_CHARACTER_DDNET),
                RUN(demo_character, strong_weak_id, 1, DEMO_CHARACTER_STRONG),
                RUN(demo_character, jumped_total, 3, DEMO_CHARACTER_TOTALS),
                RUN(demo_character, target_x, 2, DEMO_CHARACTER_TARGET),
                RUN(demo_character, tune_zone_override, 1, DEMO_CHARACTER_TUNE) } },
    { PLAIN(10, demo_players, demo_player, true), .protocol = 6, .runs = { RUN(demo_player, local, 5, PLAYER_SIX) } },
    { PLAIN(11, demo_players, demo_player, true), .protocol = 7,
      .runs = { RUN(demo_player, player_flags, 1, PLAYER_SEVEN), RUN(demo_player, score, 2, PLAYER_SEVEN) } },
    { EXTENDED(UUID_PLAYER, demo_players, demo_player, true),
      .runs = { RUN(demo_player, flags, 2, DEMO_PLAYER_DDNET), RUN(demo_player, finish_time_seconds, 2, DEMO_PLAYER_FINISH) } },
    { PLAIN(11, demo_clients, demo_client, false), .protocol = 6,
      .runs = { TEXT(demo_client, name, 4, DEMO_CLIENT_SIX), TEXT(demo_client, clan, 3, DEMO_CLIENT_SIX),
                RUN(demo_client, country, 1, DEMO_CLIENT_SIX), TEXT(demo_client, skin, 6, DEMO_CLIENT_SIX),
                RUN(demo_client, use_custom_color, 3, DEMO_CLIENT_SIX) } },
    { PLAIN(13, demo_clients, demo_client, false), .protocol = 7,
      .runs = { RUN(demo_client, local, 2, DEMO_CLIENT_SEVEN), TEXT(demo_client, name, 4, DEMO_CLIENT_SEVEN),
                TEXT(demo_client, clan, 3, DEMO_CLIENT_SEVEN), RUN(demo_client, country, 1, DEMO_CLIENT_SEVEN),
                TEXT(demo_client, skin_body, 6, DEMO_CLIENT_SEVEN), TEXT(demo_client, skin_marking, 6, DEMO_CLIENT_SEVEN),
                TEXT(demo_client, skin_decoration, 6, DEMO_CLIENT_SEVEN), TEXT(demo_client, skin_hands, 6, DEMO_CLIENT_SEVEN),
                TEXT(demo_client, skin_feet, 6, DEMO_CLIENT_SEVEN), TEXT(demo_client, skin_eyes, 6, DEMO_CLIENT_SEVEN),
                RUN(demo_client, use_custom_colors, 12, DEMO_CLIENT_SEVEN) } },
    { PLAIN(2, demo_projectiles, demo_projectile, false), .runs = { RUN(demo_projectile, x, 6, DEMO_PROJECTILE_PLAIN) } },
    { EXTENDED(UUID_PROJECTILE, demo_projectiles, demo_projectile, false),
      .runs = { RUN(demo_projectile, x, 2, DEMO_PROJECTILE_ANGLE), RUN(demo_projectile, angle, 2, DEMO_PROJECTILE_ANGLE),
                RUN(demo_projectile, type, 2, DEMO_PROJECTILE_ANGLE) } },
    { EXTENDED(UUID_DDNET_PROJECTILE, demo_projectiles, demo_projectile, false),
      .runs = { RUN(demo_projectile, x, 10, DEMO_PROJECTILE_DDNET) } },
    { PLAIN(3, demo_lasers, demo_laser, false), .runs = { RUN(demo_laser, x, 5, DEMO_LASER_PLAIN) } },
    { EXTENDED(UUID_LASER, demo_lasers, demo_laser, false),
      .runs = { RUN(demo_laser, x, 7, DEMO_LASER_DDNET), RUN(demo_laser, switch_number, 3, DEMO_LASER_SWITCH) } },
    { PLAIN(4, demo_pickups, demo_pickup, false), .protocol = 6,
      .runs = { RUN(demo_pickup, x, 4, DEMO_PICKUP_PLAIN | DEMO_PICKUP_SUBTYPE) } },
    { PLAIN(4, demo_pickups, demo_pickup, false), .protocol = 7, .runs = { RUN(demo_pickup, x, 3, DEMO_PICKUP_PLAIN) } },
    { EXTENDED(UUID_PICKUP, demo_pickups, demo_pickup, false),
      .runs = { RUN(demo_pickup, x, 5, DEMO_PICKUP_DDNET | DEMO_PICKUP_SUBTYPE),
                RUN(demo_pickup, flags, 1, DEMO_PICKUP_FLAGS) } },
    { .table = &demo_flags, .type = 5, .uuid = DEMO_NO_UUID, .runs = { RUN(demo_flag, x, 3, 0) } },
    { PLAIN(6, demo_games, demo_game, true), .protocol = 6, .runs = { RUN(demo_game, game_flags, 8, INFO_SIX) } },
    { PLAIN(7, demo_games, demo_game, true), .protocol = 6,
      .runs = { RUN(demo_game, score_red, 4, DEMO_GAME_SCORES | DEMO_GAME_CARRIERS) } },
    { PLAIN(6, demo_games, demo_game, true), .protocol = 7,
      .runs = { RUN(demo_game, round_start_tick, 1, STATE_SEVEN), RUN(demo_game, game_state_flags, 1, STATE_SEVEN),
                RUN(demo_game, state_end_tick, 1, STATE_SEVEN) } },
    { PLAIN(7, demo_games, demo_game, true), .protocol = 7, .runs = { RUN(demo_game, score_red, 2, DEMO_GAME_SCORES) } },
    { PLAIN(8, demo_games, demo_game, true), .protocol = 7,
      .runs = { RUN(demo_game, carrier_red, 2, FLAG_SEVEN), RUN(demo_game, drop_tick_red, 2, FLAG_SEVEN) } },
    { PLAIN(14, demo_games, demo_game, true), .protocol = 7,
      .runs = { RUN(demo_game, game_flags, 1, DEMO_GAME_RULES), RUN(demo_game, score_limit, 4, DEMO_GAME_RULES) } },
    { EXTENDED(UUID_GAME, demo_games, demo_game, true),
      .runs = { RUN(demo_game, flags, 2, DEMO_GAME_DDNET), RUN(demo_game, flags2, 1, DEMO_GAME_FLAGS2),
                RUN(demo_game, min_team_size, 2, DEMO_GAME_SIZES) } },
};

_Static_assert(offsetof(demo_character, attack_tick) - offsetof(demo_character, item_tick) == 84 &&
                   offsetof(demo_client, colors) - offsetof(demo_client, use_custom_colors) == 24 &&
                   offsetof(demo_game, carrier_blue) - offsetof(demo_game, game_flags) == 44,
               "the numbers of an item are side by side in a row");

uint8_t reel__demo_known_uuid(const uint8_t uuid[DEMO_UUID])
{
    for (size_t i = 0; i < DEMO_UUIDS; i++)
        if (memcmp(uuid, reel__demo_uuids[i].bytes, DEMO_UUID) == 0) return (uint8_t)i;
    return DEMO_NO_UUID;
}

enum { SIX_TYPES = 21, SEVEN_TYPES = 25, SEVEN_FIXED = 23 };

static const int8_t six_sizes[SIX_TYPES] = { -1, 10, 6, 5, 4, 3, 8, 4, 15, 22, 5, 17, 3, 2, 2, 2, 2, 3, 3, 3, 3 };
static const int8_t seven_sizes[SEVEN_FIXED] = { -1, 10, 6, 5, 3, 3, 3, 2, 4, 15, 22, 3, 4, 58, 5, 32, 2, 2, 2, 2, 3, 3, 5 };

int reel__demo_fixed_size(bool seven, unsigned type)
{
    if (seven) return type < SEVEN_FIXED ? seven_sizes[type] : -1;
    return type < SIX_TYPES ? six_sizes[type] : -1;
}

const char *reel__demo_type_name(bool seven, unsigned type)
{
    static const char *const six_names[SIX_TYPES] = {
        "ex",        "player input",   "projectile", "laser",       "pickup",       "flag",           "game info",
        "game data", "character core", "character",  "player info", "client info",  "spectator info", "common",
        "explosion", "spawn",          "hammer hit", "death",       "sound global", "sound world",    "damage indicator"
    };
    static const char *const seven_names[SEVEN_TYPES] = { "ex",
                                                          "player input",
                                                          "projectile",
                                                          "laser",
                                                          "pickup",
                                                          "flag",
                                                          "game data",
                                                          "game data team",
                                                          "game data flag",
                                                          "character core",
                                                          "character",
                                                          "player info",
                                                          "spectator info",
                                                          "client info",
                                                          "game info",
                                                          "tune params",
                                                          "common",
                                                          "explosion",
                                                          "spawn",
                                                          "hammer hit",
                                                          "death",
                                                          "sound world",
                                                          "damage",
                                                          "player info race",
                                                          "game data race" };
    if (seven) return type < SEVEN_TYPES ? seven_names[type] : NULL;
    return type < SIX_TYPES ? six_names[type] : NULL;
}

const demo_part *reel__demo_part_of(bool seven, unsigned type, uint8_t uuid)
{
    for (size_t i = 0; i < DEMO_PARTS && reel__demo_parts[i].table; i++) {
        const demo_part *part = &reel__demo_parts[i];
        if (part->protocol && part->protocol != (seven ? 7 : 6)) continue;
        if (uuid != DEMO_NO_UUID ? part->uuid == uuid : part->uuid == DEMO_NO_UUID && part->type == type) return part;
    }
    return NULL;
}
