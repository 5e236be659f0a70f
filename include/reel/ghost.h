/* SPDX-License-Identifier: MIT
 *
 * ghost, .gho: one run of a player on a map of DDNet, as the client records it to race against. docs/formats/ghost.md is the specification.
 * 50 ticks a second; 32 units of the world a tile, x to the right, y downwards.
 */
#ifndef REEL_GHOST_H
#define REEL_GHOST_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_ghost;

/* One row: the header. */
typedef struct ghost_info {
    int32_t version;        /* 4 to 6 */
    reel_string owner;      /* at most 15 bytes; 16 are not ended by a 0 */
    reel_string map_name;   /* at most 63 bytes, or 64 */
    reel_string map_crc;    /* 8 hex digits; zeros in version 6 */
    reel_string map_sha256; /* 64 hex digits in version 6, else empty */
    uint32_t ticks;         /* number of characters, as the header states it */
    uint32_t race_time;     /* ms */
} ghost_info;

/* The tick at which the run starts. */
typedef struct ghost_start {
    int32_t tick;
} ghost_start;

typedef struct ghost_skin {
    reel_string skin; /* at most 23 bytes */
    int32_t use_custom_color;
    int32_t color_body, color_feet; /* hue, saturation, lightness */
} ghost_skin;

/* Bits of ghost_character.present. */
enum { GHOST_HAS_TICK = 1 << 0 };

/* The player at one tick. */
typedef struct ghost_character {
    int32_t tick; /* old clients do not record it */
    int32_t x, y; /* units */
    int32_t vel_x, vel_y;
    int32_t angle;     /* radians * 256 */
    int32_t direction; /* -1 left, 0, 1 right */
    int32_t weapon;    /* 0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja, which frozen players have */
    int32_t hook_state;
    int32_t hook_x, hook_y;
    int32_t attack_tick;
    uint8_t present; /* GHOST_HAS_TICK */
} ghost_character;

/* Layout: the file, which is written again if the rows are those that were read. */
typedef struct ghost_original {
    reel_bytes bytes;
    uint64_t rows; /* checksum of the rows */
} ghost_original;

REEL_API extern const reel_table ghost_infos, ghost_starts, ghost_skins, ghost_characters, ghost_originals;

#ifdef __cplusplus
}
#endif

#endif
