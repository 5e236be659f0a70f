/* SPDX-License-Identifier: MIT
 * .ecrreplay: a Python pickle of dictionaries and lists, packed by bzip2. */
#ifndef ECHO_ECRREPLAY_ECRREPLAY_H
#define ECHO_ECRREPLAY_ECRREPLAY_H

#include "formats/echo/common/allowance.h"
#include "formats/echo/ecrreplay/pickle.h"

#include <reel/ecrreplay.h>

enum {
    ECRREPLAY_RATE = 10,    /* frames per second, if the file states nothing usable */
    ECRREPLAY_RATE_11 = 20, /* that version 1.1 takes, whatever it states */
    ECRREPLAY_RATE_MOST = 1000,
    ECRREPLAY_TEAMS = 3,
    ECRREPLAY_PLAYERS = 256, /* of the roster: their numbers have a byte */
    ECRREPLAY_TEXT_MOST = 65535
};

typedef struct ecrreplay_reader {
    pickle_reader pickle;
    row_allowance allowance;
    ecrreplay_entry roster[ECRREPLAY_PLAYERS]; /* by player_id; names live as long as the chunk */
    bool known[ECRREPLAY_PLAYERS];
    uint32_t frame; /* number of the next frame */
    uint32_t rate;
    int64_t start;               /* ms since 1970 of the first frame; 0: unknown */
    uint64_t unknown, strangers; /* members that no row has, players that the roster does not have */
    bool has_ping;               /* of any player: only version 1.1 stores it */
    bool done;
} ecrreplay_reader;

extern const reel_table *const reel__ecrreplay_tables[];

/* Whether directions are the same, bit for bit: as the recorder puts those of the head where those of the body should be. */
static inline bool ecrreplay_axes_equal(const echo_axes *a, const echo_axes *b) { return memcmp(a, b, sizeof *a) == 0; }

reel_status reel__ecrreplay_open(reel_decoder *decoder);
reel_status reel__ecrreplay_next(reel_decoder *decoder);
void reel__ecrreplay_close(reel_decoder *decoder);
uint64_t reel__ecrreplay_memory_bound(uint64_t size, const reel_limits *limits);

reel_status reel__ecrreplay_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__ecrreplay_finish(reel_encoder *encoder, const reel_chunk *staged);

#endif
