/* SPDX-License-Identifier: MIT
 *
 * Rows of Echo VR replays. Rows of all formats start with the same struct (echo_frame, echo_team, echo_player). Members that
 * only one format has follow it: those of .butter are in this header, those of .echoreplay in <reel/echoreplay.h>.
 *
 * Positions are in metres: x left, y up, z forward. Speeds are in metres per second, times in seconds.
 */
#ifndef REEL_BUTTER_H
#define REEL_BUTTER_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Conventions of .butter. Reading (reel_options.convention): "ideal" (default) inverts the encoder; "faithful" returns what the
 * public reference decoder returns, to the bit. They differ in parts omitted from a frame, in statistics, in bones, and in where
 * sums and rotations are rounded: docs/formats/butter.md. Writing (reel_write_options.convention): "ideal" keeps errors and files
 * small; "faithful" writes what the public encoder writes. */
REEL_API extern const reel_format reel_format_butter, reel_format_echoreplay;

enum { ECHO_BLUE = 0, ECHO_ORANGE = 1, ECHO_SPECTATORS = 2, ECHO_NO_TEAM = 3 };

typedef enum echo_status {
    ECHO_STATUS_UNKNOWN = 0, /* unknown word, or missing */
    ECHO_STATUS_EMPTY = 1,
    ECHO_PRE_MATCH,
    ECHO_ROUND_START,
    ECHO_PLAYING,
    ECHO_SCORE,
    ECHO_ROUND_OVER,
    ECHO_POST_MATCH,
    ECHO_PRE_SUDDEN_DEATH,
    ECHO_SUDDEN_DEATH,
    ECHO_POST_SUDDEN_DEATH
} echo_status;

/* Objects that a hand holds, besides the id of another player. */
enum { ECHO_HOLDS_NULL = 252, ECHO_HOLDS_DISC = 253, ECHO_HOLDS_GEO = 254, ECHO_HOLDS_NOTHING = 255 };

/* Bits of echo_frame.has and echo_player.has: which parts have values. */
enum {
    ECHO_HAS_POINTS = 1,
    ECHO_HAS_PAUSE = 2,
    ECHO_HAS_SCORE = 4,
    ECHO_HAS_THROW = 8,
    ECHO_HAS_VR = 16,
    ECHO_HAS_DISC = 32,
    ECHO_HAS_PAYLOAD = 64,
    ECHO_HAS_RULES = 128
};
enum { ECHO_HAS_STATS = 1, ECHO_HAS_HOLDING = 2, ECHO_HAS_LOADOUT = 4 };

/* Statistics of a team or a player since the match began. */
typedef struct echo_stats {
    uint16_t assists, blocks, catches, goals, interceptions, passes, points, saves, steals, shots_taken, stuns;
} echo_stats;

/* The last throw of the player who recorded. */
typedef struct echo_throw {
    float arm_speed, total_speed, off_axis_spin_deg, wrist_throw_penalty, rot_per_sec, pot_speed_from_rot, speed_from_arm,
        speed_from_movement, speed_from_wrist, wrist_align_to_throw_deg, throw_align_to_movement_deg, off_axis_penalty,
        throw_move_penalty;
} echo_throw;

/* One state of the match. */
typedef struct echo_frame {
    double time;      /* s since the first frame of the file */
    uint32_t frame;   /* number from 0; rows of other tables name it */
    float game_clock; /* s left */
    float blue_points, orange_points;
    uint8_t status;                       /* echo_status */
    uint8_t has;                          /* ECHO_HAS_POINTS, ... */
    uint8_t inputs;                       /* of who recorded: 1 left shoulder, 2 right, 4 left's second, 8 right's second */
    uint8_t blue_restart, orange_restart; /* the team asked for a restart */
    uint8_t paused_state, paused_team, unpaused_team; /* teams: 0 blue, 1 orange, 2 spectators, 3 none */
    uint8_t score_team, score_points, goal_type;      /* the last goal */
    uint8_t contested, checkpoint, defenders;         /* the payload of Combat */
    uint8_t score_person, score_assist;               /* numbers in the roster of a .butter; else 0 */
    float paused_timer, unpaused_timer;
    float score_disc_speed, score_distance; /* m/s, m */
    float payload_distance, payload_speed;  /* m, m/s */
    echo_throw throw_;
    reel_vec3 vr_position; /* of the play space of who recorded */
    reel_vec3 disc_position, disc_velocity;
    int64_t recorded; /* ms since 1970 */
    int64_t rules_changed_at;
    reel_string rules_changed_by;
} echo_frame;

