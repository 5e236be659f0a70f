/* SPDX-License-Identifier: MIT
 * Bytes of a file kept beside the rows that were read from them, for exact rewriting: compression, JSON and spare bytes leave many ways
 * to write the same rows. A writer repeats kept bytes while the rows say what the bytes say; two ways to find that out:
 *
 *   - a sum over the rows and the bytes, taken while reading and stored beside them (reel__kept_sum);
 *   - reading the bytes again and comparing (reel__kept_agrees), for writers that need the old rows anyway.
 */
#ifndef CORE_KEPT_H
#define CORE_KEPT_H

#include "core/replay.h"

/* A sum over `bytes` and the rows of `tables`; of LAYOUT tables only `layout` counts (NULL: none). Never 0, which can stand for "not all
 * rows were read". */
uint64_t reel__kept_sum(const reel_chunk *rows, const reel_table *const *tables, const reel_table *layout, reel_bytes bytes);
/* Whether every table of `tables` is wanted in the chunk, so that a sum over its rows is one over all of the file. */
bool reel__kept_is_whole(const reel_chunk *chunk, const reel_table *const *tables);
/* Whether the rows are those of `old`, LAYOUT tables left out. */
bool reel__kept_agrees(const reel_replay *old, const reel_chunk *rows);
/* The same for one table. */
bool reel__kept_rows_agree(const reel_replay *old, const reel_table *table, const void *rows, size_t count);

#endif
