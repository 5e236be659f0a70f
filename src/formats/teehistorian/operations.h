/* SPDX-License-Identifier: MIT
 * What the operations of teehistorian share. */
#ifndef TEEHISTORIAN_OPERATIONS_H
#define TEEHISTORIAN_OPERATIONS_H

#include "formats/teehistorian/layout.h"

extern const reel_operation tee_window, tee_scrub;

/* A finding about `count` rows of a table; nothing where there are none. */
void tee_report(const reel_change *change, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
                const char *message);
reel_status tee_bad_argument(const reel_change *change, const char *wanted);
/* A decimal at *text, which is moved behind it. */
bool tee_number(const char **text, int32_t *value);
void tee_drop_rows(const reel_change *change, const reel_table *table, const char *rule, reel_severity severity);

#endif
