/* SPDX-License-Identifier: MIT
 * Findings of the three GDR formats. */
#ifndef FORMATS_GDR_FINDINGS_H
#define FORMATS_GDR_FINDINGS_H

#include "core/rules.h"

#include <reel/gdr.h>

typedef struct gdr_violation {
    rule_count found;
    const char *section; /* of the first one */
} gdr_violation;

typedef struct gdr_rule {
    check_rule rule;
    const reel_table *table; /* NULL: the inputs, or none if the violation has no row */
} gdr_rule;

/* Counts a violation. */
void reel__gdr_count_violation(gdr_violation *violation, const char *section, uint64_t offset, uint64_t row);
/* Reports each violated rule once. */
void reel__gdr_report_violations(const reel_reporter *reporter, const gdr_rule *rules, const gdr_violation *violations,
                                 size_t count);

/* Reports a finding without an offset, about `count` rows of a table, of which `row` is the first. %llu in the message is the count; if
 * it is 0, nothing is reported. The section is "header" unless the table is that of inputs or deaths. */
void reel__gdr_report_rows(const reel_reporter *reporter, const char *rule, reel_severity severity, const reel_table *table,
                           uint64_t row, uint64_t count, const char *message);

#endif
