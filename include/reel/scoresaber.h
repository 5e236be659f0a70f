/* SPDX-License-Identifier: MIT
 *
 * The replays of ScoreSaber: the packed .dat (versions 2.0.0 to 3.1.0, and the older key frames), and the JSON
 * that a service once decoded them to. docs/formats/scoresaber.md is the specification of both. Unity's axes: +x right, +y up, +z
 * forward. Positions are in metres and in the player's own space, as in BSOR; the room of the info is not applied to them. Times are song
 * time in seconds.
 */
#ifndef REEL_SCORESABER_H
#define REEL_SCORESABER_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_scoresaber, reel_format_scoresaber_json;

/* ---- .dat ------------------------------------------------------------------------------------------------------- */

/* The map, the player's settings and the result. One row; none in a file of key frames. */
typedef struct scoresaber_info {
    reel_string version;        /* of the file: "2.0.0", "3.0.0", "3.1.0". Writers use it; empty: 3.1.0 */
    reel_string level_id;       /* "custom_level_" followed by the map hash, or the name of a level of the game: "100Bills" */
    reel_string characteristic; /* "Standard", "OneSaber", ... */
    reel_string environment;
    reel_string modifiers;      /* codes that were on: "NF,GN". SC is small cubes, or a fail on saber clash */
    reel_string game_version;   /* since version 3.1.0; empty before */
    reel_string plugin_version; /* since version 3.1.0 */
    reel_string platform;       /* since version 3.1.0 */
    int32_t difficulty;         /* 1 Easy, 3 Normal, 5 Hard, 7 Expert, 9 ExpertPlus */
    float note_spawn_offset;    /* beats, or seconds of the jump if the player chose its duration */
    float initial_height;       /* of the player in the settings, m */
    float room_rotation;        /* of the game's settings, degrees about the vertical axis */
    reel_vec3 room_center;      /* of the game's settings, m */
    float fail_time;            /* when energy last reached 0, s; 0: never. With NF the play goes on */
    uint8_t left_handed;
} scoresaber_info;

/* One row per recorded frame, also of a pause. On a little-endian machine, the same 92 bytes as in the file. */
typedef struct scoresaber_pose {
    reel_pose head, left_hand, right_hand;
    int32_t fps;
    float time;
} scoresaber_pose;

typedef struct scoresaber_height {
    float height;
    float time;
} scoresaber_height;

typedef enum scoresaber_event_type {
    SCORESABER_NONE = 0,
    SCORESABER_GOOD_CUT = 1,
    SCORESABER_BAD_CUT = 2,
    SCORESABER_MISS = 3,
    SCORESABER_BOMB = 4
} scoresaber_event_type;

enum { SCORESABER_NOTE_V3 = 1 };

/* One row per note that was cut or missed, and per bomb that was hit, in the order in which their scoring was finished: that is not the
 * order of their times. The record is always complete: fields without a value are zero. */
typedef struct scoresaber_note {
    float note_time;        /* of the note in the map, s */
    int32_t layer;          /* 0 to 2 from the bottom */
    int32_t line;           /* 0 to 3 from the left */
    int32_t color;          /* 0 red (left), 1 blue (right), -1 bomb */
    int32_t direction;      /* 0 up, 1 down, 2 left, 3 right, 4 to 7 diagonal, 8 any, 9 none */
    int32_t gameplay_type;  /* version 3: SCORESABER_NOTE_V3 */
    int32_t scoring_type;   /* version 3; the game's value: that of BSOR minus 2 */
    float direction_offset; /* version 3; degrees */
    int32_t event_type;     /* scoresaber_event_type */
    reel_vec3 cut_point, cut_normal, saber_direction;
    int32_t saber_type;            /* 0 left, 1 right */
    float saber_speed;             /* m/s */
    float cut_angle;               /* degrees */
    float cut_distance_to_center;  /* m */
    float cut_direction_deviation; /* degrees */
    float before_cut_rating;       /* 1 is a full swing; more is possible */
    float after_cut_rating;        /* the same */
    float event_time;              /* of the cut; of a miss, of the frame in which it was scored, s */
    float unity_timescale, time_sync_timescale;
    float time_deviation;                                                  /* version 3; s */
    reel_quaternion world_rotation, inverse_world_rotation, note_rotation; /* version 3 */
    reel_vec3 note_position;                                               /* version 3; m */
    uint8_t direction_ok;                                                  /* the byte of the file: nonzero is true */
    uint8_t present;                                                       /* SCORESABER_NOTE_V3 */
} scoresaber_note;

