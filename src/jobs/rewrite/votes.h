/* SPDX-License-Identifier: MIT
 * Conversions that make one file of several replays of one level: see convert_pair.votes. */
#ifndef JOBS_REWRITE_VOTES_H
#define JOBS_REWRITE_VOTES_H

#include "core/reader.h"
#include "pairs/pair.h"

/* The key of the level that a header names; of a reader that was just opened. NULL: out of memory. Freed by reel__memory_drop. */
char *reel__votes_level(const reel_reader *reader, const reel_allocator *allocator);
/* Gives the rows of another replay to the conversion. Its level has to be the same. `like` has the options for reading, but for what is about
 * its own file. Takes ownership of the source. */
reel_status reel__votes_add(const reel_options *like, const char *level, const convert_pair *pair, pair_job *job,
                            reel_source source);

#endif
