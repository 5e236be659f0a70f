/* SPDX-License-Identifier: MIT
 * What the motion of a replay says of its score, as a worker found it. */
#ifndef SERVER_JSON_EVIDENCE_JSON_H
#define SERVER_JSON_EVIDENCE_JSON_H

#include "base/inspection.h"
#include "json/finding_json.h"
#include "json/report.h"

typedef struct evidence_report {
    motion_evidence support;
    json_report motion; /* the table of evidence, as the library's exporter writes it; empty: the replay has nothing to compare */
    findings findings;
} evidence_report;

/* Adds a member: an object; null without motion. */
void evidence_member(text *to, const char *name, const evidence_report *report);
void evidence_free(evidence_report *report);

/* Adds replays of like motion as an array. */
void motion_matches_add(text *to, const motion_match *matches, size_t count);

#endif
