/* SPDX-License-Identifier: MIT
 * Rows of frames that a writer has taken and not yet written. .echoreplay and captures have the same tables. */
#ifndef ECHO_REPLAY_WAITING_H
#define ECHO_REPLAY_WAITING_H

#include "formats/echo/common/order.h"
#include "formats/echo/replay/session.h"

/* By ORDER_FRAMES and so on. */
typedef struct waiting_rows {
    const uint8_t *rows[ORDER_TABLES];
    size_t count[ORDER_TABLES], used[ORDER_TABLES];
} waiting_rows;

extern const ordered_table reel__waiting_tables[ORDER_TABLES];

waiting_rows reel__waiting_rows(const reel_chunk *chunk);
/* Takes the appended rows of a batch into `chunk`. `order`: refuses those that come too late, twice or out of order; NULL: takes all. */
reel_status reel__waiting_add(reel_chunk *chunk, const reel_chunk *batch, row_order *order, reel_error *error);
/* Whether a frame before `end` waits; *number is set to the first one's. */
bool reel__waiting_frame(const waiting_rows *waiting, uint64_t end, uint32_t *number);
/* The number of the last frame of a table, or `none`. */
uint64_t reel__waiting_last(const waiting_rows *waiting, unsigned which, uint64_t none);
/* The rows of the next frame. Rows before it, which have no frame, are refused; without `order` they are passed over. */
reel_status reel__waiting_take(waiting_rows *waiting, row_order *order, line_rows *rows, reel_error *error);
/* Moves what was not used to the front of *rows, also of `other`, a table with `used` rows that were. *spare is another chunk, which is empty. Returns
 * false if out of memory. */
bool reel__waiting_drop(const waiting_rows *waiting, const reel_table *other, size_t used, reel_chunk **rows, reel_chunk **spare);
/* What is left behind the last frame: see reel__order_end. */
reel_status reel__waiting_end(const reel_chunk *chunk, const row_order *order, const reel_reporter *reporter, reel_error *error);

#endif
