/* SPDX-License-Identifier: MIT
 * The console of Windows. */
#ifndef REEL_CLI_CONSOLE_WINDOWS_H
#define REEL_CLI_CONSOLE_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>

/* From here on, UTF-8 that is written to standard output or standard error, and goes to a console, is shown as such. */
void console_open(void);
/* Whether standard output (1) or standard error (2) goes to a console. */
bool console_has(int stream);
bool console_has_escapes(void);
size_t console_columns(void);

#endif
