/* SPDX-License-Identifier: MIT
 * Dates that a recording of the game can have. */
#ifndef ECHO_COMMON_DATE_H
#define ECHO_COMMON_DATE_H

#include <reel/format.h>

/* ms since 1970, UTC. The game was first played in public in 2017. Its servers closed in 2023, but others replaced them,
 * so there is no last date; this uses the end of the century. */
#define DATE_FIRST INT64_C(1483228800000) /* 2017-01-01 */
#define DATE_LAST INT64_C(4102444799999)  /* 2099-12-31 */

static inline bool date_possible(int64_t ms) { return ms >= DATE_FIRST && ms <= DATE_LAST; }

#endif
