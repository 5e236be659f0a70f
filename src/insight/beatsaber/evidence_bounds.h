/* SPDX-License-Identifier: MIT
 * How far honest claims may be from what the motion gives. docs/evidence.md, "How exact the rules are". */
#ifndef INSIGHT_BEATSABER_EVIDENCE_BOUNDS_H
#define INSIGHT_BEATSABER_EVIDENCE_BOUNDS_H

#include <stdbool.h>

typedef struct evidence_bounds {
    double normal;        /* degrees */
    double plane, center; /* m */
    double before, after; /* of ratings capped to 1 */
} evidence_bounds;

/* Of plays as they were recorded. */
extern const evidence_bounds reel__evidence_plain_bounds;

/* How far poses of a play may be from those of the game: they were rounded afterwards. */
typedef struct evidence_rounding {
    double position, rotation; /* m, radians; 0: not at all */
} evidence_rounding;

enum {
    EVIDENCE_LEAST =
        3, /* fewer cuts against a play may be faults of a recording, though none of the honest plays that were seen has any */
    EVIDENCE_ROUNDED_SHARE = 20 /* and so may less than one cut in so many, if poses were rounded */
};

#endif
