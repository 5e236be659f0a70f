/* SPDX-License-Identifier: MIT */
#include "formats/gdr/findings.h"

void gdr_count_violation(gdr_violation *violation, const char *section, uint64_t offset, uint64_t row)
{
    if (violation->count++ == 0) *violation = (gdr_violation){ .count = 1, .offset = offset, .row = row, .section = section };
}

void gdr_report_violations(const reel_reporter *reporter, const gdr_rule *rules, const gdr_violation *violations, size_t count)
{
    for (size_t r = 0; r < count; r++) {
        const gdr_violation *violation = &violations[r];
        if (!violation->count) continue;
        const reel_table *table = rules[r].table;
        if (!table && violation->row != REEL_NO_ROW) table = &gdr_inputs;
        reel_find(reporter,
                  (reel_finding){ .rule = rules[r].id,
                                  .severity = rules[r].severity,
                                  .section = violation->section,
                                  .offset = violation->offset,
                                  .length = violation->length,
                                  .table = table,
                                  .row = violation->row,
                                  .count = violation->count },
                  rules[r].message, (unsigned long long)violation->count);
    }
}

void gdr_report_rows(const reel_reporter *reporter, const char *rule, reel_severity severity, const reel_table *table,
                     uint64_t row, uint64_t count, const char *message)
{
    if (!count) return;
    reel_find(reporter,
              (reel_finding){ .rule = rule,
                              .severity = severity,
                              .section = table == &gdr_inputs || table == &gdr_deaths ? table->name : "header",
                              .offset = REEL_NO_OFFSET,
                              .table = table,
                              .row = row,
                              .count = count },
              message, (unsigned long long)count);
}
