/* SPDX-License-Identifier: MIT
 * Declarations shared by the parts of GDR2. docs/formats/gdr.md names the rules. */
#ifndef GDR_GDR2_H
#define GDR_GDR2_H

#include "formats/gdr/findings.h"

#include <reel/format.h>
#include <reel/gdr.h>

enum {
    GDR2_MAGIC_BYTES = 3,
    GDR2_VERSION = 2,
    GDR2_LEAST_BYTES = 32,    /* magic, header with empty texts, three counts */
    GDR2_MOST_STRING = 65535, /* longest text that the reference reader accepts */
    GDR2_PHYSICS_BYTES = 28,
    GDR2_VARINT_BYTES = 10,
};

#define GDR2_MAGIC "GDR"

/* Convention of writing: the frames of a macro whose framerate changes are converted to the first one. */
#define GDR2_ONE_RATE "one-rate"

/* Default maximum size of a file. */
#define GDR_INPUT_LIMIT ((uint64_t)512 << 20)

/* Findings on a GDR2 file that is not truncated. */
typedef enum gdr2_rule {
    GDR2_VERSION_NOT_2,
    GDR2_NONMINIMAL,
    GDR2_TOO_WIDE,
    GDR2_BOOL,
    GDR2_STRING_TOO_LONG,
    GDR2_BAD_UTF8,
    GDR2_NON_FINITE,
    GDR2_UNSORTED_DEATHS,
    GDR2_P1_COUNT,
    GDR2_NEGATIVE_DELTA,
    GDR2_BUTTON_0,
    GDR2_PHYSICS_SIZE,
    GDR2_TRAILING,
    GDR2_RULES
} gdr2_rule;

/* A cursor over the file. */
typedef struct gdr2_scan {
    const uint8_t *start, *at, *end; /* of the file */
    gdr_violation *violations;       /* GDR2_RULES of them */
    bool odd;                        /* rows cannot represent all bytes read so far */
    reel_error *error;
} gdr2_scan;

typedef struct gdr2_reader {
    gdr_violation violations[GDR2_RULES];
    size_t header_size; /* offset of the count of deaths */
    bool odd, tagged, physics, platformer;
} gdr2_reader;

bool reel__gdr2_is_physics(reel_string tag);

/* Reads the header; its strings point into the input. */
reel_status reel__gdr2_scan_header(gdr2_scan *scan, gdr_info *info);
/* Reads a number. `section` and `what` are for the error message. */
reel_status reel__gdr2_scan_varint(gdr2_scan *scan, const char *section, const char *what, uint64_t *value);
void reel__gdr2_count_violation(gdr2_scan *scan, gdr2_rule rule, const uint8_t *at, const char *section, uint64_t row);

reel_status reel__gdr2_open(reel_decoder *decoder);
reel_status reel__gdr2_next(reel_decoder *decoder);
uint64_t reel__gdr2_memory_bound(uint64_t size, const reel_limits *limits);
reel_status reel__gdr2_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__gdr2_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__gdr2_repair(reel_change *change);

/* Changes that mean the same in every format of the game (operations.c, retime.c): function, id, what it does, argument. */
#define GDR_CHANGE_LIST(X)                                                                                                       \
    X(swap_players, "swap-players", "swap the inputs of the two players", NULL)                                                  \
    X(only_p1, "only-p1", "keep only the first player's inputs", NULL)                                                           \
    X(only_p2, "only-p2", "keep only the second player's inputs", NULL)                                                          \
    X(to_p1, "to-p1", "assign all inputs to the first player", NULL)                                                             \
    X(mirror, "mirror", "give each input of one player to the other, too", NULL)                                                 \
    X(flip, "flip", "swap left and right", NULL)                                                                                 \
    X(sort_inputs, "sort", "sort the inputs by frame", NULL)                                                                     \
    X(drop_old_attempts, "keep-last-attempt", "where frames go backward, drop the rest of the previous attempt", NULL)           \
    X(drop_duplicates, "drop-duplicates", "drop duplicate inputs", NULL)                                                         \
    X(drop_orphans, "drop-orphans", "drop releases of a button that is not held", NULL)                                          \
    X(drop_repeats, "drop-repeats", "drop presses of a button that is already held", NULL)                                       \
    X(add_releases, "add-releases", "release a held button on the frame on which it is pressed again", NULL)                     \
    X(reel__gdr_shift, "shift", "shift all inputs in time", "FRAMES")                                                            \
    X(reel__gdr_set_tps, "tps", "change the framerate; frames are rounded, half to even", "RATE")                                \
    X(reel__gdr_stretch, "stretch", "multiply all times, as a speedhack of 1 / FACTOR does", "FACTOR")

#define GDR_CHANGE_INDEX(function, ...) GDR_CHANGE_##function,
enum { GDR_CHANGE_LIST(GDR_CHANGE_INDEX) GDR_CHANGES };
extern const reel_operation reel__gdr_anonymise, reel__gdr_cut, reel__gdr_merge, reel__gdr_strip, reel__gdr_changes[GDR_CHANGES];

/* The operations of all three formats; each also has its own repair. */
#define GDR_CHANGE_ADDRESS(function, ...) &reel__gdr_changes[GDR_CHANGE_##function],
#define GDR_OPERATIONS &reel__gdr_cut, &reel__gdr_merge, GDR_CHANGE_LIST(GDR_CHANGE_ADDRESS) & reel__gdr_strip

#endif
