/* SPDX-License-Identifier: MIT
 * Names that a recording lacks because its clients were there before: --names. */
#ifndef REEL_CLI_EARLIER_H
#define REEL_CLI_EARLIER_H

#include "run/job.h"

/* Reads the recordings of --names. Returns the exit status; if it is not EXIT_FINE, a message was printed. Call it before run_files, and
 * earlier_end after. */
int earlier_begin(const struct arguments *arguments);
/* The names that the game before the one with this header ends with, by their slots; NULL: none. They live until earlier_end. Reports
 * `names.other` if no file of --names is of that game. */
const reel_setting *earlier_find(struct job *job, const reel_chunk *header, size_t *count);
void earlier_end(void);

#endif
