/* SPDX-License-Identifier: MIT
 * Files that the benchmarks make, always the same bytes. The caller frees them. */
#ifndef BENCH_MADE_H
#define BENCH_MADE_H

#include "measure.h"

/* A play of BSOR; plays with different numbers differ. */
bytes made_play(int number, int frames, int notes);
/* A macro, as GDR2. */
bytes made_macro(size_t inputs);
/* A recording of a teehistorian server with 16 clients, each of which has a position every tick. */
bytes made_game(int ticks);
/* A match of Echo VR with eight players, as .butter. */
bytes made_match(unsigned frames);
/* The same in another format. Frees `file`. */
bytes made_as(bytes file, const reel_format *format);

#endif
