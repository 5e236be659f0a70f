/* SPDX-License-Identifier: MIT
 *
 * demo, .demo: what a client or a server of Teeworlds and DDNet shows of a game. docs/formats/demo.md is the specification. 50 ticks a second; 32
 * units of the world a tile, x to the right, y downwards.
 *
 * A file is a list of snapshots, each whole or as the difference to the one before. Rows are what the file states: an item has a row in each
 * whole snapshot, and where it appears or changes; a row of `removals` says that it is gone. Items that belong to one client are one row, if one
 * snapshot states them. Values are those of the item after the change.
 */
#ifndef REEL_DEMO_H
#define REEL_DEMO_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_demo;

/* One row: the header. */
typedef struct demo_info {
    int32_t version;         /* 3 to 6 */
    reel_string net_version; /* "0.6 ..." or "0.7 ..." */
    reel_string map_name;
    uint32_t map_size;      /* bytes of the embedded map; 0: none */
    reel_string map_crc;    /* 8 hex digits */
    reel_string map_sha256; /* 64 hex digits, or empty */
    reel_string recorder;   /* "client" or "server" */
    uint32_t length;        /* whole seconds; 0 in a file that was not finished */
    reel_string timestamp;  /* local time, such as 2026-11-28_19-38-24 */
} demo_info;

/* A place that the recorder marked. */
typedef struct demo_marker {
    int32_t tick;
} demo_marker;

/* The embedded map, as on disk. One row, or none. */
typedef struct demo_map {
    reel_bytes data;
} demo_map;

enum demo_snapshot_kind {
    DEMO_NONE = 0, /* the snapshot before still holds */
    DEMO_FULL = 1,
    DEMO_DELTA = 2
};

/* A tick of the file. */
typedef struct demo_snapshot {
    uint64_t seq;     /* number in the file, from 0 */
    int32_t tick;     /* -1: before the first tick */
    uint8_t keyframe; /* 1: the tick is marked as a place to begin */
    uint8_t kind;     /* demo_snapshot_kind */
    uint16_t reserved;
    uint32_t items;   /* in the game after this snapshot */
    uint32_t changes; /* items that the file states here, and that are gone */
} demo_snapshot;

/* Bits of demo_character.present. */
enum {
    DEMO_CHARACTER_CORE = 1 << 0,
    DEMO_CHARACTER_FLAGS = 1 << 1,  /* player_flags: 0.6 */
    DEMO_CHARACTER_EVENTS = 1 << 2, /* triggered_events: 0.7 */
    DEMO_CHARACTER_DDNET = 1 << 3,  /* flags to tele_checkpoint */
    DEMO_CHARACTER_STRONG = 1 << 4, /* strong_weak_id */
    DEMO_CHARACTER_TOTALS = 1 << 5, /* jumped_total to freeze_start */
    DEMO_CHARACTER_TARGET = 1 << 6, /* target_x, target_y */
    DEMO_CHARACTER_TUNE = 1 << 7    /* tune_zone_override */
};

/* A tee: Character and DDNetCharacter. */
typedef struct demo_character {
    uint64_t seq; /* of the snapshot */
    int32_t tick;
    int32_t cid;
    int32_t item_tick; /* tick of the values up to hook_dy; 0: that of the snapshot */
    int32_t x, y;
    int32_t vel_x, vel_y; /* 1/256 units a tick */
    int32_t angle;        /* radians * 256 */
    int32_t direction, jumped, hooked_cid, hook_state, hook_tick, hook_x, hook_y, hook_dx, hook_dy;
    int32_t player_flags, health, armor, ammo, weapon, emote, attack_tick, triggered_events;
    int32_t flags, freeze_end, jumps, tele_checkpoint, strong_weak_id;
    int32_t jumped_total, ninja_activation_tick, freeze_start, target_x, target_y, tune_zone_override;
    uint8_t present;
    uint8_t reserved[7];
    reel_bytes extra; /* numbers that newer servers add, little-endian */
} demo_character;

/* Bits of demo_player.present. */
enum {
    DEMO_PLAYER_CORE = 1 << 0,  /* score, latency */
    DEMO_PLAYER_SIX = 1 << 1,   /* local, client_id, team */
    DEMO_PLAYER_SEVEN = 1 << 2, /* player_flags */
    DEMO_PLAYER_DDNET = 1 << 3, /* flags, auth_level */
    DEMO_PLAYER_FINISH = 1 << 4 /* finish_time_seconds, finish_time_millis */
};