/* Changes of the game's state. Converters write a row for each event. */
typedef struct scoresaber_score {
    int32_t score;
    float time;
    int32_t max_score; /* maximum possible score up to here; version 3 */
    uint8_t present;   /* SCORESABER_NOTE_V3 */
} scoresaber_score;
typedef struct scoresaber_combo {
    int32_t combo;
    float time;
} scoresaber_combo;
typedef struct scoresaber_multiplier {
    int32_t multiplier;
    float progress; /* to the next multiplier, 0 to 1 */
    float time;
} scoresaber_multiplier;
typedef struct scoresaber_energy {
    float energy;
    float time;
} scoresaber_energy;

enum {
    SCORESABER_HAS_LEFT_SABER = 1 << 0,
    SCORESABER_HAS_RIGHT_SABER = 1 << 1,
    SCORESABER_HAS_OBSTACLES = 1 << 2,
    SCORESABER_HAS_ENVIRONMENT_0 = 1 << 3,
    SCORESABER_HAS_ENVIRONMENT_1 = 1 << 4,
    SCORESABER_HAS_ENVIRONMENT_W = 1 << 5,
    SCORESABER_HAS_BOOST_0 = 1 << 6,
    SCORESABER_HAS_BOOST_1 = 1 << 7,
    SCORESABER_HAS_BOOST_W = 1 << 0 /* of the second byte */
};

/* The extension "scoresaber.play-settings". One row or none. */
typedef struct scoresaber_play_settings {
    float song_speed, jump_distance;
    float left_saber[4], right_saber[4], obstacles[4]; /* red, green, blue, alpha */
    float environment_0[4], environment_1[4], environment_w[4], boost_0[4], boost_1[4], boost_w[4];
    reel_string environment; /* overrides the one of the info, if not empty */
    int32_t filter_default, filter_expert_plus, filter;
    float trail_intensity;
    int32_t arc_visibility;
    uint8_t boost_colors, no_texts, hide_spawn_effect, arc_haptics; /* the bytes of the file */
    uint8_t present, present_boost_w;                               /* SCORESABER_HAS_... */
} scoresaber_play_settings;

/* The extension "scoresaber.pause-events". */
typedef struct scoresaber_pause {
    int64_t duration;     /* ms of the room */
    int64_t began, ended; /* Unix time, ms; by another clock than the duration */
    float time;
} scoresaber_pause;

/* The extension "scoresaber.wall-events": a wall that the head entered, perhaps in another one. */
typedef struct scoresaber_wall {
    float time, exit_time; /* of the first frame outside all walls */
    float energy;          /* when the head had left all walls */
    float obstacle_time, obstacle_duration;
    int32_t line, layer, width, height;
} scoresaber_wall;

typedef struct scoresaber_offset {
    reel_vec3 position, rotation;
} scoresaber_offset;

enum { SCORESABER_HAS_SHARED = 1 << 0, SCORESABER_HAS_LEFT = 1 << 1, SCORESABER_HAS_RIGHT = 1 << 2 };

/* The extension "scoresaber.controller-offsets". One row or none. */
typedef struct scoresaber_controller_offsets {
    scoresaber_offset shared, left, right;
    uint8_t present; /* SCORESABER_HAS_... */
} scoresaber_controller_offsets;

/* An extension without a table of its own: its bytes. */
typedef struct scoresaber_extension {
    reel_string id;
    reel_bytes payload;
    int32_t layout_version;
} scoresaber_extension;

/* A frame of the oldest files, which have no other data. The same 96 bytes as in the file. */
typedef struct scoresaber_keyframe {
    reel_vec3 right_position, left_position, head_position;
    reel_quaternion right_rotation, left_rotation, head_rotation;
    float time;
    int32_t combo, score;
} scoresaber_keyframe;

/* Bytes of a .dat outside every section, and the part that they follow. Layout: kept when the rest of the file changes. */
typedef enum scoresaber_part {
    SCORESABER_AFTER_POINTERS,
    SCORESABER_AFTER_INFO,
    SCORESABER_AFTER_POSES,
    SCORESABER_AFTER_HEIGHTS,
    SCORESABER_AFTER_NOTES,
    SCORESABER_AFTER_SCORES,
    SCORESABER_AFTER_COMBOS,
    SCORESABER_AFTER_MULTIPLIERS,
    SCORESABER_AFTER_ENERGIES,
    SCORESABER_AFTER_EXTENSIONS, /* also a complete block with another magic */
    SCORESABER_AFTER_KEYFRAMES,
    SCORESABER_AFTER_STREAM /* in the file, after the compressed data */
} scoresaber_part;
typedef struct scoresaber_gap {
    reel_bytes bytes;
    uint8_t after; /* scoresaber_part */
} scoresaber_gap;

