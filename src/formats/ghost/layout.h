/* SPDX-License-Identifier: MIT
 * Declarations shared by the parts of ghost. docs/formats/ghost.md names the rules. */
#ifndef GHOST_LAYOUT_H
#define GHOST_LAYOUT_H

#include <reel/format.h>
#include <reel/ghost.h>

#define GHOST_INPUT_LIMIT (UINT64_C(64) << 20)
#define GHOST_MAGIC "TWGHOST" /* and a 0 */

enum {
    GHOST_MAGIC_BYTES = 8,
    GHOST_FIRST_VERSION = 4, /* differences go on from chunk to chunk */
    GHOST_LAST_VERSION = 6,  /* with a SHA-256 */
    GHOST_OWNER = 16,
    GHOST_MAP = 64,
    GHOST_HEAD = 101, /* without the SHA-256 */
    GHOST_SHA256 = 32,
    GHOST_CHUNK_HEAD = 4,
    GHOST_CHUNK_MOST = 6400, /* bytes, packed or not */
    GHOST_CHUNK_ITEMS = 50,
    GHOST_ITEM_INTS = 12 /* of the longest item */
};

/* Types of items. */
enum { GHOST_SKIN = 0, GHOST_CHARACTER_OLD = 1, GHOST_CHARACTER = 2, GHOST_START = 3, GHOST_TYPES = 4 };

enum { GHOST_SKIN_INTS = 6, GHOST_SKIN_MOST = 4 * GHOST_SKIN_INTS - 1 };

_Static_assert(offsetof(ghost_character, attack_tick) - offsetof(ghost_character, x) == 40,
               "the ints of an item are side by side in a row");

extern const reel_table *const reel__ghost_tables[];
/* Ints of an item of a type below GHOST_TYPES. */
extern const uint8_t reel__ghost_ints[GHOST_TYPES];

reel_status reel__ghost_open(reel_decoder *decoder);
reel_status reel__ghost_next(reel_decoder *decoder);
uint64_t reel__ghost_memory_bound(uint64_t size, const reel_limits *limits);
reel_status reel__ghost_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__ghost_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__ghost_repair(reel_change *change);
reel_status reel__ghost_cut(reel_change *change);

/* The state of a reader: from `open` on, the input stays where it is. */
typedef struct ghost_reader {
    bool done;
    int32_t version;
    uint32_t stated;               /* characters */
    uint64_t characters;           /* that were read */
    int32_t last[GHOST_ITEM_INTS]; /* the item before */
    int last_type;                 /* -1: none */
} ghost_reader;

#endif
