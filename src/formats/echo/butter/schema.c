/* SPDX-License-Identifier: MIT
 * The fields of .butter rows. This is their only list. */
#include "formats/echo/common/schema.h"

const reel_label reel__echo_statuses[] = {
    { ECHO_STATUS_UNKNOWN, "unknown" },
    { ECHO_STATUS_EMPTY, "none" },
    { ECHO_PRE_MATCH, "pre_match" },
    { ECHO_ROUND_START, "round_start" },
    { ECHO_PLAYING, "playing" },
    { ECHO_SCORE, "score" },
    { ECHO_ROUND_OVER, "round_over" },
    { ECHO_POST_MATCH, "post_match" },
    { ECHO_PRE_SUDDEN_DEATH, "pre_sudden_death" },
    { ECHO_SUDDEN_DEATH, "sudden_death" },
    { ECHO_POST_SUDDEN_DEATH, "post_sudden_death" },
    { 0, NULL },
};

const reel_label reel__echo_teams[] = {
    { ECHO_BLUE, "blue" }, { ECHO_ORANGE, "orange" }, { ECHO_SPECTATORS, "spectators" }, { ECHO_NO_TEAM, "none" }, { 0, NULL },
};

/* Files of the layouts 1, 2 and 3a store "pausing" for all other words. */
const reel_label reel__echo_paused_states[] = {
    { 0, "unpaused" }, { 1, "paused" }, { 2, "unpausing" }, { 3, "pausing" }, { 4, "none" }, { 5, "other" }, { 0, NULL },
};

const reel_label reel__echo_goal_types[] = {
    { 0, "unknown" },   { 1, "BOUNCE SHOT" }, { 2, "INSIDE SHOT" }, { 3, "LONG BOUNCE SHOT" }, { 4, "LONG SHOT" },
    { 5, "SELF GOAL" }, { 6, "SLAM DUNK" },   { 7, "BUMPER SHOT" }, { 8, "HEADBUTT" },         { 0, NULL },
};

const reel_label reel__echo_holdings[] = {
    { ECHO_HOLDS_NULL, "null" },
    { ECHO_HOLDS_DISC, "disc" },
    { ECHO_HOLDS_GEO, "geo" },
    { ECHO_HOLDS_NOTHING, "none" },
    { 0, NULL },
};

const reel_label reel__echo_weapons[] = { { 0, "rocket" }, { 1, "blaster" }, { 2, "scout" }, { 3, "assault" }, { 0, NULL } };
const reel_label reel__echo_ordnances[] = { { 0, "stun" }, { 1, "det" }, { 2, "burst" }, { 3, "arc" }, { 0, NULL } };
const reel_label reel__echo_tac_mods[] = { { 0, "sensor" }, { 1, "wraith" }, { 2, "heal" }, { 3, "shield" }, { 0, NULL } };
const reel_label reel__echo_arms[] = { { 0, "Left" }, { 1, "Right" }, { 0, NULL } };

const reel_label reel__echo_maps[] = {
    { BUTTER_NO_MAP, "uncoded" },
    { BUTTER_LOBBY, "mpl_lobby_b2" },
    { BUTTER_ARENA, "mpl_arena_a" },
    { BUTTER_FISSION, "mpl_combat_fission" },
    { BUTTER_COMBUSTION, "mpl_combat_combustion" },
    { BUTTER_DYSON, "mpl_combat_dyson" },
    { BUTTER_GAUSS, "mpl_combat_gauss" },
    { BUTTER_TUTORIAL, "mpl_tutorial_arena" },
    { 0, NULL },
};

static const reel_label compressions[] = {
    { BUTTER_NONE, "none" },
    { BUTTER_GZIP, "gzip" },
    { BUTTER_ZSTD_3, "zstd_3" },
    { BUTTER_ZSTD_7, "zstd_7" },
    { BUTTER_ZSTD_15, "zstd_15" },
    { BUTTER_ZSTD_22, "zstd_22" },
    { BUTTER_ZSTD_7_DICT, "zstd_7_dict" },
    { 0, NULL },
};

static const reel_label layouts[] = {
    { BUTTER_LAYOUT_3B, "3b" }, { BUTTER_LAYOUT_3A, "3a" }, { BUTTER_LAYOUT_2, "2" }, { BUTTER_LAYOUT_1, "1" }, { 0, NULL },
};

#define INFO(name, type, unit, ...) REEL_FIELD(butter_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(version, U8, "", "version of the format, 1 to 3"),
    INFO(keyframe_interval, U16, "frames", "frames in a block"),
    INFO(compression, U8, "", "compression of the blocks", .labels = compressions),
    INFO(client_name, STRING, "", "name of the player who recorded",
         .flags = REEL_FIELD_PERSONAL | REEL_FIELD_PLAYER | REEL_FIELD_PLAYER_NAME),
    INFO(session_id, UUID, "", "match id", .flags = REEL_FIELD_PERSONAL),
    INFO(session_ip, U8, "", "server address", .flags = REEL_FIELD_PERSONAL),
    INFO(map, U8, "", "map of the match", .labels = reel__echo_maps, .flags = REEL_FIELD_LEVEL),
    INFO(private_match, BOOL, "", "whether the match is private"),
    INFO(total_round_count, U8, "rounds", "rounds in the match"),
    INFO(blue_round_score, U8, "rounds", "rounds won by the blue team when recording started"),
    INFO(orange_round_score, U8, "rounds", "rounds won by the orange team when recording started"),
};

