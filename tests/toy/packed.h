/* SPDX-License-Identifier: MIT
 * The packed toy: a format with the difficulties that real ones have. It has no magic, its points are compressed, metadata
 * follows them, and bytes without a meaning may follow that. All numbers are little-endian.
 *
 *     u8 mode (0 to 3), u32 version (1024 to 2047), u32 number of points, u32 size of the section
 *     section: the points of toy.h as an LZMA-alone stream
 *     u64 id, u8 length, name of the player; then anything, to the end of the file
 */
#ifndef TOY_PACKED_H
#define TOY_PACKED_H

#include "toy.h"

extern const reel_format reel_format_toy_packed;

/* The header. */
typedef struct toy_info {
    uint32_t version;
    uint8_t mode;
    uint8_t reserved[3]; /* 0: a row that is copied as a whole has no bytes that nobody sets */
} toy_info;

/* What follows the section. It is not in the header table: when the header is wanted, these bytes may not be there yet. */
typedef struct toy_ending {
    uint64_t id;
    reel_string name;
} toy_ending;

/* How the file was written. */
typedef struct toy_original {
    reel_bytes section; /* as it was compressed */
    reel_bytes rest;    /* after the name */
    uint64_t sum;       /* over `section` and the points that it holds; 0: unknown */
} toy_original;

extern const reel_table toy_infos, toy_endings, toy_originals;

#endif
