/* SPDX-License-Identifier: MIT
 * Option structs of programs that may be older or newer than the library. */
#ifndef CORE_OPTIONS_H
#define CORE_OPTIONS_H

#include <reel/reel.h>

/* Whether options that reel__memory_options copied had a size, and this library knows all that the caller set; otherwise fills *error. */
reel_status reel__options_are_known(size_t struct_size, reel_error *error);

/* The same for options that have limits: a limit of a later version is refused, too. */
reel_status reel__limited_are_known(size_t struct_size, const reel_limits *limits, reel_error *error);

#endif
