/* SPDX-License-Identifier: MIT
 * The state of a reader of XROR. The document is walked when the file is opened; tables of floats and events are read by next. */
#ifndef XROR_READER_H
#define XROR_READER_H

#include "codec/fpzip.h"
#include "core/rules.h"
#include "formats/xror/layout.h"

/* Rules that are counted and reported once. */
typedef enum xror_rule {
    XROR_RULE_UTF8,
    XROR_RULE_BOOL,
    XROR_RULE_KEY_TWICE,
    XROR_RULE_FIELD_TYPE,
    XROR_RULE_AXES,
    XROR_RULE_NAMES,
    XROR_RULE_OTHER_ROWS,
    XROR_RULE_OTHER_RAGGED,
    XROR_RULE_TABLE_RAW,
    XROR_RULE_TABLE_EMPTY,
    XROR_RULE_TABLE_PADDING,
    XROR_RULE_TABLE_SLACK,
    XROR_RULE_EVENT_TYPE,
    XROR_RULES
} xror_rule;

/* A table of floats. */
typedef struct xror_floats {
    void *values; /* floats, or doubles if it is wide; allocated */
    bool wide;
    uint32_t columns; /* 0: no table */
    size_t rows;      /* that are whole, padding left out */
    size_t stated;    /* that the stream states, padding left out; equal to `rows` unless it is damaged */
} xror_floats;

typedef struct xror_reader {
    reel_decoder *d;
    const uint8_t *start, *copy; /* the file, and the copy of it that rows point into, or NULL */
    size_t size;
    reel_error damage; /* the first; later ones are reported as findings */
    rule_count rules[XROR_RULES];
    const char *wrong_key; /* of the first value with the wrong type */
    xror_info info;
    bool has[XROR_EVENT_TYPE + 1]; /* documents that were read to their end */
    bool has_frames, has_events;   /* keys of the outermost document */
    bool odd_info;                 /* info is not a document */
    bool quiet;                    /* this part is read a second time: what is odd about it was counted */
    bool no_memory;
    size_t padded;      /* bytes at the end of the file that were never written */
    pull_value frames;  /* its binary or array */
    xror_device device; /* that is being read */
    xror_app_extension extension;
    xror_event_type type;
    bool device_has_axes;
    xror_device *devices;
    xror_device_axis *axes;
    reel_string *names; /* attributes of the type that is being read */
    size_t device_count, device_room, axis_count, axis_room, extension_count, name_count, name_room;
    uint32_t type_count;
    const uint8_t *type_start;
    pull_value table, others; /* floatData and otherData of the type that is being read; of kind END if missing */
    uint32_t columns;         /* 1 and all axes */
    uint32_t met_layouts;     /* bit mask: only the first type of an id has rows of its own */
    xror_floats motion;       /* the table of frames */
    double *stroke_times;
    size_t stroke_count;
    fpzip_decoder codec;
    pull_reader tree;                                              /* the document */
    pull_reader frames_tree, events_tree, table_tree, others_tree; /* at an array that was entered */
    pull_reader cells_tree;
} xror_reader;

static inline uint64_t xror_offset(const xror_reader *r, const uint8_t *at) { return (uint64_t)(at - r->start); }
static inline void xror_violated(xror_reader *r, xror_rule rule, const uint8_t *at)
{
    rule_violated(&r->rules[rule], REEL_NO_ROW, xror_offset(r, at));
}
/* Whether rows of the table are wanted. */
static inline bool xror_wants(const xror_reader *r, const reel_table *table)
{
    return reel_chunk_table(r->d->chunk, table) != NULL;
}

/* Records damage: the first is returned by next, later ones are findings. Returns false. */
bool reel__xror_damaged(xror_reader *r, reel_status status, const char *rule, const char *section, uint64_t offset,
                        const char *message);

/* Bytes of the file that live as long as the rows. */
reel_bytes reel__xror_keep(xror_reader *r, const uint8_t *at, size_t size);
/* Reads the next value as reel__pull_next does, and counts what is odd about it. */
bool reel__xror_next(xror_reader *r, pull_reader *tree, pull_value *value);
bool reel__xror_skip(xror_reader *r, pull_reader *tree, const pull_value *value);
/* Makes `to` continue where `from` is. */
void reel__xror_save(pull_reader *to, const pull_reader *from);
static inline bool xror_is_whole(const pull_value *value) { return value->kind == PULL_UNSIGNED || value->kind == PULL_NEGATIVE; }
/* Stores a number, or an integer; false: it is neither. */
bool reel__xror_store_number(const pull_value *value, uint8_t *slot);
bool reel__xror_store_whole(const pull_value *value, uint8_t *slot);

/* ---- the document (walk.c) -------------------------------------------------------------------------------------- */

/* Walks the document that r->tree is at, without its events. */
void reel__xror_read_document(xror_reader *r);
/* Reads the events, and the other keys of the outermost document after them, so that these come in the order of the file. */
void reel__xror_read_events(xror_reader *r);

/* ---- tables of floats (floats.c) -------------------------------------------------------------------------------- */

/* Reads the table in a binary, or in an array that `tree` has entered. `decode` false: only its shape, unless that needs the values. Returns
 * false if out of memory; damage is recorded, with the rows before it in *table. */
bool reel__xror_floats_read(xror_reader *r, const pull_value *value, pull_reader *tree, const char *section, bool decode,
                            xror_floats *table);
void reel__xror_floats_free(xror_reader *r, xror_floats *table);

/* A float as a double and back. NaN keeps its payload, which a conversion by the machine may not. */
static inline double xror_widen(float value)
{
    uint32_t bits = reel_float_bits(value);
    if (value == value) return (double)value;
    return reel_double_of((uint64_t)(bits >> 31) << 63 | UINT64_C(0x7ff) << 52 | (uint64_t)(bits & 0x7fffff) << 29);
}
static inline float xror_narrow(double value)
{
    uint64_t bits = reel_double_bits(value);
    if (value == value) return (float)value;
    return reel_float_of((uint32_t)(bits >> 63) << 31 | UINT32_C(0xff) << 23 | (uint32_t)(bits >> 29 & 0x7fffff));
}
static inline bool xror_is_float(double value)
{
    if (value - value == 0 && (value > 3.4028234663852886e38 || value < -3.4028234663852886e38)) return false;
    return reel_double_bits(xror_widen(xror_narrow(value))) == reel_double_bits(value);
}
static inline double xror_floats_at(const xror_floats *table, size_t row, size_t column)
{
    size_t at = row * table->columns + column;
    return table->wide ? ((const double *)table->values)[at] : xror_widen(((const float *)table->values)[at]);
}

/* ---- motion (motion.c) and events (event_read.c) ---------------------------------------------------------------- */

/* Finds which devices have typed poses. */
void reel__xror_find_roles(xror_device *devices, size_t device_count, const xror_device_axis *axes, size_t axis_count);
void reel__xror_read_motion(xror_reader *r);
/* Adds the rows of the motion table, after the events: points belong to strokes. False: out of memory. */
bool reel__xror_add_motion(xror_reader *r);
/* Adds the rows of the type of event that was read. False: out of memory. */
bool reel__xror_add_type(xror_reader *r);

#endif
