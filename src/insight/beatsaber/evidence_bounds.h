/* SPDX-License-Identifier: MIT
 * How far honest claims may be from what the motion gives. docs/evidence.md, "How exact the rules are". */
#ifndef INSIGHT_BEATSABER_EVIDENCE_BOUNDS_H
#define INSIGHT_BEATSABER_EVIDENCE_BOUNDS_H

typedef struct evidence_bounds {
    double normal;        /* degrees */
    double plane, center; /* m */
    double rating;        /* of ratings capped to 1 */
} evidence_bounds;

/* Of plays as they were recorded. */
extern const evidence_bounds evidence_plain_bounds;

/* Fewer cuts against a play may be faults of a recording, though none of the honest plays that were seen has any. */
enum { EVIDENCE_LEAST = 3 };

#endif
