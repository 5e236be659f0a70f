/* SPDX-License-Identifier: MIT
 * The window on a source. */
#ifndef CORE_INPUT_H
#define CORE_INPUT_H

#include "core/budget.h"
#include "core/memory.h"

typedef struct reel_input {
    reel_source source;
    reel_allocator allocator;
    uint8_t *buffer; /* NULL for an input in memory */
    size_t capacity;
    size_t have;          /* bytes in the buffer */
    uint64_t end_offset;  /* offset in the input after the last byte that was read */
    uint64_t input_limit; /* bytes in all */
    uint64_t buffer_limit;
    reel_budget *budget; /* of a source that is the file itself; NULL: of what was unpacked, which was charged already */
    bool ended;
    reel_error failure; /* of a source that gave bytes before it failed; its status is 0 without a failure */
} reel_input;

/* Takes the source over. */
void reel__input_open(reel_input *input, reel_source source, uint64_t input_limit, uint64_t buffer_limit, reel_budget *budget,
                      const reel_allocator *allocator);
void reel__input_close(reel_input *input);
/* Moves the window, as reel_fill. A source that fails by its content (a cut .gz) after some bytes ends there: `failure` keeps
 * why, and what was given is still read. */
reel_status reel__input_fill(reel_input *input, reel_cursor *window, size_t want, reel_error *error);
/* Copies the next `size` bytes to `to`: those in the window, and then from the source, past the buffer. REEL_END: there are only *got. Not
 * for an input in memory. */
reel_status reel__input_read(reel_input *input, reel_cursor *window, uint8_t *to, size_t size, size_t *got, reel_error *error);
/* Whether the input can be read from any place, and moves the empty window there. */
bool reel__input_moves(const reel_input *input);
reel_status reel__input_move(reel_input *input, reel_cursor *window, uint64_t offset, reel_error *error);

#endif
