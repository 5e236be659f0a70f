/* SPDX-License-Identifier: MIT
 * Option structs of programs that may be newer than the library. */
#ifndef CORE_OPTIONS_H
#define CORE_OPTIONS_H

#include <reel/reel.h>

/* Whether this library knows all that the caller set in options that memory_options copied; otherwise fills *error. */
reel_status options_are_known(size_t struct_size, reel_error *error);

#endif
