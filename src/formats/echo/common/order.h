/* SPDX-License-Identifier: MIT
 * The order of rows that a writer takes: those of each table by frame, the teams of a frame by number. A row that comes too late, twice or
 * without its frame is refused; it would be missing in the file. */
#ifndef ECHO_COMMON_ORDER_H
#define ECHO_COMMON_ORDER_H

#include "core/encoder.h"

enum { ORDER_FRAMES, ORDER_TEAMS, ORDER_PLAYERS, ORDER_BONES, ORDER_TABLES };

typedef struct ordered_table {
    const reel_table *table;
    size_t frame; /* offset of the number of the frame */
} ordered_table;

/* What a writer has taken so far. */
typedef struct row_order {
    const ordered_table *tables; /* ORDER_TABLES */
    const char *rule;
    const char *incomplete; /* rule of rows at the end whose frame did not come */
    uint64_t written;       /* all frames before it are written */
    struct {
        uint64_t rows;
        uint32_t frame; /* of the last row */
        uint8_t team;
    } last[ORDER_TABLES];
} row_order;

/* Takes appended rows. Costs a comparison for each row. */
reel_status reel__order_take(row_order *order, unsigned which, const void *rows, size_t count, reel_error *error);
/* Refuses a row without its frame, the first of the last `waiting` rows. */
reel_status reel__order_no_frame(const row_order *order, unsigned which, const void *row, size_t waiting, reel_error *error);
/* The `count` rows at the end of a recording whose frame did not come. Those of one frame are what a recorder that died had appended before
 * the frame itself: they are left out, and reported. More are refused. */
reel_status reel__order_end(const row_order *order, unsigned which, const void *rows, size_t count, const reel_reporter *reporter,
                            reel_error *error);

#endif