#define ENTRY(name, type, unit, ...) REEL_FIELD(butter_entry, #name, name, type, unit, __VA_ARGS__)
static const reel_field roster_fields[] = {
    ENTRY(player, U8, "", "number that frames use for the player, from 1", .flags = REEL_FIELD_DERIVED),
    ENTRY(name, STRING, "", "name when first seen", .flags = REEL_FIELD_PERSONAL),
    ENTRY(userid, U64, "", "account", .flags = REEL_FIELD_PERSONAL),
    ENTRY(number, U8, "", "jersey number when first seen"),
    ENTRY(level, U8, "", "level when first seen"),
};

static const reel_field frame_fields[] = {
    ECHO_FRAME_FIELDS(butter_frame, ECHO_WHEN_PART, 0, REEL_FIELD_DERIVED),
    REEL_FIELD(butter_frame, "vr_rotation", vr_rotation, F32, "", "rotation of the recorder's play space, a quaternion",
               .components = "xyzw", REEL_PRESENT_IF(butter_frame, common.has, ECHO_HAS_VR)),
    REEL_FIELD(butter_frame, "disc_rotation", disc_rotation, F32, "", "rotation of the disc, a quaternion", .components = "xyzw",
               REEL_PRESENT_IF(butter_frame, common.has, ECHO_HAS_DISC)),
    REEL_FIELD(butter_frame, "mask", mask, U8, "", "presence byte: which parts the frame has", .flags = REEL_FIELD_DERIVED),
    REEL_FIELD(butter_frame, "keyframe", keyframe, BOOL, "", "keyframe: all values are absolute", .flags = REEL_FIELD_DERIVED),
};

static const reel_field team_fields[] = { ECHO_TEAM_FIELDS(echo_team, ECHO_WHEN_PART, , REEL_FIELD_DERIVED) };

#define POSE(name, doc) REEL_FIELD(butter_player, #name, name, F32, "", doc, .components = "xyzw")
static const reel_field player_fields[] = {
    ECHO_PLAYER_FIELDS(butter_player, ECHO_WHEN_PART, REEL_FIELD_DERIVED, 0, REEL_FIELD_KEY, REEL_FIELD_DERIVED),
    POSE(head_rotation, "rotation of the head, a quaternion"),
    POSE(body_rotation, "rotation of the body, a quaternion"),
    POSE(left_hand_rotation, "rotation of the left hand, a quaternion"),
    POSE(right_hand_rotation, "rotation of the right hand, a quaternion"),
};

static const reel_field bone_fields[] = { ECHO_BONE_FIELDS(echo_bone, ECHO_WHEN_PART) };

#define BLOCK(name, type, unit, ...) REEL_FIELD(butter_block, #name, name, type, unit, __VA_ARGS__)
static const reel_field block_fields[] = {
    BLOCK(offset, U64, "bytes", "offset of the block in the file", .flags = REEL_FIELD_DERIVED),
    BLOCK(digest, U64, "", "checksum of the block's rows: a writer repeats the bytes only if it still matches"),
    BLOCK(first_frame, U32, "", "number of the block's first frame"),
    BLOCK(frame_count, U32, "frames", "number of frames in the block"),
    BLOCK(layout, U8, "", "layout of the block's frames", .labels = layouts),
    BLOCK(compression, U8, "", "compression of the block", .labels = compressions),
    BLOCK(packed, BYTES, "", "original bytes of the block"),
};

#define REST(name, type, unit, ...) REEL_FIELD(butter_rest, #name, name, type, unit, __VA_ARGS__)
static const reel_field rest_fields[] = {
    REST(offset, U64, "bytes", "offset of the bytes in the file", .flags = REEL_FIELD_DERIVED),
    REST(bytes, BYTES, "", "bytes after the last block"),
};

const reel_table butter_infos =
    REEL_TABLE("info", "file header", butter_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW | REEL_TABLE_FIRST);
const reel_table butter_roster = REEL_TABLE("roster", "players in the file", butter_entry, roster_fields, REEL_TABLE_HEADER);
const reel_table butter_frames = REEL_TABLE("frames", "match state in each frame", butter_frame, frame_fields, 0);
const reel_table butter_teams = REEL_TABLE("teams", "teams in each frame", echo_team, team_fields, 0);
const reel_table butter_players = REEL_TABLE("players", "players in each frame", butter_player, player_fields, 0);
const reel_table butter_bones = REEL_TABLE("bones", "bones in each frame", echo_bone, bone_fields, 0);
const reel_table butter_blocks = REEL_TABLE("blocks", "blocks as stored", butter_block, block_fields, REEL_TABLE_LAYOUT);
const reel_table butter_rests = REEL_TABLE("rests", "bytes after the last block", butter_rest, rest_fields, REEL_TABLE_LAYOUT);
