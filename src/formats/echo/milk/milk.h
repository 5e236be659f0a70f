/* SPDX-License-Identifier: MIT
 * .milk: a header in JSON, then records of two kinds, each of a fixed size: tallies, once a second, and frames. */
#ifndef ECHO_MILK_MILK_H
#define ECHO_MILK_MILK_H

#include "codec/json_dom.h"
#include "formats/echo/common/allowance.h"

#include <reel/milk.h>

enum { MILK_PLAYERS = 255, MILK_STATS_BYTES = 13 };

/* What the clock of the tallies says about the rate. */
typedef struct milk_clock {
    float last;
    bool known, runs; /* there is a last one; it had run down to it */
    uint64_t steps;   /* from tally to tally, the clock running all the while */
    double seconds;   /* of them all */
} milk_clock;

typedef struct milk_reader {
    milk_info info;
    milk_entry *roster; /* names live as long as the chunk */
    unsigned players;
    row_allowance rows;
    json_pool pool;
    bool rate_known, ended;
    uint32_t frame, tallies; /* numbers of the next ones */
    float clock;
    uint8_t points[2];
    milk_clock clocks;
    uint64_t bad_states, stray_bits, not_finite, untallied;
} milk_reader;

int milk_sniff(const uint8_t *head, size_t size);
reel_status milk_open(reel_decoder *decoder);
reel_status milk_next(reel_decoder *decoder);
void milk_close(reel_decoder *decoder);
uint64_t milk_memory_bound(uint64_t size, const reel_limits *limits);

#endif
