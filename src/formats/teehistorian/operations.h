/* SPDX-License-Identifier: MIT
 * Shared by the operations of teehistorian. */
#ifndef TEEHISTORIAN_OPERATIONS_H
#define TEEHISTORIAN_OPERATIONS_H

#include "formats/teehistorian/layout.h"

reel_status reel__tee_bad_argument(const reel_change *change, const char *wanted);
/* Whether a table has rows that only version 2 of the format can store. */
bool reel__tee_is_extension(const reel_table *table);
void reel__tee_drop_rows(const reel_change *change, const reel_table *table, const char *rule, reel_severity severity);

#endif
