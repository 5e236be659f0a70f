/* SPDX-License-Identifier: MIT
 *
 * Rows of .milk, the recordings of Echo VR from 2020. They begin with the rows that all formats of the game share, which are in
 * <reel/butter.h>; what a .milk does not hold is 0 there. It can be read, not written.
 */
#ifndef REEL_MILK_H
#define REEL_MILK_H

#include <reel/echoreplay.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_milk;

/* Bits of milk_info.flags. */
enum { MILK_TOURNAMENT = 0x20, MILK_NOT_ARENA = 0x40, MILK_PRIVATE = 0x80 };

/* The data before the frames. */
typedef struct milk_info {
    uint32_t rate; /* assumed frames per second: the file has no timestamps */
    uint8_t flags; /* MILK_PRIVATE, ... */
    uint8_t blue_players, orange_players, unused;
    reel_string author;
} milk_info;

/* One player of the file. */
typedef struct milk_entry {
    uint8_t player; /* number, from 1 */
    uint8_t team, slot;
    uint16_t number;
    reel_string name;
} milk_entry;

typedef struct milk_frame {
    echo_frame common; /* points and clock come from the preceding statistics record */
    uint32_t tally;    /* number of that record, from 0 */
    uint8_t state;     /* the byte that common.status is derived from */
} milk_frame;

/* The file has one position per player: common.head and common.body are both set to it. */
typedef struct milk_player {
    echo_player common;
    echo_axes axes;
} milk_player;

/* Statistics of a team or a player in one record. The order of the bytes is undocumented. */
typedef struct milk_stats {
    double time;
    uint64_t offset; /* in the file */
    uint32_t frame;  /* number of the frame that follows */
    uint32_t tally;  /* number of the record, from 0 */
    uint8_t team;    /* 0 blue, 1 orange */
    uint8_t player;  /* number in the roster; 0 for the whole team */
    uint8_t bytes[13];
    uint8_t unused;
} milk_stats;

REEL_API extern const reel_table milk_infos, milk_roster, milk_frames, milk_teams, milk_players, milk_statistics;

#ifdef __cplusplus
}
#endif

#endif
