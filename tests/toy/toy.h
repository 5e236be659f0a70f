/* SPDX-License-Identifier: MIT
 * The toy format, in two variants: the smallest thing that is a format. It stands for whatever somebody else's format may be:
 * CONTRIBUTING.md walks through it, and all that the project proves of its formats is proven of it from out here.
 *
 *     toy          "TOY1", u32 count, then `count` rows of i32 tick, i32 value; little-endian
 *     toy-stream   "TOYS", u32 0, then rows to the end of the file, however long that is
 */
#ifndef TOY_H
#define TOY_H

#include <reel/reel.h>

extern const reel_format reel_format_toy, reel_format_toy_stream;

/* One point of the play. */
typedef struct toy_point {
    int32_t tick, value;
} toy_point;

extern const reel_table toy_points;

#endif
