/* SPDX-License-Identifier: MIT
 * Internal to the format: where the rows of each table are in a file of each version. */
#ifndef BEATSABER_MAP_LAYOUT_H
#define BEATSABER_MAP_LAYOUT_H

#include "codec/pull.h"

#include <reel/beatsaber_map.h>
#include <reel/format.h>

#define MAP_INPUT_LIMIT (UINT64_C(512) << 20)

extern const reel_table *const reel__bsmap_tables[];
/* Tables with rows from lists, ending with NULL. Each has `time`, `beat` and `difficulty`. */
extern const reel_table *const reel__bsmap_lists[];
enum { MAP_LISTS = 11 };
size_t reel__bsmap_list_number(const reel_table *table);

/* ---- the lists of a file ------------------------------------------------------------------------------------------ */

enum { MAP_MOST_KEYS = 12, MAP_DATA_KEYS = 9, MAP_LINK_KEYS = 5, MAP_NO_FIELD = 0xff };

/* An index out of every range is -1, which no list has. */
typedef enum map_kind { MAP_REAL, MAP_WHOLE, MAP_INDEX } map_kind;

/* Numbers of the fields, in the order of schema.c. All lists begin alike. */
enum { LIST_TIME, LIST_BEAT, LIST_DIFFICULTY, LIST_FIRST };
enum { NOTE_LINE = LIST_FIRST, NOTE_LAYER, NOTE_COLOR, NOTE_DIRECTION, NOTE_ANGLE, NOTE_ROTATION };
enum { BOMB_LINE = LIST_FIRST, BOMB_LAYER, BOMB_ROTATION };
enum { WALL_DURATION = LIST_FIRST, WALL_BEATS, WALL_LINE, WALL_LAYER, WALL_WIDTH, WALL_HEIGHT, WALL_TYPE, WALL_ROTATION };
enum {
    ARC_LINE = LIST_FIRST,
    ARC_LAYER,
    ARC_COLOR,
    ARC_DIRECTION,
    ARC_MULTIPLIER,
    ARC_TAIL_TIME,
    ARC_TAIL_BEAT,
    ARC_TAIL_LINE,
    ARC_TAIL_LAYER,
    ARC_TAIL_DIRECTION,
    ARC_TAIL_MULTIPLIER,
    ARC_ANCHOR,
    ARC_ROTATION,
    ARC_TAIL_ROTATION
};
enum {
    CHAIN_LINE = LIST_FIRST,
    CHAIN_LAYER,
    CHAIN_COLOR,
    CHAIN_DIRECTION,
    CHAIN_TAIL_TIME,
    CHAIN_TAIL_BEAT,
    CHAIN_TAIL_LINE,
    CHAIN_TAIL_LAYER,
    CHAIN_PARTS,
    CHAIN_SQUISH,
    CHAIN_ROTATION,
    CHAIN_TAIL_ROTATION
};
enum { BPM_BPM = LIST_FIRST };
enum { ROTATION_DEGREES = LIST_FIRST, ROTATION_LATE };
enum { NJS_DELTA = LIST_FIRST, NJS_PREVIOUS, NJS_EASING };
enum { LIGHT_TYPE = LIST_FIRST, LIGHT_VALUE, LIGHT_FLOAT };
enum {
    BOX_BOX = LIST_FIRST,
    BOX_KIND,
    BOX_GROUP,
    BOX_CHUNKS,
    BOX_FILTER,
    BOX_PARAMETER,
    BOX_SECOND_PARAMETER,
    BOX_REVERSE,
    BOX_RANDOM,
    BOX_SEED,
    BOX_LIMIT,
    BOX_LIMIT_TO,
    BOX_SPREAD,
    BOX_SPREAD_TYPE,
    BOX_VALUE_SPREAD,
    BOX_VALUE_SPREAD_TYPE,
    BOX_VALUE_SPREAD_FIRST,
    BOX_EASING,
    BOX_AXIS,
    BOX_FLIP
};
enum {
    EVENT_BOX = LIST_FIRST,
    EVENT_KIND,
    EVENT_GROUP,
    EVENT_BEATS_AFTER,
    EVENT_EXTEND,
    EVENT_EASING,
    EVENT_COLOR,
    EVENT_VALUE,
    EVENT_DIRECTION,
    EVENT_LOOPS,
    EVENT_STROBE,
    EVENT_STROBE_BRIGHTNESS,
    EVENT_STROBE_FADE
};
/* Kinds of groups of lights. */
enum { MAP_COLOR = 1, MAP_ROTATION, MAP_TRANSLATION, MAP_EFFECT, MAP_KINDS };

typedef struct map_key {
    const char *name;
    uint8_t size;
    uint8_t kind;  /* map_kind */
    uint8_t field; /* of the shape's table; MAP_NO_FIELD: reel__bsmap_target knows it */
    bool needed;   /* an object without it is of another kind */
} map_key;

