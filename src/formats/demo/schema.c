/* SPDX-License-Identifier: MIT
 * The rows of a demo, field by field. */
#include "formats/demo/layout.h"

#define TIME REEL_FIELD_TIME
#define KEY REEL_FIELD_KEY
#define DERIVED REEL_FIELD_DERIVED

/* The first fields of what a chunk of the file makes. */
#define ORIGIN(row)                                                                                                              \
    REEL_FIELD(row, "seq", seq, U64, "", "number in the file of the snapshot or message, from 0", .flags = DERIVED),             \
        REEL_FIELD(row, "tick", tick, I32, "tick", "tick of the snapshot, 50 per second", .flags = TIME | KEY)
#define CLIENT(row) REEL_FIELD(row, "cid", cid, I32, "", "client id: the id of the item, from 0 to 65535", .flags = KEY)
#define ID(row) REEL_FIELD(row, "id", id, I32, "", "id of the item, from 0 to 65535", .flags = KEY)
#define EXTRA(row) REEL_FIELD(row, "extra", extra, BYTES, "", "numbers that newer servers add, four bytes each, little-endian")

#define INFO(name, type, unit, ...) REEL_FIELD(demo_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(version, I32, "", "version of the file: 3, 4, 5 or 6"),
    INFO(net_version, STRING, "", "protocol of the game, which begins with 0.6 or 0.7"),
    INFO(map_name, STRING, "", "map name", .flags = REEL_FIELD_LEVEL),
    INFO(map_size, U32, "bytes", "size of the embedded map, or 0", .flags = DERIVED),
    INFO(map_crc, STRING, "", "CRC-32 of the map, as 8 hex digits"),
    INFO(map_sha256, STRING, "", "SHA-256 of the map, as 64 hex digits; empty if the file has none", .flags = REEL_FIELD_LEVEL),
    INFO(recorder, STRING, "", "who recorded it: client or server"),
    INFO(length, U32, "s", "length in whole seconds; 0 in a file that was not finished"),
    INFO(timestamp, STRING, "local time", "when the recorder started: YYYY-MM-DD_HH-MM-SS", .flags = REEL_FIELD_PERSONAL),
};

static const reel_field marker_fields[] = {
    REEL_FIELD(demo_marker, "tick", tick, I32, "tick", "tick that the recorder marked"),
};

static const reel_field map_fields[] = {
    REEL_FIELD(demo_map, "data", data, BYTES, "", "the map, as on disk"),
};

static const reel_label kinds[] = { { DEMO_NONE, "none" }, { DEMO_FULL, "full" }, { DEMO_DELTA, "delta" }, { 0, NULL } };

static const reel_field snapshot_fields[] = {
    ORIGIN(demo_snapshot),
    REEL_FIELD(demo_snapshot, "keyframe", keyframe, BOOL, "", "the tick is marked as a place to begin"),
    REEL_FIELD(
        demo_snapshot, "kind", kind, U8, "",
        "how the file has the snapshot: full, as the difference to the one before, or not at all, which leaves the one before",
        .labels = kinds),
    REEL_FIELD(demo_snapshot, "items", items, U32, "", "items in the game after this snapshot", .flags = DERIVED),
    REEL_FIELD(demo_snapshot, "changes", changes, U32, "", "items that the file states here, or that are gone", .flags = DERIVED),
};

