/* SPDX-License-Identifier: MIT
 * Option structs of programs that may be newer than the library. memory_options copies them. */
#ifndef CORE_OPTIONS_H
#define CORE_OPTIONS_H

#include <reel/reel.h>

/* Whether nothing is set in the caller's option struct behind what this library knows; otherwise fills *error. */
reel_status options_are_known(size_t own_size, const void *options, size_t stated_size, reel_error *error);

#endif
