/* SPDX-License-Identifier: MIT
 * A play beside its map: which event is of which note. docs/levels.md has the rules. */
#ifndef INSIGHT_BEATSABER_LEVEL_H
#define INSIGHT_BEATSABER_LEVEL_H

#include "insight/beatsaber/state.h"

#define LEVEL_NO_EVENT UINT32_MAX

/* What a play should have an event of. */
typedef struct level_object {
    float time;                            /* s */
    int32_t line, layer, color, direction; /* as in ids: of a left-handed play, mirrored; of a bomb, color and direction are -1 */
    uint32_t event;                        /* index of its event in the notes of the play, or LEVEL_NO_EVENT */
    uint8_t what;                          /* beatsaber_level_what */
    uint8_t scoring;                       /* bsor_scoring in the newest game */
    uint8_t outcome;                       /* beatsaber_level_outcome */
    uint8_t difference;                    /* beatsaber_level_difference */
    uint8_t patterns;                      /* BEATSABER_IN_STREAM, ...; of notes */
    bool turned;                           /* it comes from another side, or its arrow has another angle than its direction */
    float interval;                        /* s since the swing before of its hand; 0: there is none, or it is no note */
    float density;                         /* of notes: in the second around it */
} level_object;

/* A wall that a play meets, or a contact of the head with one that the map does not have. */
typedef struct level_wall {
    float time, duration;               /* s */
    int32_t line, layer, width, height; /* of a left-handed play, mirrored */
    uint32_t event;                     /* index of the first contact with it in the walls of the play, or LEVEL_NO_EVENT */
    uint8_t outcome;                    /* beatsaber_level_outcome */
    bool unplaced; /* it is turned, fake, before the start, or of no size that the game has: nobody knows who is in it */
} level_wall;

/* What is known of an event. */
typedef struct level_event {
    bool taken;         /* it is of an object */
    uint8_t difference; /* if not: beatsaber_level_difference */
} level_event;

/* Where an arc begins or ends, or a chain begins: the game may treat the note there in another way than the map tells. */
typedef struct level_anchor {
    float time;
    uint32_t place; /* level_place_key */
} level_anchor;

/* How the objects of a map are turned into those that a play meets. */
typedef struct level_view {
    uint32_t difficulty; /* row */
    bool mirrored;
    double shift; /* s, added to times */
} level_view;

/* The objects of one difficulty. */
typedef struct level_map {
    level_view view;
    play_list objects, anchors;    /* level_object, in order of time; level_anchor */
    play_list walls;               /* level_wall, in order of time */
    const struct level_map *whole; /* the same without the modifiers of the play; NULL: none changes it */
    bool timeless;                 /* the time of an object is not known */
    bool open;                     /* a chain has more links than are counted */
    bool one_tempo;                /* throughout */
    bool turned;                   /* notes and walls come from several sides */
    bool odd_walls;                /* some have a type of mods: what their ids are is unknown */
    double speed;                  /* of its notes, m/s; 0: it changes, or is unknown */
} level_map;

typedef struct level_match {
    level_map map;
    play_list events; /* level_event, one for each note of the play */
    size_t exact;     /* events that are of an object as it is */
} level_match;

typedef struct level_result {
    level_match match;
    level_map whole; /* of match.map.whole */
    beatsaber_level sum;
    uint32_t differences[BEATSABER_LEVEL_DIFFERENCES]; /* events, by beatsaber_level_difference */
    uint32_t first[BEATSABER_LEVEL_DIFFERENCES];       /* row of the first of them in the table of notes */
    uint32_t first_no_wall;                            /* row of the first contact with a wall that the map does not have */
    uint32_t unended;                                  /* notes at the end without an event, though frames go on */
    float first_no_event;                              /* time of the first note without an event */
    double pace;                                       /* of events at other times: as in reel__level_same_order */
    bool has_difficulty;                               /* the level has the difficulty that the play states */
    bool decidable;
    const char *why_not; /* if it is not */
} level_result;

/* Whether notes and events can be compared one by one. */
static inline bool level_is_comparable(const level_result *result)
{
    const uint8_t fit = result->sum.fit;
    return result->decidable && (fit == BEATSABER_LEVEL_FITS || fit == BEATSABER_LEVEL_MIRRORED || fit == BEATSABER_LEVEL_OTHER);
}

/* ---- the map (level_map.c) ---------------------------------------------------------------------------------------- */

/* Whether the row of a difficulty is the one that the play states. */
bool reel__level_is_stated(const play_state *play, const reel_replay *level, uint32_t difficulty);
/* Fills the objects. False: out of memory; reel__level_map_free in either case. */
bool reel__level_map_take(const play_state *play, const reel_replay *level, level_view view, level_map *map);
void reel__level_map_free(const play_state *play, level_map *map);
/* What level->sum has of the level itself. Strings are those of the level. */
void reel__level_describe(const reel_replay *level, uint32_t difficulty, beatsaber_level *sum);
/* How many rows of difficulties there are. */
uint32_t reel__level_difficulties(const reel_replay *level);
/* Seconds that the level moves its music; 0: none. */
double reel__level_offset(const reel_replay *level);
/* Why notes cannot be compared; NULL: they can. */
const char *reel__level_why_not(const reel_replay *level, uint32_t difficulty);

/* A place of the grid and a color, for anchors. */
static inline uint32_t level_place_key(int32_t line, int32_t layer, int32_t color)
{
    return (uint32_t)line * 1000u + (uint32_t)layer * 10u + (uint32_t)color;
}

/* ---- events and objects (level_match.c) --------------------------------------------------------------------------- */

/* Finds the object of each event that is as it should be. False: out of memory; reel__level_match_free in either case, which frees the map,
 * too. */
bool reel__level_match_exact(const play_state *play, level_match *match);
/* Finds those of the others: a note of another color, or a second event of a note. */
bool reel__level_match_rest(const play_state *play, level_match *match);
/* Whether events and objects are of the same notes in the same order, whatever their times. `pace`: seconds of the events in a second of the
 * map, if that is the same throughout; else 0. */
bool reel__level_same_order(const play_state *play, const level_match *match, double *pace);
void reel__level_match_free(const play_state *play, level_match *match);

/* ---- walls (level_walls.c) ------------------------------------------------------------------------------------------ */

/* Whether the format of the play has a row for each contact with a wall. */
bool reel__level_has_contacts(const play_state *play);
/* Fills the walls. False: out of memory. */
bool reel__level_walls_take(const play_state *play, const reel_replay *level, level_map *map);
/* Finds the wall of each contact, and what became of the walls; contacts without one become walls of their own. False: out of memory. */
bool reel__level_walls_account(const play_state *play, level_result *result);

/* ---- patterns and parts (level_patterns.c, level_parts.c) ----------------------------------------------------------- */

/* Fills what the objects have of patterns. False: out of memory. */
bool reel__level_find_patterns(const play_state *play, level_map *map);
/* Adds the rows of the tables of parts, each of which may be NULL. False: out of memory. */
bool reel__level_parts(const play_state *play, const level_result *result, reel_chunk *rows);

/* ---- the account (level.c) ---------------------------------------------------------------------------------------- */

/* Fills the result; `score` is that of the events. False: out of memory; reel__level_free in either case. */
bool reel__level_account(play_state *play, const reel_replay *level, const reel_reading *reading, int64_t score,
                         level_result *result);
void reel__level_free(const play_state *play, level_result *result);
/* Adds the rows of all objects and of events without one, or only of those that were lost. False: out of memory. */
bool reel__level_rows(const play_state *play, const level_result *result, reel_row_list *all, reel_row_list *lost);

#endif
