/* SPDX-License-Identifier: MIT */
#include "core/rules.h"

void reel__rule_report(const reel_reporter *reporter, const check_rule *rule, const char *section, const reel_table *table,
                       const rule_count *violations)
{
    if (!violations->count) return;
    reel_find(reporter,
              (reel_finding){ .rule = rule->id,
                              .severity = rule->severity,
                              .section = section,
                              .offset = violations->offset,
                              .length = violations->length,
                              .table = table,
                              .row = violations->row,
                              .count = violations->count },
              rule->message, (unsigned long long)violations->count);
}