/* Data that objects of version 4 refer to by an index. */
typedef enum map_data {
    MAP_NOTE_DATA,
    MAP_BOMB_DATA,
    MAP_WALL_DATA,
    MAP_ARC_DATA,
    MAP_CHAIN_DATA,
    MAP_ROTATION_DATA,
    MAP_NJS_DATA,
    MAP_LIGHT_DATA,
    MAP_FILTER_DATA,
    MAP_BOX_DATA, /* one list a kind, from MAP_COLOR on, as of events */
    MAP_EVENT_DATA = MAP_BOX_DATA + MAP_KINDS - 1,
    MAP_DATA_LISTS = MAP_EVENT_DATA + MAP_KINDS - 1
} map_data;

/* A list of objects, or of data. Its rows are of `table`, but those of a mixed list. */
typedef struct map_shape {
    const char *list;
    const reel_table *table; /* NULL: data */
    const map_key *keys;
    uint8_t key_count, form, data; /* form: the version; data: map_data, for lists of data */
    uint8_t kind;                  /* groups of lights: which, or MAP_KINDS, all */
    bool mixed;                    /* notes and bombs, or all events: version 2 */
    bool light;                    /* of version 4: it is in the file of lights */
} map_shape;

/* The list of a name in a version, or NULL. */
const map_shape *reel__bsmap_find_list(unsigned form, const uint8_t *name, size_t size);
/* The list of `form` in which rows of a table are; NULL: there is none. */
const map_shape *reel__bsmap_list_of(unsigned form, const reel_table *table);
const map_shape *reel__bsmap_data_list(map_data data);
const map_shape *reel__bsmap_groups_of(unsigned form, int kind);
/* Its number, below MAP_SHAPES. */
unsigned reel__bsmap_shape_number(const map_shape *shape);
enum { MAP_SHAPES = 43 };

/* ---- values and rows ---------------------------------------------------------------------------------------------- */

/* The values of an object, in the order of its shape's keys; 0 where it has none. */
typedef struct map_item {
    double values[MAP_MOST_KEYS];
    unsigned seen; /* bit mask */
    bool fake;
} map_item;

/* Any row. */
typedef union map_row {
    beatsaber_map_note note;
    beatsaber_map_bomb bomb;
    beatsaber_map_wall wall;
    beatsaber_map_arc arc;
    beatsaber_map_chain chain;
    beatsaber_map_bpm_event bpm;
    beatsaber_map_rotation rotation;
    beatsaber_map_njs_event njs;
    beatsaber_map_light light;
    beatsaber_map_light_box box;
    beatsaber_map_light_event event;
} map_row;

/* Where the values of a list's objects are in the rows of its own table, by their keys. */
typedef struct map_cells {
    struct map_cell {
        uint16_t offset;
        bool is_real, is_none;
    } keys[MAP_MOST_KEYS];
    uint16_t difficulty;
} map_cells;
void reel__bsmap_cells(const map_shape *shape, map_cells *cells);

/* The table of an object's row; NULL: it has none. */
const reel_table *reel__bsmap_target(const map_shape *shape, const map_item *item);
/* Fills a zeroed row of that table; `cells` are those of the shape. In version 4 data are missing still: their indices are in the row, see reel__bsmap_resolve. */
void reel__bsmap_row_make(const map_shape *shape, const map_cells *cells, const reel_table *table, const map_item *item,
                          void *row);
/* The values of a row, as the object has them. `form` 4: without data. */
void reel__bsmap_item_make(const map_shape *shape, const reel_table *table, const void *row, map_item *item);

typedef struct map_datum {
    double values[MAP_DATA_KEYS];
} map_datum;

/* Which data a row of version 4 refers to. */
typedef struct map_link {
    const reel_table *table;
    uint8_t field;                 /* that holds the index until it is resolved; it is one of those that the data fill */
    uint8_t data;                  /* map_data */
    uint8_t fields[MAP_LINK_KEYS]; /* of the row, in the order of the data's keys; MAP_NO_FIELD: the row has none for it */
    uint8_t key;                   /* of the index, in the keys of the object */
} map_link;
extern const map_link reel__bsmap_links[];
extern const size_t reel__bsmap_link_count;

/* The keys of boxes and events of a kind, in the version. Those of data have no offset. */
typedef struct map_keys {
    const map_key *keys;
    unsigned count;
} map_keys;
map_keys reel__bsmap_box_keys(unsigned form, int kind);
map_keys reel__bsmap_event_keys(unsigned form, int kind);
map_keys reel__bsmap_filter_keys(void);

double reel__bsmap_get(const reel_table *table, unsigned field, const void *row);
void reel__bsmap_set(const reel_table *table, unsigned field, void *row, double value);
/* The data of a row for a link. */
map_datum reel__bsmap_datum_of(const map_link *link, const void *row);

/* Where `time`, `beat`, `difficulty` and `present` are in the rows of a list. */
double *reel__bsmap_time(const reel_table *table, void *row);
uint32_t *reel__bsmap_difficulty(const reel_table *table, void *row);
uint8_t *reel__bsmap_present(const reel_table *table, void *row);

#endif
