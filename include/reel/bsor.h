/* SPDX-License-Identifier: MIT
 *
 * BSOR, the Beat Saber Open Replay: one play: the poses of head and hands in every frame, and one event per note.
 * docs/formats/bsor.md is the specification; it also lists how real files differ. Unity's axes: +x right, +y up, +z forward;
 * positions in metres relative to the player's origin; times in seconds of the song.
 */
#ifndef REEL_BSOR_H
#define REEL_BSOR_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_bsor;

/* Section 0: the player, the map and the result. One row. */
typedef struct bsor_info {
    reel_string mod_version;  /* "0.9.20"; may be masked: "0.X.X" */
    reel_string game_version; /* "1.29.1_4575554838" */
    reel_string timestamp;    /* start of the play, Unix time in seconds, as text */
    reel_string player_id;
    reel_string player_name;
    reel_string platform;        /* "steam", "oculuspc", "oculus" (standalone headset) */
    reel_string tracking_system; /* "OpenVR", "OpenXR", ... */
    reel_string headset;
    reel_string controller;
    reel_string map_hash; /* usually 40 hex digits; folder text or an id otherwise */
    reel_string song_name;
    reel_string mapper;
    reel_string difficulty; /* "Easy" ... "ExpertPlus" */
    reel_string mode;       /* "Standard", "OneSaber", ... */
    reel_string environment;
    reel_string modifiers; /* codes, separated by commas: "DA,FS" */
    int32_t score;         /* before modifiers */
    float jump_distance;   /* m */
    float height;          /* of the player, m; 0 with automatic height */
    float start_time;      /* of practice mode, s; otherwise 0 */
    float fail_time;       /* s; 0: not failed */
    float speed;           /* of practice mode; otherwise 0 */
    uint8_t left_handed;
} bsor_info;

/* Section 1: one row per rendered frame. On a little-endian machine, the same 92 bytes as in the file. */
typedef struct bsor_frame {
    float time;
    int32_t fps; /* frame rate at that time; 0 in derived files */
    reel_pose head, left_hand, right_hand;
} bsor_frame;

typedef enum bsor_event_type { BSOR_GOOD_CUT = 0, BSOR_BAD_CUT = 1, BSOR_MISS = 2, BSOR_BOMB = 3 } bsor_event_type;

/* How a saber cut a note. The same 72 bytes as in the file. For bad cuts, some Quest builds wrote uninitialized memory. */
typedef struct bsor_cut {
    uint8_t speed_ok, direction_ok, saber_type_ok, was_cut_too_soon; /* the bytes of the file: nonzero is true */
    float saber_speed; /* m/s; since mod 0.6 the lowest mantissa bit encodes the side of the center */
    reel_vec3 saber_direction;
    int32_t saber_type;            /* 0 left, 1 right */
    float time_deviation;          /* time of the note minus time of the cut, s */
    float cut_direction_deviation; /* degrees */
    reel_vec3 cut_point, cut_normal;
    float cut_distance_to_center; /* m */
    float cut_angle;              /* degrees */
    float before_cut_rating;      /* 1 is a full swing before the cut; not capped */
    float after_cut_rating;       /* 1 is a full swing after the cut; not capped */
} bsor_cut;

/* Bits of bsor_note.has_cut. A reader sets BSOR_CUT_ALL, and so does a program that records. bsor_note_clean and REEL_CLEAN set the others
 * in its place. */
enum {
    BSOR_CUT_ALL = 1 << 0,       /* every value of the cut */
    BSOR_CUT_OTHERS = 1 << 1,    /* those that are not named here */
    BSOR_CUT_SPEED = 1 << 2,     /* saber_speed */
    BSOR_CUT_DEVIATION = 1 << 3, /* time_deviation */
    BSOR_CUT_BEFORE = 1 << 4,    /* before_cut_rating */
    BSOR_CUT_AFTER = 1 << 5      /* after_cut_rating */
};

