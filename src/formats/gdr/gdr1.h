/* SPDX-License-Identifier: MIT
 * Declarations shared by the parts of GDR1, in msgpack and in JSON. docs/formats/gdr.md names the rules. */
#ifndef GDR_GDR1_H
#define GDR_GDR1_H

#include "codec/pull.h"
#include "formats/gdr/findings.h"
#include <reel/format.h>
#include <reel/gdr.h>

typedef enum gdr1_kind { GDR1_SCALAR, GDR1_GROUP, GDR1_INPUTS } gdr1_kind;
typedef enum gdr1_group { GDR1_TOP, GDR1_BOT, GDR1_LEVEL, GDR1_GROUPS } gdr1_group;

/* A key that the format defines. Keys are in alphabetical order within their group, the order in which the reference writes them. */
typedef struct gdr1_key {
    const char *key, *path; /* path: for messages */
    uint8_t group, kind;
    uint8_t inner; /* GROUP: the keys of its map */
    uint16_t
        offset; /* SCALAR: in gdr_info_v1. The field there has the type of the value and its bit in `keys`: see reel__gdr1_field */
    int64_t least, most; /* SCALAR of type I64 */
} gdr1_key;

enum { GDR1_KEYS = 16 };
extern const gdr1_key reel__gdr1_keys[GDR1_KEYS];

/* The known key of a group with this name, or NULL. */
const gdr1_key *reel__gdr1_find_key(unsigned group, const uint8_t *name, size_t size);

/* The field of gdr_infos_v1 that holds the value of a SCALAR. */
const reel_field *reel__gdr1_field(const gdr1_key *key);
/* Whether the header has the key; a GROUP counts if it has one of its keys. */
bool reel__gdr1_has(const gdr_info_v1 *info, const gdr1_key *key);

/* The keys of an input that all bots share, in alphabetical order. */
typedef enum gdr1_input_key { GDR1_2P, GDR1_BTN, GDR1_DOWN, GDR1_FRAME, GDR1_INPUT_KEYS } gdr1_input_key;
typedef struct gdr1_input_member {
    const char *key;
    size_t size;     /* of the key */
    reel_type type;  /* BOOL, or an integer */
    uint16_t offset; /* in gdr_input */
} gdr1_input_member;
extern const gdr1_input_member reel__gdr1_input_members[GDR1_INPUT_KEYS];
/* One of them, or GDR1_INPUT_KEYS. */
unsigned reel__gdr1_find_input_key(const pull_value *name);
/* The text of a key; empty, if it is of another type. */
static inline reel_bytes gdr1_key_text(const pull_value *name)
{
    return name->kind == PULL_STRING ? (reel_bytes){ name->data, name->size } : (reel_bytes){ NULL, 0 };
}

/* Writes the key and the value that `input` has for it. */
void reel__gdr1_push_input_member(push_writer *writer, unsigned key, const gdr_input *input);

/* Rules that are counted and reported once, at the end. Those on the values of header keys are reported at once. */
typedef enum gdr1_rule {
    GDR1_NULL_INPUTS,
    GDR1_REPEATED_KEY,
    GDR1_KEY_NOT_STRING,
    GDR1_INPUT_NOT_MAP,
    GDR1_INPUT_TYPE, /* these three have a rule for each key of an input */
    GDR1_INPUT_MISSING = GDR1_INPUT_TYPE + GDR1_INPUT_KEYS,
    GDR1_INPUT_NULL = GDR1_INPUT_MISSING + GDR1_INPUT_KEYS,
    GDR1_AFTER_INPUT = GDR1_INPUT_NULL + GDR1_INPUT_KEYS - 1,
    GDR1_INPUT_RANGE,
    GDR1_FLOAT_FRAME,
    GDR1_NO_FRAME,
    GDR1_NOT_BOOLEAN,
    GDR1_TEXT_NUMBER,
    GDR1_TRAILING,
    GDR1_BOM,
    GDR1_RULES
} gdr1_rule;

extern const gdr_rule reel__gdr1_rules[GDR1_RULES];

typedef struct gdr1_reader {
    gdr_violation violations[GDR1_RULES];
    reel_error damage; /* reported by next */
    pull_reader tree;  /* reads the file */
    pull_reader inner; /* reads an input a second time */
} gdr1_reader;

/* Whether the reader takes a value of this type for a SCALAR, or for a key of an input. */
bool reel__gdr1_fits_scalar(const gdr1_key *key, const pull_value *value);
bool reel__gdr1_fits_input(unsigned key, const pull_value *value);

reel_status reel__gdr1_open(reel_decoder *decoder);
reel_status reel__gdr1_json_open(reel_decoder *decoder);
reel_status reel__gdr1_next(reel_decoder *decoder);
uint64_t reel__gdr1_memory_bound(uint64_t size, const reel_limits *limits);

typedef struct gdr1_writer {
    push_writer tree;
    pull_reader reader, items, inner;
} gdr1_writer;
reel_status reel__gdr1_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__gdr1_json_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__gdr1_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__gdr1_json_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);

/* Their state is a gdr1_writer. */
reel_status reel__gdr1_repair(reel_change *change);
reel_status reel__gdr1_json_repair(reel_change *change);

#endif
