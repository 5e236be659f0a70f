/* SPDX-License-Identifier: MIT
 * Colours of errors and warnings. */
#ifndef REEL_CLI_COLOR_H
#define REEL_CLI_COLOR_H

#include <stdbool.h>

/* `when` is the value of --color: "auto", "always" or "never"; NULL: auto. Call it before any thread starts. */
void choose_colors(const char *when);
/* Whether messages on standard stream 1 or 2 have colours. */
bool has_colors(int stream);

#define COLOR_ERROR "\x1b[1;31m"
#define COLOR_WARNING "\x1b[1;33m"
#define COLOR_END "\x1b[0m"

#endif
