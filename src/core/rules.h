/* SPDX-License-Identifier: MIT
 * Rules that a check counts while rows pass, and reports once at the end. */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include <reel/format.h>

typedef struct check_rule {
    const char *id;
    reel_severity severity;
    const char *message; /* its only argument, if it has one, is the number of violations: %llu */
} check_rule;

/* The violations of one rule, and the position of the first. */
typedef struct rule_count {
    uint64_t count, row, offset;
    uint64_t length; /* of the bytes at `offset`, or 0 */
} rule_count;

/* Counts a violation in row `row` (or REEL_NO_ROW) at `offset` (or REEL_NO_OFFSET). */
static inline void rule_violated(rule_count *violations, uint64_t row, uint64_t offset)
{
    if (violations->count++ == 0) {
        violations->row = row;
        violations->offset = offset;
    }
}

/* The clock of a recording. Every format that has one reports frames that are earlier than the one before as a warning with the id
 * FORMAT.time-backwards. */
typedef struct rule_clock {
    double last;
    bool started;
} rule_clock;

/* Whether a frame is earlier than the one before. NaN is not a time: the next frame is compared with the one before it. */
static inline bool rule_time_backwards(rule_clock *clock, double time)
{
    if (time != time) return false;
    bool back = clock->started && time < clock->last;
    *clock = (rule_clock){ time, true };
    return back;
}

/* Reports the violations of a rule in `table` (or NULL) as one finding, if there are any. */
void reel__rule_report(const reel_reporter *reporter, const check_rule *rule, const char *section, const reel_table *table,
                       const rule_count *violations);

#endif