/* Section 2: one row per note or bomb that passed, in the order they were scored. */
typedef struct bsor_note {
    int32_t note_id;    /* scoring type, line, layer, color and direction in one number: bsor_note_parts */
    float event_time;   /* when it was scored, s */
    float spawn_time;   /* time of the note in the map, s */
    int32_t event_type; /* bsor_event_type */
    bsor_cut cut;       /* zeroed if has_cut is 0 */
    uint8_t has_cut;    /* BSOR_CUT_...: 1 for good and bad cuts. Any value but 0 is true */
} bsor_note;

/* Section 3: a contact of the head with a wall. */
typedef struct bsor_wall {
    int32_t wall_id;  /* line * 100 + type * 10 + width */
    float energy;     /* at the end of the contact, 0 to 1; Quest writes the song time there */
    float time;       /* start of the contact, s */
    float spawn_time; /* s */
} bsor_wall;

/* Section 4: a measurement of the player's height (automatic height). */
typedef struct bsor_height {
    float height;
    float time;
} bsor_height;

/* Section 5: a pause. */
typedef struct bsor_pause {
    int64_t duration; /* s */
    float time;       /* song time at its start, s */
} bsor_pause;

/* Section 6: position and rotation of the sabers in the hands. One row; all zero, quaternions too, if never recorded. */
typedef struct bsor_controller_offsets {
    reel_pose left, right;
} bsor_controller_offsets;

/* Section 7: data of other mods, by key. Keys may repeat. */
typedef struct bsor_user_entry {
    reel_string key;
    reel_bytes value;
} bsor_user_entry;

/* The sections of the file, one row each, in file order. This is layout, for byte-exact writing: a program that records
 * leaves it empty, and gets sections 0 to 5, then 6 and 7 if they have rows. */
typedef struct bsor_section {
    uint8_t id;      /* 0 to 7; for any other id, `raw` is the rest of the file */
    uint8_t bare;    /* 1: the file ends with this id byte, without a body */
    uint32_t count;  /* rows of the section's table that belong here */
    uint64_t offset; /* of the id byte */
    uint64_t size;   /* in bytes, with the id byte, without bytes after the last section that is read */
    reel_bytes raw;  /* bytes that no row represents: after an unknown id, or after the last section that is read */
} bsor_section;

/* A string whose stated length differs from its length in bytes, because the writer counted UTF-16 units or code points; or that other
 * readers refuse, because it is not UTF-8 or longer than 1000 bytes. Layout. */
typedef struct bsor_length {
    uint32_t string; /* index of the string in the info section, in file order from 0 */
    uint32_t info;   /* row of the info table */
    int32_t stated;  /* stated length */
    uint32_t bytes;  /* actual length */
    uint64_t offset; /* of the length in the file */
} bsor_length;

REEL_API extern const reel_table bsor_infos, bsor_frames, bsor_notes, bsor_walls, bsor_heights, bsor_pauses, bsor_offsets,
    bsor_user_data, bsor_sections, bsor_lengths;

/* The parts of a note id. Scoring values are those of the file (the game's plus 2); 0: an old id without one. */
typedef enum bsor_scoring {
    BSOR_NORMAL_OLD = 0,
    BSOR_IGNORE = 1,
    BSOR_NO_SCORE = 2,
    BSOR_NORMAL = 3,
    BSOR_ARC_HEAD = 4,
    BSOR_ARC_TAIL = 5,
    BSOR_CHAIN_HEAD = 6,
    BSOR_CHAIN_LINK = 7,
    BSOR_ARC_HEAD_ARC_TAIL = 8,
    BSOR_CHAIN_HEAD_ARC_TAIL = 9,
    BSOR_CHAIN_LINK_ARC_HEAD = 10,
    BSOR_CHAIN_HEAD_ARC_HEAD = 11,
    BSOR_CHAIN_HEAD_ARC_HEAD_ARC_TAIL = 12
} bsor_scoring;

typedef struct bsor_note_parts {
    int scoring;   /* bsor_scoring, or -1: unknown */
    int line;      /* 0 to 3 from the left, or -1: unknown (not recoverable with Mapping Extensions) */
    int layer;     /* 0 to 2 from the bottom, or -1 */
    int color;     /* 0 red (left), 1 blue (right), -1: none or unknown; a digit without meaning is kept (a bot's bomb: 3) */
    int direction; /* 0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any, -1: none */
    bool bomb;
} bsor_note_parts;

