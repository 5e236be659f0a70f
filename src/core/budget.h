/* SPDX-License-Identifier: MIT
 * What a file may cost, counted once for all layers that work on it: decompressors, the reader, the rows, insights, the writer. */
#ifndef CORE_BUDGET_H
#define CORE_BUDGET_H

#include <reel/format.h>

struct reel_budget {
    uint64_t work, work_limit;         /* steps so far; the caller's limit, 0: in proportion to the file */
    uint64_t granted;                  /* steps more than in proportion: reel__budget_grant */
    uint64_t read, size;               /* bytes of the file seen so far; in all, or REEL_UNKNOWN_SIZE */
    uint64_t unpacked, unpacked_limit; /* the same two of unpacked bytes */
    uint32_t ratio;
    uint64_t next; /* steps at which the limit and the callback are checked again */
    reel_on_progress *on_progress;
    void *progress_context;
    reel_status status; /* of steps: OK, LIMIT or CANCELLED */
    bool unpacked_out;  /* nothing more may be unpacked; rows of what was unpacked so far may still be made */
};

/* Limits with every default filled in that does not depend on the file. */
reel_limits reel__budget_limits(const reel_limits *limits);
/* A fresh budget. */
reel_budget reel__budget_of(const reel_limits *limits, reel_on_progress *on_progress, void *progress_context);
/* Allows more steps, where few bytes ask for many rows and whoever grants them has a bound of its own. The caller's limit stays. */
void reel__budget_grant(reel_budget *budget, uint64_t steps); /* NULL is fine */
/* Bytes of the file itself, not of something unpacked from it: both allowances grow with them. */
reel_status reel__budget_read(reel_budget *budget, uint64_t bytes);

#endif
