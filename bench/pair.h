/* SPDX-License-Identifier: MIT
 * Rows of the table *Beside others* (bench/pairs.sh). */
#ifndef BENCH_PAIR_H
#define BENCH_PAIR_H

#include <stddef.h>

/* Runs a job of a peer and ours in turn, each for all `count` contexts of `size` bytes, and prints a row: the peer's time in times of ours,
 * the median of the rounds and their range. The time is that of the processor. */
void pair_row(const char *what, const char *peer, void (*theirs)(void *context), void (*ours)(void *context), void *contexts,
              size_t count, size_t size);

/* A row of a job whose peer or files are not there. */
void pair_missing(const char *what, const char *peer);

#endif
