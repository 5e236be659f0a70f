/* SPDX-License-Identifier: MIT
 * Shared by the operations of teehistorian. */
#ifndef TEEHISTORIAN_OPERATIONS_H
#define TEEHISTORIAN_OPERATIONS_H

#include "formats/teehistorian/layout.h"

reel_status tee_bad_argument(const reel_change *change, const char *wanted);
void tee_drop_rows(const reel_change *change, const reel_table *table, const char *rule, reel_severity severity);

#endif
