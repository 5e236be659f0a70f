/* SPDX-License-Identifier: MIT
 * What the operations of teehistorian share. */
#ifndef TEEHISTORIAN_OPERATIONS_H
#define TEEHISTORIAN_OPERATIONS_H

#include "formats/teehistorian/layout.h"

extern const reel_operation tee_scrub; /* with a key */

reel_status tee_bad_argument(const reel_change *change, const char *wanted);
void tee_drop_rows(const reel_change *change, const reel_table *table, const char *rule, reel_severity severity);

#endif
