/* SPDX-License-Identifier: MIT
 * Animated PNG: frames as they come, each as the rectangle that differs from the one before. Browsers play it, and what does not know
 * it shows the first frame. */
#ifndef REEL_CLI_APNG_H
#define REEL_CLI_APNG_H

#include "base/svg_png.h"

struct apng {
    const struct svg_library *library;
    reel_sink sink;
    uint32_t frames, rate; /* in all; per second */
    uint32_t sequence;     /* of the next chunk that has a number */
    uint8_t *rows;         /* of a rectangle, before it is compressed */
    uint8_t *packed;       /* room for a chunk */
};

/* Writes a frame. `before` is the one before, of the same size; NULL: this is the first. The sink is neither committed nor discarded. */
reel_status apng_frame(struct apng *apng, const struct svg_image *before, const struct svg_image *now, reel_error *error);
/* Writes what comes after the last frame. */
reel_status apng_end(struct apng *apng, reel_error *error);
/* Frees what the writer holds; in any case. */
void apng_free(struct apng *apng);

#endif
