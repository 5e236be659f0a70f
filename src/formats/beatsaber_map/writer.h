/* SPDX-License-Identifier: MIT
 * Internal to the format: rows on their way to the text of a file. */
#ifndef BEATSABER_MAP_WRITER_H
#define BEATSABER_MAP_WRITER_H

#include "core/chunk.h"
#include "formats/beatsaber_map/reader.h"

/* Rows of one table, before and now. */
typedef struct map_rows {
    const reel_table *table;
    const uint8_t *old, *now;
    size_t old_count, count;
    size_t old_next, next; /* the first that was not passed, not written */
} map_rows;

/* A part of the text that is replaced by a part of `made`; `start` and `end` are equal if it is added. */
typedef struct map_patch {
    size_t start, end;
    size_t from, size;
} map_patch;

enum { MAP_MOST_PATCHES = MAP_SHAPES + 1 }; /* one a list, and the version */

/* A file of a difficulty that is being written. */
typedef struct map_update {
    const map_reading *m; /* the file as it was: its text, its version, its rows in `old` */
    reel_error *error;
    reel_status status;
    map_rows rows[MAP_LISTS]; /* in the order of reel__bsmap_lists */
    reel_string version;
    reel_memory made;
    map_patch patches[MAP_MOST_PATCHES];
    size_t patch_count;
    size_t last;  /* offset of the bracket that ends the outermost object */
    bool members; /* the outermost object has some, or will */
    bool added;   /* some were added */
    bool groups;  /* of lights were written anew */
    /* Data of version 4 that are added: each a text in a block of its own. */
    reel_memory data[MAP_DATA_LISTS];
    uint64_t data_count[MAP_DATA_LISTS];
    map_datum data_last[MAP_DATA_LISTS];
    struct {
        size_t start, end; /* of the value; both 0: there is none */
        bool array;
    } lists[MAP_MOST_PATCHES]; /* by the number of the shape */
    map_reading *walk;         /* reads the objects again */
} map_update;

/* Fills u->patches and u->made. Fails with a rule if the version cannot store a row. */
reel_status reel__bsmap_update(map_update *u);
/* Writes an object, new or in place of one that was there. */
void reel__bsmap_put_item(map_update *u, const map_shape *shape, const reel_table *table, const void *row);
void reel__bsmap_put_changed(map_update *u, const map_shape *shape, const reel_table *table, const void *old, const void *now,
                             const uint8_t *start, const uint8_t *end);
/* Where something is added before a bracket of the text: behind what is there, without a comma that does not belong there. */
size_t reel__bsmap_behind(const map_update *u, size_t bracket);
void reel__bsmap_put_number(map_update *u, map_kind kind, double value);
/* Adds data, unless they are those that were added last. Returns their index. */
double reel__bsmap_add_datum(map_update *u, map_data which, const map_datum *datum);
void reel__bsmap_put_text(map_update *u, const char *text);
void reel__bsmap_put_bytes(map_update *u, const uint8_t *from, const uint8_t *to);

/* Whether there are rows of groups of lights of a kind; MAP_KINDS: of any. */
bool reel__bsmap_has_groups(const map_update *u, int kind);
/* Writes them as an array. */
void reel__bsmap_put_groups(map_update *u, int kind);
void reel__bsmap_put_effects(map_update *u);

/* A file of a difficulty with other rows. */
typedef struct map_file_writing {
    reel_encoder *encoder;
    const reel_chunk *staged;
    reel_bytes original; /* as it was; empty: a new file */
    reel_string version;
    uint32_t difficulty;
    map_share part;                 /* the rows of others are not in the file */
    const uint8_t *rows[MAP_LISTS]; /* in the order of reel__bsmap_lists */
    size_t counts[MAP_LISTS];
} map_file_writing;
/* Adds its text to `to`, which is empty. `form`: its version. */
reel_status reel__bsmap_write_file(const map_file_writing *job, reel_memory *to, unsigned *form);

/* Writes the zip of a level. */
reel_status reel__bsmap_write_level(reel_encoder *encoder, const reel_chunk *staged, reel_bytes original);
reel_status reel__bsmap_finish(reel_encoder *encoder, const reel_chunk *staged);

#endif