/* PlayerInfo and DDNetPlayer. */
typedef struct demo_player {
    uint64_t seq;
    int32_t tick;
    int32_t cid;
    int32_t player_flags, local, client_id, team, score, latency;
    int32_t flags, auth_level, finish_time_seconds, finish_time_millis;
    uint8_t present;
    uint8_t reserved[7];
    reel_bytes extra;
} demo_player;

/* Values of demo_client.present. */
enum { DEMO_CLIENT_SIX = 1 << 0, DEMO_CLIENT_SEVEN = 1 << 1 };

/* ClientInfo: who a player is. */
typedef struct demo_client {
    uint64_t seq;
    int32_t tick;
    int32_t cid;
    reel_string name, clan; /* at most 15 and 11 bytes */
    reel_string skin;       /* at most 23 bytes */
    reel_string skin_body, skin_marking, skin_decoration, skin_hands, skin_feet,
        skin_eyes; /* 0.7: parts of the skin, at most 23 bytes */
    int32_t country, use_custom_color, color_body, color_feet;
    int32_t local, team;
    int32_t use_custom_colors[6], colors[6]; /* 0.7: of the parts, in their order */
    uint8_t present;
    uint8_t reserved[7];
} demo_client;

/* Values of demo_projectile.present. */
enum {
    DEMO_PROJECTILE_PLAIN = 1 << 0,
    DEMO_PROJECTILE_ANGLE = 1 << 1, /* of DDNet 15.3 to 16 */
    DEMO_PROJECTILE_DDNET = 1 << 2
};

typedef struct demo_projectile {
    uint64_t seq;
    int32_t tick;
    int32_t id;
    int32_t x, y, vel_x, vel_y, type, start_tick;
    int32_t owner_cid, switch_number, tune_zone, flags;
    int32_t angle, data_bits;
    uint8_t present;
    uint8_t reserved[7];
    reel_bytes extra;
} demo_projectile;

/* Bits of demo_laser.present. */
enum { DEMO_LASER_PLAIN = 1 << 0, DEMO_LASER_DDNET = 1 << 1, DEMO_LASER_SWITCH = 1 << 2 };

typedef struct demo_laser {
    uint64_t seq;
    int32_t tick;
    int32_t id;
    int32_t x, y, from_x, from_y, start_tick;
    int32_t owner_cid, type, switch_number, subtype, flags;
    uint8_t present;
    uint8_t reserved[7];
    reel_bytes extra;
} demo_laser;

/* Bits of demo_pickup.present. */
enum { DEMO_PICKUP_PLAIN = 1 << 0, DEMO_PICKUP_SUBTYPE = 1 << 1, DEMO_PICKUP_DDNET = 1 << 2, DEMO_PICKUP_FLAGS = 1 << 3 };

typedef struct demo_pickup {
    uint64_t seq;
    int32_t tick;
    int32_t id;
    int32_t x, y, type, subtype, switch_number, flags;
    uint8_t present;
    uint8_t reserved[7];
    reel_bytes extra;
} demo_pickup;

typedef struct demo_flag {
    uint64_t seq;
    int32_t tick;
    int32_t id;
    int32_t x, y, team;
    uint32_t reserved;
} demo_flag;

/* Bits of demo_game.present and, from DEMO_GAME_STATE_END on, divided by 256, of present_more. */
enum {
    DEMO_GAME_RULES = 1 << 0, /* game_flags, score_limit to round_current */
    DEMO_GAME_STATE = 1 << 1, /* game_state_flags, round_start_tick */
    DEMO_GAME_WARMUP = 1 << 2,
    DEMO_GAME_SCORES = 1 << 3,
    DEMO_GAME_CARRIERS = 1 << 4,
    DEMO_GAME_DDNET = 1 << 5,  /* flags, version */
    DEMO_GAME_FLAGS2 = 1 << 6, /* flags2 */
    DEMO_GAME_SIZES = 1 << 7,  /* min_team_size, max_team_size */
    DEMO_GAME_STATE_END = 1 << 8,
    DEMO_GAME_DROPS = 1 << 9 /* drop_tick_red, drop_tick_blue */
};

