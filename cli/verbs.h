/* SPDX-License-Identifier: MIT
 * What each verb runs, one file each. */
#ifndef REEL_CLI_VERBS_H
#define REEL_CLI_VERBS_H

#include "options.h"

int run_check(const struct arguments *arguments);
int run_convert(const struct arguments *arguments);
int run_diff(const struct arguments *arguments);
int run_edit(const struct arguments *arguments);
int run_export(const struct arguments *arguments);
int run_formats(const struct arguments *arguments);
int run_help(const struct arguments *arguments);
int run_index(const struct arguments *arguments);
int run_info(const struct arguments *arguments);
int run_plot(const struct arguments *arguments);
int run_repair(const struct arguments *arguments);
int run_stats(const struct arguments *arguments);

/* Prints the help of one verb, or of the command where it is NULL. */
int print_help(const struct verb *verb);

#endif
