/* SPDX-License-Identifier: MIT
 * .milk: a JSON header, then records of two kinds of fixed size: statistics once a second (tallies), and frames. */
#ifndef ECHO_MILK_MILK_H
#define ECHO_MILK_MILK_H

#include "codec/json_dom.h"
#include "formats/echo/common/allowance.h"

#include <reel/milk.h>

enum { MILK_PLAYERS = 255, MILK_STATS_BYTES = 13 };

/* The frame rate according to the clock of the tallies. */
typedef struct milk_clock {
    float last;
    bool known, runs; /* `known`: `last` is set; `runs`: the clock was running before it */
    uint64_t steps;   /* number of steps between tallies while the clock ran */
    double seconds;   /* total time of these steps */
} milk_clock;

typedef struct milk_reader {
    milk_info info;
    milk_entry *roster; /* names live as long as the chunk */
    unsigned players;
    row_allowance rows;
    json_pool pool;
    bool rate_known, ended;
    uint32_t frame, tallies; /* numbers of the next frame and tally */
    float clock;
    uint8_t points[2];
    milk_clock clocks;
    uint64_t bad_states, stray_bits, not_finite, untallied;
} milk_reader;

int reel__milk_sniff(const uint8_t *head, size_t size);
reel_status reel__milk_open(reel_decoder *decoder);
reel_status reel__milk_next(reel_decoder *decoder);
void reel__milk_close(reel_decoder *decoder);
uint64_t reel__milk_memory_bound(uint64_t size, const reel_limits *limits);

#endif