/* GameInfo, GameData and DDNet's GameInfoEx; of 0.7 GameData, GameDataTeam, GameDataFlag and GameInfo. */
typedef struct demo_game {
    uint64_t seq;
    int32_t tick;
    int32_t id;
    int32_t game_flags, game_state_flags, round_start_tick, warmup_timer, score_limit, time_limit, round_num, round_current;
    int32_t score_red, score_blue, carrier_red, carrier_blue;
    int32_t state_end_tick, drop_tick_red, drop_tick_blue;
    int32_t flags, version, flags2, min_team_size, max_team_size;
    uint8_t present, present_more;
    uint8_t reserved[6];
    reel_bytes extra;
} demo_game;

/* Bits of `present` in demo_item and demo_removal: which of the two names the type, and of demo_message, which values it has. */
enum { DEMO_HAS_TYPE = 1 << 0, DEMO_HAS_UUID = 1 << 1, DEMO_HAS_CLIENT = 1 << 2, DEMO_HAS_TEAM = 1 << 3, DEMO_HAS_TEXT = 1 << 4 };

/* An item without a table of its own. */
typedef struct demo_item {
    uint64_t seq;
    int32_t tick;
    int32_t id;
    int32_t type;
    uint8_t present;
    uint8_t reserved[3];
    reel_uuid uuid;   /* of an extended item */
    reel_string name; /* as the programs call it; empty: unknown */
    reel_bytes data;  /* numbers, four bytes each, little-endian */
} demo_item;

/* An item that is no longer there. */
typedef struct demo_removal {
    uint64_t seq;
    int32_t tick;
    int32_t id;
    int32_t type;
    uint8_t present;
    uint8_t reserved[3];
    reel_uuid uuid;
    reel_string name;
} demo_removal;

/* A message of the server. */
typedef struct demo_message {
    uint64_t seq;
    int32_t tick;    /* -1: before the first tick */
    int32_t message; /* its number; 0: it has a UUID */
    uint8_t system;  /* 1: of the engine, not of the game */
    uint8_t present;
    uint16_t reserved;
    int32_t cid, team;
    uint32_t reserved_too;
    reel_uuid uuid;
    reel_string name; /* "chat", "kill", ...; empty: unknown */
    reel_string text; /* of chat, broadcasts and the message of the day */
    reel_bytes data;  /* all of it, filled up with zeros to a multiple of four */
} demo_message;

/* Layout: the header, if it is not what its rows would be written as. */
typedef struct demo_head {
    reel_bytes bytes;
} demo_head;

/* Layout: a type of extended items and its number in the file. */
typedef struct demo_type {
    uint64_t seq;
    int32_t tick;
    int32_t type;
    reel_uuid uuid;
    uint8_t is_late; /* 1: the file states it in the next snapshot only */
    uint8_t reserved[7];
} demo_type;

/* Layout: the order of a snapshot's items, if it is not that of the tables. */
typedef struct demo_order {
    uint64_t seq;
    int32_t tick;
    uint32_t reserved;
    reel_bytes item_keys; /* differences of type << 16 | id, as numbers of Teeworlds */
} demo_order;

/* Bits of demo_form.marker; those from DEMO_SPARE_SHIFT on are bits of the marker that mean nothing. */
enum { DEMO_NO_MARKER = 1 << 0, DEMO_OTHER_MARKER = 1 << 1, DEMO_SPARE_SHIFT = 3 };
/* Values of demo_form.encoder. */
enum { DEMO_SAME_ENCODER = 0, DEMO_OLD_ENCODER = 1, DEMO_NEW_ENCODER = 2 };

/* Layout: how a tick or a message was written, if not in the usual way. */
typedef struct demo_form {
    uint64_t seq;
    int32_t tick;
    uint8_t marker;  /* DEMO_NO_MARKER, ... */
    uint8_t size;    /* bytes of the size behind its first one */
    uint8_t encoder; /* from here on */
    uint8_t reserved;
    reel_bytes packed; /* what no encoder writes so */
} demo_form;

/* Layout: a chunk of a type that means nothing, as it is in the file, or a tick marker at its end. */
typedef struct demo_other {
    uint64_t seq;
    int32_t tick;
    uint8_t is_marker;
    uint8_t reserved[3];
    reel_bytes data;
} demo_other;

REEL_API extern const reel_table demo_infos, demo_markers, demo_maps, demo_snapshots, demo_characters, demo_players, demo_clients,
    demo_projectiles, demo_lasers, demo_pickups, demo_flags, demo_games, demo_items, demo_removals, demo_messages, demo_heads,
    demo_types, demo_orders, demo_forms, demo_others;

#ifdef __cplusplus
}
#endif

#endif