#define CORE_(name, unit, doc, mask)                                                                                             \
    REEL_FIELD(demo_character, #name, name, I32, unit, doc, REEL_PRESENT_IF(demo_character, present, DEMO_CHARACTER_##mask))
#define CORE(name, unit, doc) CORE_(name, unit, doc, CORE)
static const reel_field character_fields[] = {
    ORIGIN(demo_character),
    CLIENT(demo_character),
    CORE(item_tick, "tick",
         "tick of the values from x to hook_dy, which may be older than the snapshot; 0: they are not to be advanced"),
    CORE(x, "", "position in units, x"),
    CORE(y, "", "position in units, y"),
    CORE(vel_x, "", "velocity in 1/256 units per tick, x"),
    CORE(vel_y, "", "velocity in 1/256 units per tick, y"),
    CORE(angle, "", "aim in radians * 256"),
    CORE(direction, "", "movement: -1 left, 0 none, 1 right"),
    CORE(jumped, "", "bit 0: the jump key is held; bit 1: no jump in the air is left"),
    CORE(hooked_cid, "", "client at the hook, or -1"),
    CORE(hook_state, "", "-1 retracted, 0 idle, 1 to 3 retracting, 4 flying, 5 grabbed"),
    CORE(hook_tick, "tick", "ticks for which the hook has held a player"),
    CORE(hook_x, "", "end of the hook in units, x"),
    CORE(hook_y, "", "end of the hook in units, y"),
    CORE(hook_dx, "", "direction of the hook * 256, x"),
    CORE(hook_dy, "", "direction of the hook * 256, y"),
    CORE_(player_flags, "", "what the player does: in a menu, chatting, with the scoreboard", FLAGS),
    CORE(health, "", "health"),
    CORE(armor, "", "armor"),
    CORE(ammo, "", "ammunition of the weapon; in 0.7 also the tick at which freeze or ninja ends"),
    CORE(weapon, "", "0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja"),
    CORE(emote, "", "face of the tee"),
    CORE(attack_tick, "", "tick of the last attack"),
    CORE_(triggered_events, "", "events of this tick, bits of 0.7", EVENTS),
    CORE_(flags, "", "flags of DDNet: solo, jetpack, frozen and others", DDNET),
    CORE_(freeze_end, "tick", "tick at which freeze ends; -1 deep freeze, 0 not frozen", DDNET),
    CORE_(jumps, "", "number of jumps", DDNET),
    CORE_(tele_checkpoint, "", "checkpoint of teleporters, or -1", DDNET),
    CORE_(strong_weak_id, "", "order of the characters, which decides whose hook is the stronger", STRONG),
    CORE_(jumped_total, "", "jumps used; -1 if the server does not tell", TOTALS),
    CORE_(ninja_activation_tick, "tick", "tick at which ninja began; -1 if the server does not tell", TOTALS),
    CORE_(freeze_start, "tick", "tick at which freeze began; -1 if the server does not tell", TOTALS),
    CORE_(target_x, "1/32 tile", "aim relative to the tee, x", TARGET),
    CORE_(target_y, "1/32 tile", "aim relative to the tee, y", TARGET),
    CORE_(tune_zone_override, "", "tune zone that is forced; -1 if none is", TUNE),
    REEL_FIELD(demo_character, "present", present, U8, "", "which values the row has, as bits"),
    EXTRA(demo_character),
};

#define PLAYER(name, unit, doc, mask)                                                                                            \
    REEL_FIELD(demo_player, #name, name, I32, unit, doc, REEL_PRESENT_IF(demo_player, present, DEMO_PLAYER_##mask))
static const reel_field player_fields[] = {
    ORIGIN(demo_player),
    CLIENT(demo_player),
    PLAYER(player_flags, "", "flags of 0.7: admin, chatting, scoreboard, ready, dead, watching, bot", SEVEN),
    PLAYER(local, "", "1 for the player who recorded", SIX),
    PLAYER(client_id, "", "client id, as the item states it", SIX),
    PLAYER(team, "", "0 in the game or red, 1 blue, -1 spectator", SIX),
    PLAYER(score, "", "score; in races -seconds, and -9999 without a time", CORE),
    PLAYER(latency, "ms", "latency", CORE),
    PLAYER(flags, "", "flags of DDNet: 1 away, 2 paused, 4 spectating", DDNET),
    PLAYER(auth_level, "", "level of the remote console", DDNET),
    PLAYER(finish_time_seconds, "s", "best time, whole seconds", FINISH),
    PLAYER(finish_time_millis, "ms", "best time, the rest", FINISH),
    REEL_FIELD(demo_player, "present", present, U8, "", "which values the row has, as bits"),
    EXTRA(demo_player),
};

#define SIX(name, type, doc, ...)                                                                                                \
    REEL_FIELD(demo_client, #name, name, type, "", doc, REEL_PRESENT_IF(demo_client, present, DEMO_CLIENT_SIX), __VA_ARGS__)
#define SEVEN(name, type, doc)                                                                                                   \
    REEL_FIELD(demo_client, #name, name, type, "", doc, REEL_PRESENT_IF(demo_client, present, DEMO_CLIENT_SEVEN))
#define SKIN(name, doc)                                                                                                          \
    REEL_FIELD(demo_client, #name, name, STRING, "", doc, REEL_PRESENT_IF(demo_client, present, DEMO_CLIENT_SEVEN),              \
               .flags = REEL_FIELD_PERSONAL)
static const reel_field client_fields[] = {
    ORIGIN(demo_client),
    CLIENT(demo_client),
    REEL_FIELD(demo_client, "name", name, STRING, "", "name of the player", .flags = REEL_FIELD_PERSONAL),
    REEL_FIELD(demo_client, "clan", clan, STRING, "", "clan of the player", .flags = REEL_FIELD_PERSONAL),
    REEL_FIELD(demo_client, "country", country, I32, "", "number of the country; -1 if none was chosen",
               .flags = REEL_FIELD_PERSONAL),
    SIX(skin, STRING, "name of the skin", .flags = REEL_FIELD_PERSONAL),
    SIX(use_custom_color, I32, "1 if the player chose colors", .flags = 0),
    SIX(color_body, I32, "color of the body: hue, saturation and lightness, 8 bits each", .flags = 0),
    SIX(color_feet, I32, "color of the feet", .flags = 0),
    SEVEN(local, I32, "0.7: 1 for the player who recorded"),
    SEVEN(team, I32, "0.7: 0 in the game or red, 1 blue, -1 spectator"),
    SKIN(skin_body, "0.7: skin of the body"),
    SKIN(skin_marking, "0.7: skin of the marking"),
    SKIN(skin_decoration, "0.7: skin of the decoration"),
    SKIN(skin_hands, "0.7: skin of the hands"),
    SKIN(skin_feet, "0.7: skin of the feet"),
    SKIN(skin_eyes, "0.7: skin of the eyes"),
    SEVEN(use_custom_colors, I32, "0.7: 1 for the parts of the skin with a color of their own, from body to eyes"),
    SEVEN(colors, I32, "0.7: colors of the parts of the skin"),
    REEL_FIELD(demo_client, "present", present, U8, "", "1: the item is of 0.6; 2: of 0.7"),
};

#define PROJECTILE(name, unit, doc) REEL_FIELD(demo_projectile, #name, name, I32, unit, doc)
#define PROJECTILE_IF(name, doc, mask)                                                                                           \
    REEL_FIELD(demo_projectile, #name, name, I32, "", doc, REEL_PRESENT_IF(demo_projectile, present, mask))
static const reel_field projectile_fields[] = {
    ORIGIN(demo_projectile),
    ID(demo_projectile),
    PROJECTILE(x, "", "position at start_tick in units, x; of DDNet in 1/100 units"),
    PROJECTILE(y, "", "position at start_tick in units, y; of DDNet in 1/100 units"),
    PROJECTILE_IF(vel_x, "direction * 100, x; of DDNet * 1000000 without an owner, else the aim",
                  DEMO_PROJECTILE_PLAIN | DEMO_PROJECTILE_DDNET),
    PROJECTILE_IF(vel_y, "direction * 100, y; of DDNet * 1000000 without an owner, else the aim",
                  DEMO_PROJECTILE_PLAIN | DEMO_PROJECTILE_DDNET),
    PROJECTILE(type, "", "weapon: 1 gun, 2 shotgun, 3 grenade"),
    PROJECTILE(start_tick, "tick", "tick of the shot"),
    PROJECTILE_IF(owner_cid, "client id of the owner, or -1", DEMO_PROJECTILE_DDNET),
    PROJECTILE_IF(switch_number, "number of the switch", DEMO_PROJECTILE_DDNET),
    PROJECTILE_IF(tune_zone, "tune zone", DEMO_PROJECTILE_DDNET),
    PROJECTILE_IF(flags, "1 and 2 bounce, 4 explosive, 8 freezes, 16 the aim is to be normalised", DEMO_PROJECTILE_DDNET),
    PROJECTILE_IF(angle, "direction in radians * 1000000, before 17.0", DEMO_PROJECTILE_ANGLE),
    PROJECTILE_IF(data_bits, "owner and flags, before 17.0", DEMO_PROJECTILE_ANGLE),
    REEL_FIELD(demo_projectile, "present", present, U8, "",
               "1: Projectile of Teeworlds; 2: that of DDNet 15.3; 4: that of DDNet 17.0"),
    EXTRA(demo_projectile),
};

#define LASER(name, unit, doc) REEL_FIELD(demo_laser, #name, name, I32, unit, doc)
#define LASER_IF(name, doc, mask)                                                                                                \
    REEL_FIELD(demo_laser, #name, name, I32, "", doc, REEL_PRESENT_IF(demo_laser, present, DEMO_LASER_##mask))
static const reel_field laser_fields[] = {
    ORIGIN(demo_laser),
    ID(demo_laser),
    LASER(x, "", "end in units, x"),
    LASER(y, "", "end in units, y"),
    LASER(from_x, "", "beginning in units, x"),
    LASER(from_y, "", "beginning in units, y"),
    LASER(start_tick, "tick", "tick of the shot"),
    LASER_IF(owner_cid, "client id of the owner, or -1", DDNET),
    LASER_IF(type, "what it is: of a weapon, a door, a dragger and others", DDNET),
    LASER_IF(switch_number, "number of the switch", SWITCH),
    LASER_IF(subtype, "what kind of that type", SWITCH),
    LASER_IF(flags, "flags", SWITCH),
    REEL_FIELD(demo_laser, "present", present, U8, "", "1: Laser of Teeworlds; 2: that of DDNet; 4: with switch_number to flags"),
    EXTRA(demo_laser),
};

#define PICKUP(name, doc) REEL_FIELD(demo_pickup, #name, name, I32, "", doc)
#define PICKUP_IF(name, doc, mask)                                                                                               \
    REEL_FIELD(demo_pickup, #name, name, I32, "", doc, REEL_PRESENT_IF(demo_pickup, present, DEMO_PICKUP_##mask))
static const reel_field pickup_fields[] = {
    ORIGIN(demo_pickup),
    ID(demo_pickup),
    PICKUP(x, "position in units, x"),
    PICKUP(y, "position in units, y"),
    PICKUP(type, "0 health, 1 armor, 2 weapon, 3 ninja, and more in 0.7 and DDNet"),
    PICKUP_IF(subtype, "weapon", SUBTYPE),
    PICKUP_IF(switch_number, "number of the switch", DDNET),
    PICKUP_IF(flags, "flags", FLAGS),
    REEL_FIELD(demo_pickup, "present", present, U8, "",
               "1: Pickup of Teeworlds; 4: that of DDNet; 2: with subtype; 8: with flags"),
    EXTRA(demo_pickup),
};

static const reel_field flag_fields[] = {
    ORIGIN(demo_flag),
    ID(demo_flag),
    REEL_FIELD(demo_flag, "x", x, I32, "", "position in units, x"),
    REEL_FIELD(demo_flag, "y", y, I32, "", "position in units, y"),
    REEL_FIELD(demo_flag, "team", team, I32, "", "0 red, 1 blue"),
};

#define GAME(name, unit, doc, mask)                                                                                              \
    REEL_FIELD(demo_game, #name, name, I32, unit, doc, REEL_PRESENT_IF(demo_game, present, DEMO_GAME_##mask))
#define GAME_MORE(name, unit, doc, mask)                                                                                         \
    REEL_FIELD(demo_game, #name, name, I32, unit, doc, REEL_PRESENT_IF(demo_game, present_more, DEMO_GAME_##mask >> 8))
static const reel_field game_fields[] = {
    ORIGIN(demo_game),
    ID(demo_game),
    GAME(game_flags, "", "1 teams, 2 flags", RULES),
    GAME(game_state_flags, "", "1 game over, 2 sudden death, 4 paused, 8 race; other bits in 0.7", STATE),
    GAME(round_start_tick, "tick", "tick at which the round began", STATE),
    GAME(warmup_timer, "tick", "ticks until the round begins; in races -tick of the start", WARMUP),
    GAME(score_limit, "", "score that ends a round", RULES),
    GAME(time_limit, "min", "time that ends a round", RULES),
    GAME(round_num, "", "number of rounds", RULES),
    GAME(round_current, "", "number of this round", RULES),
    GAME(score_red, "", "score of the red team", SCORES),
    GAME(score_blue, "", "score of the blue team", SCORES),
    GAME(carrier_red, "", "client id of who carries the red flag; negative: at its stand, or taken", CARRIERS),
    GAME(carrier_blue, "", "the same of the blue flag", CARRIERS),
    GAME_MORE(state_end_tick, "tick", "0.7: tick at which the state of the game ends", STATE_END),
    GAME_MORE(drop_tick_red, "tick", "0.7: tick at which the red flag was dropped", DROPS),
    GAME_MORE(drop_tick_blue, "tick", "0.7: the same of the blue flag", DROPS),
    GAME(flags, "", "flags of DDNet: how the game is to be shown", DDNET),
    GAME(version, "", "version of these flags", DDNET),
    GAME(flags2, "", "more flags of DDNet", FLAGS2),
    GAME(min_team_size, "", "least players of a team", SIZES),
    GAME(max_team_size, "", "most players of a team", SIZES),
    REEL_FIELD(demo_game, "present", present, U8, "", "which values the row has, as bits"),
    REEL_FIELD(demo_game, "present_more", present_more, U8, "", "which values of 0.7 the row has, as bits"),
    EXTRA(demo_game),
};

#define NAMED(row)                                                                                                               \
    REEL_FIELD(row, "type", type, I32, "", "type of the item", REEL_PRESENT_IF(row, present, DEMO_HAS_TYPE)),                    \
        REEL_FIELD(row, "uuid", uuid, UUID, "", "type of an extended item", REEL_PRESENT_IF(row, present, DEMO_HAS_UUID)),       \
        REEL_FIELD(row, "name", name, STRING, "", "name of the type; empty if it is not known", .flags = DERIVED),               \
        REEL_FIELD(row, "present", present, U8, "", "1: the row has a type; 2: a UUID")

static const reel_field item_fields[] = {
    ORIGIN(demo_item),
    ID(demo_item),
    NAMED(demo_item),
    REEL_FIELD(demo_item, "data", data, BYTES, "", "numbers of the item, four bytes each, little-endian"),
};

static const reel_field removal_fields[] = { ORIGIN(demo_removal), ID(demo_removal), NAMED(demo_removal) };

#define MESSAGE(name, type, doc, ...) REEL_FIELD(demo_message, #name, name, type, "", doc, __VA_ARGS__)
static const reel_field message_fields[] = {
    REEL_FIELD(demo_message, "seq", seq, U64, "", "number in the file of the snapshot or message, from 0", .flags = DERIVED),
    REEL_FIELD(demo_message, "tick", tick, I32, "tick", "tick of the message; -1 before the first tick", .flags = TIME | KEY),
    MESSAGE(system, BOOL, "a message of the engine, which clients ignore in a demo", .flags = DERIVED),
    MESSAGE(message, I32, "number of the message", .flags = DERIVED, REEL_PRESENT_IF(demo_message, present, DEMO_HAS_TYPE)),
    MESSAGE(uuid, UUID, "which extended message it is", .flags = DERIVED, REEL_PRESENT_IF(demo_message, present, DEMO_HAS_UUID)),
    MESSAGE(name, STRING, "name of the message; empty if it is not known", .flags = DERIVED),
    MESSAGE(cid, I32, "client that it is about: who chats, shows an emoticon or dies; -1 is the server", .flags = DERIVED,
            REEL_PRESENT_IF(demo_message, present, DEMO_HAS_CLIENT)),
    MESSAGE(team, I32, "team that may read the chat; in 0.7 the kind of chat", .flags = DERIVED,
            REEL_PRESENT_IF(demo_message, present, DEMO_HAS_TEAM)),
    MESSAGE(text, STRING, "text of chat, broadcasts and the message of the day", .flags = DERIVED | REEL_FIELD_PERSONAL,
            REEL_PRESENT_IF(demo_message, present, DEMO_HAS_TEXT)),
    MESSAGE(data, BYTES, "the message: its number, and what follows, with zeros up to a multiple of four bytes",
            .flags = REEL_FIELD_PERSONAL),
    MESSAGE(present, U8, "which values the row has, as bits", .flags = DERIVED),
};

static const reel_field head_fields[] = {
    REEL_FIELD(demo_head, "bytes", bytes, BYTES, "", "the header, if it would not be written so"),
};

static const reel_field type_fields[] = {
    ORIGIN(demo_type),
    REEL_FIELD(demo_type, "type", type, I32, "", "number of the type in this file"),
    REEL_FIELD(demo_type, "uuid", uuid, UUID, "", "which type it is"),
    REEL_FIELD(demo_type, "is_late", is_late, BOOL, "",
               "the file states it in the next snapshot only, as servers before 18.3 did"),
};

static const reel_field order_fields[] = {
    ORIGIN(demo_order),
    REEL_FIELD(demo_order, "item_keys", item_keys, BYTES, "", "type * 65536 + id of each item, as differences"),
};

static const reel_field form_fields[] = {
    ORIGIN(demo_form),
    REEL_FIELD(demo_form, "marker", marker, U8, "",
               "1: no tick marker is before the snapshot; 2: it has the other form; from 8 on: bits without a meaning"),
    REEL_FIELD(demo_form, "size", size, U8, "", "bytes of the size behind the first byte of the chunk, if they are too many"),
    REEL_FIELD(demo_form, "encoder", encoder, U8, "", "1: the encoder before 20.0 from here on; 2: the one since then"),
    REEL_FIELD(demo_form, "packed", packed, BYTES, "", "the chunk, if no encoder writes it so"),
};

static const reel_field other_fields[] = {
    ORIGIN(demo_other),
    REEL_FIELD(demo_other, "is_marker", is_marker, BOOL, "", "a tick marker at the end of the file, which has no snapshot"),
    REEL_FIELD(demo_other, "data", data, BYTES, "", "what is in a chunk of type 0, or the marker"),
};

const reel_table demo_infos =
    REEL_TABLE("info", "the header", demo_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW | REEL_TABLE_FIRST);
const reel_table demo_markers = REEL_TABLE("markers", "places on the timeline that the recorder marked", demo_marker,
                                           marker_fields, REEL_TABLE_HEADER | REEL_TABLE_FIRST);
const reel_table demo_maps = REEL_TABLE("map", "the embedded map", demo_map, map_fields, REEL_TABLE_FIRST);
const reel_table demo_snapshots = REEL_TABLE("snapshots", "ticks of the file", demo_snapshot, snapshot_fields, 0);
const reel_table demo_characters =
    REEL_TABLE("characters", "tees, where a snapshot states them", demo_character, character_fields, 0);
const reel_table demo_players =
    REEL_TABLE("players", "players, with score and team, where a snapshot states them", demo_player, player_fields, 0);
const reel_table demo_clients =
    REEL_TABLE("clients", "who the players are, where a snapshot states it", demo_client, client_fields, 0);
const reel_table demo_projectiles =
    REEL_TABLE("projectiles", "projectiles, where a snapshot states them", demo_projectile, projectile_fields, 0);
const reel_table demo_lasers = REEL_TABLE("lasers", "lasers, where a snapshot states them", demo_laser, laser_fields, 0);
const reel_table demo_pickups = REEL_TABLE("pickups", "pickups, where a snapshot states them", demo_pickup, pickup_fields, 0);
const reel_table demo_flags = REEL_TABLE("flags", "flags, where a snapshot states them", demo_flag, flag_fields, 0);
const reel_table demo_games = REEL_TABLE("game", "state of the game, where a snapshot states it", demo_game, game_fields, 0);
const reel_table demo_items = REEL_TABLE("items", "items without a table of their own", demo_item, item_fields, 0);
const reel_table demo_removals = REEL_TABLE("removals", "items that are no longer there", demo_removal, removal_fields, 0);
const reel_table demo_messages = REEL_TABLE("messages", "messages of the server", demo_message, message_fields, 0);
const reel_table demo_heads = REEL_TABLE("head", "the bytes of an unusual header", demo_head, head_fields,
                                         REEL_TABLE_HEADER | REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);
const reel_table demo_types = REEL_TABLE("types", "numbers of extended types", demo_type, type_fields, REEL_TABLE_LAYOUT);
const reel_table demo_orders =
    REEL_TABLE("orders", "order of the items of snapshots", demo_order, order_fields, REEL_TABLE_LAYOUT);
const reel_table demo_forms =
    REEL_TABLE("forms", "chunks that were written in an unusual way", demo_form, form_fields, REEL_TABLE_LAYOUT);
const reel_table demo_others = REEL_TABLE("others", "chunks without a meaning", demo_other, other_fields, REEL_TABLE_LAYOUT);

const reel_table *const reel__demo_tables[DEMO_TABLES + 1] = {
    &demo_infos,       &demo_markers, &demo_maps,    &demo_snapshots, &demo_characters, &demo_players, &demo_clients,
    &demo_projectiles, &demo_lasers,  &demo_pickups, &demo_flags,     &demo_games,      &demo_items,   &demo_removals,
    &demo_messages,    &demo_heads,   &demo_types,   &demo_orders,    &demo_forms,      &demo_others,  NULL,
};
