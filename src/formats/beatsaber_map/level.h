/* SPDX-License-Identifier: MIT
 * Internal to the format: a level of several files. */
#ifndef BEATSABER_MAP_LEVEL_H
#define BEATSABER_MAP_LEVEL_H

#include "codec/json_dom.h"
#include "codec/sha1.h"
#include "formats/beatsaber_map/package.h"
#include "formats/beatsaber_map/reader.h"

enum { MAP_MOST_DIFFICULTIES = 256 }; /* the game has 5 of each of its modes */

/* What Info.dat and the audio data say of the level, beside the rows of info and difficulties, which they fill. */
typedef struct map_song {
    bool version4;
    double bpm;                       /* 0: not known */
    reel_string audio;                /* name of the audio data */
    uint64_t left_out;                /* difficulties beyond the most */
    beatsaber_map_bpm_event *regions; /* of the audio data, as changes of the tempo */
    size_t region_count;
    uint64_t bad_regions;
} map_song;

/* Fills the rows of info and difficulties. REEL_CORRUPT and REEL_TRUNCATED: no JSON, *bad_at is where. REEL_MEMORY. */
reel_status reel__bsmap_read_info(reel_decoder *d, const uint8_t *text, size_t size, map_song *song, size_t *bad_at);
/* Fills the regions, which the caller frees. The same failures. */
reel_status reel__bsmap_read_audio(reel_decoder *d, const uint8_t *text, size_t size, map_song *song, size_t *bad_at);

typedef struct map_level {
    bool beyond;   /* there is damage in a file that cannot be made anew */
    bool version4; /* of Info.dat */
} map_level;
reel_status reel__bsmap_read_level(reel_decoder *d, map_level *level);
reel_status reel__bsmap_read_lone_info(reel_decoder *d);

#endif