/* One of the three teams in a frame. */
typedef struct echo_team {
    double time;
    uint32_t frame;
    uint8_t team; /* 0 blue, 1 orange, 2 spectators */
    uint8_t possession;
    uint8_t has;     /* ECHO_HAS_STATS */
    uint8_t players; /* rows of players in this frame and team */
    echo_stats stats;
    uint16_t unused;
    float possession_time;
    uint8_t reserved[4]; /* 0 */
} echo_team;

/* One player in one frame. */
typedef struct echo_player {
    double time;
    uint64_t userid;
    reel_string name;
    uint32_t frame;
    uint16_t number, level;
    uint8_t team, slot; /* place in the team, from 0 */
    uint8_t player;     /* number in the roster of a .butter, from 1; 0: not there */
    uint8_t player_id;  /* the game's own number in the match */
    uint8_t has;        /* ECHO_HAS_STATS, ... */
    uint8_t possession, blocking, stunned, invulnerable, emote;
    uint8_t holding_left, holding_right;
    uint8_t weapon, ordnance, tac_mod, arm;
    echo_stats stats;
    int32_t ping; /* ms */
    float possession_time;
    float packet_loss; /* share of packets, 0 to 1 */
    reel_vec3 velocity;
    reel_vec3 head, body, left_hand, right_hand;
} echo_player;

/* One bone of one player in one frame, in the player's own space. */
typedef struct echo_bone {
    double time;
    uint32_t frame;
    uint8_t player; /* number in the list of skeletons, from 0 */
    uint8_t bone;   /* 0 to 22 */
    uint16_t unused;
    reel_vec3 position;
    reel_quaternion rotation;
    uint8_t keys;      /* of a line of .echoreplay: 1 it has positions, 2 rotations */
    uint8_t from_line; /* 1: the row is from a line, so that it has only these */
    uint8_t unused_too[2];
} echo_bone;

/* ---- .butter ---------------------------------------------------------------------------------------------------- */

enum { BUTTER_NONE = 0, BUTTER_GZIP = 1, BUTTER_ZSTD_3, BUTTER_ZSTD_7, BUTTER_ZSTD_15, BUTTER_ZSTD_22, BUTTER_ZSTD_7_DICT };

enum {
    BUTTER_NO_MAP = 0,
    BUTTER_LOBBY,
    BUTTER_ARENA,
    BUTTER_FISSION,
    BUTTER_COMBUSTION,
    BUTTER_DYSON,
    BUTTER_GAUSS,
    BUTTER_TUTORIAL
};

/* The header. */
typedef struct butter_info {
    uint8_t version; /* 1, 2 or 3 */
    uint8_t compression;
    uint16_t keyframe_interval; /* frames of a block */
    uint8_t map, private_match;
    uint8_t total_round_count, blue_round_score, orange_round_score;
    uint8_t session_ip[4];
    uint8_t unused[3];
    reel_string client_name;
    reel_uuid session_id;
} butter_info;

/* One player of the file. */
typedef struct butter_entry {
    uint64_t userid;
    reel_string name;
    uint8_t player; /* number, from 1 */
    uint8_t number, level;
} butter_entry;

typedef struct butter_frame {
    echo_frame common;
    reel_quaternion vr_rotation, disc_rotation;
    uint8_t mask;     /* the byte that says which parts the frame carries */
    uint8_t keyframe; /* 1: everything in it is absolute */
} butter_frame;

typedef struct butter_player {
    echo_player common;
    reel_quaternion head_rotation, body_rotation, left_hand_rotation, right_hand_rotation;
} butter_player;

enum { BUTTER_LAYOUT_3B = 0, BUTTER_LAYOUT_3A, BUTTER_LAYOUT_2, BUTTER_LAYOUT_1 };

/* One block of the file, for exact rewriting: while its frames are what they were, its bytes are written again. */
typedef struct butter_block {
    uint64_t offset; /* in the file */
    uint64_t digest; /* of its rows */
    uint32_t first_frame, frame_count;
    uint8_t layout;      /* of its frames */
    uint8_t compression; /* of its bytes */
    uint8_t reserved[6]; /* 0 */
    reel_bytes packed;
} butter_block;

/* Bytes after the last block. */
typedef struct butter_rest {
    uint64_t offset;
    reel_bytes bytes;
} butter_rest;

REEL_API extern const reel_table butter_infos, butter_roster, butter_frames, butter_teams, butter_players, butter_bones,
    butter_blocks, butter_rests;

#ifdef __cplusplus
}
#endif

#endif