/* The frames of the player who made the cuts, where a mod recorded those of all players of a room: docs/formats/bsor.md, "Several
 * players".
 *
 * frames, notes  of the replay, `count` and `note_count` of them
 * own            receives the frames, with room for `count`; may be `frames`. NULL: they are only counted
 *
 * Returns how many there are: `count`, and nothing is copied, if the frames are those of one player. Thread-safe. */
REEL_API size_t bsor_own_frames(const bsor_frame *frames, size_t count, const bsor_note *notes, size_t note_count,
                                bsor_frame *own);

/* The rows where the last attempt begins, if a mod recorded several into one file: docs/formats/bsor.md, "Several attempts". */
typedef struct bsor_attempt {
    size_t frame, note, wall, height, pause;
} bsor_attempt;

/* Finds the attempts in the rows of a replay.
 *
 * chunk  of the replay, with all of its rows
 * last   receives the first rows of the last attempt: all 0 if there is only one
 *
 * Returns how many there are, at least 1. Thread-safe. */
REEL_API size_t bsor_attempts(const reel_chunk *chunk, bsor_attempt *last);

/* Splits a note id by the rules of the game version that wrote it ("1.40.9_1234"; empty or unparsable: treated as new).
 * Never fails. Thread-safe. Source: docs/formats/bsor.md, "Note ids". */
REEL_API bsor_note_parts bsor_note_parts_of(int32_t note_id, reel_string game_version);

/* The speed that a stored saber speed stands for, in m/s. Mods 0.5 on Quest converted the bits of the float to a number, so that 12 m/s is
 * stored as 1094713344. *was_bits says so; it may be NULL. NaN: no saber has the speed (below 0, or 1000 m/s and more). */
REEL_API float bsor_saber_speed(float stored, bool *was_bits);

/* What bsor_note_clean changed. */
enum {
    BSOR_CLEAN_CUT = 1 << 0,        /* the whole cut is uninitialised memory: has_cut is now 0 */
    BSOR_CLEAN_SPEED_BITS = 1 << 1, /* saber_speed was bits */
    BSOR_CLEAN_SPEED = 1 << 2,      /* saber_speed is removed */
    BSOR_CLEAN_DEVIATION = 1 << 3,  /* time_deviation is removed: more than 10 s */
    BSOR_CLEAN_BEFORE = 1 << 4,     /* before_cut_rating is removed: below 0, or above 10 */
    BSOR_CLEAN_AFTER = 1 << 5       /* after_cut_rating likewise */
};

/* Makes a note fit for sums, as REEL_CLEAN does: see docs/formats/bsor.md. `game_version` as for bsor_note_parts_of. Returns
 * BSOR_CLEAN_... */
REEL_API uint32_t bsor_note_clean(bsor_note *note, reel_string game_version);

/* Whether the id of a note cannot be that of a note on the grid, given what happened to it: a cut or a miss of what its digits call a bomb,
 * a layer above 2 or a color above 1. The mod Mapping Extensions rotates notes by adding 1000 to 1360, or 2000 to 2360, to the direction,
 * which carries into the other digits. One such note tells that the map has them. `note` must not be NULL. Thread-safe. */
REEL_API bool bsor_note_is_rotated(const bsor_note *note, reel_string game_version);

/* The parts of a note like bsor_note_parts_of, but what happened to the note counts more than digits that cannot be: a note that was cut is
 * no bomb, and the saber of a good cut is its color. What the digits cannot tell is -1.
 *
 * note          must not be NULL
 * game_version  as above
 * rotated       some note of the replay is rotated (bsor_note_is_rotated): then a good cut has the color of its saber also where its own
 *               digits could be those of a note on the grid
 *
 * Thread-safe. */
REEL_API bsor_note_parts bsor_note_parts_in(const bsor_note *note, reel_string game_version, bool rotated);

#ifdef __cplusplus
}
#endif

#endif
