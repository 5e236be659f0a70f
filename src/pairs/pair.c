/* SPDX-License-Identifier: MIT
 * What conversions share. */
#include "pairs/pair.h"

#include "core/tally.h"

void reel__pair_lose(pair_job *job, const reel_table *table, const char *field, uint64_t rows, const char *why)
{
    reel__tallies_lose(job->tallies, &job->reporter, table, field, rows, why);
}
