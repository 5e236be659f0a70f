/* SPDX-License-Identifier: MIT
 * The functions that run the commands, one file each. */
#ifndef REEL_CLI_VERBS_H
#define REEL_CLI_VERBS_H

#include "args/args.h"

/* The commands, ending with one without a name. */
extern const struct verb verbs[];

int run_check(const struct arguments *arguments);
int run_completion(const struct arguments *arguments);
int run_convert(const struct arguments *arguments);
int run_diff(const struct arguments *arguments);
int run_dups(const struct arguments *arguments);
int run_edit(const struct arguments *arguments);
int run_export(const struct arguments *arguments);
int run_formats(const struct arguments *arguments);
int run_help(const struct arguments *arguments);
int run_index(const struct arguments *arguments);
int run_info(const struct arguments *arguments);
int run_pack(const struct arguments *arguments);
int run_match(const struct arguments *arguments);
int run_plot(const struct arguments *arguments);
int run_record(const struct arguments *arguments);
int run_repair(const struct arguments *arguments);
int run_scan(const struct arguments *arguments);
int run_serve(const struct arguments *arguments);
int run_sign(const struct arguments *arguments);
int run_stats(const struct arguments *arguments);
int run_verify(const struct arguments *arguments);
int run_unpack(const struct arguments *arguments);
int run_view(const struct arguments *arguments);

/* The texts of the folder help. */
extern const struct help help_reel, help_streams;
extern const struct help help_info, help_check, help_repair, help_convert, help_export, help_pack, help_unpack, help_index,
    help_stats, help_diff, help_dups, help_match, help_scan, help_edit, help_sign, help_verify, help_plot, help_view, help_serve,
    help_record, help_formats, help_completion, help_help;

/* Prints the help of one command, or of reel if it is NULL. Returns the exit status. */
int print_help(const struct verb *verb);
/* Prints what reel is and a few first commands, to standard error. */
void print_first_steps(void);

#endif
