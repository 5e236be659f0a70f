/* SPDX-License-Identifier: MIT
 * Where a message is broken. */
#include "formats/echo/tape/tape.h"

uint64_t reel__tape_offset_in(const tape_message *message, const uint8_t *at)
{
    const uint8_t *const start = message->whole.data;
    return message->offset + (at >= start && at <= start + message->whole.size ? (uint64_t)(at - start) : 0);
}

reel_status reel__tape_fail_message(const reel_decoder *d, const tape_reader *r, const tape_message *message, const char *section,
                                    const char *what)
{
    if (r->state.no_memory) return reel__memory_fail(d->error);
    return reel_fail(d->error, REEL_CORRUPT, "tape.message", section, reel__tape_offset_in(message, r->state.broken_at),
                     "%s is not a valid message", what);
}