/* The original file, so that it can be written byte for byte while its rows are unchanged. Layout, in both formats:
 * it has the choices of compression and JSON, and the bytes that no row represents. */
typedef struct scoresaber_original {
    reel_bytes bytes;
    uint64_t loose; /* bytes of it that no row represents; repair drops them */
    uint64_t rows;  /* checksum of the rows that were read, to detect changes; 0: not all were read */
} scoresaber_original;

REEL_API extern const reel_table scoresaber_infos, scoresaber_poses, scoresaber_heights, scoresaber_notes, scoresaber_scores,
    scoresaber_combos, scoresaber_multipliers, scoresaber_energies, scoresaber_play_settings_rows, scoresaber_pauses,
    scoresaber_walls, scoresaber_offsets, scoresaber_extensions, scoresaber_keyframes, scoresaber_gaps, scoresaber_originals;

/* ---- the decoded JSON ------------------------------------------------------------------------------------------- */

enum {
    SCORESABER_JSON_VERSION = 1 << 0,
    SCORESABER_JSON_HASH = 1 << 1,
    SCORESABER_JSON_DIFFICULTY = 1 << 2,
    SCORESABER_JSON_MODE = 1 << 3,
    SCORESABER_JSON_ENVIRONMENT = 1 << 4,
    SCORESABER_JSON_MODIFIERS = 1 << 5,
    SCORESABER_JSON_SPAWN_OFFSET = 1 << 6,
    SCORESABER_JSON_LEFT_HANDED = 1 << 7,
    /* of the second byte */
    SCORESABER_JSON_HEIGHT = 1 << 0,
    SCORESABER_JSON_ROOM_ROTATION = 1 << 1,
    SCORESABER_JSON_ROOM_CENTER = 1 << 2,
    SCORESABER_JSON_FAIL_TIME = 1 << 3,
    SCORESABER_JSON_TOTAL_SCORE = 1 << 4
};

/* The object "info"; every member may be missing. Numbers are doubles, so that they keep their value. */
typedef struct scoresaber_json_info {
    reel_string version, hash, mode, environment;
    reel_string modifiers;    /* codes, separated by commas */
    double note_spawn_offset; /* beats */
    double height;            /* m */
    double room_rotation;     /* "rr", degrees */
    double room_center[3];    /* "room", m */
    double fail_time;         /* "st", s */
    int64_t difficulty;       /* 1 Easy, 3 Normal, 5 Hard, 7 Expert, 9 ExpertPlus */
    int64_t total_score;
    uint8_t left_handed;
    uint8_t present[2]; /* SCORESABER_JSON_... */
} scoresaber_json_info;

typedef struct scoresaber_json_pose {
    double position[3], rotation[4];
} scoresaber_json_pose;

typedef struct scoresaber_json_frame {
    scoresaber_json_pose head, left_hand, right_hand;
    double time;
    int64_t fps;
    uint8_t present; /* SCORESABER_JSON_HAS_FPS */
} scoresaber_json_frame;
enum { SCORESABER_JSON_HAS_FPS = 1 << 0 };

enum {
    SCORESABER_JSON_HAS_SCORE = 1 << 0,
    SCORESABER_JSON_HAS_COMBO = 1 << 1,
    SCORESABER_JSON_HAS_TIME = 1 << 2,
    SCORESABER_JSON_HAS_NOTE = 1 << 3
};
enum { SCORESABER_JSON_BAD_CUT = -2, SCORESABER_JSON_MISS = -3, SCORESABER_JSON_BOMB = -4, SCORESABER_JSON_WALL = -5 };

/* The items of "scores", "combos", "noteTime" and "noteInfos" that have one number. Walls come last and have no note. */
typedef struct scoresaber_json_note {
    double time;      /* of the event, s */
    reel_string note; /* line, layer, direction and color without separators: "2011", for a bomb "209-1" */
    int32_t score;    /* above 0: points of a good cut; otherwise SCORESABER_JSON_... */
    int32_t combo;    /* after it */
    uint8_t present;  /* SCORESABER_JSON_HAS_... */
} scoresaber_json_note;

typedef struct scoresaber_json_height {
    double height, time;
} scoresaber_json_height;

/* A member without a field: its JSON. */
typedef struct scoresaber_json_extra {
    reel_string object; /* "" for the outermost object, or "info" */
    reel_string key;    /* as written between the quotes */
    reel_string json;
} scoresaber_json_extra;

REEL_API extern const reel_table scoresaber_json_infos, scoresaber_json_frames, scoresaber_json_notes, scoresaber_json_heights,
    scoresaber_json_extras;

#ifdef __cplusplus
}
#endif

#endif
