/* SPDX-License-Identifier: MIT
 *
 * Maps of Beat Saber: what was to be played. docs/formats/beatsaber-map.md is the specification. Lines count 0 to 3 from the left, layers 0 to 2
 * from below; colors are 0 left and 1 right; directions are 0 up, 1 down, 2 left, 3 right, 4 up left, 5 up right, 6 down left, 7 down right and
 * 8 any. Mods go beyond these ranges. Times are song time in seconds, computed from beats and the tempo of the song; they are missing where a
 * file does not have the tempo.
 */
#ifndef REEL_BEATSABER_MAP_H
#define REEL_BEATSABER_MAP_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_beatsaber_map;

/* Bits of `present` in every row. */
enum {
    BEATSABER_MAP_HAS_TIME = 1 << 0, /* the tempo is known, and so are times in seconds */
    BEATSABER_MAP_HAS_TYPE = 1 << 1  /* walls of version 2: their type */
};

/* Bits of beatsaber_map_info.present. */
enum {
    BEATSABER_MAP_HAS_SONG_BPM = 1 << 0,
    BEATSABER_MAP_HAS_SONG_OFFSET = 1 << 1,
    BEATSABER_MAP_HAS_HASH = 1 << 2,   /* all files of the level were at hand */
    BEATSABER_MAP_HAS_PC_HASH = 1 << 3 /* and PC has another hash for it */
};

/* Info.dat. One row; none of a file of a difficulty. */
typedef struct beatsaber_map_info {
    reel_string version, song_name, song_sub_name, song_author;
    reel_string mapper;     /* version 2; since version 4 each difficulty has its own */
    reel_string level_hash; /* what leaderboards know the level by: SHA-1 of its files, as Quest and the site compute it */
    reel_string pc_hash;    /* the same as a PC computes it, which reads Info.dat as text */
    reel_string music, cover, environment;
    double bpm;         /* tempo before any change */
    double song_offset; /* s; moves the music, not the notes */
    uint8_t present;
} beatsaber_map_info;

/* Bits of beatsaber_map_difficulty.present. */
enum {
    BEATSABER_MAP_HAS_COUNTS = 1 << 0, /* the difficulty was read to its end: the numbers of objects, the score */
    BEATSABER_MAP_HAS_BPM = 1 << 1,
    BEATSABER_MAP_HAS_SPEED = 1 << 2, /* Info.dat lists it */
    BEATSABER_MAP_HAS_JUMP = 1 << 3   /* and its speed and the tempo give a jump */
};

/* What can be played. Other rows name a difficulty by the number of its row here. */
typedef struct beatsaber_map_difficulty {
    reel_string mode, difficulty; /* "Standard", "ExpertPlus" */
    reel_string map_file, lights; /* names of its files */
    reel_string version;          /* of its file */
    reel_string mappers;          /* version 4; separated by commas, as are the requirements */
    reel_string label;            /* of its maker */
    reel_string requirements;     /* mods without which it cannot be played */
    uint64_t max_score;
    double bpm;              /* that the file itself states, before any change */
    double note_jump_speed;  /* m/s, as stored; 0: that of the difficulty */
    double note_jump_offset; /* beats */
    double jump_distance;    /* m */
    double reaction_time;    /* s */
    uint32_t notes, bombs, walls, arcs, chains;
    uint8_t present;
} beatsaber_map_difficulty;

typedef struct beatsaber_map_note {
    double time, beat;
    uint32_t difficulty;
    int32_t line, layer, color, direction;
    int32_t angle;    /* degrees counter-clockwise, added to the direction */
    int32_t rotation; /* of the lane, degrees clockwise; version 4 */
    uint8_t scoring;  /* what the newest game makes of arcs and chains that touch it: as in note ids, the game's value and 2 */
    uint8_t fake;     /* of a mod: not counted, not scored */
    uint8_t present;
} beatsaber_map_note;

typedef struct beatsaber_map_bomb {
    double time, beat;
    uint32_t difficulty;
    int32_t line, layer, rotation;
    uint8_t fake, present;
} beatsaber_map_bomb;

typedef struct beatsaber_map_wall {
    double time, beat, duration; /* duration: s */
    double beats;                /* its duration in beats */
    uint32_t difficulty;
    int32_t line, layer, width, height;
    int32_t type; /* version 2: 0 full, 1 crouch, 2 free, and those of mods */
    int32_t rotation;
    uint8_t fake, present;
} beatsaber_map_wall;

