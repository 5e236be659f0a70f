/* SPDX-License-Identifier: MIT
 * What conversions share. */
#include "pairs/pair.h"

#include "core/tally.h"

reel_status reel__pair_put(pair_job *job) { return job->put ? job->put(job->put_context) : REEL_OK; }

void reel__pair_lose(pair_job *job, const reel_table *table, const char *field, uint64_t rows, const char *why)
{
    reel__tallies_lose(job->tallies, &job->reporter, table, field, rows, why);
}
