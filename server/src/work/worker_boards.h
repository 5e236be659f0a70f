/* SPDX-License-Identifier: MIT
 * The plays of a replay for the boards, found in the one pass over it. Bounded: JOB_PLAYS plays, and GROUP_MEMBERS rows of groups. */
#ifndef SERVER_WORK_WORKER_BOARDS_H
#define SERVER_WORK_WORKER_BOARDS_H

#include "work/board.h"

#include <reel/insight.h>

typedef struct board_run board_run;

/* NULL: out of memory. The set is borrowed. */
board_run *board_run_new(const board_set *set);
void board_run_free(board_run *run);

/* Adds the tables of insights that boards need to a list that ends with NULL and has room for `most` of them. */
void board_add_tables(const board_set *set, const reel_table **tables, size_t most);
/* Reads the rows of a chunk of the replay, or of the result of an insight. */
void board_run_chunk(board_run *run, const reel_format *format, const reel_chunk *chunk);
/* Ends the run. `failed`: the level was failed or practised, so nothing counts. Returns the plays, which live as long as the run. */
const board_play *board_run_end(board_run *run, bool failed, motion_evidence evidence, size_t *count, uint64_t *left_out);

#endif
