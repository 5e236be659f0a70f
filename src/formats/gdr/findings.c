/* SPDX-License-Identifier: MIT */
#include "formats/gdr/findings.h"

void reel__gdr_count_violation(gdr_violation *violation, const char *section, uint64_t offset, uint64_t row)
{
    if (violation->found.count == 0) violation->section = section;
    rule_violated(&violation->found, row, offset);
}

void reel__gdr_report_violations(const reel_reporter *reporter, const gdr_rule *rules, const gdr_violation *violations,
                                 size_t count)
{
    for (size_t r = 0; r < count; r++) {
        const rule_count *found = &violations[r].found;
        bool input = !rules[r].table && found->row != REEL_NO_ROW;
        reel__rule_report(reporter, &rules[r].rule, violations[r].section, input ? &gdr_inputs : rules[r].table, found);
    }
}

void reel__gdr_report_rows(const reel_reporter *reporter, const char *rule, reel_severity severity, const reel_table *table,
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
