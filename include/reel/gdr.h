/* SPDX-License-Identifier: MIT
 *
 * GDR, the macros of Geometry Dash: presses and releases of buttons by frame. GDR2 is packed binary; GDR1 is a map of keys in
 * msgpack or in JSON. docs/formats/gdr.md is the specification. A frame is a physics tick, counted from 0; its time in seconds is
 * frame / framerate.
 */
#ifndef REEL_GDR_H
#define REEL_GDR_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_gdr2, reel_format_gdr1, reel_format_gdr1_json;

typedef enum gdr_button { GDR_NONE = 0, GDR_JUMP = 1, GDR_LEFT = 2, GDR_RIGHT = 3 } gdr_button;

/* Further data of an input, which determines the other table that has a row for it. */
typedef enum gdr_extra { GDR_PLAIN = 0, GDR_PHYSICS = 1, GDR_BLOCK = 2 } gdr_extra;

/* A press or a release, in all three formats, in file order. */
typedef struct gdr_input {
    int64_t frame;
    uint8_t button;      /* gdr_button; GDR2 stores it only in platformer levels */
    uint8_t player2;     /* the second player, in dual mode */
    uint8_t down;        /* 1 press, 0 release */
    uint8_t extra;       /* gdr_extra: the next row of gdr_physics_rows or gdr_blocks belongs to it */
    uint8_t reserved[4]; /* 0: a row has no bytes that nobody sets */
} gdr_input;

/* GDR2 with the input tag "Phys": physics of the player at an input. In the order of the inputs with GDR_PHYSICS. */
typedef struct gdr_physics {
    double x_velocity, y_velocity;
    float x, y, rotation;
    uint32_t frame; /* of the input, 2^32 - 1 at most */
} gdr_physics;

/* Bot-specific bytes of an input, in the order of the inputs with GDR_BLOCK. GDR2: the extension block. GDR1: the keys other
 * than the four known ones, with their values, as in the file; in JSON separated by commas. */
typedef struct gdr_block {
    int64_t frame; /* of the input */
    reel_bytes data;
} gdr_block;

/* ---- GDR2 ------------------------------------------------------------------------------------------------------- */

/* The header. A program that records should set at least version 2, the framerate, bot_name and bot_version. */
typedef struct gdr_info {
    reel_string input_tag; /* "": inputs have no blocks; "Phys": physics; otherwise a bot's own */
    reel_string author, description;
    reel_string bot_name;
    reel_string level_name;
    reel_bytes replay_extension; /* bot-specific; only the bot's name identifies its format */
    double framerate;            /* frames per second of play */
    int32_t version;             /* 2 */
    float duration;              /* s */
    int32_t game_version;        /* 22074 is 2.2074; 0 unknown */
    int32_t seed;
    int32_t coins;
    int32_t bot_version;
    uint32_t level_id; /* 0: unknown or a local level */
    uint8_t low_detail;
    uint8_t platformer; /* selects the layout of the inputs; if 0, every button is a jump */
} gdr_info;

typedef struct gdr_death {
    int64_t frame;
} gdr_death;

/* ---- GDR1 ------------------------------------------------------------------------------------------------------- */

/* Bits of gdr_info_v1.keys[0] and [1]: the keys that the file has. */
enum {
    GDR_KEY_AUTHOR = 1 << 0,
    GDR_KEY_DESCRIPTION = 1 << 1,
    GDR_KEY_DURATION = 1 << 2,
    GDR_KEY_GAME_VERSION = 1 << 3,
    GDR_KEY_VERSION = 1 << 4,
    GDR_KEY_FRAMERATE = 1 << 5,
    GDR_KEY_SEED = 1 << 6,
    GDR_KEY_COINS = 1 << 7,
    GDR_KEY_LOW_DETAIL = 1 << 0,
    GDR_KEY_BOT_NAME = 1 << 1,
    GDR_KEY_BOT_VERSION = 1 << 2,
    GDR_KEY_LEVEL_ID = 1 << 3,
    GDR_KEY_LEVEL_NAME = 1 << 4,
    GDR_KEY_INPUTS = 1 << 5,
    GDR_KEY_WHOLE_DURATION = 1 << 6 /* the duration is an integer in the file, as Mega Hack writes its last frame */
};

/* The keys of GDR1 that all bots share. A missing key has the value of an empty GDR2 header. */
typedef struct gdr_info_v1 {
    reel_string author, description;
    reel_string bot_name, bot_version;
    reel_string level_name;
    double duration;     /* s; Mega Hack: the last frame */
    double game_version; /* 2.2074 */
    double version;      /* of the format: 1 */
    double framerate;
    int64_t seed, coins, level_id;
    uint8_t low_detail;
    uint8_t keys[2]; /* GDR_KEY_...; a program that records sets the bits of the fields it fills in */
} gdr_info_v1;

/* A key of GDR1 that the format does not define, such as frameFixes, with its value as in the file. */
typedef struct gdr_extension {
    reel_string key;
    reel_bytes value;
} gdr_extension;

/* The original file, kept if rows cannot represent all of it: always in GDR1; in GDR2 if numbers are not minimal,
 * or bytes follow the end. A writer repeats the parts that agree with the rows. Layout: programs leave it empty. */
typedef struct gdr_document {
    reel_bytes data;
} gdr_document;

/* gdr_cut_infos has rows of gdr_info_v1 too: the keys found in a truncated GDR1 file. The keys after the truncation are
 * unknown, so gdr_infos_v1 has no row. */
REEL_API extern const reel_table gdr_infos, gdr_infos_v1, gdr_inputs, gdr_physics_rows, gdr_blocks, gdr_deaths, gdr_extensions,
    gdr_documents, gdr_cut_infos;

#ifdef __cplusplus
}
#endif

#endif
