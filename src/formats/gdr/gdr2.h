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

bool gdr2_is_physics(reel_string tag);

/* Reads the header; its strings point into the input. */
reel_status gdr2_scan_header(gdr2_scan *scan, gdr_info *info);
/* Reads a number. `section` and `what` are for the error message. */
reel_status gdr2_scan_varint(gdr2_scan *scan, const char *section, const char *what, uint64_t *value);
void gdr2_count_violation(gdr2_scan *scan, gdr2_rule rule, const uint8_t *at, const char *section, uint64_t row);

reel_status gdr2_open(reel_decoder *decoder);
reel_status gdr2_next(reel_decoder *decoder);
uint64_t gdr2_memory_bound(uint64_t size, const reel_limits *limits);
reel_status gdr2_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status gdr2_repair(reel_change *change);

/* Operations that are the same in every format: operations.c, retime.c. */
enum { GDR_CHANGES = 12 };
extern const reel_operation gdr_cut, gdr_merge, gdr_changes[GDR_CHANGES];

/* The operations of all three formats; each also has its own repair. */
#define GDR_OPERATIONS                                                                                                           \
    &gdr_cut, &gdr_merge, &gdr_changes[0], &gdr_changes[1], &gdr_changes[2], &gdr_changes[3], &gdr_changes[4], &gdr_changes[5],  \
        &gdr_changes[6], &gdr_changes[7], &gdr_changes[8], &gdr_changes[9], &gdr_changes[10], &gdr_changes[11]

#endif
