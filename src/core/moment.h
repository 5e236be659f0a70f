/* SPDX-License-Identifier: MIT
 * Moments of the calendar: the values of fields whose unit says so (reel_field_is_moment). */
#ifndef CORE_MOMENT_H
#define CORE_MOMENT_H

#include <reel/format.h>

/* Seconds since 1970 of a date with its zone, "2026-01-31T01:25:00+0000" or "2018-01-31 13:37:00 +0100"; INT64_MIN if `text` is neither. */
int64_t reel__moment_parse(reel_string text);

#endif