typedef struct beatsaber_map_arc {
    double time, beat, tail_time, tail_beat;
    double multiplier, tail_multiplier; /* of the lengths to the control points */
    uint32_t difficulty;
    int32_t line, layer, color, direction, tail_line, tail_layer, tail_direction;
    int32_t anchor; /* mode of the middle anchor: 0 straight, 1 clockwise, 2 counter-clockwise */
    int32_t rotation, tail_rotation;
    uint8_t present;
} beatsaber_map_arc;

typedef struct beatsaber_map_chain {
    double time, beat, tail_time, tail_beat;
    double squish;
    uint32_t difficulty;
    int32_t line, layer, color, direction, tail_line, tail_layer;
    int32_t parts; /* with the head, which is a note of its own */
    int32_t rotation, tail_rotation;
    uint8_t present;
} beatsaber_map_chain;

typedef struct beatsaber_map_bpm_event {
    double time, beat, bpm;
    uint32_t difficulty;
    uint8_t present;
} beatsaber_map_bpm_event;

/* A turn of the lanes, added to those before. */
typedef struct beatsaber_map_rotation {
    double time, beat;
    double degrees; /* clockwise */
    uint32_t difficulty;
    int32_t late; /* 0: turns objects of the same beat, too; 1: only later ones */
    uint8_t present;
} beatsaber_map_rotation;

/* A change of the note jump speed; version 4.1. */
typedef struct beatsaber_map_njs_event {
    double time, beat;
    double delta; /* m/s, added to the difficulty's speed */
    uint32_t difficulty;
    int32_t previous; /* 1: keeps the value of the previous event */
    int32_t easing;
    uint8_t present;
} beatsaber_map_njs_event;

typedef struct beatsaber_map_light {
    double time, beat;
    double float_value;
    uint32_t difficulty;
    int32_t type, value;
    uint8_t present;
} beatsaber_map_light;

/* A box of a group of lights: which lamps of the group its events are for, and how the events spread over them; since version 3. */
typedef struct beatsaber_map_light_box {
    double time, beat;   /* of its group */
    double limit;        /* share of the filtered lamps that are used, 0 to 1 */
    double spread;       /* beats between the first and the last lamp, or from one to the next */
    double value_spread; /* the same of the value */
    uint32_t difficulty;
    uint32_t box; /* its number in the difficulty, from 0 */
    int32_t kind; /* 1 color, 2 rotation, 3 translation, 4 effect */
    int32_t group;
    int32_t chunks, filter, parameter, second_parameter, reverse, random, seed, limit_to;
    int32_t spread_type, value_spread_type, value_spread_first, easing;
    int32_t axis, flip;
    uint8_t present;
} beatsaber_map_light_box;

/* An event of a box. */
typedef struct beatsaber_map_light_event {
    double time, beat;
    double beats_after;       /* beats after its group */
    double value;             /* brightness, degrees, distance, or what the effect takes */
    double strobe_brightness; /* while the strobe is off */
    uint32_t difficulty;
    uint32_t box;        /* number of its box in the difficulty */
    int32_t kind, group; /* of its box */
    int32_t extend;      /* 1: keeps the state of the event before it */
    int32_t easing;      /* from the event before to this one: -1 none, 0 linear, 1 and more curves */
    int32_t color;       /* 0 left, 1 right, 2 white */
    int32_t direction, loops;
    int32_t strobe; /* its frequency; 0: none */
    int32_t strobe_fade;
    uint8_t present;
} beatsaber_map_light_event;

/* How the file was encoded. */
typedef struct beatsaber_map_original {
    reel_bytes bytes; /* the whole file */
    uint64_t rows;    /* checksum over the rows that were read from it; 0: not all were read */
} beatsaber_map_original;

REEL_API extern const reel_table beatsaber_map_infos, beatsaber_map_difficulties, beatsaber_map_notes, beatsaber_map_bombs,
    beatsaber_map_walls, beatsaber_map_arcs, beatsaber_map_chains, beatsaber_map_bpm_events, beatsaber_map_rotations,
    beatsaber_map_njs_events, beatsaber_map_lights, beatsaber_map_light_boxes, beatsaber_map_light_events,
    beatsaber_map_originals;

#ifdef __cplusplus
}
#endif

#endif
