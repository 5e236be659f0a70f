/* SPDX-License-Identifier: MIT
 * Declarations shared by the parts of XROR. docs/formats/xror.md names the rules. */
#ifndef XROR_LAYOUT_H
#define XROR_LAYOUT_H

#include "codec/pull.h"
#include <reel/format.h>
#include <reel/xror.h>

#define XROR_INPUT_LIMIT (UINT64_C(1) << 31)
#define XROR_SCHEMA_TEXT "https://metaguard.github.io/xror/schema/v1.0.0/schema.json"

/* ---- events with rows of their own ------------------------------------------------------------------------------ */

/* An attribute of a known type of event and the member of its row. The first `floats` of a layout are float columns behind the time. */
typedef struct xror_member {
    const char *name;
    reel_type type; /* F64: a float column or a cell of type double; I64, BOOL, STRING, BYTES: a cell */
    uint16_t offset;
} xror_member;

enum { XROR_MOST_MEMBERS = 24 };

typedef struct xror_layout {
    const char *id;
    const char *name; /* that the reference writes */
    const reel_table *table;
    const xror_member *members;
    uint8_t floats, count;   /* members that are float columns, and all but `order` */
    bool ordered;            /* may have `order` as its last attribute */
    uint8_t event_type, has; /* of notes */
} xror_layout;

extern const xror_layout reel__xror_layouts[XROR_EVENT_LAYOUTS]; /* by xror_event_layout; none for XROR_EVENT_GENERAL */
extern const xror_member reel__xror_order_member;

/* The layout of a type of event by its id and the names of its attributes. */
unsigned reel__xror_find_layout(const xror_event_type *type, const reel_string *names, size_t count);
/* The layouts of the same rows, as bits: a file has one of them. */
unsigned reel__xror_layout_bits(unsigned layout);

/* Adds the types of events that the reference writes for Beat Saber to `chunk`, with their attributes, in its order. */
enum {
    XROR_WITH_ORDER = 1 << 0,   /* notes have their order */
    XROR_WITH_FPS = 1 << 1,     /* a frame rate for each frame */
    XROR_WITH_GARBAGE = 1 << 2, /* with BARE: the raw cuts of bad cuts */
    XROR_WITH_BARE = 1 << 3     /* a standalone headset: bad cuts without their cut */
};
reel_status reel__xror_add_beatsaber_types(reel_chunk *chunk, unsigned with);

/* ---- keys ------------------------------------------------------------------------------------------------------- */

/* Arrays, beside the documents of xror_place. */
enum { XROR_LIST_DEVICES = XROR_PLACES, XROR_LIST_AXES, XROR_LIST_EXTENSIONS, XROR_LIST_EVENTS, XROR_LIST_ATTR, XROR_ALL_PLACES };

typedef enum xror_action {
    XROR_TEXT,
    XROR_TEXT_ID, /* text, an integer or a UUID */
    XROR_INTEGER,
    XROR_NUMBER, /* a double */
    XROR_FLAG,
    XROR_MOMENT, /* a date */
    XROR_CHILD,  /* a document or an array */
    XROR_FRAMES,
    XROR_FLOAT_DATA,
    XROR_OTHER_DATA
} xror_action;

/* A key that the format defines, in the order of the reference. */
typedef struct xror_known_key {
    const char *key;
    uint8_t place; /* the document that has it */
    uint8_t action;
    uint8_t bit;     /* in `keys` of the row */
    uint8_t child;   /* CHILD: its place */
    uint16_t offset; /* in the row of the place */
} xror_known_key;

enum { XROR_KNOWN_KEYS = 50 };
extern const xror_known_key reel__xror_known_keys[XROR_KNOWN_KEYS];
/* The number of a key, or XROR_KNOWN_KEYS. */
unsigned reel__xror_find_key(unsigned place, const uint8_t *name, size_t size);

/* ---- facets ----------------------------------------------------------------------------------------------------- */

extern const reel_table *const reel__xror_tables[];

reel_status reel__xror_open(reel_decoder *decoder);
reel_status reel__xror_next_rows(reel_decoder *decoder);
void reel__xror_close(reel_decoder *decoder);
reel_status reel__xror_finish(reel_encoder *encoder, const reel_chunk *staged);
void reel__xror_end(reel_encoder *encoder);
reel_status reel__xror_repair(reel_change *change);
reel_status reel__xror_cut(reel_change *change);
reel_status reel__xror_merge(reel_change *change); /* merge.c */
reel_status reel__xror_anonymise(reel_change *change);
extern const reel_insight reel__xror_check;
extern const reel_operation reel__xror_cleaning; /* only in a build that has BSOR, whose rules it uses */
uint64_t reel__xror_memory_bound(uint64_t size, const reel_limits *limits);

#endif
