/* SPDX-License-Identifier: MIT
 * The key of --scramble. It is read once, in front of all jobs, and wiped behind them. */
#ifndef REEL_CLI_SCRAMBLE_H
#define REEL_CLI_SCRAMBLE_H

#include "args/args.h"

#include <reel/reel.h>

/* EXIT_FINE, or the exit status after a message. */
int scramble_read(const struct arguments *arguments);
/* Adds the key, if there is one. */
void scramble_add(reel_convert_options *how);
void scramble_forget(void);

#endif
