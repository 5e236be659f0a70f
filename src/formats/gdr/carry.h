/* SPDX-License-Identifier: MIT
 * The parts of a GDR1 macro that GDR2 cannot express, carried in a replay extension. docs/formats/gdr.md, "Carried macros", has the layout. */
#ifndef FORMATS_GDR_CARRY_H
#define FORMATS_GDR_CARRY_H

#include <reel/format.h>
#include <reel/gdr.h>

enum {
    GDR_CARRY_VERSION = 1,
    GDR_CARRY_HEAD_BYTES = 2,  /* version, form */
    GDR_CARRY_TAIL_BYTES = 12, /* size of head and parts, mark */
};

#define GDR_CARRY_MARK "reelGDR1"
enum { GDR_CARRY_MARK_BYTES = 8 };

typedef enum gdr_carry_form { GDR_CARRY_MSGPACK, GDR_CARRY_JSON } gdr_carry_form;

/* The parts that make up the document, in sequence. INPUTS and FIXES occur at most once each. */
typedef enum gdr_carry_part {
    GDR_CARRY_BYTES,  /* a size, then that many bytes */
    GDR_CARRY_INPUTS, /* the inputs of the file: an array of maps with 2p, btn, down and frame, in the shortest encoding */
    GDR_CARRY_FIXES,  /* xdBot's frame fixes from `before`, in the shortest encoding */
    GDR_CARRY_PARTS
} gdr_carry_part;

typedef struct gdr_carry {
    reel_bytes before; /* the replay extension proper; a single zero byte if it is empty */
    uint8_t version, form;
    reel_bytes parts;
} gdr_carry;

/* Finds the carried macro, of any version, at the end of a replay extension. Returns false if there is none. */
bool reel__gdr_carry_find(reel_bytes extension, gdr_carry *carry);

/* Whether `before` is the placeholder for an empty replay extension. */
static inline bool gdr_carry_is_placeholder(reel_bytes before) { return before.size == 1 && before.data[0] == 0; }

#endif
