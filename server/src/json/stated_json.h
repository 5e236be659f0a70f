/* SPDX-License-Identifier: MIT
 * Plays that tables of others state, as answers and pages have them. */
#ifndef SERVER_JSON_STATED_JSON_H
#define SERVER_JSON_STATED_JSON_H

#include "base/record.h"
#include "store/stated.h"

extern const record stated_record; /* of stated_play */

#endif
